import { GUEST } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#kernel/database/scope.ts'

interface Membership {
  project_id: string
  project_role: number
  identifier: string
  guest_view_all_features: boolean
}

const findMembership = async (db: Db, member: Member, project_id: string) => {
  const { rows } = await sql<Membership>`
    select p.id as project_id, pm.role as project_role, p.identifier, p.guest_view_all_features
    from projects p
    join project_members pm on pm.project_id = p.id and pm.user_id = ${member.user_id}
      and pm.is_active and pm.deleted_at is null
    where p.id = ${project_id} and ${inWorkspace(member, 'p')}`.execute(db)
  return rows[0]
}

/** The caller in another project of the workspace; undefined: not theirs, or none. */
export async function enterProject(
  tx: Tx,
  member: Member,
  project_id: string,
): Promise<ProjectMember | undefined> {
  const found = await findMembership(tx, member, project_id)
  if (!found) return undefined
  const { guest_view_all_features, ...place } = found
  const sees_only_own = place.project_role === GUEST && !guest_view_all_features
  return { ...member, ...place, sees_only_own }
}
