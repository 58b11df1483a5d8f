import type { Slice, Sticky } from '@cairn/contract'
import { type ColumnType, type Generated, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    stickies: Row & {
      workspace_id: string
      owner_id: string
      name: string | null
      description: JsonColumn
      description_html: Generated<string>
      description_stripped: string | null
      logo_props: JsonColumn
      color: string | null
      background_color: string | null
      sort_order: number
    }
  }
}

/** Only the user's own, for every role. */
const ownedBy = (member: Member) =>
  sql<SqlBool>`${inWorkspace(member)} and owner_id = ${member.user_id}`

const columns = sql`id, name, description, description_html, description_stripped,
  null as description_binary, logo_props, color, background_color, sort_order,
  workspace_id as workspace, owner_id as owner,
  created_at, updated_at, created_by, updated_by, deleted_at`

const matching = (pattern: string | null) => sql<SqlBool>`(
  ${pattern}::text is null or description_stripped ilike ${pattern} or name ilike ${pattern}
)`

/** `pattern`: escaped, with a percent sign at both ends; null finds all. */
export const listStickies = async (
  db: Db,
  member: Member,
  pattern: string | null,
  { size, page }: Slice,
) => {
  const { rows } = await sql<Sticky>`
    select ${columns} from stickies where ${ownedBy(member)} and ${matching(pattern)}
    order by sort_order desc, created_at desc, id
    limit ${size} offset ${size * page}`.execute(db)
  return rows
}

export const countStickies = async (db: Db, member: Member, pattern: string | null) => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from stickies where ${ownedBy(member)} and ${matching(pattern)}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export const findSticky = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<Sticky>`
    select ${columns} from stickies where id = ${id} and ${ownedBy(member)}`.execute(db)
  return rows[0]
}

export const largestSortOrder = async (db: Db, member: Member) => {
  const { rows } = await sql<{ largest: number | null }>`
    select max(sort_order) as largest from stickies where ${ownedBy(member)}`.execute(db)
  return rows[0]?.largest ?? undefined
}

export type StickyChange = Omit<UpdateObject<Database, 'stickies'>, 'sort_order'> & {
  sort_order?: number
}

export const insertSticky = async (
  tx: Tx,
  { workspace_id, user_id }: Member,
  sort_order: number,
  chosen?: string,
) => {
  const { id } = await tx
    .insertInto('stickies')
    .values({ id: chosen, workspace_id, owner_id: user_id, created_by: user_id, sort_order })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateSticky = (tx: Tx, member: Member, id: string, change: StickyChange) =>
  tx.updateTable('stickies').set(change).where('id', '=', id).where(ownedBy(member)).execute()

export const deleteSticky = (tx: Tx, member: Member, id: string) =>
  tx
    .updateTable('stickies')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(ownedBy(member))
    .returning('id')
    .executeTakeFirst()
