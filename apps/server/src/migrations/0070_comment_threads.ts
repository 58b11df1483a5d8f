import { type Kysely, sql } from 'kysely'

/**
 * Replies to a comment of the same item. When the comment is purged, its replies become top-level
 * comments.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table comments add column parent_id uuid check (parent_id <> id)`.execute(db)
  await sql`
    alter table comments add constraint comments_id_item_key unique (id, work_item_id)`.execute(db)
  await sql`
    alter table comments add constraint comments_parent_fkey
      foreign key (parent_id, work_item_id) references comments (id, work_item_id)
      on delete set null (parent_id)`.execute(db)
  await sql`
    create index comments_parent_idx on comments (parent_id) where parent_id is not null`.execute(
    db,
  )
}
