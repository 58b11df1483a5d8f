import { buffer } from 'node:stream/consumers'
import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { isKey } from '#kernel/storage/storage.ts'
import { Refusal } from '../refusal.ts'
import { type Entry, readArchive } from './archive.ts'
import { FORMAT, kindOf, Manifest, names, Summary } from './manifest.ts'
import { type BackupSource, damaged, notOurs } from './source.ts'

export interface Checked {
  manifest: Manifest
  summary: Summary
}

/** What is read into memory as a whole: the list of tables, the counts, the key. */
const MAX_BYTES = 64 * 1024 * 1024

const ajv = new Ajv({ validateSchema: false })

async function readJson<T>(entry: Entry, schema: TSchema, path: string): Promise<T> {
  if (entry.size > MAX_BYTES) throw damaged(path)
  const text = (await buffer(entry.content)).toString()
  try {
    const value: unknown = JSON.parse(text)
    if (ajv.validate<T>(schema, value)) return value
  } catch {
    // Thrown below.
  }
  throw damaged(path)
}

/** Reads a backup from start to end; throws a readable error when it cannot be restored. */
export async function checkBackup(source: BackupSource): Promise<Checked> {
  const path = source.name
  let manifest: Manifest | undefined
  let summary: Summary | undefined
  let hasSecret = false
  let files = 0
  for await (const entry of readArchive(source)) {
    if (!manifest) {
      if (entry.name !== names.manifest) throw notOurs(path)
      manifest = await readJson<Manifest>(entry, Manifest, path)
      if (manifest.format > FORMAT) throw tooNew(path, manifest)
    } else if (entry.name === names.summary) {
      if (summary) throw damaged(path)
      summary = await readJson<Summary>(entry, Summary, path)
    } else if (entry.name === names.secret) {
      if (hasSecret || entry.size > MAX_BYTES) throw damaged(path)
      hasSecret = true
    } else files += countFile(entry, manifest, path)
  }
  if (!manifest || !summary || !hasSecret || files !== summary.files) throw damaged(path)
  return { manifest, summary }
}

/** Returns 1 for a file, 0 for a part of a table. */
function countFile({ name }: Entry, { tables }: Manifest, path: string): 0 | 1 {
  const kind = kindOf(name)
  if ('key' in kind) {
    // A key that leads out of the files folder was not written by Cairn.
    if (!isKey(kind.key)) throw damaged(path)
    return 1
  }
  if ('name' in kind || !tables.some((table) => table.name === kind.table)) throw damaged(path)
  return 0
}

/** Refuses a backup with migrations this version does not know. */
export function refuseNewer(path: string, { manifest }: Checked, known: ReadonlySet<string>) {
  if (manifest.migrations.some((name) => !known.has(name))) throw tooNew(path, manifest)
}

const tooNew = (path: string, { version }: Manifest) =>
  new Refusal(
    `${path} was made by a newer Cairn (${version}). Install that version, or a later one, and restore with it.`,
  )
