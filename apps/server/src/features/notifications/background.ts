import { knownOrigin } from '#features/instance/service.ts'
import { readSmtp } from '#features/instance-settings/service.ts'
import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { mailNews, newsTables, notifyOfChanges, returnSnoozed } from './service.ts'

export const notificationsBackground: BackgroundOf = ({ db, config, secrets }) => {
  const notify = () => notifyOfChanges(db)
  async function mail() {
    const hasSmtp = (await readSmtp(db, secrets, config)) !== null
    await mailNews(db, { hasSmtp, origin: await knownOrigin(db, config) })
  }
  return {
    schedules: [
      { name: 'notify-of-changes', cron: '* * * * *', run: notify },
      { name: 'return-snoozed-news', cron: '* * * * *', run: () => returnSnoozed(db) },
      { name: 'mail-news', cron: '* * * * *', run: mail },
    ],
    onInsert: [{ tables: newsTables, run: notify }],
  }
}
