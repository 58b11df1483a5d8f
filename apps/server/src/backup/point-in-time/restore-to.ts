import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ClientBase } from 'pg'
import type { Config } from '#config'
import { databaseAccount } from '#kernel/database/embedded/account.ts'
import { type Cluster, letDatabaseThrough } from '#kernel/database/embedded/cluster.ts'
import { openDataFolder } from '#kernel/database/embedded/data-folder.ts'
import { lockDataFolder } from '#kernel/database/embedded/data-folder-lock.ts'
import type { Log } from '#kernel/database/embedded/log.ts'
import { startEmbedded } from '#kernel/database/embedded/start-embedded.ts'
import type { Migrations } from '#kernel/database/migrate.ts'
import { openStorage } from '#kernel/storage/open-storage.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import { Refusal } from '../../refusal.ts'
import { readArchive } from '../archive.ts'
import { openClient } from '../open-client.ts'
import { refuseFull, replaceDataDir } from '../replace-data-dir.ts'
import { fileSource } from '../source.ts'
import { listMigrations, listTables, quoted } from '../tables.ts'
import { entryOf } from './base.ts'
import { fileKeys } from './copied-files.ts'
import { copiedFiles, inArchive } from './folders.ts'
import { type Found, listAllBases } from './keep.ts'
import { followSegments, segmentsAmong } from './segments.ts'
import { settingFor, shellQuoted } from './shell.ts'

export interface RestoreTo {
  /** The folder `point-in-time`, or the one it is in. */
  folder: string
  /** As in ISO 8601, with its zone; of up to six decimals. */
  moment: string
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'>
  migrations: Migrations
  force: boolean
  log: Log
}

export interface RestoredTo {
  /** The base that was used. */
  base: string
  /** When the last change was made that is in the restored database. */
  lastChange: string | null
  /** Whether the archive reaches to the moment. */
  isReached: boolean
  rows: number
  files: number
  missing_files: string[]
  setAside: string | undefined
}

/**
 * Restores the database as it was at a moment: a copy of its files from before, and the log from
 * then on. As with a backup, everything is built beside the existing data and replaces it at the
 * end.
 */
export async function restoreTo(restore: RestoreTo): Promise<RestoredTo> {
  const { config, force } = restore
  const moment = new Date(restore.moment)
  if (config.databaseUrl) {
    throw new Refusal('A moment can be restored only in a data folder: remove DATABASE_URL.')
  }
  if (!(moment.getTime() <= Date.now())) throw new Refusal('This moment is in the future.')
  const folder = await findFolder(restore.folder)
  const found = await chooseBase(folder, moment)

  const dataDir = await openDataFolder(config.dataDir)
  const lock = lockDataFolder(dataDir)
  try {
    if (!force) await refuseFull(dataDir)
    await letDatabaseThrough(dataDir)
    const stage = await mkdtemp(path.join(dataDir, 'restoring-'))
    try {
      await unpackBase(found, stage)
      const done = await recover(restore, { folder, found, stage, dataDir })
      return { ...done, setAside: await replaceDataDir(stage, dataDir) }
    } finally {
      await rm(stage, { recursive: true, force: true, maxRetries: 5 })
    }
  } finally {
    lock.release()
  }
}

async function findFolder(given: string) {
  for (const folder of [given, path.join(given, 'point-in-time')]) {
    if ((await listAllBases(folder)).length > 0) return folder
  }
  throw new Refusal(`${given} has no copy of a database that can be restored to a moment.`)
}

async function chooseBase(folder: string, moment: Date): Promise<Found> {
  const all = await listAllBases(folder)
  const found = all.findLast(({ base }) => Date.parse(base.stopped_at) <= moment.getTime())
  if (!found) {
    throw new Refusal(
      `The earliest moment in ${folder} is ${all[0]?.base.stopped_at}. Name a later one, or restore a backup.`,
    )
  }
  const { log } = inArchive(found.archive)
  const { last, missing } = followSegments(await readdir(log), found.base.first_segment)
  if (!last || missing) {
    throw new Refusal(
      `The log in ${log} is not complete: ${missing ?? found.base.first_segment} is missing. Restore a backup instead.`,
    )
  }
  return found
}

/** PostgreSQL expects them, and an archive has no empty folders. */
const folders = [
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_commit_ts', 'pg_dynshmem', 'pg_notify'],
  ...['pg_serial', 'pg_snapshots', 'pg_subtrans', 'pg_twophase', 'pg_replslot', 'pg_tblspc'],
  ...['pg_stat', 'pg_stat_tmp', 'pg_xact', 'pg_multixact/members', 'pg_multixact/offsets'],
  ...['pg_logical/snapshots', 'pg_logical/mappings'],
]

const databaseIn = (dataDir: string) => path.join(dataDir, 'postgres', 'database')

async function unpackBase({ archive, base }: Found, stage: string) {
  const database = databaseIn(stage)
  for (const name of folders) {
    await mkdir(path.join(database, name), { recursive: true, mode: 0o700 })
  }
  for await (const { name, content } of readArchive(
    fileSource(path.join(archive, base.file_name)),
  )) {
    const entry = entryOf(name)
    if (entry === 'secret') {
      await writeFile(path.join(stage, 'secret.key'), await buffer(content), { mode: 0o600 })
    } else if (entry) {
      const target = path.join(database, entry.path)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await writeFile(target, content, { mode: 0o600 })
    }
  }
  await writeFile(path.join(database, 'recovery.signal'), '', { mode: 0o600 })
}

interface Recovering {
  folder: string
  found: Found
  stage: string
  dataDir: string
}

/** At this stage PostgreSQL knows no abbreviations of zones, and `Z` is one. */
const inWords = (moment: string) => moment.replace('T', ' ').replace('Z', '+00')

/** PostgreSQL's own words if the log ends before the moment. */
const ENDED_BEFORE = 'recovery ended before configured recovery target was reached'

async function recover(
  { config, moment, migrations, log }: RestoreTo,
  { folder, found, stage, dataDir }: Recovering,
) {
  const { log: segments } = inArchive(found.archive)
  const account = await databaseAccount(databaseIn(stage))
  // On another machine the account has another number.
  if (account) {
    for (const name of [
      '',
      ...segmentsAmong(await readdir(segments)).map((each) => `${each}.gz`),
    ]) {
      await chown(path.join(segments, name), account.uid, account.gid)
    }
  }
  // What the database could not archive any more, because it was killed, is still in its own folder.
  const unarchived = (await isSameDatabase(dataDir, stage))
    ? path.join(databaseIn(dataDir), 'pg_wal', '%f')
    : undefined
  const fetched = `gzip -dc ${shellQuoted(path.join(segments, '%f.gz'))} > "%p" 2>/dev/null`
  const settings = (target: Record<string, string>) => async (_: Cluster) => ({
    restore_command: settingFor(
      unarchived ? `${fetched} || cp ${shellQuoted(unarchived)} "%p"` : fetched,
    ),
    // Else it would answer before the moment is reached.
    hot_standby: 'off',
    ...{ recovery_target_timeline: 'current', recovery_target_action: 'promote' },
    ...target,
  })
  const start = (target: Record<string, string>) =>
    startEmbedded({ dataDir: stage, log, settings: settings(target) })

  let isReached = true
  const embedded = await start({ recovery_target_time: inWords(moment) }).catch((error: Error) => {
    if (!error.message.includes(ENDED_BEFORE)) throw error
    isReached = false
    return start({})
  })
  try {
    const client = await openClient(embedded.connection)
    try {
      const known = new Set(Object.keys(migrations))
      if ((await listMigrations(client)).some((name) => !known.has(name))) {
        throw new Refusal(
          `The database was one of a newer Cairn (${found.base.version} or later). Restore it with that version.`,
        )
      }
      const storage = await openStorage(config.bucket, {
        ...{ folder: path.join(stage, 'files'), secret: '' },
      })
      return {
        base: found.base.file_name,
        isReached,
        lastChange: await readLastChange(client),
        rows: await countRows(client),
        ...(await bringFiles(client, storage, config.bucket ? [] : await sources(folder, dataDir))),
      }
    } finally {
      await client.end()
    }
  } finally {
    await embedded.stop()
  }
}

async function readLastChange(client: ClientBase) {
  const { rows } = await client.query<{ at: string | null }>(
    'select pg_last_xact_replay_timestamp() as at',
  )
  return rows[0]?.at ?? null
}

/** Reads every row, and so verifies the checksum of every page. */
async function countRows(client: ClientBase) {
  await client.query('set enable_indexscan = off; set enable_indexonlyscan = off')
  let all = 0
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ count: number }>(`select count(*) from ${quoted(name)}`)
    all += rows[0]?.count ?? 0
  }
  return all
}

/** The system's number is at the beginning of this file. */
async function isSameDatabase(one: string, other: string) {
  const [first, second] = await Promise.all(
    [one, other].map((dataDir) =>
      readFile(path.join(databaseIn(dataDir), 'global', 'pg_control')).catch(() => undefined),
    ),
  )
  return (
    first !== undefined &&
    second !== undefined &&
    first.subarray(0, 8).equals(second.subarray(0, 8))
  )
}

/** Where files may be: the copies, and what the data folder has now. */
const sources = async (folder: string, dataDir: string): Promise<Storage[]> =>
  Promise.all(
    [copiedFiles(folder), path.join(dataDir, 'files')].map((each) =>
      openStorage(null, { folder: each, secret: '' }),
    ),
  )

/** Files are not in the log: they are brought from where they still are. */
async function bringFiles(client: ClientBase, storage: Storage, from: Storage[]) {
  const missing_files: string[] = []
  let files = 0
  for await (const { key, must_be_there } of fileKeys(client)) {
    if ((await storage.head(key)) || (await bring(key, storage, from))) files += 1
    else if (must_be_there) missing_files.push(key)
  }
  return { files, missing_files }
}

async function bring(key: string, storage: Storage, from: Storage[]): Promise<boolean> {
  for (const source of from) {
    const found = await source.get(key)
    if (!found) continue
    await storage.put(key, found.stream, { maxBytes: found.size, once: true })
    return true
  }
  return false
}
