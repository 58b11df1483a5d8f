import {
  copyAsset,
  type House,
  picturesIn,
  renamePictures,
  savePictures,
} from '#features/assets/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'

export { type House, picturesIn, savePictures }

/** Copies each picture for the new page; pictures that cannot be copied keep their URL. */
export async function copyPictures(house: House, member: ProjectMember, html: string) {
  const { user_id, workspace_id, project_id } = member
  const copies = new Map<string, string>()
  for (const id of picturesIn(html)) {
    const owner = { workspace_id, project_id }
    const copy = await copyAsset(house, user_id, id, 'PAGE_DESCRIPTION', owner)
    if (copy) copies.set(id, copy)
  }
  const own = renamePictures(html, (id) => copies.get(id) ?? id)
  return { html: own, ids: [...copies.values()] }
}
