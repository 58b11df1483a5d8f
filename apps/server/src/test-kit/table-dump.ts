import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

/** Reads every row of every other table, as one hash per table. */
export async function tableDumper(db: Db, except: string[]) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const parts = tables
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) => sql`
        select ${name}::text as name, md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as rows
        from ${sql.table(name)} t`,
    )
  return async (): Promise<Record<string, string>> => {
    const { rows } = await sql<{ name: string; rows: string }>`
      ${sql.join(parts, sql` union all `)}`.execute(db)
    return Object.fromEntries(rows.map(({ name, rows: print }) => [name, print]))
  }
}
