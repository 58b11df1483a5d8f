import { type ColumnType, type Generated, type Kysely, sql, type Transaction } from 'kysely'

/**
 * Each feature declares its tables next to its queries: `declare module
 * '#kernel/database/schema.ts'`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface Database {}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export interface Audit {
  created_at: Generated<string>
  updated_at: Generated<string>
  created_by: string | null
  updated_by: ColumnType<string | null, string | null | undefined, string | null>
  deleted_at: ColumnType<string | null, string | null | undefined, string | null>
}

export interface Row extends Audit {
  id: Generated<string>
}

export const auditColumns = [
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'deleted_at',
] as const

/** The database's clock, so that all nodes agree on the time. */
export const now = sql<string>`now()`
