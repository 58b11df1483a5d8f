import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

/** A cycle with history: days are relative to today, and a draft has none. */
export interface SeedCycle {
  name: string
  description: string
  start_day: number | null
  end_day: number | null
  owned_by_id: string
}

/**
 * Puts completed items into the cycle of their day, items in progress or up next into the running
 * one, and some waiting items into the next.
 */
export async function seedCycles(
  tx: Tx,
  { workspace_id, project_id }: ProjectMember,
  cycles: readonly SeedCycle[],
) {
  await sql`
    insert into cycles (workspace_id, project_id, name, description, start_date, end_date,
      sort_order, owned_by_id, created_by, created_at)
    select ${workspace_id}, ${project_id}, name, description,
      current_date + start_day + time '00:00:01', current_date + end_day + time '23:59:00',
      75535 - 10000 * row_number() over (), owned_by_id, owned_by_id,
      now() + make_interval(mins => (row_number() over ())::int - 60)
    from jsonb_to_recordset(${JSON.stringify(cycles)}::jsonb) as cycle (
      name text, description text, start_day int, end_day int, owned_by_id uuid
    )`.execute(tx)
  await sql`
    update work_items i set cycle_id = c.id from cycles c
    where i.project_id = ${project_id} and c.project_id = ${project_id}
      and i.completed_at between c.start_date and c.end_date`.execute(tx)
  // Some items were not done in time, so that there is something to transfer.
  await sql`
    update work_items set cycle_id = (
      select id from cycles where project_id = ${project_id} and end_date < now()
      order by end_date desc limit 1
    ) where project_id = ${project_id} and id in (
      select i.id from work_items i join states s on s.id = i.state_id
      where i.project_id = ${project_id} and i.cycle_id is null and s."group" = 'unstarted'
      order by i.created_at limit 3
    )`.execute(tx)
  await sql`
    update work_items i set cycle_id = c.id from cycles c, states s
    where i.project_id = ${project_id} and c.project_id = ${project_id} and s.id = i.state_id
      and i.cycle_id is null and s."group" in ('started', 'unstarted', 'cancelled')
      and c.start_date <= now() and c.end_date >= now()`.execute(tx)
  await sql`
    update work_items set cycle_id = (
      select id from cycles where project_id = ${project_id} and start_date > now()
      order by start_date limit 1
    ) where project_id = ${project_id} and id in (
      select i.id from work_items i join states s on s.id = i.state_id
      where i.project_id = ${project_id} and i.cycle_id is null and s."group" = 'backlog'
      order by i.created_at desc limit 8
    )`.execute(tx)
}
