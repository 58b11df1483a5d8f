import type { ColumnType, Generated, UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Database, type Db, now, type Row } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    analytic_views: Row & {
      workspace_id: string
      name: string
      description: Generated<string>
      query: JsonColumn
      query_dict: JsonColumn
    }
  }
}

const columns = [
  ...auditColumns,
  ...(['id', 'workspace_id as workspace', 'name', 'description', 'query', 'query_dict'] as const),
] as const

export const listAnalyticViews = (db: Db, member: Member) =>
  db
    .selectFrom('analytic_views')
    .select(columns)
    .where(inWorkspace(member))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const findAnalyticView = (db: Db, member: Member, id: string) =>
  db
    .selectFrom('analytic_views')
    .select(columns)
    .where('id', '=', id)
    .where(inWorkspace(member))
    .executeTakeFirst()

interface Definition {
  name: string
  description: string
  query: string
  query_dict: string
}

export const insertAnalyticView = (
  db: Db,
  { workspace_id, user_id }: Member,
  definition: Definition,
) =>
  db
    .insertInto('analytic_views')
    .values({ ...definition, workspace_id, created_by: user_id })
    .returning(columns)
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'analytic_views'>

export const updateAnalyticView = (db: Db, member: Member, id: string, change: Change) =>
  db
    .updateTable('analytic_views')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .returning(columns)
    .executeTakeFirst()
