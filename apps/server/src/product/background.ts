import { removeExpiredSessions } from '#kernel/auth/sessions.ts'
import { forgetThrottles } from '#kernel/auth/throttle.ts'
import { removeOldEvents } from '#kernel/events/outbox.ts'
import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeOldMails } from '#kernel/mail/queries.ts'
import { RETAINED_HOURS } from '#kernel/realtime/cursor.ts'
import { purgeDeleted } from './purge-queries.ts'

export const productBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    {
      name: 'remove-old-events',
      cron: '20 * * * *',
      run: () => removeOldEvents(db, RETAINED_HOURS + 1),
    },
    { name: 'remove-expired-sessions', cron: '40 * * * *', run: () => removeExpiredSessions(db) },
    { name: 'purge-deleted', cron: '50 2 * * *', run: () => purgeDeleted(db) },
    { name: 'remove-old-mails', cron: '10 3 * * *', run: () => removeOldMails(db) },
    { name: 'forget-throttles', cron: '50 * * * *', run: () => forgetThrottles(db) },
  ],
})
