import type { WorkItem } from '@cairn/contract'
import { expect, it } from 'vitest'
import { type LoadedItems, noItems } from './grouped-items.ts'
import { placeAt } from './list-drag.ts'
import { gapsIn, type Row, toRows } from './rows.ts'
import type { ShownGroup } from './shown-groups.ts'

const group = (id: string, total: number, payload: object | null = {}) =>
  ({ id, total, title: id, payload }) as ShownGroup
const item = (id: string) => ({ id }) as WorkItem
const data: LoadedItems = {
  ...noItems,
  cells: {
    todo: { items: [item('1')], total: 3 },
    done: { items: [item('2'), item('3')], total: 2 },
  },
}
const groups = [group('todo', 3), group('none', 0, null), group('done', 2)]
const wanted = { groups, folded: new Set<string>(), addable: true, children: new Map() }
const keys = (more: Partial<typeof wanted>) =>
  toRows(data, { ...wanted, ...more }).map(({ key }) => key)

it('shows headers, rows, room for rows to come, and where to add', () => {
  expect(keys({})).toEqual([
    ...['group:todo', 'todo|1', 'gap:todo:1', 'gap:todo:2', 'add:todo'],
    'group:none',
    ...['group:done', 'done|2', 'done|3', 'add:done'],
  ])
})

it('groups each group once more, without those that are empty there', () => {
  const twice: LoadedItems = {
    ...noItems,
    cells: {
      'todo/high': { items: [item('1')], total: 2 },
      'done/high': { items: [item('2')], total: 1 },
      'done/low': { items: [item('3')], total: 1 },
    },
  }
  const given = { ...wanted, groups: [group('todo', 2), group('done', 2)], addable: false }
  const subGroups = [group('high', 3), group('low', 1)]
  const rows = toRows(twice, { ...given, subGroups, foldedCells: new Set(['done/low']) })
  expect(rows.map(({ key }) => key)).toEqual([
    ...['group:todo', 'subgroup:todo/high', 'todo/high|1', 'gap:todo/high:1'],
    ...['group:done', 'subgroup:done/high', 'done/high|2', 'subgroup:done/low'],
  ])
  expect(gapsIn(rows, 0, 99)).toEqual(new Map([['todo/high', 1]]))
})

it('ends a group that is read page by page with a row to ask for more of it', () => {
  const paged = (asked: [string, number][]) =>
    toRows(data, { ...wanted, groups: [group('todo', 3)], addable: false, asked: new Map(asked) })
  const shown = (asked: [string, number][]) => paged(asked).map(({ key }) => key)
  expect(shown([])).toEqual(['group:todo', 'todo|1', 'more:todo'])
  expect(paged([]).at(-1)).toMatchObject({ missing: 2 })
  expect(shown([['todo', 2]])).toEqual(['group:todo', 'todo|1', 'gap:todo:1', 'more:todo'])
  expect(shown([['todo', 99]])).toEqual(['group:todo', 'todo|1', 'gap:todo:1', 'gap:todo:2'])
})

it('shows only the header of a folded group, and no adding to those who may not', () => {
  expect(keys({ folded: new Set(['todo']), addable: false })).toEqual([
    'group:todo',
    'group:none',
    ...['group:done', 'done|2', 'done|3'],
  ])
})

it('shows children below their parent, level by level', () => {
  const children = new Map([
    ['done|2', [item('4')]],
    ['done|2>4', [item('5')]],
  ])
  const rows = toRows(data, { ...wanted, folded: new Set(['todo']), addable: false, children })
  expect(rows.map((row) => (row.kind === 'item' ? [row.item.id, row.level] : row.kind))).toEqual([
    ...['group', 'group', 'group'],
    ...[
      ['2', 0],
      ['4', 1],
      ['5', 2],
      ['3', 0],
    ],
  ])
})

it('finds which groups miss rows in a stretch of the list, and up to where', () => {
  const rows = toRows(data, wanted)
  expect(gapsIn(rows, -5, 2)).toEqual(new Map([['todo', 1]]))
  expect(gapsIn(rows, 0, 99)).toEqual(new Map([['todo', 2]]))
  expect(gapsIn(rows, 4, 99)).toEqual(new Map())
})

it.each<[string, number, 'before' | 'after', number | undefined, number]>([
  ['on the header: first', 0, 'after', undefined, 0],
  ['on the upper half of a row: before it', 2, 'before', undefined, 1],
  ['on the lower half: after it', 2, 'after', undefined, 2],
  ['below where it stood itself: one less', 2, 'after', 0, 1],
  ['where to add: last', 3, 'before', undefined, 2],
])('drops %s', (_, index, edge, own, place) => {
  const rows: Row[] = toRows(data, { ...wanted, groups: [group('done', 2)] })
  expect(placeAt(rows, { index, edge }, 2, own)).toBe(place)
})
