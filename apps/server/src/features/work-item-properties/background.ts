import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { purgeValues } from './service.ts'

export const workItemPropertiesBackground: BackgroundOf = ({ db }) => ({
  schedules: [{ name: 'purge-property-values', cron: '* * * * *', run: () => purgeValues(db) }],
})
