import { expect, it } from 'vitest'
import {
  countFilters,
  noFilters,
  offeredLayouts,
  readFilters,
  readLayout,
  writeFilters,
} from './board-search.ts'

it.each([
  [{}, noFilters],
  [{ priority: 'high,low' }, { ...noFilters, priority: ['high', 'low'] }],
  [{ state: 'a,,a,b' }, { ...noFilters, state: ['a', 'b'] }],
  [{ states: 'a' }, { ...noFilters, state: ['a'] }],
  [
    { state: 'b', states: 'a' },
    { ...noFilters, state: ['b'] },
  ],
  [{ labels: 7 }, noFilters],
])('reads %o as %o', (search, filters) => {
  expect(readFilters(search)).toEqual(filters)
})

it('writes filters beside what else the address says', () => {
  const search = { board: 'kanban', states: 'a', priority: 'high' }
  expect(writeFilters(search, { ...noFilters, labels: ['x', 'y'] })).toEqual({
    board: 'kanban',
    labels: 'x,y',
  })
})

it('counts values, not kinds', () => {
  expect(countFilters({ priority: ['high', 'low'], state: ['a'], labels: [] })).toBe(3)
})

it.each([
  ['kanban', { list: true, kanban: true }, 'kanban'],
  ['kanban', { list: true, kanban: false }, 'list'],
  [undefined, { kanban: true }, 'kanban'],
  ['calendar', { calendar: true, list: true }, 'calendar'],
  ['spreadsheet', { spreadsheet: true }, 'spreadsheet'],
  ['gantt', { spreadsheet: true }, 'spreadsheet'],
  ['nothing', { list: true }, 'list'],
  ['calendar', {}, 'list'],
])('with board=%o of %o shows the %s', (board, published, shown) => {
  expect(readLayout({ board }, published)).toBe(shown)
})

it('offers what is published, and something at least', () => {
  const some = { gantt: true, kanban: true, list: true, calendar: false }
  expect([...offeredLayouts(some)].sort()).toEqual(['gantt', 'kanban', 'list'])
  expect(offeredLayouts({ calendar: true })).toEqual(['calendar'])
  expect(offeredLayouts({})).toEqual(['list'])
})
