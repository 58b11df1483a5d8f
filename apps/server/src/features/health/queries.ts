import { ADMIN } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

export interface FailingWebhookRow {
  id: string
  url: string
  workspace_name: string
  workspace_slug: string
  may_open: boolean
  failing_since: string
  last_status: string | null
}

const MAX_WEBHOOKS = 20

/** Webhooks of all workspaces whose last call failed; those that fail longest come first. */
export const listFailingWebhooks = async (db: Db, reader_id: string) => {
  const { rows } = await sql<FailingWebhookRow>`
    select h.id, h.url, w.name as workspace_name, w.slug as workspace_slug, h.failing_since,
      exists (
        select from workspace_members m where m.workspace_id = w.id and m.user_id = ${reader_id}
          and m.role = ${ADMIN} and m.is_active and m.deleted_at is null
      ) as may_open,
      (
        select a.response_status from webhook_attempts a where a.webhook_id = h.id
        order by a.created_at desc limit 1
      ) as last_status
    from webhooks h join workspaces w on w.id = h.workspace_id and w.deleted_at is null
    where h.failing_since is not null and h.is_active and h.deleted_at is null
    order by h.failing_since, h.id limit ${MAX_WEBHOOKS}`.execute(db)
  return rows
}

export const findLastFailedMail = async (db: Db) => {
  const { rows } = await sql<{ created_at: string; last_error: string | null }>`
    select created_at, last_error from mails where status = 'failed'
    order by created_at desc limit 1`.execute(db)
  return rows[0]
}

/** Null while the log is archived: PostgreSQL tries a segment again until it is stored. */
export const findArchivingFailure = async (db: Db) => {
  const { rows } = await sql<{ failed_at: string }>`
    select last_failed_time as failed_at from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`.execute(db)
  return rows[0]?.failed_at ?? null
}

export const readVersions = async (db: Db) => {
  const { rows } = await sql<{ postgresql: string; schema: string }>`
    select current_setting('server_version') as postgresql,
      (select name from migrations order by name desc limit 1) as schema`.execute(db)
  return rows[0] ?? { postgresql: '', schema: '' }
}
