import { CircleDashed } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { groupTotal, type LoadedItems } from './grouped-items.ts'
import type { DisplayFilters, GroupBy } from './list-settings.ts'
import type { ListGroup, ListReferences } from './references.tsx'

export interface ShownGroup extends ListGroup {
  /** Undefined until counted by the server. */
  total: number | undefined
}

const counted = ({ uncounted }: LoadedItems, total: number) => (uncounted ? undefined : total)

const isSame = (a: ShownGroup, b: ShownGroup) =>
  (Object.keys(b) as (keyof ShownGroup)[]).every((key) => a[key] === b[key])

/** The current groups; unchanged ones are the same objects as before. */
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

/** A user who left, or a deleted label: their items are still shown. */
const unnamed = (id: string, { people, types }: ListReferences): ListGroup => ({
  id,
  title: (people.get(id) ?? types.get(id))?.name ?? '…',
  icon: CircleDashed,
  payload: null,
})

/** The groups to show, with exact totals; empty ones if the settings include them. */
export function shownGroups(
  data: LoadedItems,
  references: ListReferences,
  { group_by, show_empty_groups }: Pick<DisplayFilters, 'group_by' | 'show_empty_groups'>,
): ShownGroup[] {
  const groups = references.groupsOf(group_by)
  const known = new Set(groups.map(({ id }) => id))
  const strangers = Object.keys(data.groupTotals).filter(
    (id) => !known.has(id) && groupTotal(data, id) > 0,
  )
  return [...groups, ...strangers.map((id) => unnamed(id, references))]
    .filter(({ id }) => groupTotal(data, id) > 0 || (show_empty_groups && group_by !== null))
    .map((group) => ({ ...group, total: counted(data, groupTotal(data, group.id)) }))
}

/** The lanes of a board and the sub-groups of a list: those of any of its groups. */
export function shownSubGroups(
  data: LoadedItems,
  references: ListReferences,
  { sub_group_by, show_empty_groups }: { sub_group_by: GroupBy | null; show_empty_groups: boolean },
): ShownGroup[] {
  const totals = new Map<string, number>()
  for (const [cell, { total }] of Object.entries(data.cells)) {
    const id = cell.split('/')[1] ?? ''
    totals.set(id, (totals.get(id) ?? 0) + total)
  }
  const groups = references.groupsOf(sub_group_by)
  const known = new Set(groups.map(({ id }) => id))
  const strangers = [...totals].filter(([id, total]) => !known.has(id) && total > 0)
  return [...groups, ...strangers.map(([id]) => unnamed(id, references))]
    .filter(({ id }) => show_empty_groups || (totals.get(id) ?? 0) > 0)
    .map((group) => ({ ...group, total: counted(data, totals.get(group.id) ?? 0) }))
}
