import { PRIVATE, type Project, PUBLIC } from '@cairn/contract'
import { expect, it } from 'vitest'
import {
  countFilters,
  filterProjects,
  noFilters,
  orderProjects,
  type ProjectFilters,
  searchProjects,
} from './project-filters.ts'

const project = (name: string, more: Partial<Project> = {}) =>
  ({
    id: name,
    name,
    identifier: name.slice(0, 3).toUpperCase(),
    network: PUBLIC,
    project_lead: null,
    member_role: 20,
    sort_order: 0,
    members: [],
    created_at: '2026-11-10T12:00:00Z',
    ...more,
  }) as unknown as Project

const projects = [
  project('Maps', { project_lead: 'ada', members: ['ada', 'bob'], sort_order: 3 }),
  project('Sync', {
    network: PRIVATE,
    member_role: null,
    sort_order: null,
    members: ['bob', 'cy', 'dan'],
    created_at: '2026-11-14T12:00:00Z',
  }),
  project('Web', { sort_order: 1, members: ['cy'], created_at: '2026-10-01T12:00:00Z' }),
]

const names = (list: readonly Project[]) => list.map(({ name }) => name)

it.each<[Partial<ProjectFilters>, string[]]>([
  [{}, ['Maps', 'Sync', 'Web']],
  [{ mine: true }, ['Maps', 'Web']],
  [{ access: [PRIVATE] }, ['Sync']],
  [{ access: [PRIVATE, PUBLIC] }, ['Maps', 'Sync', 'Web']],
  [{ leads: ['ada'] }, ['Maps']],
  [{ leads: ['eve'] }, []],
  [{ members: ['cy'] }, ['Sync', 'Web']],
  [{ members: ['cy'], mine: true }, ['Web']],
  [{ created: 'today' }, []],
  [{ created: 'yesterday' }, ['Sync']],
  [{ created: 'last_7_days' }, ['Maps', 'Sync']],
  [{ created: 'last_30_days' }, ['Maps', 'Sync']],
  [{ created: { start: '2026-10-01', end: '2026-11-10' } }, ['Maps', 'Web']],
])('%o leaves %o', (filters, left) => {
  expect(names(filterProjects(projects, { ...noFilters, ...filters }, '2026-11-15'))).toEqual(left)
})

it('finds by name or identifier, whatever the case', () => {
  expect(names(searchProjects(projects, ' syn '))).toEqual(['Sync'])
  expect(names(searchProjects([project('Maps', { identifier: 'TRAIL' })], 'trai'))).toEqual([
    'Maps',
  ])
})

it('orders by each of the four, and one’s own order only one way', () => {
  const ordered = (by: Parameters<typeof orderProjects>[1]['by'], descending = false) =>
    names(orderProjects(projects, { by, descending }))
  expect(ordered('name', true)).toEqual(['Web', 'Sync', 'Maps'])
  expect(ordered('created_at')).toEqual(['Web', 'Maps', 'Sync'])
  expect(ordered('members_length')).toEqual(['Web', 'Maps', 'Sync'])
  expect(ordered('sort_order')).toEqual(['Web', 'Maps', 'Sync'])
  expect(ordered('sort_order', true)).toEqual(['Web', 'Maps', 'Sync'])
})

it('counts what is chosen', () => {
  expect(countFilters(noFilters)).toBe(0)
  expect(countFilters({ ...noFilters, mine: true, access: [0, 2], created: 'today' })).toBe(4)
})
