import type { QuickLink, WithId } from '@cairn/contract'
import { type ColumnType, type SqlBool, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    quick_links: Row & {
      workspace_id: string
      owner_id: string
      title: string | null
      url: string
      metadata: ColumnType<object, string, string>
    }
  }
}

const ownedBy = (member: Member) =>
  sql<SqlBool>`${inWorkspace(member)} and owner_id = ${member.user_id}`

const columns = sql`id, title, url, metadata, owner_id as owner, workspace_id as workspace,
  null as project, created_at, updated_at, created_by, updated_by, deleted_at`

export const listQuickLinks = async (db: Db, member: Member) => {
  const { rows } = await sql<QuickLink>`
    select ${columns} from quick_links where ${ownedBy(member)}
    order by created_at desc, id`.execute(db)
  return rows
}

export const findQuickLink = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<QuickLink>`
    select ${columns} from quick_links where id = ${id} and ${ownedBy(member)}`.execute(db)
  return rows[0]
}

export interface QuickLinkChange {
  title?: string | null | undefined
  url?: string | undefined
  metadata?: string | undefined
}

export const insertQuickLink = async (
  tx: Tx,
  { workspace_id, user_id }: Member,
  {
    id = crypto.randomUUID(),
    url,
    title = null,
    metadata = '{}',
  }: QuickLinkChange & WithId & { url: string },
) => {
  const { rows } = await sql<QuickLink>`
    insert into quick_links (id, workspace_id, owner_id, url, title, metadata, created_by)
    values (${id}, ${workspace_id}, ${user_id}, ${url}, ${title}, ${metadata}, ${user_id})
    returning ${columns}`.execute(tx)
  return rows[0] as QuickLink
}

export const updateQuickLink = (tx: Tx, member: Member, id: string, change: QuickLinkChange) =>
  tx
    .updateTable('quick_links')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(ownedBy(member))
    .execute()

export const deleteQuickLink = (tx: Tx, member: Member, id: string) =>
  tx
    .updateTable('quick_links')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(ownedBy(member))
    .returning('id')
    .executeTakeFirst()
