import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken } from '../core/policy.ts'
import { audit, Choice, DateTime, Id, Nullable, RichJson } from '../core/shapes.ts'
import { commentAccess } from '../work-item/comments.ts'
import { external, ListQuery, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'
import type { Tree } from './work-items.ts'

export const ItemCommentV1 = Type.Object({
  id: Id,
  ...audit,
  comment_html: Type.String(),
  comment_stripped: Type.String(),
  access: Choice(commentAccess),
  attachments: Type.Array(Type.String()),
  issue: Id,
  actor: Nullable(Id),
  /** The comment it replies to. */
  parent: Nullable(Id),
  project: Id,
  workspace: Id,
  ...external,
  edited_at: Nullable(DateTime),
  /** Whether the caller is in the project. */
  is_member: Type.Boolean(),
})
export type ItemCommentV1 = Static<typeof ItemCommentV1>

const CommentPatch = Type.Partial(
  Type.Object({
    comment_html: Type.String(),
    comment_json: RichJson,
    access: Choice(commentAccess),
    ...external,
  }),
)
export type CommentPatchV1 = Static<typeof CommentPatch>

/** `created_at` and `created_by` are for importers: used for project admins, ignored for others. */
const NewComment = Type.Partial(
  Type.Object({
    ...CommentPatch.properties,
    created_at: Nullable(DateTime),
    created_by: Nullable(Id),
  }),
)
export type NewCommentV1 = Static<typeof NewComment>

function commentsV1<T extends Tree>(tree: T) {
  const all = `${project}${tree}/:issue_id/comments/` as const
  const one = `${all}:comment_id/` as const
  return {
    list: endpoint(byToken(anyProjectMember), `GET ${all}`, {
      query: ListQuery,
      200: Page(Type.Array(ItemCommentV1)),
    }),
    create: endpoint(byToken(anyProjectMember), `POST ${all}`, {
      body: NewComment,
      201: ItemCommentV1,
    }),
    get: endpoint(byToken(anyProjectMember), `GET ${one}`, {
      query: ShapeQuery,
      200: ItemCommentV1,
    }),
    change: endpoint(byToken(anyProjectMember), `PATCH ${one}`, {
      body: CommentPatch,
      200: ItemCommentV1,
    }),
    remove: endpoint(byToken(anyProjectMember), `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const workItemCommentsV1 = commentsV1('work-items')
export const issueCommentsV1 = commentsV1('issues')
