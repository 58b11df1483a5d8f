import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { deliverQueuedMails } from '#kernel/mail/delivery.ts'
import { listUnreadable, readSmtp } from './service.ts'

export const instanceSettingsBackground: BackgroundOf = ({ db, config, secrets, log }) => {
  /** Reads the current settings each time. */
  const deliverMails = () => deliverQueuedMails(db, () => readSmtp(db, secrets, config), log)
  return {
    async start() {
      const unreadable = await listUnreadable(db, secrets)
      if (unreadable.length === 0) return
      const advice = 'bring its secret.key into this data folder, or type them again'
      log.warn({ settings: unreadable }, `settings were sealed by another server: ${advice}`)
    },
    schedules: [{ name: 'deliver-mails', cron: '* * * * *', run: deliverMails }],
    // Users should not wait a minute for a code.
    onInsert: [{ name: 'deliver-mails', tables: ['mails'], run: deliverMails }],
  }
}
