import type { WorkItem, WorkItemEvent } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import {
  addPage,
  applyToGroups,
  fromPage,
  type LoadedGroup,
  remove,
  totalOf,
  type WorkItemGroups,
} from './groups.ts'
import { compare } from './order.ts'

const project_id = 'trail'
const made = (id: string, more: Partial<WorkItem> = {}) =>
  ({
    id,
    name: id,
    project_id,
    state_id: 'todo',
    state__group: 'unstarted',
    sort_order: Number(id.replace(/\D/g, '')) * 1000,
    priority: 'none',
    archived_at: null,
    is_draft: false,
    created_at: '2026-11-01T10:00:00Z',
    updated_at: '2026-11-02T10:00:00Z',
    ...more,
  }) as WorkItem

const saved = (work_item: WorkItem): WorkItemEvent => ({ type: 'work_item.saved', work_item })
const removed = (id: string): WorkItemEvent => ({ type: 'work_item.removed', id, project_id })
const later = { updated_at: '2026-11-03T10:00:00Z' }
const fresh = { created_at: '2026-11-03T10:00:00Z', updated_at: '2026-11-03T10:00:00Z' }

const data = (groups: Record<string, LoadedGroup>): WorkItemGroups => ({
  project_id,
  groups,
  beyond: {},
  doubtful: false,
})

/** All of "todo" is loaded, the first two of 100 in "backlog". */
const list = data({
  todo: { items: [made('1'), made('2'), made('3')], total: 3 },
  backlog: {
    items: [made('10', { state_id: 'backlog' }), made('20', { state_id: 'backlog' })],
    total: 100,
  },
  done: { items: [], total: 0 },
})

const ids = (groups: WorkItemGroups, id: string) => groups.groups[id]?.items.map((item) => item.id)
const total = (groups: WorkItemGroups, id: string) => groups.groups[id]?.total
const apply = (groups: WorkItemGroups, ...events: WorkItemEvent[]) =>
  events.reduce((before, event) => applyToGroups(before, event, 'sort_order'), groups)

describe('an item that is loaded', () => {
  it('changes in place', () => {
    const after = apply(list, saved(made('2', { ...later, name: 'Renamed' })))
    expect(after.groups.todo?.items[1]?.name).toBe('Renamed')
    expect(total(after, 'todo')).toBe(3)
  })

  it('moves to the other group, at its place, and both counts follow', () => {
    const after = apply(list, saved(made('2', { ...later, state_id: 'done' })))
    expect(ids(after, 'todo')).toEqual(['1', '3'])
    expect(ids(after, 'done')).toEqual(['2'])
    expect([total(after, 'todo'), total(after, 'done')]).toEqual([2, 1])
  })

  it('is sorted in by its sort_order', () => {
    const after = apply(list, saved(made('3', { ...later, sort_order: 1500 })))
    expect(ids(after, 'todo')).toEqual(['1', '3', '2'])
  })

  it('only counts where it lands below the loaded rows, and comes back when it is told to', () => {
    const gone = apply(
      list,
      saved(made('2', { ...later, state_id: 'backlog', sort_order: 90_000 })),
    )
    expect(ids(gone, 'backlog')).toEqual(['10', '20'])
    expect([total(gone, 'todo'), total(gone, 'backlog')]).toEqual([2, 101])
    const back = apply(gone, saved(made('2', { updated_at: '2026-11-04T10:00:00Z' })))
    expect(ids(back, 'todo')).toEqual(['1', '2', '3'])
    expect([total(back, 'todo'), total(back, 'backlog')]).toEqual([3, 100])
    expect(back.doubtful).toBe(false)
  })

  it('opens a group nobody has seen yet', () => {
    const after = apply(list, saved(made('1', { ...later, state_id: 'new' })))
    expect(after.groups.new).toMatchObject({ total: 1 })
  })

  it('does not go back to an older version', () => {
    const newer = apply(list, saved(made('1', { ...later, name: 'Newer' })))
    expect(apply(newer, saved(made('1', { name: 'Older' })))).toBe(newer)
  })

  it('leaves the list when it is removed, archived or sent to the triage', () => {
    const archived = saved(made('1', { ...later, archived_at: '2026-11-03' }))
    const triaged = saved(made('1', { ...later, state__group: 'triage', state_id: 'triage' }))
    for (const event of [removed('1'), archived, triaged]) {
      const after = apply(list, event)
      expect(ids(after, 'todo')).toEqual(['2', '3'])
      expect(total(after, 'todo')).toBe(2)
      expect(after.groups.triage).toBeUndefined()
    }
  })
})

describe('an item that is not loaded', () => {
  it('appears in a group that is wholly loaded, when it was just created', () => {
    const after = apply(list, saved(made('4', fresh)))
    expect(ids(after, 'todo')).toEqual(['1', '2', '3', '4'])
    expect([total(after, 'todo'), total(after, 'backlog')]).toEqual([4, 100])
    expect(after.doubtful).toBe(false)
  })

  it('appears where it sorts among the loaded rows', () => {
    const item = made('15', { ...fresh, state_id: 'backlog' })
    expect(ids(apply(list, saved(item)), 'backlog')).toEqual(['10', '15', '20'])
  })

  it('is only counted when it was created below them', () => {
    const after = apply(list, saved(made('99', { ...fresh, state_id: 'backlog' })))
    expect(ids(after, 'backlog')).toEqual(['10', '20'])
    expect(total(after, 'backlog')).toBe(101)
  })

  it('comes out of the only group that has unseen rows', () => {
    const after = apply(list, saved(made('50', later)))
    expect(ids(after, 'todo')).toEqual(['1', '2', '3', '50'])
    expect([total(after, 'todo'), total(after, 'backlog')]).toEqual([4, 99])
  })

  it('changes no count when it changed inside that group', () => {
    const after = apply(list, saved(made('50', { ...later, state_id: 'backlog' })))
    expect(total(after, 'backlog')).toBe(100)
  })

  it('leaves the counts to the server when it may come from two groups', () => {
    const two = { ...list, groups: { ...list.groups, todo: { ...list.groups.todo, total: 30 } } }
    const after = apply(two as WorkItemGroups, saved(made('50', { ...later, state_id: 'done' })))
    expect([total(after, 'todo'), total(after, 'backlog'), total(after, 'done')]).toEqual([
      30, 100, 1,
    ])
    expect(after.doubtful).toBe(true)
  })

  it('is taken off the only count it can be in when it is removed', () => {
    expect(total(apply(list, removed('50')), 'backlog')).toBe(99)
  })

  it('changes nothing when it is removed and everything is loaded', () => {
    const whole = data({ todo: { items: [made('1')], total: 1 } })
    expect(apply(whole, removed('50')).groups).toEqual(whole.groups)
  })
})

describe('said twice', () => {
  it.each<[string, WorkItemEvent]>([
    ['a move', saved(made('2', { ...later, state_id: 'done' }))],
    [
      'a move below the loaded rows',
      saved(made('2', { ...later, state_id: 'backlog', sort_order: 90_000 })),
    ],
    ['a creation', saved(made('4', fresh))],
    ['a creation below the loaded rows', saved(made('99', { ...fresh, state_id: 'backlog' }))],
    ['an unknown item that moved', saved(made('50', later))],
    ['a removal', removed('1')],
    ['a removal of an unknown item', removed('50')],
  ])('%s changes nothing the second time', (_, event) => {
    const once = apply(list, event)
    expect(apply(once, event)).toEqual(once)
  })
})

it('ignores other projects', () => {
  expect(apply(list, saved(made('1', { ...later, project_id: 'other' })))).toBe(list)
  const event: WorkItemEvent = { type: 'work_item.removed', id: '1', project_id: 'other' }
  expect(apply(list, event)).toBe(list)
})

describe('reading', () => {
  it('starts from the grouped page', () => {
    const page = { results: { todo: { results: [made('1')], total_results: 7 } } }
    const groups = fromPage(project_id, page as unknown as Parameters<typeof fromPage>[1])
    expect(groups.groups).toEqual({ todo: { items: [made('1')], total: 7 } })
    expect(totalOf(groups)).toBe(7)
  })

  it('adds a page, in order and without doubles', () => {
    const results = [made('20', { state_id: 'backlog' }), made('15', { state_id: 'backlog' })]
    const after = addPage(list, 'backlog', { results, total_count: 99 }, 'sort_order')
    expect(ids(after, 'backlog')).toEqual(['10', '15', '20'])
    expect(total(after, 'backlog')).toBe(99)
  })

  it('shows an item that arrived in another group there only', () => {
    const results = [made('2', { state_id: 'backlog' })]
    const after = addPage(list, 'backlog', { results, total_count: 100 }, 'sort_order')
    expect(ids(after, 'todo')).toEqual(['1', '3'])
    expect(ids(after, 'backlog')).toContain('2')
  })

  it('forgets that an item was beyond the rows once it is loaded', () => {
    const counted = apply(list, saved(made('99', { ...fresh, state_id: 'backlog' })))
    const page = { results: [made('99', { ...fresh, state_id: 'backlog' })], total_count: 101 }
    const after = addPage(counted, 'backlog', page, 'sort_order')
    expect(after.beyond).toEqual({})
    expect(total(remove(after, '99'), 'backlog')).toBe(100)
  })
})

describe('order', () => {
  it.each([
    ['by sort_order', { sort_order: 1 }, { sort_order: 2 }],
    [
      'then the newest first',
      { created_at: '2026-11-02T10:00:00.2Z' },
      { created_at: '2026-11-02T10:00:00.12Z' },
    ],
    ['then by id, downwards', { id: 'b' }, { id: 'a' }],
  ])('%s', (_, first, second) => {
    const same = { sort_order: 5, id: 'x', created_at: '2026-11-02T10:00:00Z' }
    const a = made('1', { ...same, ...first })
    const b = made('1', { ...same, ...second })
    expect(compare(a, b, 'sort_order')).toBeLessThan(0)
    expect(compare(b, a, 'sort_order')).toBeGreaterThan(0)
  })
})
