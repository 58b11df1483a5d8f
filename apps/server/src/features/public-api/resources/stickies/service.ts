import type { StickyPatch } from '@cairn/contract'
import type { ShapeQuery, StickiesQueryV1 } from '@cairn/contract/v1'
import { containing } from '#features/search-issues/service.ts'
import { createSticky, readSticky } from '#features/stickies/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { listStickies } from './queries.ts'

const orders = {
  ...byEach('n', ['created_at', 'updated_at', 'sort_order', 'id']),
  name: byNullable('n.name'),
}

/** The newest first. */
export const readStickies = (db: Db, member: Member, query: StickiesQueryV1) => {
  const order = readOrder('n', query.order_by, '-created_at', orders)
  const typed = query.query?.trim()
  const pattern = typed ? containing(typed) : null
  const read = (slice: Parameters<typeof listStickies>[4]) =>
    listStickies(db, member, pattern, order, slice)
  return answerPage(db, member, query, read, { usual: 20 })
}

export const readNote = async (db: Db, member: Member, id: string, query: ShapeQuery) =>
  presentOne(db, member, query, await readSticky(db, member, id))

export const addNote = (db: Db, member: Member, { sort_order: _, ...wanted }: StickyPatch) =>
  createSticky(db, member, wanted)
