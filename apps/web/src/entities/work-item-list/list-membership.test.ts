import type { WorkItem } from '@cairn/contract'
import { expect, it, vi } from 'vitest'
import { type LoadedItems, noItems } from './grouped-items.ts'
import type { ListContext } from './list-context.ts'
import { membershipOf, narrowed } from './list-membership.ts'
import { shapeOf } from './list-shape.ts'

const context: ListContext = { kind: 'project', slug: 'acme', project_id: 'trail' }
const shape = (params: Record<string, string>) =>
  shapeOf(context, { order_by: 'sort_order', group_by: 'labels__id', ...params }, () => false)

const item = (id: string, priority: WorkItem['priority'], label_ids: string[]) =>
  ({
    id,
    priority,
    label_ids,
    project_id: 'trail',
    state__group: 'started',
    archived_at: null,
    is_draft: false,
    is_epic: false,
  }) as WorkItem

// Filters by id only accept ids.
const bug = '00000000-0000-4000-8000-00000000000b'
const map = '00000000-0000-4000-8000-00000000000c'
const ada = '00000000-0000-4000-8000-00000000000a'

const [low, high, both] = [
  item('low', 'low', [bug]),
  item('high', 'high', [bug]),
  item('both', 'high', [bug, map]),
]
const loaded: LoadedItems = {
  ...noItems,
  shape: shape({}),
  cells: {
    [bug]: { items: [low, high, both], total: 90 },
    [map]: { items: [both], total: 1 },
  },
  groupTotals: { [bug]: 90, [map]: 1 },
  total: 91,
}

it('shows the loaded rows that belong, in their cells and order, and counts nothing', () => {
  const high_ones = narrowed(loaded, shape({ priority: 'high' }), 'high')
  expect(high_ones?.cells).toEqual({
    [bug]: { items: [high, both], total: 2 },
    [map]: { items: [both], total: 1 },
  })
  expect(high_ones?.uncounted).toBe(true)
})

it('leaves out groups that are not asked for', () => {
  const maps = narrowed(loaded, shape({ labels: map }), 'map')
  expect(maps?.cells[bug]?.items).toEqual([])
  expect(maps?.cells[map]?.items).toEqual([both])
})

it.each([
  ['no loaded row belongs', { priority: 'urgent' }],
  ['rows do not tell whether they belong', { subscriber: ada }],
  ['the order is another', { priority: 'high', order_by: '-created_at' }],
])('knows nothing where %s', (_, params) => {
  expect(narrowed(loaded, shape(params), JSON.stringify(params))).toBeUndefined()
})

it('is worked out once for as long as the rows are the same', () => {
  const once = narrowed(loaded, shape({ priority: 'low' }), 'low')
  expect(narrowed(loaded, shape({ priority: 'low' }), 'low')).toBe(once)
  expect(narrowed({ ...loaded }, shape({ priority: 'low' }), 'low')).not.toBe(once)
})

it('of a teamspace’s view holds what meets the stored filters, whatever the page filters by', () => {
  const view: ListContext = {
    ...{ kind: 'team-view', slug: 'acme', teamspace_id: 't', view_id: 'v', isLocked: false },
    project_ids: ['trail'],
    saved: { filters: { priority: ['high'], labels: null } },
  }
  const { test } = membershipOf(shapeOf(view, { labels: bug }, () => true))
  expect([low, high, both].map(test)).toEqual([false, true, true])
})

it('moves on with the day while it is open', () => {
  const due = (target_date: string) => ({ ...high, target_date })
  vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z'), toFake: ['Date'] })
  try {
    const { test } = membershipOf(shape({ target_date: '1_weeks;after;fromnow' }))
    expect(['2026-11-22', '2026-11-23'].map(due).map(test)).toEqual([true, true])
    vi.setSystemTime(new Date('2026-11-16T12:00:00Z'))
    expect(['2026-11-22', '2026-11-23'].map(due).map(test)).toEqual([false, true])
  } finally {
    vi.useRealTimers()
  }
})
