import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeOldRequests } from './service.ts'

export const apiTokensBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    { name: 'remove-old-api-requests', cron: '30 2 * * *', run: () => removeOldRequests(db) },
  ],
})
