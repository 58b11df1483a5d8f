import type { Favorite, FavoriteType } from '@cairn/contract'
import { type Generated, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#kernel/database/scope.ts'

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

/** With what they stand for as it is now; null where that is gone. */
const favoritesOf = (db: Db, member: Member) =>
  db
    .selectFrom('favorites as f')
    .leftJoin('projects as p', (join) =>
      join
        .onRef('p.id', '=', 'f.entity_identifier')
        .on('f.entity_type', '=', 'project')
        .on('p.deleted_at', 'is', null),
    )
    .select(['f.id', 'f.entity_type', 'f.entity_identifier', 'f.name', 'f.is_folder'])
    .select(['f.sequence', 'f.parent_id as parent', 'f.workspace_id', 'f.project_id'])
    .select(
      sql<Favorite['entity_data']>`case when p.id is not null then jsonb_build_object(
        'id', p.id, 'name', p.name, 'logo_props', p.logo_props) end`.as('entity_data'),
    )
    .where(ownedBy(member, 'f'))

/** Of the projects the caller is in, and what belongs to none; a page always belongs to one. */
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

export const findFavorite = (db: Db, member: Member, id: string) =>
  favoritesOf(db, member).where('f.id', '=', id).executeTakeFirst()

export const findByEntity = (db: Db, member: Member, type: FavoriteType, id: string) =>
  favoritesOf(db, member)
    .where('f.entity_type', '=', type)
    .where('f.entity_identifier', '=', id)
    .executeTakeFirst()

/** One person's favorites are changed one after the other, in however many browsers. */
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

interface NewFavorite {
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

/** With what is in it, where it is a folder. */
export const deleteFavorite = (db: Db, member: Member, id: string) =>
  db
    .deleteFrom('favorites')
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .where(ownedBy(member))
    .returning(['id', 'entity_type', 'entity_identifier'])
    .execute()
