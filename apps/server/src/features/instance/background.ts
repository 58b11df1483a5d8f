import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeUploads } from './found-backups.ts'
import { noteRestoreEnd } from './queries.ts'
import { noteVersion } from './service.ts'

export const instanceBackground: BackgroundOf = ({ db, config, version }) => ({
  start: async () => {
    await noteVersion(db, version)
    // Of a restore that did not come to its end.
    await noteRestoreEnd(db)
    await removeUploads(config)
  },
})
