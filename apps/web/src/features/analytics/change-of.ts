import type { Total } from '@cairn/contract'

/** How much of it is more, or less, than in the period before: whole percents, nothing for none. */
export function changeOf({ count, filter_count }: Total): number | undefined {
  const percent = Math.round(((count - filter_count) / count) * 100)
  return Number.isFinite(percent) && percent !== 0 ? percent : undefined
}
