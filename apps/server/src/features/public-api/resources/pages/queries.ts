import { pageAccess, type Slice } from '@cairn/contract'
import type { pageKinds } from '@cairn/contract/v1'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { pagesOfProject, visiblePages } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

const rowsOf = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('pages as pg')
    .select(['pg.id', 'pg.name', 'pg.owned_by', 'pg.access', 'pg.is_locked', 'pg.archived_at'])
    .select(['pg.workspace_id as workspace', 'pg.created_at', 'pg.updated_at', 'pg.logo_props'])
    .select('pg.parent_id')
    .where(pagesOfProject(member))

type Kind = (typeof pageKinds)[number]

const live = sql<SqlBool>`pg.archived_at is null`
/** Pages cannot be shared with some users: a page is public or private. */
const kinds: Record<Kind, RawBuilder<SqlBool>> = {
  all: live,
  public: sql<SqlBool>`${live} and pg.access = ${pageAccess.public}`,
  private: sql<SqlBool>`${live} and pg.access = ${pageAccess.private}`,
  shared: sql<SqlBool>`false`,
  archived: sql<SqlBool>`pg.archived_at is not null`,
}

interface Wanted {
  kind: Kind
  /** Part of a name, with a percent sign at both ends; null: any. */
  pattern: string | null
}

/** Pages of this project the reader may see, including sub-pages. */
export const listPages = (
  db: Db,
  member: ProjectMember,
  { kind, pattern }: Wanted,
  order: Order,
  slice: Slice,
) => {
  const pages = rowsOf(db, member)
    .where(visiblePages(member))
    .where(sql<SqlBool>`(pg.owned_by = ${member.user_id} or not ${member.sees_only_own})`)
    .where(kinds[kind])
  return pageOf(pattern ? pages.where('pg.name', 'ilike', pattern) : pages, order, slice)
}

/** The complete page. Visibility was checked before. */
export const findPage = (db: Db, member: ProjectMember, id: string) =>
  rowsOf(db, member)
    .select(['pg.description_html', 'pg.description_stripped', 'pg.color', 'pg.external_source'])
    .select(['pg.external_id', 'pg.created_by', 'pg.updated_by', 'pg.view_props'])
    .select([
      sql<null>`null`.as('description_binary'),
      sql<string[]>`array(
        select pp.project_id from project_pages pp
        where pp.page_id = pg.id order by pp.created_at, pp.project_id
      )`.as('projects'),
      sql<string | null>`(
        select b.anchor from deploy_boards b
        where b.entity_identifier = pg.id and b.entity_name = 'page' and b.deleted_at is null
          and not b.is_disabled
      )`.as('anchor'),
    ])
    .where('pg.id', '=', id)
    .executeTakeFirst()
