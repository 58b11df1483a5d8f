import { type IntakeListQuery, intakeStatuses, PENDING } from '@cairn/contract'
import { sql as piece, postgres, raw } from '@cairn/work-item-query'
import { listItems, readParams } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { countsAs, type ListRow, listRow, toIntakeItem } from './queries.ts'

/** The dialect of lists for intake items. */
const dialect = {
  ...postgres,
  from: raw(`intake_items n join work_items i on i.id = n.work_item_id
    join states s on s.id = i.state_id`),
}

/** Pending ones unless others are requested; all if the list is empty. */
function readStatuses(text: string | undefined): readonly number[] {
  if (text === undefined) return [PENDING]
  const asked = new Set(text.split(',', 100).map((value) => value.trim()))
  const known = intakeStatuses.filter((status) => asked.has(String(status)))
  const isEmpty = [...asked].every((value) => value === '' || value === 'null')
  return isEmpty ? intakeStatuses : known
}

const orders = new Set(['created_at', 'updated_at', 'sequence_id'])

/** Parses `-issue__created_at` into the order of item lists; any other value gives the default. */
function readOrder(text = ''): string {
  const [, minus = '', key = ''] = /^(-?)issue__(\w+)$/.exec(text) ?? []
  return orders.has(key) ? `${minus}${key}` : '-created_at'
}

export async function listIntakeItems(db: Db, member: ProjectMember, query: IntakeListQuery) {
  const { project_id, user_id, sees_only_own } = member
  const { status, order_by, ...params } = readParams(query)
  const base = piece`n.project_id = ${project_id} and n.deleted_at is null
    and i.deleted_at is null and ${raw(countsAs)} = any(${readStatuses(status).map(String)}::int[])`
  const page = await listItems<ListRow>(
    db,
    member,
    { ...params, order_by: readOrder(order_by) },
    {
      base: sees_only_own ? piece`${base} and i.created_by = ${user_id}` : base,
      groupsOf: async () => [],
      rows: { dialect, columns: raw(listRow) },
    },
  )
  return { ...page, results: (page.results as ListRow[]).map(toIntakeItem) }
}
