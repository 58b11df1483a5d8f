import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase } from 'pg'
import { isDiskFull } from '#kernel/http/errors.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import { Refusal } from '../refusal.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { checkBackup } from './check-backup.ts'
import { DiskFull } from './disk-full.ts'
import { dumpTables } from './dump-tables.ts'
import { decrypted, encryptingSink } from './encryption.ts'
import { FORMAT, type Manifest, names, type Summary } from './manifest.ts'
import { fileSink } from './sink.ts'
import { fileSource } from './source.ts'
import { listMigrations, listTables, readCounters, selectFileKeys } from './tables.ts'

export interface Source {
  client: ClientBase
  storage: Storage
  dataDir: string
  version: string
  /** Encrypts the backup. */
  passphrase?: string | undefined
  /** Stops writing. */
  signal?: AbortSignal | undefined
}

export interface Written extends Summary {
  bytes: number
}

/**
 * Writes one file with everything: rows, files, and the key that encrypts stored secrets. The rows
 * are a snapshot. Files are stored before the rows that refer to them, so files are read after the
 * rows; a file is never overwritten, so reading it later gives the same content.
 */
export async function writeBackup(source: Source, target: string): Promise<Written> {
  const { passphrase, signal } = source
  if (await stat(target).catch(() => undefined)) {
    throw new Refusal(`${target} is there already. Name a file that is not.`)
  }
  const half = `${target}.${process.pid}.half`
  // It holds all keys: readable only by its owner.
  const file = await open(half, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${target} cannot be written: ${error.message}`)
  })
  try {
    await file.chmod(0o600)
    const plain = fileSink(file, signal)
    const sink = passphrase ? await encryptingSink(plain, passphrase) : plain
    const { bytes, summary } = await fill(source, writeArchive(sink, new Date()))
    await file.close()
    // Detects an unreadable backup now, not on the day it is needed.
    await checkBackup(await decrypted(fileSource(half), passphrase))
    signal?.throwIfAborted()
    await rename(half, target)
    return { ...summary, bytes }
  } catch (error) {
    await file.close().catch(() => {})
    await rm(half, { force: true })
    if (!isDiskFull(error)) throw error
    throw new DiskFull(`No disk space is left for ${target}.`)
  }
}

async function fill({ client, storage, dataDir, version }: Source, archive: ArchiveWriter) {
  // Read only: a transaction with an id would delay live events for everyone.
  await client.query('begin transaction isolation level repeatable read, read only')
  const migrations = await listMigrations(client)
  if (migrations.length === 0) throw new Refusal('This database is not one of Cairn.')
  const tables = await listTables(client)
  const made_at = new Date().toISOString()
  const manifest: Manifest = { format: FORMAT, version, made_at, migrations, tables }
  await archive.add(names.manifest, inJson(manifest))
  await archive.add(names.secret, await readFile(path.join(dataDir, 'secret.key')))
  const rows = await dumpTables(client, archive, tables)
  const counters = await readCounters(client)
  const files = await addFiles(client, storage, archive, selectFileKeys(tables))
  await client.query('commit')
  const summary: Summary = { rows, counters, ...files }
  await archive.add(names.summary, inJson(summary))
  return { summary, bytes: await archive.finish() }
}

const inJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** How many keys are read per query. */
const KEYS = 500

async function addFiles(
  client: ClientBase,
  storage: Storage,
  archive: ArchiveWriter,
  keys: string,
) {
  const missing_files: string[] = []
  let files = 0
  let file_bytes = 0
  await client.query(`declare keys no scroll cursor for ${keys}`)
  for (;;) {
    const { rows } = await client.query<{ key: string; must_be_there: boolean }>(
      `fetch ${KEYS} from keys`,
    )
    if (rows.length === 0) return { files, file_bytes, missing_files }
    for (const { key, must_be_there } of rows) {
      const found = await storage.get(key)
      if (!found) {
        if (must_be_there) missing_files.push(key)
        continue
      }
      await archive.addStream(names.file(key), found.size, found.stream)
      files += 1
      file_bytes += found.size
    }
  }
}
