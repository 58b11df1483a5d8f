import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyMember, workspaceMembers } from '../core/policy.ts'
import { DateTime, Day, Id, Json, Nullable } from '../core/shapes.ts'
import { OwnActivity } from '../workspace/own-activities.ts'

const CycleName = Type.Object({
  cycle__id: Id,
  cycle__name: Type.String(),
  cycle__project_id: Id,
})

/** Work of a member, counted over what the caller may see. */
export const MemberStats = Type.Object({
  state_distribution: Type.Array(
    Type.Object({ state_group: Type.String(), state_count: Type.Integer() }),
  ),
  priority_distribution: Type.Array(
    Type.Object({
      priority: Type.String(),
      priority_count: Type.Integer(),
      priority_order: Type.Integer(),
    }),
  ),
  created_issues: Type.Integer(),
  assigned_issues: Type.Integer(),
  completed_issues: Type.Integer(),
  pending_issues: Type.Integer(),
  subscribed_issues: Type.Integer(),
  present_cycles: Type.Array(CycleName),
  upcoming_cycles: Type.Array(CycleName),
})
export type MemberStats = Static<typeof MemberStats>

/** `email` is left out where the caller is a guest. */
export const MemberProfile = Type.Object({
  user_data: Type.Object({
    email: Type.Optional(Type.String()),
    first_name: Type.String(),
    last_name: Type.String(),
    display_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    cover_image_url: Nullable(Type.String()),
    date_joined: DateTime,
    user_timezone: Type.String(),
  }),
  project_data: Type.Array(
    Type.Object({
      id: Id,
      logo_props: Json,
      created_issues: Type.Integer(),
      assigned_issues: Type.Integer(),
      completed_issues: Type.Integer(),
      pending_issues: Type.Integer(),
    }),
  ),
})
export type MemberProfile = Static<typeof MemberProfile>

/** Ids of projects, comma separated or repeated. */
const Projects = Type.Unsafe<string | string[]>({
  anyOf: [Type.String({ maxLength: 4000 }), Type.Array(Type.String(), { maxItems: 100 })],
})
const MemberStatsQuery = Type.Partial(Type.Object({ project: Projects }))
export type MemberStatsQuery = Static<typeof MemberStatsQuery>

const MemberActivityQuery = Type.Partial(
  Type.Object({
    project: Projects,
    per_page: Type.String(),
    cursor: Type.String(),
    order_by: Type.String(),
  }),
)
export type MemberActivityQuery = Static<typeof MemberActivityQuery>

/** Maximum rows in the file of a day. */
export const MAX_EXPORTED = 10_000

const workspace = '/api/workspaces/:slug/'

export const memberProfilesApi = {
  stats: endpoint(anyMember, `GET ${workspace}user-stats/:user_id/`, {
    query: MemberStatsQuery,
    200: MemberStats,
  }),
  profile: endpoint(anyMember, `GET ${workspace}user-profile/:user_id/`, { 200: MemberProfile }),
  activity: endpoint(anyMember, `GET ${workspace}user-activity/:user_id/`, {
    query: MemberActivityQuery,
    200: Page(Type.Array(OwnActivity)),
  }),
  /** One of the caller's days, as CSV. */
  exportActivity: endpoint(workspaceMembers, `POST ${workspace}user-activity/:user_id/export/`, {
    body: Type.Partial(Type.Object({ date: Day })),
    200: Type.String(),
  }),
}
