import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectAdmins } from '../core/policy.ts'
import { audit, Choice, Id } from '../core/shapes.ts'
import { stateGroups } from '../project/states.ts'
import { external, ListQuery, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'

export const StateV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description: Type.String(),
  color: Type.String(),
  slug: Type.String(),
  sequence: Type.Number(),
  group: Choice(stateGroups),
  is_triage: Type.Boolean(),
  default: Type.Boolean(),
  ...external,
  project: Id,
  workspace: Id,
})
export type StateV1 = Static<typeof StateV1>

const text = Type.String({ minLength: 1, maxLength: 255 })

const StatePatch = Type.Partial(
  Type.Object({
    name: text,
    color: text,
    description: Type.String({ maxLength: 10_000 }),
    sequence: Type.Number(),
    /** `triage` is parsed but rejected: only intake uses it. */
    group: Choice([...stateGroups, 'triage']),
    default: Type.Boolean(),
    ...external,
  }),
)
export type StatePatchV1 = Static<typeof StatePatch>

/** A new state is added after the others; `sequence` is ignored. */
const NewState = Type.Object({ ...StatePatch.properties, name: text, color: text })
export type NewStateV1 = Static<typeof NewState>

const all = `${project}states/` as const
const one = `${all}:state_id/` as const

export const statesV1 = {
  list: endpoint(byToken(anyProjectMember), `GET ${all}`, {
    query: ListQuery,
    200: Page(Type.Array(StateV1)),
  }),
  create: endpoint(byToken(projectAdmins), `POST ${all}`, { body: NewState, 200: StateV1 }),
  get: endpoint(byToken(anyProjectMember), `GET ${one}`, { query: ShapeQuery, 200: StateV1 }),
  change: endpoint(byToken(projectAdmins), `PATCH ${one}`, { body: StatePatch, 200: StateV1 }),
  remove: endpoint(byToken(projectAdmins), `DELETE ${one}`, { 204: Type.Null() }),
}
