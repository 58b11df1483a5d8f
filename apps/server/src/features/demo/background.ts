import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeDemos } from './service.ts'

export const demoBackground: BackgroundOf = ({ db, storage }) => ({
  schedules: [
    {
      name: 'remove-deleted-demos',
      cron: '* * * * *',
      run: () => removeDemos(db, storage, { all: false }),
    },
  ],
})
