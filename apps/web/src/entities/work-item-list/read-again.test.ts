import type { WorkItem } from '@cairn/contract'
import { expect, it } from 'vitest'
import { ALL, cellIn, fromPage, type LoadedItems } from './grouped-items.ts'
import type { ListContext } from './list-context.ts'
import { shapeOf } from './list-shape.ts'
import { asLongAs } from './read-again.ts'

const context: ListContext = { kind: 'project', slug: 'acme', project_id: 'trail' }
const shape = shapeOf(context, { order_by: 'sort_order' }, () => false)

const row = (number: number, name = `item ${number}`) =>
  ({
    id: String(number),
    name,
    project_id: 'trail',
    sort_order: number,
    label_ids: ['bug'],
    created_at: '2026-11-01T10:00:00Z',
  }) as unknown as WorkItem

const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at))
const loaded = (items: WorkItem[], total: number): LoadedItems => ({
  shape,
  cells: { [ALL]: { items, total } },
  groupTotals: { [ALL]: total },
  total,
  beyond: {},
  stale: true,
})
const firstPage = (all: readonly WorkItem[]) => {
  const page = { results: all.slice(0, 50), total_count: all.length }
  return fromPage(shape, page as unknown as Parameters<typeof fromPage>[1])
}
const serverWith = (all: readonly WorkItem[]) => {
  const asked: string[] = []
  const readPage = async (_: string, size: number, page: number) => {
    asked.push(`${size}:${page}`)
    return { results: all.slice(page * size, (page + 1) * size), total_count: all.length }
  }
  return { asked, readPage }
}

it('reads as many rows again as there were', async () => {
  const all = rows(3_000)
  const { asked, readPage } = serverWith(all)
  const again = await asLongAs(loaded(rows(1_200), 3_000), firstPage(all), readPage)

  expect(asked).toEqual(['1000:0', '1000:1'])
  expect(cellIn(again, ALL)).toEqual({ items: all.slice(0, 1_200), total: 3_000 })
  expect(again.stale).toBe(false)
})

it('asks no more of a list that has become shorter, or was never scrolled', async () => {
  const { asked, readPage } = serverWith(rows(30))
  const again = await asLongAs(loaded(rows(1_200), 3_000), firstPage(rows(30)), readPage)
  await asLongAs(loaded(rows(50), 3_000), firstPage(rows(3_000)), readPage)

  expect(asked).toEqual([])
  expect(cellIn(again, ALL).items).toHaveLength(30)
})

it('keeps the rows that say what they said, and takes those that say something else', async () => {
  const before = loaded(rows(3), 3)
  const all = [row(0), row(1, 'renamed'), row(2)]
  const { items } = cellIn(await asLongAs(before, firstPage(all), serverWith(all).readPage), ALL)
  const known = cellIn(before, ALL).items

  expect(items).toEqual(all)
  expect(items.map((item, at) => item === known[at])).toEqual([true, false, true])
})
