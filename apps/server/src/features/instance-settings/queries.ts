import type { SettingKey } from '@cairn/contract'
import { type Generated, sql } from 'kysely'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    instance_settings: {
      id: Generated<string>
      key: string
      value: string
      created_at: Generated<string>
      updated_at: Generated<string>
      created_by: string | null
      updated_by: Generated<string | null>
    }
  }
}

const columns = [
  'id',
  'key',
  'value',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
] as const

export const listStored = (db: Db) => db.selectFrom('instance_settings').select(columns).execute()

export type Stored = Awaited<ReturnType<typeof listStored>>[number]

/** Does not block reads; the second of two changes waits. */
export const lockSettings = (tx: Tx) =>
  sql`lock table instance_settings in share row exclusive mode`.execute(tx)

interface Value {
  key: SettingKey
  value: string
}

/** One statement: changes all of them, or none. */
export const storeValues = (db: Db, user_id: string, values: Value[]) =>
  db
    .insertInto('instance_settings')
    .values(values.map((value) => ({ ...value, created_by: user_id })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value: sql<string>`excluded.value`,
        updated_at: now,
        updated_by: user_id,
      }),
    )
    .returning(columns)
    .execute()
