import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#kernel/database/schema.ts'
import { tracePoints } from '#kernel/trace-points.ts'
import {
  claimMail,
  insertMail,
  type MailScope,
  type MailStatus,
  markFailed,
  markSent,
  markWithdrawn,
  postponeMail,
  storeMails,
} from './queries.ts'
import { type Mail, type SmtpSettings, sendOverSmtp } from './smtp.ts'
import { describeSmtpError, isAboutOneMail, isHopeless } from './smtp-errors.ts'

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>
/** Null: SMTP is not configured. */
export type ReadSettings = () => Promise<SmtpSettings | null>

export type Delivered = Record<MailStatus, number>

// The longest SMTP session our timeouts allow is far shorter.
const leaseSeconds = 10 * 60
const maxAttempts = 12
// A run ends at some point, so that a node that shuts down need not send the whole queue first.
const mostPerRun = 200

/** 1, 2, 4 … minutes, then every six hours: twelve attempts cover an outage of most of a day. */
export const secondsUntilNextTry = (attempts: number) =>
  Math.min(60 * 2 ** (attempts - 1), 6 * 60 * 60)

/**
 * Queues a mail; it is sent after the caller's transaction commits, or never if it rolls back.
 * Mails about a workspace pass its scope: the recipient's rights are checked before sending.
 */
export const queueMail = (tx: Db, mail: Mail, scope?: MailScope) =>
  insertMail(tx, { ...mail, subject: mail.subject.replace(/\s+/g, ' ').trim() }, scope)

interface Outcome {
  status: MailStatus
  /** Whether the next mail would fail in the same way. */
  serverIsDown: boolean
}

/** Sends one due mail, or this one; undefined when there is none or another node has it. */
async function deliverNext(
  db: Db,
  smtp: SmtpSettings,
  log: Log,
  id?: string,
): Promise<Outcome | undefined> {
  const mail = await claimMail(db, leaseSeconds, id)
  if (!mail) return undefined
  if (!mail.is_still_theirs) {
    await markWithdrawn(db, mail.id)
    return { status: 'failed', serverIsDown: false }
  }
  try {
    const traced = { kind: mail.kind, recipients: 1, attempt: mail.attempts }
    await tracePoints.mail.tracePromise(() => sendOverSmtp(smtp, mail, { id: mail.id }), traced)
  } catch (error) {
    const sentence = describeSmtpError(error)
    const reason = `${sentence} (${error instanceof Error ? error.message : error})`
    const failed = isHopeless(error) || mail.attempts >= maxAttempts
    if (failed) await markFailed(db, mail.id, reason)
    else await postponeMail(db, mail.id, secondsUntilNextTry(mail.attempts), reason)
    // The server's reply may contain the recipient: it stays in the database.
    log.warn({ mail: mail.id, attempts: mail.attempts }, `a mail was not delivered: ${sentence}`)
    return { status: failed ? 'failed' : 'queued', serverIsDown: !isAboutOneMail(error) }
  }
  await markSent(db, mail.id)
  return { status: 'sent', serverIsDown: false }
}

/** The job: sends due mails. May run on every node at any time. */
export async function deliverQueuedMails(
  db: Db,
  settings: ReadSettings,
  log: Log,
): Promise<Delivered> {
  const delivered: Delivered = { queued: 0, sent: 0, stored: 0, failed: 0 }
  const smtp = await settings()
  if (!smtp) {
    const stored = await storeMails(db)
    return { ...delivered, stored: stored.length }
  }
  for (let count = 0; count < mostPerRun; count++) {
    const outcome = await deliverNext(db, smtp, log)
    if (!outcome) break
    delivered[outcome.status]++
    if (outcome.serverIsDown) break
  }
  return delivered
}

/** One queued mail now instead of at the next run. */
export async function deliverMail(
  db: Db,
  settings: ReadSettings,
  log: Log,
  id: string,
): Promise<MailStatus> {
  const smtp = await settings()
  if (!smtp) return (await storeMails(db, id)).length ? 'stored' : 'queued'
  return (await deliverNext(db, smtp, log, id))?.status ?? 'queued'
}
