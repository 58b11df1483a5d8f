import { createWriteStream } from 'node:fs'
import { mkdir, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import type { Storage } from '#kernel/storage/storage.ts'
import { listTables, selectFileKeys } from '../tables.ts'

const KEYS = 500

/** The key of every file that a row refers to. */
export async function* fileKeys(client: ClientBase) {
  const keys = selectFileKeys(await listTables(client))
  await client.query('begin transaction isolation level repeatable read, read only')
  await client.query(`declare keys no scroll cursor for ${keys}`)
  for (;;) {
    const { rows } = await client.query<{ key: string; must_be_there: boolean }>(
      `fetch ${KEYS} from keys`,
    )
    if (rows.length === 0) break
    yield* rows
  }
  await client.query('commit')
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Copies a file that is never overwritten, so a copy with its final name is complete. */
async function copyFile(storage: Storage, key: string, target: string): Promise<boolean> {
  const found = await storage.get(key)
  if (!found) return false
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const half = `${target}.half`
  await pipeline(found.stream, createWriteStream(half, { mode: 0o600, flush: true }))
  await rename(half, target)
  return true
}

interface Copying {
  client: ClientBase
  storage: Storage
  folder: string
  signal: AbortSignal
}

/** Copies what is not copied yet. The time of a copy is that of the last base it belongs to. */
export async function copyFiles({ client, storage, folder, signal }: Copying) {
  const now = new Date()
  for await (const { key } of fileKeys(client)) {
    signal.throwIfAborted()
    const target = path.join(folder, key)
    if (await isThere(target)) await utimes(target, now, now)
    else await copyFile(storage, key, target)
  }
}

/** Of the last day: between two bases. Files of exports and imports can be made again. */
export async function copyNewFiles({ client, storage, folder, signal }: Copying) {
  const { rows } = await client.query<{ key: string }>(`
    select asset as key from assets
    where is_uploaded and asset is not null and created_at > now() - interval '1 day'`)
  for (const { key } of rows) {
    signal.throwIfAborted()
    const target = path.join(folder, key)
    if (!(await isThere(target))) await copyFile(storage, key, target)
  }
}

/** Removes copies that no base refers to which can still be restored. */
export async function removeOldCopies(folder: string, before: Date): Promise<void> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return
  for await (const entry of entries) {
    const found = path.join(folder, entry.name)
    if (entry.isDirectory()) await removeOldCopies(found, before)
    else if ((await stat(found)).mtime < before) await rm(found, { force: true })
  }
}
