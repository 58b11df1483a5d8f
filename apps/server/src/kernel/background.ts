import { removeExpiredSessions } from './auth/sessions.ts'
import { forgetThrottles } from './auth/throttle.ts'
import { purgeDeleted } from './database/purge-deleted.ts'
import { removeOldEvents } from './events/outbox.ts'
import type { BackgroundOf } from './jobs/background.ts'
import { removeOldMails } from './mail/queries.ts'
import { RETAINED_HOURS } from './realtime/cursor.ts'

export const kernelBackground: BackgroundOf = ({ db }) => ({
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
