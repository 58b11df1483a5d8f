import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { foldCounts, foldFacets, foldPropertyCounts } from './service.ts'

export const workItemsBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    { name: 'fold-work-item-counts', cron: '*/5 * * * *', run: () => foldCounts(db) },
    { name: 'fold-facets', cron: '* * * * *', run: () => foldFacets(db) },
    { name: 'fold-property-counts', cron: '* * * * *', run: () => foldPropertyCounts(db) },
  ],
})
