import { sql } from 'kysely'

/** What a session of `sessions as s` is called where it is named outside: its key does not follow from it. */
export const sessionName = sql<string>`'session.' || left(encode(sha256(s.token_hash), 'hex'), 32)`

/** Does the session or token still open the account? */
export const isCredentialValid = (credential: string, user_id: string) =>
  credential.startsWith('token.')
    ? sql<boolean>`exists (
        select from api_tokens t
        where t.id = ${credential.slice('token.'.length)} and t.user_id = ${user_id} and t.is_active
          and t.deleted_at is null and (t.expired_at is null or t.expired_at > now()))`
    : sql<boolean>`exists (
        select from sessions s
        where s.user_id = ${user_id} and s.expires_at > now() and ${sessionName} = ${credential})`
