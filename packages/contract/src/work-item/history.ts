import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember } from '../core/policy.ts'
import { Choice, Id, Nullable } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'
import { OwnActivity, WorkItemLite } from '../workspace/own-activities.ts'
import { Comment } from './comments.ts'

/** One change of a work item, by any user. */
export const Activity = Type.Object({
  ...OwnActivity.properties,
  activity_type: Choice(['ACTIVITY']),
  actor: Nullable(Id),
  actor_detail: Nullable(UserLite),
  issue_detail: WorkItemLite,
})
export type Activity = Static<typeof Activity>

const CommentEntry = Type.Object({ ...Comment.properties, activity_type: Choice(['COMMENT']) })
export type CommentEntry = Static<typeof CommentEntry>

export type HistoryEntry = Activity | CommentEntry

/** All fields of both kinds; the type defines which go together. */
const HistoryEntry = Type.Unsafe<HistoryEntry>(
  Type.Partial(
    Type.Object({
      ...Activity.properties,
      ...CommentEntry.properties,
      activity_type: Choice(['ACTIVITY', 'COMMENT']),
      issue: Nullable(Id),
    }),
  ),
)

export const HistoryQuery = Type.Partial(
  Type.Object({
    /** `issue-property`, `issue-comment` or the same of epics; anything else: both, merged. */
    activity_type: Type.String(),
    created_at__gt: Type.String(),
  }),
)
export type HistoryQuery = Static<typeof HistoryQuery>

/** For both work items and epics. */
function historyOf<Kind extends 'issues' | 'epics'>(kind: Kind) {
  const url = `/api/workspaces/:slug/projects/:project_id/${kind}/:id/history/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${url}`, {
      query: HistoryQuery,
      200: Type.Array(HistoryEntry),
    }),
  }
}

export const historyApi = historyOf('issues')
export const epicHistoryApi = historyOf('epics')
