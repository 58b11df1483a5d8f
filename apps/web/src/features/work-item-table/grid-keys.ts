import { lookup } from '@cairn/contract'
/** The header row, above the first. */
export const HEAD = -1

interface GridPosition {
  row: number
  column: number
}

const steps: Partial<Record<string, GridPosition>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** Rows per page key. */
const PAGE = 20

const within = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(most, value))

/** The cell a key moves to; undefined for other keys, and at the edge. */
export function nextCell(
  key: string,
  { row, column }: GridPosition,
  size: { rows: number; columns: number },
): GridPosition | undefined {
  const step = lookup(steps, key)
  const wanted = step
    ? { row: row + step.row, column: column + step.column }
    : key === 'Home'
      ? { row, column: 0 }
      : key === 'End'
        ? { row, column: size.columns - 1 }
        : key === 'PageUp'
          ? { row: row - PAGE, column }
          : key === 'PageDown'
            ? { row: row + PAGE, column }
            : undefined
  if (!wanted) return undefined
  const next = {
    row: within(wanted.row, HEAD, size.rows - 1),
    column: within(wanted.column, 0, size.columns - 1),
  }
  return next.row === row && next.column === column ? undefined : next
}
