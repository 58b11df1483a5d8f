import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { endBacklog, fillStateChanges } from './history-queries.ts'

/** After an upgrade from a version that did not record when items changed their state. */
export const analyticsBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    {
      name: 'fill-state-changes',
      cron: '* * * * *',
      async run() {
        while (await fillStateChanges(db)) {
          // The next batch.
        }
        await endBacklog(db)
      },
    },
  ],
})
