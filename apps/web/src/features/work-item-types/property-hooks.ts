import {
  workItemPropertiesApi as api,
  labelSortOrder,
  type NewWorkItemProperty,
  type WorkItemProperty,
  type WorkItemPropertyPatch,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { workspaceIdOf } from '#data/known-ids.ts'
import { propertyCollection } from '#entities/work-item-type/property-hooks.ts'

interface Added extends NewWorkItemProperty {
  type_id: string
}

export const useCreateProperty = creating(propertyCollection, {
  send: ({ slug }, { type_id, ...body }: Added & { id: string }) =>
    call(api.create, { params: { slug, type_id }, body }),
  draft: ({ slug }, { options = [], ...body }, properties): WorkItemProperty => ({
    ...{ help: '', is_multi: false, is_required: false, is_active: true },
    ...{ default_value: null, unit: '', decimals: null },
    sort_order: labelSortOrder(
      properties.findLast(({ type_id }) => type_id === body.type_id)?.sort_order,
      undefined,
    ),
    ...body,
    workspace_id: workspaceIdOf(slug),
    options: options.map((option, at) => ({
      ...{ property_id: body.id, name: '', color: '', sort_order: at, is_active: true },
      ...option,
    })),
  }),
  failure: 'properties.not_created',
})

/** The property as the patch leaves it; options are added and changed one by one. */
function patched(
  property: WorkItemProperty,
  { options = [], removed_option_ids = [], ...patch }: WorkItemPropertyPatch,
): WorkItemProperty {
  const remaining = property.options.filter(({ id }) => !removed_option_ids.includes(id))
  const saved = options.map((option) => ({
    ...{ property_id: property.id, name: '', color: '', sort_order: 0, is_active: true },
    ...remaining.find(({ id }) => id === option.id),
    ...option,
  }))
  const others = remaining.filter(({ id }) => !saved.some((one) => one.id === id))
  return {
    ...property,
    ...patch,
    options: [...others, ...saved].sort((a, b) => a.sort_order - b.sort_order),
  }
}

interface TypeRef {
  slug: string
  type_id: string
}

export const useChangeProperty = changing(propertyCollection, {
  send: ({ slug, type_id }: TypeRef, id, patch: WorkItemPropertyPatch) =>
    call(api.change, { params: { slug, type_id, id }, body: patch }),
  patched,
  failure: 'properties.not_updated',
})

export const useRemoveProperty = removing(propertyCollection, {
  send: ({ slug, type_id }: TypeRef, id) => call(api.remove, { params: { slug, type_id, id } }),
  failure: 'properties.not_deleted',
})
