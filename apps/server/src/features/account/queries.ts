import type { ColumnType, Generated } from 'kysely'
import { sql } from 'kysely'
import { type Db, now } from '#kernel/database/schema.ts'

interface Steps {
  profile_complete: boolean
  workspace_create: boolean
  workspace_invite: boolean
  workspace_join: boolean
}

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
      cover_image: string | null
      user_timezone: Generated<string>
      is_active: Generated<boolean>
      is_bot: Generated<boolean>
      is_email_verified: Generated<boolean>
      is_password_autoset: Generated<boolean>
      last_login_medium: Generated<string>
      last_login_time: string | null
      last_login_ip: Generated<string>
      date_joined: Generated<string>
      updated_at: Generated<string>
    }
    profiles: {
      id: Generated<string>
      user_id: string
      theme: ColumnType<Record<string, unknown>, string | undefined, string>
      is_tour_completed: Generated<boolean>
      onboarding_step: ColumnType<Steps, string | undefined, string>
      is_onboarded: Generated<boolean>
      last_workspace_id: string | null
      company_name: Generated<string>
      language: Generated<string>
      start_of_the_week: Generated<number>
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

const avatarUrl = sql<string | null>`nullif(avatar, '')`

export const findUser = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(userColumns)
    .select([avatarUrl.as('avatar_url'), 'cover_image as cover_image_url'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const profileColumns = [
  'id',
  'user_id as user',
  'theme',
  'is_tour_completed',
  'onboarding_step',
  'is_onboarded',
  'last_workspace_id',
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

interface ProfileChange {
  theme?: string
  last_workspace_id?: string | null
  is_onboarded?: boolean
}

export const updateProfile = (db: Db, user_id: string, change: ProfileChange) =>
  db
    .updateTable('profiles')
    .set({ ...change, updated_at: now })
    .where('user_id', '=', user_id)
    .returning(profileColumns)
    .executeTakeFirstOrThrow()

/** What a sign-in needs to know; the only query that reads the hash. */
export const findCredentials = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active'])
    .where('email', '=', email)
    .executeTakeFirst()

interface NewUser {
  username: string
  email: string
  password_hash: string
  first_name?: string
  last_name?: string
  display_name: string
}

export const insertUser = (db: Db, user: NewUser) =>
  db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()

export const insertProfile = (db: Db, user_id: string, company_name = '') =>
  db.insertInto('profiles').values({ user_id, company_name }).execute()

export const noteSignIn = (db: Db, user_id: string, ip: string) =>
  db
    .updateTable('users')
    .set({ last_login_medium: 'email', last_login_time: now, last_login_ip: ip, updated_at: now })
    .where('id', '=', user_id)
    .execute()
