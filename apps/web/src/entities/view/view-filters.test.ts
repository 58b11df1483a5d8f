import type { View } from '@cairn/contract'
import { expect, it } from 'vitest'
import {
  countFilters,
  everyView,
  filterViews,
  firstOrder,
  isNarrowed,
  orderViews,
  searchViews,
} from './view-filters.ts'

const view = (id: string, more: Partial<View> = {}) =>
  ({
    id,
    name: id,
    access: 1,
    owned_by: 'ada',
    created_at: '2026-11-10T12:00:00Z',
    updated_at: '2026-11-10T12:00:00Z',
    query: {},
    ...more,
  }) as View

const old = view('Old', { created_at: '2026-01-02T12:00:00Z', owned_by: 'bob' })
const own = view('Mine', { access: 0, updated_at: '2026-11-12T12:00:00Z' })
const bugs = view('All bugs', { query: { labels: ['bug'], priority: ['high'] } })
const views = [old, own, bugs]
const ids = (found: readonly View[]) => found.map(({ id }) => id)
const listed = (wanted: Partial<typeof everyView>) =>
  ids(filterViews(views, { ...everyView, ...wanted }, new Set(['Old']), '2026-11-12'))

// @cap:views.list
it('finds by a part of the name, whatever the case', () => {
  expect(ids(searchViews(views, ' BUG'))).toEqual(['All bugs'])
  expect(ids(searchViews(views, ''))).toHaveLength(3)
})

// @cap:views.list
it('narrows to favorites, access, owner and day of creation, all of them at once', () => {
  expect(listed({})).toEqual(['Old', 'Mine', 'All bugs'])
  expect(listed({ favorites: true })).toEqual(['Old'])
  expect(listed({ access: [0] })).toEqual(['Mine'])
  expect(listed({ owners: ['bob'] })).toEqual(['Old'])
  expect(listed({ created: 'last_7_days' })).toEqual(['Mine', 'All bugs'])
  expect(listed({ created: { start: '2026-01-01', end: '2026-01-31' } })).toEqual(['Old'])
  expect(listed({ access: [0], owners: ['bob'] })).toEqual([])
  expect(isNarrowed(everyView)).toBe(false)
  expect(isNarrowed({ ...everyView, access: [0] })).toBe(true)
})

// @cap:views.list
it('orders by what was asked for, the last change first unless told', () => {
  expect(ids(orderViews(views, firstOrder))[0]).toBe('Mine')
  expect(ids(orderViews(views, { by: 'name', descending: false }))).toEqual([
    'All bugs',
    'Mine',
    'Old',
  ])
  expect(ids(orderViews(views, { by: 'created_at', descending: false }))[0]).toBe('Old')
})

it('counts what a view filters by', () => {
  expect(views.map(countFilters)).toEqual([0, 0, 2])
})
