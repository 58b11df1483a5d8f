import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

export interface AutomatedProject {
  project_id: string
  workspace_id: string
  slug: string
  identifier: string
  /** The author recorded in the history. */
  user_id: string
  archive_in: number
  close_in: number
  /** The state for closed items; null if the project has none. */
  closing_state_id: string | null
}

/** Of every workspace, only for the jobs: projects with automatic archiving or closing. */
export const listAutomatedProjects = async (db: Db): Promise<AutomatedProject[]> => {
  const { rows } = await sql<AutomatedProject>`
    select p.id as project_id, p.workspace_id, w.slug, p.identifier,
      coalesce(p.created_by, w.owner_id) as user_id, p.archive_in, p.close_in, coalesce(
        (select s.id from states s where s.id = p.default_state_id and s.deleted_at is null),
        (
          select s.id from states s
          where s.project_id = p.id and s."group" = 'cancelled' and s.deleted_at is null
          order by s.sequence limit 1
        )
      ) as closing_state_id
    from projects p join workspaces w on w.id = p.workspace_id and w.deleted_at is null
    where p.deleted_at is null and p.archived_at is null and (p.archive_in > 0 or p.close_in > 0)
    order by p.id`.execute(db)
  return rows
}
