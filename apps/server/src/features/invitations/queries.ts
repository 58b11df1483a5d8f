import { type Generated, type SqlBool, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { pictureUrl } from '#product/picture-url-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    workspace_invitations: Row & {
      workspace_id: string
      email: string
      role: number
      message: string
      token_hash: Buffer
      accepted: Generated<boolean>
      responded_at: string | null
      expires_at: string
    }
  }
}

interface WorkspaceLite {
  id: string
  name: string
  slug: string
  logo_url: string | null
}

const expiry = sql<string>`now() + interval '7 days'`

/** Without the secret's hash: no answer may carry it. */
const invitations = (db: Db) =>
  db
    .selectFrom('workspace_invitations as i')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .select(auditColumns.map((column) => `i.${column}` as const))
    .select(['i.id', 'i.email', 'i.role', 'i.message', 'i.accepted', 'i.responded_at'])
    .select([
      'i.expires_at',
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

/** The secret link: whoever holds it may look, until it expires. */
const behindLink = (db: Db, { slug, id, token_hash }: Key) =>
  invitations(db)
    .where('i.id', '=', id)
    .where('w.slug', '=', slug)
    .where('i.token_hash', '=', token_hash)
    .where(unexpired)

export const findByLink = (db: Db, key: Key) => behindLink(db, key).executeTakeFirst()

/** Held until the end of the transaction: of two answers at once, the second finds it answered. */
export const lockByLink = (db: Db, key: Key) =>
  behindLink(db, key).forUpdate('i').executeTakeFirst()

/** What waits for a person whose address was proved; an address anyone could type opens nothing. */
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
 * What somebody accepted before they signed in: with a proved address all of it, otherwise what they
 * can show the link of.
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

/** An account that certainly belongs to whoever reads the mail of this address. */
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
  token_hash: Buffer
}

/** Nothing where the address is invited already: that invitation stays as it is. */
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

export const updateRole = (db: Db, member: Member, id: string, role: number) =>
  db
    .updateTable('workspace_invitations')
    .set({ role, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('id', '=', id)
    .execute()

/** The old link is dead, and the invitation can be answered again. */
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
    .select(['u.display_name as inviter', 'w.name as workspace'])
    .where(inWorkspace(member, 'm'))
    .where('m.user_id', '=', member.user_id)
    .where('m.is_active', '=', true)
    .where('m.role', '>=', member.workspace_role)
    .forShare('m')
    .executeTakeFirst()

/** Used up or revoked, and past the time in which anybody would ask. */
export const removeSpentInvitations = (db: Db) =>
  sql`
    delete from workspace_invitations where deleted_at < now() - interval '60 days'`.execute(db)
