import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { isWanted } from './queries.ts'

/** Requires `notifications as n` and a left join of the receiver's `push_preferences as p`. */
const isWantedOnDevices = sql`
  coalesce(case when n.entity_name = 'status_update' then p.status_update else ${isWanted} end, true)`

/** Queues notifications for each device of the receivers who want them there. */
export const queueForPush = (tx: Tx, ids: readonly string[]) =>
  sql`
    insert into push_messages (device_id, notification_id)
    select d.id, n.id from notifications n
    join push_devices d on d.user_id = n.receiver_id
    left join push_preferences p on p.user_id = n.receiver_id
    where n.id = any(${[...ids]}::uuid[]) and ${isWantedOnDevices}
    on conflict do nothing`.execute(tx)

interface Taken {
  device_id: string
  notification_id: string
  /** Including this one. */
  tries: number
}

/**
 * Leases due messages: no other node sends them before the lease ends, and if this node dies, another
 * one does then. No transaction stays open during the request to the push service.
 */
export const takeDue = async (db: Db, seconds: number, limit: number) => {
  const { rows } = await sql<Taken>`
    update push_messages m
    set tries = m.tries + 1, due_at = now() + make_interval(secs => ${seconds})
    from (
      select device_id, notification_id from push_messages
      where due_at <= now() order by due_at limit ${limit} for update skip locked
    ) due
    where m.device_id = due.device_id and m.notification_id = due.notification_id
    returning m.device_id, m.notification_id, m.tries`.execute(db)
  return rows
}

/** A message, its device, and the device's owner as a member of the message's workspace. */
export interface Outgoing
  extends Taken,
    Pick<
      Member,
      'user_id' | 'email' | 'user_timezone' | 'workspace_id' | 'slug' | 'workspace_role'
    > {
  language: string | null
  endpoint: string
  p256dh: string
  auth: string
  /** Seconds until the quiet hours end; null outside of them. */
  quiet_seconds: number | null
}

/**
 * The messages still worth sending: not read, and not turned off meanwhile. One per device and work
 * item, the most important one, because a device shows one at a time.
 */
export const listOutgoing = async (db: Db, taken: readonly Taken[]) => {
  const { rows } = await sql<Outgoing>`
    select distinct on (d.id, n.entity_identifier)
      t.device_id, t.notification_id, t.tries, d.endpoint, d.p256dh, d.auth,
      u.id as user_id, u.email, u.user_timezone, profile.language, n.workspace_id, w.slug,
      m.role as workspace_role,
      case when case when p.quiet_from < p.quiet_to
          then local.time >= p.quiet_from and local.time < p.quiet_to
          else local.time >= p.quiet_from or local.time < p.quiet_to end
        then extract(epoch from p.quiet_to - local.time)::float8
          + case when p.quiet_to <= local.time then 86400 else 0 end
      end as quiet_seconds
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
      as t (device_id uuid, notification_id uuid, tries int)
    join push_devices d on d.id = t.device_id
    join sessions s on s.id = d.session_id and s.expires_at > now()
    join notifications n on n.id = t.notification_id and n.receiver_id = d.user_id
      and n.deleted_at is null and n.read_at is null and n.archived_at is null
      and (n.snoozed_till is null or n.snoozed_till <= now())
      and n.updated_at > now() - interval '2 days'
    join users u on u.id = d.user_id and u.is_active
    join workspaces w on w.id = n.workspace_id and w.deleted_at is null
    join workspace_members m on m.workspace_id = w.id and m.user_id = u.id and m.is_active
      and m.deleted_at is null
    left join profiles profile on profile.user_id = u.id
    left join push_preferences p on p.user_id = u.id
    cross join lateral (select (now() at time zone u.user_timezone)::time as time) local
    where ${isWantedOnDevices}
    order by d.id, n.entity_identifier, n.sender like '%:mentioned' desc, n.created_at desc`.execute(
    db,
  )
  return rows
}

type Message = Pick<Taken, 'device_id' | 'notification_id'>

export const dropMessages = (db: Db, messages: readonly Message[]) =>
  sql`
    delete from push_messages m
    using jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as t (device_id uuid, notification_id uuid)
    where m.device_id = t.device_id and m.notification_id = t.notification_id`.execute(db)

export const postponeMessage = (
  db: Db,
  { device_id, notification_id }: Message,
  { seconds, tries }: { seconds: number; tries: number },
) =>
  sql`
    update push_messages
    set tries = ${tries}, due_at = now() + make_interval(secs => ${seconds}::float8)
    where device_id = ${device_id} and notification_id = ${notification_id}`.execute(db)
