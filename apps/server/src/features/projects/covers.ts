import { discardPicture, registerPicture } from '#features/assets/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emitProject } from './events.ts'
import { lockCover, updateCover } from './queries.ts'

/** The uploaded cover, when another kind of cover takes its place. */
export async function discardCover(tx: Tx, member: Member, project_id: string): Promise<void> {
  const locked = await lockCover(tx, member, project_id)
  if (locked?.cover_image_asset) await discardPicture(tx, locked.cover_image_asset, member.user_id)
}

/** Everybody sees the new cover at once; the one before goes. */
async function showCover(tx: Tx, member: Member, project_id: string, asset_id: string) {
  await discardCover(tx, member, project_id)
  await updateCover(tx, member, project_id, asset_id)
  await emitProject(tx, member, project_id)
}

/** Where it is the cover; a former one is none any more. */
async function hideCover(tx: Tx, member: Member, project_id: string, asset_id: string) {
  const locked = await lockCover(tx, member, project_id)
  if (locked?.cover_image_asset !== asset_id) return
  await updateCover(tx, member, project_id, null)
  await emitProject(tx, member, project_id)
}

/** What an upload of a cover changes. */
export const registerCovers = () =>
  registerPicture('PROJECT_COVER', {
    async show(tx, member, { id, project_id }) {
      if (project_id) await showCover(tx, member, project_id, id)
    },
    async hide(tx, member, { id, project_id }) {
      if (project_id) await hideCover(tx, member, project_id, id)
    },
  })
