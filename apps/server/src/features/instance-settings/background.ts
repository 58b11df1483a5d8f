import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { deliverQueuedMails } from '#kernel/mail/delivery.ts'
import { listUnreadable, readSmtp } from './service.ts'

export const instanceSettingsBackground: BackgroundOf = ({ db, config, secrets, log }) => {
  /** With the settings of this moment. */
  const deliverMails = () => deliverQueuedMails(db, () => readSmtp(db, secrets, config), log)
  return {
    async start() {
      const unreadable = await listUnreadable(db, secrets)
      if (unreadable.length === 0) return
      const advice = 'bring its secret.key into this data folder, or type them again'
      log.warn({ settings: unreadable }, `settings were sealed by another server: ${advice}`)
    },
    schedules: [{ name: 'deliver-mails', cron: '* * * * *', run: deliverMails }],
    // Nobody should wait a minute for a code.
    onInsert: [{ tables: ['mails'], run: deliverMails }],
  }
}
