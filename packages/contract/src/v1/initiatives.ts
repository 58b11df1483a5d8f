import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { byToken, workspaceMembers } from '../core/policy.ts'
import { audit, Choice, Day, Id, Json, Nullable } from '../core/shapes.ts'
import { InitiativePatch, NewInitiative } from '../planning/initiatives.ts'
import { stateGroups } from '../project/states.ts'
import { ListQuery, ShapeQuery } from './lists.ts'
import { workspace } from './paths.ts'
import { PartProjectV1 } from './teamspaces.ts'

export const InitiativeV1 = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  name: Type.String(),
  description_html: Type.String(),
  lead: Nullable(Id),
  start_date: Nullable(Day),
  end_date: Nullable(Day),
  logo_props: Json,
  sort_order: Type.Number(),
})
export type InitiativeV1 = Static<typeof InitiativeV1>

const { name, description_html, logo_props, sort_order, start_date, end_date } =
  InitiativePatch.properties
const Patch = Type.Partial(
  Type.Object({
    ...{ name, description_html, logo_props, sort_order, start_date, end_date },
    lead: Nullable(Id),
  }),
)
export type InitiativePatchV1 = Static<typeof Patch>

const Wanted = Type.Object({ ...Patch.properties, name: NewInitiative.properties.name })
export type NewInitiativeV1 = Static<typeof Wanted>

const InitiativeEpic = Type.Object({
  id: Id,
  name: Type.String(),
  sequence_id: Type.Integer(),
  project: Id,
  state_group: Choice(stateGroups),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
})

const ids = Type.Array(Id, { minItems: 1, maxItems: 1000 })
const places = { body: Type.Object({ project_ids: ids }) }
const goals = { body: Type.Object({ epic_ids: ids }) }

const all = `${workspace}initiatives/` as const
const one = `${all}:initiative_id/` as const
const nothing = { 204: Type.Null() }
const inside = byToken(workspaceMembers)

/**
 * Members see all of them, with the projects and epics visible to them; creator, lead and admins
 * may change one.
 */
export const initiativesV1 = {
  list: endpoint(inside, `GET ${all}`, { query: ListQuery, 200: Page(Type.Array(InitiativeV1)) }),
  create: endpoint(inside, `POST ${all}`, { body: Wanted, 201: InitiativeV1 }),
  get: endpoint(inside, `GET ${one}`, { query: ShapeQuery, 200: InitiativeV1 }),
  change: endpoint(inside, `PATCH ${one}`, { body: Patch, 200: InitiativeV1 }),
  remove: endpoint(inside, `DELETE ${one}`, nothing),
  projects: endpoint(inside, `GET ${one}projects/`, {
    query: ListQuery,
    200: Page(Type.Array(PartProjectV1)),
  }),
  addProjects: endpoint(inside, `POST ${one}projects/`, {
    ...places,
    201: Type.Array(PartProjectV1),
  }),
  removeProjects: endpoint(inside, `DELETE ${one}projects/`, { ...places, ...nothing }),
  epics: endpoint(inside, `GET ${one}epics/`, {
    query: ListQuery,
    200: Page(Type.Array(InitiativeEpic)),
  }),
  addEpics: endpoint(inside, `POST ${one}epics/`, { ...goals, 201: Type.Array(InitiativeEpic) }),
  removeEpics: endpoint(inside, `DELETE ${one}epics/`, { ...goals, ...nothing }),
}
