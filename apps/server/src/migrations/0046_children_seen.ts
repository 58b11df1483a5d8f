import { type Kysely, sql } from 'kysely'

/** Which children count depends on their project and author: the index that counts them has both. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index work_items_children_idx`.execute(db)
  await sql`
    create index work_items_children_idx on work_items (parent_id, project_id, created_by)
      where is_listed and parent_id is not null`.execute(db)
}
