import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { defaultTypeOf } from '#product/project-type-queries.ts'

export interface EstimatePoint {
  id: string
  value: string
  type: string
}

/** A point of the project's estimate system. */
export const findEstimatePoint = async (db: Db, { project_id }: ProjectMember, id: string) => {
  const { rows } = await sql<EstimatePoint>`
    select p.id, p.value, e.type from estimate_points p
    join estimates e on e.id = p.estimate_id and e.deleted_at is null
    where p.id = ${id} and p.project_id = ${project_id} and p.deleted_at is null`.execute(db)
  return rows[0]
}

export const findType = async (db: Db, { workspace_id }: ProjectMember, id: string) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from work_item_types
    where id = ${id} and workspace_id = ${workspace_id} and deleted_at is null`.execute(db)
  return rows[0]
}

/** A type the project uses. */
export const findUsedType = async (
  db: Db,
  { workspace_id, project_id }: ProjectMember,
  id: string,
) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from work_item_types t
    join project_work_item_types pt on pt.type_id = t.id and pt.project_id = ${project_id}
    join projects p on p.id = pt.project_id and p.is_issue_type_enabled
    where t.id = ${id} and t.workspace_id = ${workspace_id} and t.is_active and not t.is_epic
      and t.deleted_at is null`.execute(db)
  return rows[0]
}

/** The type of items created without one. */
export const findDefaultType = async (db: Db, { project_id }: ProjectMember) => {
  const { rows } = await sql<{ id: string | null }>`
    select ${defaultTypeOf(project_id)} as id`.execute(db)
  return rows[0]?.id ?? null
}

/** The project's default assignee, for items created without one. */
export const defaultAssignee = (project_id: string) => sql<{ id: string; name: string }>`
  select u.id, u.display_name as name from projects p
  join users u on u.id = p.default_assignee_id
  join project_members pm on pm.project_id = p.id and pm.user_id = u.id and pm.is_active
    and pm.deleted_at is null and pm.role >= 15
  where p.id = ${project_id}`

export const findDefaultAssignee = async (db: Db, { project_id }: ProjectMember) =>
  (await defaultAssignee(project_id).execute(db)).rows
