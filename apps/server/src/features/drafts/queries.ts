import type { Draft, Priority, PropertyValues, WithId } from '@cairn/contract'
import { type ColumnType, type Generated, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'
import { draftColumns, draftTables } from './list.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    drafts: Row & {
      workspace_id: string
      project_id: string | null
      name: string | null
      description_html: Generated<string>
      description_stripped: string | null
      description: ColumnType<object, string | undefined, string>
      description_binary: Buffer | null
      priority: Generated<Priority>
      state_id: string | null
      parent_id: string | null
      estimate_point: string | null
      type_id: string | null
      cycle_id: string | null
      module_ids: Generated<string[]>
      label_ids: Generated<string[]>
      assignee_ids: Generated<string[]>
      start_date: string | null
      target_date: string | null
      sort_order: Generated<number>
      external_source: string | null
      external_id: string | null
      property_values: ColumnType<PropertyValues, string | undefined, string>
    }
  }
}

const ownedBy = (member: Member, of?: string) =>
  sql<SqlBool>`${inWorkspace(member, of)}
    and ${sql.ref(of ? `${of}.created_by` : 'created_by')} = ${member.user_id}`

export const findDraft = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<Draft>`
    select ${sql.raw(draftColumns)} from ${sql.raw(draftTables)}
    where i.id = ${id} and ${ownedBy(member, 'i')}`.execute(db)
  return rows[0]
}

/** The stored row, which a change is compared with. */
export const lockDraft = (tx: Tx, member: Member, id: string) =>
  tx
    .selectFrom('drafts')
    .select(['id', 'project_id', 'start_date', 'target_date', 'description_html'])
    .select(['type_id', 'property_values'])
    .where('id', '=', id)
    .where(ownedBy(member))
    .forUpdate()
    .executeTakeFirst()

export type DraftChange = UpdateObject<Database, 'drafts'>

export const insertDraft = (
  db: Db,
  { workspace_id, user_id }: Member,
  draft: WithId & { project_id: string | null },
) =>
  db
    .insertInto('drafts')
    .values({ ...draft, workspace_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Also fills a new draft, which must not count as edited. */
export const updateDraft = (
  db: Db,
  member: Member,
  id: string,
  change: DraftChange,
  { isNew = false } = {},
) =>
  db
    .updateTable('drafts')
    .set({ ...change, ...(!isNew && { updated_at: now, updated_by: member.user_id }) })
    .where('id', '=', id)
    .where(ownedBy(member))
    .execute()

/** The caller's own, or any as an administrator; returns the owner. */
export const deleteDraft = (db: Db, member: Member, id: string, anybodys: boolean) =>
  db
    .updateTable('drafts')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(anybodys ? inWorkspace(member) : ownedBy(member))
    .returning('created_by')
    .executeTakeFirst()
