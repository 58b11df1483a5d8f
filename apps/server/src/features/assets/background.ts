import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeStaleAssets, removeUnsentAssets } from './service.ts'

export const assetsBackground: BackgroundOf = ({ db, storage }) => ({
  schedules: [
    { name: 'remove-stale-assets', cron: '0 2 * * *', run: () => removeStaleAssets(db, storage) },
    {
      name: 'remove-unsent-assets',
      cron: '25 * * * *',
      run: () => removeUnsentAssets(db, storage),
    },
  ],
})
