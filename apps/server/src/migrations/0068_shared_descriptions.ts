import { type Kysely, sql } from 'kysely'

/**
 * The shared documents of descriptions, in a separate table: lists never read them. If an item's
 * HTML differs from the one stored here, an API call changed it and the document must be updated.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table description_documents (
      work_item_id uuid primary key references work_items (id) on delete cascade,
      state bytea not null,
      html text not null
    )`.execute(db)
}
