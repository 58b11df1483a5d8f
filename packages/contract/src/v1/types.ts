import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { audit, Id, Json } from '../core/shapes.ts'
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

const read = byToken(anyProjectMember)
const write = byToken(projectMembers)
const none = Type.Array(Type.Never())

/** Types belong to the workspace and cannot be created here: only reads are supported. */
function typesAt<Path extends 'work-item-types' | 'issue-types'>(path: Path) {
  const all = `${project}${path}/` as const
  const one = `${all}:type_id/` as const
  return {
    list: endpoint(read, `GET ${all}`, { 200: Type.Array(TypeV1) }),
    get: endpoint(read, `GET ${one}`, { 200: TypeV1 }),
    notServed: {
      create: endpoint(write, `POST ${all}`, nowhere),
      change: endpoint(write, `PATCH ${one}`, nowhere),
      remove: endpoint(write, `DELETE ${one}`, nowhere),
    },
  }
}

export const typesV1 = typesAt('work-item-types')
export const typesAliasV1 = typesAt('issue-types')

const properties = `${project}work-item-types/:type_id/work-item-properties/` as const
const allProperties = `${project}work-item-properties/` as const
const options = `${project}work-item-properties/:property_id/options/` as const
const milestones = `${project}milestones/` as const

/** What other servers of this API have and this one does not: reads return nothing. */
export const emptyV1 = {
  properties: endpoint(read, `GET ${properties}`, { 200: none }),
  allProperties: endpoint(read, `GET ${allProperties}`, { 200: none }),
  options: endpoint(read, `GET ${options}`, { 200: none }),
  milestones: endpoint(read, `GET ${milestones}`, { query: ListQuery, 200: Page(none) }),
  notServed: {
    addProperty: endpoint(write, `POST ${properties}`, nowhere),
    addProjectProperty: endpoint(write, `POST ${allProperties}`, nowhere),
    addOption: endpoint(write, `POST ${options}`, nowhere),
    addMilestone: endpoint(write, `POST ${milestones}`, nowhere),
  },
}
