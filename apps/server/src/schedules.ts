import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import { readSmtp } from './features/instance-settings/service.ts'
import { foldCounts } from './features/work-items/service.ts'
import { removeExpiredSessions } from './kernel/auth/sessions.ts'
import { forgetThrottles } from './kernel/auth/throttle.ts'
import type { Db } from './kernel/database/schema.ts'
import type { Schedule } from './kernel/jobs/jobs.ts'
import { deliverQueuedMails } from './kernel/mail/delivery.ts'
import { KEPT_HOURS } from './kernel/realtime/cursor.ts'
import type { Secrets } from './kernel/secrets.ts'

const removeOldEvents = (db: Db) =>
  sql`delete from events where created_at < now() - make_interval(hours => ${KEPT_HOURS + 1})`.execute(
    db,
  )

/** What waits to be mailed, with the settings of this moment. */
export const mailDelivery =
  (db: Db, config: Config, secrets: Secrets, log: FastifyBaseLogger) => () =>
    deliverQueuedMails(db, () => readSmtp(db, secrets, config), log)

/** All that is done by the clock (UTC). */
export const schedulesFor = (db: Db, deliverMails: () => Promise<unknown>): Schedule[] => [
  { name: 'fold-work-item-counts', cron: '*/5 * * * *', run: () => foldCounts(db) },
  { name: 'deliver-mails', cron: '* * * * *', run: deliverMails },
  { name: 'remove-old-events', cron: '20 * * * *', run: () => removeOldEvents(db) },
  { name: 'remove-expired-sessions', cron: '40 * * * *', run: () => removeExpiredSessions(db) },
  { name: 'forget-throttles', cron: '50 * * * *', run: () => forgetThrottles(db) },
]
