import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember } from '../core/policy.ts'
import { ADMIN } from '../core/roles.ts'
import { audit, Choice, DateTime, Id, Nullable, RichJson, withId } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'
import { placeDetails, WorkItemLite } from '../workspace/own-activities.ts'
import { NewReaction, reactionFields } from './reactions.ts'

export const CommentReaction = Type.Object({ ...reactionFields, comment: Id })
export type CommentReaction = Static<typeof CommentReaction>

/**
 * Internal comments never leave the workspace; external ones are shown on a published board too.
 */
export const commentAccess = ['INTERNAL', 'EXTERNAL'] as const

const outside = Nullable(Type.String({ maxLength: 255 }))

const writable = {
  comment_html: Type.String(),
  comment_json: RichJson,
  attachments: Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 10 }),
  access: Choice(commentAccess),
  external_source: outside,
  external_id: outside,
}

export const Comment = Type.Object({
  id: Id,
  ...writable,
  comment_stripped: Type.String(),
  issue: Id,
  /** The comment it replies to; a reply to a reply is in the same thread. */
  parent: Nullable(Id),
  /** Creation time of the parent: replies keep their position even if it is deleted. */
  parent_created_at: Nullable(DateTime),
  project: Id,
  workspace: Id,
  actor: Nullable(Id),
  edited_at: Nullable(DateTime),
  ...audit,
  actor_detail: Nullable(UserLite),
  issue_detail: WorkItemLite,
  ...placeDetails,
  comment_reactions: Type.Array(CommentReaction),
  /** Whether the caller is in the project. */
  is_member: Type.Boolean(),
})
export type Comment = Static<typeof Comment>

export const CommentPatch = Type.Partial(Type.Object(writable))
export type CommentPatch = Static<typeof CommentPatch>

export const NewComment = Type.Partial(Type.Object({ ...writable, parent: Nullable(Id) }))
export type NewComment = Static<typeof NewComment>

const project = '/api/workspaces/:slug/projects/:project_id/'

/** For both work items and epics. */
function commentsOf<Kind extends 'issues' | 'epics'>(kind: Kind) {
  const all = `${project}${kind}/:id/comments/` as const
  const one = `${all}:comment_id/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(Comment) }),
    create: endpoint(anyProjectMember, `POST ${all}`, { body: withId(NewComment), 201: Comment }),
    get: endpoint(anyProjectMember, `GET ${one}`, { 200: Comment }),
    change: endpoint(anyProjectMember, `PATCH ${one}`, { body: CommentPatch, 200: Comment }),
    remove: endpoint(anyProjectMember, `DELETE ${one}`, { 204: Type.Null() }),
    /** Restores a recently deleted comment. */
    undelete: endpoint(anyProjectMember, `POST ${one}restore/`, { 200: Comment }),
  }
}

const reactions = `${project}comments/:comment_id/reactions/` as const

export const epicCommentsApi = commentsOf('epics')
export const commentsApi = {
  ...commentsOf('issues'),
  reactions: endpoint(anyProjectMember, `GET ${reactions}`, { 200: Type.Array(CommentReaction) }),
  react: endpoint(anyProjectMember, `POST ${reactions}`, {
    body: withId(NewReaction),
    201: CommentReaction,
  }),
  /** By its emoji or its id; only the caller's own. */
  takeBack: endpoint(anyProjectMember, `DELETE ${reactions}:reaction/`, { 204: Type.Null() }),
}

interface Caller {
  user_id: string
  project_role: number
}
interface Authored {
  actor: string | null
}

/** Only the author may edit a comment. */
export const canChangeComment = ({ user_id }: Caller, { actor }: Authored) => actor === user_id

export const canRemoveComment = ({ user_id, project_role }: Caller, { actor }: Authored) =>
  project_role >= ADMIN || actor === user_id

/** Without its item: clients that show comments have it. */
export type HeardComment = Omit<Comment, 'issue_detail'>

export type CommentEvent =
  | { type: 'comment.saved'; issue: string; comment: HeardComment }
  | { type: 'comment.removed'; id: string; issue: string }
  | { type: 'comment.reacted'; issue: string; reaction: CommentReaction }
  | { type: 'comment.reaction_removed'; id: string; issue: string; comment: string }

const withReactions = (
  comments: HeardComment[],
  comment: string,
  change: (reactions: CommentReaction[]) => CommentReaction[],
) =>
  comments.map((one) =>
    one.id === comment ? { ...one, comment_reactions: change(one.comment_reactions) } : one,
  )

/** An item's comments after a live or optimistic event, oldest first. */
export function applyCommentEvent(comments: HeardComment[], event: CommentEvent): HeardComment[] {
  if (event.type === 'comment.removed') return comments.filter(({ id }) => id !== event.id)
  if (event.type === 'comment.reaction_removed') {
    return withReactions(comments, event.comment, (all) => all.filter(({ id }) => id !== event.id))
  }
  if (event.type === 'comment.reacted') {
    const { reaction } = event
    return withReactions(comments, reaction.comment, (all) => [
      ...all.filter(({ id }) => id !== reaction.id),
      reaction,
    ])
  }
  const saved = event.comment
  const known = comments.some(({ id }) => id === saved.id)
  if (known) return comments.map((one) => (one.id === saved.id ? saved : one))
  // Mostly the newest; a restored one returns to its position.
  const before = comments.findLastIndex(({ created_at }) => created_at <= saved.created_at)
  return comments.toSpliced(before + 1, 0, saved)
}
