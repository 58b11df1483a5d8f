import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { archiveOldItems, closeOldItems } from './service.ts'

export const projectAutomationsBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    { name: 'archive-old-items', cron: '0 1 * * *', run: () => archiveOldItems(db) },
    { name: 'close-old-items', cron: '0 1 * * *', run: () => closeOldItems(db) },
  ],
})
