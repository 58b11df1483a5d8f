import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { foldCounts, foldFacets } from './service.ts'

export const workItemsBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    { name: 'fold-work-item-counts', cron: '*/5 * * * *', run: () => foldCounts(db) },
    { name: 'fold-facets', cron: '* * * * *', run: () => foldFacets(db) },
  ],
})
