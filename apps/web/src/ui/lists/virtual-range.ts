interface Range {
  startIndex: number
  endIndex: number
  overscan: number
  count: number
}

const STEP = 2

/**
 * The visible rows, rounded outwards to steps: rows come and go a few at a time, and at both ends in
 * the same frame. `most` is how many were visible at most, which varies by one while scrolling.
 */
export function inSteps({ startIndex, overscan, count }: Range, most: number): Range {
  const first = Math.floor(startIndex / STEP) * STEP
  const last = Math.min(count - 1, first + most + STEP - 2)
  return { startIndex: first, endIndex: last, overscan, count }
}
