import { Type } from 'typebox'
import { audit, Id } from '../core/shapes.ts'

/** Membership of an item in a cycle or module. */
export const membership = {
  id: Id,
  ...audit,
  issue: Id,
  project: Id,
  workspace: Id,
  sub_issues_count: Type.Integer(),
}

export const ItemIds = Type.Object({
  issues: Type.Optional(Type.Array(Id, { maxItems: 10_000 })),
})
