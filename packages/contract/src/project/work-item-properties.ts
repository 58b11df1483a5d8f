import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, workspaceAdmins } from '../core/policy.ts'
import { Choice, Id, Nullable, withId } from '../core/shapes.ts'
import { MAX_PROPERTY_TEXT, SentPropertyValue, StoredPropertyValue } from './property-values.ts'

/** What a property holds. Of `option`, `person` and `item` it may be several: `is_multi`. */
export const propertyKinds = [
  ...(['text', 'number', 'boolean', 'date', 'datetime'] as const),
  ...(['option', 'person', 'link', 'item'] as const),
] as const
export type PropertyKind = (typeof propertyKinds)[number]

/** The kinds whose values are ids: of options, users, or work items. */
const listKinds: readonly PropertyKind[] = ['option', 'person', 'item']
export const isListKind = (kind: PropertyKind) => listKinds.includes(kind)

export const MAX_PROPERTY_OPTIONS = 500
export const MAX_PROPERTY_DECIMALS = 6

const OptionName = Type.String({ minLength: 1, maxLength: 255 })
const Color = Type.String({ maxLength: 255 })

export const PropertyOption = Type.Object({
  id: Id,
  property_id: Id,
  name: Type.String(),
  color: Type.String(),
  sort_order: Type.Number(),
  /** If false, it is no longer offered; items keep it. */
  is_active: Type.Boolean(),
})
export type PropertyOption = Static<typeof PropertyOption>

/** A property of a type: items of that type can have a value for it. */
export const WorkItemProperty = Type.Object({
  id: Id,
  type_id: Id,
  workspace_id: Id,
  name: Type.String(),
  /** What it means, for those who fill it in. */
  help: Type.String(),
  kind: Choice(propertyKinds),
  is_multi: Type.Boolean(),
  /** Items of the type cannot be created without a value, and it cannot be cleared. */
  is_required: Type.Boolean(),
  /** If false, it is no longer offered or required; items keep their values. */
  is_active: Type.Boolean(),
  /** The value of items created without one. */
  default_value: StoredPropertyValue,
  /** Of numbers, shown behind them. */
  unit: Type.String(),
  /** Of numbers: so many digits after the point at most, and shown; null: any. */
  decimals: Nullable(Type.Integer()),
  sort_order: Type.Number(),
  /** Of the kind `option`, in order. */
  options: Type.Array(PropertyOption),
})
export type WorkItemProperty = Static<typeof WorkItemProperty>

const Name = Type.String({ minLength: 1, maxLength: 255 })

/** An option that is added, or changed if the property has it already; the client chooses the id. */
const SavedOption = Type.Object({
  id: Id,
  name: Type.Optional(OptionName),
  color: Type.Optional(Color),
  /** Without one, a new option is added after the others. */
  sort_order: Type.Optional(Type.Number()),
  is_active: Type.Optional(Type.Boolean()),
})
export type SavedOption = Static<typeof SavedOption>

const changeable = {
  help: Type.String({ maxLength: 1000 }),
  is_required: Type.Boolean(),
  is_active: Type.Boolean(),
  default_value: SentPropertyValue,
  unit: Type.String({ maxLength: 20 }),
  decimals: Nullable(Type.Integer({ minimum: 0, maximum: MAX_PROPERTY_DECIMALS })),
  sort_order: Type.Number(),
  /** These are added or changed; those not listed stay as they are. */
  options: Type.Array(SavedOption, { maxItems: MAX_PROPERTY_OPTIONS }),
}

/** The kind never changes; whether there may be several values can only be allowed later. */
export const WorkItemPropertyPatch = Type.Partial(
  Type.Object({
    ...changeable,
    name: Name,
    is_multi: Type.Boolean(),
    /** Removed with the values that items have of them. */
    removed_option_ids: Type.Array(Id, { maxItems: MAX_PROPERTY_OPTIONS }),
  }),
)
export type WorkItemPropertyPatch = Static<typeof WorkItemPropertyPatch>

/** A new property is added after the others of its type, unless it has a `sort_order`. */
export const NewWorkItemProperty = Type.Object({
  ...Type.Partial(Type.Object(changeable)).properties,
  name: Name,
  kind: Choice(propertyKinds),
  is_multi: Type.Optional(Type.Boolean()),
})
export type NewWorkItemProperty = Static<typeof NewWorkItemProperty>

/**
 * Where the values of a type's properties go when an item gets another type: from the id of a
 * property to the id of one of the new type, or to null. What it does not name goes to the property
 * of the same name, if the values fit; what fits nowhere is removed, and recorded in the history.
 */
export const PropertyMapping = Type.Record(Type.String(), Nullable(Id))
export type PropertyMapping = Static<typeof PropertyMapping>

const workspace = '/api/workspaces/:slug/'
const ofWorkspace = `${workspace}work-item-properties/` as const
const ofType = `${workspace}issue-types/:type_id/properties/` as const
const one = `${ofType}:id/` as const

const ReferencedItem = Type.Object({
  id: Id,
  project_id: Id,
  project_identifier: Type.String(),
  sequence_id: Type.Integer(),
  name: Type.String(),
  state_id: Id,
  type_id: Nullable(Id),
})
/** A work item that is the value of a property. */
export type ReferencedItem = Static<typeof ReferencedItem>

export const workItemPropertiesApi = {
  /** Of all types; also those that are not active. */
  list: endpoint(anyMember, `GET ${ofWorkspace}`, { 200: Type.Array(WorkItemProperty) }),
  create: endpoint(workspaceAdmins, `POST ${ofType}`, {
    body: withId(NewWorkItemProperty),
    201: WorkItemProperty,
  }),
  change: endpoint(workspaceAdmins, `PATCH ${one}`, {
    body: WorkItemPropertyPatch,
    200: WorkItemProperty,
  }),
  /** With its values. */
  remove: endpoint(workspaceAdmins, `DELETE ${one}`, { 204: Type.Null() }),
  /** The items that values name, by their ids separated by commas; only those the caller sees. */
  referencedItems: endpoint(anyMember, `GET ${ofWorkspace}items/`, {
    query: Type.Object({ ids: Type.String({ maxLength: MAX_PROPERTY_TEXT }) }),
    200: Type.Array(ReferencedItem),
  }),
}

export type WorkItemPropertyEvent =
  | { type: 'work_item_property.saved'; work_item_property: WorkItemProperty }
  | { type: 'work_item_property.removed'; id: string; workspace_id: string }

/** Of one type by `sort_order`. */
export const byPropertyOrder = (a: WorkItemProperty, b: WorkItemProperty) =>
  a.sort_order - b.sort_order || (a.name < b.name ? -1 : 1)

/** A workspace's properties after an event. */
export function applyWorkItemPropertyEvent(
  properties: WorkItemProperty[],
  event: WorkItemPropertyEvent,
): WorkItemProperty[] {
  if (event.type === 'work_item_property.removed') {
    return properties.filter(({ id }) => id !== event.id)
  }
  const { work_item_property: saved } = event
  return [...properties.filter(({ id }) => id !== saved.id), saved].sort(byPropertyOrder)
}

/** The properties that items of a type are asked for, in order. */
export const propertiesOfType = (
  properties: readonly WorkItemProperty[],
  type_id: string | null,
): WorkItemProperty[] =>
  properties.filter((one) => one.type_id === type_id && one.is_active).sort(byPropertyOrder)
