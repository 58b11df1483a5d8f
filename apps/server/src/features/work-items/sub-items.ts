import type { SubItems, WorkItem } from '@cairn/contract'
import { answerList, sql as piece, readListQuery, slicesByLateral } from '@cairn/work-item-query'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { runStatement } from '#kernel/database/run-statement.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, forbidden } from '#kernel/http/errors.ts'
import { listedAcross } from '#product/scope-queries.ts'
import { itemsFor } from './list.ts'
import { listMembershipsOf } from './membership-queries.ts'
import { parentNotValid } from './parents.ts'
import { type Kind, openItem, openVisible } from './read.ts'
import { applyPatch, lockForChange } from './service.ts'

/** Direct children the reader may see, in any project. */
async function childrenOf(
  db: Db,
  member: ProjectMember,
  parents: readonly string[],
  order_by = '',
) {
  const base = piece`i.parent_id = any(${[...parents]}::uuid[]) and i.is_listed and ${listedAcross(member)}`
  const query = readListQuery({ order_by }, { today: '2000-01-01', timezone: 'UTC' })
  const source = {
    place: { ...itemsFor(member), base },
    slices: slicesByLateral,
    run: <Row>(statement: Parameters<typeof runStatement>[1]) => runStatement<Row>(db, statement),
    groupsOf: async () => [],
  }
  const rows: WorkItem[] = []
  for (let page = 0; ; page++) {
    const slice = { size: 1000, page }
    const { results, next_page_results } = await answerList<WorkItem>(source, { ...query, slice })
    rows.push(...(results as WorkItem[]))
    if (!next_page_results) return rows
  }
}

/** Ids by state group, in list order. */
const distribute = (items: readonly WorkItem[]) =>
  Object.fromEntries(
    [...Map.groupBy(items, ({ state__group }) => state__group)].map(([group, some]) => [
      group,
      some.map(({ id }) => id),
    ]),
  )

const groupable = [
  ...['state_id', 'priority', 'project_id', 'cycle_id', 'created_by', 'target_date'],
  'state__group',
] as const

function groupItems(items: WorkItem[], by: string): Record<string, WorkItem[]> {
  const people = by === 'assignees__id' || by === 'assignees__ids'
  const key = groupable.find((known) => known === by) as keyof WorkItem | undefined
  if (!people && !key) throw badRequest({ error: 'Invalid group_by parameter' })
  const placed = items.flatMap((item) => {
    const values = people ? item.assignee_ids : [key ? item[key] : null]
    const groups = values.length > 0 ? values : [null]
    return groups.map((value) => ({ group: value === null ? 'None' : String(value), item }))
  })
  const groups = Map.groupBy(placed, ({ group }) => group)
  return Object.fromEntries([...groups].map(([id, some]) => [id, some.map(({ item }) => item)]))
}

export async function listSubItems(
  db: Db,
  member: ProjectMember,
  id: string,
  { kind, order_by, group_by }: { kind: Kind; order_by?: string; group_by?: string },
): Promise<SubItems> {
  await openItem(db, member, id, kind)
  const items = await childrenOf(db, member, [id], order_by)
  return {
    sub_issues: group_by ? groupItems(items, group_by) : items,
    state_distribution: distribute(items),
  }
}

/** For items the caller has access to, for each of them. */
export async function subItemsOfMany(db: Db, member: ProjectMember, ids: readonly string[]) {
  const children = Map.groupBy(await childrenOf(db, member, ids), ({ parent_id }) => parent_id)
  return (id: string): SubItems => {
    const items = children.get(id) ?? []
    return { sub_issues: items, state_distribution: distribute(items) }
  }
}

export const addSubItems = (
  db: Db,
  member: ProjectMember,
  id: string,
  { kind, ids }: { kind: Kind; ids: readonly string[] },
): Promise<SubItems> =>
  db.transaction().execute(async (tx) => {
    if (ids.length === 0) throw badRequest({ error: 'Sub Issue IDs are required' })
    await openVisible(tx, member, id, kind)
    const wanted = [...new Set(ids.map((one) => one.toLowerCase()))].toSorted()
    const places = await listMembershipsOf(tx, member, wanted)
    for (const child of wanted) {
      const place = places.get(child)
      if (!place) throw parentNotValid()
      if (place.role < 15) throw forbidden()
      const { project_id, identifier, role: project_role } = place
      const there = { ...member, project_id, identifier, project_role, sees_only_own: false }
      await applyPatch(tx, there, await lockForChange(tx, there, child), { parent_id: id })
    }
    const items = (await childrenOf(tx, member, [id])).filter((item) => wanted.includes(item.id))
    return { sub_issues: items, state_distribution: distribute(items) }
  })
