import type { Priority } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

/** An item with history: days are relative to today. */
export interface SeedItem {
  name: string
  description_html: string
  description_stripped?: string
  priority: Priority
  state_id: string
  start_day: number | null
  target_day: number | null
  created_day: number
  completed_day: number | null
  created_by: string
  assignee_ids: string[]
  label_ids: string[]
}

/**
 * Inserts many items in one statement, numbered in the order given, with a history entry for each
 * creation.
 */
export const seedWorkItems = (
  tx: Tx,
  { workspace_id, project_id }: ProjectMember,
  items: readonly SeedItem[],
) =>
  sql`
    with wanted as (
      select row_number() over () as number, count(*) over () as last, gen_random_uuid() as id,
        item.*
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (
        name text, description_html text, description_stripped text, priority text,
        state_id uuid, start_day int, target_day int, created_day int, completed_day int,
        created_by uuid, assignee_ids uuid[], label_ids uuid[]
      )
    ), numbered as (
      update work_item_numbers set last_number = last_number + (select count(*) from wanted)
      where project_id = ${project_id}
      returning last_number - (select count(*) from wanted) as before
    ), inserted as (
      insert into work_items (id, workspace_id, project_id, sequence_id, name, description_html,
        description_stripped, priority, state_id, start_date, target_date, sort_order, created_at,
        updated_at, completed_at, created_by)
      select id, ${workspace_id}, ${project_id}, before + number, name, description_html,
        description_stripped, priority, state_id, current_date + start_day,
        current_date + target_day,
        55535 + 10000 * row_number() over (partition by state_id order by number),
        -- A minute apart, so that "newest first" has an order.
        now() + make_interval(days => created_day, mins => (number - last)::int),
        now() + make_interval(days => created_day, mins => (number - last)::int),
        now() + make_interval(days => completed_day), created_by
      from wanted, numbered
      returning id, created_at, created_by
    ), assigned as (
      insert into work_item_assignees (work_item_id, user_id)
      select id, unnest(assignee_ids) from wanted
    ), labelled as (
      insert into work_item_labels (work_item_id, label_id)
      select id, unnest(label_ids) from wanted
    )
    insert into activities
      (workspace_id, project_id, work_item_id, actor_id, verb, comment, epoch, created_at, is_notified)
    select ${workspace_id}, ${project_id}, id, created_by, 'created', 'created the issue',
      extract(epoch from created_at), created_at, true
    from inserted`.execute(tx)
