import {
  canChangePageComment,
  canRemovePageComment,
  type NewPageComment,
  type PageComment,
  type PageCommentEvent,
  type WithId,
} from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emitAll } from '#kernel/events/outbox.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { stripHtml } from '#kernel/html/strip.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import {
  deleteComment,
  insertComment,
  listComments,
  lockComment,
  updateResolved,
  updateWords,
} from './comment-queries.ts'
import { audiencesOf } from './emit.ts'
import { notifyMentioned } from './mentions.ts'
import { callerOf, findVisible } from './page.ts'
import type { FoundPage } from './queries.ts'
import { refuseToWrite } from './text.ts'

interface Address {
  id: string
  comment_id: string
}

function readWords(html: string) {
  const comment_html = sanitiseHtml(html)
  if (isEmptyHtml(comment_html)) {
    throw badRequest({ comment_html: ['This field may not be blank.'] })
  }
  return { comment_html, comment_stripped: stripHtml(comment_html) ?? '' }
}

export async function readComments(db: Db, member: ProjectMember, id: string) {
  await findVisible(db, member, id)
  return listComments(db, member, id)
}

/** Users who may edit the page may comment on it. */
async function enterPage(tx: Tx, member: ProjectMember, id: string) {
  const page = await findVisible(tx, member, id)
  refuseToWrite(callerOf(member, page), page)
  return page
}

const emitComment = (tx: Tx, page: FoundPage, event: PageCommentEvent) =>
  emitAll(
    tx,
    audiencesOf(page.workspace, page).map((audience) => [event, audience] as const),
  )

async function emitSaved(tx: Tx, page: FoundPage, comment: PageComment | undefined) {
  if (!comment) throw notFound()
  await emitComment(tx, page, { type: 'page_comment.saved', comment })
  return comment
}

const notify = (
  tx: Tx,
  member: ProjectMember,
  page: FoundPage,
  { id: comment_id, comment_html: after }: PageComment,
  before = '',
) =>
  notifyMentioned(tx, member, {
    ...{ page, comment_id },
    ...{ authors: [member.user_id], html: { before, after } },
  })

/** A thread's first comment; replies cannot have replies. */
async function refuseParent(tx: Tx, member: ProjectMember, page_id: string, parent: string) {
  const found = await lockComment(tx, member, page_id, parent)
  if (found && !found.parent) return
  throw badRequest({ parent: [`Invalid pk "${parent}" - object does not exist.`] })
}

export const createComment = (
  db: Db,
  member: ProjectMember,
  page_id: string,
  { id = crypto.randomUUID(), comment_html, parent = null, quote = '' }: NewPageComment & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const page = await enterPage(tx, member, page_id)
    const words = readWords(comment_html)
    if (parent) await refuseParent(tx, member, page.id, parent)
    const about = { id, parent, quote: parent ? '' : quote }
    const comment = await insertComment(tx, member, page.id, { ...about, ...words })
    await notify(tx, member, page, comment)
    return emitSaved(tx, page, comment)
  })

async function lockIn(tx: Tx, member: ProjectMember, { id, comment_id }: Address) {
  const page = await enterPage(tx, member, id)
  const comment = await lockComment(tx, member, page.id, comment_id)
  if (!comment) throw notFound()
  return { page, comment, caller: callerOf(member, page) }
}

export const changeComment = (
  db: Db,
  member: ProjectMember,
  address: Address,
  { comment_html }: { comment_html: string },
) =>
  db.transaction().execute(async (tx) => {
    const { page, comment, caller } = await lockIn(tx, member, address)
    if (!canChangePageComment(caller, comment)) throw forbidden()
    const words = readWords(comment_html)
    if (words.comment_html === comment.comment_html) return comment
    const changed = await updateWords(tx, member, comment.id, words)
    if (changed) await notify(tx, member, page, changed, comment.comment_html)
    return emitSaved(tx, page, changed)
  })

export const removeComment = (db: Db, member: ProjectMember, address: Address) =>
  db.transaction().execute(async (tx) => {
    const { page, comment, caller } = await lockIn(tx, member, address)
    if (!canRemovePageComment(caller, comment)) throw forbidden()
    await deleteComment(tx, member, comment.id)
    await emitComment(tx, page, { type: 'page_comment.removed', id: comment.id, page: page.id })
  })

/** Resolves the whole thread; does nothing if it is already resolved. */
export const resolveComment = (
  db: Db,
  member: ProjectMember,
  address: Address,
  isResolved: boolean,
) =>
  db.transaction().execute(async (tx) => {
    const { page, comment } = await lockIn(tx, member, address)
    if (comment.parent) throw notFound()
    if ((comment.resolved_at !== null) === isResolved) return comment
    return emitSaved(tx, page, await updateResolved(tx, member, comment.id, isResolved))
  })
