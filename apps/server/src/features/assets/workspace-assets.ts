import type { AssetCopy, NewAsset } from '@cairn/contract'
import type { Person } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { projectKinds, readKind, workspaceKinds } from './kinds.ts'
import { findOwner, refuseToChange, resolveOwner } from './owners.ts'
import { hideFrom, showOn } from './picture-owners.ts'
import {
  type AssetScope,
  findAsset,
  findProjectRole,
  findScopeOfKey,
  lockAsset,
  lockUnbound,
  updateAsset,
} from './queries.ts'
import {
  assetNotFound,
  copyAsset,
  type House,
  markUploaded,
  openTarget,
  type Patch,
  takeInAt,
} from './service.ts'

export function createAsset(house: House, place: AssetScope, wanted: NewAsset) {
  const kind = readKind(wanted.entity_type, place.project_id ? projectKinds : workspaceKinds)
  return openTarget(house, place.user_id, kind, wanted, async () => ({
    owner: await resolveOwner(house.db, place, kind, wanted.entity_identifier),
    slug: place.slug,
  }))
}

/** Excludes attachments: they have separate routes, with counts and events. */
async function lockPicture(tx: Tx, place: AssetScope, id: string, deleted = false) {
  const asset = await lockAsset(tx, place, id, deleted)
  if (!asset || asset.entity_type === 'ISSUE_ATTACHMENT') throw notFound()
  return asset
}

/** In a project only `bindAssets` sets a cover. */
export async function completeAsset(house: House, place: AssetScope, id: string, patch: Patch) {
  const stored = await takeInAt(house, place, id)
  await house.db.transaction().execute(async (tx) => {
    const asset = await lockPicture(tx, place, id)
    await refuseToChange(tx, place, asset)
    const first = await markUploaded(tx, asset, place.user_id, stored, patch)
    if (first && !place.project_id) await showOn(tx, place, asset)
  })
}

export const removeAsset = ({ db }: House, place: AssetScope, id: string) =>
  db.transaction().execute(async (tx) => {
    const asset = await lockPicture(tx, place, id)
    await refuseToChange(tx, place, asset)
    await updateAsset(tx, asset, place.user_id, { deleted_at: now })
    await hideFrom(tx, place, asset)
  })

export const restoreAsset = ({ db }: House, place: AssetScope, id: string) =>
  db.transaction().execute(async (tx) => {
    const asset = await lockPicture(tx, place, id, true)
    await refuseToChange(tx, place, asset)
    await updateAsset(tx, asset, place.user_id, { deleted_at: null })
  })

export const checkAsset = async (db: Db, place: AssetScope, id: string) => ({
  exists: (await findAsset(db, place, id)) !== undefined,
})

/** Assigns pictures that were uploaded before their owner was saved. */
export const bindAssets = (
  { db }: House,
  place: AssetScope,
  entity_id: string,
  ids: string[] = [],
) =>
  db.transaction().execute(async (tx) => {
    const [first] = ids
    if (!first) throw badRequest({ error: 'No asset ids provided.' })
    const assets = await lockUnbound(tx, place, ids)
    if (assets.length === 0) throw assetNotFound()
    const leading = assets.find(({ id }) => id === first)
    const foreign = ids.find(
      (id) =>
        !assets.some((asset) => asset.id === id && asset.entity_type === leading?.entity_type),
    )
    if (!leading || foreign) {
      const pk = `Invalid pk "${foreign ?? first}" - object does not exist.`
      throw badRequest({ asset_ids: [pk] })
    }
    const owner = await findOwner(tx, place, leading.entity_type, entity_id)
    // Deleted during the upload of its pictures.
    if (!owner) return
    for (const asset of assets) await updateAsset(tx, asset, place.user_id, owner)
    const { project_id = leading.project_id } = owner
    if (leading.is_uploaded) await showOn(tx, place, { ...leading, project_id })
  })

const invalidCopy = () => badRequest({ error: 'Invalid entity type or entity id' })

/** Copies a file to a new key and owner. */
export async function duplicateAsset(
  house: House,
  place: AssetScope,
  id: string,
  wanted: AssetCopy,
) {
  const { db } = house
  const kind = workspaceKinds.find((known) => known === wanted.entity_type)
  if (!kind || kind === 'WORKSPACE_LOGO') throw invalidCopy()
  const { user_id, workspace_id } = place
  const { project_id, entity_id } = wanted
  if (project_id && (await findProjectRole(db, place, project_id)) === undefined) {
    throw notFound({ error: 'Project not found' })
  }
  const target: AssetScope = project_id ? { ...place, project_id } : place
  const owner = entity_id ? await findOwner(db, target, kind, entity_id) : { project_id }
  if (!owner) throw invalidCopy()
  const copy = { project_id: project_id ?? null, ...owner, workspace_id }
  const asset_id = await copyAsset(house, user_id, id, kind, copy)
  if (!asset_id) throw notFound({ error: 'Asset not found' })
  return { asset_id }
}

/** The caller as a member of the workspace whose asset an old link names. */
async function enterByKey(
  db: Db,
  person: Person,
  workspace_id: string,
  key: string,
  deleted: boolean,
) {
  const { user_id, email, is_instance_admin, user_timezone } = person
  const found = await findScopeOfKey(db, user_id, workspace_id, key, deleted)
  if (!found) throw notFound()
  const { id, slug, workspace_role } = found
  const who = { user_id, email, is_instance_admin, user_timezone }
  return { id, place: { ...who, workspace_id, slug, workspace_role } }
}

export async function removeByKey(house: House, person: Person, workspace_id: string, key: string) {
  const { id, place } = await enterByKey(house.db, person, workspace_id, key, false)
  await removeAsset(house, place, id)
}

export async function restoreByKey(
  house: House,
  person: Person,
  workspace_id: string,
  key: string,
) {
  const { id, place } = await enterByKey(house.db, person, workspace_id, key, true)
  await restoreAsset(house, place, id)
}
