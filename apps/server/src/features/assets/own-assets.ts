import type { NewAsset } from '@cairn/contract'
import { hidePicture, type PictureField, showPicture } from '#features/account/service.ts'
import type { Person } from '#kernel/auth/member.ts'
import { now, type Tx } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { ownKinds, readKind } from './kinds.ts'
import {
  type Asset,
  findOwnAsset,
  lockOwnAsset,
  lockOwnAssetByKey,
  updateAsset,
} from './queries.ts'
import { type House, markUploaded, openTarget, type Patch, takeIn } from './service.ts'

const fieldOf = ({ entity_type }: Asset): PictureField =>
  entity_type === 'USER_AVATAR' ? 'avatar' : 'cover_image'

export function createOwn(house: House, { user_id }: Person, wanted: NewAsset) {
  const kind = readKind(wanted.entity_type, ownKinds)
  return openTarget(house, user_id, kind, wanted, async () => ({ owner: { user_id }, slug: '' }))
}

export async function completeOwn(house: House, { user_id }: Person, id: string, patch: Patch) {
  const stored = await takeIn(house, await findOwnAsset(house.db, user_id, id))
  await house.db.transaction().execute(async (tx) => {
    const asset = await lockOwnAsset(tx, user_id, id)
    if (!asset) throw notFound()
    const first = await markUploaded(tx, asset, user_id, stored, patch)
    if (first) await showPicture(tx, user_id, fieldOf(asset), id)
  })
}

async function removeLocked(tx: Tx, user_id: string, asset: Asset | undefined) {
  if (!asset) throw notFound()
  await updateAsset(tx, asset, user_id, { deleted_at: now })
  await hidePicture(tx, user_id, fieldOf(asset), asset.id)
}

export const removeOwn = ({ db }: House, { user_id }: Person, id: string) =>
  db.transaction().execute(async (tx) => {
    await removeLocked(tx, user_id, await lockOwnAsset(tx, user_id, id))
  })

export const removeOwnByKey = ({ db }: House, { user_id }: Person, key: string) =>
  db.transaction().execute(async (tx) => {
    await removeLocked(tx, user_id, await lockOwnAssetByKey(tx, user_id, key, false))
  })

export const restoreOwnByKey = ({ db }: House, { user_id }: Person, key: string) =>
  db.transaction().execute(async (tx) => {
    const asset = await lockOwnAssetByKey(tx, user_id, key, true)
    if (!asset) throw notFound()
    await updateAsset(tx, asset, user_id, { deleted_at: null })
  })
