import { useMemo } from 'react'
import { inListOrder } from '#entities/state/state-order.ts'
import type { LoadedItems } from '#entities/work-item-list/grouped-items.ts'
import type { DisplayFilters, GroupBy } from '#entities/work-item-list/list-settings.ts'
import type { ListReferences } from '#entities/work-item-list/references.tsx'
import {
  type ShownGroup,
  shownGroups,
  shownSubGroups,
} from '#entities/work-item-list/shown-groups.ts'

/** For states, work in progress comes first. */
function inReadingOrder(
  groups: ShownGroup[],
  group_by: GroupBy | null,
  references: ListReferences,
) {
  if (group_by !== 'state') return groups
  const places = new Map(inListOrder(references.states).map(({ id }, index) => [id, index]))
  return groups.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** The groups of a list, and the sub-groups of each, if there are any. */
export function useReadingGroups(
  data: LoadedItems,
  references: ListReferences,
  display: DisplayFilters,
) {
  const groups = useMemo(
    () => inReadingOrder(shownGroups(data, references, display), display.group_by, references),
    [data, references, display],
  )
  const subGroups = useMemo(() => {
    if (!data.shape.subGroup) return undefined
    const { sub_group_by } = display
    const shown = shownSubGroups(data, references, { sub_group_by, show_empty_groups: false })
    return inReadingOrder(shown, sub_group_by, references)
  }, [data, references, display])
  return { groups, subGroups }
}
