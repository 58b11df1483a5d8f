import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, projectMembers } from '../core/policy.ts'
import { Choice, Id, Json } from '../core/shapes.ts'
import { WorkItem } from '../work-item/work-items.ts'

const WorkItemType = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  logo_props: Json,
  is_epic: Type.Boolean(),
  is_default: Type.Boolean(),
  is_active: Type.Boolean(),
  level: Type.Number(),
  /** The caller's projects that use it. */
  project_ids: Type.Array(Id),
})
export type WorkItemType = Static<typeof WorkItemType>

const count = Type.Integer()
const EpicAnalytics = Type.Object({
  backlog_issues: count,
  unstarted_issues: count,
  started_issues: count,
  completed_issues: count,
  cancelled_issues: count,
  overdue_issues: count,
  total_issues: count,
})
export type EpicAnalytics = Static<typeof EpicAnalytics>

const project = '/api/workspaces/:slug/projects/:project_id/'

const conversion = { body: Type.Object({ to: Choice(['epic', 'issue']) }), 200: WorkItem }

export const workItemTypesApi = {
  list: endpoint(anyProjectMember, `GET ${project}issue-types/`, {
    200: Type.Array(WorkItemType),
  }),
  convert: endpoint(projectMembers, `POST ${project}issues/:id/convert/`, conversion),
  convertEpic: endpoint(projectMembers, `POST ${project}epics/:id/convert/`, conversion),
  analytics: endpoint(anyProjectMember, `GET ${project}epics/:id/analytics/`, {
    200: EpicAnalytics,
  }),
}
