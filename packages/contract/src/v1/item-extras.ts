import { Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { ListQuery, nowhere } from './lists.ts'
import { project } from './paths.ts'
import type { Tree } from './work-items.ts'

const none = Type.Array(Type.Unknown(), { maxItems: 0 })

/**
 * Parts of an item that other servers of this API have and this one does not: reads return nothing,
 * and writes are answered with 404.
 */
function extrasV1<T extends Tree>(tree: T) {
  const one = `${project}${tree}/:issue_id/` as const
  const pages = `${one}pages/` as const
  return {
    emptyPages: [
      endpoint(byToken(anyProjectMember), `GET ${pages}`, { query: ListQuery, 200: Page(none) }),
    ],
    missing: [
      endpoint(byToken(projectMembers), `POST ${pages}`, nowhere),
      endpoint(byToken(anyProjectMember), `GET ${pages}:item_page_id/`, nowhere),
      endpoint(byToken(projectMembers), `DELETE ${pages}:item_page_id/`, nowhere),
    ],
  }
}

export const workItemExtrasV1 = extrasV1('work-items')
export const issueExtrasV1 = extrasV1('issues')
