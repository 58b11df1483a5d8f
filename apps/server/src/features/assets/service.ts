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

/** What the asset flow stands on. */
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

/** A row that waits for its bytes, and the form they may be sent with. */
export async function openTarget(
  house: House,
  user_id: string,
  kind: AssetKind,
  wanted: NewAsset,
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
    ...owner,
    entity_type: kind,
    asset: key,
    attributes: { name: readFileName(wanted.name), type, size },
    size,
    created_by: user_id,
  })
  return { upload_data, asset_id: asset.id, asset_url: addressOf(asset, slug) }
}

/** What a client may say when the bytes are there. */
export type Patch = { attributes?: Record<string, unknown> } | null | undefined

type Announced = Pick<Asset, 'asset' | 'attributes' | 'is_uploaded' | 'workspace_id'>

/** What came for an asset that is not marked yet. Before anything is locked: buckets take their time. */
export async function takeIn(house: House, asset: Announced | undefined) {
  if (!asset || asset.is_uploaded) return null
  await refuseBeyondLimit(house.db, house, asset)
  return house.storage.receive(asset.asset, (arrived) => refuseArrived(arrived, asset.attributes))
}

export const takeInAt = async (house: House, place: AssetScope, id: string) =>
  takeIn(house, await findAsset(house.db, place, id))

/**
 * The bytes are there: from now on the file is served. False: it already was. Of what a client says
 * about the file only its name is taken; type and size decide how it is served.
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

/** An attachment is whose who marks it. False: it already was. */
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

/** Where a file can be saved from for a while, under its name. */
export const addressOfFile = (
  { storage }: House,
  reader: Extract<Reader, { user_id: string }>,
  file: Parameters<typeof signAddress>[1],
) => signAddress(storage, file, reader, true)

/** Where a picture of a text is shown from for a while. */
export const addressOfPicture = (
  { storage }: House,
  reader: NonNullable<Reader>,
  file: Parameters<typeof signAddress>[1],
) => signAddress(storage, file, reader)

/** A key is written once, so it says which bytes these are. */
export const tagOf = (key: string) => `"${key.split('/').at(-1)}"`

const unknownPicture = (field: string, id: string) =>
  badRequest({ [field]: [`Invalid pk "${id}" - object does not exist.`] })

/** For an owner's own field: a marked picture of theirs, of this kind. */
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

/** A picture nobody shows any more. It can be restored for as long as deleted things are kept. */
export const discardPicture = (tx: Tx, id: string, user_id: string) => markReplaced(tx, id, user_id)

/** The file again, under a key and with an owner of its own; undefined: not theirs to see, or gone. */
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
  // The row first: a copy that fails half way is found by it and removed.
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
 * The job: what was asked for and never sent counts no longer. A row whose file did come is kept: it
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
 * What was never marked, and what was deleted long ago. The file goes first: a row without its file
 * is found again the next night, a file without its row never.
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
