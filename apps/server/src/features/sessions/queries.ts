import type { OpenSession } from '@cairn/contract'
import { sql } from 'kysely'
import { hashToken } from '#kernel/auth/tokens.ts'
import type { Db } from '#kernel/database/schema.ts'

/** Newest first; the current one is marked. */
export const listSessions = async (db: Db, user_id: string, token: string) => {
  const { rows } = await sql<OpenSession>`
    select id, user_agent, ip_address, created_at, expires_at,
      token_hash = ${hashToken(token)} as is_current
    from sessions
    where user_id = ${user_id} and kind = 'app' and expires_at > now()
    order by created_at desc, id`.execute(db)
  return rows
}

export const removeSession = async (db: Db, user_id: string, id: string) => {
  const { rows } = await sql<{ id: string }>`
    delete from sessions
    where id = ${id} and user_id = ${user_id} and kind = 'app' returning id`.execute(db)
  return rows[0]
}

/** All sessions, including those of the administration area. */
export const endSessionsOf = (db: Db, user_id: string) =>
  db.deleteFrom('sessions').where('user_id', '=', user_id).execute()
