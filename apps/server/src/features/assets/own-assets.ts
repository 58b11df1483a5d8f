import type { NewAsset } from '@cairn/contract'
import type { Person } from '#kernel/auth/member.ts'
import { now, type Tx } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { ownKinds, readKind } from './kinds.ts'
import { hideOwn, showOwn } from './picture-owners.ts'
import {
  type Asset,
  findOwnAsset,
  lockOwnAsset,
  lockOwnAssetByKey,
  updateAsset,
} from './queries.ts'
import { type House, markUploaded, openTarget, type Patch, takeIn } from './service.ts'

export function createOwn(house: House, { user_id }: Person, wanted: NewAsset) {
  const kind = readKind(wanted.entity_type, ownKinds)
  return openTarget(house, user_id, kind, wanted, async () => ({ owner: { user_id }, slug: '' }))
}

export async function completeOwn(house: House, person: Person, id: string, patch: Patch) {
  const { user_id } = person
  const stored = await takeIn(house, await findOwnAsset(house.db, user_id, id))
  await house.db.transaction().execute(async (tx) => {
    const asset = await lockOwnAsset(tx, user_id, id)
    if (!asset) throw notFound()
    const first = await markUploaded(tx, asset, user_id, stored, patch)
    if (first) await showOwn(tx, person, asset)
  })
}

async function removeLocked(tx: Tx, person: Person, asset: Asset | undefined) {
  if (!asset) throw notFound()
  await updateAsset(tx, asset, person.user_id, { deleted_at: now })
  await hideOwn(tx, person, asset)
}

export const removeOwn = ({ db }: House, person: Person, id: string) =>
  db.transaction().execute(async (tx) => {
    await removeLocked(tx, person, await lockOwnAsset(tx, person.user_id, id))
  })

export const removeOwnByKey = ({ db }: House, person: Person, key: string) =>
  db.transaction().execute(async (tx) => {
    await removeLocked(tx, person, await lockOwnAssetByKey(tx, person.user_id, key, false))
  })

export const restoreOwnByKey = ({ db }: House, { user_id }: Person, key: string) =>
  db.transaction().execute(async (tx) => {
    const asset = await lockOwnAssetByKey(tx, user_id, key, true)
    if (!asset) throw notFound()
    await updateAsset(tx, asset, user_id, { deleted_at: null })
  })
