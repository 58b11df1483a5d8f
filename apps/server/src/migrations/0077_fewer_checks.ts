import { type Kysely, sql } from 'kysely'

/**
 * Drops foreign keys implied by another key of the row. They cost every write a lookup and a lock
 * on the project or workspace row: these rows are deleted with their item, an item with its
 * project, a project with its workspace.
 */
export async function up(db: Kysely<unknown>) {
  const redundant = [
    ['work_items', 'work_items_workspace_id_fkey'],
    ['work_item_names', 'work_item_names_project_id_fkey'],
    ['description_versions', 'description_versions_workspace_id_fkey'],
    ['description_versions', 'description_versions_project_id_fkey'],
    ['comments', 'comments_workspace_id_fkey'],
    ['comments', 'comments_project_id_fkey'],
  ] as const
  for (const [table, constraint] of redundant) {
    await sql`
      alter table ${sql.table(table)} drop constraint if exists ${sql.ref(constraint)}`.execute(db)
  }
}
