import type { WorkItem, WorkItemEvent } from '@cairn/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellKey, fromPage, type LoadedCell, type LoadedItems } from './grouped-items.ts'
import { addPage, applyToList, place, placeAll, remove, removeAll } from './item-changes.ts'
import type { ListContext } from './list-context.ts'
import { cellsOf, membershipOf } from './list-membership.ts'
import { shapeOf } from './list-shape.ts'

// Filters by id only accept ids.
const bug = '00000000-0000-4000-8000-00000000000b'
const ada = '00000000-0000-4000-8000-00000000000a'
const project_id = 'trail'
const context: ListContext = { kind: 'project', slug: 'acme', project_id }
const shape = (params: Record<string, string> = {}) =>
  shapeOf(context, { order_by: 'sort_order', group_by: 'state_id', ...params }, () => false)

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
    is_epic: false,
    label_ids: [],
    assignee_ids: [],
    cycle_id: null,
    module_ids: [],
    target_date: null,
    start_date: null,
    parent_id: null,
    created_by: null,
    created_at: '2026-11-01T10:00:00Z',
    updated_at: '2026-11-02T10:00:00Z',
    ...more,
  }) as WorkItem

const saved = (work_item: WorkItem): WorkItemEvent => ({ type: 'work_item.saved', work_item })
const removed = (id: string): WorkItemEvent => ({ type: 'work_item.removed', id, project_id })
const later = { updated_at: '2026-11-03T10:00:00Z' }
const fresh = { created_at: '2026-11-03T10:00:00Z', updated_at: '2026-11-03T10:00:00Z' }

const data = (cells: Record<string, LoadedCell>, params?: Record<string, string>): LoadedItems => {
  const totals = Object.entries(cells).map(([key, { total }]) => [key, total] as const)
  return {
    shape: shape(params),
    cells,
    groupTotals: Object.fromEntries(totals),
    total: totals.reduce((sum, [, total]) => sum + total, 0),
    beyond: {},
    stale: false,
  }
}

/** All of "todo" is loaded, the first two of 100 in "backlog". */
const list = data({
  todo: { items: [made('1'), made('2'), made('3')], total: 3 },
  backlog: {
    items: [made('10', { state_id: 'backlog' }), made('20', { state_id: 'backlog' })],
    total: 100,
  },
  done: { items: [], total: 0 },
})

const ids = (loaded: LoadedItems, id: string) => loaded.cells[id]?.items.map((item) => item.id)
const total = (loaded: LoadedItems, id: string) => loaded.cells[id]?.total
const apply = (loaded: LoadedItems, ...events: WorkItemEvent[]) =>
  events.reduce(applyToList, loaded)

describe('an item that is loaded', () => {
  it('changes in place', () => {
    const after = apply(list, saved(made('2', { ...later, name: 'Renamed' })))
    expect(after.cells.todo?.items[1]?.name).toBe('Renamed')
    expect(total(after, 'todo')).toBe(3)
  })

  it('moves to the other group, at its place, and both counts follow', () => {
    const after = apply(list, saved(made('2', { ...later, state_id: 'done' })))
    expect(ids(after, 'todo')).toEqual(['1', '3'])
    expect(ids(after, 'done')).toEqual(['2'])
    expect(after.groupTotals).toEqual({ todo: 2, backlog: 100, done: 1 })
    expect(after.total).toBe(103)
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
    expect(back.stale).toBe(false)
  })

  it('opens a group nobody has seen yet', () => {
    const after = apply(list, saved(made('1', { ...later, state_id: 'new' })))
    expect(after.cells.new).toMatchObject({ total: 1 })
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
      expect(after.cells.triage).toBeUndefined()
    }
  })

  it('leaves when it no longer meets the filters, and comes back when it does', () => {
    const cells = { todo: { items: [made('1', { priority: 'high' })], total: 1 } }
    const filtered = data(cells, { priority: 'high,urgent' })
    const gone = apply(filtered, saved(made('1', { ...later, priority: 'low' })))
    expect([ids(gone, 'todo'), gone.total]).toEqual([[], 0])
    const back = saved(made('1', { updated_at: '2026-11-05T10:00:00Z', priority: 'urgent' }))
    expect([ids(apply(gone, back), 'todo'), apply(gone, back).total]).toEqual([['1'], 1])
  })

  it('stays where it is while the order is one that rows do not tell, until it is read again', () => {
    const named = data(list.cells, { order_by: 'state__name' })
    const after = apply(named, saved(made('1', { ...later, name: 'Renamed' })))
    expect(ids(after, 'todo')).toEqual(['1', '2', '3'])
    expect(after.stale).toBe(true)
  })
})

describe('what is planned', () => {
  const ids = (cells: LoadedItems['cells'], key: string) => cells[key]?.items.map(({ id }) => id)
  const asked = { order_by: 'sort_order' }

  it('is in a cycle’s list for as long as it is in the cycle', () => {
    const cycle: ListContext = { ...context, kind: 'cycle', cycle_id: 'c1', isOver: false }
    const inside = { cycle_id: 'c1' }
    const before: LoadedItems = {
      ...data({ '': { items: [made('1', inside), made('2', inside)], total: 2 } }),
      shape: shapeOf(cycle, asked, () => false),
    }
    const left = applyToList(before, saved(made('1', { cycle_id: 'c2', ...later })))
    expect(ids(left.cells, '')).toEqual(['2'])
    const came = applyToList(left, saved(made('3', { ...inside, ...later })))
    expect(ids(came.cells, '')).toEqual(['2', '3'])
    expect(applyToList(came, saved(made('4', later))).total).toBe(2)
  })

  it('is in every module it belongs to, and counts once', () => {
    const module: ListContext = { ...context, kind: 'module', module_id: 'm1' }
    const params = { ...asked, group_by: 'issue_module__module_id' }
    const one = made('1', { module_ids: ['m1', 'm2'] })
    const ofProject = shapeOf(context, params, () => false)
    expect(cellsOf(one, ofProject)).toEqual(['m1', 'm2'])
    expect(cellsOf(made('2'), ofProject)).toEqual(['None'])
    const grouped = shapeOf(module, params, () => false)
    expect(cellsOf(one, grouped)).toEqual(['m1'])
    const { test } = membershipOf(grouped)
    expect([test(one), test(made('3', { module_ids: ['m2'] }))]).toEqual([true, false])
  })
})

describe('an item that is not loaded', () => {
  it('appears in a group that is wholly loaded, when it was just created', () => {
    const after = apply(list, saved(made('4', fresh)))
    expect(ids(after, 'todo')).toEqual(['1', '2', '3', '4'])
    expect([total(after, 'todo'), total(after, 'backlog')]).toEqual([4, 100])
    expect(after.stale).toBe(false)
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
    expect(after.total).toBe(103)
  })

  it('changes no count when it changed inside that group', () => {
    const after = apply(list, saved(made('50', { ...later, state_id: 'backlog' })))
    expect(total(after, 'backlog')).toBe(100)
  })

  it('leaves the counts to the server when it may come from two groups', () => {
    const two = data({ ...list.cells, todo: { items: [made('1')], total: 30 } })
    const after = apply(two, saved(made('50', { ...later, state_id: 'done' })))
    expect([total(after, 'todo'), total(after, 'backlog'), total(after, 'done')]).toEqual([
      30, 100, 1,
    ])
    expect(after.stale).toBe(true)
  })

  it('is taken off the only count it can be in when it is removed', () => {
    expect(total(apply(list, removed('50')), 'backlog')).toBe(99)
  })

  it('changes nothing when it is removed and everything is loaded', () => {
    const whole = data({ todo: { items: [made('1')], total: 1 } })
    expect(apply(whole, removed('50')).cells).toEqual(whole.cells)
  })

  it('makes the list doubtful when only the server can tell whether it belongs', () => {
    const mentioned = data(list.cells, { mentions: ada })
    const after = apply(mentioned, saved(made('50', later)))
    expect([after.cells, after.stale]).toEqual([mentioned.cells, true])
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

it('reads the archive again when something may have come there, or left it', () => {
  const archived: ListContext = { ...context, kind: 'archived' }
  const params = { order_by: 'sort_order', group_by: 'state_id' }
  const archive = { ...list, shape: shapeOf(archived, params, () => false) }
  for (const id of ['7', '1']) {
    expect(apply(archive, removed(id))).toMatchObject({ stale: true, total: archive.total })
  }
})

type AnyPage = Parameters<typeof fromPage>[1]

describe('reading', () => {
  it('starts from a grouped page', () => {
    const page = { results: { todo: { results: [made('1')], total_results: 7 } }, total_count: 7 }
    const loaded = fromPage(shape(), page as unknown as AnyPage)
    expect(loaded.cells).toEqual({ todo: { items: [made('1')], total: 7 } })
    expect(loaded.total).toBe(7)
  })

  it('starts from a flat page, and from groups of groups', () => {
    const flat = fromPage(shape(), { results: [made('1')], total_count: 3 } as unknown as AnyPage)
    expect(flat.cells).toEqual({ '': { items: [made('1')], total: 3 } })
    const cell = { results: [made('1')], total_results: 2 }
    const results = { todo: { results: { ada: cell, ben: cell }, total_results: 3 } }
    const nested = fromPage(shape(), { results, total_count: 3 } as unknown as AnyPage)
    expect(Object.keys(nested.cells)).toEqual(['todo/ada', 'todo/ben'])
    expect(nested.groupTotals).toEqual({ todo: 3 })
  })

  it('adds a page, in order and without doubles', () => {
    const results = [made('15', { state_id: 'backlog' }), made('20', { state_id: 'backlog' })]
    const after = addPage(list, 'backlog', { results, total_count: 99 })
    expect(ids(after, 'backlog')).toEqual(['10', '15', '20'])
    expect([total(after, 'backlog'), after.groupTotals.backlog, after.total]).toEqual([99, 99, 102])
  })

  it('shows an item that arrived in another group there only', () => {
    const results = [made('2', { state_id: 'backlog' })]
    const after = addPage(list, 'backlog', { results, total_count: 100 })
    expect(ids(after, 'todo')).toEqual(['1', '3'])
    expect(ids(after, 'backlog')).toContain('2')
  })

  it('forgets that an item was beyond the rows once it is loaded', () => {
    const counted = apply(list, saved(made('99', { ...fresh, state_id: 'backlog' })))
    const page = { results: [made('99', { ...fresh, state_id: 'backlog' })], total_count: 101 }
    const after = addPage(counted, 'backlog', page)
    expect(after.beyond).toEqual({})
    expect(total(remove(after, '99'), 'backlog')).toBe(100)
  })
})

it('shows an item with two labels in both groups, and counts it once', () => {
  const labelled = made('1', { label_ids: ['bug', 'map'] })
  const none = data({}, { group_by: 'labels__id' })
  const both = apply(none, saved({ ...labelled, ...fresh }))
  expect([ids(both, 'bug'), ids(both, 'map'), both.total]).toEqual([['1'], ['1'], 1])
  const one = apply(
    both,
    saved({ ...labelled, label_ids: ['map'], updated_at: '2026-11-09T00:00:00Z' }),
  )
  expect([ids(one, 'bug'), ids(one, 'map'), one.total]).toEqual([[], ['1'], 1])
  const bare = apply(one, saved({ ...labelled, label_ids: [], updated_at: '2026-11-10T00:00:00Z' }))
  expect([ids(bare, 'None'), bare.groupTotals.map]).toEqual([['1'], 0])
})

it('shows only the groups a filter on the grouping names', () => {
  const params = { group_by: 'labels__id', labels: bug }
  const after = apply(data({}, params), saved(made('1', { ...fresh, label_ids: [bug, 'map'] })))
  expect(Object.keys(after.cells)).toEqual([bug])
})

/** Recounts everything a list should show. */
function recount(items: readonly WorkItem[], loaded: LoadedItems) {
  const { shape: wanted } = loaded
  const cells: Record<string, string[]> = {}
  const { test, compare } = membershipOf(wanted)
  const inside = items.filter(test)
  for (const item of inside.toSorted(compare)) {
    for (const cell of cellsOf(item, wanted)) cells[cell] = [...(cells[cell] ?? []), item.id]
  }
  return { cells, total: inside.length }
}

const shown = (loaded: LoadedItems) => ({
  cells: Object.fromEntries(
    Object.entries(loaded.cells).flatMap(([key, { items }]) =>
      items.length > 0 ? [[key, items.map(({ id }) => id)]] : [],
    ),
  ),
  total: loaded.total,
})

describe('whatever happens', () => {
  const change = fc.record({
    id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    removed: fc.boolean(),
    state_id: fc.constantFrom('todo', 'done', 'backlog'),
    priority: fc.constantFrom('urgent', 'high', 'none'),
    label_ids: fc.subarray([bug, 'map', 'sync']),
    assignee_ids: fc.subarray(['ada', 'ben']),
    sort_order: fc.integer({ min: 0, max: 5 }),
    target_date: fc.constantFrom(null, '2026-11-20', '2026-12-24'),
  })
  const params = fc.record(
    {
      order_by: fc.constantFrom(
        'sort_order',
        '-created_at',
        '-priority',
        'target_date',
        '-updated_at',
      ),
      group_by: fc.constantFrom(
        'state_id',
        'labels__id',
        'assignees__id',
        'priority',
        'target_date',
      ),
      sub_group_by: fc.constantFrom('assignees__id', 'labels__id', 'state_id'),
      priority: fc.constantFrom('urgent', 'urgent,none'),
      labels: fc.constantFrom(bug, 'None', `${bug},None`),
      target_date: fc.constantFrom('2026-12-01;before', 'None'),
    },
    { requiredKeys: ['order_by'] },
  )

  it('the list is what counting everything anew would give', () => {
    fc.assert(
      fc.property(params, fc.array(change, { maxLength: 25 }), (asked, changes) => {
        fc.pre(asked.sub_group_by !== asked.group_by)
        const wanted: Record<string, string> = { ...asked }
        if (!wanted.group_by) delete wanted.sub_group_by
        const world = new Map<string, WorkItem>()
        let loaded: LoadedItems = {
          ...data({}),
          shape: shapeOf(context, wanted, () => false),
        }
        changes.forEach(({ id, removed: gone, ...fields }, n) => {
          const moment = `2026-11-05T10:00:${String(n).padStart(2, '0')}Z`
          const before = world.get(id)
          if (gone && before) {
            world.delete(id)
            loaded = apply(loaded, removed(id))
            return
          }
          const created_at = before?.created_at ?? moment
          const item = made(id, {
            ...(fields as Partial<WorkItem>),
            created_at,
            updated_at: moment,
          })
          world.set(id, item)
          loaded = apply(loaded, saved(item))
        })
        expect(shown(loaded)).toEqual(recount([...world.values()], loaded))
        for (const [group, count] of Object.entries(loaded.groupTotals)) {
          const inGroup = new Set(
            Object.entries(loaded.cells)
              .filter(([key]) => key === cellKey(group) || key.startsWith(`${group}/`))
              .flatMap(([, { items }]) => items.map(({ id }) => id)),
          )
          expect(count).toBe(inGroup.size)
        }
      }),
    )
  })
})

describe('many items at once', () => {
  const twenty = Array.from({ length: 20 }, (_, n) => made(String(n + 1)))
  const whole = data({ todo: { items: twenty, total: 20 }, done: { items: [], total: 0 } })
  const change = fc.record({
    id: fc.integer({ min: 1, max: 20 }).map(String),
    state_id: fc.constantFrom('todo', 'done'),
    sort_order: fc.integer({ min: 0, max: 25_000 }),
    archived_at: fc.constantFrom(null, null, null, '2026-11-05'),
  })

  it('end where they end one after the other', () => {
    const changes = fc.uniqueArray(change, { selector: ({ id }) => id, maxLength: 20 })
    fc.assert(
      fc.property(changes, (fields) => {
        const items = fields.map(({ id, ...more }) => made(id, more))
        expect(placeAll(whole, items)).toEqual(items.reduce(place, whole))
        const gone = items.map(({ id }) => id)
        expect(removeAll(whole, gone)).toEqual(gone.reduce(remove, whole))
      }),
    )
  })

  it('stay the same rows where nothing of their place changed', () => {
    const after = placeAll(whole, [made('3', { priority: 'high' }), made('4', { name: 'Four' })])
    expect(after.cells.todo?.items[4]).toBe(twenty[4])
    expect(ids(after, 'todo')).toEqual(ids(whole, 'todo'))
    expect(after.cells.todo?.items[2]?.priority).toBe('high')
  })
})
