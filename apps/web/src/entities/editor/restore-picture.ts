import { assetsApi } from '@cairn/contract'
import { call } from '#data/api.ts'

const asset = /^\/api\/assets\/v2\/workspaces\/([\w-]+)\/(?:projects\/[\w-]+\/)?([\w-]+)\/$/

/**
 * A picture that was taken out is deleted when its text is saved. Undone, it is to be seen before that
 * is saved too. Whether it came back shows when it is loaded again.
 */
export async function restorePicture(src: string): Promise<void> {
  const [, slug, id] = asset.exec(src) ?? []
  if (!slug || !id) return
  await call(assetsApi.restore, { params: { slug, id } }).catch(() => undefined)
}
