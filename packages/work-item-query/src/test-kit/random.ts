import { dayInZone } from '@cairn/calendar'
import {
  negatableFilters,
  negationOf,
  type Priority,
  priorities,
  type StateGroup,
  stateGroups,
} from '@cairn/contract'
import fc from 'fast-check'
import { groupKeys, orderKeys } from '../list-query.ts'
import type { Params, Reader } from '../read-query.ts'
import type { Item, Named, World } from './world.ts'

/** Recognizable ids: kind and number. */
const idOf = (kind: number, n: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`

const names = [
  ...['alpha', 'Alpha', 'beta', 'Ärger', 'ärger', 'Zebra', 'ΣΟΦΌΣ', '𝒳', 'ﬀ', 'a%_\\b', ''],
  // Letters whose lower case depends on the locale, on the Unicode version or on their neighbors.
  ...['İz', 'Ilgaz', 'ılgaz', 'ẞ', 'ǅ', 'K', 'e\u0301', 'é', '𐐀', '\uE000', '\uFFFD', ' a', 'a b'],
]

const named = (kind: number, most: number): fc.Arbitrary<Named[]> =>
  fc
    .array(fc.constantFrom(...names.filter(Boolean)), { minLength: 1, maxLength: most })
    .map((some) => some.map((name, n) => ({ id: idOf(kind, n), name: `${name}${n}` })))

/** Around today, around the range of tokens from there, and around nights with a clock change. */
const today = '2025-03-10'
const days = [
  ...['2025-02-28', '2025-03-01', '2025-03-02', '2025-03-09', today, '2025-03-11', '2025-03-30'],
  ...['2025-04-15', '2025-02-17', '2025-02-08', '2025-02-09', '2025-03-24', '2025-04-09'],
  ...['0001-01-01', '9999-12-31'],
]
const day = fc.option(fc.constantFrom(...days))

const pickMoment = fc.tuple(
  fc.constantFrom('2025-02-28', '2025-03-01', '2025-03-09', today, '2025-03-11', '2025-03-30'),
  // Midnight in some zone, and the moments around it.
  fc.constantFrom(
    ...['00:00:00', '03:00:00', '04:00:00', '05:00:00', '10:00:00', '11:00:00', '12:00:00'],
    ...['18:15:00', '18:30:00', '22:00:00', '22:59:59', '23:00:00', '23:59:59'],
  ),
  fc.constantFrom('000000', '000000', '000001', '500000', '500001', '120000', '999999'),
)
// Often the same one, otherwise hardly any two items would have the same time.
const moment = fc.oneof(
  fc.constant(`${today}T00:00:00.500000Z`),
  pickMoment.map(([date, time, fraction]) => `${date}T${time}.${fraction}Z`),
)

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu'],
  ...['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Havana', 'Australia/Lord_Howe'],
]

/** The time zone of a user, and the current date there. */
export const randomReader: fc.Arbitrary<Reader> = fc
  .tuple(
    fc.constantFrom(...zones),
    fc.constantFrom(...['00:00:01', '04:30:00', '09:59:59', '11:00:00', '23:30:00']),
  )
  .map(([timezone, time]) => ({
    timezone,
    today: dayInZone(Date.parse(`${today}T${time}Z`), timezone),
  }))

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

const worldOf = (items: fc.ArrayConstraints): fc.Arbitrary<World> =>
  setting.chain((world) =>
    fc
      .tuple(
        fc.array(itemIn(world), items),
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

export const randomWorld = worldOf({ maxLength: 25 })
/** The maximum number of items in a world. */
export const fullWorld = worldOf({ minLength: 25, maxLength: 25 })

const listText = (values: readonly string[]) =>
  fc.array(fc.constantFrom(...values), { maxLength: 4 }).map((chosen) => chosen.join(','))

const manyIds = (kind: number, more: readonly string[] = []) =>
  listText([idOf(kind, 0), idOf(kind, 1), idOf(kind, 9), 'null', 'junk', '', ...more])

const token = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...days),
      fc.constantFrom('', '', ';after', ';after', ';before', ';before', ';sometime', ';after;ago'),
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom(
        '0_days',
        '7_days',
        '0_weeks',
        '1_weeks',
        '2_weeks',
        '3_weeks',
        '1_months',
        '2_months',
        '1_years',
      ),
      fc.constantFrom('after', 'before', 'within', 'sometime'),
      fc.constantFrom(';fromnow', ';fromnow', ';ago', ';ago', ''),
    )
    .map(([amount, side, direction]) => `${amount};${side}${direction}`),
  fc.constantFrom('today', 'this_week', 'overdue', 'overdue'),
  fc.constantFrom('None', 'None', '9999999_weeks;after;fromnow', '999999_weeks;after;ago'),
  fc.constantFrom('2025-02-30', '2025-3-1', 'soon', 'none', 'null', '', ` ${today}`),
)

const tokens = fc.array(token, { maxLength: 4 }).map((chosen) => chosen.join(','))

const orders = [...orderKeys.flatMap((key) => [key, `-${key}`]), 'junk', '-', '']

const positive = {
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

const filters: Record<string, fc.Arbitrary<string>> = {
  ...positive,
  ...Object.fromEntries(negatableFilters.map((key) => [negationOf(key), positive[key]])),
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

/**
 * URLs as sent by browsers, including invalid ones. Few filters each, otherwise nothing would
 * match.
 */
export const randomParams: fc.Arbitrary<Params> = fc
  .subarray(Object.keys(filters), { maxLength: 3 })
  .chain((keys) =>
    fc.tuple(
      shape,
      fc.record(Object.fromEntries(keys.map((key) => [key, filters[key] ?? fc.constant('')]))),
    ),
  )
  .map(([one, other]): Params => ({ ...one, ...other }))
