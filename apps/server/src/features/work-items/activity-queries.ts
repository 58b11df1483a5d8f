import { type Generated, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'
import type { Activity } from './activities.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    activities: {
      id: Generated<string>
      workspace_id: string
      project_id: string
      work_item_id: string | null
      actor_id: string | null
      verb: string
      field: string | null
      old_value: string | null
      new_value: string | null
      old_identifier: string | null
      new_identifier: string | null
      comment: string
      comment_id: Generated<string | null>
      property_id: Generated<string | null>
      is_notified: Generated<boolean>
      epoch: number | null
      created_at: Generated<string>
    }
  }
}

/** The author; null when the account was deleted. */
export type Actor = Pick<ProjectMember, 'workspace_id' | 'project_id'> & { user_id: string | null }

interface Histories {
  rows: readonly { item: string; kind: number }[]
  kinds: readonly (Activity & { kind: number })[]
  notify: boolean
}

export const insertActivities = (
  tx: Tx,
  { workspace_id, project_id, user_id }: Actor,
  { rows, kinds, notify }: Histories,
) =>
  sendAhead(
    tx,
    sql`
    insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field, comment,
      old_value, new_value, old_identifier, new_identifier, comment_id, property_id, epoch,
      is_notified)
    select ${workspace_id}, ${project_id}, r.item, ${user_id}, k.verb, k.field, k.comment,
      k.old_value, k.new_value, k.old_identifier, k.new_identifier, k.comment_id, k.property_id,
      ${Date.now() / 1000}, coalesce(k.is_notified, ${!notify})
    from unnest(${rows.map(({ item }) => item)}::uuid[], ${rows.map(({ kind }) => kind)}::int[])
      with ordinality as r (item, kind, place)
    join jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as k (kind int, verb text,
      field text, comment text, old_value text, new_value text, old_identifier uuid,
      new_identifier uuid, comment_id uuid, property_id uuid, is_notified boolean) on k.kind = r.kind
    order by r.place`,
  )

/**
 * Edits of a description by one author become one row of history, not one per autosave: while their
 * row is the item's last, it gets the new text and time, and new mentions are notified. Returns
 * whether there was such a row.
 */
export async function continueDescription(
  tx: Tx,
  { project_id, user_id }: ProjectMember,
  work_item_id: string,
  html: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update activities set created_at = clock_timestamp(), new_value = ${html}, is_notified = false,
      xid = pg_current_xact_id()::text::bigint
    where id = (
      select id from activities where work_item_id = ${work_item_id}
      order by created_at desc limit 1
    ) and field = 'description' and actor_id = ${user_id} and project_id = ${project_id}
    returning id`.execute(tx)
  return rows.length > 0
}
