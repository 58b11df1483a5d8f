import { type Kysely, sql } from 'kysely'

/** Lists ordered by name or by the day of completion are read through an index too. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index work_items_name_idx
      on work_items (project_id, (lower(name) collate "C"), created_at desc, id desc)
      where is_listed`.execute(db)
  await sql`
    create index work_items_completed_idx
      on work_items (project_id, completed_at, created_at desc, id desc)
      where is_listed`.execute(db)
}
