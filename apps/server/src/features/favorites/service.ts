import {
  type Favorite,
  type FavoritePatch,
  type FavoriteType,
  type NewFavorite,
  nextFavoriteSequence,
  type WithId,
} from '@cairn/contract'
import { emitToUsers, isProjectVisible } from '#features/projects/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit, emitAll } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import {
  deleteFavorite,
  deleteFavoritesOf,
  findByEntity,
  findFavorite,
  findVisiblePage,
  findVisiblePlan,
  findVisibleTeamspace,
  findVisibleView,
  insertFavorite,
  largestSequence,
  listInFolder,
  lockOwner,
  restoreFavorites,
  updateFavorite,
} from './queries.ts'

export { listOfProject as listFavoritesOf } from './queries.ts'

const folderExists = duplicate(
  'favorites_folder_key',
  badRequest({ name: ['Folder already exists'] }),
)

const refusePk = (field: string, id: string) =>
  badRequest({ [field]: [`Invalid pk "${id}" - object does not exist.`] })

async function readFavorite(db: Db, member: Member, id: string): Promise<Favorite> {
  const favorite = await findFavorite(db, member, id)
  if (!favorite) throw notFound()
  return favorite
}

type FindProject = (
  tx: Tx,
  member: Member,
  id: string,
) => Promise<{ project_id: string | null } | undefined>

/** What can be a favorite: its project, if this user may see it. */
const places: Partial<Record<FavoriteType, FindProject>> = {
  project: async (tx, member, id) =>
    (await isProjectVisible(tx, member, id)) ? { project_id: id } : undefined,
  view: findVisibleView,
  cycle: (tx, member, id) => findVisiblePlan(tx, member, 'cycles', id),
  module: (tx, member, id) => findVisiblePlan(tx, member, 'modules', id),
  page: findVisiblePage,
  teamspace: findVisibleTeamspace,
}

/** Emits the favorited entity, which shows whether it is a favorite. */
async function emitFavoriteChange(
  tx: Tx,
  member: Member,
  favorites: Pick<Favorite, 'entity_type' | 'entity_identifier'>[],
) {
  for (const { entity_type, entity_identifier: id } of favorites) {
    if (entity_type === 'project' && id) await emitToUsers(tx, member, id, [member.user_id])
  }
}

const emitFavorite = (tx: Tx, { user_id, workspace_id }: Member, favorite: Favorite) =>
  emit(tx, { type: 'favorite.saved', favorite }, { to: [user_id], within: { workspace_id } })

function readFolderName(typed: string | null | undefined): string {
  const name = typed?.trim()
  if (!name) throw badRequest({ name: ['This field is required.'] })
  return name
}

/** The caller's own folder; folders cannot be nested. */
async function readParent(tx: Tx, member: Member, parent: string | null, isFolder: boolean) {
  if (!parent) return null
  const folder = isFolder ? undefined : await findFavorite(tx, member, parent)
  if (!folder?.is_folder) throw refusePk('parent', parent)
  return parent
}

type Values = Parameters<typeof insertFavorite>[2]

async function add(tx: Tx, member: Member, values: Omit<Values, 'sequence'>): Promise<Favorite> {
  const sequence = nextFavoriteSequence(await largestSequence(tx, member))
  const { id } = await insertFavorite(tx, member, { ...values, sequence }).catch(folderExists)
  const favorite = await readFavorite(tx, member, id)
  await emitFavorite(tx, member, favorite)
  await emitFavoriteChange(tx, member, [favorite])
  return favorite
}

async function addFolder(tx: Tx, member: Member, wanted: NewFavorite & WithId) {
  const name = readFolderName(wanted.name)
  await readParent(tx, member, wanted.parent ?? null, true)
  const nothing = { entity_identifier: null, project_id: null, parent_id: null }
  return add(tx, member, {
    ...nothing,
    id: wanted.id,
    entity_type: 'folder',
    is_folder: true,
    name,
  })
}

async function addEntity(
  tx: Tx,
  member: Member,
  entity_type: FavoriteType,
  entity_identifier: string,
  parent: string | null,
  id?: string,
) {
  const place = await places[entity_type]?.(tx, member, entity_identifier)
  if (!place) throw refusePk('entity_identifier', entity_identifier)
  const parent_id = await readParent(tx, member, parent, false)
  const values = { ...place, id, entity_type, entity_identifier, parent_id }
  return add(tx, member, { ...values, is_folder: false, name: null })
}

/** Returns an existing favorite unchanged. */
export const createFavorite = (db: Db, member: Member, wanted: NewFavorite & WithId) =>
  db.transaction().execute(async (tx) => {
    const { entity_type, entity_identifier, parent = null } = wanted
    await lockOwner(tx, member)
    if (entity_type === 'folder') return addFolder(tx, member, wanted)
    if (!entity_identifier) throw badRequest({ entity_identifier: ['This field is required.'] })
    const known = await findByEntity(tx, member, entity_type, entity_identifier)
    return known ?? addEntity(tx, member, entity_type, entity_identifier, parent, wanted.id)
  })

export const changeFavorite = (db: Db, member: Member, id: string, patch: FavoritePatch) =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, member)
    const { is_folder } = await readFavorite(tx, member, id)
    const { name, parent, sequence } = patch
    const change = {
      ...(sequence !== undefined && { sequence }),
      ...(name !== undefined && { name: is_folder ? readFolderName(name) : name }),
      ...(parent !== undefined && {
        parent_id: await readParent(tx, member, parent, is_folder),
      }),
    }
    await updateFavorite(tx, member, id, change).catch(folderExists)
    const favorite = await readFavorite(tx, member, id)
    await emitFavorite(tx, member, favorite)
    return favorite
  })

async function remove(tx: Tx, member: Member, id: string) {
  const gone = await deleteFavorite(tx, member, id)
  if (gone.length === 0) throw notFound()
  const ids = gone.map((favorite) => favorite.id)
  await emit(tx, { type: 'favorite.removed', ids }, { to: [member.user_id], within: null })
  await emitFavoriteChange(tx, member, gone)
}

export const removeFavorite = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, member)
    await remove(tx, member, id)
  })

export async function openFolder(db: Db, member: Member, id: string) {
  const { is_folder } = await readFavorite(db, member, id)
  if (!is_folder) throw notFound()
  return listInFolder(db, member, id)
}

/** For the route of the entity type, which refuses an existing favorite. */
export const addFavoriteOf = (db: Db, member: ProjectMember, type: FavoriteType, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, member)
    const place = await places[type]?.(tx, member, id)
    if (place?.project_id !== member.project_id) throw refusePk(type, id)
    if (await findByEntity(tx, member, type, id)) {
      throw badRequest({ error: 'The payload is not valid' })
    }
    await addEntity(tx, member, type, id, null)
  })

export const removeFavoriteOf = (db: Db, member: ProjectMember, type: FavoriteType, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, member)
    const known = await findByEntity(tx, member, type, id)
    if (known?.project_id !== member.project_id) throw notFound()
    await remove(tx, member, known.id)
  })

/**
 * Removes it from all users' favorites if it is deleted; from all but one user's if only that user
 * may see it.
 */
export async function forgetFavorites(
  tx: Tx,
  member: Member,
  type: FavoriteType,
  of: string | readonly string[],
  { but = null }: { but?: string | null } = {},
) {
  const ids = [of].flat()
  if (ids.length === 0) return
  const gone = await deleteFavoritesOf(tx, member, type, ids, { but })
  await emitAll(
    tx,
    gone.map(({ id, user_id }) => [
      { type: 'favorite.removed', ids: [id] },
      { to: [user_id], within: null },
    ]),
  )
}

/** Restores what `forgetFavorites` removed, for the users who had it. */
export async function undeleteFavorites(tx: Tx, member: Member, rows: readonly object[]) {
  if (rows.length === 0) return
  for (const { id, user_id } of await restoreFavorites(tx, member, rows)) {
    const owner = { ...member, user_id }
    await emitFavorite(tx, owner, await readFavorite(tx, owner, id))
  }
}

export const addFavoriteProject = (db: Db, member: Member, project_id: string) =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, member)
    if (await findByEntity(tx, member, 'project', project_id)) {
      throw badRequest({ error: 'The payload is not valid' })
    }
    if (!(await isProjectVisible(tx, member, project_id))) throw refusePk('project', project_id)
    await addEntity(tx, member, 'project', project_id, null)
  })

export const removeFavoriteProject = (db: Db, member: Member, project_id: string) =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, member)
    const known = await findByEntity(tx, member, 'project', project_id)
    if (!known) throw notFound()
    await remove(tx, member, known.id)
  })
