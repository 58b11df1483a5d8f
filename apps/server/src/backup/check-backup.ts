import { buffer } from 'node:stream/consumers'
import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { Refusal } from '../refusal.ts'
import { damaged, type Entry, notOurs, readArchive } from './archive.ts'
import { FORMAT, kindOf, Manifest, names, Summary } from './manifest.ts'

export interface Checked {
  manifest: Manifest
  summary: Summary
}

const ajv = new Ajv({ validateSchema: false })

async function readJson<T>(entry: Entry, schema: TSchema, path: string): Promise<T> {
  const text = (await buffer(entry.content)).toString()
  try {
    const value: unknown = JSON.parse(text)
    if (ajv.validate<T>(schema, value)) return value
  } catch {
    // Said below.
  }
  throw damaged(path)
}

/** Reads a backup from one end to the other; throws, with a sentence, when it cannot be restored. */
export async function checkBackup(path: string): Promise<Checked> {
  let manifest: Manifest | undefined
  let summary: Summary | undefined
  let hasSecret = false
  let files = 0
  for await (const entry of readArchive(path)) {
    if (!manifest) {
      if (entry.name !== names.manifest) throw notOurs(path)
      manifest = await readJson<Manifest>(entry, Manifest, path)
      if (manifest.format > FORMAT) throw tooNew(path, manifest)
    } else if (entry.name === names.summary) {
      summary = await readJson<Summary>(entry, Summary, path)
    } else if (entry.name === names.secret) hasSecret = true
    else if ('key' in kindOf(entry.name)) files += 1
  }
  if (!manifest || !summary || !hasSecret || files !== summary.files) throw damaged(path)
  return { manifest, summary }
}

/** Only what made the database may have made more of it. */
export function refuseNewer(path: string, { manifest }: Checked, known: ReadonlySet<string>) {
  if (manifest.migrations.some((name) => !known.has(name))) throw tooNew(path, manifest)
}

const tooNew = (path: string, { version }: Manifest) =>
  new Refusal(
    `${path} was made by a newer Cairn (${version}). Install that version, or a later one, and restore with it.`,
  )
