import type { BuiltWidgetData, WidgetGroup } from '@cairn/contract'
import { groupFields } from '#entities/work-item-list/list-params.ts'
import { type GroupBy, groupings } from '#entities/work-item-list/list-settings.ts'
import type { ListReferences } from '#entities/work-item-list/references.tsx'
import type { IconLike } from '#ui/icons/icon.tsx'

/** The same grouping in list terms. */
export const groupingOf = (group: WidgetGroup): GroupBy =>
  groupings.find((one) => groupFields[one] === group) ?? 'state'

const NONE = 'None'
const CHART_COLOURS = 8

/** Its own color if it has one, or one of the chart's. */
function colourOf(
  references: ListReferences,
  group: WidgetGroup,
  key: string,
  index: number,
): string {
  if (key === NONE) return 'var(--ink-disabled)'
  if (group === 'state__group') return `var(--state-${key})`
  if (group === 'priority') return `var(--priority-${key})`
  if (group === 'labels__id') return references.labels.get(key)?.color || 'var(--chart-1)'
  if (group === 'state_id') return references.stateById.get(key)?.color || 'var(--chart-1)'
  return `var(--chart-${(index % CHART_COLOURS) + 1})`
}

export interface Part {
  key: string
  name: string
  icon?: IconLike
  colour: string
  count: number
}

/** The names of the groups in a response; groups with a fixed order are in it. */
export function partsOf(
  references: ListReferences,
  group: WidgetGroup,
  groups: BuiltWidgetData['groups'],
  unknown: string,
  /** Parts of a ring are distinguished by color; bars by position. */
  { varied = false } = {},
): Part[] {
  const known = references.groupsOf(groupingOf(group))
  const parts = groups.map(({ key, value }, index) => {
    const one = known.find(({ id }) => id === key)
    return {
      ...{ key, count: value, name: one?.title ?? unknown, icon: one?.icon },
      colour: colourOf(references, group, key, varied ? index : 0),
    }
  })
  if (group !== 'priority' && group !== 'state__group') return parts
  const order = known.map(({ id }) => id)
  return parts.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
}
