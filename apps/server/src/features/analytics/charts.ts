import type { Chart, ChartRow } from '@cairn/contract'
import type { Cell, MadeAndDone } from './queries.ts'

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

const largest = (row: ChartRow, groups: readonly string[]) =>
  Math.max(...groups.map((group) => Number(row[group] ?? 0)))

/** Rows with a number for each group they hold something of, the one with the largest first. */
function grouped(cells: readonly Cell[]): Chart {
  const rows = new Map<string | null, ChartRow>()
  const schema: Chart['schema'] = {}
  for (const cell of cells) if (cell.is_row) rows.set(cell.key, asRow(cell, 'none'))
  for (const cell of cells) {
    const row = rows.get(cell.key)
    if (cell.is_row || !row) continue
    row[groupOf(cell)] = cell.value ?? 0
    schema[groupOf(cell)] = cell.group_name ?? 'None'
  }
  const groups = Object.keys(schema)
  const data = [...rows.values()].toSorted((a, b) => largest(b, groups) - largest(a, groups))
  return { data, schema }
}

export const chartOf = (cells: readonly Cell[], isGrouped: boolean): Chart =>
  isGrouped ? grouped(cells) : flat(cells)

const series = { completed_issues: 'completed_issues', created_issues: 'created_issues' }

/** Created against resolved, whatever a step is long. */
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
