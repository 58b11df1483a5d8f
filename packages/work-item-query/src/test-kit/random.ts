import { dayInZone } from '@cairn/calendar'
import {
  isGroupedKind,
  isSortedKind,
  negatableFilters,
  negationOf,
  type Priority,
  type PropertyKind,
  type PropertyValue,
  priorities,
  propertyField,
  type StateGroup,
  stateGroups,
} from '@cairn/contract'
import fc from 'fast-check'
import { print } from '../language/print.ts'
import { groupKeys, orderKeys } from '../list-query.ts'
import type { Params, Reader } from '../read-query.ts'
import { randomExpression } from './random-text.ts'
import {
  days,
  idOf,
  moments,
  names,
  numbers,
  optionId,
  propertyIds,
  someName,
  today,
} from './random-values.ts'
import type { Item, Named, Property, Related, World } from './world.ts'

const named = (kind: number, most: number): fc.Arbitrary<Named[]> =>
  fc
    .array(someName, { minLength: 1, maxLength: most })
    .map((some) => some.map((name, n) => ({ id: idOf(kind, n), name: `${name}${n}` })))

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
    me: idOf(5, 0),
    today: dayInZone(Date.parse(`${today}T${time}Z`), timezone),
  }))

const some = (ids: readonly string[]) => fc.subarray([...ids])
const oneOf = (ids: readonly string[]) => fc.option(fc.constantFrom(...ids))
const idsIn = (all: readonly { id: string }[]) => all.map(({ id }) => id)

/** Numbers and days share a name where there are two types to have it. */
const propertiesOf = (types: readonly Named[]): Property[] =>
  propertyIds.map(({ kind, id }, n) => {
    const isShared = types.length > 1 && (kind === 'number' || kind === 'date')
    const type = kind === 'date' ? types[1] : undefined
    return {
      ...{ id, kind, name: isShared ? 'Shared' : `${kind} ${n}` },
      type_id: (type ?? types[0])?.id ?? '',
      options:
        kind === 'option'
          ? names.slice(0, 4).map((name, at) => ({ id: optionId(id, at), name: `${name}${at}` }))
          : [],
    }
  })

function valueIn(world: Setting, { id, kind, options }: Property): fc.Arbitrary<PropertyValue> {
  const several = (ids: readonly string[]) => fc.subarray([...ids], { minLength: 1 })
  const values: Record<PropertyKind, fc.Arbitrary<PropertyValue>> = {
    text: fc.constantFrom(...names.filter(Boolean), today, 'x'.repeat(300)),
    link: fc.constantFrom('https://cairn.example/Ä', 'https://cairn.example/a%_'),
    number: fc.constantFrom(...numbers),
    boolean: fc.boolean(),
    date: fc.constantFrom(...days),
    datetime: fc.constantFrom(...moments),
    option: several(options.length > 0 ? idsIn(options) : [id]),
    person: several(idsIn(world.people)),
    // Items that may be missing: their deletion leaves values.
    item: several([idOf(8, 0), idOf(8, 1), idOf(8, 24)]),
  }
  return values[kind]
}

const valuesIn = (world: Setting): fc.Arbitrary<Record<string, PropertyValue>> =>
  fc
    .record(Object.fromEntries(world.properties.map((one) => [one.id, valueIn(world, one)])), {
      requiredKeys: [],
    })
    .map((values) => values as Record<string, PropertyValue>)

type Setting = Omit<World, 'items' | 'relations'>

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
    properties: propertiesOf(rest.types),
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
    updated_by: oneOf(idsIn(world.people)),
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
    former_states: some(idsIn(world.states)),
    values: valuesIn(world),
  })
}

const inOrder = (start: string | null, target: string | null) =>
  start && target && start > target ? { start_date: target, target_date: start } : {}

/** There is one relation between two items, in either direction. */
const relationsAmong = (count: number): fc.Arbitrary<Related[]> =>
  count < 2
    ? fc.constant([])
    : fc
        .uniqueArray(
          fc.record({
            type: fc.constantFrom(
              'blocked_by' as const,
              'relates_to' as const,
              'duplicate' as const,
            ),
            from: fc.nat(count - 1).map((n) => idOf(8, n)),
            to: fc.nat(count - 1).map((n) => idOf(8, n)),
          }),
          { maxLength: 12, selector: ({ from, to }) => [from, to].toSorted().join() },
        )
        .map((some) => some.filter(({ from, to }) => from !== to))

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
      }))
      .chain((made) =>
        relationsAmong(made.items.length).map((relations): World => ({ ...made, relations })),
      ),
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

const fieldsOf = (isUsable: (kind: PropertyKind) => boolean) =>
  propertyIds.filter(({ kind }) => isUsable(kind)).map(propertyField)
const orders = [
  ...[...orderKeys, ...fieldsOf(isSortedKind)].flatMap((key) => [key, `-${key}`]),
  ...['junk', '-', '', 'property_item_junk'],
]
const groups = [...groupKeys, ...fieldsOf(isGroupedKind)]

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
  pql: randomExpression.map(print),
  updated_at__gt: fc.constantFrom('2025-03-01T00:00:00Z', '2025-03-01T00:00:00.5+00:00', 'junk'),
}

const someOptions = (property: string) =>
  listText([optionId(property, 0), optionId(property, 2), 'None', 'junk'])

const testedValues = (property: string): Record<PropertyKind, fc.Arbitrary<string>> => ({
  text: listText(['a', '%C3%A4', '%25', '_', 'None', '%2c', 'junk%']),
  link: listText(['a', 'None']),
  number: listText(['0', '0..7', '2..', '..-1', '0.5', 'None', 'junk', '..']),
  boolean: listText(['true', 'false', 'None', 'junk']),
  date: tokens,
  datetime: tokens,
  option: someOptions(property),
  person: manyIds(5, ['None']),
  item: manyIds(8, ['None']),
})

const ofProperties = propertyIds.flatMap((one) => {
  const values = testedValues(one.id)[one.kind]
  return [[propertyField(one), values] as const, [negationOf(propertyField(one)), values] as const]
})

const filters: Record<string, fc.Arbitrary<string>> = {
  ...positive,
  ...Object.fromEntries(ofProperties),
  ...Object.fromEntries(negatableFilters.map((key) => [negationOf(key), positive[key]])),
}

const shape = fc.record(
  {
    order_by: fc.constantFrom(...orders),
    group_by: fc.constantFrom<string>(...groups),
    sub_group_by: fc.constantFrom<string>(...groups),
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
  .tuple(fc.subarray(Object.keys(filters), { maxLength: 3 }), fc.boolean())
  .map(([keys, isText]) => (isText ? [...new Set([...keys.slice(0, 2), 'pql'])] : keys))
  .chain((keys) =>
    fc.tuple(
      shape,
      fc.record(Object.fromEntries(keys.map((key) => [key, filters[key] ?? fc.constant('')]))),
    ),
  )
  .map(([one, other]): Params => ({ ...one, ...other }))
