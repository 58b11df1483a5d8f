import type { WebhookLog } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

export type EventName = WebhookLog['event_type']
export type Action = WebhookLog['request_method']

declare module '#kernel/database/schema.ts' {
  interface Database {
    webhook_calls: {
      id: Generated<string>
      webhook_id: string
      body: string | null
      tries: Generated<number>
      due_at: ColumnType<string | null, undefined, string | null>
    }
    webhook_attempts: {
      id: string
      workspace_id: string
      webhook_id: string
      call_id: string
      request_headers: string
      response_status: string
      response_headers: string
      response_body: string
      retry_count: number
      is_replay: boolean
      is_delivered: boolean
      created_at: Generated<string>
      created_by: string | null
    }
  }
}

/** A queued call, and its webhook. */
export interface Call {
  id: string
  webhook_id: string
  workspace_id: string
  slug: string
  project_id: string
  url: string
  sealed_secret: string
  event: EventName
  action: Action
  entity_id: string
  part_id: string | null
  field: string | null
  old_value: unknown
  new_value: unknown
  old_identifier: string | null
  new_identifier: string | null
  actor_id: string | null
  body: string | null
  tries: number
  /** The project was deleted or archived meanwhile: only that event is still sent. */
  is_over: boolean
}

const callColumns = sql`
  c.id::text, c.webhook_id, w.workspace_id, s.slug, c.project_id, w.url, w.sealed_secret, c.event,
  c.action, c.entity_id, c.part_id, c.field, c.old_value, c.new_value, c.old_identifier,
  c.new_identifier, c.actor_id, c.body, c.tries,
  c.event <> 'project' and exists (
    select from projects p where p.id = c.project_id
      and (p.deleted_at is not null or p.archived_at is not null)
  ) as is_over`

const callsOfLive = sql`
  webhook_calls c
  join webhooks w on w.id = c.webhook_id and w.deleted_at is null
  join workspaces s on s.id = w.workspace_id and s.deleted_at is null`

/**
 * Leases webhooks with due calls: no other node calls them before the lease ends; if this node
 * dies, others take over then. No transaction stays open while a receiver responds.
 */
export const leaseWebhooks = async (db: Db, seconds: number, most: number) => {
  const { rows } = await sql<{ id: string }>`
    update webhooks set leased_until = now() + make_interval(secs => ${seconds})
    where id in (
      select w.id from webhooks w
      join workspaces s on s.id = w.workspace_id and s.deleted_at is null
      where w.is_active and w.deleted_at is null
        and (w.leased_until is null or w.leased_until < now())
        and exists (
          select from webhook_calls c where c.webhook_id = w.id and c.due_at <= now()
        )
      order by w.leased_until nulls first, w.id limit ${most} for update of w skip locked
    ) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export const prolongLease = (db: Db, webhook_id: string, seconds: number) =>
  sql`
    update webhooks set leased_until = now() + make_interval(secs => ${seconds})
    where id = ${webhook_id}`.execute(db)

export const endLease = (db: Db, webhook_id: string) =>
  sql`update webhooks set leased_until = null where id = ${webhook_id}`.execute(db)

/** In order of the events; failed calls are retried in between. */
export const findDue = async (db: Db, webhook_id: string) => {
  const { rows } = await sql<Call>`
    select ${callColumns} from ${callsOfLive}
    where c.webhook_id = ${webhook_id} and c.due_at <= now() and w.is_active
    order by c.id limit 1`.execute(db)
  return rows[0]
}

/** The call of an earlier attempt. */
export const findCall = async (db: Db, member: Member, webhook_id: string, attempt_id: string) => {
  const { rows } = await sql<Call>`
    select ${callColumns} from ${callsOfLive} join webhook_attempts a on a.call_id = c.id
    where a.id = ${attempt_id} and c.webhook_id = ${webhook_id}
      and ${inWorkspace(member, 'w')}`.execute(db)
  return rows[0]
}

export const readBody = (db: Db, id: string, body: string) =>
  db.updateTable('webhook_calls').set({ body }).where('id', '=', id).execute()

export interface Attempt {
  id: string
  request_headers: string
  response_status: string
  response_headers: string
  response_body: string
  is_delivered: boolean
  is_replay: boolean
  created_by: string | null
}

export const insertAttempt = (
  tx: Tx,
  { id: call_id, webhook_id, workspace_id, tries }: Call,
  attempt: Attempt,
) =>
  tx
    .insertInto('webhook_attempts')
    .values({
      ...attempt,
      ...{ workspace_id, webhook_id, call_id },
      retry_count: attempt.is_replay ? 0 : tries,
      created_at: sql<string>`clock_timestamp()`,
    })
    .execute()

/** No further tries. */
export const closeCall = (tx: Db, id: string) =>
  tx.updateTable('webhook_calls').set({ due_at: null }).where('id', '=', id).execute()

/** Counts a try; the next is due in this many seconds, or never. */
export const postponeCall = (tx: Tx, id: string, seconds: number | null) =>
  sql`
    update webhook_calls
    set tries = tries + 1, due_at = now() + make_interval(secs => ${seconds}::float8)
    where id = ${id}`.execute(tx)

/** Drops the queued calls of a webhook that is switched off or deleted. */
export const dropWaiting = (tx: Tx, webhook_id: string) =>
  tx
    .updateTable('webhook_calls')
    .set({ due_at: null })
    .where('webhook_id', '=', webhook_id)
    .where('due_at', 'is not', null)
    .execute()

export const noteSuccess = (tx: Tx, webhook_id: string) =>
  tx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhook_id)
    .where('failing_since', 'is not', null)
    .execute()

/** Returns whether the webhook was switched off now, after failing for this many days. */
export const noteFailure = async (tx: Tx, webhook_id: string, days: number) => {
  const { rows } = await sql<{ is_active: boolean }>`
    update webhooks set failing_since = coalesce(failing_since, now()),
      is_active = coalesce(failing_since, now()) > now() - make_interval(days => ${days})
    where id = ${webhook_id} and is_active and deleted_at is null
    returning is_active`.execute(tx)
  return rows[0]?.is_active === false
}

/** The creator of the webhook; the workspace's owner if the creator is gone. */
export const findOwner = async (tx: Tx, webhook_id: string) => {
  const { rows } = await sql<{ email: string }>`
    select u.email from webhooks w join workspaces s on s.id = w.workspace_id
    join users u on u.id in (w.created_by, s.owner_id) and u.is_active
    left join workspace_members m on m.workspace_id = s.id and m.user_id = u.id and m.is_active
      and m.deleted_at is null
    where w.id = ${webhook_id}
    order by (u.id = w.created_by and m.id is not null) desc nulls last limit 1`.execute(tx)
  return rows[0]?.email
}

/** Maximum characters of a response with request and response bodies. */
const MAX_LENGTH = 4_000_000

/** The newest first. */
export const listAttempts = async (
  db: Db,
  member: Member,
  webhook_id: string,
  { most, id = null }: { most: number; id?: string | null },
): Promise<WebhookLog[]> => {
  const { rows } = await sql<WebhookLog>`
    select id, workspace_id as workspace, webhook_id as webhook, event as event_type,
      action as request_method, request_headers, body as request_body, response_status,
      response_headers, response_body, retry_count, is_replay, is_delivered,
      case when retry_count = tries - 1 and not is_replay then due_at end as next_try_at, created_at, created_at as updated_at, created_by,
      null as updated_by, null as deleted_at
    from (
      select a.*, c.event, c.action, c.body, c.due_at, c.tries,
        sum(length(c.body) + length(a.response_body)) over newest as letters,
        row_number() over newest as place
      from (
        select * from webhook_attempts
        where webhook_id = ${webhook_id} and workspace_id = ${member.workspace_id}
          and (${id}::uuid is null or id = ${id}::uuid)
        order by created_at desc, id limit ${most}
      ) a
      join webhook_calls c on c.id = a.call_id
      window newest as (order by a.created_at desc, a.id)
    ) found
    where place = 1 or letters <= ${MAX_LENGTH}
    order by created_at desc, id`.execute(db)
  return rows
}

/** Including their attempts. */
export const removeOldCalls = (db: Db) =>
  sql`delete from webhook_calls where created_at < now() - interval '30 days'`.execute(db)
