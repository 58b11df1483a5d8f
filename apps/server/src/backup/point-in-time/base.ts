import { randomBytes } from 'node:crypto'
import { open, opendir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Ajv } from 'ajv'
import type { ClientBase } from 'pg'
import { type Static, Type } from 'typebox'
import { type ArchiveWriter, readArchive, writeArchive } from '../archive.ts'
import { fileSink } from '../sink.ts'
import { fileSource } from '../source.ts'

/** A copy of the database's files: with the log from then on, the start of every restore. */
export const Base = Type.Object({
  file_name: Type.String(),
  version: Type.String(),
  started_at: Type.String(),
  /** The first moment that can be restored. */
  stopped_at: Type.String(),
  first_segment: Type.String(),
  bytes: Type.Integer(),
})
export type Base = Static<typeof Base>

const isBase = new Ajv({ validateSchema: false }).compile<Base>(Base)

const names = { secret: 'secret.key', database: 'database/' } as const

/** Not part of a copy: PostgreSQL writes them anew, or they come from the log. */
const leftOutFolders = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans', 'pgsql_tmp'],
])
const leftOutFiles = new Set([
  ...['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'backup_label', 'tablespace_map'],
  ...['recovery.signal', 'standby.signal', 'postgresql.auto.conf.tmp', 'current_logfiles'],
])

interface Making {
  client: ClientBase
  /** The folder of the database's files. */
  database: string
  dataDir: string
  archive: string
  version: string
  signal: AbortSignal
}

/** Copies the files while the database runs; the log repairs what changes meanwhile. */
export async function makeBase({ client, database, dataDir, archive, version, signal }: Making) {
  const file_name = `base-${stampOf(new Date())}-${randomBytes(3).toString('hex')}.tar`
  const target = path.join(archive, file_name)
  const half = `${target}.half`
  const file = await open(half, 'w', 0o600)
  try {
    const { rows: began } = await client.query<{ at: string; segment: string }>(`
      select clock_timestamp() as at, pg_walfile_name(pg_backup_start('cairn', true)) as segment`)
    const writer = writeArchive(fileSink(file, signal), new Date())
    await writer.add(names.secret, await readFile(path.join(dataDir, 'secret.key')))
    await addFolder(writer, database, '')
    // Waits until the log of the copy is archived.
    const { rows: ended } = await client.query<{ label: string; at: string }>(
      `select labelfile as label, clock_timestamp() as at from pg_backup_stop(true)`,
    )
    const label = ended[0]!.label
    await writer.add(`${names.database}backup_label`, Buffer.from(label))
    const bytes = await writer.finish()
    await file.close()
    // Detects an unreadable copy now, not on the day it is needed.
    for await (const _ of readArchive(fileSource(half)));
    signal.throwIfAborted()
    await rename(half, target)
    const base: Base = {
      ...{ file_name, version, bytes, started_at: began[0]!.at, stopped_at: ended[0]!.at },
      first_segment: began[0]!.segment,
    }
    // Written last: a copy without it is not complete.
    await writeFile(descriptionOf(target), `${JSON.stringify(base, null, 2)}\n`, {
      ...{ mode: 0o600, flush: true },
    })
    return base
  } catch (error) {
    await file.close().catch(() => {})
    await rm(half, { force: true })
    throw error
  }
}

const stampOf = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
const descriptionOf = (file: string) => file.replace(/\.tar$/, '.json')

async function addFolder(writer: ArchiveWriter, folder: string, below: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const name = `${below}${entry.name}`
    const found = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!leftOutFolders.has(entry.name)) await addFolder(writer, found, `${name}/`)
    } else if (entry.isFile() && !leftOutFiles.has(entry.name)) {
      await addFile(writer, found, name)
    }
  }
}

/** A table dropped meanwhile has no file any more, and needs none. */
const unlessGone = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}

async function addFile(writer: ArchiveWriter, file: string, name: string) {
  const handle = await open(file).catch(unlessGone)
  if (!handle) return
  try {
    const { size } = await handle.stat()
    await writer.addStream(`${names.database}${name}`, size, exactly(handle, size))
  } finally {
    await handle.close()
  }
}

type Handle = Awaited<ReturnType<typeof open>>

const PIECE = 256 * 1024

/** A file may grow or be cut off while it is read: the log has what happened to it. */
async function* exactly(handle: Handle, size: number) {
  for (let at = 0; at < size; ) {
    const piece = Buffer.alloc(Math.min(PIECE, size - at))
    const { bytesRead } = await handle.read(piece, 0, piece.length, at)
    yield bytesRead > 0 ? piece.subarray(0, bytesRead) : piece
    at += bytesRead > 0 ? bytesRead : piece.length
  }
}

/** The complete copies of an archive, the oldest first. */
export async function listBases(archive: string): Promise<Base[]> {
  const found: Base[] = []
  for (const name of (await readdir(archive).catch(() => [])).toSorted()) {
    if (!/^base-.*\.json$/.test(name)) continue
    const base: unknown = JSON.parse(await readFile(path.join(archive, name), 'utf8'))
    if (isBase(base)) found.push(base)
  }
  return found
}

export async function removeBase(archive: string, { file_name }: Base) {
  const file = path.join(archive, file_name)
  await rm(descriptionOf(file), { force: true })
  await rm(file, { force: true })
}

/** What each entry of a copy is: the key, or a file of the database. */
export function entryOf(name: string): { path: string } | 'secret' | undefined {
  if (name === names.secret) return 'secret'
  if (!name.startsWith(names.database)) return undefined
  const within = name.slice(names.database.length)
  // Written by us, but a path must never lead out of the folder.
  return within.split('/').includes('..') || path.isAbsolute(within) ? undefined : { path: within }
}
