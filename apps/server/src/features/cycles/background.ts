import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { foldCycleCounts, recordCycleDays } from './service.ts'

export const cyclesBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    { name: 'fold-cycle-counts', cron: '*/5 * * * *', run: () => foldCycleCounts(db) },
    { name: 'record-cycle-days', cron: '5 * * * *', run: () => recordCycleDays(db) },
  ],
})
