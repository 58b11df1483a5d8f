import type { PushDevice, PushPreferences, PushPreferencesPatch } from '@cairn/contract'
import { type Generated, sql } from 'kysely'
import { hashToken } from '#kernel/auth/tokens.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import type { Receiver } from './encrypt.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    push_devices: {
      id: Generated<string>
      user_id: string
      session_id: string
      endpoint: string
      p256dh: string
      auth: string
      user_agent: string
      created_at: Generated<string>
      last_used_at: string | null
    }
    push_preferences: {
      user_id: string
      mention: Generated<boolean>
      comment: Generated<boolean>
      property_change: Generated<boolean>
      state_change: Generated<boolean>
      issue_completed: Generated<boolean>
      status_update: Generated<boolean>
      quiet_from: string | null
      quiet_to: string | null
    }
  }
}

const columns = ['id', 'endpoint', 'user_agent', 'created_at', 'last_used_at'] as const

/** Newest first. */
export const listDevices = (db: Db, user_id: string): Promise<PushDevice[]> =>
  db
    .selectFrom('push_devices')
    .select(columns)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Serializes additions of one user, so that the limit holds. */
export const lockDevices = (tx: Tx, user_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`push devices ${user_id}`}, 0))`.execute(tx)

export const countOtherDevices = async (tx: Tx, user_id: string, endpoint: string) => {
  const { count } = await tx
    .selectFrom('push_devices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
    .where('endpoint', '<>', endpoint)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Another user of this browser was notified here before: their queued messages go with the device. */
export const removeFromOthers = (tx: Tx, user_id: string, endpoint: string) =>
  tx
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('user_id', '<>', user_id)
    .execute()

interface NewDevice extends Receiver {
  user_id: string
  /** Of the browser's session. */
  token: string
  user_agent: string
}

/** Undefined if the session ended meanwhile. */
export const saveDevice = async (
  tx: Tx,
  { user_id, token, user_agent, endpoint, p256dh, auth }: NewDevice,
) => {
  const { rows } = await sql<PushDevice>`
    insert into push_devices (user_id, session_id, endpoint, p256dh, auth, user_agent)
    select ${user_id}, s.id, ${endpoint}, ${p256dh}, ${auth}, ${user_agent}
    from sessions s where s.token_hash = ${hashToken(token)} and s.user_id = ${user_id}
    on conflict (endpoint) do update set user_id = excluded.user_id,
      session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent
    returning ${sql.join(columns.map((name) => sql.ref(name)))}`.execute(tx)
  return rows[0]
}

export const removeDevice = (db: Db, user_id: string, id: string) =>
  db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()

/** With the language of its user. */
export const findReceiver = async (db: Db, user_id: string, id: string) => {
  const { rows } = await sql<Receiver & { language: string | null }>`
    select d.endpoint, d.p256dh, d.auth, p.language from push_devices d
    left join profiles p on p.user_id = d.user_id
    where d.id = ${id} and d.user_id = ${user_id}`.execute(db)
  return rows[0]
}

export const updateLastUse = (db: Db, id: string) =>
  sql`update push_devices set last_used_at = now() where id = ${id}`.execute(db)

/** The push service reported that the subscription ended. */
export const removeEndedDevice = (db: Db, id: string) =>
  db.deleteFrom('push_devices').where('id', '=', id).execute()

const preferenceColumns = sql`
  mention, comment, property_change, state_change, issue_completed, status_update,
  to_char(quiet_from, 'HH24:MI') as quiet_from, to_char(quiet_to, 'HH24:MI') as quiet_to`

/** Undefined if the user never changed them. */
export const findPreferences = async (db: Db, user_id: string) => {
  const { rows } = await sql<PushPreferences>`
    select ${preferenceColumns} from push_preferences where user_id = ${user_id}`.execute(db)
  return rows[0]
}

export const lockPreferences = async (tx: Tx, user_id: string) => {
  await sql`
    insert into push_preferences (user_id) values (${user_id})
    on conflict (user_id) do nothing`.execute(tx)
  const { rows } = await sql<PushPreferences>`
    select ${preferenceColumns} from push_preferences
    where user_id = ${user_id} for update`.execute(tx)
  return rows[0]
}

export const updatePreferences = (tx: Tx, user_id: string, change: PushPreferencesPatch) =>
  tx.updateTable('push_preferences').set(change).where('user_id', '=', user_id).execute()
