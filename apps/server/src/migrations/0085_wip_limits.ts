import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0084_time'

/** How many items a state should have at most. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table states add column wip_limit integer check (wip_limit between 1 and 9999)`.execute(
    db,
  )
}
