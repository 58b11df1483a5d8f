import type { GroupKey } from '@cairn/work-item-query'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'

export async function groupsOfProject(db: Db, member: ProjectMember, key: GroupKey) {
  if (key === 'project_id') return [member.project_id]
  if (key !== 'state_id' && key !== 'cycle_id') return []
  const { rows } = await (key === 'state_id'
    ? sql<{ id: string }>`
        select id from states s where ${inProject(member, 's')} and "group" <> 'triage'
        order by sequence`.execute(db)
    : sql<{ id: string }>`
        select id from cycles c where ${inProject(member, 'c')}`.execute(db))
  return rows.map(({ id }) => id)
}

export async function groupsOfWorkspace(
  db: Db,
  { workspace_id, user_id }: Member,
  key: GroupKey,
  among: readonly string[] | null = null,
) {
  const tables: Partial<Record<GroupKey, string>> = {
    state_id: `select s.id from states s join mine on mine.id = s.project_id
      where s.deleted_at is null and s."group" <> 'triage'`,
    cycle_id: `select c.id from cycles c join mine on mine.id = c.project_id
      where c.deleted_at is null`,
    project_id: 'select id from mine',
  }
  const ask = tables[key]
  if (!ask) return []
  const { rows } = await sql<{ id: string }>`
    with mine as (
      select p.id from projects p join project_members pm on pm.project_id = p.id
      where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
        and pm.user_id = ${user_id} and pm.is_active and pm.deleted_at is null
        and (${among}::uuid[] is null or p.id = any(${among}::uuid[]))
    ) ${sql.raw(ask)}`.execute(db)
  return rows.map(({ id }) => id)
}
