import { type Priority, priorities, type StateGroup, stateGroups } from '@cairn/contract'
import fc from 'fast-check'
import { groupKeys, orderKeys } from '../list-query.ts'
import type { Params } from '../read-query.ts'
import type { Item, Named, World } from './world.ts'

/** Ids that can be told apart at sight: kind and number. */
const idOf = (kind: number, n: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`

const names = ['alpha', 'Alpha', 'beta', 'Ärger', 'ärger', 'Zebra', 'ΣΟΦΌΣ', '𝒳', 'ﬀ', 'a%_\\b', '']

const named = (kind: number, most: number): fc.Arbitrary<Named[]> =>
  fc
    .array(fc.constantFrom(...names.filter(Boolean)), { minLength: 1, maxLength: most })
    .map((some) => some.map((name, n) => ({ id: idOf(kind, n), name: `${name}${n}` })))

const days = ['2025-02-28', '2025-03-01', '2025-03-02', '2025-03-30', '2025-04-15']
const day = fc.option(fc.constantFrom(...days))
const moment = fc.constantFrom(
  '2025-02-28T22:59:59.999999Z',
  '2025-02-28T23:00:00.000000Z',
  '2025-03-01T00:00:00.000000Z',
  '2025-03-01T00:00:00.500000Z',
  '2025-03-30T01:30:00.000001Z',
  '2025-04-15T12:00:00.000000Z',
)

const some = (ids: readonly string[]) => fc.subarray([...ids])
const oneOf = (ids: readonly string[]) => fc.option(fc.constantFrom(...ids))
const idsIn = (all: readonly { id: string }[]) => all.map(({ id }) => id)

type Setting = Omit<World, 'items'>

const setting: fc.Arbitrary<Setting> = fc
  .record({
    labels: named(2, 4),
    modules: named(3, 3),
    cycles: named(4, 3),
    people: named(5, 4),
    types: named(6, 2),
    keys: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 4 }),
    groups: fc.array(fc.constantFrom<StateGroup>(...stateGroups), { minLength: 2, maxLength: 5 }),
  })
  .map(({ keys, groups, ...rest }) => ({
    ...rest,
    project_id: idOf(9, 0),
    points: keys.map((key, n) => ({ id: idOf(7, n), key })),
    states: groups.map((group, n) => ({ id: idOf(1, n), name: `${names[n]}${n}`, group })),
  }))

function itemIn(world: Setting): fc.Arbitrary<Omit<Item, 'id' | 'sequence_id' | 'parent_id'>> {
  return fc.record({
    name: fc.constantFrom(...names).map((name) => name || 'x'),
    sort_order: fc.constantFrom(-10, 0.5, 65535, 75535),
    priority: fc.constantFrom<Priority>(...priorities),
    state_id: fc.constantFrom(...idsIn(world.states)),
    cycle_id: oneOf(idsIn(world.cycles)),
    created_by: oneOf(idsIn(world.people)),
    type_id: oneOf(idsIn(world.types)),
    estimate_point: oneOf(idsIn(world.points)),
    start_date: day,
    target_date: day,
    created_at: moment,
    updated_at: moment,
    completed_at: fc.option(moment),
    link_count: fc.integer({ min: 0, max: 3 }),
    attachment_count: fc.integer({ min: 0, max: 3 }),
    assignees: some(idsIn(world.people)),
    labels: some(idsIn(world.labels)),
    modules: some(idsIn(world.modules)),
    mentions: some(idsIn(world.people)),
    subscribers: some(idsIn(world.people)),
  })
}

const inOrder = (start: string | null, target: string | null) =>
  start && target && start > target ? { start_date: target, target_date: start } : {}

export const randomWorld: fc.Arbitrary<World> = setting.chain((world) =>
  fc
    .tuple(
      fc.array(itemIn(world), { maxLength: 25 }),
      fc.array(fc.option(fc.nat(24)), { minLength: 25, maxLength: 25 }),
    )
    .map(([items, parents]) => ({
      ...world,
      items: items.map((item, n) => {
        const parent = parents[n] ?? null
        // Only earlier items are parents, so nothing is its own ancestor.
        const parent_id = parent !== null && parent < n ? idOf(8, parent) : null
        const id = idOf(8, n)
        const ordered = inOrder(item.start_date, item.target_date)
        return { ...item, ...ordered, id, sequence_id: n + 1, parent_id }
      }),
    })),
)

const listText = (values: readonly string[]) =>
  fc.array(fc.constantFrom(...values), { maxLength: 4 }).map((chosen) => chosen.join(','))

const manyIds = (kind: number, more: readonly string[] = []) =>
  listText([idOf(kind, 0), idOf(kind, 1), idOf(kind, 9), 'null', 'junk', '', ...more])

const tokens = listText([
  ...days,
  '2025-03-01;after',
  '2025-03-30;before',
  '2025-03-02;sometime',
  '2_weeks;after;fromnow',
  '1_months;before;fromnow',
  '3_weeks;after;ago',
  '1_months;before;ago',
  '1_weeks;after',
  '9999999_weeks;after;fromnow',
  '2025-02-30',
  'None',
])

const orders = [...orderKeys.flatMap((key) => [key, `-${key}`]), 'junk', '-', '']

const filters = {
  priority: listText([...priorities, 'junk']),
  state: manyIds(1),
  state_group: listText([...stateGroups, 'triage']),
  type: fc.constantFrom('active', 'backlog', 'all', ''),
  assignees: manyIds(5, ['None']),
  labels: manyIds(2, ['None']),
  module: manyIds(3, ['None']),
  cycle: manyIds(4, ['None']),
  parent: manyIds(8, ['None']),
  created_by: manyIds(5, ['None']),
  issue_type: manyIds(6, ['None']),
  estimate_point: manyIds(7, ['None']),
  mentions: manyIds(5),
  subscriber: manyIds(5),
  project: manyIds(9),
  sub_issue: fc.constantFrom('true', 'false', ''),
  name: fc.constantFrom('A', 'ä', 'σ', '%', '_', '\\', 'a%', ''),
  start_date: tokens,
  target_date: tokens,
  created_at: tokens,
  updated_at: tokens,
  completed_at: tokens,
  start_target_date: fc.constantFrom('true', 'false'),
  updated_at__gt: fc.constantFrom('2025-03-01T00:00:00Z', '2025-03-01T00:00:00.5+00:00', 'junk'),
}

const shape = fc.record(
  {
    order_by: fc.constantFrom(...orders),
    group_by: fc.constantFrom<string>(...groupKeys),
    sub_group_by: fc.constantFrom<string>(...groupKeys),
    per_page: fc.constantFrom('1', '2', '5', '100'),
    cursor: fc.constantFrom('2:0:0', '2:0:0', '2:1:0', '3:2:1', '100:0:0'),
  },
  { requiredKeys: ['per_page'] },
)

/** Addresses as browsers send them, bad ones included. Few filters each, or nothing would be left. */
export const randomParams: fc.Arbitrary<Params> = fc
  .subarray(Object.keys(filters) as (keyof typeof filters)[], { maxLength: 3 })
  .chain((keys) =>
    fc.tuple(shape, fc.record(Object.fromEntries(keys.map((key) => [key, filters[key]])))),
  )
  .map(([one, other]): Params => ({ ...one, ...other }))
