import { isMet, type Line } from './harness.ts'
import { say } from './say.ts'

const round = (value: number) => value.toFixed(value >= 10 ? 0 : value >= 1 ? 2 : 3)

function cellsOf(line: Line): string[] {
  const { id, what, floor, product, ratio, target, better, unit } = line
  const sign = better === 'less' ? '≤' : '≥'
  return [
    id,
    what,
    floor === null ? '–' : `${round(floor)} ${unit}`,
    `${round(product)} ${unit}`,
    round(ratio),
    `${sign} ${target}`,
    isMet(line) ? 'yes' : 'NO',
  ]
}

const heads = ['', 'benchmark', 'floor', 'product', 'ratio', 'target', 'met']

export function printTable(lines: readonly Line[]): void {
  const rows = [heads, ...lines.map(cellsOf)]
  const widths = heads.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  say()
  for (const row of rows) {
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}
