import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { createDueItems } from './service.ts'

export const itemTemplatesBackground: BackgroundOf = ({ db }) => ({
  schedules: [{ name: 'create-recurring-items', cron: '* * * * *', run: () => createDueItems(db) }],
})
