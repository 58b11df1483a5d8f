import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeDeadProofs } from './service.ts'

export const authBackground: BackgroundOf = ({ db }) => ({
  schedules: [{ name: 'remove-dead-proofs', cron: '45 * * * *', run: () => removeDeadProofs(db) }],
})
