import type { Chart, ChartRow } from '@cairn/contract'
import type { Cell } from './queries.ts'

export const NOTHING: Chart = { data: [], schema: {} }

const asRow = (cell: Cell, none: string): ChartRow => ({
  key: cell.key ?? none,
  name: cell.name ?? 'None',
  count: cell.value ?? 0,
})

const flat = (cells: readonly Cell[]): Chart => ({
  data: cells.map((cell) => asRow(cell, 'None')),
  schema: {},
})

const groupOf = ({ group_key }: Cell) => group_key ?? 'none'

interface Grouped {
  row: ChartRow
  /** By group. */
  values: Map<string, number>
}

const largest = ({ values }: Grouped) => Math.max(0, ...values.values())

/** Rows with a number for each group they contain, largest row first. */
function grouped(cells: readonly Cell[]): Chart {
  const rows = new Map<string | null, Grouped>()
  const groups = new Map<string, string>()
  for (const cell of cells) {
    if (cell.is_row) rows.set(cell.key, { row: asRow(cell, 'none'), values: new Map() })
  }
  for (const cell of cells) {
    const known = rows.get(cell.key)
    if (cell.is_row || !known) continue
    known.values.set(groupOf(cell), cell.value ?? 0)
    groups.set(groupOf(cell), cell.group_name ?? 'None')
  }
  const data = [...rows.values()]
    .toSorted((a, b) => largest(b) - largest(a))
    .map(({ row, values }): ChartRow => ({ ...row, ...Object.fromEntries(values) }))
  return { data, schema: Object.fromEntries(groups) }
}

export const chartOf = (cells: readonly Cell[], isGrouped: boolean): Chart =>
  isGrouped ? grouped(cells) : flat(cells)

const series = { completed_issues: 'completed_issues', created_issues: 'created_issues' }

interface MadeAndDone {
  key: string
  created: number
  completed: number
}

/** Created and resolved items per step of any length. */
export const courseOf = (
  steps: readonly MadeAndDone[],
  count: (step: MadeAndDone) => number,
): Chart => ({
  data: steps.map((step) => ({
    ...{ key: step.key, name: step.key, count: count(step) },
    ...{ completed_issues: step.completed, created_issues: step.created },
  })),
  schema: series,
})
