import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'

/** Edits by the same user within this time overwrite their last version. */
const SAME_SITTING = '600 seconds'

/** Saves the current description as the newest version. */
export const saveVersion = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  work_item_id: string,
) =>
  sendAhead(
    tx,
    sql`
    with now_written as (
      select description_html, description_stripped, description, description_binary
      from work_items where id = ${work_item_id} and project_id = ${project_id}
    ), overwritten as (
      update description_versions v set last_saved_at = now(), updated_at = now(),
        updated_by = ${user_id}, description_html = n.description_html,
        description_stripped = n.description_stripped, description_json = n.description,
        description_binary = n.description_binary
      from now_written n
      where v.id = (
        select id from description_versions where work_item_id = ${work_item_id}
        order by last_saved_at desc limit 1
      ) and v.owned_by = ${user_id}
        and v.last_saved_at >= now() - ${SAME_SITTING}::interval
      returning v.id
    )
    insert into description_versions (workspace_id, project_id, work_item_id, owned_by, created_by,
      description_html, description_stripped, description_json, description_binary)
    select ${workspace_id}, ${project_id}, ${work_item_id}, ${user_id}, ${user_id},
      n.description_html, n.description_stripped, n.description, n.description_binary
    from now_written n where not exists (select from overwritten)`,
  )
