import type { Comment, NewPublicComment } from '@cairn/contract'
import {
  addComment,
  addCommentReaction,
  completeComments,
  editComment,
  findItemOf,
  findSurroundings,
  listComments,
  readCommentReactions,
  removeComment,
  removeCommentReaction,
} from '#features/comments/service.ts'
import { addReaction, readReactions, removeReaction } from '#features/reactions/service.ts'
import { lockForDiscussion, recordAll } from '#features/work-items/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { allows, type Board, type Reader, refuseUnless, rememberVisitor } from './public-board.ts'
import { openPublicItem } from './public-items.ts'
import {
  deleteVote,
  isInProject,
  listPublicActivities,
  listVotes,
  saveVote,
} from './public-queries.ts'

/** The board a user visits, and as whom. */
export interface Visit {
  db: Db
  board: Board
  reader: Reader
}

const open = ({ db, board, reader }: Visit, id: string) => openPublicItem(db, board, reader, id)

/** Only external comments, oldest first. */
async function commentsOn({ db, board, reader }: Visit, work_item_id: string, id?: string) {
  const wanted = { work_item_id, access: 'EXTERNAL', ...(id && { id }) } as const
  const surroundings = await findSurroundings(db, reader, work_item_id)
  if (!surroundings) throw notFound()
  const comments = await listComments(db, reader, wanted)
  const complete = await completeComments(db, reader, comments, surroundings)
  const is_member = await isInProject(db, reader)
  const shown = allows(board, 'reactions')
  return complete.map((comment) => ({
    ...comment,
    comment_reactions: shown ? comment.comment_reactions : [],
    is_member,
  }))
}

export async function readComments(visit: Visit, id: string): Promise<Comment[]> {
  await open(visit, id)
  return allows(visit.board, 'comments') ? commentsOn(visit, id) : []
}

/** The history of an item, if the board shows it. */
export async function readActivities(visit: Visit, id: string) {
  refuseUnless(visit.board, 'activity')
  await open(visit, id)
  return listPublicActivities(visit.db, visit.reader, id)
}

interface Address {
  id: string
  comment_id: string
}

export async function readComment(visit: Visit, { id, comment_id }: Address): Promise<Comment> {
  await open(visit, id)
  const [comment] = allows(visit.board, 'comments') ? await commentsOn(visit, id, comment_id) : []
  if (!comment) throw notFound()
  return comment
}

export async function sayComment(visit: Visit, id: string, wanted: NewPublicComment) {
  const { db, board, reader } = visit
  refuseUnless(board, 'comments')
  await open(visit, id)
  const { comment_html, comment_json } = wanted
  const said = await addComment(
    db,
    reader,
    id,
    {
      ...(comment_html !== undefined && { comment_html }),
      ...(comment_json !== undefined && { comment_json }),
      access: 'EXTERNAL',
    },
    'issues',
  )
  await rememberVisitor(db, reader)
  return readComment(visit, { id, comment_id: said.id })
}

/** The user's own; those of others are not found. */
async function openOwn(visit: Visit, address: Address) {
  refuseUnless(visit.board, 'comments')
  const comment = await readComment(visit, address)
  if (comment.actor !== visit.reader.user_id) throw notFound()
}

export async function changeOwn(visit: Visit, address: Address, patch: NewPublicComment) {
  await openOwn(visit, address)
  await editComment(visit.db, visit.reader, address, patch, 'issues')
  return readComment(visit, address)
}

export async function removeOwn(visit: Visit, address: Address) {
  await openOwn(visit, address)
  await removeComment(visit.db, visit.reader, address, 'issues')
}

export async function readItemReactions(visit: Visit, id: string) {
  await open(visit, id)
  const { db, board, reader } = visit
  return allows(board, 'reactions') ? readReactions(db, reader, id, 'issues') : []
}

export async function react(visit: Visit, id: string, code: string) {
  const { db, board, reader } = visit
  refuseUnless(board, 'reactions')
  await open(visit, id)
  const reaction = await addReaction(db, reader, id, { reaction: code }, 'issues')
  await rememberVisitor(db, reader)
  return reaction
}

export async function takeBack(visit: Visit, address: { id: string; reaction: string }) {
  refuseUnless(visit.board, 'reactions')
  await open(visit, address.id)
  await removeReaction(visit.db, visit.reader, address, 'issues')
}

/** A comment that is shown on this board. */
async function openComment(visit: Visit, comment_id: string) {
  const found = await findItemOf(visit.db, visit.reader, comment_id)
  if (!found) throw notFound()
  await readComment(visit, { id: found.work_item_id, comment_id })
}

const notForComments = 'Reactions are not enabled for this board'

export async function readReactionsOfComment(visit: Visit, comment_id: string) {
  await openComment(visit, comment_id)
  const { db, board, reader } = visit
  return allows(board, 'reactions') ? readCommentReactions(db, reader, comment_id) : []
}

export async function reactToPublicComment(visit: Visit, comment_id: string, code: string) {
  const { db, board, reader } = visit
  refuseUnless(board, 'reactions', notForComments)
  await openComment(visit, comment_id)
  const reaction = await addCommentReaction(db, reader, comment_id, { reaction: code })
  await rememberVisitor(db, reader)
  return reaction
}

export async function takeBackFromPublicComment(visit: Visit, comment_id: string, code: string) {
  refuseUnless(visit.board, 'reactions', notForComments)
  await openComment(visit, comment_id)
  await removeCommentReaction(visit.db, visit.reader, comment_id, code)
}

export async function readVotes(visit: Visit, id: string) {
  await open(visit, id)
  const { db, board, reader } = visit
  return allows(board, 'votes') ? listVotes(db, reader, id) : []
}

function readVote(typed: unknown): 1 | -1 {
  if (typed === undefined) return 1
  if (typed === 1 || typed === -1) return typed
  const shown = typeof typed === 'object' ? JSON.stringify(typed) : String(typed)
  throw badRequest({ vote: [`"${shown.slice(0, 100)}" is not a valid choice.`] })
}

export async function vote(visit: Visit, id: string, typed: unknown) {
  const { db, board, reader } = visit
  refuseUnless(board, 'votes')
  const wanted = readVote(typed)
  await open(visit, id)
  const saved = await db.transaction().execute(async (tx) => {
    await lockForDiscussion(tx, reader, id)
    await saveVote(tx, reader, id, wanted)
    const added = { verb: 'updated', field: 'vote', comment: 'added the vote' } as const
    const row = { ...added, new_value: String(wanted) }
    await recordAll(tx, reader, [[id, [row]]], { notify: false })
    return (await listVotes(tx, reader, id, reader.user_id))[0]
  })
  if (!saved) throw notFound()
  await rememberVisitor(db, reader)
  return saved
}

export async function withdrawVote(visit: Visit, id: string) {
  const { db, board, reader } = visit
  refuseUnless(board, 'votes')
  await open(visit, id)
  await db.transaction().execute(async (tx) => {
    await lockForDiscussion(tx, reader, id)
    const gone = await deleteVote(tx, reader, id)
    if (!gone) throw notFound()
    const removed = { verb: 'deleted', field: 'vote', comment: 'removed the vote' } as const
    const row = { ...removed, old_value: String(gone.vote), old_identifier: gone.id }
    await recordAll(tx, reader, [[id, [row]]], { notify: false })
  })
}
