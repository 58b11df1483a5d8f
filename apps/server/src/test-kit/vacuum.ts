import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'

/**
 * Vacuums and analyzes a table until every page is marked all-visible. A snapshot open in the
 * database (autoanalyze, the event stream) prevents that, and the planner then assumes that an
 * index-only scan has to read the table.
 */
export async function vacuumTable<DB>(db: Kysely<DB>, table: keyof DB & string) {
  const isAllVisible = async () => {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
    const { rows } = await sql<{ is_all_visible: boolean }>`
      select relallvisible >= relpages as is_all_visible from pg_class
      where oid = ${table}::text::regclass`.execute(db)
    return rows[0]?.is_all_visible
  }
  await expect.poll(isAllVisible).toBe(true)
}
