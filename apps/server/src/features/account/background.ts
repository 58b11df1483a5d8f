import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeDeadEmailCodes } from './service.ts'

export const accountBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    { name: 'remove-dead-email-codes', cron: '46 * * * *', run: () => removeDeadEmailCodes(db) },
  ],
})
