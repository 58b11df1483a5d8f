import { type Day, type DayNumber, dayNumber, dayOfNumber } from '@cairn/calendar'

export const ROW = 44
export const HEADER = 48
export const SIDEBAR = 360
/** On small screens names leave room for the chart. */
export const SMALL_SIDEBAR = 148
/** Width of a block with only one date. */
const HALF = 60
/** Narrower blocks have their name next to them. */
export const NAME_INSIDE = 96

export const zooms = ['week', 'month', 'quarter'] as const
export type Zoom = (typeof zooms)[number]

export const dayWidths: Record<Zoom, number> = { week: 60, month: 20, quarter: 5 }

/** Length of an item created by a click on an empty row, in days after its start. */
const newLengths: Record<Zoom, number> = { week: 1, month: 1, quarter: 7 }

/** Start and due date, as day numbers. */
export interface Dates {
  start: DayNumber | null
  due: DayNumber | null
}

export const datesOf = ({
  start_date,
  target_date,
}: {
  start_date: Day | null
  target_date: Day | null
}): Dates => ({
  start: start_date === null ? null : dayNumber(start_date),
  due: target_date === null ? null : dayNumber(target_date),
})

export const toFields = ({ start, due }: Dates) => ({
  start_date: start === null ? null : dayOfNumber(start),
  target_date: due === null ? null : dayOfNumber(due),
})

export const sameDates = (a: Dates, b: Dates) => a.start === b.start && a.due === b.due

/** Both ends included: "6 days" is from Monday to Saturday. */
export const daysLong = ({ start, due }: Dates) =>
  start === null || due === null ? undefined : due - start + 1

export const newDates = (start: DayNumber, zoom: Zoom): Dates => ({
  start,
  due: start + newLengths[zoom],
})

export interface Scale {
  zoom: Zoom
  /** The day at the left end of the chart. */
  first: DayNumber
}

export const xOf = (day: DayNumber, { zoom, first }: Scale) => (day - first) * dayWidths[zoom]

/** Includes the fraction: noon is a half. */
export const dayAt = (x: number, { zoom, first }: Scale) => first + x / dayWidths[zoom]

export interface Block {
  left: number
  width: number
  /** The open side of a block with only one date. */
  open: 'start' | 'due' | undefined
}

/** The position of a block; undefined without dates. */
export function blockOf({ start, due }: Dates, scale: Scale): Block | undefined {
  const width = dayWidths[scale.zoom]
  if (start !== null && due !== null) {
    // Dates may be stored in the wrong order; the block stays usable to correct them.
    const days = Math.max(1, due - start + 1)
    return { left: xOf(start, scale), width: days * width, open: undefined }
  }
  if (start !== null) return { left: xOf(start, scale), width: HALF, open: 'due' }
  if (due !== null) return { left: xOf(due + 1, scale) - HALF, width: HALF, open: 'start' }
  return undefined
}

/** The dragged part of a block. */
export type Part = 'move' | 'start' | 'due'

/**
 * The dates after a part of a block was dragged by this many pixels. By whole days; a block is
 * never shorter than one. The open side of a block with one date sets the missing date where it is
 * dropped; its other side moves the existing date.
 */
export function dragged(dates: Dates, part: Part, pixels: number, zoom: Zoom): Dates {
  const { start, due } = dates
  const width = dayWidths[zoom]
  const days = Math.round(pixels / width)
  if (start !== null && due !== null) {
    if (part === 'move') return { start: start + days, due: due + days }
    if (part === 'start') return { start: Math.min(start + days, due), due }
    return { start, due: Math.max(due + days, start) }
  }
  if (part === 'move') return dates
  if (start !== null) {
    if (part === 'start') return { start: start + days, due }
    return pulled(pixels) ? { start, due: start + openDays(pixels, width) } : dates
  }
  if (due !== null) {
    if (part === 'due') return { start, due: due + days }
    return pulled(pixels) ? { start: due - openDays(-pixels, width), due } : dates
  }
  return dates
}

/** By whole days at every zoom; only existing dates move. */
export function nudged({ start, due }: Dates, part: Part, days: number): Dates {
  const from = start === null || part === 'due' ? start : start + days
  const to = due === null || part === 'start' ? due : due + days
  if (from !== null && to !== null && from > to) return { start, due }
  return { start: from, due: to }
}

const pulled = (pixels: number) => Math.abs(pixels) >= 4

/** Days from the known date to where the open side is dropped; never on the wrong side. */
const openDays = (pixels: number, width: number) =>
  Math.max(0, Math.round((HALF + pixels) / width) - 1)

/** The direction of a block that is out of view; `left` and `right` are the ends of the view. */
export function awayFrom(
  block: Block,
  { left, right }: { left: number; right: number },
): 'left' | 'right' | undefined {
  if (block.left + block.width <= left) return 'left'
  return block.left >= right ? 'right' : undefined
}

const ZONE = 0.15
const FAST_ZONE = 0.05

/** How far the chart scrolls per frame when something is dragged to `at`, between its ends. */
export function edgeSpeed(at: number, width: number): number {
  const near = Math.min(at, width - at) / width
  if (near >= ZONE) return 0
  const speed = near < FAST_ZONE ? 20 : 8
  return at < width / 2 ? -speed : speed
}

/** The new position of a dragged row, when dropped at an edge of a row. */
export function placeAt(
  over: { index: number; edge: 'before' | 'after' },
  own: number,
  count: number,
) {
  const place = Math.min(over.index + (over.edge === 'after' ? 1 : 0), count)
  return own < place ? place - 1 : place
}

const GAP = 1_000

/** The sort order of a row dropped between its neighbors. */
export function orderBetween(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? 65_535 : after - GAP
  return after === undefined ? before + GAP : before + (after - before) / 2
}
