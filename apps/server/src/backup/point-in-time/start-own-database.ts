import { rm } from 'node:fs/promises'
import type { Config } from '#config'
import type { Log } from '#kernel/database/embedded/log.ts'
import { startEmbedded } from '#kernel/database/embedded/start-embedded.ts'
import { currentArchive } from './folders.ts'

/** Starts the database in the data folder, and the archiving of its log if it is on. */
export const startOwnDatabase = (
  { dataDir, backupDir, isPointInTime }: Config,
  log: Log,
  signal?: AbortSignal,
) =>
  startEmbedded({
    ...{ dataDir, log, signal },
    async settings(cluster) {
      if (isPointInTime) {
        const { openArchive } = await import('./archive-log.ts')
        return openArchive(cluster, backupDir)
      }
      // What is written from now on is missing in the archive: the next one begins anew.
      await rm(currentArchive(cluster.folder), { force: true })
      return {}
    },
  })
