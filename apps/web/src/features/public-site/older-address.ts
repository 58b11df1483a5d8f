import { publicBoardApi, publicPath } from '@cairn/contract'
import { call } from '#data/api.ts'

/** Where a project is published, by the names it was addressed with before it had an anchor. */
export async function findPublished(slug: string, project_id: string): Promise<string> {
  const params = { slug, project_id }
  const found = await call(publicBoardApi.ofProject, { params }).catch(() => undefined)
  return publicPath('project', found?.anchor ?? 'unknown')
}
