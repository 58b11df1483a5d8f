import type { Page, WorkItem } from '@cairn/contract'
import { cellIn, itemsIn, type LoadedItems } from './grouped-items.ts'
import { addPage } from './item-changes.ts'

export type CellPage = Pick<Page<WorkItem[]>, 'results' | 'total_count'>

// The server's limit per request.
const PAGE = 1_000
const MAX = 10_000

const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((one, at) => isSame(one, b[at])))

/** The old row if the new one is equal: it is then not rendered again. */
function knownOr(rows: ReadonlyMap<string, WorkItem>, fresh: WorkItem): WorkItem {
  const known = rows.get(fresh.id)
  if (!known) return fresh
  for (const field in fresh) {
    const key = field as keyof WorkItem
    if (!isSame(known[key], fresh[key])) return fresh
  }
  return known
}

/** A refetched list, as long as before: users who scrolled far stay there. */
export async function asLongAs(
  before: LoadedItems,
  first: LoadedItems,
  readPage: (cell: string, size: number, page: number) => Promise<CellPage>,
): Promise<LoadedItems> {
  const rows = new Map<string, WorkItem>()
  for (const item of itemsIn(before)) rows.set(item.id, item)
  const known = (items: readonly WorkItem[]) => items.map((item) => knownOr(rows, item))
  const cells = Object.entries(first.cells).map(
    ([key, cell]) => [key, { ...cell, items: known(cell.items) }] as const,
  )
  let next: LoadedItems = { ...first, cells: Object.fromEntries(cells) }
  for (const [key, { items }] of Object.entries(before.cells)) {
    for (let page = 0; ; page += 1) {
      const cell = cellIn(next, key)
      if (cell.items.length >= Math.min(items.length, cell.total, MAX)) break
      const { results, total_count } = await readPage(key, PAGE, page)
      // No further than before: more of a group is loaded on request.
      const wanted = results.slice(0, Math.max(0, items.length - page * PAGE))
      if (wanted.length === 0) break
      next = addPage(next, key, { results: known(wanted), total_count })
    }
  }
  return next
}
