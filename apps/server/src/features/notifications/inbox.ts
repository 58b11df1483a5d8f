import {
  lookup,
  type MarkAllRead,
  type Notification,
  type NotificationKind,
  type NotificationPatch,
  type NotificationsQuery,
  notificationKinds,
  toPage,
  type UnreadCounts,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import {
  countNotifications,
  countUnread,
  deleteNotification,
  findNotification,
  listNotifications,
  markAllRead,
  type Narrowing,
  takeReturned,
  updateNotification,
} from './list-queries.ts'
import { queueForPush } from './push-queries.ts'

const notValid = () => badRequest({ error: 'Please provide valid detail' })

function readKinds(type = ''): NotificationKind[] {
  const words = type.split(',').filter((word) => !['', 'all', 'null'].includes(word))
  return words.map((word) => {
    const kind = notificationKinds.find(
      (one) => one === (word === 'watching' ? 'subscribed' : word),
    )
    if (!kind) throw notValid()
    return kind
  })
}

const flags: Partial<Record<string, boolean>> = { true: true, false: false }

function readFlag(word = 'false'): boolean {
  const flag = lookup(flags, word)
  if (flag === undefined) throw badRequest({ error: 'The required key does not exist.' })
  return flag
}

function readQuery(query: NotificationsQuery): Narrowing {
  const { type, snoozed, archived, read, mentioned, all } = query
  if (read !== undefined && lookup(flags, read) === undefined) throw notValid()
  return {
    kinds: readKinds(type),
    snoozed: readFlag(snoozed),
    archived: readFlag(archived),
    read: lookup(flags, read ?? ''),
    mentioned: readFlag(all) ? undefined : Boolean(mentioned),
  }
}

const orders: Partial<Record<string, 'asc' | 'desc'>> = { created_at: 'asc', '-created_at': 'desc' }

export async function listInbox(db: Db, member: Member, query: NotificationsQuery) {
  const asked = readQuery(query)
  const direction = lookup(orders, query.order_by || '-created_at')
  if (!direction) throw notValid()
  const slice = sliceOf(query)
  const rows = listNotifications(db, member, asked, slice, direction)
  if (!query.per_page || !query.cursor) return rows
  const [results, total] = await Promise.all([rows, countNotifications(db, member, asked)])
  return toPage(slice, { results, count: results.length, total })
}

export async function readNotification(db: Db, member: Member, id: string): Promise<Notification> {
  const notification = await findNotification(db, member, id)
  if (!notification) throw notFound()
  return notification
}

export async function readUnreadCounts(db: Db, member: Member): Promise<UnreadCounts> {
  const { total, mentions } = await countUnread(db, member)
  return {
    total_unread_notifications_count: total,
    mention_unread_notifications_count: mentions,
  }
}

const emitNotification = (
  tx: Tx,
  { user_id, workspace_id }: Member,
  notification: Notification,
) => {
  const audience = { to: [user_id], within: { workspace_id } }
  return emit(tx, { type: 'notification.saved', notification }, audience)
}

export const changeNotification = (db: Db, member: Member, id: string, patch: NotificationPatch) =>
  db.transaction().execute(async (tx) => {
    await readNotification(tx, member, id)
    const { read_at, snoozed_till, archived_at } = patch
    await updateNotification(tx, member, id, { read_at, snoozed_till, archived_at })
    const changed = await readNotification(tx, member, id)
    await emitNotification(tx, member, changed)
    return changed
  })

export const removeNotification = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    await readNotification(tx, member, id)
    await deleteNotification(tx, member, id)
    await emit(tx, { type: 'notification.removed', id }, { to: [member.user_id], within: null })
  })

/** Without `mentioned` both tabs are marked. */
export const readAll = (db: Db, member: Member, body: MarkAllRead) =>
  db.transaction().execute(async (tx) => {
    const { type, snoozed = false, archived = false, mentioned } = body
    const asked = { kinds: readKinds(type), snoozed, archived, mentioned }
    if (await markAllRead(tx, member, asked))
      await emitUnread(tx, member.workspace_id, [member.user_id])
    return { message: 'Successful' }
  })

/** The job: notifies users whose snoozed notifications are due again, on their devices too. */
export const returnSnoozed = (db: Db) =>
  db.transaction().execute(async (tx) => {
    const returned = await takeReturned(tx)
    await notifyAll(tx, returned)
    await queueForPush(
      tx,
      returned.map(({ id }) => id),
    )
    return returned.length
  })

/** Notifies each receiver once per workspace. */
export async function notifyAll(
  tx: Tx,
  received: readonly { workspace_id: string; receiver_id: string }[],
) {
  for (const [workspace_id, some] of Map.groupBy(received, (one) => one.workspace_id)) {
    await emitUnread(tx, workspace_id, [...new Set(some.map(({ receiver_id }) => receiver_id))])
  }
}

/** Emits that these users' inboxes have changed. */
const emitUnread = (tx: Tx, workspace_id: string, user_ids: string[]) =>
  emit(tx, { type: 'notification.came', workspace_id }, { to: user_ids, within: { workspace_id } })
