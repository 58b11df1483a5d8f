import type { NewWebhook, Webhook, WebhookPatch, WebhookWithSecret, WithId } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    webhooks: Row & {
      workspace_id: string
      url: string
      sealed_secret: string
      is_active: Generated<boolean>
      project: Generated<boolean>
      issue: Generated<boolean>
      module: Generated<boolean>
      cycle: Generated<boolean>
      issue_comment: Generated<boolean>
      since_xid: ColumnType<string, undefined, string>
      failing_since: ColumnType<string | null, undefined, null>
    }
  }
}

const shown = [
  ...(['id', 'url', 'is_active', 'created_at', 'updated_at'] as const),
  ...(['project', 'issue', 'cycle', 'module', 'issue_comment'] as const),
] as const

const shownOnce = [
  ...shown,
  ...(['workspace_id as workspace', 'created_by', 'updated_by', 'deleted_at'] as const),
] as const

export const listWebhooks = (db: Db, member: Member): Promise<Webhook[]> =>
  db
    .selectFrom('webhooks')
    .select(shown)
    .where(inWorkspace(member))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const findWebhook = (db: Db, member: Member, id: string): Promise<Webhook | undefined> =>
  db
    .selectFrom('webhooks')
    .select(shown)
    .where('id', '=', id)
    .where(inWorkspace(member))
    .executeTakeFirst()

/** Locked until the end of the transaction, so that checks stay valid. */
export const lockWebhook = (tx: Tx, member: Member, id: string) =>
  tx
    .selectFrom('webhooks')
    .select('is_active')
    .where('id', '=', id)
    .where(inWorkspace(member))
    .forNoKeyUpdate()
    .executeTakeFirst()

type Shown = Omit<WebhookWithSecret, 'secret_key'>

export const insertWebhook = (
  db: Db,
  { workspace_id, user_id }: Member,
  values: NewWebhook & WithId & { sealed_secret: string },
): Promise<Shown> =>
  db
    .insertInto('webhooks')
    .values({ ...values, workspace_id, created_by: user_id })
    .returning(shownOnce)
    .executeTakeFirstOrThrow()

export const updateWebhook = (
  tx: Tx,
  member: Member,
  id: string,
  change: WebhookPatch,
): Promise<Webhook | undefined> =>
  tx
    .updateTable('webhooks')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    // A new URL has no failures yet.
    .$if(change.url !== undefined, (update) => update.set({ failing_since: null }))
    .where('id', '=', id)
    .where(inWorkspace(member))
    .returning(shown)
    .executeTakeFirst()

/** It gets events from now on, and has no failures yet. */
export const beginAnew = (tx: Tx, member: Member, id: string) =>
  tx
    .updateTable('webhooks')
    .set({ since_xid: sql<string>`pg_current_xact_id()::text::bigint`, failing_since: null })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .execute()

export const replaceSecret = (
  db: Db,
  member: Member,
  id: string,
  sealed_secret: string,
): Promise<Shown | undefined> =>
  db
    .updateTable('webhooks')
    .set({ sealed_secret, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .returning(shownOnce)
    .executeTakeFirst()

export const deleteWebhook = (tx: Tx, member: Member, id: string) =>
  tx
    .updateTable('webhooks')
    .set({ deleted_at: now, is_active: false, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .returning('id')
    .executeTakeFirst()
