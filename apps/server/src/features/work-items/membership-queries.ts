import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

interface Membership {
  project_id: string
  project_role: number
  identifier: string
  guest_view_all_features: boolean
}

export const findMembership = async (db: Db, member: Member, project_id: string) => {
  const { rows } = await sql<Membership>`
    select p.id as project_id, pm.role as project_role, p.identifier, p.guest_view_all_features
    from projects p
    join project_members pm on pm.project_id = p.id and pm.user_id = ${member.user_id}
      and pm.is_active and pm.deleted_at is null
    where p.id = ${project_id} and ${inWorkspace(member, 'p')}`.execute(db)
  return rows[0]
}

interface MembershipOfItem {
  id: string
  project_id: string
  identifier: string
  role: number
}

/** The caller as a member of the project of each of these items. */
export const listMembershipsOf = async (
  tx: Tx,
  { workspace_id, user_id }: ProjectMember,
  ids: string[],
) => {
  const { rows } = await sql<MembershipOfItem>`
    select i.id, i.project_id, p.identifier, pm.role from work_items i
    join projects p on p.id = i.project_id and p.deleted_at is null
    join project_members pm on pm.project_id = i.project_id and pm.user_id = ${user_id}
      and pm.is_active and pm.deleted_at is null
    where i.id = any(${ids}::uuid[]) and i.workspace_id = ${workspace_id}
      and i.is_listed`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Found {
  id: string | null
  project_id: string
  identifier: string
  role: number | null
  guest_view_all_features: boolean
}

export const findByKey = async (
  db: Db,
  { workspace_id, user_id }: Member,
  identifier: string,
  sequence: number,
) => {
  const { rows } = await sql<Found>`
    select i.id, p.id as project_id, p.identifier, pm.role, p.guest_view_all_features
    from projects p
    left join work_items i on i.project_id = p.id and i.sequence_id = ${sequence}
      and i.deleted_at is null
    left join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id}
      and pm.is_active and pm.deleted_at is null
    where p.workspace_id = ${workspace_id} and upper(p.identifier) = upper(${identifier})
      and p.deleted_at is null`.execute(db)
  return rows[0]
}

/** The item that had this number before it was moved, in its current project. */
export const findMoved = async (
  db: Db,
  { workspace_id, user_id }: Member,
  { project_id }: Found,
  sequence: number,
) => {
  const { rows } = await sql<Found>`
    select i.id, p.id as project_id, p.identifier, pm.role, p.guest_view_all_features
    from work_item_former_keys k
    join work_items i on i.id = k.work_item_id and i.deleted_at is null
    join projects p on p.id = i.project_id and p.workspace_id = ${workspace_id}
      and p.deleted_at is null
    left join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id}
      and pm.is_active and pm.deleted_at is null
    where k.project_id = ${project_id} and k.sequence_id = ${sequence}`.execute(db)
  return rows[0]
}
