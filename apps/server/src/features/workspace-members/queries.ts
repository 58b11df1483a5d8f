import { ADMIN, GUEST } from '@cairn/contract'
import { type SqlBool, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db, now, type Tx } from '#kernel/database/schema.ts'
import { givenRole } from '#product/given-role-queries.ts'
import { avatarUrl, pictureUrl } from '#product/picture-url-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'

interface MemberUser {
  id: string
  first_name: string
  last_name: string
  avatar: string
  avatar_url: string | null
  is_bot: boolean
  display_name: string
  email?: string
  last_login_medium?: string
}

interface WorkspaceLite {
  id: string
  name: string
  slug: string
  logo_url: string | null
}

const membershipColumns = [
  'm.id',
  'm.role',
  'm.is_active',
  'm.company_role',
  'm.view_props',
  'm.default_props',
  'm.issue_props',
  ...auditColumns.map((column) => `m.${column}` as const),
] as const

/**
 * Includes past members and service accounts: the history still refers to them. Guests do not see
 * other users' email addresses.
 */
const membersIn = (db: Db, workspace_id: string, asRole: number) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select(membershipColumns)
    .select([
      sql<MemberUser>`jsonb_build_object(
        'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar', u.avatar,
        'avatar_url', ${avatarUrl('u')}, 'is_bot', u.is_bot, 'display_name', u.display_name
      ) || case when ${asRole > GUEST} then jsonb_build_object(
        'email', u.email, 'last_login_medium', u.last_login_medium
      ) else '{}' end`.as('member'),
      sql<WorkspaceLite>`jsonb_build_object(
        'id', w.id, 'name', w.name, 'slug', w.slug, 'logo_url', ${pictureUrl('w.logo_asset_id', 'w.logo')})`.as(
        'workspace',
      ),
    ])
    .where(sql<boolean>`m.workspace_id = ${workspace_id} and m.deleted_at is null`)

const peopleIn = (db: Db, workspace_id: string, asRole: number) =>
  membersIn(db, workspace_id, asRole).where('u.is_bot', '=', false)

export const listMembers = (db: Db, { workspace_id, workspace_role }: Member, search = '') =>
  membersIn(db, workspace_id, workspace_role)
    .$if(search !== '', (members) =>
      members.where(
        sql<boolean>`(position(lower(${search}) in lower(u.display_name)) > 0
          or position(lower(${search}) in lower(u.first_name)) > 0)`,
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id')
    .execute()

export const findMember = (db: Db, { workspace_id, workspace_role }: Member, id: string) =>
  peopleIn(db, workspace_id, workspace_role).where('m.id', '=', id).executeTakeFirst()

/** One row of the list, including service accounts, as visible to this role. */
export const findMemberAs = (db: Db, workspace_id: string, asRole: number, user_id: string) =>
  membersIn(db, workspace_id, asRole).where('m.user_id', '=', user_id).executeTakeFirstOrThrow()

export const listActiveByEmail = (db: Db, member: Member, emails: string[]) =>
  peopleIn(db, member.workspace_id, member.workspace_role)
    .where('m.is_active', '=', true)
    .where('u.email', 'in', emails)
    .execute()

export const findOwnMembership = (db: Db, member: Member) =>
  db
    .selectFrom('workspace_members as m')
    .select(membershipColumns)
    .select([
      'm.user_id as member',
      'm.workspace_id as workspace',
      sql<number>`(
        select count(*)::int from drafts d
        where d.workspace_id = m.workspace_id and d.created_by = m.user_id
          and d.deleted_at is null
      )`.as('draft_issue_count'),
    ])
    .where(inWorkspace(member, 'm'))
    .where('m.user_id', '=', member.user_id)
    .executeTakeFirstOrThrow()

/** Locked until the end of the transaction: whether a member may leave depends on the others. */
export const lockWorkspace = (db: Db, { workspace_id }: Member) =>
  db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether a project would be left without anyone who can open it. */
export const isAloneInSomeProject = async (db: Db, member: Member, user_id: string) => {
  const row = await db
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('m.id')
    .where(inWorkspace(member, 'm'))
    .where('p.deleted_at', 'is', null)
    .where('m.user_id', '=', user_id)
    .where('m.is_active', '=', true)
    .where('m.role', '=', ADMIN)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members as o')
            .select('o.id')
            .whereRef('o.project_id', '=', 'm.project_id')
            .whereRef('o.user_id', '<>', 'm.user_id')
            .where('o.is_active', '=', true)
            .where('o.deleted_at', 'is', null)
            .where('o.user_id', 'not in', (bots) =>
              bots.selectFrom('users').select('users.id').where('users.is_bot', '=', true),
            ),
        ),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Sent or resent by this user: in both cases they were shown the link. */
const issuedBy = (user_id: string) =>
  sql<SqlBool>`(i.created_by = ${user_id} or i.updated_by = ${user_id})`

const addressedTo = (user_id: string) =>
  sql<SqlBool>`i.email = (select email from users where id = ${user_id})`

/** Invitations by and for a user who left the workspace: they could return with them. */
export const revokeInvitationsOf = (tx: Tx, member: Member, user_id: string) =>
  sql`
    update workspace_invitations i
    set deleted_at = now(), updated_at = now(), updated_by = ${member.user_id}
    where ${inWorkspace(member, 'i')} and (${issuedBy(user_id)} or ${addressedTo(user_id)})`.execute(
    tx,
  )

/** The same in every workspace, for a closed account. */
export const revokeAllInvitationsOf = (tx: Tx, user_id: string) =>
  sql`
    update workspace_invitations i set deleted_at = now(), updated_at = now()
    where i.deleted_at is null and (${issuedBy(user_id)} or ${addressedTo(user_id)})`.execute(tx)

/** Revokes invitations to roles this user may no longer grant; guests may not invite. */
export const revokeHigherInvitations = (tx: Tx, member: Member, user_id: string, role: number) =>
  sql`
    update workspace_invitations i
    set deleted_at = now(), updated_at = now(), updated_by = ${member.user_id}
    where ${inWorkspace(member, 'i')} and ${issuedBy(user_id)}
      and (i.role > ${role}::int or ${role}::int <= ${GUEST})`.execute(tx)

interface MembershipChange {
  role?: number
  company_role?: string | null
  is_active?: boolean
  view_props?: string
}

export const updateMembership = (
  db: Db,
  member: Member,
  user_id: string,
  change: MembershipChange,
) =>
  db
    .updateTable('workspace_members')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('user_id', '=', user_id)
    .execute()

const projectRow = [
  ...(['id', 'role', 'user_id as member', 'project_id as project', 'created_at'] as const),
  givenRole().as('original_role'),
] as const

/** In all projects of the workspace, including those they left; returns the ones they are in. */
export const demoteInProjects = async (db: Db, member: Member, user_id: string) => {
  const rows = await db
    .updateTable('project_members')
    .set({ role: GUEST, given_role: givenRole() })
    .set({ updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('user_id', '=', user_id)
    .where('role', '!=', GUEST)
    .returning([...projectRow, 'is_active'])
    .execute()
  return rows.flatMap(({ is_active, ...row }) => (is_active ? [row] : []))
}

/** Returns the projects they were in. */
export const leaveProjects = (db: Db, member: Member, user_id: string) =>
  db
    .updateTable('project_members')
    .set({ is_active: false, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('user_id', '=', user_id)
    .where('is_active', '=', true)
    .returning(projectRow)
    .execute()

interface Admitted {
  workspace_id: string
  user_id: string
  role: number
  created_by: string | null
}

/** A past member returns with the new role; an active member stays unchanged. */
export const upsertMembership = (db: Db, values: Admitted) =>
  db
    .insertInto('workspace_members')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .where('deleted_at', 'is', null)
        .doUpdateSet({ role: values.role, is_active: true, updated_at: now })
        .where('workspace_members.is_active', '=', false),
    )
    .returning('id')
    .executeTakeFirst()

/** The members of the projects the caller is a member of. */
export const listMembersOfProjects = (db: Db, member: Member) =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('project_members as own', 'own.project_id', 'm.project_id')
    .select(['m.project_id as project', 'm.id', 'm.role', givenRole('m').as('original_role')])
    .select(['m.user_id as member', 'm.created_at'])
    .where(inWorkspace(member, 'm'))
    .where('m.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .where('p.deleted_at', 'is', null)
    .where('own.user_id', '=', member.user_id)
    .where('own.is_active', '=', true)
    .where('own.deleted_at', 'is', null)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()

/** The workspaces in which a user is an active member. */
export const listSeats = async (db: Db, user_id: string) => {
  const { rows } = await sql<{ workspace_id: string; slug: string; workspace_role: number }>`
    select m.workspace_id, w.slug, m.role as workspace_role from workspace_members m
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    where m.user_id = ${user_id} and m.is_active and m.deleted_at is null
    order by m.workspace_id`.execute(db)
  return rows
}
