interface Range {
  startIndex: number
  endIndex: number
  overscan: number
  count: number
}

const STEP = 4

/**
 * The visible rows, rounded outwards: rows then come and go a few at a time, every few frames, which
 * costs far less than one in each frame.
 */
export const inSteps = ({ startIndex, endIndex, overscan, count }: Range): Range => ({
  startIndex: Math.floor(startIndex / STEP) * STEP,
  endIndex: Math.min(count - 1, Math.ceil((endIndex + 1) / STEP) * STEP - 1),
  overscan,
  count,
})
