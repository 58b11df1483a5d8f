import { publicBoardApi, publicPath } from '@cairn/contract'
import { call } from '#data/api.ts'

/** Finds the public URL of a project by the older URL without an anchor. */
export async function findPublished(slug: string, project_id: string): Promise<string> {
  const params = { slug, project_id }
  const found = await call(publicBoardApi.ofProject, { params }).catch(() => undefined)
  return publicPath('project', found?.anchor ?? 'unknown')
}
