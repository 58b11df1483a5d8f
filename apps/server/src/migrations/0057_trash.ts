import { type Kysely, sql } from 'kysely'

/** Deleted rows of a project, latest first; the indexes have only these. */
export async function up(db: Kysely<unknown>) {
  for (const table of [
    ...['work_items', 'comments', 'cycles', 'modules', 'views', 'labels', 'assets'],
  ]) {
    await sql`
      create index ${sql.ref(`${table}_trash_idx`)} on ${sql.table(table)}
        (project_id, deleted_at desc) where deleted_at is not null`.execute(db)
  }
}
