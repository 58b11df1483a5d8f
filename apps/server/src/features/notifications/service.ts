import type { StatusUpdate } from '@cairn/contract'
import { mentionsIn } from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { type Change, compose, isLoud, quotedBy } from './compose.ts'
import { notifyAll } from './inbox.ts'
import { queueForPush } from './push-queries.ts'
import {
  claimChanges,
  insertNotifications,
  insertPageNotifications,
  insertRecurrenceNotifications,
  insertUpdateNotifications,
  listClaimed,
  listFirstDescriptions,
  listNames,
  listNotifiedMentions,
  listReceivers,
  listSubjects,
  listTexts,
  markNotified,
  type NewNotification,
  type PageReceiver,
  type PausedRecurrence,
  type PendingActivity,
  queueForMail,
  removeUpdateNotifications,
} from './queries.ts'

export { returnSnoozed } from './inbox.ts'
export { mailNews } from './mailing.ts'
export { pushNews } from './pushing.ts'

/** Tables whose inserts may need notifications. */
export const newsTables = ['activities', 'work_item_mentions']

/** History rows claimed in one transaction. */
const BATCH = 200

const isBirth = ({ verb, field }: PendingActivity) => verb === 'created' && field === null
const itemOf = ({ rows }: Change) => rows[0]?.work_item_id ?? ''

/** Users a row newly mentions. */
function mentionedBy(row: PendingActivity, births: ReadonlyMap<string, string>): string[] {
  if (isBirth(row)) return mentionsIn(births.get(row.work_item_id) ?? '')
  if (row.field !== 'description' && row.field !== 'comment') return []
  const before = mentionsIn(row.old_value ?? '')
  return mentionsIn(row.new_value ?? '').filter((person) => !before.includes(person))
}

/** Groups the rows by the request that wrote them. */
async function readChanges(tx: Tx, rows: readonly PendingActivity[]): Promise<Change[]> {
  const born = rows.filter(isBirth).map(({ work_item_id }) => work_item_id)
  const found = born.length > 0 ? await listFirstDescriptions(tx, born) : []
  const births = new Map(found.map(({ id, html }) => [id, html]))
  const requests = Map.groupBy(rows, ({ work_item_id, actor_id, epoch }) =>
    [work_item_id, actor_id, epoch].join(' '),
  )
  return [...requests.values()].map((ofOne) => ({
    rows: ofOne,
    mentioned: [...new Set(ofOne.flatMap((row) => mentionedBy(row, births)))],
  }))
}

/** The changes without users who were already notified of the mention. */
async function withoutNotified(tx: Tx, changes: readonly Change[]): Promise<Change[]> {
  const mentioning = changes.filter(({ mentioned }) => mentioned.length > 0)
  if (mentioning.length === 0) return [...changes]
  const notified = await listNotifiedMentions(tx, mentioning.map(itemOf))
  const known = new Set(
    notified.map(({ receiver_id, activity_id }) => `${receiver_id} ${activity_id}`),
  )
  return changes.map((change) => ({
    ...change,
    mentioned: change.mentioned.filter((id) => !known.has(`${id} ${quotedBy(change)?.id}`)),
  }))
}

async function composeAll(tx: Tx, changes: readonly Change[]): Promise<NewNotification[]> {
  const ids = [...new Set(changes.map(itemOf))]
  const rows = changes.flatMap((change) => change.rows)
  const mentions = changes.flatMap((change) =>
    change.mentioned.map((user_id) => ({ work_item_id: itemOf(change), user_id })),
  )
  const subjects = new Map((await listSubjects(tx, ids)).map((one) => [one.id, one]))
  const receivers = Map.groupBy(
    await listReceivers(tx, ids, mentions),
    ({ work_item_id }) => work_item_id,
  )
  const names = await listNames(
    tx,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  )
  const nameOf = new Map(names.map(({ id, display_name }) => [id, display_name]))
  const comments = await listTexts(
    tx,
    rows.flatMap(({ comment_id }) => comment_id ?? []),
  )
  const said = new Map(comments.map((comment) => [comment.id, comment]))
  return changes.flatMap((change) => {
    const subject = subjects.get(itemOf(change))
    if (!subject) return []
    const actorName = nameOf.get(change.rows[0]?.actor_id ?? '') ?? ''
    return compose(change, {
      ...{ subject, actorName, said },
      receivers: receivers.get(subject.id) ?? [],
    })
  })
}

/** Tables whose inserts are sent to devices. */
export const pushTables = ['push_messages']

/** Inserts notifications, emits events to their receivers and queues the mails and push messages. */
async function deliver(tx: Tx, notifications: readonly NewNotification[]) {
  const ids = await insertNotifications(tx, notifications)
  await queueForMail(tx, ids)
  await queueForPush(tx, ids)
  await notifyAll(tx, notifications)
}

/**
 * Notifies these users in the inbox and on their devices, in the transaction that posts the update.
 * No mails are sent.
 */
export async function notifyOfUpdate(tx: Tx, update: StatusUpdate, receivers: readonly string[]) {
  if (receivers.length === 0) return
  const notified = await insertUpdateNotifications(tx, update, receivers)
  const ids = notified.map(({ id }) => id)
  await queueForPush(tx, ids)
  await notifyAll(tx, notified)
}

/**
 * Notifies these users that a rule creates no more items, in the inbox and on their devices, in the
 * transaction that pauses it.
 */
export async function notifyOfPause(
  tx: Tx,
  paused: PausedRecurrence,
  receivers: readonly string[],
) {
  if (receivers.length === 0) return
  const notified = await insertRecurrenceNotifications(tx, paused, receivers)
  await queueForPush(
    tx,
    notified.map(({ id }) => id),
  )
  await notifyAll(tx, notified)
}

interface PageNotice {
  page: { id: string; name: string }
  receivers: readonly PageReceiver[]
  comment_id?: string | undefined
}

/** Notifies the mentioned users, in the transaction that stores the text, and queues the mails. */
export async function notifyOfPage(
  tx: Tx,
  place: Pick<Member, 'workspace_id'>,
  { page, receivers, comment_id }: PageNotice,
) {
  if (receivers.length === 0) return
  const notified = await insertPageNotifications(tx, place, page, receivers, { comment_id })
  const ids = notified.map(({ id }) => id)
  await queueForMail(tx, ids)
  await queueForPush(tx, ids)
  await notifyAll(tx, notified)
}

/** Removes the notifications of a deleted update. */
export async function withdrawUpdate(tx: Tx, member: Member, id: string) {
  await notifyAll(tx, await removeUpdateNotifications(tx, member, id))
}

const notifyBatch = (db: Db) =>
  db.transaction().execute(async (tx) => {
    const firsts = await claimChanges(tx, BATCH)
    if (firsts.length === 0) return 0
    const rows = await listClaimed(tx, firsts)
    const changes = await withoutNotified(tx, await readChanges(tx, rows))
    const news = changes.filter((one) => one.mentioned.length > 0 || one.rows.some(isLoud))
    if (news.length > 0) await deliver(tx, await composeAll(tx, news))
    const ids = rows.map(({ id }) => id)
    await markNotified(tx, ids)
    return rows.length
  })

/**
 * The job: creates notifications for history rows and queues mails for users who want them, once
 * per row. Notifying and marking a row as notified is one transaction. It can run on every node at
 * any time.
 */
export async function notifyOfChanges(db: Db): Promise<number> {
  let notified = 0
  for (let some = await notifyBatch(db); some > 0; some = await notifyBatch(db)) notified += some
  return notified
}
