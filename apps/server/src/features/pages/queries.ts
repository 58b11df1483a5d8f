import { GUEST, type ProjectPage, pageAccess, type pageTypes, type WithId } from '@cairn/contract'
import { type ColumnType, type Generated, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import {
  auditColumns,
  type Database,
  type Db,
  now,
  type Row,
  type Tx,
} from '#kernel/database/schema.ts'
import { inProject, inWorkspace, pagesOfProject, visiblePages } from '#product/scope-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    pages: Row & {
      workspace_id: string
      owned_by: string
      parent_id: string | null
      sort_order: Generated<number>
      name: Generated<string>
      access: Generated<number>
      color: Generated<string>
      is_locked: Generated<boolean>
      archived_at: ColumnType<string | null, string | undefined, string | null>
      view_props: JsonColumn
      logo_props: JsonColumn
      description: JsonColumn
      description_html: Generated<string>
      description_stripped: ColumnType<string | null, string | null | undefined, string | null>
      description_binary: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
      external_source: Generated<string | null>
      external_id: Generated<string | null>
    }
    project_pages: {
      project_id: string
      page_id: string
      workspace_id: string
      created_at: Generated<string>
      created_by: string | null
    }
    page_labels: { page_id: string; label_id: string }
  }
}

/** For all permissions on a page: the highest role in any of its projects. */
const highestRole = ({ user_id }: ProjectMember) => sql<number>`(
  select max(m.role) from project_pages pp
  join projects p on p.id = pp.project_id and p.deleted_at is null
  join project_members m on m.project_id = p.id and m.user_id = ${user_id} and m.is_active
    and m.deleted_at is null
  where pp.page_id = pg.id
)`

const pagesIn = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('pages as pg')
    .select(auditColumns.map((column) => `pg.${column}` as const))
    .select(['pg.id', 'pg.workspace_id as workspace', 'pg.name', 'pg.owned_by', 'pg.access'])
    .select(['pg.color', 'pg.parent_id as parent', 'pg.sort_order', 'pg.is_locked'])
    .select(['pg.archived_at', 'pg.view_props', 'pg.logo_props'])
    .select([
      sql<string[]>`array(
        select l.id from page_labels pl join labels l on l.id = pl.label_id
        where pl.page_id = pg.id and l.deleted_at is null order by l.id
      )`.as('label_ids'),
      sql<string[]>`array(
        select pp.project_id from project_pages pp
        where pp.page_id = pg.id order by pp.created_at, pp.project_id
      )`.as('project_ids'),
      sql<string | null>`(
        select b.anchor from deploy_boards b
        where b.entity_identifier = pg.id and b.entity_name = 'page' and b.deleted_at is null
          and not b.is_disabled
      )`.as('anchor'),
      sql<boolean>`exists (
        select from favorites f
        where f.user_id = ${member.user_id} and f.entity_type = 'page'
          and f.entity_identifier = pg.id and f.deleted_at is null
      )`.as('is_favorite'),
      highestRole(member).as('role'),
    ])
    .where(pagesOfProject(member))

export type FoundPage = ProjectPage & { role: number }

/** The pages of this project visible to the user. */
const shownIn = (db: Db, member: ProjectMember) =>
  pagesIn(db, member)
    .where(visiblePages(member))
    .where(sql<SqlBool>`(pg.owned_by = ${member.user_id} or not ${member.sees_only_own})`)

const inOrder = (pages: ReturnType<typeof shownIn>) =>
  pages.orderBy('is_favorite', 'desc').orderBy('pg.created_at', 'desc').orderBy('pg.id')

type PageType = (typeof pageTypes)[number]

const ofType = (type: PageType) =>
  type === 'archived'
    ? sql<SqlBool>`pg.archived_at is not null`
    : sql<SqlBool>`pg.archived_at is null and pg.access = ${pageAccess[type]}`

interface Wanted {
  pattern?: string
  type?: PageType | undefined
  /** Includes sub-pages. */
  nested?: boolean | undefined
  /** Any of these. */
  labels?: readonly string[] | undefined
}

export const listPages = (
  db: Db,
  member: ProjectMember,
  { pattern, type, nested, labels }: Wanted = {},
) =>
  inOrder(
    shownIn(db, member)
      .$if(!nested, (pages) => pages.where('pg.parent_id', 'is', null))
      .$if(pattern !== undefined, (pages) => pages.where('pg.name', 'ilike', pattern ?? ''))
      .$if(type !== undefined, (pages) => pages.where(ofType(type ?? 'public')))
      .$if(labels !== undefined, (pages) =>
        pages.where(
          sql<SqlBool>`exists (
            select from page_labels pl join labels l on l.id = pl.label_id
            where pl.page_id = pg.id and ${inProject(member, 'l')}
              and l.id = any(${[...(labels ?? [])]}::uuid[])
          )`,
        ),
      ),
  ).execute()

export const listFavoritePages = (db: Db, member: ProjectMember) =>
  inOrder(
    shownIn(db, member).where(
      sql<SqlBool>`exists (
        select from favorites f
        where f.user_id = ${member.user_id} and f.entity_type = 'page'
          and f.entity_identifier = pg.id and f.deleted_at is null
      )`,
    ),
  ).execute()

export const listSubPages = (db: Db, member: ProjectMember, parent_id: string) =>
  shownIn(db, member)
    .where('pg.parent_id', '=', parent_id)
    .where('pg.archived_at', 'is', null)
    .orderBy('pg.created_at', 'desc')
    .orderBy('pg.id')
    .execute()

/** Counts the pages the caller may list. */
export const countPages = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<{
    public_pages: number
    private_pages: number
    archived_pages: number
  }>`
    select count(*) filter (where ${ofType('public')}) as public_pages,
      count(*) filter (where ${ofType('private')}) as private_pages,
      count(*) filter (where ${ofType('archived')}) as archived_pages
    from pages pg where ${pagesOfProject(member)} and ${visiblePages(member)}
      and (pg.owned_by = ${member.user_id} or not ${member.sees_only_own}) and pg.parent_id is null`.execute(
    db,
  )
  return rows[0] ?? { public_pages: 0, private_pages: 0, archived_pages: 0 }
}

/** Regardless of visibility. */
export const findPage = (db: Db, member: ProjectMember, id: string) =>
  pagesIn(db, member).where('pg.id', '=', id).executeTakeFirst()

/** Regardless of visibility. */
export const listPagesById = (db: Db, member: ProjectMember, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve<FoundPage[]>([])
    : pagesIn(db, member).where('pg.id', 'in', ids).orderBy('pg.id').execute()

export const lockPage = (tx: Tx, member: ProjectMember, id: string) =>
  pagesIn(tx, member).where('pg.id', '=', id).forNoKeyUpdate('pg').executeTakeFirst()

export const findTexts = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('pages as pg')
    .select(['pg.description', 'pg.description_html'])
    .where('pg.id', '=', id)
    .where(pagesOfProject(member))
    .executeTakeFirstOrThrow()

/** What API clients can set on a page in addition. */
export interface ExternalRef {
  is_locked?: boolean
  external_source?: string | null
  external_id?: string | null
}

interface NewPage extends ExternalRef, WithId {
  name?: string
  access?: number
  color?: string
  parent_id?: string | null
  sort_order?: number
  view_props?: string
  logo_props?: string
  description?: string
  description_html?: string
  description_stripped?: string | null
  description_binary?: Buffer | null
}

export const insertPage = (db: Db, { workspace_id, user_id }: ProjectMember, page: NewPage) =>
  db
    .insertInto('pages')
    .values({
      parent_id: null,
      ...page,
      workspace_id,
      owned_by: user_id,
      created_by: user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const linkToProjects = (
  db: Db,
  { workspace_id, user_id }: ProjectMember,
  page_id: string,
  project_ids: readonly string[],
) =>
  db
    .insertInto('project_pages')
    .values(
      project_ids.map((project_id) => ({ project_id, page_id, workspace_id, created_by: user_id })),
    )
    .execute()

/** Those of these projects where the caller may create pages. */
export const listWritable = async (
  db: Db,
  { workspace_id, user_id }: ProjectMember,
  project_ids: readonly string[],
) => {
  const { rows } = await sql<{ project_id: string }>`
    select m.project_id from project_members m
    join projects p on p.id = m.project_id and p.deleted_at is null
    where m.workspace_id = ${workspace_id} and m.user_id = ${user_id} and m.is_active
      and m.deleted_at is null and m.role > ${GUEST}
      and m.project_id = any(${[...project_ids]}::uuid[])`.execute(db)
  return rows.map(({ project_id }) => project_id)
}

type Change = UpdateObject<Database, 'pages'>

export const updatePage = (db: Db, member: ProjectMember, id: string, change: Change) =>
  db
    .updateTable('pages')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .execute()

const labelsIn = async (db: Db, { project_id }: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select id from labels
    where id = any(${[...ids]}::uuid[]) and project_id = ${project_id} and deleted_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The first id that is not a label of the project. */
export const findForeignLabel = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const known = await labelsIn(db, member, ids)
  return ids.find((id) => !known.has(id.toLowerCase()))
}

export const replaceLabels = async (db: Db, id: string, label_ids: readonly string[]) => {
  const ids = [...label_ids]
  await sql`
    delete from page_labels where page_id = ${id} and not label_id = any(${ids}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into page_labels (page_id, label_id) select ${id}::uuid, unnest(${ids}::uuid[])
    on conflict do nothing`.execute(db)
}

/** The texts of these pages that contain this. */
export const listTextsWith = (
  db: Db,
  member: ProjectMember,
  ids: readonly string[],
  part: string,
) =>
  db
    .selectFrom('pages as pg')
    .select(['pg.id', 'pg.description_html'])
    .where('pg.id', 'in', ids)
    .where(pagesOfProject(member))
    .where(sql<SqlBool>`position(${part} in pg.description_html) > 0`)
    .execute()

/**
 * Moves pages to another project, with everything that belongs to them; without labels of the old
 * one.
 */
export async function relink(tx: Tx, from: ProjectMember, project_id: string, ids: string[]) {
  const { workspace_id } = from
  await sql`
    insert into project_pages (project_id, page_id, workspace_id, created_by)
    select ${project_id}, page_id, workspace_id, ${from.user_id} from project_pages
    where project_id = ${from.project_id} and page_id = any(${ids}::uuid[])
    on conflict do nothing`.execute(tx)
  await sql`
    delete from project_pages
    where project_id = ${from.project_id} and page_id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    delete from page_labels where page_id = any(${ids}::uuid[])
      and label_id in (select id from labels where project_id = ${from.project_id})`.execute(tx)
  await sql`
    update assets set project_id = ${project_id}
    where page_id = any(${ids}::uuid[]) and project_id = ${from.project_id}`.execute(tx)
  await sql`
    update favorites set project_id = ${project_id}
    where workspace_id = ${workspace_id} and entity_type = 'page'
      and project_id = ${from.project_id} and entity_identifier = any(${ids}::uuid[])`.execute(tx)
}

/** Assigns the pictures copied before the page was saved. */
export const bindPictures = (
  db: Db,
  { workspace_id }: ProjectMember,
  page_id: string,
  ids: readonly string[],
) =>
  sql`
    update assets set page_id = ${page_id}
    where workspace_id = ${workspace_id} and id = any(${[...ids]}::uuid[])`.execute(db)

/** Other users who could see a public page. */
export const listReaders = async (db: Db, project_ids: readonly string[], owner: string) => {
  const { rows } = await sql<{ user_id: string; project_id: string }>`
    select m.user_id, m.project_id from project_members m join projects p on p.id = m.project_id
    where m.project_id = any(${[...project_ids]}::uuid[]) and m.is_active and m.deleted_at is null
      and m.user_id <> ${owner} and (m.role > ${GUEST} or p.guest_view_all_features)`.execute(db)
  return rows
}
