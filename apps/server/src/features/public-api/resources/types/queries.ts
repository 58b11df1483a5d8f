import type { TypeV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { typeOrder } from '#product/project-type-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'

/** With the caller's projects that use each: types are enabled and the project has selected it. */
const types = ({ user_id }: Member) => sql`
  select t.id, t.name, t.description, t.logo_props, t.is_epic, t.is_default, t.is_active, t.level,
    t.external_source, t.external_id, t.workspace_id as workspace, t.created_at, t.updated_at,
    t.created_by, t.updated_by, t.deleted_at, used.project_ids
  from work_item_types t
  cross join lateral (
    select array(
      select p.id from projects p
      join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id}
        and pm.is_active and pm.deleted_at is null
      where p.workspace_id = t.workspace_id and p.deleted_at is null
        and case when t.is_epic then p.is_epic_enabled else p.is_issue_type_enabled and exists (
          select from project_work_item_types pt where pt.project_id = p.id and pt.type_id = t.id
        ) end
      order by p.id
    ) as project_ids
  ) used`

/** Types the project uses. */
export const listTypes = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<TypeV1>`
    ${types(member)}
    where ${inWorkspace(member, 't')} and ${member.project_id}::uuid = any(used.project_ids)
    order by ${typeOrder}`.execute(db)
  return rows
}

export const isEpicType = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql`
    select from work_item_types t
    where t.id = ${id} and t.is_epic and ${inWorkspace(member, 't')}`.execute(db)
  return rows.length > 0
}

/** For `expand`. */
export const listTypesByIds = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<TypeV1>`
    ${types(member)}
    where t.id = any(${[...ids]}::uuid[]) and ${inWorkspace(member, 't')}`.execute(db)
  return rows
}

export const findByName = async (db: Db, member: Member, name: string) => {
  const { rows } = await sql<{ id: string }>`
    select t.id from work_item_types t
    where ${inWorkspace(member, 't')} and lower(t.name) = lower(${name})`.execute(db)
  return rows[0]?.id
}

interface External {
  external_source?: string | null
  external_id?: string | null
}

export const findByExternal = async (
  db: Db,
  member: Member,
  { external_source, external_id }: External,
) => {
  if (!external_source || !external_id) return undefined
  const { rows } = await sql<{ id: string }>`
    select t.id from work_item_types t
    where ${inWorkspace(member, 't')} and t.external_source = ${external_source}
      and t.external_id = ${external_id}
    order by t.created_at limit 1`.execute(db)
  return rows[0]?.id
}

export const saveExternal = (
  db: Db,
  member: Member,
  id: string,
  { external_source = null, external_id = null }: External,
) =>
  sql`
    update work_item_types t
    set external_source = ${external_source}, external_id = ${external_id}
    where t.id = ${id} and ${inWorkspace(member, 't')}`.execute(db)
