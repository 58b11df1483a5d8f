import { type Static, Type } from 'typebox'

/** Counts up when an older Cairn could no longer read what is written. */
export const FORMAT = 1

/** The first entry: what this is, and what it was made of. */
export const Manifest = Type.Object({
  format: Type.Integer(),
  version: Type.String(),
  made_at: Type.String(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
})
export type Manifest = Static<typeof Manifest>

/** The last entry but the checksum: what must be there when all is restored. */
export const Summary = Type.Object({
  rows: Type.Record(Type.String(), Type.Integer()),
  counters: Type.Record(Type.String(), Type.String()),
  files: Type.Integer(),
  file_bytes: Type.Integer(),
  /** Files that rows speak of and that were not to be found. */
  missing_files: Type.Array(Type.String()),
})
export type Summary = Static<typeof Summary>

export const names = {
  manifest: 'cairn-backup.json',
  secret: 'secret.key',
  summary: 'summary.json',
  table: (name: string, part: number) =>
    `database/${name}/${String(part).padStart(6, '0')}.copy.gz`,
  file: (key: string) => `files/${key}`,
}

/** What an entry holds, by its name. */
export function kindOf(name: string): { table: string } | { key: string } | { name: string } {
  const table = /^database\/([^/]+)\/\d+\.copy\.gz$/.exec(name)?.[1]
  if (table) return { table }
  const key = /^files\/(.+)$/.exec(name)?.[1]
  return key ? { key } : { name }
}
