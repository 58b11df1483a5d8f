import { type Kysely, sql } from 'kysely'

/** Lists by name, by completion, and of a whole workspace are read through an index too. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index work_items_name_idx
      on work_items (project_id, (lower(name) collate "C"), created_at desc, id desc)
      where is_listed`.execute(db)
  await sql`
    create index work_items_completed_idx
      on work_items (project_id, completed_at, created_at desc, id desc)
      where is_listed`.execute(db)
  await sql`
    create index work_items_newest_across_idx
      on work_items (workspace_id, created_at desc, id desc)
      where is_listed`.execute(db)
}
