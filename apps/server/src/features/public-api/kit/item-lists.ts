import type { ItemV1, ListQuery } from '@cairn/contract/v1'
import { orderKeys, postgres, raw } from '@cairn/work-item-query'
import { type Context, listItems } from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { present } from './shaping.ts'

/** The contract's work item, from `work_items as i`. */
export const itemColumns = `
  i.id, i.name, i.description_html, i.description_stripped, null as description_binary, i.priority,
  i.start_date, i.target_date, i.sequence_id, i.sort_order, i.completed_at, i.archived_at,
  i.updated_at as last_activity_at, i.is_draft, null as point, i.type_id, i.type_id as type,
  i.state_id as state, i.parent_id as parent, i.estimate_point,
  array(
    select a.user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
    order by a.user_id
  ) as assignees,
  array(
    select l.label_id from work_item_labels l where l.work_item_id = i.id order by l.label_id
  ) as labels,
  i.external_source, i.external_id, i.project_id as project, i.workspace_id as workspace,
  i.created_at, i.updated_at, i.created_by, i.updated_by, i.deleted_at`

const rows = { words: postgres, columns: raw(itemColumns), alone: raw('work_items i') }

function readOrder(asked: string | undefined, usual: string): string {
  const order = asked || usual
  if (orderKeys.some((key) => key === order.replace(/^-/, ''))) return order
  throw badRequest({ error: 'Please provide valid detail' })
}

/** One page of a context's items, by the application's own list engine. */
export async function pageItems(
  db: Db,
  reader: Member,
  { per_page, cursor, order_by, ...shape }: ListQuery,
  context: Context,
  usualOrder: string,
) {
  const params = {
    order_by: readOrder(order_by, usualOrder),
    ...(per_page && { per_page }),
    ...(cursor && { cursor }),
  }
  const { results, ...page } = await listItems<ItemV1>(db, reader, params, { ...context, rows })
  // Ungrouped, so its rows are a list.
  return { ...page, results: await present(db, reader, shape, results as ItemV1[]) }
}
