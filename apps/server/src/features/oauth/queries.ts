import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

export const ATTEMPT_SECONDS = 600

/** What the returning browser must present, and at which path. */
export interface AttemptKey {
  state_hash: Buffer
  browser_hash: Buffer
  callback: string
}

/** Also deletes expired attempts. */
export const insertAttempt = async (db: Db, key: AttemptKey, sealed: string) => {
  await sql`
    with dead as (delete from oauth_attempts where expires_at < now())
    insert into oauth_attempts (state_hash, browser_hash, callback, sealed, expires_at)
    values (${key.state_hash}, ${key.browser_hash}, ${key.callback}, ${sealed},
      now() + make_interval(secs => ${ATTEMPT_SECONDS}))`.execute(db)
}

/** Works once: of two parallel requests one deletes it. */
export const takeAttempt = async (db: Db, { state_hash, browser_hash, callback }: AttemptKey) => {
  const { rows } = await sql<{ sealed: string }>`
    delete from oauth_attempts
    where state_hash = ${state_hash} and browser_hash = ${browser_hash}
      and callback = ${callback} and expires_at > now()
    returning sealed`.execute(db)
  return rows[0]?.sealed
}
