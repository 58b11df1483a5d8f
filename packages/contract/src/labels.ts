import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { anyProjectMember } from './policy.ts'
import { Id, Nullable } from './shapes.ts'

export const Label = Type.Object({
  id: Id,
  name: Type.String(),
  color: Type.String(),
  parent: Nullable(Id),
  project_id: Id,
  workspace_id: Id,
  sort_order: Type.Number(),
})
export type Label = Static<typeof Label>

export const labelsApi = {
  list: endpoint(anyProjectMember, 'GET /api/workspaces/:slug/projects/:project_id/issue-labels/', {
    200: Type.Array(Label),
  }),
}
