import type { ModuleStatus } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

/** A module with history: days are relative to today. It contains the items whose names match. */
export interface SeedModule {
  name: string
  description: string
  status: ModuleStatus
  start_day: number | null
  target_day: number | null
  lead_id: string
  member_ids: string[]
  /** A case-insensitive regular expression. */
  about: string
}

/** Inserts many modules in one statement. */
export const seedModules = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  modules: readonly SeedModule[],
) =>
  sql`
    with wanted as (
      select row_number() over () as number, gen_random_uuid() as id, module.*
      from jsonb_to_recordset(${JSON.stringify(modules)}::jsonb) as module (
        name text, description text, status text, start_day int, target_day int, lead_id uuid,
        member_ids uuid[], about text
      )
    ), inserted as (
      insert into modules (id, workspace_id, project_id, name, description, status, start_date,
        target_date, lead_id, sort_order, created_by)
      select id, ${workspace_id}, ${project_id}, name, description, status,
        current_date + start_day, current_date + target_day, lead_id, 55535 + 10000 * number,
        ${user_id}
      from wanted returning id
    ), members as (
      insert into module_members (module_id, user_id)
      select id, unnest(member_ids) from wanted
    )
    insert into module_items (module_id, work_item_id)
      select wanted.id, i.id from wanted
      join work_items i on i.project_id = ${project_id} and i.name ~* wanted.about`.execute(tx)
