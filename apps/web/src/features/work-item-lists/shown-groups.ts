import { CircleDashed } from 'lucide-react'
import { groupTotal, type LoadedItems } from './grouped-items.ts'
import type { DisplayFilters, GroupBy } from './list-settings.ts'
import type { ListGroup, ListVocabulary } from './vocabulary.tsx'

export interface ShownGroup extends ListGroup {
  total: number
}

/** Somebody who left, a label that was deleted meanwhile: their items are still to be seen. */
const unnamed = (id: string, { people }: ListVocabulary): ListGroup => ({
  id,
  title: people.get(id)?.name ?? '…',
  icon: CircleDashed,
  payload: null,
})

/** The groups to show, with exact totals; empty ones where the settings want them. */
export function shownGroups(
  data: LoadedItems,
  vocabulary: ListVocabulary,
  { group_by, show_empty_groups }: Pick<DisplayFilters, 'group_by' | 'show_empty_groups'>,
): ShownGroup[] {
  const groups = vocabulary.groupsOf(group_by)
  const known = new Set(groups.map(({ id }) => id))
  const strangers = Object.keys(data.groupTotals).filter(
    (id) => !known.has(id) && groupTotal(data, id) > 0,
  )
  return [...groups, ...strangers.map((id) => unnamed(id, vocabulary))]
    .map((group) => ({ ...group, total: groupTotal(data, group.id) }))
    .filter(({ total }) => total > 0 || (show_empty_groups && group_by !== null))
}

/** The lanes of a board: sub-groups of any of its columns. */
export function shownSubGroups(
  data: LoadedItems,
  vocabulary: ListVocabulary,
  { sub_group_by, show_empty_groups }: { sub_group_by: GroupBy | null; show_empty_groups: boolean },
): ShownGroup[] {
  const totals = new Map<string, number>()
  for (const [cell, { total }] of Object.entries(data.cells)) {
    const id = cell.split('/')[1] ?? ''
    totals.set(id, (totals.get(id) ?? 0) + total)
  }
  return vocabulary
    .groupsOf(sub_group_by)
    .map((group) => ({ ...group, total: totals.get(group.id) ?? 0 }))
    .filter(({ total }) => total > 0 || show_empty_groups)
}
