import type { ProjectPage } from '@cairn/contract'
import { expect, it } from 'vitest'
import {
  everyPage,
  filterPages,
  firstOrder,
  isNarrowed,
  orderPages,
  searchPages,
  tabOf,
} from './page-filters.ts'

const page = (id: string, more: Partial<ProjectPage> = {}) =>
  ({
    id,
    name: id,
    access: 0,
    archived_at: null,
    owned_by: 'ada',
    created_by: 'ada',
    created_at: '2026-11-10T12:00:00Z',
    updated_at: '2026-11-10T12:00:00Z',
    label_ids: [],
    ...more,
  }) as ProjectPage

const old = page('Old', { created_at: '2026-01-02T12:00:00Z', created_by: 'bob' })
const own = page('Mine', { access: 1, updated_at: '2026-11-12T12:00:00Z' })
const plan = page('Launch plan')
const pages = [old, own, plan]
const ids = (found: readonly ProjectPage[]) => found.map(({ id }) => id)
const listed = (wanted: Partial<typeof everyPage>) =>
  ids(filterPages(pages, { ...everyPage, ...wanted }, new Set(['Old']), '2026-11-12'))

it('puts a page into one tab: what is archived is nothing else', () => {
  expect(pages.map(tabOf)).toEqual(['public', 'private', 'public'])
  expect(tabOf(page('Gone', { access: 1, archived_at: '2026-11-01' }))).toBe('archived')
})

// @cap:pages.list
it('finds by a part of the name as it is shown, whatever the case', () => {
  const nameOf = ({ name }: ProjectPage) => name || 'Untitled'
  expect(ids(searchPages(pages, ' PLAN', nameOf))).toEqual(['Launch plan'])
  expect(ids(searchPages([...pages, page('nameless', { name: '' })], 'untit', nameOf))).toEqual([
    'nameless',
  ])
})

// @cap:pages.list
it('narrows to favorites, creator and day of creation, all of them at once', () => {
  expect(listed({})).toHaveLength(3)
  expect(listed({ favorites: true })).toEqual(['Old'])
  expect(listed({ creators: ['bob'] })).toEqual(['Old'])
  expect(listed({ created: 'last_7_days' })).toEqual(['Mine', 'Launch plan'])
  expect(listed({ created: { start: '2026-01-01', end: '2026-01-31' } })).toEqual(['Old'])
  expect(listed({ favorites: true, creators: ['ada'] })).toEqual([])
  expect(isNarrowed(everyPage)).toBe(false)
  expect(isNarrowed({ ...everyPage, creators: ['ada'] })).toBe(true)
})

// @cap:pages.list
it('orders by what was asked for, the last change first unless told', () => {
  expect(ids(orderPages(pages, firstOrder))[0]).toBe('Mine')
  expect(ids(orderPages(pages, { by: 'name', descending: false }))).toEqual([
    'Launch plan',
    'Mine',
    'Old',
  ])
  expect(ids(orderPages(pages, { by: 'created_at', descending: false }))[0]).toBe('Old')
})
