import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#kernel/database/schema.ts'
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
/** Null: nobody has configured SMTP. */
export type ReadSettings = () => Promise<SmtpSettings | null>

export type Delivered = Record<MailStatus, number>

// The longest conversation our time-outs allow is far shorter.
const leaseSeconds = 10 * 60
const maxAttempts = 12
// A run ends at some point, so that a node that shuts down need not send the whole queue first.
const mostPerRun = 200

/** 1, 2, 4 … minutes, then every six hours: twelve tries see a server through most of a day. */
export const secondsUntilNextTry = (attempts: number) =>
  Math.min(60 * 2 ** (attempts - 1), 6 * 60 * 60)

/**
 * Puts a mail into the queue; delivered after the caller's transaction, or never if it rolls back.
 * What tells of a workspace names its scope: the recipient's rights are checked before it is sent.
 */
export const queueMail = (tx: Db, mail: Mail, scope?: MailScope) =>
  insertMail(tx, { ...mail, subject: mail.subject.replace(/\s+/g, ' ').trim() }, scope)

interface Outcome {
  status: MailStatus
  /** Would the next one fail in the same way? */
  serverIsDown: boolean
}

/** One due mail, or this one, through SMTP; undefined when there is none, or another node has it. */
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
    await sendOverSmtp(smtp, mail, { id: mail.id })
  } catch (error) {
    const sentence = describeSmtpError(error)
    const reason = `${sentence} (${error instanceof Error ? error.message : error})`
    const failed = isHopeless(error) || mail.attempts >= maxAttempts
    if (failed) await markFailed(db, mail.id, reason)
    else await postponeMail(db, mail.id, secondsUntilNextTry(mail.attempts), reason)
    // The server's own words may name the receiver: they stay in the database.
    log.warn({ mail: mail.id, attempts: mail.attempts }, `a mail was not delivered: ${sentence}`)
    return { status: failed ? 'failed' : 'queued', serverIsDown: !isAboutOneMail(error) }
  }
  await markSent(db, mail.id)
  return { status: 'sent', serverIsDown: false }
}

/** The job: sends what is due. Run it on every node as often as you like. */
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
