import { discardPicture, registerPicture } from '#features/assets/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emitProject } from './events.ts'
import { lockCover, updateCover } from './queries.ts'

/** Deletes the uploaded cover when another kind of cover replaces it. */
export async function discardCover(tx: Tx, member: Member, project_id: string): Promise<void> {
  const locked = await lockCover(tx, member, project_id)
  if (locked?.cover_image_asset) await discardPicture(tx, locked.cover_image_asset, member.user_id)
}

/** Emits the new cover to everyone; the previous one is deleted. */
async function showCover(tx: Tx, member: Member, project_id: string, asset_id: string) {
  await discardCover(tx, member, project_id)
  await updateCover(tx, member, project_id, asset_id)
  await emitProject(tx, member, project_id)
}

/** Only if it is the current cover; a former one is no longer shown. */
async function hideCover(tx: Tx, member: Member, project_id: string, asset_id: string) {
  const locked = await lockCover(tx, member, project_id)
  if (locked?.cover_image_asset !== asset_id) return
  await updateCover(tx, member, project_id, null)
  await emitProject(tx, member, project_id)
}

/** Registers what an uploaded cover changes. */
export const registerCovers = () =>
  registerPicture('PROJECT_COVER', {
    async show(tx, member, { id, project_id }) {
      if (project_id) await showCover(tx, member, project_id, id)
    },
    async hide(tx, member, { id, project_id }) {
      if (project_id) await hideCover(tx, member, project_id, id)
    },
  })
