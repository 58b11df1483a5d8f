import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'
import { defaultTypeOf } from '#product/project-type-queries.ts'
import type { AddedItem } from './add-many.ts'
import { listed } from './queries.ts'

export const takeNumbers = async (tx: Tx, { project_id }: ProjectMember, count: number) => {
  const { rows } = await sql<{ before: number; moment: string }>`
    update work_item_numbers set last_number = last_number + ${count}
    where project_id = ${project_id}
    returning last_number - ${count} as before, clock_timestamp() as moment`.execute(tx)
  return rows[0] ?? { before: 0, moment: '' }
}

export const listLastOfStates = async (tx: Tx, { project_id }: ProjectMember) => {
  const { rows } = await sql<{ state_id: string; last: number }>`
    select i.state_id, max(i.sort_order) as last from work_items i
    where i.project_id = ${project_id} and ${listed} group by i.state_id`.execute(tx)
  return rows
}

type Placed = Omit<AddedItem, 'assignees'> & {
  assignee_ids: string[]
  sequence_id: number
  sort_order: number
}

export async function insertAddedItems(
  tx: Tx,
  member: ProjectMember,
  items: readonly Placed[],
  moment: string,
) {
  const { workspace_id, project_id, user_id } = member
  const values = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as v (
    id uuid, sequence_id int, name text, description_html text, description_stripped text,
    priority text, state_id uuid, is_completed boolean, start_date date, target_date date,
    parent_id uuid, estimate_point uuid, sort_order float8, label_ids uuid[], assignee_ids uuid[],
    type_id uuid)`
  await sendAhead(
    tx,
    sql`
    insert into work_items (id, workspace_id, project_id, sequence_id, name, description_html,
      description_stripped, priority, state_id, start_date, target_date, parent_id, estimate_point,
      sort_order, created_at, updated_at, completed_at, created_by, type_id)
    select v.id, ${workspace_id}, ${project_id}, v.sequence_id, v.name, v.description_html,
      v.description_stripped, v.priority, v.state_id, v.start_date, v.target_date, v.parent_id,
      v.estimate_point, v.sort_order, t.at, t.at, case when v.is_completed then t.at end, ${user_id},
      coalesce(v.type_id, ${defaultTypeOf(project_id)})
    from ${values}
    -- One after the other, so that "newest first" has an order.
    cross join lateral (
      select ${moment}::timestamptz + make_interval(secs => v.sequence_id * 0.000001) as at
    ) t`,
  )
  for (const [table, column, ids] of [
    ['work_item_labels', 'label_id', 'label_ids'],
    ['work_item_assignees', 'user_id', 'assignee_ids'],
  ] as const) {
    await sendAhead(
      tx,
      sql`
      insert into ${sql.table(table)} (work_item_id, ${sql.ref(column)}, created_at, sort_order)
      select i.id, linked, i.created_at, i.sort_order from ${values}
      join work_items i on i.id = v.id cross join unnest(v.${sql.ref(ids)}) linked
      on conflict do nothing`,
    )
  }
  await sendAhead(
    tx,
    sql`
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    select v.id, person, ${user_id} from ${values}
    cross join unnest(v.assignee_ids || ${user_id}::uuid) person
    on conflict do nothing`,
  )
  await sendAhead(
    tx,
    sql`
    insert into description_versions (workspace_id, project_id, work_item_id, owned_by, created_by,
      description_html, description_stripped)
    select ${workspace_id}, ${project_id}, v.id, ${user_id}, ${user_id}, v.description_html,
      v.description_stripped
    from ${values}`,
  )
}
