import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember } from '../core/policy.ts'
import { Choice, DateTime, Day, Id, Nullable } from '../core/shapes.ts'
import { PropertyChanges } from '../project/property-values.ts'
import { priorities } from './work-items.ts'

const ids = Type.Array(Id, { maxItems: 1000 })

/** Fields of a work item that can be reverted: all but its text, which has its own undo. */
export const RevertedFields = Type.Partial(
  Type.Object({
    name: Type.String({ maxLength: 255 }),
    state_id: Id,
    priority: Choice(priorities),
    start_date: Nullable(Day),
    target_date: Nullable(Day),
    estimate_point: Nullable(Id),
    type_id: Nullable(Id),
    parent_id: Nullable(Id),
    sort_order: Type.Number(),
    cycle_id: Nullable(Id),
    label_ids: ids,
    assignee_ids: ids,
    module_ids: ids,
    /** Only those that changed. */
    property_values: PropertyChanges,
  }),
)
export type RevertedFields = Static<typeof RevertedFields>

/** `expected`: the values set by the change to revert; `values`: those before it. */
const Reversion = Type.Object({ id: Id, expected: RevertedFields, values: RevertedFields })
export type Reversion = Static<typeof Reversion>

/**
 * Not reverted, because this field was changed since; without a field, the item was deleted.
 * `value` and `changed_at` are set if the rest of the item was written.
 */
const SkippedItem = Type.Object({
  id: Id,
  field: Nullable(Type.String()),
  changed_by: Nullable(Id),
  value: Type.Optional(Type.Unknown()),
  changed_at: Type.Optional(Nullable(DateTime)),
})
export type SkippedItem = Static<typeof SkippedItem>

export const MAX_REVERSIONS = 200

export const revertsApi = {
  /**
   * Undoes and redoes changes, unless the same field was changed since: then the item is skipped
   * or, with `partly`, the other fields are written.
   */
  revert: endpoint(
    anyProjectMember,
    'POST /api/workspaces/:slug/projects/:project_id/revert-issues/',
    {
      body: Type.Object({
        changes: Type.Array(Reversion, { maxItems: MAX_REVERSIONS }),
        partly: Type.Optional(Type.Boolean()),
      }),
      200: Type.Object({ reverted: Type.Array(Id), skipped: Type.Array(SkippedItem) }),
    },
  ),
}
