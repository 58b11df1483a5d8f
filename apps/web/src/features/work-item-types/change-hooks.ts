import {
  workItemTypesApi as api,
  labelSortOrder,
  type NewWorkItemType,
  type WorkItemType,
  type WorkItemTypePatch,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { changing, creating, removalIn } from '#data/collection-actions.ts'
import { workspaceIdOf } from '#data/known-ids.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { typeCollection } from '#entities/work-item-type/hooks.ts'

const lastOf = (types: readonly WorkItemType[]) =>
  types.findLast(({ is_epic }) => !is_epic)?.sort_order

export const useCreateType = creating(typeCollection, {
  send: (params, body: NewWorkItemType) => call(api.create, { params, body }),
  draft: ({ slug }, { id, name, description = '', logo_props = {} }, types): WorkItemType => ({
    ...{ id, name, description, logo_props, workspace_id: workspaceIdOf(slug), level: 0 },
    ...{ is_epic: false, is_default: false, is_active: true },
    sort_order: labelSortOrder(lastOf(types), undefined),
  }),
  failure: 'types.not_created',
})

export const useChangeType = changing(typeCollection, {
  send: (params, id, patch: WorkItemTypePatch) =>
    call(api.change, { params: { ...params, id }, body: patch }),
  failure: 'types.not_updated',
})

/** Its items get the type `replacement`; without one it must have no items. */
export const useRemoveType = (slug: string, replacement: string | undefined) =>
  useOptimisticMutation(
    removalIn(typeCollection, {
      send: (params, id) => call(api.remove, { params: { ...params, id }, query: { replacement } }),
      failure: 'types.not_deleted',
    })({ slug }),
  )
