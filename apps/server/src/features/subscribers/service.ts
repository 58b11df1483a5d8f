import { activeAmong, type Kind, openItem } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import {
  deleteSubscriber,
  insertSubscriber,
  listPossibleSubscribers,
  listVisible,
  subscribeToAll,
} from './queries.ts'

const unknown = (field: string, id: string) =>
  badRequest({ [field]: [`Invalid pk "${id}" - object does not exist.`] })

export async function isSubscribed(db: Db, member: ProjectMember, id: string, kind: Kind) {
  const { is_subscribed } = await openItem(db, member, id, kind)
  return { subscribed: is_subscribed }
}

/** Subscribes a member of the project. */
async function follow(db: Db, member: ProjectMember, work_item_id: string, user_id: string) {
  const subscription = await insertSubscriber(db, member, work_item_id, user_id)
  if (!subscription) throw badRequest({ message: 'User already subscribed to the issue.' })
  return subscription
}

export async function subscribeOneself(db: Db, member: ProjectMember, id: string, kind: Kind) {
  await openItem(db, member, id, kind)
  return follow(db, member, id, member.user_id)
}

export async function addSubscriber(
  db: Db,
  member: ProjectMember,
  id: string,
  subscriber: string,
  kind: Kind,
) {
  await openItem(db, member, id, kind)
  const [person] = await activeAmong(db, member, [subscriber])
  if (!person) throw unknown('subscriber', subscriber)
  return follow(db, member, id, person)
}

export async function removeSubscriber(
  db: Db,
  member: ProjectMember,
  id: string,
  user_id: string,
  kind: Kind,
) {
  await openItem(db, member, id, kind)
  if (!(await deleteSubscriber(db, id, user_id))) throw notFound()
}

export async function readSubscribers(db: Db, member: ProjectMember, id: string, kind: Kind) {
  await openItem(db, member, id, kind)
  return listPossibleSubscribers(db, member, id)
}

/** All of them, or none if one is not visible. */
export const subscribeToMany = (db: Db, member: ProjectMember, ids: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    if (ids.length === 0) throw badRequest({ error: 'Issue IDs are required' })
    const seen = new Set((await listVisible(tx, member, ids)).map(({ id }) => id))
    const missing = ids.find((id) => !seen.has(id.toLowerCase()))
    if (missing) throw unknown('issue_ids', missing)
    await subscribeToAll(tx, member, [...seen])
    return { message: 'Subscribed' }
  })
