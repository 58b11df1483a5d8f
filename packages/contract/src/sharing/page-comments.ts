import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember } from '../core/policy.ts'
import { ADMIN } from '../core/roles.ts'
import { audit, DateTime, Id, Nullable, withId } from '../core/shapes.ts'

/** A comment on a passage of a page, or a reply to one. */
export const PageComment = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  page: Id,
  /** The comment it replies to; null if it started a thread. */
  parent: Nullable(Id),
  /** The text of the passage when it was commented on; empty for replies. */
  quote: Type.String(),
  comment_html: Type.String(),
  comment_stripped: Type.String(),
  edited_at: Nullable(DateTime),
  /** Of the thread, and so of its first comment alone. */
  resolved_at: Nullable(DateTime),
  resolved_by: Nullable(Id),
})
export type PageComment = Static<typeof PageComment>

const Html = Type.String({ maxLength: 100_000 })
export const MAX_QUOTE_LENGTH = 1000

export const NewPageComment = Type.Object({
  comment_html: Html,
  parent: Type.Optional(Nullable(Id)),
  quote: Type.Optional(Type.String({ maxLength: MAX_QUOTE_LENGTH })),
})
export type NewPageComment = Static<typeof NewPageComment>

const all = '/api/workspaces/:slug/projects/:project_id/pages/:id/comments/'
const one = `${all}:comment_id/` as const

/**
 * Users who can see the page can read them; users who can edit it can comment. A locked or archived
 * page is read-only.
 */
export const pageCommentsApi = {
  /** All threads with their replies, oldest first. */
  list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(PageComment) }),
  create: endpoint(anyProjectMember, `POST ${all}`, {
    body: withId(NewPageComment),
    201: PageComment,
  }),
  change: endpoint(anyProjectMember, `PATCH ${one}`, {
    body: Type.Object({ comment_html: Html }),
    200: PageComment,
  }),
  /** With its replies. */
  remove: endpoint(anyProjectMember, `DELETE ${one}`, { 204: Type.Null() }),
  resolve: endpoint(anyProjectMember, `POST ${one}resolve/`, { 200: PageComment }),
  reopen: endpoint(anyProjectMember, `DELETE ${one}resolve/`, { 200: PageComment }),
}

interface Caller {
  user_id: string
  role: number
}

type Authored = Pick<PageComment, 'created_by'>

export const canChangePageComment = ({ user_id }: Caller, { created_by }: Authored) =>
  created_by === user_id

export const canRemovePageComment = (caller: Caller, comment: Authored) =>
  caller.role >= ADMIN || canChangePageComment(caller, comment)

export type PageCommentEvent =
  | { type: 'page_comment.saved'; comment: PageComment }
  | { type: 'page_comment.removed'; id: string; page: string }

const byAge = (a: PageComment, b: PageComment) =>
  a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1

/** The comments of a page after an event, live or optimistic. */
export function applyPageCommentEvent(
  comments: PageComment[],
  event: PageCommentEvent,
  page: string,
): PageComment[] {
  if (event.type === 'page_comment.removed') {
    return comments.filter(({ id, parent }) => id !== event.id && parent !== event.id)
  }
  const { comment } = event
  if (comment.page !== page) return comments
  return [...comments.filter(({ id }) => id !== comment.id), comment].sort(byAge)
}
