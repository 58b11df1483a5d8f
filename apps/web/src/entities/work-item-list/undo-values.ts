import type { RevertedFields, WorkItem } from '@cairn/contract'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'

export type Field = keyof RevertedFields

/** A row, or the fields needed to name the item. */
export type ChangedItem = Pick<WorkItem, 'id' | 'project_id' | 'sequence_id' | 'name'> &
  Partial<Pick<WorkItem, 'label_ids' | 'assignee_ids' | 'module_ids' | 'property_values'>>

/** One item's part of a change: old and new values. */
export interface ItemChange {
  item: ChangedItem
  before: RevertedFields
  after: RevertedFields
}

/** In the order they are named in messages: a drag to another column is a change of state. */
export const fields = [
  ...['state_id', 'priority', 'assignee_ids', 'label_ids', 'start_date', 'target_date'],
  ...['cycle_id', 'module_ids', 'estimate_point', 'type_id', 'parent_id', 'name', 'sort_order'],
] as const as readonly Field[]

const lists = ['label_ids', 'assignee_ids', 'module_ids'] as const

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The undoable part of a change; undefined if there is none. */
export function fieldsOf(item: WorkItem, patch: ItemPatch): ItemChange | undefined {
  const changed = fields.filter(
    (field) => patch[field] !== undefined && !isSame(patch[field], item[field]),
  )
  if (changed.length === 0) return undefined
  const of = (from: ItemPatch | WorkItem): RevertedFields =>
    Object.fromEntries(changed.map((field) => [field, from[field]]))
  return { item, before: of(item), after: of(patch) }
}

export const reversed = ({ item, before, after }: ItemChange): ItemChange => ({
  item,
  before: after,
  after: before,
})

/** The row after the undo. Labels, assignees and modules added by others since are kept. */
export function valuesOf(now: ChangedItem, { before, after }: ItemChange): RevertedFields {
  const values = { ...before }
  for (const list of lists) {
    const [wanted, made = []] = [before[list], after[list]]
    if (!wanted) continue
    const rest = (now[list] ?? []).filter((id) => wanted.includes(id) || !made.includes(id))
    values[list] = [...new Set([...rest, ...wanted.filter((id) => !made.includes(id))])]
  }
  return values
}
