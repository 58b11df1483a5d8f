import type { SearchResults } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { visiblePages, visibleViews } from '#product/scope-queries.ts'

/** Every workspace the caller is a member of, not only this one. */
export const searchWorkspaces = async (db: Db, { user_id }: Member, pattern: string) => {
  const { rows } = await sql<SearchResults['workspace'][number]>`
    select w.id, w.name, w.slug from workspaces w
    join workspace_members m on m.workspace_id = w.id and m.user_id = ${user_id} and m.is_active
      and m.deleted_at is null
    where w.deleted_at is null and w.name ilike ${pattern}
    order by lower(w.name), w.id`.execute(db)
  return rows
}

export const searchProjects = async (db: Db, member: Member, pattern: string) => {
  const { workspace_id, user_id, slug } = member
  const { rows } = await sql<SearchResults['project'][number]>`
    select p.id, p.name, p.identifier, ${slug}::text as workspace__slug from projects p
    join project_members m on m.project_id = p.id and m.user_id = ${user_id} and m.is_active
      and m.deleted_at is null
    where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
      and (p.name ilike ${pattern} or p.identifier ilike ${pattern})
    order by lower(p.name), p.id`.execute(db)
  return rows
}

/** Project views only: results have no URL for workspace views. */
export const searchViews = async (
  db: Db,
  member: Member,
  pattern: string,
  within: string | null,
) => {
  const { rows } = await sql<SearchResults['issue_view'][number]>`
    select v.id, v.name, v.project_id, p.identifier as project__identifier,
      ${member.slug}::text as workspace__slug
    from views v join projects p on p.id = v.project_id
    where ${visibleViews(member)} and v.name ilike ${pattern}
      and (${within}::uuid is null or v.project_id = ${within}::uuid)
    order by lower(v.name), v.id`.execute(db)
  return rows
}

/** Cycles or modules of the projects the caller is a member of. */
export const searchPlans = async (
  db: Db,
  { workspace_id, user_id, slug }: Member,
  table: 'cycles' | 'modules',
  pattern: string,
  within: string | null,
) => {
  const { rows } = await sql<SearchResults['module'][number]>`
    select e.id, e.name, e.project_id, p.identifier as project__identifier,
      ${slug}::text as workspace__slug
    from ${sql.table(table)} e
    join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
    join project_members m on m.project_id = p.id and m.user_id = ${user_id} and m.is_active
      and m.deleted_at is null
    where e.workspace_id = ${workspace_id} and e.deleted_at is null and e.archived_at is null
      and e.name ilike ${pattern} and (${within}::uuid is null or e.project_id = ${within}::uuid)
    order by lower(e.name), e.id`.execute(db)
  return rows
}

/** Without archived pages. */
export const searchPages = async (
  db: Db,
  member: Member,
  pattern: string,
  within: string | null,
) => {
  const { rows } = await sql<SearchResults['page'][number]>`
    select pg.id, pg.name, ${member.slug}::text as workspace__slug,
      array_agg(pp.project_id order by pp.created_at, p.id) as project_ids,
      array_agg(p.identifier order by pp.created_at, p.id) as project_identifiers
    from pages pg
    join project_pages pp on pp.page_id = pg.id
    join projects p on p.id = pp.project_id and p.deleted_at is null and p.archived_at is null
    join project_members m on m.project_id = p.id and m.user_id = ${member.user_id} and m.is_active
      and m.deleted_at is null
    where ${visiblePages(member)} and pg.archived_at is null and pg.name ilike ${pattern}
      and (${within}::uuid is null or p.id = ${within}::uuid)
    group by pg.id order by lower(pg.name), pg.id`.execute(db)
  return rows
}
