import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { noteVersion } from './service.ts'

export const instanceBackground: BackgroundOf = ({ db, version }) => ({
  start: async () => {
    await noteVersion(db, version)
  },
})
