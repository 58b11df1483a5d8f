import type { BuiltWidgetData, WidgetGroup } from '@cairn/contract'
import { groupFields } from '#entities/work-item-list/list-params.ts'
import type { GroupBy } from '#entities/work-item-list/list-settings.ts'
import type { ListVocabulary } from '#entities/work-item-list/vocabulary.tsx'
import type { IconLike } from '#ui/icons/icon.tsx'

/** As lists name the same grouping. */
export const groupingOf = (group: WidgetGroup): GroupBy =>
  (Object.keys(groupFields) as GroupBy[]).find((one) => groupFields[one] === group) ?? 'state'

const NONE = 'None'
const CHART_COLOURS = 8

/** Its own colour where it has one, or one of the chart's. */
function colourOf(
  vocabulary: ListVocabulary,
  group: WidgetGroup,
  key: string,
  index: number,
): string {
  if (key === NONE) return 'var(--ink-disabled)'
  if (group === 'state__group') return `var(--state-${key})`
  if (group === 'priority') return `var(--priority-${key})`
  if (group === 'labels__id') return vocabulary.labels.get(key)?.color || 'var(--chart-1)'
  if (group === 'state_id') return vocabulary.stateById.get(key)?.color || 'var(--chart-1)'
  return `var(--chart-${(index % CHART_COLOURS) + 1})`
}

export interface Part {
  key: string
  name: string
  icon?: IconLike
  colour: string
  count: number
}

/** What the groups of an answer are called; the ones with an order of their own in it. */
export function partsOf(
  vocabulary: ListVocabulary,
  group: WidgetGroup,
  groups: BuiltWidgetData['groups'],
  unknown: string,
  /** Parts of a ring are told apart by their colours; bars are by their places. */
  { varied = false } = {},
): Part[] {
  const known = vocabulary.groupsOf(groupingOf(group))
  const parts = groups.map(({ key, value }, index) => {
    const one = known.find(({ id }) => id === key)
    return {
      ...{ key, count: value, name: one?.title ?? unknown, icon: one?.icon },
      colour: colourOf(vocabulary, group, key, varied ? index : 0),
    }
  })
  if (group !== 'priority' && group !== 'state__group') return parts
  const order = known.map(({ id }) => id)
  return parts.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
}
