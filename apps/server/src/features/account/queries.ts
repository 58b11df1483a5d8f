import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import { limits } from '#kernel/auth/limits.ts'
import type { Member } from '#kernel/auth/member.ts'
import { type Database, type Db, now } from '#kernel/database/schema.ts'
import { avatarUrl, pictureUrl } from '#product/picture-url-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'

interface MobileSteps {
  profile_complete: boolean
  workspace_create: boolean
  workspace_join: boolean
}
interface Steps extends MobileSteps {
  workspace_invite: boolean
}
type Anything = Record<string, unknown>

declare module '#kernel/database/schema.ts' {
  interface Database {
    users: {
      id: Generated<string>
      username: string
      email: string
      password_hash: string
      first_name: Generated<string>
      last_name: Generated<string>
      display_name: string
      avatar: Generated<string>
      avatar_asset_id: string | null
      cover_image: string | null
      cover_image_asset_id: string | null
      user_timezone: Generated<string>
      is_active: Generated<boolean>
      is_bot: Generated<boolean>
      is_email_verified: Generated<boolean>
      /** For any address the account has had. */
      email_proved_at: string | null
      is_password_autoset: Generated<boolean>
      last_login_medium: Generated<string>
      last_login_time: string | null
      last_login_ip: Generated<string>
      last_logout_time: string | null
      last_logout_ip: Generated<string>
      date_joined: Generated<string>
      updated_at: Generated<string>
    }
    profiles: {
      id: Generated<string>
      user_id: string
      theme: ColumnType<Anything, string | undefined, string>
      is_tour_completed: Generated<boolean>
      onboarding_step: ColumnType<Steps, string | undefined, string>
      is_onboarded: Generated<boolean>
      last_workspace_id: string | null
      use_case: string | null
      role: string | null
      billing_address_country: Generated<string>
      billing_address: ColumnType<Anything | null, string | null | undefined, string | null>
      has_billing_address: Generated<boolean>
      company_name: Generated<string>
      has_marketing_email_consent: Generated<boolean>
      is_smooth_cursor_enabled: Generated<boolean>
      is_mobile_onboarded: Generated<boolean>
      mobile_onboarding_step: ColumnType<MobileSteps, string | undefined, string>
      mobile_timezone_auto_set: Generated<boolean>
      language: Generated<string>
      start_of_the_week: Generated<number>
      created_at: Generated<string>
      updated_at: Generated<string>
    }
    notification_preferences: {
      id: Generated<string>
      user_id: string
      property_change: Generated<boolean>
      state_change: Generated<boolean>
      comment: Generated<boolean>
      mention: Generated<boolean>
      issue_completed: Generated<boolean>
      created_at: Generated<string>
      updated_at: Generated<string>
    }
    connected_accounts: {
      id: Generated<string>
      user_id: string
      provider: string
      issuer: Generated<string>
      provider_account_id: string
      access_token: Generated<string>
      refresh_token: Generated<string>
      id_token: Generated<string>
      last_connected_at: Generated<string>
      access_token_expired_at: string | null
      refresh_token_expired_at: string | null
      metadata: ColumnType<Anything, string | undefined, string>
      created_at: Generated<string>
      updated_at: Generated<string>
    }
  }
}

const userColumns = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'display_name',
  'avatar',
  'cover_image',
  'date_joined',
  'is_active',
  'is_bot',
  'is_email_verified',
  'is_password_autoset',
  'user_timezone',
  'last_login_medium',
] as const

const shownUser = [
  ...userColumns,
  'avatar_asset_id as avatar_asset',
  avatarUrl('users').as('avatar_url'),
  'cover_image_asset_id as cover_image_asset',
  pictureUrl('cover_image_asset_id', 'cover_image').as('cover_image_url'),
] as const

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').select(shownUser).where('id', '=', id).executeTakeFirstOrThrow()

type UserChange = UpdateObject<Database, 'users'>

export const updateUser = (db: Db, id: string, change: UserChange) =>
  db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returning(shownUser)
    .executeTakeFirstOrThrow()

/** Locks the row, so that each picture is replaced once. */
export const lockPictures = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['avatar_asset_id as avatar', 'cover_image_asset_id as cover_image'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const profileColumns = [
  'id',
  'user_id as user',
  'theme',
  'is_tour_completed',
  'onboarding_step',
  'use_case',
  'role',
  'is_onboarded',
  'last_workspace_id',
  'billing_address_country',
  'billing_address',
  'has_billing_address',
  'company_name',
  'has_marketing_email_consent',
  'is_smooth_cursor_enabled',
  'is_mobile_onboarded',
  'mobile_onboarding_step',
  'mobile_timezone_auto_set',
  'language',
  'start_of_the_week',
  'created_at',
  'updated_at',
] as const

export const findProfile = (db: Db, user_id: string) =>
  db
    .selectFrom('profiles')
    .select(profileColumns)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()

export type ProfileChange = UpdateObject<Database, 'profiles'>

export const updateProfile = (db: Db, user_id: string, change: ProfileChange) =>
  db
    .updateTable('profiles')
    .set({ ...change, updated_at: now })
    .where('user_id', '=', user_id)
    .returning(profileColumns)
    .executeTakeFirstOrThrow()

interface VisitedWorkspace {
  id: string
  slug: string
  name: string
  logo: string
  is_last: boolean
}

/** The last visited workspace if the user is still a member, else the oldest one, else none. */
export const findVisitedWorkspace = async (db: Db, user_id: string) => {
  const { rows } = await sql<VisitedWorkspace>`
    select w.id, w.slug, w.name, coalesce(${pictureUrl('w.logo_asset_id', 'w.logo')}, '') as logo,
      w.id is not distinct from p.last_workspace_id as is_last
    from profiles p
    join workspace_members m on m.user_id = p.user_id and m.is_active and m.deleted_at is null
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    where p.user_id = ${user_id}
    order by is_last desc, w.created_at limit 1`.execute(db)
  return rows[0]
}

/** Same condition as the list of invitations: an unverified address gives no access. */
export const countInvitations = async (db: Db, user_id: string): Promise<number> => {
  const { rows } = await sql<{ invites: number }>`
    select count(*) as invites from workspace_invitations i
    join workspaces w on w.id = i.workspace_id and w.deleted_at is null
    join users u on u.email = i.email and u.is_email_verified
    where u.id = ${user_id} and i.deleted_at is null and i.expires_at > now()
      and (i.responded_at is null or i.accepted)`.execute(db)
  return rows[0]?.invites ?? 0
}

const preferenceColumns = [
  'id',
  'user_id as user',
  'property_change',
  'state_change',
  'comment',
  'mention',
  'issue_completed',
  'created_at',
  'updated_at',
  'user_id as created_by',
  sql<null>`null`.as('workspace'),
  sql<null>`null`.as('project'),
  sql<null>`null`.as('updated_by'),
  sql<null>`null`.as('deleted_at'),
] as const

export const findPreferences = (db: Db, user_id: string) =>
  db
    .selectFrom('notification_preferences')
    .select(preferenceColumns)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()

export const updatePreferences = (
  db: Db,
  user_id: string,
  change: UpdateObject<Database, 'notification_preferences'>,
) =>
  db
    .updateTable('notification_preferences')
    .set({ ...change, updated_at: now })
    .where('user_id', '=', user_id)
    .returning(preferenceColumns)
    .executeTakeFirstOrThrow()

const accountColumns = [
  'id',
  'provider',
  'provider_account_id',
  'user_id as user',
  'last_connected_at',
  'access_token_expired_at',
  'refresh_token_expired_at',
  'metadata',
  'created_at',
  'updated_at',
] as const

export const listAccounts = (db: Db, user_id: string) =>
  db
    .selectFrom('connected_accounts')
    .select(accountColumns)
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute()

export const findAccount = (db: Db, user_id: string, id: string) =>
  db
    .selectFrom('connected_accounts')
    .select(accountColumns)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()

export const removeAccounts = (db: Db, user_id: string) =>
  db.deleteFrom('connected_accounts').where('user_id', '=', user_id).execute()

export const removeAccount = (db: Db, user_id: string, id: string) =>
  db
    .deleteFrom('connected_accounts')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

interface ProviderAccount extends ProviderAccountKey {
  metadata: string
  access_token: string
  refresh_token: string
  id_token: string
  access_token_expired_at: string | null
}

/** Never reassigned from another user: the owner was set when the account was connected. */
export const storeAccount = (db: Db, user_id: string, account: ProviderAccount) =>
  db
    .insertInto('connected_accounts')
    .values({ ...account, user_id })
    .onConflict((conflict) =>
      conflict
        .constraint('connected_accounts_identity_key')
        .doUpdateSet({ ...account, last_connected_at: now, updated_at: now })
        .where('connected_accounts.user_id', '=', user_id),
    )
    .execute()

export const listProjectRoles = (db: Db, member: Member) =>
  db
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.project_id', 'm.role'])
    .where(inWorkspace(member, 'm'))
    .where('m.user_id', '=', member.user_id)
    .where('m.is_active', '=', true)
    .where('p.deleted_at', 'is', null)
    .execute()

const credentials = [
  'id',
  'email',
  'password_hash',
  'is_active',
  'is_email_verified',
  'email_proved_at',
  'is_password_autoset',
  'last_login_time',
  'last_login_ip',
] as const

/** The columns a sign-in needs; these four are the only queries that read the hash. */
export const findCredentials = (db: Db, email: string) =>
  db.selectFrom('users').select(credentials).where('email', '=', email).executeTakeFirst()

export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/** The same for a signed-in user. */
export const findOwnCredentials = (db: Db, id: string) =>
  db.selectFrom('users').select(credentials).where('id', '=', id).executeTakeFirstOrThrow()

interface ProviderAccountKey {
  provider: string
  issuer: string
  provider_account_id: string
}

/** The same for the user a provider knows by this id. */
export const findConnectedCredentials = (db: Db, key: ProviderAccountKey) =>
  db
    .selectFrom('users')
    .select(credentials)
    .where((where) =>
      where(
        'id',
        'in',
        where
          .selectFrom('connected_accounts')
          .select('user_id')
          .where('provider', '=', key.provider)
          .where('issuer', '=', key.issuer)
          .where('provider_account_id', '=', key.provider_account_id),
      ),
    )
    .executeTakeFirst()

export const lockCredentials = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(credentials)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

interface NewUser {
  username: string
  email: string
  password_hash: string
  first_name?: string
  last_name?: string
  display_name: string
  avatar?: string
  is_password_autoset?: boolean
  is_email_verified?: boolean
  is_bot?: boolean
  is_active?: boolean
}

export const insertUser = (db: Db, user: NewUser) =>
  db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()

export const insertProfile = (db: Db, user_id: string, company_name = '') =>
  db.insertInto('profiles').values({ user_id, company_name }).execute()

const { most: MAX_TRIES, seconds: EMAIL_CODE_SECONDS } = limits.emailCodeTries

/** Only the latest requested code is valid. */
export const storeEmailCode = async (db: Db, user_id: string, email: string, code_hash: Buffer) => {
  await sql`
    insert into email_changes (user_id, email, code_hash, expires_at)
      values (${user_id}, ${email}, ${code_hash},
        now() + make_interval(secs => ${EMAIL_CODE_SECONDS}))
    on conflict (user_id) do update set
      email = excluded.email, code_hash = excluded.code_hash, tries = 0,
      expires_at = excluded.expires_at`.execute(db)
}

/** Counted before comparing, so that parallel attempts cannot exceed five. */
export const spendEmailTry = async (db: Db, user_id: string, email: string) => {
  const { rows } = await sql<{ code_hash: Buffer }>`
    update email_changes set tries = tries + 1
    where user_id = ${user_id} and email = ${email} and expires_at > now() and tries < ${MAX_TRIES}
    returning code_hash`.execute(db)
  return rows[0]?.code_hash
}

/** Works once: of two parallel requests one deletes it. */
export const useUpEmailCode = async (db: Db, user_id: string, code_hash: Buffer) => {
  const { rows } = await sql<{ user_id: string }>`
    delete from email_changes where user_id = ${user_id} and code_hash = ${code_hash}
    returning user_id`.execute(db)
  return rows.length > 0
}

/** Mailed links and codes that were not used yet. */
export const removePendingProofs = async (db: Db, { id, email }: { id: string; email: string }) => {
  await sql`delete from password_resets where user_id = ${id}`.execute(db)
  await sql`delete from magic_codes where email = ${email}`.execute(db)
  await sql`delete from email_changes where user_id = ${id}`.execute(db)
}

/** The person who set the instance up: all other administrators have a `created_by`. */
export const isFirstAdministrator = async (db: Db, user_id: string): Promise<boolean> => {
  const first = await db
    .selectFrom('instance_admins')
    .select('id')
    .where('user_id', '=', user_id)
    .where('created_by', 'is', null)
    .executeTakeFirst()
  return first !== undefined
}

export const removeDeadEmailCodes = (db: Db) =>
  sql`delete from email_changes where expires_at < now()`.execute(db)

export const findLanguage = async (db: Db, email: string) => {
  const found = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('profiles.language')
    .where('users.email', '=', email)
    .executeTakeFirst()
  return found?.language
}
