import { type Kysely, sql } from 'kysely'

/**
 * Workspace views were always shown as tables, newest first by default, regardless of the layout and
 * grouping they stored. Now these apply: existing views are changed to what was shown.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    update views set display_filters = display_filters || jsonb_build_object(
      'layout', 'spreadsheet', 'group_by', null, 'sub_group_by', null,
      'order_by', case when coalesce(display_filters ->> 'order_by', 'sort_order') = 'sort_order'
        then '-created_at' else display_filters ->> 'order_by' end)
    where project_id is null and teamspace_id is null`.execute(db)
}
