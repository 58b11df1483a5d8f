import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeSpentInvitations } from './service.ts'

export const invitationsBackground: BackgroundOf = ({ db }) => ({
  schedules: [
    { name: 'remove-spent-invitations', cron: '5 0 * * *', run: () => removeSpentInvitations(db) },
  ],
})
