import { ADMIN, GUEST, type Invitation, PUBLIC } from '@cairn/contract'
import { type Generated, type SqlBool, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { avatarUrl, pictureUrl } from '#product/picture-url-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    workspace_invitations: Row & {
      workspace_id: string
      email: string
      role: number
      message: string
      note: Generated<string>
      token_hash: Buffer
      accepted: Generated<boolean>
      responded_at: string | null
      expires_at: string
    }
    workspace_invitation_projects: {
      invitation_id: string
      project_id: string
      role: number
      created_by: string
      created_at: Generated<string>
    }
  }
}

interface WorkspaceLite {
  id: string
  name: string
  slug: string
  logo_url: string | null
}

/**
 * The projects `p` that invitations name in the rows `ip`: those that still exist, and to which the
 * inviter may still add members.
 */
const invitedProjects = sql`
  workspace_invitation_projects ip
  join projects p on p.id = ip.project_id and p.deleted_at is null and p.archived_at is null
  join workspace_members voucher on voucher.workspace_id = p.workspace_id
    and voucher.user_id = ip.created_by and voucher.is_active and voucher.deleted_at is null
    and (voucher.role = ${sql.lit(ADMIN)} or exists (
      select from project_members pm
      where pm.project_id = p.id and pm.user_id = ip.created_by and pm.role = ${sql.lit(ADMIN)}
        and pm.is_active and pm.deleted_at is null
    ))`

/** Workspace guests are guests in its projects, administrators are administrators there. */
const roleInProject = (workspaceRole: 'i.role' | 'w.role') => sql<number>`
  case when ${sql.ref(workspaceRole)} in (${sql.lit(GUEST)}, ${sql.lit(ADMIN)})
    then ${sql.ref(workspaceRole)} else ip.role end`

const expiry = sql<string>`now() + interval '7 days'`

/** Without the secret's hash: it must not be in a response. */
const invitations = (db: Db) =>
  db
    .selectFrom('workspace_invitations as i')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .select(auditColumns.map((column) => `i.${column}` as const))
    .select(['i.id', 'i.email', 'i.role', 'i.message', 'i.note', 'i.accepted', 'i.responded_at'])
    .select([
      'i.expires_at',
      sql<Invitation['inviter']>`(
        select jsonb_build_object('id', inviter.id, 'display_name', inviter.display_name,
          'avatar_url', ${avatarUrl('inviter')})
        from users inviter where inviter.id = i.created_by)`.as('inviter'),
      sql<Invitation['projects']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'identifier', p.identifier,
          'logo_props', p.logo_props, 'role', ${roleInProject('i.role')}) order by p.name, p.id)
        from ${invitedProjects}
        where ip.invitation_id = i.id and p.workspace_id = i.workspace_id), '[]')`.as('projects'),
      sql<WorkspaceLite>`jsonb_build_object(
        'id', w.id, 'name', w.name, 'slug', w.slug, 'logo_url', ${pictureUrl('w.logo_asset_id', 'w.logo')})`.as(
        'workspace',
      ),
    ])
    .where('i.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)

export const listInvitations = (db: Db, member: Member) =>
  invitations(db)
    .where(inWorkspace(member, 'i'))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.email')
    .execute()

export const findInvitation = (db: Db, member: Member, id: string) =>
  invitations(db).where(inWorkspace(member, 'i')).where('i.id', '=', id).executeTakeFirst()

const unexpired = sql<SqlBool>`i.expires_at > now()`

interface Key {
  slug: string
  id: string
  token_hash: Buffer
}

/** The secret link: anyone who has it may see the invitation until it expires. */
const behindLink = (db: Db, { slug, id, token_hash }: Key) =>
  invitations(db)
    .where('i.id', '=', id)
    .where('w.slug', '=', slug)
    .where('i.token_hash', '=', token_hash)
    .where(unexpired)

export const findByLink = (db: Db, key: Key) => behindLink(db, key).executeTakeFirst()

/**
 * Locked until the end of the transaction: of two parallel answers, the second finds it answered.
 */
export const lockByLink = (db: Db, key: Key) =>
  behindLink(db, key).forUpdate('i').executeTakeFirst()

/** Open invitations of a user with a verified address; an unverified address gives no access. */
const waitingFor = (db: Db, user_id: string) =>
  invitations(db)
    .innerJoin('users as u', 'u.email', 'i.email')
    .where('u.id', '=', user_id)
    .where('u.is_email_verified', '=', true)
    .where(unexpired)
    .where((eb) => eb.or([eb('i.responded_at', 'is', null), eb('i.accepted', '=', true)]))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')

export const listWaiting = (db: Db, user_id: string) => waitingFor(db, user_id).execute()

export const lockWaiting = (db: Db, user_id: string, ids: string[]) =>
  waitingFor(db, user_id).where('i.id', 'in', ids).forUpdate('i').execute()

/**
 * What a user accepted before signing in: with a verified address all of it, otherwise those whose
 * link they present.
 */
export const lockAccepted = (db: Db, user_id: string, links: Omit<Key, 'slug'>[]) => {
  const ids = links.map(({ id }) => id)
  const hashes = links.map(({ token_hash }) => token_hash.toString('hex'))
  return invitations(db)
    .innerJoin('users as u', 'u.email', 'i.email')
    .where('u.id', '=', user_id)
    .where('i.accepted', '=', true)
    .where(unexpired)
    .where(
      sql<SqlBool>`(u.is_email_verified or exists (
        select 1 from unnest(${ids}::uuid[], ${hashes}::text[]) as link (id, token_hash)
        where link.id = i.id and link.token_hash = encode(i.token_hash, 'hex')
      ))`,
    )
    .orderBy('i.id')
    .forUpdate('i')
    .execute()
}

/** An account that certainly belongs to the owner of this address. */
export const findProvedAccount = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select('id as user_id')
    .where('email', '=', email)
    .where('is_email_verified', '=', true)
    .where('is_active', '=', true)
    .executeTakeFirst()

interface InvitationValues {
  email: string
  role: number
  message: string
  note: string
  token_hash: Buffer
}

/** Inserts nothing if the address is invited already: that invitation stays unchanged. */
export const insertInvitation = (
  db: Db,
  { workspace_id, user_id }: Member,
  values: InvitationValues,
) =>
  db
    .insertInto('workspace_invitations')
    .values({ ...values, workspace_id, created_by: user_id, expires_at: expiry })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email', 'role'])
    .executeTakeFirst()

/** Not answered yet, and with a role no higher than the caller's. */
export const findUnanswered = (db: Db, member: Member, email: string) =>
  db
    .selectFrom('workspace_invitations')
    .select('id')
    .where(inWorkspace(member))
    .where('email', '=', email)
    .where('responded_at', 'is', null)
    .where('role', '<=', member.workspace_role)
    .executeTakeFirst()

/**
 * Those of these projects to which the caller may add members; locked, so that they are not
 * deleted.
 */
export const lockGivableProjects = (tx: Tx, member: Member, ids: string[]) =>
  tx
    .selectFrom('projects as p')
    .select(['p.id', 'p.name'])
    .where(inWorkspace(member, 'p'))
    .where('p.archived_at', 'is', null)
    .where('p.id', 'in', ids)
    .where(
      sql<SqlBool>`(${member.workspace_role}::int = ${ADMIN} or exists (
        select from project_members pm
        where pm.project_id = p.id and pm.user_id = ${member.user_id} and pm.role = ${ADMIN}
          and pm.is_active and pm.deleted_at is null
      ))`,
    )
    .orderBy('p.id')
    .forShare('p')
    .execute()

interface ProjectSeat {
  project_id: string
  role: number
}

/** A project named again gets the newer role. */
export const insertProjects = (
  tx: Tx,
  member: Member,
  invitation_id: string,
  seats: ProjectSeat[],
) =>
  tx
    .insertInto('workspace_invitation_projects')
    .values(
      seats.map(({ project_id, role }) => ({
        ...{ invitation_id, project_id, role },
        created_by: member.user_id,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['invitation_id', 'project_id']).doUpdateSet((eb) => ({
        role: eb.ref('excluded.role'),
        created_by: eb.ref('excluded.created_by'),
      })),
    )
    .execute()

interface InvitedSeat extends ProjectSeat {
  workspace_role: number
}

/**
 * The projects of an invitation for a user who is now in its workspace; locked, so that they are
 * not deleted.
 */
export const lockInvitedProjects = async (tx: Tx, invitation_id: string, user_id: string) => {
  const { rows } = await sql<InvitedSeat>`
    select p.id as project_id, ${roleInProject('w.role')} as role, w.role as workspace_role
    from workspace_invitations i
    join workspace_members w on w.workspace_id = i.workspace_id and w.user_id = ${user_id}
      and w.is_active and w.deleted_at is null,
      ${invitedProjects}
    where i.id = ${invitation_id} and ip.invitation_id = i.id and p.workspace_id = i.workspace_id
    order by p.id for share of p`.execute(tx)
  return rows
}

/** How many members a workspace has, and how many projects all of them can see. */
export const countWorkspace = async (db: Db, workspace_id: string) => {
  const { rows } = await sql<{ people_count: number; project_count: number }>`
    select
      (select count(*)::int from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = ${workspace_id} and m.is_active and m.deleted_at is null
          and not u.is_bot) as people_count,
      (select count(*)::int from projects p
        where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
          and p.network = ${PUBLIC}) as project_count`.execute(db)
  return rows[0] ?? { people_count: 0, project_count: 0 }
}

export const updateRole = (db: Db, member: Member, id: string, role: number) =>
  db
    .updateTable('workspace_invitations')
    .set({ role, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('id', '=', id)
    .execute()

/** Invalidates the old link; the invitation can be answered again. */
export const renewInvitation = (db: Db, member: Member, id: string, token_hash: Buffer) =>
  db
    .updateTable('workspace_invitations')
    .set({ token_hash, expires_at: expiry, accepted: false, responded_at: null })
    .set({ updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('id', '=', id)
    .returning(['id', 'email', 'role'])
    .executeTakeFirst()

export const revokeInvitation = (db: Db, member: Member, id: string) =>
  db
    .updateTable('workspace_invitations')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

interface Answer {
  accepted: boolean
  deleted_at?: typeof now
}

export const noteAnswer = (db: Db, id: string, answer: Answer) =>
  db
    .updateTable('workspace_invitations')
    .set({ ...answer, responded_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()

/**
 * The names of the inviter and the workspace, for the mail. Locks the membership, so that a person who
 * is being removed or loses their role cannot issue a link that outlives it.
 */
export const lockInviter = (tx: Tx, member: Member) =>
  tx
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select(['u.display_name as inviter', 'u.email', 'w.name as workspace'])
    .where(inWorkspace(member, 'm'))
    .where('m.user_id', '=', member.user_id)
    .where('m.is_active', '=', true)
    .where('m.role', '>=', member.workspace_role)
    .forShare('m')
    .executeTakeFirst()

/** Purges used or revoked invitations after 60 days. */
export const removeSpentInvitations = (db: Db) =>
  sql`
    delete from workspace_invitations where deleted_at < now() - interval '60 days'`.execute(db)
