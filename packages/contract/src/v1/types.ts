import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { audit, Id, Json, Nullable } from '../core/shapes.ts'
import { external, ListQuery, nowhere } from './lists.ts'
import { project } from './paths.ts'

export const TypeV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description: Type.String(),
  logo_props: Json,
  is_epic: Type.Boolean(),
  is_default: Type.Boolean(),
  is_active: Type.Boolean(),
  level: Type.Number(),
  /** The caller's projects that use it. */
  project_ids: Type.Array(Id),
  ...external,
  workspace: Id,
})
export type TypeV1 = Static<typeof TypeV1>

const name = Type.String({ minLength: 1, maxLength: 255 })

const TypePatch = Type.Partial(
  Type.Object({
    name,
    description: Nullable(Type.String({ maxLength: 1000 })),
    logo_props: Json,
    /** There is one type for epics; it cannot be created here, and no other becomes one. */
    is_epic: Type.Boolean(),
    is_active: Type.Boolean(),
    ...external,
  }),
)
export type TypePatchV1 = Static<typeof TypePatch>

const NewType = Type.Object({ ...TypePatch.properties, name })
export type NewTypeV1 = Static<typeof NewType>

const read = byToken(anyProjectMember)
const write = byToken(projectMembers)
const none = Type.Array(Type.Never())

/** Types belong to the workspace: its admins define them. The project uses those created here. */
function typesAt<Path extends 'work-item-types' | 'issue-types'>(path: Path) {
  const all = `${project}${path}/` as const
  const one = `${all}:type_id/` as const
  return {
    list: endpoint(read, `GET ${all}`, { 200: Type.Array(TypeV1) }),
    get: endpoint(read, `GET ${one}`, { 200: TypeV1 }),
    create: endpoint(write, `POST ${all}`, { body: NewType, 201: TypeV1 }),
    change: endpoint(write, `PATCH ${one}`, { body: TypePatch, 200: TypeV1 }),
    /** Only if no work item has it. */
    remove: endpoint(write, `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const typesV1 = typesAt('work-item-types')
export const typesAliasV1 = typesAt('issue-types')

/** The project uses these types of the workspace, too. */
export const importTypesV1 = endpoint(write, `POST ${project}import-work-item-types/`, {
  body: Type.Object({ work_item_type_ids: Type.Array(Id, { maxItems: 100 }) }),
  200: Type.Array(TypeV1),
})

const milestones = `${project}milestones/` as const

/** What other servers of this API have and this one does not: reads return nothing. */
export const emptyV1 = {
  milestones: endpoint(read, `GET ${milestones}`, { query: ListQuery, 200: Page(none) }),
  notServed: {
    addProjectProperty: endpoint(write, `POST ${project}work-item-properties/`, nowhere),
    addMilestone: endpoint(write, `POST ${milestones}`, nowhere),
  },
}
