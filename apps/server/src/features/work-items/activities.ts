import type { IntakeStatus } from '@cairn/contract'
import { type Generated, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'

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
      is_notified: Generated<boolean>
      epoch: number | null
      created_at: Generated<string>
    }
  }
}

export interface Activity {
  /** Of a decision in intake its number. */
  verb: 'created' | 'updated' | 'deleted' | 'removed' | `${IntakeStatus}`
  field: string | null
  comment: string
  old_value?: string | null
  new_value?: string | null
  old_identifier?: string | null
  new_identifier?: string | null
  /** The comment it speaks of. */
  comment_id?: string | null
  /** Nobody is to be notified of it. */
  is_notified?: true
}

export const created: Activity = { verb: 'created', field: null, comment: 'created the issue' }
export const deleted: Activity = { verb: 'deleted', field: 'issue', comment: 'deleted the issue' }

export const changed = (field: string, comment: string, old_value: string, new_value: string) =>
  ({ verb: 'updated', field, comment, old_value, new_value }) satisfies Activity

/** What the history says of the fields that need no looking up. */
export const sentences = {
  name: 'updated the name to',
  priority: 'updated the priority to',
  start_date: 'updated the start date to ',
  target_date: 'updated the target date to',
} as const

interface Named {
  id: string
  name: string
}

export const added = (field: string, comment: string, { id, name }: Named): Activity => ({
  ...changed(field, comment, '', name),
  new_identifier: id,
})

export const removed = (field: string, comment: string, { id, name }: Named): Activity => ({
  ...changed(field, comment, name, ''),
  old_identifier: id,
})

interface Point {
  id: string
  value: string
  type: string
}

/** The field carries the system's name, so that hours are not read as points. */
export const estimateChange = (from: Point | undefined, to: Point | undefined): Activity => ({
  verb: to ? 'updated' : 'removed',
  field: `estimate_${(to ?? from)?.type ?? 'points'}`,
  comment: 'updated the estimate point to ',
  old_value: from?.value ?? null,
  new_value: to?.value ?? null,
  old_identifier: from?.id ?? null,
  new_identifier: to?.id ?? null,
})

/** All rows of one request share its epoch. */
export const record = (
  tx: Tx,
  member: ProjectMember,
  work_item_id: string,
  activities: readonly Activity[],
): Promise<void> => recordAll(tx, member, [[work_item_id, activities]])

/** The author; null when the account was deleted. */
type Actor = Pick<ProjectMember, 'workspace_id' | 'project_id'> & { user_id: string | null }

/** The histories of many items at once; `isNotified` where nobody is to be notified. */
export async function recordAll(
  tx: Tx,
  { workspace_id, project_id, user_id }: Actor,
  histories: readonly (readonly [work_item_id: string, activities: readonly Activity[]])[],
  { notify = true } = {},
): Promise<void> {
  // What many items have in common is said once: ten thousand rows are two lists and a few sentences.
  const kinds = new Map<string, Activity & { kind: number }>()
  const rows = histories.flatMap(([item, activities]) =>
    activities.map((activity) => {
      const text = JSON.stringify(activity)
      const { kind } = kinds.get(text) ?? { kind: kinds.size }
      kinds.set(text, { ...activity, kind })
      return { item, kind }
    }),
  )
  if (rows.length === 0) return
  await sendAhead(
    tx,
    sql`
    insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field, comment,
      old_value, new_value, old_identifier, new_identifier, comment_id, epoch, is_notified)
    select ${workspace_id}, ${project_id}, r.item, ${user_id}, k.verb, k.field, k.comment,
      k.old_value, k.new_value, k.old_identifier, k.new_identifier, k.comment_id,
      ${Date.now() / 1000}, coalesce(k.is_notified, ${!notify})
    from unnest(${rows.map(({ item }) => item)}::uuid[], ${rows.map(({ kind }) => kind)}::int[])
      with ordinality as r (item, kind, place)
    join jsonb_to_recordset(${JSON.stringify([...kinds.values()])}::jsonb) as k (kind int, verb text,
      field text, comment text, old_value text, new_value text, old_identifier uuid,
      new_identifier uuid, comment_id uuid, is_notified boolean) on k.kind = r.kind
    order by r.place`,
  )
}

/**
 * Who goes on writing a description makes one row of history, not one per pause: while theirs is the
 * item's last, it is moved on, and whom it mentions since is yet to be told. Tells whether it was.
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
