import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import {
  anyMember,
  anyProjectMember,
  byToken,
  projectAdmins,
  projectMembers,
} from '../core/policy.ts'
import { audit, Choice, DateTime, Id, Json, Nullable } from '../core/shapes.ts'
import { MAX_PROPERTY_OPTIONS } from '../project/work-item-properties.ts'
import { external } from './lists.ts'
import { project, workspace } from './paths.ts'
import type { Tree } from './work-items.ts'

/** How programs call the kinds; for users and items it is `RELATION`. */
const propertyTypes = [
  ...(['TEXT', 'DECIMAL', 'OPTION', 'BOOLEAN', 'DATETIME', 'RELATION', 'URL'] as const),
] as const
export type PropertyTypeV1 = (typeof propertyTypes)[number]

const relationTypes = ['USER', 'ISSUE'] as const

export const OptionV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description: Type.String(),
  color: Type.String(),
  is_active: Type.Boolean(),
  is_default: Type.Boolean(),
  sort_order: Type.Number(),
  logo_props: Json,
  parent: Type.Null(),
  property: Id,
  ...external,
  project: Id,
  workspace: Id,
})
export type OptionV1 = Static<typeof OptionV1>

export const PropertyV1 = Type.Object({
  id: Id,
  ...audit,
  /** Made of `display_name`. */
  name: Type.String(),
  display_name: Type.String(),
  description: Type.String(),
  property_type: Choice(propertyTypes),
  relation_type: Nullable(Choice(relationTypes)),
  is_required: Type.Boolean(),
  is_active: Type.Boolean(),
  is_multi: Type.Boolean(),
  /** As texts. */
  default_value: Type.Array(Type.String()),
  settings: Json,
  validation_rules: Json,
  logo_props: Json,
  sort_order: Type.Number(),
  issue_type: Id,
  options: Type.Array(OptionV1),
  ...external,
  project: Id,
  workspace: Id,
})
export type PropertyV1 = Static<typeof PropertyV1>

/** Of properties of the workspace, which are in no project. */
const WorkspacePropertyV1 = Type.Object({
  ...PropertyV1.properties,
  project: Type.Null(),
  options: Type.Array(Type.Object({ ...OptionV1.properties, project: Type.Null() })),
})
export type WorkspacePropertyV1 = Static<typeof WorkspacePropertyV1>

const name = Type.String({ minLength: 1, maxLength: 255 })

const OptionPatch = Type.Partial(
  Type.Object({
    name,
    color: Type.String({ maxLength: 255 }),
    is_active: Type.Boolean(),
    is_default: Type.Boolean(),
    sort_order: Type.Number(),
    ...external,
  }),
)
export type OptionPatchV1 = Static<typeof OptionPatch>
const NewOption = Type.Object({ ...OptionPatch.properties, name })
export type NewOptionV1 = Static<typeof NewOption>

const PropertyPatch = Type.Partial(
  Type.Object({
    display_name: name,
    description: Nullable(Type.String({ maxLength: 1000 })),
    is_required: Type.Boolean(),
    is_active: Type.Boolean(),
    is_multi: Type.Boolean(),
    default_value: Nullable(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 })),
    /** Of numbers `unit` and `decimals`; of dates `display_format`, by which they have a time. */
    settings: Nullable(Json),
    sort_order: Type.Number(),
    ...external,
  }),
)
export type PropertyPatchV1 = Static<typeof PropertyPatch>

const NewProperty = Type.Object({
  ...PropertyPatch.properties,
  display_name: name,
  property_type: Choice(propertyTypes),
  relation_type: Type.Optional(Nullable(Choice(relationTypes))),
  options: Type.Optional(Type.Array(NewOption, { maxItems: MAX_PROPERTY_OPTIONS })),
})
export type NewPropertyV1 = Static<typeof NewProperty>

/** One value; of several each has its own. */
export const ValueV1 = Type.Object({
  id: Id,
  property_id: Id,
  issue_id: Id,
  value: Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
  value_type: Choice(propertyTypes),
  ...external,
  created_at: DateTime,
  updated_at: DateTime,
})
export type ValueV1 = Static<typeof ValueV1>

/** One value, or all of several. Null clears it. */
const NewValue = Type.Object({
  value: Type.Unsafe<string | number | boolean | (string | number | boolean)[] | null>({
    type: ['string', 'number', 'boolean', 'array', 'null'],
    maxLength: 10_000,
    maxItems: 100,
    items: { type: ['string', 'number', 'boolean'], maxLength: 10_000 },
  }),
  ...Type.Partial(Type.Object(external)).properties,
})
export type NewValueV1 = Static<typeof NewValue>

const read = byToken(anyProjectMember)
const define = byToken(projectAdmins)
const ofType = `${project}work-item-types/:type_id/work-item-properties/` as const
const ofProject = `${project}work-item-properties/` as const
const one = `${ofType}:property_id/` as const
const options = `${ofProject}:property_id/options/` as const
const option = `${options}:option_id/` as const
const nothing = { 204: Type.Null() }

/** Properties belong to the types of the workspace: only its admins define them. */
export const propertiesV1 = {
  list: endpoint(read, `GET ${ofType}`, { 200: Type.Array(PropertyV1) }),
  create: endpoint(define, `POST ${ofType}`, { body: NewProperty, 201: PropertyV1 }),
  get: endpoint(read, `GET ${one}`, { 200: PropertyV1 }),
  change: endpoint(define, `PATCH ${one}`, { body: PropertyPatch, 200: PropertyV1 }),
  remove: endpoint(define, `DELETE ${one}`, nothing),
  /** Of all types the project uses. */
  ofProject: endpoint(read, `GET ${ofProject}`, { 200: Type.Array(PropertyV1) }),
  ofWorkspace: endpoint(byToken(anyMember), `GET ${workspace}work-item-properties/`, {
    200: Type.Array(WorkspacePropertyV1),
  }),
  options: endpoint(read, `GET ${options}`, { 200: Type.Array(OptionV1) }),
  addOption: endpoint(define, `POST ${options}`, { body: NewOption, 201: OptionV1 }),
  getOption: endpoint(read, `GET ${option}`, { 200: OptionV1 }),
  changeOption: endpoint(define, `PATCH ${option}`, { body: OptionPatch, 200: OptionV1 }),
  removeOption: endpoint(define, `DELETE ${option}`, nothing),
}

const Values = Type.Unsafe<ValueV1 | ValueV1[]>({ anyOf: [ValueV1, Type.Array(ValueV1)] })

function valuesAt<T extends Tree>(tree: T) {
  const values = `${project}${tree}/:issue_id/work-item-properties/:property_id/values/` as const
  return {
    /** Of a property with several values a list; of another one the value, or 404 without one. */
    get: endpoint(read, `GET ${values}`, { 200: Values }),
    /** Both write what the item has then: there is no difference. */
    set: endpoint(byToken(projectMembers), `POST ${values}`, { body: NewValue, 200: Values }),
    change: endpoint(byToken(projectMembers), `PATCH ${values}`, { body: NewValue, 200: Values }),
    remove: endpoint(byToken(projectMembers), `DELETE ${values}`, nothing),
  }
}

export const workItemValuesV1 = valuesAt('work-items')
export const issueValuesV1 = valuesAt('issues')
