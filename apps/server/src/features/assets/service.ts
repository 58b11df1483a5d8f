import type { AssetKind, NewAsset } from '@cairn/contract'
import type { Config } from '#config'
import { readFileSizeLimit } from '#features/instance-settings/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { createKey, type Storage, type StoredFile } from '#kernel/storage/storage.ts'
import { refuseArrived } from './content.ts'
import { addressOf, readFileName, readType } from './kinds.ts'
import {
  type Asset,
  type AssetScope,
  findAsset,
  findAssetOf,
  insertAsset,
  listExpired,
  listStale,
  lockAsset,
  lockOwnAsset,
  markReplaced,
  moveDraftAssets,
  type Owner,
  removeRows,
  updateAsset,
} from './queries.ts'
import { type Reader, signAddress } from './signed-address.ts'
import { refuseBeyondLimit } from './storage-limit.ts'

export { readKind } from './kinds.ts'
export { registerOwnPicture, registerPicture } from './picture-owners.ts'
export { picturesIn, renamePictures, savePictures } from './text-pictures.ts'
export { moveDraftAssets, updateAsset }

/** Dependencies of the asset flow. */
export interface House {
  db: Db
  storage: Storage
  config: Config
}

const HOUR = 3_600_000

export const assetNotFound = () => notFound({ error: 'The requested asset could not be found.' })

const addWithinLimit = (house: House, values: Parameters<typeof insertAsset>[1]) =>
  house.db.transaction().execute(async (tx) => {
    const asset = await insertAsset(tx, values)
    await refuseBeyondLimit(tx, house, values)
    return asset
  })

/** Creates a pending asset row and the form for its upload. */
export async function openTarget(
  house: House,
  user_id: string,
  kind: AssetKind,
  wanted: NewAsset & { id?: string },
  findOwner: () => Promise<{ owner: Owner; slug: string }>,
) {
  const { db, storage, config } = house
  const type = readType(kind, wanted.type)
  const limit = await readFileSizeLimit(db, config)
  const { owner, slug } = await findOwner()
  const size = Math.min(wanted.size ?? limit, limit)
  const key = createKey(owner.workspace_id)
  const expiresAt = new Date(Date.now() + HOUR)
  const upload_data = await storage.createUploadTarget({ key, type, maxBytes: size, expiresAt })
  const asset = await addWithinLimit(house, {
    ...(wanted.id && { id: wanted.id }),
    ...owner,
    entity_type: kind,
    asset: key,
    attributes: { name: readFileName(wanted.name), type, size },
    size,
    created_by: user_id,
  })
  return { upload_data, asset_id: asset.id, asset_url: addressOf(asset, slug) }
}

/** What a client may send when the upload is complete. */
export type Patch = { attributes?: Record<string, unknown> } | null | undefined

type Announced = Pick<Asset, 'asset' | 'attributes' | 'is_uploaded' | 'workspace_id'>

/**
 * Checks an uploaded file whose asset is not marked yet. Runs before any lock: buckets are slow.
 */
export async function takeIn(house: House, asset: Announced | undefined) {
  if (!asset || asset.is_uploaded) return null
  await refuseBeyondLimit(house.db, house, asset)
  return house.storage.receive(asset.asset, (arrived) => refuseArrived(arrived, asset.attributes))
}

export const takeInAt = async (house: House, place: AssetScope, id: string) =>
  takeIn(house, await findAsset(house.db, place, id))

/**
 * Marks the upload as complete: from now on the file is served. False: it already was. Only the
 * name is taken from the client; type and size decide how the file is served.
 */
export async function markUploaded(
  tx: Tx,
  asset: Asset,
  user_id: string,
  stored: StoredFile | null,
  patch: Patch,
): Promise<boolean> {
  const { asset: key, is_uploaded } = asset
  if (is_uploaded) return false
  if (!stored) throw badRequest({ error: 'The asset is not uploaded.', status: false })
  const { type, name } = asset.attributes
  const typed = patch?.attributes?.name
  const shown = typeof typed === 'string' ? readFileName(typed) : name
  const { size, modifiedAt } = stored
  await updateAsset(tx, asset, user_id, {
    is_uploaded: true,
    size,
    attributes: JSON.stringify({ name: shown.slice(0, 255), type, size }),
    storage_metadata: JSON.stringify({
      ContentType: type,
      ContentLength: size,
      LastModified: modifiedAt,
      ETag: tagOf(key),
      Metadata: {},
    }),
  })
  return true
}

/** The user who marks an attachment is its author. False: it already was marked. */
export async function markAttached(
  tx: Tx,
  member: ProjectMember,
  id: string,
  stored: StoredFile | null,
) {
  const { user_id } = member
  const asset = await lockAsset(tx, member, id)
  if (!asset) throw notFound()
  const first = await markUploaded(tx, asset, user_id, stored, null)
  if (first) await updateAsset(tx, asset, user_id, { created_by: user_id })
  return first
}

/** A temporary URL to download a file under its name. */
export const addressOfFile = (
  { storage }: House,
  reader: Extract<Reader, { user_id: string }>,
  file: Parameters<typeof signAddress>[1],
) => signAddress(storage, file, reader, true)

/** A temporary URL to show a picture of a text. */
export const addressOfPicture = (
  { storage }: House,
  reader: NonNullable<Reader>,
  file: Parameters<typeof signAddress>[1],
) => signAddress(storage, file, reader)

/** A key is written once, so it identifies the content. */
export const tagOf = (key: string) => `"${key.split('/').at(-1)}"`

const unknownPicture = (field: string, id: string) =>
  badRequest({ [field]: [`Invalid pk "${id}" - object does not exist.`] })

/** For a user's own picture field: an uploaded picture of theirs, of this kind. */
export async function claimOwnPicture(
  tx: Tx,
  user_id: string,
  field: string,
  id: string,
  kind: AssetKind,
): Promise<void> {
  const asset = await lockOwnAsset(tx, user_id, id)
  if (asset?.is_uploaded && asset.entity_type === kind) return
  throw unknownPicture(field, id)
}

export async function claimLogo(tx: Tx, member: Member, id: string): Promise<void> {
  const asset = await lockAsset(tx, member, id)
  if (asset?.is_uploaded && asset.entity_type === 'WORKSPACE_LOGO') return
  throw unknownPicture('logo_asset', id)
}

/**
 * Deletes a picture that is no longer shown. It can be restored until deleted assets are purged.
 */
export const discardPicture = (tx: Tx, id: string, user_id: string) => markReplaced(tx, id, user_id)

/** Copies a file to a new key and owner; undefined: not visible to the user, or deleted. */
export async function copyAsset(
  house: House,
  user_id: string,
  id: string,
  kind: AssetKind,
  owner: Owner & { workspace_id: string },
): Promise<string | undefined> {
  const { db, storage } = house
  const source = await findAssetOf(db, user_id, id)
  const stored = source?.is_uploaded ? await storage.get(source.asset) : null
  if (!source || !stored) return undefined
  const asset = createKey(owner.workspace_id)
  const { size } = stored
  // Inserts the row first, so that a copy that fails half way is found and removed.
  const copy = await addWithinLimit(house, {
    ...owner,
    entity_type: kind,
    asset,
    attributes: source.attributes,
    size,
    created_by: user_id,
  }).catch((error: unknown) => {
    stored.stream.destroy()
    throw error
  })
  await storage.put(asset, stored.stream, { maxBytes: size, once: true })
  await updateAsset(db, copy, user_id, { is_uploaded: true })
  return copy.id
}

const AT_ONCE = 200

/**
 * The job: removes requested uploads that were never sent. A row whose file did arrive stays: it
 * may be marked for a week.
 */
export async function removeUnsentAssets(db: Db, storage: Storage): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const expired = await listExpired(db, after, AT_ONCE)
    const last = expired.at(-1)
    if (!last) return
    after = last.id
    const unsent: string[] = []
    for (const { id, asset } of expired) if (!(await storage.hasArrived(asset))) unsent.push(id)
    if (unsent.length > 0) await removeRows(db, unsent)
  }
}

/**
 * Removes assets never marked as uploaded or deleted long ago. The file is removed first: a row
 * without its file is found again the next night, a file without its row never.
 */
export async function removeStaleAssets(db: Db, storage: Storage): Promise<void> {
  for (;;) {
    const stale = await listStale(db, AT_ONCE)
    if (stale.length === 0) break
    for (const { asset } of stale) await storage.remove(asset)
    const ids = stale.map(({ id }) => id)
    await removeRows(db, ids)
  }
  await storage.removeAbandoned()
}
