import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0086_state_changes'

/** The query whose items are exported; all without one. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table exports add column pql text`.execute(db)
}
