import type { ListQuery, ShapeQuery } from '@cairn/contract/v1'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { by, byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { reachItem } from '../work-items/reach.ts'
import { findActivity, listActivities } from './queries.ts'

const orders = {
  ...byEach('a', ['created_at', 'verb', 'id']),
  updated_at: by('a.created_at'),
  field: byNullable('a.field'),
  actor: byNullable('a.actor_id'),
  epoch: byNullable('a.epoch'),
}

/** The oldest first. */
export async function readActivities(db: Db, member: ProjectMember, id: string, query: ListQuery) {
  const order = readOrder('a', query.order_by, 'created_at', orders)
  const item = await reachItem(db, member, id)
  return answerPage(db, member, query, (slice) => listActivities(db, member, item, order, slice))
}

interface Address {
  issue_id: string
  activity_id: string
}

export async function readActivity(
  db: Db,
  member: ProjectMember,
  { issue_id, activity_id }: Address,
  query: ShapeQuery,
) {
  const item = await reachItem(db, member, issue_id)
  const activity = await findActivity(db, member, item, activity_id)
  if (!activity) throw notFound({ message: 'Activity not found.', code: 'NOT_FOUND' })
  return presentOne(db, member, query, activity)
}
