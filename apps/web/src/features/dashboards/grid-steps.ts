import { type BuiltWidget, MAX_WIDGET_HEIGHT, widgetWidths } from '@cairn/contract'

export const COLUMNS = 12

type Sized = Pick<BuiltWidget, 'id' | 'width' | 'height'>

export interface Cell {
  /** The first of its columns, from 0. */
  column: number
  row: number
}

/**
 * The cells the browser's grid assigns to widgets: each at the next free cell after the previous
 * one.
 */
export function cellsOf(widgets: readonly Sized[]): Cell[] {
  const taken = new Set<string>()
  const spotsOf = (row: number, column: number, { width, height }: Sized) =>
    Array.from({ length: width * height }, (_, n) => {
      return `${row + Math.floor(n / width)} ${column + (n % width)}`
    })
  let column = 0
  let row = 0
  return widgets.map((widget) => {
    const isFree = () => spotsOf(row, column, widget).every((spot) => !taken.has(spot))
    while (column + widget.width > COLUMNS || !isFree()) {
      column += 1
      if (column + widget.width <= COLUMNS) continue
      column = 0
      row += 1
    }
    for (const spot of spotsOf(row, column, widget)) taken.add(spot)
    return { column, row }
  })
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The new position of a widget among the others; undefined if there is none in that direction. */
export function placeAfter(
  widgets: readonly Sized[],
  id: string,
  direction: Direction,
): number | undefined {
  const at = widgets.findIndex((widget) => widget.id === id)
  if (at < 0) return undefined
  if (direction === 'left') return at > 0 ? at - 1 : undefined
  if (direction === 'right') return at < widgets.length - 1 ? at + 1 : undefined
  const cells = cellsOf(widgets)
  const own = cells[at] as Cell
  const rows = [...new Set(cells.map(({ row }) => row))]
  const wanted = rows[rows.indexOf(own.row) + (direction === 'up' ? -1 : 1)]
  if (wanted === undefined) return undefined
  const inRow = cells.flatMap(({ row, column }, index) =>
    row === wanted ? [{ index, away: Math.abs(column - own.column) }] : [],
  )
  return inRow.toSorted((a, b) => a.away - b.away)[0]?.index
}

const widths: readonly number[] = widgetWidths

/** The next width or height in a direction; the same where there is none. */
export function sizeAfter({ width, height }: Sized, direction: Direction) {
  const at = widths.indexOf(width)
  if (direction === 'right') return { width: widths[at + 1] ?? width, height }
  if (direction === 'left') return { width: widths[at - 1] ?? width, height }
  const wanted = height + (direction === 'down' ? 1 : -1)
  return { width, height: Math.min(MAX_WIDGET_HEIGHT, Math.max(1, wanted)) }
}

/** The size closest to this number of columns and rows. */
export const nearestSize = (columns: number, rows: number) => ({
  width: widths.reduce((best, one) =>
    Math.abs(one - columns) < Math.abs(best - columns) ? one : best,
  ),
  height: Math.min(MAX_WIDGET_HEIGHT, Math.max(1, Math.round(rows))),
})
