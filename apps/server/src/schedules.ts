import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { removeDeadEmailCodes } from './features/account/service.ts'
import { removeOldRequests } from './features/api-tokens/service.ts'
import { removeStaleAssets, removeUnsentAssets } from './features/assets/service.ts'
import { removeDeadProofs } from './features/auth/service.ts'
import { foldCycleCounts, recordCycleDays } from './features/cycles/service.ts'
import { removeDemos } from './features/demo/service.ts'
import { makeExports, removeOldExports } from './features/exports/service.ts'
import { removeOldImports, runImports } from './features/imports/service.ts'
import { knownOrigin } from './features/instance/service.ts'
import { readSmtp } from './features/instance-settings/service.ts'
import { wakeSnoozed } from './features/intake/service.ts'
import { removeSpentInvitations } from './features/invitations/service.ts'
import { crawlLinks } from './features/links/service.ts'
import { mailNews, notifyOfChanges, returnSnoozed } from './features/notifications/service.ts'
import { archiveOldItems, closeOldItems } from './features/project-automations/service.ts'
import {
  type Calling,
  callWebhooks,
  noticeChanges,
  removeOldCalls,
} from './features/webhooks/service.ts'
import { webhookEgress } from './features/webhooks/webhook-egress.ts'
import { foldCounts, foldFacets } from './features/work-items/service.ts'
import { removeExpiredSessions } from './kernel/auth/sessions.ts'
import { forgetThrottles } from './kernel/auth/throttle.ts'
import { purgeDeleted } from './kernel/database/purge-deleted.ts'
import type { Db } from './kernel/database/schema.ts'
import { createEgress } from './kernel/egress/egress.ts'
import { removeOldEvents } from './kernel/events/outbox.ts'
import type { Schedule } from './kernel/jobs/jobs.ts'
import { deliverQueuedMails } from './kernel/mail/delivery.ts'
import { removeOldMails } from './kernel/mail/queries.ts'
import { RETAINED_HOURS } from './kernel/realtime/cursor.ts'
import type { Secrets } from './kernel/secrets.ts'
import type { Storage } from './kernel/storage/storage.ts'

/** What waits to be mailed, with the settings of this moment. */
export const mailDelivery =
  (db: Db, config: Config, secrets: Secrets, log: FastifyBaseLogger) => () =>
    deliverQueuedMails(db, () => readSmtp(db, secrets, config), log)

/** What happened to items, for those who want it by mail. */
export const newsMailing = (db: Db, config: Config, secrets: Secrets) => async () => {
  const hasSmtp = (await readSmtp(db, secrets, config)) !== null
  return mailNews(db, { hasSmtp, origin: await knownOrigin(db, config) })
}

/** What new links lead to. */
export function linkCrawl(db: Db, { egressAllow }: Config) {
  const egress = createEgress({ allow: egressAllow })
  return () => crawlLinks(db, egress)
}

/** Whoever wants to hear of it is told what happened. */
export function webhookCalling(db: Db, config: Config, secrets: Secrets, log: FastifyBaseLogger) {
  const calling: Calling = {
    ...{ db, secrets, log, egress: createEgress(webhookEgress(config)) },
    origin: () => knownOrigin(db, config),
  }
  return async function deliverWebhooks(): Promise<void> {
    const noticed = await noticeChanges(db)
    if (noticed === 'nobody listens') return
    // The clock looks again too, whatever becomes of this.
    if (noticed === 'more to come') setTimeout(() => deliverWebhooks().catch(() => {}), 250).unref()
    await callWebhooks(calling)
  }
}

/** What is asked for in files, out and in: begun at once where it was asked for, else by the clock. */
export const fileTransfers = (db: Db, storage: Storage, log: FastifyBaseLogger) => {
  const makeAll = () => makeExports(db, storage, log)
  const runAll = () => runImports(db, storage, log)
  const schedules: Schedule[] = [
    { name: 'make-exports', cron: '* * * * *', run: makeAll },
    { name: 'run-imports', cron: '* * * * *', run: runAll },
    { name: 'remove-old-exports', cron: '30 1 * * *', run: () => removeOldExports(db, storage) },
    { name: 'remove-old-imports', cron: '35 1 * * *', run: () => removeOldImports(db, storage) },
  ]
  return { makeAll, runAll, schedules }
}

/** What is done soon after it is asked for, and by the clock should that have been missed. */
type SoonToo = Record<
  'deliverMails' | 'lookAtLinks' | 'mailTheNews' | 'deliverWebhooks',
  () => Promise<unknown>
>

/** All else that is done by the clock (UTC). */
export const schedulesFor = (
  db: Db,
  storage: Storage,
  { deliverMails, lookAtLinks, mailTheNews, deliverWebhooks }: SoonToo,
): Schedule[] => [
  { name: 'fold-work-item-counts', cron: '*/5 * * * *', run: () => foldCounts(db) },
  { name: 'fold-facets', cron: '* * * * *', run: () => foldFacets(db) },
  { name: 'fold-cycle-counts', cron: '*/5 * * * *', run: () => foldCycleCounts(db) },
  { name: 'record-cycle-days', cron: '5 * * * *', run: () => recordCycleDays(db) },
  { name: 'archive-old-items', cron: '0 1 * * *', run: () => archiveOldItems(db) },
  { name: 'close-old-items', cron: '0 1 * * *', run: () => closeOldItems(db) },
  { name: 'wake-snoozed-intake', cron: '* * * * *', run: () => wakeSnoozed(db) },
  { name: 'notify-of-changes', cron: '* * * * *', run: () => notifyOfChanges(db) },
  { name: 'return-snoozed-news', cron: '* * * * *', run: () => returnSnoozed(db) },
  { name: 'mail-news', cron: '* * * * *', run: mailTheNews },
  { name: 'deliver-mails', cron: '* * * * *', run: deliverMails },
  { name: 'look-at-links', cron: '* * * * *', run: lookAtLinks },
  { name: 'call-webhooks', cron: '* * * * *', run: deliverWebhooks },
  { name: 'remove-old-webhook-calls', cron: '30 3 * * *', run: () => removeOldCalls(db) },
  {
    name: 'remove-old-events',
    cron: '20 * * * *',
    run: () => removeOldEvents(db, RETAINED_HOURS + 1),
  },
  { name: 'remove-expired-sessions', cron: '40 * * * *', run: () => removeExpiredSessions(db) },
  { name: 'remove-stale-assets', cron: '0 2 * * *', run: () => removeStaleAssets(db, storage) },
  { name: 'remove-unsent-assets', cron: '25 * * * *', run: () => removeUnsentAssets(db, storage) },
  { name: 'remove-old-api-requests', cron: '30 2 * * *', run: () => removeOldRequests(db) },
  {
    name: 'remove-deleted-demos',
    cron: '* * * * *',
    run: () => removeDemos(db, storage, { all: false }),
  },
  { name: 'purge-deleted', cron: '50 2 * * *', run: () => purgeDeleted(db) },
  { name: 'remove-dead-proofs', cron: '45 * * * *', run: () => removeDeadProofs(db) },
  { name: 'remove-dead-email-codes', cron: '46 * * * *', run: () => removeDeadEmailCodes(db) },
  { name: 'remove-old-mails', cron: '10 3 * * *', run: () => removeOldMails(db) },
  { name: 'remove-spent-invitations', cron: '5 0 * * *', run: () => removeSpentInvitations(db) },
  { name: 'forget-throttles', cron: '50 * * * *', run: () => forgetThrottles(db) },
]
