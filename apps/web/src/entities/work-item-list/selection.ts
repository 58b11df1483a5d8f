/** The ids from one to another, both included, in list order. */
export function rangeBetween(order: readonly string[], from: string, to: string): string[] {
  const [a, b] = [order.indexOf(from), order.indexOf(to)]
  if (a < 0 || b < 0) return [to]
  return order.slice(Math.min(a, b), Math.max(a, b) + 1)
}

export type Extent = 'none' | 'some' | 'all'

/** How much of a group is chosen. */
export function extentOf(ids: readonly string[], chosen: ReadonlySet<string>): Extent {
  const count = ids.filter((id) => chosen.has(id)).length
  if (count === 0) return 'none'
  return count === ids.length ? 'all' : 'some'
}

/** Instead of a row's key: opened from the selection bar. */
export const BAR = 'bar'
