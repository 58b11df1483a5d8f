import type { WorkItem } from '@cairn/contract'

export type Order = 'sort_order' | '-created_at'

// Fractions of a second come with their zeros cut off, so they do not compare as text.
const timeOf = (item: WorkItem) => Date.parse(item.created_at)
const newestFirst = (a: WorkItem, b: WorkItem) =>
  timeOf(b) - timeOf(a) || (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0)
const byId = (a: WorkItem, b: WorkItem) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** The server's order, to the last tie: what we sort in must stand where the next page expects it. */
export function compare(a: WorkItem, b: WorkItem, order: Order): number {
  const manual = order === 'sort_order' ? a.sort_order - b.sort_order : 0
  return manual || newestFirst(a, b) || byId(a, b)
}
