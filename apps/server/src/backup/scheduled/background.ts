import { removeOldRuns } from '#features/backups/queries.ts'
import { queueDueBackup } from '#features/backups/service.ts'
import type { BackgroundOf } from '#kernel/jobs/background.ts'

/**
 * A backup may take hours, so no job waits for it: a run is leased in the database, and made by one
 * node at a time.
 */
export const backupsBackground: BackgroundOf = (running) => {
  const { db, log } = running
  const stopping = new AbortController()
  let making: Promise<void> | undefined

  async function makeAll() {
    // Loaded with the first backup.
    const { makeBackups } = await import('./make.ts')
    await makeBackups(running, stopping.signal)
  }

  function make() {
    if (stopping.signal.aborted) return
    making ??= makeAll()
      .catch((error: unknown) => log.error({ err: error }, 'backups could not be made'))
      .finally(() => {
        making = undefined
      })
  }

  return {
    schedules: [
      {
        name: 'make-backups',
        cron: '* * * * *',
        async run() {
          await queueDueBackup(db)
          make()
        },
      },
      { name: 'remove-old-backup-runs', cron: '40 1 * * *', run: () => removeOldRuns(db) },
    ],
    onInsert: [{ name: 'make-backups', tables: ['backup_runs'], run: async () => make() }],
    async stop() {
      stopping.abort()
      await making
    },
  }
}
