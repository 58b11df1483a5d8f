import type { ProjectPage } from '@cairn/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { pagesOfProject } from '#product/scope-queries.ts'

/** Two parallel changes could each be valid and create a cycle together. */
export const lockTree = (tx: Tx, { workspace_id }: ProjectMember) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`pages ${workspace_id}`}, 0))`.execute(tx)

/** Ends the recursion even in a cycle. */
const MAX_LEVELS = 1000

export interface Branch extends Pick<ProjectPage, 'id' | 'parent' | 'owned_by' | 'access'> {
  archived_with: string | null
  /** The page itself has level 1. */
  level: number
}

/** The page and its sub-pages, level by level. */
export const listBranch = async (db: Db, { workspace_id }: ProjectMember, id: string) => {
  const { rows } = await sql<Branch>`
    with recursive branch as (
      select id, 1 as level from pages
      where id = ${id} and workspace_id = ${workspace_id} and deleted_at is null
      union all
      select c.id, b.level + 1 from pages c join branch b on c.parent_id = b.id
      where c.deleted_at is null and b.level < ${MAX_LEVELS}
    )
    select pg.id, pg.parent_id as parent, pg.owned_by, pg.access, pg.archived_with, b.level
    from branch b join pages pg on pg.id = b.id order by b.level, pg.id`.execute(db)
  return rows
}

/** The depth of a page: a top-level page has level 1. */
export const findLevel = async (db: Db, { workspace_id }: ProjectMember, id: string) => {
  const { rows } = await sql<{ level: number }>`
    with recursive above as (
      select parent_id, 1 as level from pages where id = ${id} and workspace_id = ${workspace_id}
      union all
      select p.parent_id, a.level + 1 from pages p join above a on p.id = a.parent_id
      where a.level < ${MAX_LEVELS}
    )
    select max(level) as level from above`.execute(db)
  return rows[0]?.level ?? 1
}

/** The sort order of the last page with the same parent. */
export const findLastOrder = async (db: Db, member: ProjectMember, parent: string | null) => {
  const { rows } = await sql<{ last: number | null }>`
    select max(pg.sort_order) as last from pages pg
    where ${pagesOfProject(member)} and pg.parent_id is not distinct from ${parent}::uuid`.execute(
    db,
  )
  return rows[0]?.last ?? undefined
}

/** Updates all at once; returns those that changed. */
const updatePages = async (
  tx: Tx,
  { workspace_id, user_id }: ProjectMember,
  ids: readonly string[],
  change: RawBuilder<unknown>,
  where: RawBuilder<SqlBool>,
) => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    update pages pg set ${change}, updated_at = now(), updated_by = ${user_id}
    where pg.id = any(${[...ids]}::uuid[]) and pg.workspace_id = ${workspace_id} and ${where}
    returning pg.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Makes them top-level pages. */
export const freePages = (tx: Tx, member: ProjectMember, ids: readonly string[]) =>
  updatePages(tx, member, ids, sql`parent_id = null`, sql`pg.parent_id is not null`)

export const setAccess = (tx: Tx, member: ProjectMember, ids: readonly string[], access: number) =>
  updatePages(tx, member, ids, sql`access = ${access}`, sql`pg.access <> ${access}`)

/** Pages archived before keep their date: they are not restored with this one. */
export const setArchived = (tx: Tx, member: ProjectMember, root: string, ids: readonly string[]) =>
  updatePages(
    tx,
    member,
    ids,
    sql`archived_at = current_date, archived_with = nullif(${root}::uuid, pg.id)`,
    sql`pg.archived_at is null`,
  )

/** Restores the pages archived together with this one. */
export const setRestored = (tx: Tx, member: ProjectMember, root: string, ids: readonly string[]) =>
  updatePages(
    tx,
    member,
    ids,
    sql`archived_at = null, archived_with = null`,
    sql`pg.archived_at is not null and coalesce(pg.archived_with, pg.id) = ${root}`,
  )

/** With the same timestamp, which later shows that they belong together. */
export const setDeleted = (tx: Tx, member: ProjectMember, ids: readonly string[]) =>
  updatePages(tx, member, ids, sql`deleted_at = now()`, sql`pg.deleted_at is null`)
