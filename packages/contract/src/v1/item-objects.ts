import { type Static, Type } from 'typebox'
import { audit, Choice, DateTime, Day, Id, Nullable } from '../shapes.ts'
import { priorities } from '../work-items.ts'
import { external } from './lists.ts'

/** A work item where others list theirs: in a cycle, a module, an epic. */
export const ItemV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description_html: Type.String(),
  description_stripped: Nullable(Type.String()),
  description_binary: Type.Null(),
  priority: Choice(priorities),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
  sequence_id: Type.Integer(),
  sort_order: Type.Number(),
  completed_at: Nullable(DateTime),
  archived_at: Nullable(DateTime),
  last_activity_at: DateTime,
  is_draft: Type.Boolean(),
  point: Type.Null(),
  type_id: Nullable(Id),
  type: Nullable(Id),
  state: Id,
  parent: Nullable(Id),
  estimate_point: Nullable(Id),
  assignees: Type.Array(Id),
  labels: Type.Array(Id),
  ...external,
  project: Id,
  workspace: Id,
})
export type ItemV1 = Static<typeof ItemV1>

/** That an item is in a cycle or a module. */
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
