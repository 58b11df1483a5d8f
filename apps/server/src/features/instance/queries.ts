import type { Generated } from 'kysely'
import { sql } from 'kysely'
import type { Db, Row } from '#kernel/database/schema.ts'
import { auditColumns, now } from '#kernel/database/schema.ts'

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
    }
    instance_settings: { key: string; value: string; updated_at: Generated<string> }
    instance_admins: {
      id: Generated<string>
      user_id: string
      role: Generated<number>
      created_at: Generated<string>
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

/** Locks the one row, so that of two set-ups at once the second sees the first. */
export const lockInstance = (db: Db) =>
  db.selectFrom('instances').select(['id', 'is_setup_done']).forUpdate().executeTakeFirstOrThrow()

export const markSetUp = (db: Db, instance_name: string) =>
  db.updateTable('instances').set({ instance_name, is_setup_done: true, updated_at: now }).execute()

export const noteVersion = (db: Db, current_version: string) =>
  db.updateTable('instances').set({ current_version, last_checked_at: now }).execute()

export const insertInstanceAdmin = (db: Db, user_id: string) =>
  db.insertInto('instance_admins').values({ user_id }).execute()

export const listSettings = (db: Db) =>
  db.selectFrom('instance_settings').select(['key', 'value']).execute()

/** Mails nobody got yet: kept for want of SMTP, waiting, or given up. */
export const listKeptMails = (db: Db) =>
  db
    .selectFrom('mails')
    .select(['id', 'to_address', 'subject', 'text', 'status', 'last_error', 'created_at'])
    .where('status', '!=', 'sent')
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
