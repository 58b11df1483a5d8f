import { inListOrder } from '#entities/state/state-order.ts'
import type { DisplayFilters } from '#entities/work-item-list/list-settings.ts'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import type { ListVocabulary } from '#entities/work-item-list/vocabulary.tsx'

/** Of states, what is being worked on stands first. */
export function inReadingOrder(
  groups: ShownGroup[],
  { group_by }: DisplayFilters,
  vocabulary: ListVocabulary,
) {
  if (group_by !== 'state') return groups
  const places = new Map(inListOrder(vocabulary.states).map(({ id }, index) => [id, index]))
  return groups.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}
