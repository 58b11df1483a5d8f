import { sql } from 'kysely'

/** The public name of a session in `sessions as s`: its key cannot be derived from it. */
export const sessionName = sql<string>`'session.' || left(encode(sha256(s.token_hash), 'hex'), 32)`

/** Whether the session or token is still valid for the account. */
export const isCredentialValid = (credential: string, user_id: string) =>
  credential.startsWith('token.')
    ? sql<boolean>`exists (
        select from api_tokens t
        where t.id = ${credential.slice('token.'.length)} and t.user_id = ${user_id} and t.is_active
          and t.deleted_at is null and (t.expired_at is null or t.expired_at > now()))`
    : sql<boolean>`exists (
        select from sessions s
        where s.user_id = ${user_id} and s.expires_at > now() and ${sessionName} = ${credential})`
