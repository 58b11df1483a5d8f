import { type Kysely, sql } from 'kysely'

/** What was deleted in a project, the last first; only such rows are in these indexes. */
export async function up(db: Kysely<unknown>) {
  for (const table of [
    ...['work_items', 'comments', 'cycles', 'modules', 'views', 'labels', 'assets'],
  ]) {
    await sql`
      create index ${sql.ref(`${table}_trash_idx`)} on ${sql.table(table)}
        (project_id, deleted_at desc) where deleted_at is not null`.execute(db)
  }
}
