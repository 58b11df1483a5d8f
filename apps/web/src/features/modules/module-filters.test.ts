import type { Module } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import {
  countFilters,
  filterModules,
  noFilters,
  orderModules,
  readOrder,
  searchModules,
  writeOrder,
} from './module-filters.ts'

const module = (name: string, more: Partial<Module> = {}) =>
  ({
    ...{ id: name, name, status: 'backlog', lead_id: null, member_ids: [] },
    ...{ start_date: null, target_date: null, sort_order: 0, created_at: '2026-01-01T00:00:00Z' },
    ...{ total_issues: 0, completed_issues: 0, cancelled_issues: 0 },
    ...more,
  }) as Module

const maps = module('Maps', {
  ...{ status: 'planned', lead_id: 'ada', member_ids: ['ada', 'bob'], target_date: '2026-03-31' },
  ...{ total_issues: 4, completed_issues: 1, cancelled_issues: 1, sort_order: 3 },
})
const huts = module('huts', {
  ...{ member_ids: ['bob'], start_date: '2026-03-10', target_date: '2026-03-20' },
  ...{ total_issues: 10, completed_issues: 9, sort_order: 1, created_at: '2026-02-01T00:00:00Z' },
})
const paths = module('Paths', { sort_order: 2, created_at: '2026-01-15T00:00:00Z' })
const all = [maps, huts, paths]
const names = (modules: Module[]) => modules.map(({ name }) => name).join(' ')

describe('filters', () => {
  const left = (filters: object, favorites?: string[]) =>
    names(
      filterModules(
        all,
        { ...noFilters, ...filters },
        {
          favorites: favorites && new Set(favorites),
          today: '2026-03-01',
        },
      ),
    )

  it.each([
    [{}, 'Maps huts Paths'],
    [{ status: ['planned', 'paused'] }, 'Maps'],
    [{ lead: ['ada'] }, 'Maps'],
    [{ members: ['bob'] }, 'Maps huts'],
    [{ members: ['bob'], status: ['backlog'] }, 'huts'],
    [{ target_date: ['2026-03-15;after', '2026-03-25;before'] }, 'huts'],
    [{ start_date: ['1_weeks;after;fromnow'] }, 'huts'],
    [{ start_date: ['2_weeks;after;fromnow'] }, ''],
  ])('%o leave %s', (filters, expected) => {
    expect(left(filters)).toBe(expected)
  })

  it('leave the favorites alone where these are wanted', () => {
    expect(left({}, ['Paths'])).toBe('Paths')
    expect(countFilters({ ...noFilters, status: ['paused', 'planned'] }, true)).toBe(3)
  })

  it('find by a part of the name, whatever the case', () => {
    expect(names(searchModules(all, ' UT'))).toBe('huts')
  })
})

describe('orders', () => {
  it.each([
    ['name', 'huts Maps Paths'],
    ['-name', 'Paths Maps huts'],
    ['progress', 'Paths Maps huts'],
    ['-issues_length', 'huts Maps Paths'],
    ['target_date', 'huts Maps Paths'],
    ['-target_date', 'Maps huts Paths'],
    ['-created_at', 'huts Paths Maps'],
    ['sort_order', 'huts Paths Maps'],
  ] as const)('%s: %s', (order, expected) => {
    expect(names(orderModules(all, order))).toBe(expected)
  })

  it('keep their direction with another key, except one’s own', () => {
    expect(readOrder('-progress')).toEqual({ by: 'progress', descending: true })
    expect(writeOrder('name', true)).toBe('-name')
    expect(writeOrder('sort_order', true)).toBe('sort_order')
  })
})
