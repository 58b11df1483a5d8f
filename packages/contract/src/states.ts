import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { anyProjectMember } from './policy.ts'
import { Choice, Id } from './shapes.ts'

/** In the order they are shown everywhere. `triage` is never among them: nobody picks it. */
export const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
export type StateGroup = (typeof stateGroups)[number]

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
  order: Type.Optional(Type.Number()),
})
export type State = Static<typeof State>

export const statesApi = {
  list: endpoint(anyProjectMember, 'GET /api/workspaces/:slug/projects/:project_id/states/', {
    200: Type.Array(State),
  }),
}
