import type { ListShape } from './grouped-items.ts'
import type { ListContext } from './list-context.ts'
import type { GroupField, ListParams } from './list-params.ts'

/** What a request says about the position of items in its response. */
export const shapeOf = (
  context: ListContext,
  params: ListParams,
  isJoined: (project_id: string) => boolean,
): ListShape => ({
  context,
  params,
  order: params.order_by ?? '-created_at',
  group: (params.group_by as GroupField | undefined) ?? null,
  subGroup: (params.sub_group_by as GroupField | undefined) ?? null,
  isJoined,
})
