import { GUEST } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import type { StoredEvent } from '#kernel/events/stream.ts'

/** The events one user may receive. */
export interface Reach {
  user_id: string
  workspaces: ReadonlySet<string>
  /** By project id: whether this user sees only what they created there. */
  projects: ReadonlyMap<string, boolean>
}

interface Membership {
  workspace_id: string
  project_id: string | null
  role: number | null
  guest_view_all_features: boolean | null
}

export async function readReach(db: Db, user_id: string): Promise<Reach> {
  const { rows } = await sql<Membership>`
    select wm.workspace_id, p.id as project_id, pm.role, p.guest_view_all_features
    from workspace_members wm
    join workspaces w on w.id = wm.workspace_id and w.deleted_at is null
    left join project_members pm on pm.workspace_id = wm.workspace_id and pm.user_id = wm.user_id
      and pm.is_active and pm.deleted_at is null
    left join projects p on p.id = pm.project_id and p.deleted_at is null
    where wm.user_id = ${user_id} and wm.is_active and wm.deleted_at is null`.execute(db)
  return {
    user_id,
    workspaces: new Set(rows.map(({ workspace_id }) => workspace_id)),
    projects: new Map(
      rows.flatMap(({ project_id, role, guest_view_all_features }) =>
        project_id ? [[project_id, role === GUEST && !guest_view_all_features]] : [],
      ),
    ),
  }
}

export function reaches(reach: Reach, event: StoredEvent): boolean {
  const { workspace_id, project_id, to_users } = event
  if (workspace_id && !reach.workspaces.has(workspace_id)) return false
  if (project_id && !reach.projects.has(project_id)) return false
  if (to_users) return to_users.includes(reach.user_id)
  if (!project_id) return workspace_id !== null
  const seesOnlyOwn = reach.projects.get(project_id)
  return !seesOnlyOwn || event.for_everyone || event.author_id === reach.user_id
}

/** The event as this user receives it: only the children they see are counted. */
export function jsonFor({ user_id, projects }: Reach, { json, children }: StoredEvent): string {
  if (!children) return json
  let [all, seen] = [0, 0]
  for (const [project_id, author_id, number] of children) {
    const seesOnlyOwn = projects.get(project_id)
    all += number
    if (seesOnlyOwn === false || (seesOnlyOwn && author_id === user_id)) seen += number
  }
  if (seen === all) return json
  // Quotes inside strings are escaped, so this matches the field.
  return json.replace(/"sub_issues_count": \d+/, `"sub_issues_count": ${seen}`)
}
