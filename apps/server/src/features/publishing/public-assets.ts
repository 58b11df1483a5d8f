import type { NewAsset } from '@cairn/contract'
import {
  addressOfPicture,
  assetNotFound,
  type House,
  markUploaded,
  openTarget,
  type Patch,
  readKind,
  takeIn,
  updateAsset,
} from '#features/assets/service.ts'
import { findItemOf } from '#features/comments/service.ts'
import { now } from '#kernel/database/schema.ts'
import { badRequest, HttpError, notFound } from '#kernel/http/errors.ts'
import { refuseUnless } from './public-board.ts'
import { readComment, type Visit } from './public-discussion.ts'
import { openPublicItem } from './public-items.ts'
import { findPicture, lockOwnPictures } from './public-queries.ts'

type Picture = NonNullable<Awaited<ReturnType<typeof findPicture>>>

const addressAt = (anchor: string, id: string) => `/api/public/assets/v2/anchor/${anchor}/${id}/`

/**
 * A picture is visible where its text is; authors see pictures of their comment before it is saved.
 */
async function refuseHidden(visit: Visit, picture: Picture) {
  const { db, board, reader } = visit
  const { entity_type, work_item_id, comment_id, page_id, created_by } = picture
  if (board.entity_name === 'page') {
    if (entity_type === 'PAGE_DESCRIPTION' && page_id === board.entity_identifier) return
    throw assetNotFound()
  }
  if (entity_type === 'ISSUE_DESCRIPTION' && work_item_id) {
    await openPublicItem(db, board, reader, work_item_id)
    return
  }
  if (entity_type !== 'COMMENT_DESCRIPTION') throw assetNotFound()
  if (!comment_id) {
    if (created_by === reader.user_id) return
    throw assetNotFound()
  }
  await openComment(visit, comment_id)
}

async function openComment(visit: Visit, comment_id: string) {
  const found = await findItemOf(visit.db, visit.reader, comment_id)
  if (!found) throw notFound()
  return readComment(visit, { id: found.work_item_id, comment_id })
}

/** The same response for every reason. */
function asMissing(error: unknown): never {
  throw error instanceof HttpError && error.status === 404 ? assetNotFound() : error
}

export async function findPictureAddress(house: House, visit: Visit, id: string) {
  const picture = await findPicture(visit.db, visit.reader, id)
  if (!picture?.is_uploaded) throw assetNotFound()
  await refuseHidden(visit, picture).catch(asMissing)
  return addressOfPicture(house, visit.board, picture)
}

export async function createPicture(house: House, visit: Visit, wanted: NewAsset) {
  const { board, reader } = visit
  const kind = readKind(wanted.entity_type, ['COMMENT_DESCRIPTION'])
  refuseUnless(board, 'comments')
  const { workspace_id, project_id } = reader
  const target = await openTarget(house, reader.user_id, kind, wanted, async () => ({
    owner: { workspace_id, project_id },
    slug: '',
  }))
  return { ...target, asset_url: addressAt(board.anchor, target.asset_id) }
}

export async function completePicture(house: House, { reader }: Visit, id: string, patch: Patch) {
  const stored = await takeIn(house, await findPicture(house.db, reader, id))
  await house.db.transaction().execute(async (tx) => {
    const [asset] = await lockOwnPictures(tx, reader, [id])
    if (!asset) throw notFound()
    await markUploaded(tx, asset, reader.user_id, stored, patch)
  })
}

/** Deletes or restores the user's own pictures. */
const setDeleted = (isDeleted: boolean) => (house: House, visit: Visit, id: string) =>
  house.db.transaction().execute(async (tx) => {
    const { reader } = visit
    const [asset] = await lockOwnPictures(tx, reader, [id], { deleted: !isDeleted })
    if (!asset) throw notFound()
    await updateAsset(tx, asset, reader.user_id, { deleted_at: isDeleted ? now : null })
  })

export const removePicture = setDeleted(true)
export const restorePicture = setDeleted(false)

/** Assigns pictures that were uploaded before the comment was saved. */
export async function bindPictures(
  house: House,
  visit: Visit,
  comment_id: string,
  ids: readonly string[] = [],
) {
  const { reader } = visit
  if (ids.length === 0) throw badRequest({ error: 'No asset ids provided.' })
  const comment = await openComment(visit, comment_id)
  if (comment.actor !== reader.user_id) throw notFound()
  await house.db.transaction().execute(async (tx) => {
    const assets = await lockOwnPictures(tx, reader, ids)
    if (assets.length === 0) throw assetNotFound()
    const owner = { comment_id, work_item_id: comment.issue }
    for (const asset of assets) await updateAsset(tx, asset, reader.user_id, owner)
  })
}
