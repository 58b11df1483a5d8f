import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyProjectMember, projectAdmins } from '../core/policy.ts'
import { Choice, Id, Nullable, withId } from '../core/shapes.ts'

/** In display order. `triage` is never included: it cannot be chosen. */
export const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
export type StateGroup = (typeof stateGroups)[number]

export const MAX_WIP_LIMIT = 9999
const WipLimit = Nullable(Type.Integer({ minimum: 1, maximum: MAX_WIP_LIMIT }))

export const State = Type.Object({
  id: Id,
  project_id: Id,
  workspace_id: Id,
  name: Type.String(),
  color: Type.String(),
  group: Choice(stateGroups),
  default: Type.Boolean(),
  description: Type.String(),
  sequence: Type.Number(),
  /** Work in progress: how many items the state should have at most. Exceeding it only warns. */
  wip_limit: WipLimit,
  /** The position in its group as a fraction; included in lists, not in a single state. */
  order: Type.Optional(Type.Number()),
})
export type State = Static<typeof State>

const text = Type.String({ minLength: 1, maxLength: 255 })

export const StatePatch = Type.Partial(
  Type.Object({
    name: text,
    color: text,
    group: Choice(stateGroups),
    description: Type.String({ maxLength: 10_000 }),
    sequence: Type.Number(),
    default: Type.Boolean(),
    wip_limit: WipLimit,
  }),
)
export type StatePatch = Static<typeof StatePatch>

/** A new state is added after the others; `sequence` is ignored. */
export const NewState = Type.Object({ ...StatePatch.properties, name: text, color: text })
export type NewState = Static<typeof NewState>

/** An array by `sequence`, or with `grouped=true` one per group. */
const States = Type.Unsafe<State[]>({
  anyOf: [Type.Array(State), Type.Record(Type.String(), Type.Array(State))],
})

const all = '/api/workspaces/:slug/projects/:project_id/states/'
const one = `${all}:id/` as const

export const statesApi = {
  list: endpoint(anyProjectMember, `GET ${all}`, {
    query: Type.Object({ grouped: Type.Optional(Type.String({ maxLength: 10 })) }),
    200: States,
  }),
  listOfWorkspace: endpoint(anyMember, 'GET /api/workspaces/:slug/states/', {
    200: Type.Array(State),
  }),
  create: endpoint(projectAdmins, `POST ${all}`, { body: withId(NewState), 200: State }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: State }),
  change: endpoint(projectAdmins, `PATCH ${one}`, { body: StatePatch, 200: State }),
  replace: endpoint(projectAdmins, `PUT ${one}`, { body: NewState, 200: State }),
  markDefault: endpoint(projectAdmins, `POST ${one}mark-default/`, { 204: Type.Null() }),
  remove: endpoint(projectAdmins, `DELETE ${one}`, { 204: Type.Null() }),
}

export type StateEvent =
  | { type: 'state.saved'; state: State }
  | { type: 'state.removed'; id: string; project_id: string }

/** By `sequence`, each with its place in its group. */
export function inStateOrder(states: readonly State[]): State[] {
  const sorted = states.toSorted((a, b) => a.sequence - b.sequence)
  const groups = Map.groupBy(sorted, ({ group }) => group)
  return sorted.map((state) => {
    const peers = groups.get(state.group) ?? []
    return { ...state, order: (peers.indexOf(state) + 1) / peers.length }
  })
}

/** A project's states after an event. Used for live and optimistic updates. */
export function applyStateEvent(states: State[], event: StateEvent): State[] {
  const gone = event.type === 'state.removed' ? event.id : event.state.id
  const others = states.filter(({ id }) => id !== gone)
  return inStateOrder(event.type === 'state.removed' ? others : [...others, event.state])
}
