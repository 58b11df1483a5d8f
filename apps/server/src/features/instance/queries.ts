import type { InstancePatch } from '@cairn/contract'
import type { Generated } from 'kysely'
import { sql } from 'kysely'
import type { Db, Row } from '#kernel/database/schema.ts'
import { auditColumns, now } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    instances: Row & {
      singleton: Generated<boolean>
      instance_id: Generated<string>
      instance_name: Generated<string>
      current_version: Generated<string>
      domain: Generated<string>
      namespace: string | null
      whitelist_emails: string | null
      is_telemetry_enabled: Generated<boolean>
      is_support_required: Generated<boolean>
      is_setup_done: Generated<boolean>
      is_signup_screen_visited: Generated<boolean>
      last_checked_at: Generated<string>
      restoring_since: string | null
    }
    instance_admins: {
      id: Generated<string>
      user_id: string
      role: Generated<number>
      created_at: Generated<string>
      updated_at: Generated<string>
      created_by: Generated<string | null>
      updated_by: Generated<string | null>
    }
  }
}

export const findInstance = (db: Db) =>
  db
    .selectFrom('instances')
    .select(auditColumns)
    .select([
      'id',
      'instance_id',
      'instance_name',
      'current_version',
      'domain',
      'namespace',
      'whitelist_emails',
      'is_telemetry_enabled',
      'is_support_required',
      'is_setup_done',
      'is_signup_screen_visited',
      'last_checked_at',
      sql<boolean>`exists (select 1 from workspaces where deleted_at is null)`.as(
        'workspaces_exist',
      ),
    ])
    .executeTakeFirstOrThrow()

/** Locks the single row, so that of two parallel set-ups the second sees the first. */
export const lockInstance = (db: Db) =>
  db
    .selectFrom('instances')
    .select(['id', 'is_setup_done', 'restoring_since'])
    .forUpdate()
    .executeTakeFirstOrThrow()

/** From now on it cannot be set up, until the restore has ended. */
export const noteRestoreStart = (db: Db) =>
  db.updateTable('instances').set({ restoring_since: now }).execute()

export const noteRestoreEnd = (db: Db) =>
  db
    .updateTable('instances')
    .set({ restoring_since: null })
    .where('restoring_since', 'is not', null)
    .execute()

export const markSetUp = (db: Db, instance_name: string, domain: string) =>
  db
    .updateTable('instances')
    .set({ instance_name, domain, is_setup_done: true, updated_at: now })
    .execute()

export const noteVersion = (db: Db, current_version: string) =>
  db.updateTable('instances').set({ current_version, last_checked_at: now }).execute()

export const insertInstanceAdmin = (db: Db, user_id: string) =>
  db.insertInto('instance_admins').values({ user_id }).execute()

/** The earliest administrator who still is one. */
export const findPrimaryOwner = (db: Db) =>
  db
    .selectFrom('instance_admins as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select([
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.avatar',
      avatarUrl('u').as('avatar_url'),
      'u.is_bot',
      'u.display_name',
      'u.email',
      'u.last_login_medium',
    ])
    .orderBy('a.created_at')
    .limit(1)
    .executeTakeFirst()

export const updateInstance = (db: Db, updated_by: string, change: InstancePatch) =>
  db
    .updateTable('instances')
    .set({ ...change, updated_by, updated_at: now })
    .execute()

export const noteSignUpScreen = (db: Db) =>
  db
    .updateTable('instances')
    .set({ is_signup_screen_visited: true })
    .where('is_signup_screen_visited', '=', false)
    .execute()

/** Mails not delivered yet: stored for lack of SMTP, queued, or failed. */
export const listStoredMails = (db: Db) =>
  db
    .selectFrom('mails')
    .select(['id', 'to_address', 'subject', 'text', 'status', 'last_error', 'created_at'])
    .where('status', '!=', 'sent')
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
