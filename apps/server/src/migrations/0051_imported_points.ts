import { type Kysely, sql } from 'kysely'

/** Programs bring systems of more than thirteen values, each with its key. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table estimate_points
      drop constraint estimate_points_key_check,
      add constraint estimate_points_key_check check (key between 0 and 1000)`.execute(db)
}
