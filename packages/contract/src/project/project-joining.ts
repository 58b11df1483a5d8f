import { Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { workspaceMembers } from '../core/policy.ts'
import { Id } from '../core/shapes.ts'

const url = '/api/users/me/workspaces/:slug/projects/invitations/'

export const projectJoiningApi = {
  join: endpoint(workspaceMembers, `POST ${url}`, {
    body: Type.Object({ project_ids: Type.Array(Id, { maxItems: 100 }) }),
    201: Type.Object({ message: Type.String() }),
  }),
}
