import type { TokenRequest } from '@cairn/contract'
import { type Generated, sql, type UpdateObject } from 'kysely'
import { auditColumns, type Database, type Db, now, type Row } from '#kernel/database/schema.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    api_tokens: Row & {
      token_hash: Buffer
      /** Only for a workspace's default service account: its administrators can see it again. */
      token_sealed: string | null
      service_account_id: string | null
      user_id: string
      workspace_id: string | null
      label: string
      description: Generated<string>
      user_type: Generated<number>
      is_active: Generated<boolean>
      is_service: Generated<boolean>
      last_used: string | null
      expired_at: string | null
    }
  }
}

/** A logged request, without anything that would allow repeating it. */
export interface ApiRequest {
  token_id: string
  method: string
  path: string
  query: string
  status: number
  ip: string
  user_agent: string
  created_at: string
}

/** Inserts many rows at once and updates when each token was last used. */
export const insertRequests = (db: Db, requests: readonly ApiRequest[]) =>
  sql`
    with said as (
      select r.* from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as r (
        token_id uuid, method text, path text, query text, status smallint, ip text,
        user_agent text, created_at timestamptz
      ) join api_tokens t on t.id = r.token_id
    ), inserted as (
      insert into api_requests
        (token_id, method, path, query, status, ip, user_agent, created_at)
      select token_id, method, path, query, status, ip, user_agent, created_at from said
    )
    update api_tokens t set last_used = greatest(t.last_used, used.last)
    from (select token_id, max(created_at) as last from said group by token_id) used
    where t.id = used.token_id`.execute(db)

const MAX_REQUESTS = 100

/** The newest first. */
export const listRequests = async (db: Db, token_id: string) => {
  const { rows } = await sql<TokenRequest>`
    select id, method, path, query, status, ip, user_agent, created_at from api_requests
    where token_id = ${token_id} order by id desc limit ${MAX_REQUESTS}`.execute(db)
  return rows
}

export const removeOldRequests = (db: Db) =>
  sql`delete from api_requests where created_at < now() - interval '30 days'`.execute(db)

const columns = [
  ...auditColumns,
  'id',
  'label',
  'description',
  sql<boolean>`is_active and (expired_at is null or expired_at > now())`.as('is_active'),
  'last_used',
  'user_id as user',
  'user_type',
  'workspace_id as workspace',
  'expired_at',
  'is_service',
] as const

/** Personal tokens: a workspace's service token belongs to no user. */
const tokensOf = (db: Db, user_id: string) =>
  db
    .selectFrom('api_tokens')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)

export const listApiTokens = (db: Db, user_id: string) =>
  tokensOf(db, user_id).orderBy('created_at', 'desc').orderBy('id').execute()

export const findApiToken = (db: Db, user_id: string, id: string) =>
  tokensOf(db, user_id).where('id', '=', id).executeTakeFirst()

interface TokenValues {
  token_hash: Buffer
  label: string
  description: string
  expired_at: string | null
}

export const insertApiToken = (db: Db, user_id: string, values: TokenValues) =>
  db
    .insertInto('api_tokens')
    .values({ ...values, user_id, created_by: user_id })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const updateApiToken = (
  db: Db,
  user_id: string,
  id: string,
  change: UpdateObject<Database, 'api_tokens'>,
) =>
  db
    .updateTable('api_tokens')
    .set({ ...change, updated_at: now, updated_by: user_id })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** Removes all personal tokens of a user. */
export const removeApiTokensOf = (db: Db, user_id: string) =>
  db
    .updateTable('api_tokens')
    .set({ deleted_at: now, updated_at: now })
    .where('user_id', '=', user_id)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .execute()
