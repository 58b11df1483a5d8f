import { type Static, Type } from 'typebox'

/** Incremented when older versions of Cairn can no longer read the format. */
export const FORMAT = 2

/** The first entry: format, version and contents of the backup. */
export const Manifest = Type.Object({
  format: Type.Integer(),
  version: Type.String(),
  made_at: Type.String(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
})
export type Manifest = Static<typeof Manifest>

/** The last entry before the checksum: what must exist after the restore. */
export const Summary = Type.Object({
  rows: Type.Record(Type.String(), Type.Integer()),
  counters: Type.Record(Type.String(), Type.String()),
  files: Type.Integer(),
  file_bytes: Type.Integer(),
  /** Files that rows refer to but that were not found. */
  missing_files: Type.Array(Type.String()),
})
export type Summary = Static<typeof Summary>

export const names = {
  manifest: 'cairn-backup.json',
  secret: 'secret.key',
  summary: 'summary.json',
  table: (name: string, part: number) =>
    `database/${name}/${String(part).padStart(6, '0')}.copy.zst`,
  file: (key: string) => `files/${key}`,
}

/** The kind of an entry, by its name. */
export function kindOf(name: string): { table: string } | { key: string } | { name: string } {
  const table = /^database\/([^/]+)\/\d+\.copy\.(?:zst|gz)$/.exec(name)?.[1]
  if (table) return { table }
  const key = /^files\/(.+)$/.exec(name)?.[1]
  return key ? { key } : { name }
}
