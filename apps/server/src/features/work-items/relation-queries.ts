import type { RelatedItem, WorkItem, WorkItemWithRelations } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { visibleAcross } from '#product/scope-queries.ts'

interface Pair extends RelatedItem {
  /** The listed item. */
  of: string
  is_source: boolean
}

/** Relations of these items in both directions, if the reader may see the other end. */
const findRelations = async (db: Db, member: Member, ids: string[]) => {
  const { rows } = await sql<Pair>`
    select ends."of", ends.is_source, r.type as relation_type, o.id, o.project_id, o.sequence_id,
      o.name, o.state_id, o.priority, o.created_by, o.created_at, o.updated_at, o.updated_by
    from work_item_relations r
    cross join lateral (values
      (r.work_item_id, true, r.related_id), (r.related_id, false, r.work_item_id)
    ) ends ("of", is_source, other)
    join work_items o on o.id = ends.other and o.deleted_at is null
      and ${visibleAcross(member, 'o')}
    where ends."of" = any(${ids}::uuid[])
      and (r.work_item_id = any(${ids}::uuid[]) or r.related_id = any(${ids}::uuid[]))
      and r.deleted_at is null
    order by o.created_at desc, o.id desc`.execute(db)
  return rows
}

/** Adds what `expand` requests: relations stored on the rows, and those stored on the other end. */
export async function addRelations(
  db: Db,
  caller: Member,
  items: readonly WorkItem[],
  expand = '',
): Promise<WorkItemWithRelations[]> {
  const wanted = new Set(expand.split(','))
  const [forth, back] = [wanted.has('issue_relation'), wanted.has('issue_related')]
  if ((!forth && !back) || items.length === 0) return [...items]
  const pairs = await findRelations(
    db,
    caller,
    items.map(({ id }) => id),
  )
  const of = (id: string, source: boolean) =>
    pairs
      .filter((pair) => pair.of === id && pair.is_source === source)
      .map(({ of: _of, is_source, ...other }) => other)
  return items.map((item) => ({
    ...item,
    ...(forth && { issue_relation: of(item.id, true) }),
    ...(back && { issue_related: of(item.id, false) }),
  }))
}
