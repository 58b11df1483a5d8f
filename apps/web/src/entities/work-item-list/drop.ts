import type { WorkItem } from '@cairn/contract'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { NONE } from './grouped-items.ts'
import type { GroupBy } from './list-settings.ts'

const GAP = 65_535

/** Where something is put down between its neighbours. Gaps keep the others in place. */
export function dropOrder(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? GAP : after - GAP
  return after === undefined ? before + GAP : before + (after - before) / 2
}

/** What moving from one group to another changes of an item; undefined: such groups are not moved between. */
type Regroup = (item: WorkItem, from: string, to: string) => ItemPatch

function moved(ids: readonly string[], from: string, to: string): string[] {
  const others = ids.filter((id) => id !== from && id !== to)
  return to === NONE ? others : [...others, to]
}

const regroups: Partial<Record<GroupBy, Regroup>> = {
  state: (_, __, to) => ({ state_id: to }),
  priority: (_, __, to) => ({ priority: to as WorkItem['priority'] }),
  assignees: (item, from, to) => ({ assignee_ids: moved(item.assignee_ids, from, to) }),
  labels: (item, from, to) => ({ label_ids: moved(item.label_ids, from, to) }),
  cycle: (_, __, to) => ({ cycle_id: to === NONE ? null : to }),
  module: (item, from, to) => ({ module_ids: moved(item.module_ids, from, to) }),
}

export { movesBetween } from './moves-between.ts'

export interface DropPosition {
  group: string
  subGroup?: string
}

export interface Drop {
  item: WorkItem
  from: DropPosition
  to: DropPosition
  /** The cell it is put into, without the item itself, and at which place; the first without. */
  others: readonly WorkItem[]
  index?: number
}

/** What a drop changes: the groups' properties and the place; undefined when nothing does. */
export function dropPatch(
  { item, from, to, others, index }: Drop,
  group_by: GroupBy | null,
  sub_group_by: GroupBy | null,
): ItemPatch | undefined {
  const patch: ItemPatch = {}
  if (group_by && from.group !== to.group) {
    Object.assign(patch, regroups[group_by]?.(item, from.group, to.group))
  }
  if (sub_group_by && from.subGroup !== undefined && to.subGroup !== undefined) {
    if (from.subGroup !== to.subGroup) {
      Object.assign(patch, regroups[sub_group_by]?.(item, from.subGroup, to.subGroup))
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
