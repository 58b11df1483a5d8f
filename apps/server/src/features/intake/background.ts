import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { wakeSnoozed } from './service.ts'

export const intakeBackground: BackgroundOf = ({ db }) => ({
  schedules: [{ name: 'wake-snoozed-intake', cron: '* * * * *', run: () => wakeSnoozed(db) }],
})
