import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { signedIn } from '../core/policy.ts'
import { audit, DateTime, Day, Id, Json, Nullable } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'

/** The item of a change or comment, in its current state. */
export const WorkItemLite = Type.Object({
  id: Id,
  name: Type.String(),
  description: Json,
  description_html: Type.String(),
  priority: Type.String(),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
  sequence_id: Type.Integer(),
  sort_order: Type.Number(),
  is_draft: Type.Boolean(),
})
export type WorkItemLite = Static<typeof WorkItemLite>

/** Its location. */
export const placeDetails = {
  project_detail: Type.Object({
    id: Id,
    identifier: Type.String(),
    name: Type.String(),
    cover_image: Nullable(Type.String()),
    cover_image_url: Nullable(Type.String()),
    logo_props: Json,
    description: Type.String(),
  }),
  workspace_detail: Type.Object({
    id: Id,
    name: Type.String(),
    slug: Type.String(),
    logo_url: Nullable(Type.String()),
  }),
}

/** One change by the caller, with the current state of its work item. */
export const OwnActivity = Type.Object({
  id: Id,
  ...audit,
  verb: Type.String(),
  field: Nullable(Type.String()),
  old_value: Nullable(Type.String()),
  new_value: Nullable(Type.String()),
  comment: Type.String(),
  attachments: Type.Array(Type.String()),
  old_identifier: Nullable(Id),
  new_identifier: Nullable(Id),
  /** Set where the field is `property`: which one, and how it is called now. */
  property_id: Nullable(Id),
  property_name: Nullable(Type.String()),
  epoch: Nullable(Type.Number()),
  issue: Nullable(Id),
  issue_comment: Nullable(Id),
  actor: Id,
  project: Id,
  workspace: Id,
  actor_detail: UserLite,
  /** Null if the item is deleted or no longer visible to the caller. */
  issue_detail: Nullable(WorkItemLite),
  ...placeDetails,
  source_data: Type.Null(),
  created_at: DateTime,
})
export type OwnActivity = Static<typeof OwnActivity>

export const OwnActivitiesQuery = Type.Partial(
  Type.Object({ per_page: Type.String(), cursor: Type.String(), order_by: Type.String() }),
)
export type OwnActivitiesQuery = Static<typeof OwnActivitiesQuery>

export const ownActivitiesApi = {
  list: endpoint(signedIn, 'GET /api/users/me/activities/', {
    query: OwnActivitiesQuery,
    200: Page(Type.Array(OwnActivity)),
  }),
}
