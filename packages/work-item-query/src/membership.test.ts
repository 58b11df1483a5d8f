import type { WorkItem } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { type Order, orderKeys } from './list-query.ts'
import { compare, groupsOf, matches, meetsDates } from './membership.ts'
import { readFilters, readOrder } from './read-query.ts'

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
  [
    'later by a microsecond, with and without trailing zeros',
    '-updated_at',
    { updated_at: '2026-11-02T10:00:00.500001Z' },
    { updated_at: '2026-11-02T10:00:00.5Z' },
  ],
  [
    'a whole second before its fractions',
    'updated_at',
    { updated_at: '2026-11-02T10:00:00Z' },
    { updated_at: '2026-11-02T10:00:00.000001Z' },
  ],
])('%s', (_, order, first, second) => {
  const inOrder = compare(readOrder(order))
  const a = { ...same, ...first } as WorkItem
  const b = { ...same, ...second } as WorkItem
  expect(inOrder?.(a, b)).toBeLessThan(0)
  expect(inOrder?.(b, a)).toBeGreaterThan(0)
})

it('leaves orders by name to the server, and knows all others', () => {
  const isUnknown = (key: Order['key']) => !compare({ key, descending: false })
  expect(orderKeys.filter(isUnknown)).toEqual([
    'name',
    'state__name',
    'labels__name',
    'assignees__first_name',
    'issue_module__module__name',
    'issue_cycle__cycle__name',
    'estimate_point__key',
    'type__name',
  ])
})

const today = '2026-11-15'

it.each([
  ['2026-11-20', '2026-11-20', true],
  ['2026-11-20;after', '2026-11-20', true],
  ['2026-11-20;before', '2026-11-21', false],
  ['2026-11-01;after,2026-11-30;before', '2026-11-15', true],
  ['2026-11-01;after,2026-11-30;before', '2026-12-01', false],
  ['2026-11-01;after,2026-11-20;after', '2026-11-10', true],
  ['2026-11-20;before,2026-11-01;before', '2026-11-10', true],
  ['2026-11-20;soon', '2026-11-10', true],
  [' 2026-11-20', '2026-11-20', true],
  ['1_weeks;after;fromnow', '2026-11-22', true],
  ['1_weeks;after;fromnow', '2026-11-21', false],
  ['1_weeks;soon;fromnow', '2026-11-21', true],
  ['1_months;after;fromnow', '2026-12-15', true],
  ['2_weeks;before;ago', '2026-11-01', true],
  ['nonsense', '2026-11-15', true],
  ['nonsense,2026-11-20', '2026-11-15', false],
  ['2026-02-30', '2026-11-15', true],
  ['None', null, true],
  ['2026-11-20', null, false],
  ['None,2026-11-20', '2026-11-20', true],
])('%s is met by %s: %s', (tokens, day, meets) => {
  expect(meetsDates(tokens, day, today)).toBe(meets)
})

describe('a row', () => {
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const [ada, bug, map] = [id(1), id(2), id(3)]
  const row = {
    ...same,
    priority: 'high',
    project_id: 'trail',
    state__group: 'started',
    archived_at: null,
    is_draft: false,
    is_epic: false,
    label_ids: [bug, map],
  } as WorkItem
  const read = (params: Record<string, string>) => ({
    filters: readFilters(params, { today, timezone: 'UTC' }),
  })
  const listed = { items: 'listed' } as const

  it('does not tell who follows it, who is mentioned in it, or how a database reads its name', () => {
    const unsupported: Record<string, string>[] = [
      { subscriber: ada },
      { mentions: ada },
      { name: 'a' },
    ]
    for (const params of unsupported) {
      expect(matches(row, read(params), listed)).toBeUndefined()
    }
  })

  it('is not in a list whose other filters leave it out, whatever it does not tell', () => {
    expect(matches(row, read({ subscriber: ada, priority: 'low' }), listed)).toBe(false)
  })

  it.each([
    ['of work', { items: 'listed' }, {}],
    ['of the archive', { items: 'archived' }, { archived_at: '2026-11-02' }],
    ['of epics', { items: 'epics' }, { is_epic: true }],
    ['of another project', { items: 'listed', project_id: 'other' }, { project_id: 'other' }],
  ] as const)('is in a list %s only as one of those', (_, base, change) => {
    expect(matches({ ...row, ...change }, read({}), base)).toBe(true)
    const other = base.items === 'listed' ? { archived_at: '2026-11-02' } : {}
    expect(matches({ ...row, ...other }, read({}), base)).toBe(false)
  })

  it('without a value is none of those that are left out, and late only while it is open', () => {
    const is = (params: Record<string, string>, change = {}) =>
      matches({ ...row, ...change }, read(params), listed)
    expect(is({ labels__not: bug })).toBe(false)
    expect(is({ labels__not: ada })).toBe(true)
    expect(is({ labels__not: bug }, { label_ids: [] })).toBe(true)
    expect(is({ labels__not: 'None' }, { label_ids: [] })).toBe(false)
    expect(is({ cycle__not: ada }, { cycle_id: null })).toBe(true)
    const due = (target_date: string, state__group: string) =>
      is({ target_date: 'overdue' }, { target_date, state__group })
    expect(due('2026-11-14', 'started')).toBe(true)
    expect(due('2026-11-15', 'started')).toBe(false)
    expect(due('2026-11-14', 'completed')).toBe(false)
    expect(due('2026-11-14', 'cancelled')).toBe(false)
  })

  it('is in each group of what it has several of, or in those that are asked for', () => {
    expect(groupsOf(row, 'labels__id', read({}), listed)).toEqual([bug, map])
    const asked = read({ labels: `${map},None` })
    expect(groupsOf(row, 'labels__id', asked, listed)).toEqual([map])
    expect(groupsOf({ ...row, label_ids: [] }, 'labels__id', asked, listed)).toEqual(['None'])
    const stored = { ...listed, own: read({ labels: bug }).filters }
    expect(groupsOf(row, 'labels__id', read({}), stored)).toEqual([bug])
  })
})
