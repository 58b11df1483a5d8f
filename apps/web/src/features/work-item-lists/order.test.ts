import type { WorkItem } from '@cairn/contract'
import { expect, it } from 'vitest'
import { compare } from './order.ts'

const same = {
  sort_order: 5,
  id: 'x',
  created_at: '2026-11-02T10:00:00Z',
  updated_at: '2026-11-02T10:00:00Z',
  priority: 'none',
  target_date: null,
}

it.each<[string, string, object, object]>([
  ['by sort_order', 'sort_order', { sort_order: 1 }, { sort_order: 2 }],
  [
    'then the newest first',
    'sort_order',
    { created_at: '2026-11-02T10:00:00.2Z' },
    { created_at: '2026-11-02T10:00:00.12Z' },
  ],
  ['then by id, downwards', 'sort_order', { id: 'b' }, { id: 'a' }],
  ['urgent first', '-priority', { priority: 'urgent' }, { priority: 'low' }],
  ['none first', 'priority', { priority: 'none' }, { priority: 'high' }],
  ['undated last, upwards', 'target_date', { target_date: '2026-12-01' }, { target_date: null }],
  ['undated last, downwards', '-target_date', { target_date: '2026-12-01' }, {}],
  ['late changes first', '-updated_at', { updated_at: '2026-11-03T10:00:00Z' }, {}],
])('%s', (_, order, first, second) => {
  const a = { ...same, ...first } as WorkItem
  const b = { ...same, ...second } as WorkItem
  expect(compare(a, b, order)).toBeLessThan(0)
  expect(compare(b, a, order)).toBeGreaterThan(0)
})
