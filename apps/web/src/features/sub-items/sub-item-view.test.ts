import type { State, WorkItem } from '@cairn/contract'
import { expect, it } from 'vitest'
import { arrange, countedByGroup, defaultView, doneOf, isFiltered } from './sub-item-view.ts'

const item = (id: string, more: Partial<WorkItem> = {}) =>
  ({
    id,
    parent_id: 'parent',
    archived_at: null,
    sequence_id: Number(id),
    state_id: 'todo',
    state__group: 'unstarted',
    priority: 'none',
    assignee_ids: [],
    start_date: null,
    created_at: `2026-11-0${id}`,
    updated_at: `2026-11-0${id}`,
    ...more,
  }) as unknown as WorkItem

const states = [{ id: 'todo' }, { id: 'done' }] as State[]
const done = { state_id: 'done', state__group: 'completed' } as const
const items = [
  item('1', { priority: 'low', assignee_ids: ['ada'] }),
  item('2', { priority: 'urgent', ...done, start_date: '2026-11-02' }),
  item('3', { assignee_ids: ['ada', 'gus'], start_date: '2026-11-01' }),
]
const idsOf = (view: Partial<typeof defaultView>) =>
  arrange(items, { ...defaultView, ...view }, states).map((group) => [
    group.id,
    ...group.items.map(({ id }) => id),
  ])

it('shows all of them in one group, the oldest first', () => {
  expect(idsOf({})).toEqual([[undefined, '1', '2', '3']])
})

it.each([
  ['updated', ['3', '2', '1']],
  ['start_date', ['3', '2', '1']],
  ['priority', ['2', '1', '3']],
] as const)('orders by %s', (order_by, ids) => {
  expect(idsOf({ order_by })).toEqual([[undefined, ...ids]])
})

it('groups by state in the project’s order, by person with the others last named', () => {
  expect(idsOf({ group_by: 'state' })).toEqual([
    ['todo', '1', '3'],
    ['done', '2'],
  ])
  expect(idsOf({ group_by: 'assignees' })).toEqual([
    ['ada', '1', '3'],
    [undefined, '2'],
    ['gus', '3'],
  ])
})

it('keeps only what matches every filter', () => {
  const filters = { ...defaultView.filters, state: ['todo'], assignee: ['gus'] }
  expect(idsOf({ filters })).toEqual([[undefined, '3']])
  expect(isFiltered({ ...defaultView, filters })).toBe(true)
  expect(isFiltered(defaultView)).toBe(false)
})

it('filters by days as lists do', () => {
  const start_date = ['2026-11-02;after']
  const view = { ...defaultView, filters: { ...defaultView.filters, start_date } }
  const [group] = arrange(items, view, states, '2026-11-01')
  expect(group?.items.map(({ id }) => id)).toEqual(['2'])
})

it('counts what is done', () => {
  expect(doneOf(items)).toBe(1)
})

it('counts the items below an epic by the group of their state', () => {
  expect(countedByGroup(items)).toEqual({
    ...{ total_issues: 3, unstarted_issues: 2, completed_issues: 1 },
    ...{ backlog_issues: 0, started_issues: 0, cancelled_issues: 0 },
  })
})
