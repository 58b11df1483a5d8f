interface Range {
  startIndex: number
  endIndex: number
  overscan: number
  count: number
}

const STEP = 2

/**
 * The visible rows, rounded outwards to steps: rows are added and removed a few at a time, and at
 * both ends in the same frame. `most` is the maximum number of visible rows, which varies by one
 * while scrolling.
 */
export function inSteps({ startIndex, overscan, count }: Range, most: number): Range {
  const first = Math.floor(startIndex / STEP) * STEP
  const last = Math.min(count - 1, first + most + STEP - 2)
  return { startIndex: first, endIndex: last, overscan, count }
}

// Number of rows checked: one of them may be the row that moved.
const SEEN = 12

/**
 * By how many rows the first visible row moved together with the others, because rows were added or
 * removed above. 0 if they moved differently, as after sorting.
 */
export function shiftBetween<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  first: number,
): number {
  const seen = before.slice(first, first + SEEN).map(keyOf)
  const wanted = new Set(seen)
  const now = new Map<string, number>()
  for (const [index, item] of after.entries()) {
    const key = keyOf(item)
    if (wanted.has(key)) now.set(key, index)
  }
  const shifts = seen.flatMap((key, at) => {
    const index = now.get(key)
    return index === undefined ? [] : [index - first - at]
  })
  const [most = 0] = [...Map.groupBy(shifts, (shift) => shift)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([shift]) => shift)
  // One more or less if a visible row was itself added or removed.
  const along = shifts.filter((shift) => Math.abs(shift - most) <= 1)
  return along.length * 2 > seen.length ? (along[0] ?? 0) : 0
}
