import { type Favorite, type FavoriteType, GUEST, type WithId } from '@cairn/contract'
import { type Generated, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import {
  inWorkspace,
  visiblePages,
  visibleTeamspaces,
  visibleViews,
} from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    favorites: Row & {
      workspace_id: string
      user_id: string
      project_id: string | null
      entity_type: FavoriteType
      entity_identifier: string | null
      name: string | null
      is_folder: Generated<boolean>
      sequence: Generated<number>
      parent_id: string | null
    }
  }
}

const ownedBy = (member: Member, of?: string) =>
  sql<SqlBool>`${inWorkspace(member, of)}
    and ${sql.ref(of ? `${of}.user_id` : 'user_id')} = ${member.user_id}`

/** The cycle or module of a favorite, with its current name. */
const planned = (table: 'cycles' | 'modules') => sql`(
  select jsonb_build_object('id', e.id, 'name', e.name, 'logo_props', e.logo_props,
    'project_id', e.project_id)
  from ${sql.table(table)} e
  where e.id = f.entity_identifier and e.deleted_at is null and e.archived_at is null
)`

/** With the current data of the favorited entity; null if it is deleted. */
const favoritesOf = (db: Db, member: Member) =>
  db
    .selectFrom('favorites as f')
    .leftJoin('projects as p', (join) =>
      join
        .onRef('p.id', '=', 'f.entity_identifier')
        .on('f.entity_type', '=', 'project')
        .on('p.deleted_at', 'is', null),
    )
    .leftJoin('views as v', (join) =>
      join
        .onRef('v.id', '=', 'f.entity_identifier')
        .on('f.entity_type', '=', 'view')
        .on(visibleViews(member)),
    )
    .leftJoin('pages as pg', (join) =>
      join
        .onRef('pg.id', '=', 'f.entity_identifier')
        .on('f.entity_type', '=', 'page')
        .on(visiblePages(member)),
    )
    .leftJoin('teamspaces as ts', (join) =>
      join
        .onRef('ts.id', '=', 'f.entity_identifier')
        .on('f.entity_type', '=', 'teamspace')
        .on(visibleTeamspaces(member, 'ts')),
    )
    .select(['f.id', 'f.entity_type', 'f.entity_identifier', 'f.name', 'f.is_folder'])
    .select(['f.sequence', 'f.parent_id as parent', 'f.workspace_id', 'f.project_id'])
    .select(
      sql<Favorite['entity_data']>`case when p.id is not null then jsonb_build_object(
        'id', p.id, 'name', p.name, 'logo_props', p.logo_props)
        when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name,
        'logo_props', v.logo_props, 'project_id', v.project_id, 'teamspace_id', v.teamspace_id)
        when ts.id is not null then jsonb_build_object('id', ts.id, 'name', ts.name,
        'logo_props', ts.logo_props)
        when pg.id is not null then jsonb_build_object('id', pg.id, 'name', pg.name,
        'logo_props', pg.logo_props, 'project_id', f.project_id)
        when f.entity_type = 'cycle' then ${planned('cycles')}
        when f.entity_type = 'module' then ${planned('modules')} end`.as('entity_data'),
    )
    .where(ownedBy(member, 'f'))

/**
 * Favorites in the caller's projects, and those without a project; a page always belongs to one.
 */
const shownFavoritesOf = (db: Db, member: Member) =>
  favoritesOf(db, member)
    .leftJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'f.project_id')
        .on('m.user_id', '=', member.user_id)
        .on('m.is_active', '=', true)
        .on('m.deleted_at', 'is', null),
    )
    .where(sql<SqlBool>`(m.id is not null or (f.project_id is null and f.entity_type <> 'page'))`)
    .where(sql<SqlBool>`(f.entity_type <> 'view' or v.id is not null)`)
    .where(sql<SqlBool>`(f.entity_type <> 'page' or pg.id is not null)`)
    .where(sql<SqlBool>`(f.entity_type <> 'teamspace' or ts.id is not null)`)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id')

export const listFavorites = (db: Db, member: Member, { all }: { all: boolean }) =>
  shownFavoritesOf(db, member)
    .$if(!all, (favorites) => favorites.where('f.parent_id', 'is', null))
    .execute()

export const listInFolder = (db: Db, member: Member, parent_id: string) =>
  shownFavoritesOf(db, member).where('f.parent_id', '=', parent_id).execute()

export const listFavoriteProjects = (db: Db, member: Member) =>
  shownFavoritesOf(db, member).where('f.entity_type', '=', 'project').execute()

/** Of one kind, in one project. */
export const listOfProject = (db: Db, member: ProjectMember, type: FavoriteType) =>
  shownFavoritesOf(db, member)
    .where('f.entity_type', '=', type)
    .where('f.project_id', '=', member.project_id)
    .execute()

export const findFavorite = (db: Db, member: Member, id: string) =>
  favoritesOf(db, member).where('f.id', '=', id).executeTakeFirst()

export const findByEntity = (db: Db, member: Member, type: FavoriteType, id: string) =>
  favoritesOf(db, member)
    .where('f.entity_type', '=', type)
    .where('f.entity_identifier', '=', id)
    .executeTakeFirst()

/** Serializes changes to a user's favorites across browsers. */
export const lockOwner = (tx: Tx, member: Member) =>
  tx.selectFrom('workspace_members').select('id').where(ownedBy(member)).forNoKeyUpdate().execute()

export const largestSequence = async (db: Db, member: Member) => {
  const row = await db
    .selectFrom('favorites')
    .select(({ fn }) => fn.max('sequence').as('largest'))
    .where(ownedBy(member))
    .executeTakeFirst()
  return row?.largest ?? undefined
}

interface NewFavorite extends WithId {
  entity_type: FavoriteType
  entity_identifier: string | null
  project_id: string | null
  name: string | null
  is_folder: boolean
  parent_id: string | null
  sequence: number
}

export const insertFavorite = (db: Db, { workspace_id, user_id }: Member, favorite: NewFavorite) =>
  db
    .insertInto('favorites')
    .values({ ...favorite, workspace_id, user_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'favorites'>

export const updateFavorite = (db: Db, member: Member, id: string, change: Change) =>
  db
    .updateTable('favorites')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(ownedBy(member))
    .execute()

/** Deletes all users' favorites of some entities, or those of all users but one. */
export const deleteFavoritesOf = (
  db: Db,
  member: Member,
  type: FavoriteType,
  ids: readonly string[],
  { but }: { but: string | null },
) =>
  db
    .deleteFrom('favorites')
    .where('entity_type', '=', type)
    .where('entity_identifier', 'in', ids)
    .where(sql<SqlBool>`user_id is distinct from ${but}`)
    .where(inWorkspace(member))
    .returning(['id', 'user_id'])
    .execute()

/** Restores them to their folders if these still exist; not for users who were deleted. */
export const restoreFavorites = async (
  db: Db,
  { workspace_id }: Member,
  rows: readonly object[],
) => {
  const { rows: back } = await sql<{ id: string; user_id: string }>`
    insert into favorites (id, workspace_id, user_id, project_id, entity_type, entity_identifier,
      name, is_folder, sequence, parent_id, created_at, created_by)
    select r.id, r.workspace_id, r.user_id, r.project_id, r.entity_type, r.entity_identifier, r.name,
      r.is_folder, r.sequence, (select f.id from favorites f where f.id = r.parent_id),
      r.created_at, r.user_id
    from jsonb_populate_recordset(null::favorites, ${JSON.stringify(rows)}::jsonb) r
    join users u on u.id = r.user_id
    where r.workspace_id = ${workspace_id}
    on conflict do nothing
    returning id, user_id`.execute(db)
  return back
}

/** Locked, so that it is not made private while it is added to favorites. */
export const findVisibleView = (db: Db, member: Member, id: string) =>
  db
    .selectFrom('views as v')
    .select('v.project_id')
    .where('v.id', '=', id)
    .where(visibleViews(member))
    .forShare()
    .executeTakeFirst()

/**
 * Not for guests; if the page is in several projects, the current one is preferred. Locked, so that
 * it is neither made private nor archived meanwhile.
 */
export const findVisiblePage = async (db: Db, member: Member | ProjectMember, id: string) => {
  const here = 'project_id' in member ? member.project_id : null
  const { rows } = await sql<{ project_id: string }>`
    select pp.project_id from pages pg
    join project_pages pp on pp.page_id = pg.id
    join project_members m on m.project_id = pp.project_id and m.user_id = ${member.user_id}
      and m.is_active and m.deleted_at is null and m.role > ${GUEST}
    where pg.id = ${id} and pg.archived_at is null and ${visiblePages(member)}
    order by (pp.project_id = ${here}::uuid) desc nulls last, pp.created_at limit 1
    for share of pg`.execute(db)
  return rows[0]
}

/** Locked, so that it is not deleted while it is added to favorites. */
export const findVisibleTeamspace = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<{ id: string }>`
    select t.id from teamspaces t
    where t.id = ${id} and ${visibleTeamspaces(member)} for share`.execute(db)
  return rows[0] && { project_id: null }
}

/**
 * A cycle or module of a project the caller is a member of; locked, so that it is not archived
 * meanwhile.
 */
export const findVisiblePlan = async (
  db: Db,
  { workspace_id, user_id }: Member,
  table: 'cycles' | 'modules',
  id: string,
) => {
  const { rows } = await sql<{ project_id: string }>`
    select e.project_id from ${sql.table(table)} e
    join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
    join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
      and pm.deleted_at is null
    where e.id = ${id} and e.workspace_id = ${workspace_id} and e.deleted_at is null
      and e.archived_at is null for share of e`.execute(db)
  return rows[0]
}

/** Includes its contents if it is a folder. */
export const deleteFavorite = (db: Db, member: Member, id: string) =>
  db
    .deleteFrom('favorites')
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .where(ownedBy(member))
    .returning(['id', 'entity_type', 'entity_identifier'])
    .execute()
