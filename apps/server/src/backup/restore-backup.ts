import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#config'
import { letDatabaseThrough } from '#kernel/database/embedded/cluster.ts'
import { openDataFolder } from '#kernel/database/embedded/data-folder.ts'
import { lockDataFolder } from '#kernel/database/embedded/data-folder-lock.ts'
import type { Log } from '#kernel/database/embedded/log.ts'
import { startEmbedded } from '#kernel/database/embedded/start-embedded.ts'
import type { Migrations } from '#kernel/database/migrate.ts'
import { openStorage } from '#kernel/storage/open-storage.ts'
import { KeyTaken } from '#kernel/storage/storage.ts'
import { Refusal } from '../refusal.ts'
import { type Entry, readArchive } from './archive.ts'
import { type Checked, checkBackup, refuseNewer } from './check-backup.ts'
import { clearDatabase } from './clear-database.ts'
import { loadDatabase } from './load-tables.ts'
import { kindOf, names } from './manifest.ts'
import { openClient } from './open-client.ts'

export interface Restore {
  file: string
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'>
  migrations: Migrations
  /** Also where something is already. */
  force: boolean
  log: Log
}

export interface Restored extends Checked {
  /** Where that which was there before is now. */
  setAside: string | undefined
}

/** What of the data folder a restore brings. */
const parts = ['postgres', 'files', 'secret.key']

/**
 * Brings everything back. The file is read to its end before anything is touched. Everything is made
 * beside what is there, and takes its place only when it is whole.
 */
export async function restoreBackup(restore: Restore): Promise<Restored> {
  const { file, config, migrations, force } = restore
  const checked = await checkBackup(file)
  refuseNewer(file, checked, new Set(Object.keys(migrations)))

  const dataDir = await openDataFolder(config.dataDir)
  const lock = lockDataFolder(dataDir)
  try {
    if (!force) await refuseFull(dataDir)
    if (!config.databaseUrl) await letDatabaseThrough(dataDir)
    const stage = await mkdtemp(path.join(dataDir, 'restoring-'))
    try {
      await fillStage(restore, checked, stage)
      return { ...checked, setAside: await takePlace(stage, dataDir) }
    } finally {
      await rm(stage, { recursive: true, force: true, maxRetries: 5 })
    }
  } finally {
    lock.release()
  }
}

async function refuseFull(dataDir: string) {
  const filled = await Promise.all(
    ['postgres/database', 'files'].map((name) => hasEntries(path.join(dataDir, name))),
  )
  if (!filled.includes(true)) return
  throw new Refusal(
    `The data folder ${dataDir} is not empty. Name another with DATA_DIR, or use --force: what is there is then set aside.`,
  )
}

async function hasEntries(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.some((entry) => entry.isFile())
}

/** The files, the key and, where it is ours, the database: a data folder of its own. */
async function fillStage(restore: Restore, checked: Checked, stage: string) {
  const { file, config, migrations, force, log } = restore
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: stage, log })
  try {
    const to = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
    const client = await openClient(to)
    const files = await openFiles(config.bucket, stage)
    try {
      await loadDatabase(client, migrations, checked, {
        clear: async () => {
          if (!embedded) await clearDatabase(client, force)
        },
        async fill(load) {
          for await (const entry of readArchive(file)) {
            const kind = kindOf(entry.name)
            if ('table' in kind) await load(kind.table, entry)
            else if ('key' in kind) await files.store(kind.key, entry)
            else if (kind.name === names.secret) await saveSecret(stage, entry)
          }
        },
      })
    } catch (error) {
      await files.takeBack()
      throw error
    } finally {
      await client.end()
    }
  } finally {
    await embedded?.stop()
  }
}

const saveSecret = async (stage: string, { content }: Entry) =>
  writeFile(path.join(stage, names.secret), await buffer(content), { mode: 0o600, flush: true })

async function openFiles(bucket: Config['bucket'], stage: string) {
  // Nothing is signed here.
  const storage = await openStorage(bucket, { folder: path.join(stage, 'files'), secret: '' })
  const stored: string[] = []

  /** A bucket often outlives its server: what it still has is left as it is. */
  async function isThere(key: string, size: number) {
    const found = await storage.head(key)
    if (found?.size !== size) {
      throw new Refusal(`The bucket has another file under ${key}. Name an empty bucket.`)
    }
  }
  return {
    async store(key: string, { size, content }: Entry) {
      try {
        await storage.put(key, content, { maxBytes: size, once: true })
        stored.push(key)
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error
        await isThere(key, size)
      }
    },
    /** What is in the data folder goes with its stage. */
    async takeBack() {
      for (const key of bucket ? stored : []) await storage.remove(key).catch(() => {})
    },
  }
}

/** In place of what was there, which is kept: nobody is sure before they have looked. */
async function takePlace(stage: string, dataDir: string): Promise<string | undefined> {
  const there = await readdir(dataDir)
  const former = parts.filter((name) => there.includes(name))
  let aside: string | undefined
  if (former.length > 0) {
    aside = path.join(dataDir, `before-restore-${new Date().toISOString().replaceAll(':', '')}`)
    await mkdir(aside, { mode: 0o700 })
    for (const name of former) await rename(path.join(dataDir, name), path.join(aside, name))
  }
  const made = await readdir(stage)
  for (const name of parts.filter((part) => made.includes(part))) {
    await rename(path.join(stage, name), path.join(dataDir, name))
  }
  return aside
}
