import type { Total } from '@cairn/contract'

export interface Change {
  difference: number
  /** Relative to the previous period; undefined if that had none. */
  percent: number | undefined
}

/** The difference from the previous period of the same length. */
export function changeOf({ count, filter_count: before }: Total): Change {
  const difference = count - before
  return { difference, percent: before > 0 ? Math.round((difference / before) * 100) : undefined }
}
