import { sql } from 'kysely'
import { limits } from '#kernel/auth/limits.ts'
import type { Db } from '#kernel/database/schema.ts'

/**
 * Where a user lands after signing in: the last workspace if they are still a member, else the
 * oldest.
 */
export const findLanding = async (db: Db, user_id: string) => {
  const { rows } = await sql<{ is_onboarded: boolean; slug: string | null }>`
    select p.is_onboarded, (
      select w.slug from workspace_members m
      join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      where m.user_id = p.user_id and m.is_active and m.deleted_at is null
      order by w.id = p.last_workspace_id desc nulls last, w.created_at limit 1
    ) as slug
    from profiles p where p.user_id = ${user_id}`.execute(db)
  return rows[0]
}

/** Invited users may sign up where sign-up is closed. */
export const isInvited = async (db: Db, email: string): Promise<boolean> => {
  const { rows } = await sql<{ invited: boolean }>`
    select exists (
      select 1 from workspace_invitations
      where email = ${email} and deleted_at is null and expires_at > now()
    ) as invited`.execute(db)
  return rows[0]?.invited ?? false
}

const { most: MAX_CODES, seconds: CODE_SECONDS } = limits.magicCodes
const { most: MAX_TRIES } = limits.magicCodeTries

/** Replaces the old code; returns nothing if the window's limit of codes is reached. */
export const storeMagicCode = async (db: Db, email: string, code_hash: Buffer) => {
  const { rows } = await sql<{ codes: number }>`
    insert into magic_codes as c (email, code_hash, expires_at)
      values (${email}, ${code_hash}, now() + make_interval(secs => ${CODE_SECONDS}))
    on conflict (email) do update set
      code_hash = excluded.code_hash,
      codes = case when c.expires_at <= now() then 1 else c.codes + 1 end,
      tries = 0,
      expires_at = excluded.expires_at
      where c.expires_at <= now() or c.codes < ${MAX_CODES}
    returning codes`.execute(db)
  return rows[0]
}

/**
 * Counts one more attempt and returns the hash to compare with, or nothing when the code has
 * expired or had its five attempts. A separate statement before the comparison: parallel attempts
 * wait for each other here, so no more than five are ever compared.
 */
export const spendTry = async (db: Db, email: string) => {
  const { rows } = await sql<{ code_hash: Buffer }>`
    update magic_codes set tries = tries + 1
    where email = ${email} and expires_at > now() and tries < ${MAX_TRIES}
    returning code_hash`.execute(db)
  return rows[0]?.code_hash
}

/** The right code works once: of two parallel requests one deletes it. */
export const useUpMagicCode = async (db: Db, email: string, code_hash: Buffer) => {
  const { rows } = await sql<{ email: string }>`
    delete from magic_codes where email = ${email} and code_hash = ${code_hash}
    returning email`.execute(db)
  return rows.length > 0
}

const RESET_SECONDS = 3_600

interface ResetValues {
  token_hash: Buffer
  user_id: string
}

/** Bound to the current address and last sign-in. */
export const insertPasswordReset = async (db: Db, { token_hash, user_id }: ResetValues) => {
  await sql`
    insert into password_resets (token_hash, user_id, email, last_login_time, expires_at)
    select ${token_hash}, id, email, last_login_time,
      now() + make_interval(secs => ${RESET_SECONDS})
    from users where id = ${user_id}`.execute(db)
}

/** A link that is valid for this account, apart from its expiry. */
export const findPasswordReset = async (db: Db, { token_hash, user_id }: ResetValues) => {
  const { rows } = await sql<{ is_expired: boolean }>`
    select r.expires_at <= now() as is_expired
    from password_resets r
    join users u on u.id = r.user_id and u.is_active and u.email = r.email
      and u.last_login_time is not distinct from r.last_login_time
    where r.token_hash = ${token_hash} and r.user_id = ${user_id}
    for update of r`.execute(db)
  return rows[0]
}

/**
 * Removes expired codes. Links are removed a day later: until then a user who opens one sees that
 * it has expired.
 */
export const removeDeadProofs = async (db: Db) => {
  await sql`delete from magic_codes where expires_at < now()`.execute(db)
  await sql`
    delete from password_resets where expires_at < now() - interval '1 day'`.execute(db)
}
