import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findSettings } from '#features/backups/queries.ts'
import type { BackgroundOf, Running } from '#kernel/jobs/background.ts'
import { openClient } from '../open-client.ts'
import { copiedFiles, currentArchive, pointInTimeFolder } from './folders.ts'

const DAY_MS = 86_400_000

/** Copies the database once a day, and new files every few minutes. The log is PostgreSQL's work. */
export const pointInTimeBackground: BackgroundOf = (running) => {
  const { config, log } = running
  if (!config.isPointInTime) return {}
  const stopping = new AbortController()
  let making: Promise<void> | undefined

  function make() {
    if (stopping.signal.aborted) return
    making ??= makeWhatIsDue(running, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'point-in-time copy failed')
      })
      .finally(() => {
        making = undefined
      })
  }

  return {
    start: async () => make(),
    schedules: [{ name: 'point-in-time', cron: '*/5 * * * *', run: async () => make() }],
    async stop() {
      stopping.abort()
      await making
    },
  }
}

async function makeWhatIsDue(
  { db, database, storage, config, version, log }: Running,
  signal: AbortSignal,
) {
  const { dataDir, backupDir, bucket } = config
  const { listBases, makeBase } = await import('./base.ts')
  const { copyFiles, copyNewFiles } = await import('./copied-files.ts')
  const { removeSuperseded } = await import('./keep.ts')
  const folder = pointInTimeFolder(backupDir)
  const postgres = path.join(dataDir, 'postgres')
  const archive = path.join(folder, await readFile(currentArchive(postgres), 'utf8'))
  const newest = (await listBases(archive)).at(-1)
  const client = await openClient(database.connection)
  // A statement that waits for the archive ends with its connection.
  const leave = () => void client.end().catch(() => {})
  signal.addEventListener('abort', leave)
  try {
    const copying = { client, storage, signal, folder: copiedFiles(folder) }
    if (newest && Date.parse(newest.stopped_at) > Date.now() - DAY_MS) {
      if (!bucket) await copyNewFiles(copying)
      return
    }
    const files = path.join(postgres, 'database')
    const base = await makeBase({ client, database: files, dataDir, archive, version, signal })
    if (!bucket) await copyFiles(copying)
    await removeSuperseded(folder, archive, (await findSettings(db)).retained)
    log.info({ archive, base: base.file_name, bytes: base.bytes }, 'point-in-time copy made')
  } finally {
    signal.removeEventListener('abort', leave)
    await client.end().catch(() => {})
  }
}
