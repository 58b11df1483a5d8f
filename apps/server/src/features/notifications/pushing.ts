import type { FastifyBaseLogger } from 'fastify'
import { type PushClient, sendToDevice } from '#features/push/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { secondsUntilNextTry } from '#kernel/jobs/backoff.ts'
import { countUnread, findNotification } from './list-queries.ts'
import { readWords } from './mailing.ts'
import { messageOf, newsOf } from './push-message.ts'
import {
  dropMessages,
  listOutgoing,
  type Outgoing,
  postponeMessage,
  takeDue,
} from './push-queries.ts'

/** Longer than the timeout of a request to a push service. */
const LEASE_SECONDS = 60
/** Sent in parallel. */
const BATCH = 20

export interface Pushing {
  db: Db
  client: PushClient
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Reads it with the receiver's current permissions. */
async function readMessage(db: Db, { notification_id, language, ...receiver }: Outgoing) {
  const member: Member = { ...receiver, is_instance_admin: false }
  const notification = await findNotification(db, member, notification_id)
  if (!notification) return undefined
  const news = newsOf(notification)
  const { texts, replies } = await readWords(db, news ? [news] : [])
  const { total, mentions } = await countUnread(db, member)
  const unread = total + mentions
  return messageOf(notification, { slug: member.slug, language, unread, texts, replies })
}

async function pushOne({ db, client }: Pushing, one: Outgoing) {
  if (one.quiet_seconds !== null) {
    return postponeMessage(db, one, { seconds: one.quiet_seconds, tries: 0 })
  }
  const message = await readMessage(db, one)
  if (!message) return dropMessages(db, [one])
  const sent = await sendToDevice(db, client, { ...one, id: one.device_id }, message)
  const pause = secondsUntilNextTry(one.tries)
  if (sent.outcome !== 'later' || pause === null) return dropMessages(db, [one])
  return postponeMessage(db, one, { seconds: sent.seconds ?? pause, tries: one.tries })
}

async function pushSome(pushing: Pushing): Promise<number> {
  const { db, log } = pushing
  const taken = await takeDue(db, LEASE_SECONDS, BATCH)
  if (taken.length === 0) return 0
  const outgoing = await listOutgoing(db, taken)
  const keyOf = (one: Pick<Outgoing, 'device_id' | 'notification_id'>) =>
    `${one.device_id} ${one.notification_id}`
  const stays = new Set(outgoing.map(keyOf))
  const over = taken.filter((one) => !stays.has(keyOf(one)))
  if (over.length > 0) await dropMessages(db, over)
  await Promise.all(
    outgoing.map((one) =>
      pushOne(pushing, one).catch(async (error: unknown) => {
        log.error({ err: error, notification: one.notification_id }, 'a push message was not sent')
        // A message that cannot be composed is not retried forever.
        if (secondsUntilNextTry(one.tries) === null) await dropMessages(db, [one])
      }),
    ),
  )
  return taken.length
}

/**
 * The job: sends new notifications to the devices of receivers who want them there. During a
 * receiver's quiet hours they wait; notifications read by then are not sent. Safe to run on every
 * node at any time.
 */
export async function pushNews(pushing: Pushing): Promise<number> {
  let pushed = 0
  for (let some = await pushSome(pushing); some > 0; some = await pushSome(pushing)) pushed += some
  return pushed
}
