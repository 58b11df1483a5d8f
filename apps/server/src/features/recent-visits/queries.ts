import { type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Row } from '#kernel/database/schema.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    recent_visits: Row & {
      workspace_id: string
      user_id: string
      project_id: string | null
      entity_name: string
      entity_identifier: string
      visited_at: Generated<string>
    }
  }
}

export interface Visit {
  entity_name: 'project' | 'issue' | 'page' | 'cycle' | 'module' | 'view'
  entity_identifier: string
  project_id: string | null
}

const KEPT = 20

/** A repeated visit only renews its moment; a new one beyond the last kept drops the oldest. */
export const upsertVisit = (db: Db, { workspace_id, user_id }: Member, visit: Visit) =>
  sql`
    with visit as (
      insert into recent_visits
        (workspace_id, user_id, project_id, entity_name, entity_identifier, created_by)
      values (${workspace_id}, ${user_id}, ${visit.project_id}, ${visit.entity_name},
        ${visit.entity_identifier}, ${user_id})
      on conflict (workspace_id, user_id, entity_name, entity_identifier)
        where deleted_at is null
        do update set visited_at = now()
      returning id, xmax = 0 as is_new
    )
    delete from recent_visits where id in (
      select v.id from recent_visits v
      where v.workspace_id = ${workspace_id} and v.user_id = ${user_id} and v.deleted_at is null
        and (select is_new from visit)
      order by v.created_at desc, v.id offset ${KEPT - 1}
    )`.execute(db)
