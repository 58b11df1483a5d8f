import type { WorkItem } from '@cairn/contract'
import { cellIn, cellKey, groupOfCell, type ListShape, type LoadedItems } from './grouped-items.ts'
import type { ShownGroup } from './shown-groups.ts'

export interface ItemRow {
  kind: 'item'
  key: string
  item: WorkItem
  /** The group of this row; an item with two labels is in two. */
  group: string
  /** The same with the sub-group, if there is one. */
  cell: string
  /** Its place among the group's loaded items; children have none. */
  index: number | undefined
  level: number
  open: boolean
}

interface GapRow {
  kind: 'gap'
  key: string
  group: string
  cell: string
  index: number
}

/** The header of a sub-group. */
export interface SubGroupRow {
  kind: 'subgroup'
  key: string
  group: ShownGroup
  subGroup: ShownGroup
  cell: string
  open: boolean
}

export type Row =
  | { kind: 'group'; key: string; group: ShownGroup; open: boolean }
  | SubGroupRow
  | ItemRow
  /** A row that is not loaded: read when it comes near the viewport. */
  | GapRow
  /** Loads more of a group on request: the next group would otherwise be thousands of rows away. */
  | { kind: 'more'; key: string; group: ShownGroup; cell: string; missing: number }
  | { kind: 'add'; key: string; group: ShownGroup }

interface Wanted {
  groups: readonly ShownGroup[]
  /** The sub-groups of each group; empty ones are left out. */
  subGroups?: readonly ShownGroup[] | undefined
  folded: ReadonlySet<string>
  /** Collapsed sub-groups, by cell. */
  foldedCells?: ReadonlySet<string>
  /** Whether new items may be added at the end of each group. */
  addable: boolean
  /** Items with expanded children, by row key; undefined while loading. */
  children: ReadonlyMap<string, readonly WorkItem[] | undefined>
  /** The last requested row of each cell; a list without it loads more while scrolling. */
  asked?: ReadonlyMap<string, number> | undefined
}

// Of a hundred thousand rows nearly all are missing, also after a page has loaded.
const gapRows = new WeakMap<ListShape, Map<string, GapRow[]>>()

/** The gap rows of a cell, up to a number: each is created once for a list. */
function gapsOf(shape: ListShape, cell: string, count: number): readonly GapRow[] {
  const cells = gapRows.get(shape) ?? new Map<string, GapRow[]>()
  gapRows.set(shape, cells)
  const made = cells.get(cell) ?? []
  cells.set(cell, made)
  const group = groupOfCell(cell)
  for (let index = made.length; index < count; index += 1) {
    made.push({ kind: 'gap', key: `gap:${cell}:${index}`, group, cell, index })
  }
  return made
}

/** The list as lines: each group's header, its rows, and the add line. */
export function toRows(data: LoadedItems, wanted: Wanted): Row[] {
  const { groups, subGroups, folded, foldedCells, addable, children, asked } = wanted
  const rows: Row[] = []
  const push = (item: WorkItem, key: string, cell: string, level: number, index?: number) => {
    const open = children.has(key)
    rows.push({ kind: 'item', key, item, group: groupOfCell(cell), cell, index, level, open })
    if (!open) return
    for (const child of children.get(key) ?? []) {
      push(child, `${key}>${child.id}`, cell, level + 1)
    }
  }
  const pushCell = (group: ShownGroup, cell: string) => {
    const { items, total } = cellIn(data, cell)
    items.forEach((item, index) => {
      push(item, `${cell}|${item.id}`, cell, 0, index)
    })
    const room = asked ? Math.min(total, asked.get(cell) ?? 0) : total
    const gaps = gapsOf(data.shape, cell, room)
    for (let index = items.length; index < room; index += 1) rows.push(gaps[index] as GapRow)
    const missing = total - Math.max(items.length, room)
    if (missing > 0) rows.push({ kind: 'more', key: `more:${cell}`, group, cell, missing })
  }
  for (const group of groups) {
    const open = !folded.has(group.id)
    rows.push({ kind: 'group', key: `group:${group.id}`, group, open })
    if (!open) continue
    if (!subGroups) pushCell(group, cellKey(group.id))
    for (const within of subGroups ?? []) {
      const cell = cellKey(group.id, within.id)
      const { total } = cellIn(data, cell)
      if (total === 0) continue
      const subGroup = { ...within, total: data.uncounted ? undefined : total }
      const isOpen = !foldedCells?.has(cell)
      rows.push({ kind: 'subgroup', key: `subgroup:${cell}`, group, subGroup, cell, open: isOpen })
      if (isOpen) pushCell(group, cell)
    }
    if (addable && group.payload) rows.push({ kind: 'add', key: `add:${group.id}`, group })
  }
  return rows
}

/** The last missing row of each cell between these two rows. */
export function gapsIn(rows: readonly Row[], first: number, last: number): Map<string, number> {
  const gaps = new Map<string, number>()
  for (const row of rows.slice(Math.max(0, first), last + 1)) {
    if (row.kind === 'gap') gaps.set(row.cell, row.index)
  }
  return gaps
}
