import type { UserPatch } from '@cairn/contract'
import { claimOwnPicture, discardPicture, registerOwnPicture } from '#features/assets/service.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emitUser } from './events.ts'
import { lockPictures, updateUser } from './queries.ts'

type PictureField = 'avatar' | 'cover_image'

/** Sets another picture, or none: the uploaded one is deleted. */
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

/** Users who see the picture are notified of the new one. */
async function showPicture(tx: Tx, user_id: string, field: PictureField, asset_id: string) {
  await replacePicture(tx, user_id, field, asset_id)
  await emitUser(tx, user_id)
}

/** Only if it is the current picture; a former one is no longer shown. */
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

/** Applies uploads named in a user's patch; a typed URL replaces an upload. */
export async function changePictures(tx: Tx, user_id: string, patch: UserPatch): Promise<void> {
  for (const [typed, field, kind] of fields) {
    const asset_id = patch[typed] ? null : patch[field]
    if (asset_id) await claimOwnPicture(tx, user_id, field, asset_id, kind)
    if (asset_id !== undefined) await replacePicture(tx, user_id, typed, asset_id)
  }
}

/** Registers what an uploaded avatar or cover changes. */
export function registerPictures() {
  for (const [field, , kind] of fields) {
    registerOwnPicture(kind, {
      show: (tx, { user_id }, { id }) => showPicture(tx, user_id, field, id),
      hide: (tx, { user_id }, { id }) => hidePicture(tx, user_id, field, id),
    })
  }
}
