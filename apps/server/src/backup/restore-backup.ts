import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#config'
import { letDatabaseThrough } from '#kernel/database/embedded/cluster.ts'
import { openDataFolder } from '#kernel/database/embedded/data-folder.ts'
import { lockDataFolder } from '#kernel/database/embedded/data-folder-lock.ts'
import type { Log } from '#kernel/database/embedded/log.ts'
import { startEmbedded } from '#kernel/database/embedded/start-embedded.ts'
import type { Migrations } from '#kernel/database/migrate.ts'
import { type Entry, readArchive } from './archive.ts'
import { type Checked, checkBackup, refuseNewer } from './check-backup.ts'
import { clearDatabase } from './clear-database.ts'
import { decrypted } from './encryption.ts'
import { loadDatabase } from './load-tables.ts'
import { kindOf, names } from './manifest.ts'
import { openClient } from './open-client.ts'
import { refuseFull, replaceDataDir } from './replace-data-dir.ts'
import { openFiles } from './restored-files.ts'
import { type BackupSource, fileSource } from './source.ts'

export interface Restore {
  file: string
  /** Of an encrypted backup. */
  passphrase?: string | undefined
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'>
  migrations: Migrations
  /** Restores even if data exists already. */
  force: boolean
  /** The data folder is that of an instance that was never set up: it is set aside. */
  isNotSetUp?: boolean
  log: Log
}

export interface Restored extends Checked {
  /** Where the previous data was moved to. */
  setAside: string | undefined
}

/**
 * Restores everything. Everything is created next to the existing data and replaces it only when
 * complete.
 */
export async function restoreBackup(restore: Restore): Promise<Restored> {
  const { file, passphrase, config, force, isNotSetUp } = restore
  const source = await decrypted(fileSource(file), passphrase)
  const dataDir = await openDataFolder(config.dataDir)
  const lock = lockDataFolder(dataDir)
  try {
    if (!force && !isNotSetUp) await refuseFull(dataDir)
    if (!config.databaseUrl) await letDatabaseThrough(dataDir)
    const stage = await mkdtemp(path.join(dataDir, 'restoring-'))
    try {
      const checked = await fillStage(restore, source, stage)
      return { ...checked, setAside: await replaceDataDir(stage, dataDir) }
    } finally {
      await rm(stage, { recursive: true, force: true, maxRetries: 5 })
    }
  } finally {
    lock.release()
  }
}

/** Reads the file to its end, before anything of it is used. */
async function check({ file, migrations }: Restore, source: BackupSource): Promise<Checked> {
  const checked = await checkBackup(source)
  refuseNewer(file, checked, new Set(Object.keys(migrations)))
  return checked
}

/** Connections that build indexes: more would share the same processors. */
const helpers = Math.min(4, availableParallelism())

/** Fills a new data folder with the files, the key and, if it is embedded, the database. */
async function fillStage(restore: Restore, source: BackupSource, stage: string): Promise<Checked> {
  const { config, migrations, force, log } = restore
  const checking = check(restore, source)
  // Awaited below, once the database that is created meanwhile can be stopped.
  checking.catch(() => {})
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: stage, log, isBulkLoad: true })
  try {
    const checked = await checking
    const to = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
    const files = await openFiles(config.bucket, stage)
    const connections = await Promise.all(
      Array.from({ length: embedded ? 1 + helpers : 1 }, () => openClient(to)),
    )
    const [client, ...others] = connections
    try {
      await loadDatabase({ client: client!, helpers: others }, migrations, checked, {
        clear: async () => {
          if (!embedded) await clearDatabase(client!, force)
        },
        async fill(load) {
          for await (const entry of readArchive(source)) {
            const kind = kindOf(entry.name)
            if ('table' in kind) await load(kind.table, entry)
            else if ('key' in kind) await files.store(kind.key, entry)
            else if (kind.name === names.secret) await saveSecret(stage, entry)
          }
          await files.finish()
        },
      })
      return checked
    } catch (error) {
      await files.takeBack()
      throw error
    } finally {
      await Promise.all(connections.map((each) => each.end()))
    }
  } finally {
    await embedded?.stop()
  }
}

const saveSecret = async (stage: string, { content }: Entry) =>
  writeFile(path.join(stage, names.secret), await buffer(content), { mode: 0o600, flush: true })
