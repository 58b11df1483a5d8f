import { knownOrigin } from '#features/instance/service.ts'
import { readSmtp } from '#features/instance-settings/service.ts'
import { createPushClient } from '#features/push/service.ts'
import type { BackgroundOf } from '#kernel/jobs/background.ts'
import {
  mailNews,
  newsTables,
  notifyOfChanges,
  pushNews,
  pushTables,
  returnSnoozed,
} from './service.ts'

export const notificationsBackground: BackgroundOf = ({ db, config, secrets, log }) => {
  const notify = () => notifyOfChanges(db)
  async function mail() {
    const hasSmtp = (await readSmtp(db, secrets, config)) !== null
    await mailNews(db, { hasSmtp, origin: await knownOrigin(db, config) })
  }
  const client = createPushClient(db, config, secrets)
  const push = () => pushNews({ db, client, log })
  return {
    schedules: [
      { name: 'notify-of-changes', cron: '* * * * *', run: notify },
      { name: 'return-snoozed-news', cron: '* * * * *', run: () => returnSnoozed(db) },
      { name: 'mail-news', cron: '* * * * *', run: mail },
      { name: 'push-news', cron: '* * * * *', run: push },
    ],
    onInsert: [
      { name: 'notify-of-changes', tables: newsTables, run: notify },
      {
        name: 'push-news',
        tables: pushTables,
        // Not awaited: a slow push service must not delay other handlers.
        async run() {
          push().catch((error: unknown) =>
            log.warn({ err: error }, 'push messages are waiting for their next turn'),
          )
        },
      },
    ],
  }
}
