import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { signedIn } from '../core/policy.ts'
import { UserLite } from '../identity/account.ts'
import { ProjectMemberDetail } from '../project/project-members.ts'
import { Workspace } from './workspaces.ts'

const OwnProjectMember = Type.Object({ ...ProjectMemberDetail.properties, member: UserLite })
export type OwnProjectMember = Static<typeof OwnProjectMember>

const Nothing = Type.Object({}, { additionalProperties: false })

/** Empty without a visit, or if the caller has no access to the workspace any more. */
const LastVisited = Type.Object({
  workspace_details: Type.Unsafe<Workspace | Record<string, never>>({
    anyOf: [Workspace, Nothing],
  }),
  project_details: Type.Array(OwnProjectMember),
})
export type LastVisited = Static<typeof LastVisited>

export const lastVisitedApi = {
  get: endpoint(signedIn, 'GET /api/users/last-visited-workspace/', { 200: LastVisited }),
}
