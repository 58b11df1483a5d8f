import type { State, WorkItem } from '@cairn/contract'
import type { WorkItemGroups } from './groups.ts'

export type Row =
  | { kind: 'group'; key: string; state: State; total: number; open: boolean }
  | { kind: 'item'; key: string; item: WorkItem }
  /** Its place is known, itself it is not: read when it comes near the window. */
  | { kind: 'gap'; key: string; state_id: string; index: number }
  | { kind: 'add'; key: string; state_id: string }

interface Wanted {
  states: readonly State[]
  folded: ReadonlySet<string>
  /** Whether new items may be added at the end of each group. */
  addable: boolean
}

/** The list as lines: each group's header, its rows, and where to add one. Empty groups are left out. */
export function toRows({ groups }: WorkItemGroups, { states, folded, addable }: Wanted): Row[] {
  const rows: Row[] = []
  for (const state of states) {
    const { items, total } = groups[state.id] ?? { items: [], total: 0 }
    if (total === 0) continue
    const open = !folded.has(state.id)
    rows.push({ kind: 'group', key: `group:${state.id}`, state, total, open })
    if (!open) continue
    for (const item of items) rows.push({ kind: 'item', key: item.id, item })
    for (let index = items.length; index < total; index += 1) {
      rows.push({ kind: 'gap', key: `gap:${state.id}:${index}`, state_id: state.id, index })
    }
    if (addable) rows.push({ kind: 'add', key: `add:${state.id}`, state_id: state.id })
  }
  return rows
}

/** Up to which row of each group rows between these two are missing. */
export function gapsIn(rows: readonly Row[], first: number, last: number): Map<string, number> {
  const gaps = new Map<string, number>()
  for (const row of rows.slice(Math.max(0, first), last + 1)) {
    if (row.kind === 'gap') gaps.set(row.state_id, row.index)
  }
  return gaps
}
