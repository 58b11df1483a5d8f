import {
  ADMIN,
  type Comment,
  type CommentPatch,
  canChangeComment,
  canRemoveComment,
  MEMBER,
  type NewComment,
  type WithId,
} from '@cairn/contract'
import { picturesIn, savePictures } from '#features/assets/service.ts'
import {
  type Activity,
  activeAmong,
  type Kind,
  lockForDiscussion,
  mentionsIn,
  openItem,
  record,
  subscribe,
  subscribeMentioned,
  touchItem,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit, runWhole } from '#kernel/events/outbox.ts'
import { isSafeLink } from '#kernel/html/safe-link.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { stripHtml } from '#kernel/html/strip.ts'
import { badRequest, conflict, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import { idempotent } from '#product/idempotency-queries.ts'
import {
  type Authorship,
  findSurroundings,
  findThread,
  insertComment,
  listComments,
  listReactions,
  lockComment,
  lockDeleted,
  type PlainComment,
  type Surroundings,
  undeleteComment,
  updateComment,
} from './queries.ts'
import { sayStatement } from './say-queries.ts'

export { findItemOf, findSurroundings, listComments, listSurroundings } from './queries.ts'
export {
  addReaction as addCommentReaction,
  readReactions as readCommentReactions,
  removeReaction as removeCommentReaction,
} from './reactions.ts'

/** Adds the reactions. */
async function withReactions(db: Db, member: ProjectMember, comments: readonly PlainComment[]) {
  if (comments.length === 0) return []
  const ids = comments.map(({ id }) => id)
  const reactions = await listReactions(db, member, ids)
  const byComment = Map.groupBy(reactions, ({ comment }) => comment)
  return comments.map((comment) => ({
    ...comment,
    comment_reactions: byComment.get(comment.id) ?? [],
    is_member: true,
  }))
}

/** Adds the reactions and the item, project and workspace details. */
export async function completeComments(
  db: Db,
  member: ProjectMember,
  comments: readonly PlainComment[],
  { issue_detail, project_detail, workspace_detail }: Surroundings,
): Promise<Comment[]> {
  const complete = await withReactions(db, member, comments)
  return complete.map((comment) => ({
    ...comment,
    ...{ issue_detail, project_detail, workspace_detail },
  }))
}

/**
 * For items the caller has access to, newest first, without item, project and workspace details.
 */
export async function commentsOfMany(db: Db, member: ProjectMember, ids: readonly string[]) {
  const comments = await listComments(db, member, { work_item_id: ids })
  return (await withReactions(db, member, comments)).reverse()
}

/** For an item the caller has access to, oldest first. */
export async function commentsSince(
  db: Db,
  member: ProjectMember,
  work_item_id: string,
  surroundings: Surroundings,
  since: string | null,
): Promise<Comment[]> {
  const comments = await listComments(db, member, { work_item_id, since })
  return completeComments(db, member, comments, surroundings)
}

export async function readComments(db: Db, member: ProjectMember, id: string, kind: Kind) {
  await openItem(db, member, id, kind)
  const surroundings = await findSurroundings(db, member, id)
  if (!surroundings) throw notFound()
  return (await commentsSince(db, member, id, surroundings, null)).reverse()
}

async function findComment(db: Db, member: ProjectMember, work_item_id: string, id: string) {
  const comments = await listComments(db, member, { work_item_id, id })
  const surroundings = await findSurroundings(db, member, work_item_id)
  if (!surroundings) throw notFound()
  const [comment] = await completeComments(db, member, comments, surroundings)
  if (!comment) throw notFound()
  return comment
}

export async function readComment(
  db: Db,
  member: ProjectMember,
  { id, comment_id }: { id: string; comment_id: string },
  kind: Kind,
) {
  await openItem(db, member, id, kind)
  return findComment(db, member, id, comment_id)
}

const readHtml = (html: string) => {
  const comment_html = sanitiseHtml(html)
  return { comment_html, comment_stripped: stripHtml(comment_html) ?? '' }
}

function readAttachments(urls: readonly string[]): string {
  const links = urls.map(isSafeLink)
  const wrong = links.indexOf(null)
  if (wrong >= 0) throw badRequest({ attachments: { [wrong]: ['Enter a valid URL.'] } })
  return JSON.stringify(links)
}

/** Project guests may not write comments visible outside. */
function refuseOutside({ project_role }: ProjectMember, { access }: CommentPatch) {
  if (access === 'EXTERNAL' && project_role < MEMBER) throw forbidden()
}

/** The sent fields of a comment, as they are stored. */
function readContent(wanted: CommentPatch) {
  const { comment_html, comment_json, attachments, access, ...outside } = wanted
  return {
    ...outside,
    ...(comment_html !== undefined && readHtml(comment_html)),
    ...(comment_json !== undefined && { comment_json: JSON.stringify(comment_json) }),
    ...(attachments !== undefined && { attachments: readAttachments(attachments) }),
    ...(access !== undefined && { access }),
  }
}

/** Defaults for comment fields that were not sent. */
const plainContent = {
  comment_html: '<p></p>',
  comment_stripped: '',
  comment_json: '{}',
  attachments: '[]',
  access: 'INTERNAL',
  external_source: null,
  external_id: null,
} as const

/** Subscribes users who are newly mentioned. */
async function followMentions(
  tx: Tx,
  member: ProjectMember,
  id: string,
  html: { before: string; after: string },
) {
  const before = mentionsIn(html.before)
  const fresh = mentionsIn(html.after).filter((person) => !before.includes(person))
  await subscribeMentioned(tx, member, id, await activeAmong(tx, member, fresh))
}

interface ItemRef {
  id: string
  created_by: string | null
}

const audienceOf = ({ workspace_id, project_id }: ProjectMember, { created_by }: ItemRef) => ({
  workspace_id,
  project_id,
  author_id: created_by,
})

/** The owner of a comment's pictures. */
const ownerOf = ({ project_id }: ProjectMember, { id }: ItemRef, comment_id: string) => ({
  project_id,
  work_item_id: id,
  comment_id,
})

/** What a comment changes on its item: history, subscribers and `updated_at`. */
async function note(tx: Tx, member: ProjectMember, item: ItemRef, rows: readonly Activity[]) {
  if (rows.length > 0) await record(tx, member, item.id, rows)
  await subscribe(tx, member, item.id, [member.user_id])
  await touchItem(tx, member, item.id)
}

async function emitComment(tx: Tx, member: ProjectMember, item: ItemRef, saved: Comment) {
  const { issue_detail, ...comment } = saved
  const event = { type: 'comment.saved', issue: item.id, comment } as const
  await emit(tx, event, audienceOf(member, item))
}

const pairTaken = duplicate(
  'comments_external_key',
  conflict({
    error: 'Work item comment with the same external id and external source already exists',
  }),
)

const notAllowed = () => badRequest({ error: 'You are not allowed to comment on the issue' })

export function createComment(...[db, member, id, wanted, ...rest]: Parameters<typeof addComment>) {
  refuseOutside(member, wanted)
  return addComment(db, member, id, wanted, ...rest)
}

/** The caller must check that the user may write with this access. */
export const addComment = async (
  db: Db,
  member: ProjectMember,
  item_id: string,
  wanted: NewComment & WithId & Authorship,
  kind: Kind,
  key?: string,
) => {
  const said = await sayAtOnce(db, member, item_id, wanted, { kind, key }).catch(pairTaken)
  if (said) return said
  return db.transaction().execute(async (tx) => {
    const item = await lockForDiscussion(tx, member, item_id, kind, notAllowed)
    return idempotent(tx, member, key, {
      create: () => write(tx, member, item, wanted),
      find: (id) => findComment(tx, member, item.id, id),
    })
  })
}

/**
 * Creates a plain comment in one statement. Undefined if the comment needs more, or if nothing was
 * created because the item is missing or the key is known: the long path finds the response.
 */
async function sayAtOnce(
  db: Db,
  member: ProjectMember,
  id: string,
  { id: chosen, author_id, made_at, parent, ...wanted }: NewComment & WithId & Authorship,
  { kind, key }: { kind: Kind; key: string | undefined },
): Promise<Comment | undefined> {
  if (author_id || made_at || parent || member.sees_only_own) return undefined
  const content = { ...plainContent, ...readContent(wanted) }
  const html = content.comment_html
  if (mentionsIn(html).length > 0 || picturesIn(html).length > 0) return undefined
  const { workspace_id, project_id, user_id } = member
  const statement = sayStatement(
    db,
    { kind, hasKey: key !== undefined },
    {
      ...{ id, workspace_id, project_id, user_id, key, epoch: Date.now() / 1000 },
      ...{ comment_id: chosen ?? crypto.randomUUID(), ...content },
    },
  )
  const { rows } = await runWhole(db, statement, member)
  return rows[0] && { ...rows[0], comment_reactions: [], is_member: true }
}

/** The thread a reply joins. */
async function readParent(tx: Tx, member: ProjectMember, item: ItemRef, id: string | null) {
  if (!id) return null
  const thread = await findThread(tx, member, item.id, id)
  if (!thread) throw badRequest({ parent: [`Invalid pk "${id}" - object does not exist.`] })
  return thread
}

async function write(
  tx: Tx,
  member: ProjectMember,
  item: ItemRef,
  { id: chosen, author_id, made_at, parent = null, ...wanted }: NewComment & WithId & Authorship,
) {
  const values = {
    ...plainContent,
    parent_id: await readParent(tx, member, item, parent),
    ...readContent(wanted),
  }
  const made = { id: chosen, ...(author_id && { author_id }), ...(made_at && { made_at }) }
  const { id } = await insertComment(tx, member, item.id, values, made).catch(pairTaken)
  await followMentions(tx, member, item.id, { before: '', after: values.comment_html })
  await savePictures(tx, member, ownerOf(member, item, id), {
    before: '',
    after: values.comment_html,
  })
  const created = { verb: 'created', field: 'comment', comment: 'created a comment' } as const
  const html = { new_value: values.comment_html, new_identifier: id, comment_id: id }
  await note(tx, member, item, [{ ...created, ...html }])
  const comment = await findComment(tx, member, item.id, id)
  await emitComment(tx, member, item, comment)
  return comment
}

interface Address {
  id: string
  comment_id: string
}

async function lock(tx: Tx, member: ProjectMember, { id, comment_id }: Address, kind: Kind) {
  const item = await lockForDiscussion(tx, member, id, kind)
  const locked = await lockComment(tx, member, item.id, comment_id)
  if (!locked) throw notFound()
  return { item, locked }
}

export function changeComment(...[db, member, at, patch, kind]: Parameters<typeof editComment>) {
  refuseOutside(member, patch)
  return editComment(db, member, at, patch, kind)
}

export const editComment = (
  db: Db,
  member: ProjectMember,
  address: Address,
  patch: CommentPatch,
  kind: Kind,
) =>
  db.transaction().execute(async (tx) => {
    const { item, locked } = await lock(tx, member, address, kind)
    if (!canChangeComment(member, locked)) throw forbidden()
    const content = readContent(patch)
    const before = locked.comment_html
    const after = content.comment_html ?? before
    const isEdited = after !== before
    const change = { ...content, ...(isEdited && { edited_at: now }) }
    await updateComment(tx, member, locked.id, change).catch(pairTaken)
    await followMentions(tx, member, item.id, { before, after })
    if (isEdited)
      await savePictures(tx, member, ownerOf(member, item, locked.id), { before, after })
    const updated = { verb: 'updated', field: 'comment', comment: 'updated a comment' } as const
    const ids = { old_identifier: locked.id, new_identifier: locked.id, comment_id: locked.id }
    const row = { ...updated, old_value: before, new_value: after, ...ids }
    await note(tx, member, item, isEdited ? [row] : [])
    const comment = await findComment(tx, member, item.id, locked.id)
    await emitComment(tx, member, item, comment)
    return comment
  })

export const removeComment = (db: Db, member: ProjectMember, address: Address, kind: Kind) =>
  db.transaction().execute(async (tx) => {
    const { item, locked } = await lock(tx, member, address, kind)
    if (!canRemoveComment(member, locked)) throw forbidden()
    await updateComment(tx, member, locked.id, { deleted_at: now })
    const deleted = { verb: 'deleted', field: 'comment', comment: 'deleted the comment' } as const
    await note(tx, member, item, [{ ...deleted, comment_id: locked.id }])
    const event = { type: 'comment.removed', id: locked.id, issue: item.id } as const
    await emit(tx, event, audienceOf(member, item))
  })

/** Restores it unchanged; the history shows that it was deleted. */
export const restoreDeletedComment = (
  db: Db,
  member: ProjectMember,
  address: Address,
  kind: Kind,
  { fromTrash = false } = {},
) =>
  db.transaction().execute(async (tx) => {
    const item = await lockForDiscussion(tx, member, address.id, kind)
    const undoing = { anybodys: member.project_role >= ADMIN, fromTrash }
    const locked = await lockDeleted(tx, member, item.id, address.comment_id, undoing)
    if (!locked) throw notFound()
    if (!canRemoveComment(member, locked)) throw forbidden()
    await undeleteComment(tx, member, locked.id)
    const restored = { verb: 'updated', field: 'comment', comment: 'restored the comment' } as const
    // Users notified of the comment before are not notified again.
    const row = { ...restored, new_value: locked.comment_html, comment_id: locked.id }
    await note(tx, member, item, [{ ...row, is_notified: true }])
    const comment = await findComment(tx, member, item.id, locked.id)
    await emitComment(tx, member, item, comment)
    return comment
  })
