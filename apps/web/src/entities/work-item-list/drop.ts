import type { PropertyValue, WorkItem } from '@cairn/contract'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { NONE } from './grouped-items.ts'
import { type FixedGrouping, type GroupBy, isOfProperty } from './list-settings.ts'

const GAP = 65_535

/** The sort order of an item dropped between its neighbors. Gaps keep the others in place. */
export function dropOrder(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? GAP : after - GAP
  return after === undefined ? before + GAP : before + (after - before) / 2
}

/**
 * What moving between groups changes in an item; undefined: items cannot move between such groups.
 */
type Regroup = (item: WorkItem, from: string, to: string, states: StatesByGroup) => ItemPatch

/** The state that represents a group in an item's project. */
export interface StatesByGroup {
  stateIn: (project_id: string, group: string) => string | undefined
}

function moved(ids: readonly string[], from: string, to: string): string[] {
  const others = ids.filter((id) => id !== from && id !== to)
  return to === NONE ? others : [...others, to]
}

const regroups: Partial<Record<FixedGrouping, Regroup>> = {
  state: (_, __, to) => ({ state_id: to }),
  'state_detail.group': ({ project_id }, _, to, { stateIn }) => {
    const state_id = stateIn(project_id, to)
    return state_id ? { state_id } : {}
  },
  priority: (_, __, to) => ({ priority: to as WorkItem['priority'] }),
  assignees: (item, from, to) => ({ assignee_ids: moved(item.assignee_ids, from, to) }),
  labels: (item, from, to) => ({ label_ids: moved(item.label_ids, from, to) }),
  cycle: (_, __, to) => ({ cycle_id: to === NONE ? null : to }),
  issue_type: (_, __, to) => ({ type_id: to === NONE ? null : to }),
  module: (item, from, to) => ({ module_ids: moved(item.module_ids, from, to) }),
}

/** Of several values, only the one of the group changes. */
function propertyMoved(item: WorkItem, field: string, from: string, to: string): ItemPatch {
  const id = field.slice(-36)
  const before = item.property_values[id]
  const ids = moved(Array.isArray(before) ? before : [], from, to)
  const value: PropertyValue | null = field.startsWith('property_b')
    ? to === 'true'
    : ids.length > 0
      ? ids
      : null
  return { property_values: { [id]: to === NONE && ids.length === 0 ? null : value } }
}

const regrouped: (group_by: GroupBy, ...how: Parameters<Regroup>) => ItemPatch | undefined = (
  group_by,
  item,
  from,
  to,
  states,
) =>
  isOfProperty(group_by)
    ? propertyMoved(item, group_by, from, to)
    : regroups[group_by]?.(item, from, to, states)

export { movesBetween } from './moves-between.ts'

export interface DropPosition {
  group: string
  subGroup?: string
}

export interface Drop {
  item: WorkItem
  from: DropPosition
  to: DropPosition
  /** The items of the target cell without the item itself, and the index; by default the first. */
  others: readonly WorkItem[]
  index?: number
}

/** What a drop changes: group properties and order; undefined if nothing. */
export function dropPatch(
  { item, from, to, others, index }: Drop,
  group_by: GroupBy | null,
  sub_group_by: GroupBy | null,
  states: StatesByGroup = { stateIn: () => undefined },
): ItemPatch | undefined {
  const patch: ItemPatch = {}
  if (group_by && from.group !== to.group) {
    Object.assign(patch, regrouped(group_by, item, from.group, to.group, states))
  }
  if (sub_group_by && from.subGroup !== undefined && to.subGroup !== undefined) {
    if (from.subGroup !== to.subGroup) {
      const values = regrouped(sub_group_by, item, from.subGroup, to.subGroup, states)
      const property_values = { ...patch.property_values, ...values?.property_values }
      Object.assign(patch, values, values?.property_values && { property_values })
    }
  }
  const at = index ?? 0
  const sort_order = dropOrder(others[at - 1]?.sort_order, others[at]?.sort_order)
  const stays = Object.keys(patch).length === 0
  const between = (a: WorkItem | undefined, b: WorkItem | undefined) =>
    (!a || a.sort_order <= item.sort_order) && (!b || item.sort_order <= b.sort_order)
  if (stays && (index === undefined || between(others[at - 1], others[at]))) return undefined
  return { ...patch, sort_order }
}
