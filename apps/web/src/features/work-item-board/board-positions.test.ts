import type { WorkItem } from '@cairn/contract'
import { expect, it } from 'vitest'
import { type LoadedItems, noItems } from '#entities/work-item-list/grouped-items.ts'
import { type Arrow, type BoardGrid, indexAt, neighbourCell, nextCard } from './board-positions.ts'

const items = (...ids: string[]) => ids.map((id) => ({ id }) as WorkItem)

const boardOf = (cells: Record<string, string[]>): LoadedItems => ({
  ...noItems,
  cells: Object.fromEntries(
    Object.entries(cells).map(([cell, ids]) => [cell, { items: items(...ids), total: ids.length }]),
  ),
})

it.each([
  ['before', 'b', 'x', 1],
  ['after', 'b', 'x', 2],
  ['before', 'a', 'x', 0],
  ['after', undefined, 'x', 3],
  // When dragged within its own column, its old position does not count.
  ['before', 'c', 'a', 1],
  ['after', 'a', 'a', 0],
  ['after', undefined, 'a', 2],
] as const)('puts what is dropped %s %o, being %o, at place %i', (edge, card, dragged, place) => {
  expect(indexAt(items('a', 'b', 'c'), { cell: 'todo', card, edge }, dragged)).toBe(place)
})

const columns: BoardGrid = { columns: ['todo', 'doing', 'done'], lanes: undefined }
const lanes: BoardGrid = { columns: ['todo', 'doing'], lanes: ['high', 'low'] }

it('knows the cells beside, above and below another', () => {
  expect(neighbourCell(columns, 'todo', 1, 0)).toBe('doing')
  expect(neighbourCell(columns, 'todo', -1, 0)).toBeUndefined()
  expect(neighbourCell(columns, 'todo', 0, 1)).toBeUndefined()
  expect(neighbourCell(lanes, 'todo/high', 0, 1)).toBe('todo/low')
  expect(neighbourCell(lanes, 'doing/low', 0, 1)).toBeUndefined()
})

const walk = (data: LoadedItems, grid: BoardGrid, cell: string, id: string, arrow: Arrow) => {
  const next = nextCard(data, grid, { cell, id }, arrow)
  return next && `${next.cell} ${next.id}`
}

it('walks from card to card, over columns and lanes that are empty', () => {
  const board = boardOf({ todo: ['a', 'b', 'c'], doing: [], done: ['d', 'e'] })
  expect(walk(board, columns, 'todo', 'a', 'ArrowDown')).toBe('todo b')
  expect(walk(board, columns, 'todo', 'c', 'ArrowDown')).toBeUndefined()
  expect(walk(board, columns, 'todo', 'c', 'ArrowRight')).toBe('done e')
  expect(walk(board, columns, 'done', 'd', 'ArrowLeft')).toBe('todo a')

  const split = boardOf({ 'todo/high': ['a'], 'todo/low': ['b', 'c'], 'doing/low': ['d'] })
  expect(walk(split, lanes, 'todo/high', 'a', 'ArrowDown')).toBe('todo/low b')
  expect(walk(split, lanes, 'todo/low', 'b', 'ArrowUp')).toBe('todo/high a')
  expect(walk(split, lanes, 'todo/low', 'c', 'ArrowRight')).toBe('doing/low d')
})
