import { CircleDashed } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { groupTotal, type LoadedItems } from './grouped-items.ts'
import type { DisplayFilters, GroupBy } from './list-settings.ts'
import type { ListGroup, ListVocabulary } from './vocabulary.tsx'

export interface ShownGroup extends ListGroup {
  /** Undefined until the server has counted. */
  total: number | undefined
}

const counted = ({ uncounted }: LoadedItems, total: number) => (uncounted ? undefined : total)

const isSame = (a: ShownGroup, b: ShownGroup) =>
  (Object.keys(b) as (keyof ShownGroup)[]).every((key) => a[key] === b[key])

/** The groups as they are now; those that did not change are the same objects as before. */
export function useSameGroups(groups: readonly ShownGroup[]): readonly ShownGroup[] {
  const before = useRef(groups)
  const now = useMemo(() => {
    const known = new Map(before.current.map((group) => [group.id, group]))
    return groups.map((group) => {
      const was = known.get(group.id)
      return was && isSame(was, group) ? was : group
    })
  }, [groups])
  before.current = now
  return now
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
    .filter(({ id }) => groupTotal(data, id) > 0 || (show_empty_groups && group_by !== null))
    .map((group) => ({ ...group, total: counted(data, groupTotal(data, group.id)) }))
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
    .filter(({ id }) => show_empty_groups || (totals.get(id) ?? 0) > 0)
    .map((group) => ({ ...group, total: counted(data, totals.get(group.id) ?? 0) }))
}
