import type { UserPatch } from '@cairn/contract'
import { claimOwnPicture, discardPicture, registerOwnPicture } from '#features/assets/service.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emitUser } from './events.ts'
import { lockPictures, updateUser } from './queries.ts'

type PictureField = 'avatar' | 'cover_image'

/** Another picture, or none: the uploaded one goes. */
async function replacePicture(
  tx: Tx,
  user_id: string,
  field: PictureField,
  asset_id: string | null,
): Promise<void> {
  const { [field]: before } = await lockPictures(tx, user_id)
  await updateUser(
    tx,
    user_id,
    field === 'avatar'
      ? { avatar_asset_id: asset_id, ...(asset_id && { avatar: '' }) }
      : { cover_image_asset_id: asset_id, ...(asset_id && { cover_image: null }) },
  )
  if (before && before !== asset_id) await discardPicture(tx, before, user_id)
}

/** Everybody who sees it sees the new one at once. */
async function showPicture(tx: Tx, user_id: string, field: PictureField, asset_id: string) {
  await replacePicture(tx, user_id, field, asset_id)
  await emitUser(tx, user_id)
}

/** Where it is the picture; a former one is none any more. */
async function hidePicture(tx: Tx, user_id: string, field: PictureField, asset_id: string) {
  const { [field]: shown } = await lockPictures(tx, user_id)
  if (shown !== asset_id) return
  await replacePicture(tx, user_id, field, null)
  await emitUser(tx, user_id)
}

const fields = [
  ['avatar', 'avatar_asset', 'USER_AVATAR'],
  ['cover_image', 'cover_image_asset', 'USER_COVER'],
] as const

/** The uploads a person's own patch names; a typed address takes the place of an upload. */
export async function changePictures(tx: Tx, user_id: string, patch: UserPatch): Promise<void> {
  for (const [typed, field, kind] of fields) {
    const asset_id = patch[typed] ? null : patch[field]
    if (asset_id) await claimOwnPicture(tx, user_id, field, asset_id, kind)
    if (asset_id !== undefined) await replacePicture(tx, user_id, typed, asset_id)
  }
}

/** What an upload of a person's own picture changes. */
export function registerPictures() {
  for (const [field, , kind] of fields) {
    registerOwnPicture(kind, {
      show: (tx, { user_id }, { id }) => showPicture(tx, user_id, field, id),
      hide: (tx, { user_id }, { id }) => hidePicture(tx, user_id, field, id),
    })
  }
}
