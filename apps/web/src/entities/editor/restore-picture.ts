import { assetsApi } from '@cairn/contract'
import { call } from '#data/api.ts'

const asset = /^\/api\/assets\/v2\/workspaces\/([\w-]+)\/(?:projects\/[\w-]+\/)?([\w-]+)\/$/

/**
 * A removed picture is deleted when its text is saved. After undo it must be visible before the
 * text is saved again. Whether that worked shows when it is loaded again.
 */
export async function restorePicture(src: string): Promise<void> {
  const [, slug, id] = asset.exec(src) ?? []
  if (!slug || !id) return
  await call(assetsApi.restore, { params: { slug, id } }).catch(() => undefined)
}
