import type { UserAdminLite } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'

/** The administrator in the contract's shape; there is only one instance. */
const administrators = (db: Db) =>
  db
    .selectFrom('instance_admins as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select([
      'a.id',
      'a.created_at',
      'a.updated_at',
      'a.created_by',
      'a.updated_by',
      sql<null>`null`.as('deleted_at'),
      'a.user_id as user',
      sql<string>`(select id from instances)`.as('instance'),
      'a.role',
      sql<boolean>`false`.as('is_verified'),
      sql<UserAdminLite>`json_build_object(
        'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar', u.avatar,
        'avatar_url', ${avatarUrl('u')}, 'is_bot', u.is_bot, 'display_name', u.display_name,
        'email', u.email, 'last_login_medium', u.last_login_medium)`.as('user_detail'),
    ])

export const listInstanceAdmins = (db: Db) =>
  administrators(db).orderBy('a.created_at').orderBy('a.id').execute()

export const findInstanceAdmin = (db: Db, id: string) =>
  administrators(db).where('a.id', '=', id).executeTakeFirstOrThrow()

export const findAdministrator = (db: Db, user_id: string) =>
  db.selectFrom('instance_admins').select('id').where('user_id', '=', user_id).executeTakeFirst()

/** A user who can sign in; bots cannot. */
export const findActivePerson = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', sql<boolean>`is_email_verified or email_proved_at is not null`.as('is_proved')])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .where('is_bot', '=', false)
    .executeTakeFirst()

interface Appointment {
  user_id: string
  role: number
  created_by: string
}

export const appointAdmin = (db: Db, appointment: Appointment) =>
  db.insertInto('instance_admins').values(appointment).returning('id').executeTakeFirstOrThrow()

export const dismissAdmin = (db: Db, id: string) =>
  db.deleteFrom('instance_admins').where('id', '=', id).returning('user_id').executeTakeFirst()

export const countAdmins = async (db: Db) => {
  const { count } = await db
    .selectFrom('instance_admins')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const endAdminSessionsOf = (db: Db, user_id: string) =>
  db.deleteFrom('sessions').where('user_id', '=', user_id).where('kind', '=', 'admin').execute()
