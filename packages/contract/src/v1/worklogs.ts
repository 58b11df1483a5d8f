import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, byToken } from '../core/policy.ts'
import { Id, Nullable, rowAudit } from '../core/shapes.ts'
import { NewWorkLog, WorkLog } from '../work-item/time.ts'
import { project } from './paths.ts'
import type { Tree } from './work-items.ts'

const { description, duration, logged_by, day } = WorkLog.properties

/** Time spent on an item, in minutes. */
export const WorklogV1 = Type.Object({
  id: Id,
  description,
  duration,
  logged_by,
  /** On which it was spent. */
  day,
  project_id: Id,
  workspace_id: Id,
  ...rowAudit,
})
export type WorklogV1 = Static<typeof WorklogV1>

/** `logged_by` is for importers: used for project admins, ignored for others. */
const NewWorklog = Type.Object({
  ...NewWorkLog.properties,
  logged_by: Type.Optional(Nullable(Id)),
})
export type NewWorklogV1 = Static<typeof NewWorklog>

function worklogsV1<T extends Tree>(tree: T) {
  const all = `${project}${tree}/:issue_id/worklogs/` as const
  const one = `${all}:worklog_id/` as const
  return {
    list: endpoint(byToken(anyProjectMember), `GET ${all}`, { 200: Type.Array(WorklogV1) }),
    create: endpoint(byToken(anyProjectMember), `POST ${all}`, {
      body: NewWorklog,
      201: WorklogV1,
    }),
    change: endpoint(byToken(anyProjectMember), `PATCH ${one}`, {
      body: Type.Partial(NewWorkLog),
      200: WorklogV1,
    }),
    remove: endpoint(byToken(anyProjectMember), `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const workItemWorklogsV1 = worklogsV1('work-items')
export const issueWorklogsV1 = worklogsV1('issues')

/** The items with time, and the minutes of each. */
export const totalWorklogsV1 = endpoint(
  byToken(anyProjectMember),
  `GET ${project}total-worklogs/`,
  { 200: Type.Array(Type.Object({ issue_id: Id, duration: Type.Integer() })) },
)
