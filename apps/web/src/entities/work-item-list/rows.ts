import type { WorkItem } from '@cairn/contract'
import { cellIn, cellKey, type ListShape, type LoadedItems } from './grouped-items.ts'
import type { ShownGroup } from './shown-groups.ts'

export interface ItemRow {
  kind: 'item'
  key: string
  item: WorkItem
  /** The group it stands in here; an item with two labels stands in two. */
  group: string
  /** Its place among the group's loaded items; children have none. */
  index: number | undefined
  level: number
  open: boolean
}

interface GapRow {
  kind: 'gap'
  key: string
  group: string
  index: number
}

export type Row =
  | { kind: 'group'; key: string; group: ShownGroup; open: boolean }
  | ItemRow
  /** Its place is known, itself it is not: read when it comes near the window. */
  | GapRow
  /** Where more of a group is asked for: the next group would otherwise be thousands of rows away. */
  | { kind: 'more'; key: string; group: ShownGroup; missing: number }
  | { kind: 'add'; key: string; group: ShownGroup }

interface Wanted {
  groups: readonly ShownGroup[]
  folded: ReadonlySet<string>
  /** Whether new items may be added at the end of each group. */
  addable: boolean
  /** Items whose children are shown, by row key; undefined while they are on their way. */
  children: ReadonlyMap<string, readonly WorkItem[] | undefined>
  /** Up to which row of each group was asked for; a list without it is read on while it is scrolled. */
  asked?: ReadonlyMap<string, number> | undefined
}

// Of a hundred thousand rows nearly all are missing, and stay so when a page of them comes.
const gapRows = new WeakMap<ListShape, Map<string, GapRow[]>>()

/** The rows of a group as long as they are missing, up to a number: each is made once for a list. */
function gapsOf(shape: ListShape, group: string, count: number): readonly GapRow[] {
  const groups = gapRows.get(shape) ?? new Map<string, GapRow[]>()
  gapRows.set(shape, groups)
  const made = groups.get(group) ?? []
  groups.set(group, made)
  for (let index = made.length; index < count; index += 1) {
    made.push({ kind: 'gap', key: `gap:${group}:${index}`, group, index })
  }
  return made
}

/** The list as lines: each group's header, its rows, and where to add one. */
export function toRows(data: LoadedItems, wanted: Wanted): Row[] {
  const { groups, folded, addable, children, asked } = wanted
  const rows: Row[] = []
  const push = (item: WorkItem, key: string, group: string, level: number, index?: number) => {
    const open = children.has(key)
    rows.push({ kind: 'item', key, item, group, index, level, open })
    if (!open) return
    for (const child of children.get(key) ?? []) {
      push(child, `${key}>${child.id}`, group, level + 1)
    }
  }
  for (const group of groups) {
    const { items, total } = cellIn(data, cellKey(group.id))
    const open = !folded.has(group.id)
    rows.push({ kind: 'group', key: `group:${group.id}`, group, open })
    if (!open) continue
    items.forEach((item, index) => {
      push(item, `${group.id}|${item.id}`, group.id, 0, index)
    })
    const room = asked ? Math.min(total, asked.get(group.id) ?? 0) : total
    const gaps = gapsOf(data.shape, group.id, room)
    for (let index = items.length; index < room; index += 1) rows.push(gaps[index] as GapRow)
    const missing = total - Math.max(items.length, room)
    if (missing > 0) rows.push({ kind: 'more', key: `more:${group.id}`, group, missing })
    if (addable && group.payload) rows.push({ kind: 'add', key: `add:${group.id}`, group })
  }
  return rows
}

/** Up to which row of each group rows between these two are missing. */
export function gapsIn(rows: readonly Row[], first: number, last: number): Map<string, number> {
  const gaps = new Map<string, number>()
  for (const row of rows.slice(Math.max(0, first), last + 1)) {
    if (row.kind === 'gap') gaps.set(cellKey(row.group), row.index)
  }
  return gaps
}
