import { type IntakeItem, PENDING } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import {
  countFilters,
  firstView,
  type IntakeView,
  toggleStatus,
  toggleValue,
  toQuery,
} from './intake-view.ts'
import { applyToItems, type LoadedItems, neighbourOf, withPage } from './loaded-items.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

const item = (number: number, more: Partial<IntakeItem> = {}): IntakeItem => ({
  id: `entry-${number}`,
  ...{ status: PENDING, duplicate_to: null, snoozed_till: null, source: 'IN_APP' },
  created_by: 'ada',
  ...more,
  issue: {
    ...{ id: String(number), name: `item ${number}`, priority: 'none', sequence_id: number },
    ...{ project_id: 'p', label_ids: [], created_by: 'ada' },
    created_at: `2026-11-15T10:${String(number).padStart(2, '0')}:00Z`,
    ...more.issue,
  },
})

const listOf = (numbers: number[], view: IntakeView = firstView('open'), total?: number) => ({
  project_id: 'p',
  view,
  items: numbers.map((number) => item(number)),
  total: total ?? numbers.length,
})

const save = (list: LoadedItems, saved: IntakeItem) =>
  applyToItems(list, { type: 'intake_item.saved', intake_item: saved }, now)
const idsOf = ({ items }: LoadedItems) => items.map(({ issue }) => issue.id)

describe('a list hears', () => {
  it('of a new item, and puts it where the order wants it', () => {
    expect(idsOf(save(listOf([3, 1]), item(5)))).toEqual(['5', '3', '1'])
    expect(idsOf(save(listOf([3, 1]), item(2)))).toEqual(['3', '2', '1'])
    const ascending: IntakeView = {
      ...firstView('open'),
      sort: { by: 'sequence_id', descending: false },
    }
    expect(save(listOf([1, 3], ascending), item(5))).toMatchObject({ total: 3 })
  })

  it('of a decision, and lets the item go or takes it in', () => {
    const declined = item(3, { status: -1 })
    expect(save(listOf([5, 3, 1]), declined)).toMatchObject({ total: 2 })
    expect(idsOf(save(listOf([5, 3, 1]), declined))).toEqual(['5', '1'])
    expect(idsOf(save(listOf([4, 2], firstView('closed')), declined))).toEqual(['4', '3', '2'])
  })

  it('of a snooze, and has the item back when its time has come', () => {
    const till = (moment: string) => item(3, { status: 0, snoozed_till: moment })
    expect(idsOf(save(listOf([3]), till('2026-11-16T00:00:00Z')))).toEqual([])
    expect(idsOf(save(listOf([]), till('2026-11-15T11:00:00Z')))).toEqual(['3'])
    const snoozed = toggleStatus(toggleStatus(firstView('open').filters, 0), PENDING)
    const asleep = { ...firstView('open'), filters: snoozed }
    expect(idsOf(save(listOf([], asleep), till('2026-11-16T00:00:00Z')))).toEqual(['3'])
    expect(idsOf(save(listOf([], asleep), till('2026-11-15T11:00:00Z')))).toEqual([])
  })

  it('twice of the same without counting it twice', () => {
    const once = save(listOf([3, 1]), item(5))
    expect(save(once, item(5))).toEqual(once)
  })

  it('of what it cannot judge, and is read again', () => {
    const { filters, sort } = firstView('open')
    const byAssignee = { sort, filters: toggleValue(filters, 'assignees', 'ada') }
    expect(save(listOf([3], byAssignee), item(5))).toMatchObject({ staleMarks: 1, total: 1 })
    const byMoment: IntakeView = { filters, sort: { by: 'updated_at', descending: true } }
    expect(save(listOf([3], byMoment), item(3))).toMatchObject({ staleMarks: 1 })
    expect(save(listOf([5, 4], undefined, 9), item(1))).toMatchObject({ staleMarks: 1, total: 9 })
  })

  it('only of what its filters leave', () => {
    const { filters, sort } = firstView('open')
    const urgent = { sort, filters: toggleValue(filters, 'priority', 'urgent') }
    expect(idsOf(save(listOf([], urgent), item(1)))).toEqual([])
    const today = { sort, filters: { ...filters, created_at: 'yesterday' as const } }
    expect(idsOf(save(listOf([], today), item(1)))).toEqual([])
  })

  it('of other projects, and lets it pass', () => {
    const { issue } = item(5)
    const elsewhere = item(5, { issue: { ...issue, project_id: 'q' } })
    expect(save(listOf([3]), elsewhere)).toEqual(listOf([3]))
  })

  it('of one that is deleted', () => {
    const gone = { type: 'intake_item.removed', issue: '3', project_id: 'p' } as const
    expect(applyToItems(listOf([5, 3]), gone, now)).toMatchObject({ total: 1 })
    expect(applyToItems(listOf([5]), gone, now)).toEqual(listOf([5]))
  })
})

it('adds a page, and what moved up meanwhile once', () => {
  const list = withPage(listOf([5, 4], undefined, 4), {
    items: [item(4), item(3), item(2)],
    total: 4,
  })
  expect(idsOf(list)).toEqual(['5', '4', '3', '2'])
})

describe('after a decision', () => {
  const { items } = listOf([5, 3, 1])
  it.each([
    ['5', '3'],
    ['3', '1'],
    ['1', '3'],
    ['elsewhere', '5'],
  ])('on %s comes %s', (id, next) => {
    expect(neighbourOf(items, id)).toBe(next)
  })

  it('on the only one comes none', () => {
    expect(neighbourOf([item(1)], '1')).toBeUndefined()
    expect(neighbourOf([], '1')).toBeUndefined()
  })
})

describe('the address of a view', () => {
  it('asks for what each tab begins with', () => {
    expect(toQuery(firstView('open'), '2026-11-15')).toEqual({
      ...{ status: '-2', order_by: '-issue__created_at' },
    })
    expect(toQuery(firstView('closed'), '2026-11-15').status?.split(',').toSorted()).toEqual(
      ['-1', '1', '2'].toSorted(),
    )
  })

  it('says filters, spans of days and the order', () => {
    const filters = {
      ...firstView('open').filters,
      ...{ priority: ['high', 'low'], created_at: 'last_7_days' as const },
      updated_at: { start: '2026-11-01', end: '2026-11-02' },
    }
    const view: IntakeView = { filters, sort: { by: 'sequence_id', descending: false } }
    expect(toQuery(view, '2026-11-15')).toEqual({
      ...{ status: '-2', order_by: 'issue__sequence_id', priority: 'high,low' },
      created_at: '2026-11-08;after,2026-11-15;before',
      updated_at: '2026-11-01;after,2026-11-02;before',
    })
    expect(countFilters(filters, 'open')).toBe(4)
  })

  it('keeps one status', () => {
    const { filters } = firstView('open')
    expect(toggleStatus(filters, PENDING)).toBe(filters)
    expect(countFilters(toggleStatus(filters, 0), 'open')).toBe(1)
  })
})
