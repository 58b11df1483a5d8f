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

/** Internal ones never leave the workspace; external ones are read on a published board too. */
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
  project: Id,
  workspace: Id,
  actor: Nullable(Id),
  edited_at: Nullable(DateTime),
  ...audit,
  actor_detail: Nullable(UserLite),
  issue_detail: WorkItemLite,
  ...placeDetails,
  comment_reactions: Type.Array(CommentReaction),
  /** Is the reader in the project? */
  is_member: Type.Boolean(),
})
export type Comment = Static<typeof Comment>

export const NewComment = Type.Partial(Type.Object(writable))
export type NewComment = Static<typeof NewComment>

const project = '/api/workspaces/:slug/projects/:project_id/'

/** Each for work items and epics alike. */
function commentsOf<Kind extends 'issues' | 'epics'>(kind: Kind) {
  const all = `${project}${kind}/:id/comments/` as const
  const one = `${all}:comment_id/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(Comment) }),
    create: endpoint(anyProjectMember, `POST ${all}`, { body: withId(NewComment), 201: Comment }),
    get: endpoint(anyProjectMember, `GET ${one}`, { 200: Comment }),
    change: endpoint(anyProjectMember, `PATCH ${one}`, { body: NewComment, 200: Comment }),
    remove: endpoint(anyProjectMember, `DELETE ${one}`, { 204: Type.Null() }),
    /** Brings back what was deleted a moment ago. */
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
  /** By what it shows, or by its id; one's own only. */
  takeBack: endpoint(anyProjectMember, `DELETE ${reactions}:reaction/`, { 204: Type.Null() }),
}

interface Caller {
  user_id: string
  project_role: number
}
interface Authored {
  actor: string | null
}

/** Nobody puts words into another's mouth. */
export const canChangeComment = ({ user_id }: Caller, { actor }: Authored) => actor === user_id

export const canRemoveComment = ({ user_id, project_role }: Caller, { actor }: Authored) =>
  project_role >= ADMIN || actor === user_id

/** Without the item it is about: who shows its comments has it. */
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

/** An item's comments, the oldest first, after an event. Live updates and optimistic ones alike. */
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
  // Mostly the newest; one that was brought back stands where it stood.
  const before = comments.findLastIndex(({ created_at }) => created_at <= saved.created_at)
  return comments.toSpliced(before + 1, 0, saved)
}
