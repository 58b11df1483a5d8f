import type { FastifyBaseLogger } from 'fastify'
import { languageOf, letterIn } from '#features/account/service.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { secondsUntilNextTry } from '#kernel/jobs/backoff.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { attempt, type Outward } from './attempt.ts'
import {
  type Attempt,
  type Call,
  closeCall,
  dropWaiting,
  endLease,
  findDue,
  findOwner,
  insertAttempt,
  leaseWebhooks,
  noteFailure,
  noteSuccess,
  postponeCall,
  prolongLease,
} from './call-queries.ts'

export interface Calling extends Outward {
  log: Pick<FastifyBaseLogger, 'error'>
  /** The origin of links; undefined if unknown. */
  origin(): Promise<string | undefined>
}

/** Longer than the slowest call. */
const LEASE_SECONDS = 90
const MAX_CONCURRENT = 20
/** Calls of one webhook before the others have their turn. */
const MAX_CONSECUTIVE = 100
/** Limits a run, so that a node that shuts down need not process the whole queue first. */
const MAX_RUN_MS = 5 * 60_000
const DAYS_OF_FAILURES = 3

async function notifyOwner(tx: Tx, { webhook_id, url, slug }: Call, origin: string | undefined) {
  const to = await findOwner(tx, webhook_id)
  if (!to) return
  const place = origin ? [`${origin}/${slug}/settings/webhooks/${webhook_id}/`] : []
  const mail = letterIn(to, await languageOf(tx, to), {
    en: {
      subject: 'Your webhook was turned off',
      paragraphs: [
        `Your webhook couldn't be reached for ${DAYS_OF_FAILURES} days and was turned off:`,
        url,
        "Events aren't kept while it's off. See what went wrong and turn it on again:",
        ...place,
      ],
    },
    de: {
      subject: 'Dein Webhook wurde ausgeschaltet',
      paragraphs: [
        `Dein Webhook war ${DAYS_OF_FAILURES} Tage lang nicht erreichbar und wurde ausgeschaltet:`,
        url,
        'Solange er aus ist, werden Ereignisse nicht aufgehoben. Sieh nach, woran es lag, und schalte ihn wieder ein:',
        ...place,
      ],
    },
  })
  await queueMail(tx, mail)
}

/**
 * The attempt and its consequences are one transaction, which locks the webhook before its calls.
 */
async function settle({ db, origin }: Calling, call: Call, made: Attempt) {
  const link = made.is_delivered ? undefined : await origin()
  await db.transaction().execute(async (tx) => {
    await insertAttempt(tx, call, made)
    if (made.is_delivered) {
      await noteSuccess(tx, call.webhook_id)
      await closeCall(tx, call.id)
      return
    }
    const isSwitchedOff = await noteFailure(tx, call.webhook_id, DAYS_OF_FAILURES)
    await postponeCall(tx, call.id, secondsUntilNextTry(call.tries + 1))
    if (!isSwitchedOff) return
    await dropWaiting(tx, call.webhook_id)
    await notifyOwner(tx, call, link)
  })
}

/** A call whose body cannot be built must not block the following ones. */
async function passOver({ db, log }: Calling, call: Call, error: unknown) {
  await db
    .transaction()
    .execute((tx) => postponeCall(tx, call.id, secondsUntilNextTry(call.tries + 1)))
  log.error({ err: error, call: call.id, event: call.event }, 'a webhook call was not made')
}

async function callOne(calling: Calling, webhook_id: string): Promise<void> {
  const { db } = calling
  try {
    for (let count = 0; count < MAX_CONSECUTIVE; count++) {
      const call = await findDue(db, webhook_id)
      if (!call) break
      if (call.is_over) {
        await closeCall(db, call.id)
        continue
      }
      await prolongLease(db, webhook_id, LEASE_SECONDS)
      try {
        const made = await attempt(calling, call, { is_replay: false, created_by: null })
        await settle(calling, call, made)
      } catch (error) {
        await passOver(calling, call, error)
      }
    }
  } finally {
    await endLease(db, webhook_id)
  }
}

/**
 * The job: calls webhooks with due calls. Calls of one webhook run one after the other, different
 * webhooks in parallel: each that is done looks for new calls. It can run on every node at any
 * time.
 */
export async function callWebhooks(
  calling: Calling,
  end = performance.now() + MAX_RUN_MS,
): Promise<void> {
  if (performance.now() >= end) return
  const ids = await leaseWebhooks(calling.db, LEASE_SECONDS, MAX_CONCURRENT)
  await Promise.all(
    ids.map(async (id) => {
      await callOne(calling, id)
      await callWebhooks(calling, end)
    }),
  )
}
