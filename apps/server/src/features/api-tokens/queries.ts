import { type Generated, sql, type UpdateObject } from 'kysely'
import { auditColumns, type Database, type Db, now, type Row } from '#kernel/database/schema.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    api_tokens: Row & {
      token_hash: Buffer
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

/** A person's own: a workspace's service token is nobody's. */
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
