import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { projectMembers } from '../core/policy.ts'
import { Choice, DateTime, Day, Id, Nullable, rowAudit, withId } from '../core/shapes.ts'
import { priorities } from '../work-item/work-items.ts'
import { PropertyChanges, PropertyValues } from './property-values.ts'

const ids = Type.Array(Id, { maxItems: 100 })
/** Days after the one on which the item is created. */
const Later = Nullable(Type.Integer({ minimum: 0, maximum: 3650 }))

export const MAX_TEMPLATE_ITEMS = 100

const itemFields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  description_html: Type.String({ maxLength: 1_000_000 }),
  priority: Choice(priorities),
  /** Null: the project's default; so is a null type. */
  state_id: Nullable(Id),
  type_id: Nullable(Id),
  estimate_point: Nullable(Id),
  label_ids: ids,
  assignee_ids: ids,
  module_ids: ids,
  start_after: Later,
  due_after: Later,
  /** The position of its parent, which comes before it; null in the first one. */
  parent: Nullable(Type.Integer({ minimum: 0, maximum: MAX_TEMPLATE_ITEMS })),
}

/** An item to be. What no longer exists when it is created, such as a deleted label, is left out. */
export const TemplateItem = Type.Object({
  ...itemFields,
  /** Of its type's properties, by their ids. */
  property_values: PropertyValues,
})
export type TemplateItem = Static<typeof TemplateItem>

const NewTemplateItem = Type.Object({
  ...itemFields,
  property_values: Type.Optional(PropertyChanges),
})
export type NewTemplateItem = Static<typeof NewTemplateItem>

const Rule = Type.String({ minLength: 1, maxLength: 200 })
/** Local time in the project's time zone. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

export const NewRecurrence = Type.Object({
  /** As in RFC 5545: `FREQ=WEEKLY;BYDAY=MO`. */
  rule: Rule,
  starts_on: Day,
  time: TimeOfDay,
  is_paused: Type.Boolean(),
})
export type NewRecurrence = Static<typeof NewRecurrence>

/** Items are created by the rule on behalf of who set it. */
const Recurrence = Type.Object({
  ...NewRecurrence.properties,
  /** Null while paused, and after the last time. */
  next_at: Nullable(DateTime),
  /** The next days, at most five. */
  next_days: Type.Array(Day),
  created_count: Type.Integer(),
})
export type Recurrence = Static<typeof Recurrence>

/** An item with sub-items to create again and again. */
export const ItemTemplate = Type.Object({
  id: Id,
  ...rowAudit,
  workspace_id: Id,
  project_id: Id,
  name: Type.String(),
  items: Type.Array(TemplateItem),
  recurrence: Nullable(Recurrence),
})
export type ItemTemplate = Static<typeof ItemTemplate>

const Name = Type.String({ minLength: 1, maxLength: 255 })
const Items = Type.Array(NewTemplateItem, { minItems: 1, maxItems: MAX_TEMPLATE_ITEMS })

export const NewItemTemplate = Type.Object({ name: Name, items: Items })
export type NewItemTemplate = Static<typeof NewItemTemplate>

export const ItemTemplatePatch = Type.Partial(NewItemTemplate)
export type ItemTemplatePatch = Static<typeof ItemTemplatePatch>

const project = '/api/workspaces/:slug/projects/:project_id/'
const all = `${project}item-templates/` as const
const one = `${all}:id/` as const

/** Created and used by project members; changed and deleted by their creator or an admin. */
export const itemTemplatesApi = {
  list: endpoint(projectMembers, `GET ${all}`, { 200: Type.Array(ItemTemplate) }),
  create: endpoint(projectMembers, `POST ${all}`, {
    body: withId(NewItemTemplate),
    201: ItemTemplate,
  }),
  /** From an item with its sub-items; later changes of either do not affect the other. */
  createFromItem: endpoint(projectMembers, `POST ${project}issues/:id/templates/`, {
    body: withId(Type.Object({ name: Name })),
    201: ItemTemplate,
  }),
  change: endpoint(projectMembers, `PATCH ${one}`, { body: ItemTemplatePatch, 200: ItemTemplate }),
  remove: endpoint(projectMembers, `DELETE ${one}`, { 204: Type.Null() }),
  recur: endpoint(projectMembers, `PUT ${one}recurrence/`, {
    body: NewRecurrence,
    200: ItemTemplate,
  }),
  endRecurrence: endpoint(projectMembers, `DELETE ${one}recurrence/`, { 200: ItemTemplate }),
}

export type ItemTemplateEvent =
  | { type: 'item_template.saved'; template: ItemTemplate }
  | { type: 'item_template.removed'; id: string; project_id: string }

export function applyItemTemplateEvent(
  list: ItemTemplate[],
  event: ItemTemplateEvent,
): ItemTemplate[] {
  if (event.type === 'item_template.removed') return list.filter(({ id }) => id !== event.id)
  const { template } = event
  const others = list.filter(({ id }) => id !== template.id)
  return [...others, template].sort(
    (a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
  )
}
