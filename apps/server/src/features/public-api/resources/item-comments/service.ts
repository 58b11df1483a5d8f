import type {
  CommentPatchV1,
  External,
  ListQuery,
  NewCommentV1,
  ShapeQuery,
} from '@cairn/contract/v1'
import { changeComment, createComment, removeComment } from '#features/comments/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { authorship } from '../../kit/authors.ts'
import { externalTaken, whereTaken } from '../../kit/conflicts.ts'
import { byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { reachItem } from '../work-items/reach.ts'
import { findComment, findCommentByExternalId, listComments } from './queries.ts'

const orders = {
  ...byEach('c', ['created_at', 'updated_at', 'access', 'id']),
  actor: byNullable('c.actor_id'),
  edited_at: byNullable('c.edited_at'),
  external_source: byNullable('c.external_source'),
  external_id: byNullable('c.external_id'),
}

/** The newest first. */
export async function readComments(db: Db, member: ProjectMember, id: string, query: ListQuery) {
  const order = readOrder('c', query.order_by, '-created_at', orders)
  const item = await reachItem(db, member, id)
  return answerPage(db, member, query, (slice) => listComments(db, member, item, order, slice))
}

async function commentOf(db: Db, member: ProjectMember, item: string, id: string) {
  const comment = await findComment(db, member, item, id)
  if (!comment) throw notFound()
  return comment
}

interface Address {
  issue_id: string
  comment_id: string
}

export async function readComment(db: Db, member: ProjectMember, at: Address, query: ShapeQuery) {
  const item = await reachItem(db, member, at.issue_id)
  return presentOne(db, member, query, await commentOf(db, member, item, at.comment_id))
}

const pairTaken = (db: Db, member: ProjectMember, pair: External) =>
  whereTaken({
    comments_external_key: async () =>
      externalTaken('Work item comment', (await findCommentByExternalId(db, member, pair))?.id),
  })

export async function addComment(db: Db, member: ProjectMember, id: string, body: NewCommentV1) {
  const { created_at = null, created_by = null, ...wanted } = body
  const item = await reachItem(db, member, id)
  const authored = await authorship(db, member, { created_at, created_by })
  const comment = await createComment(db, member, item, { ...wanted, ...authored }, 'issues').catch(
    pairTaken(db, member, wanted),
  )
  return commentOf(db, member, item, comment.id)
}

export async function editComment(
  db: Db,
  member: ProjectMember,
  { issue_id, comment_id }: Address,
  patch: CommentPatchV1,
) {
  const item = await reachItem(db, member, issue_id)
  const before = await commentOf(db, member, item, comment_id)
  await changeComment(db, member, { id: item, comment_id }, patch, 'issues').catch(
    pairTaken(db, member, { ...before, ...patch }),
  )
  return commentOf(db, member, item, comment_id)
}

export async function deleteComment(
  db: Db,
  member: ProjectMember,
  { issue_id, comment_id }: Address,
) {
  const id = await reachItem(db, member, issue_id)
  await removeComment(db, member, { id, comment_id }, 'issues')
}
