import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken } from '../core/policy.ts'
import { DateTime, Id, Nullable } from '../core/shapes.ts'
import { ListQuery, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'
import type { Tree } from './work-items.ts'

const words = Nullable(Type.String())

export const ItemActivityV1 = Type.Object({
  id: Id,
  verb: Type.String(),
  field: words,
  old_value: words,
  new_value: words,
  comment: Type.String(),
  attachments: Type.Array(Type.String()),
  old_identifier: Nullable(Id),
  new_identifier: Nullable(Id),
  /** Whole seconds. */
  epoch: Nullable(Type.Number()),
  issue: Nullable(Id),
  issue_comment: Nullable(Id),
  actor: Nullable(Id),
  project: Id,
  workspace: Id,
  created_at: DateTime,
  updated_at: DateTime,
  deleted_at: Type.Null(),
})
export type ItemActivityV1 = Static<typeof ItemActivityV1>

function activitiesV1<T extends Tree>(tree: T) {
  const all = `${project}${tree}/:issue_id/activities/` as const
  return {
    list: endpoint(byToken(anyProjectMember), `GET ${all}`, {
      query: ListQuery,
      200: Page(Type.Array(ItemActivityV1)),
    }),
    get: endpoint(byToken(anyProjectMember), `GET ${all}:activity_id/`, {
      query: ShapeQuery,
      200: ItemActivityV1,
    }),
  }
}

export const workItemActivitiesV1 = activitiesV1('work-items')
export const issueActivitiesV1 = activitiesV1('issues')
