import {
  isPropertyField,
  negatableFilters,
  negationOf,
  type PropertyField,
  type PropertyValue,
  propertyField,
  toPage,
} from '@cairn/contract'
import type { Condition, ItemName, Test, ValueTest } from '../condition.ts'
import type { IdFilter, RelationWord } from '../language/words.ts'
import {
  type AnyOf,
  type DateTest,
  type DayRange,
  type Filters,
  type GroupKey,
  type InstantRange,
  type ListQuery,
  NONE,
  nameKey,
  type OrderKey,
  type PositiveFilters,
  type PropertyTest,
} from '../list-query.ts'
import type { Item, Named, Property, World } from './world.ts'

/**
 * A second list engine, slow and obviously right: arrays, filter and sort, written from the
 * specification and sharing only the types of the query with the compiled statements.
 */

const stateOf = ({ states }: World, { state_id }: Item) => states.find(({ id }) => id === state_id)
const anyIn = (wanted: readonly string[], had: readonly string[]) =>
  had.some((id) => wanted.includes(id))

const fits = ({ ids, none }: AnyOf, had: readonly (string | null)[]) => {
  const real = had.filter((id) => id !== null)
  return anyIn(ids, real) || (none && real.length === 0)
}

function inDays(
  { ranges, none }: DateTest<DayRange>,
  day: string | null,
  group = 'started',
): boolean {
  if (day === null) return none
  const isClosed = group === 'completed' || group === 'cancelled'
  return ranges.some(
    ({ from = '', to = '9999-99', isOpen }) => day >= from && day <= to && !(isOpen && isClosed),
  )
}

function inInstants({ ranges, none }: DateTest<InstantRange>, moment: string | null): boolean {
  if (moment === null) return none
  return ranges.some(({ from = '', until = '9999-99' }) => moment >= from && moment < until)
}

function meetsFilter(item: Item, test: PropertyTest): boolean {
  const value: PropertyValue | undefined = item.values[test.id]
  if (value === undefined) return test.wanted.none
  switch (test.kind) {
    case 'text':
    case 'link':
      return test.wanted.texts.some((text) => nameKey(String(value)).includes(nameKey(text)))
    case 'number': {
      const { ranges } = test.wanted
      return ranges.some(
        ({ from = -1e99, to = 1e99 }) => from <= Number(value) && Number(value) <= to,
      )
    }
    case 'date':
      return inDays(test.wanted, String(value))
    case 'datetime':
      return inInstants(test.wanted, String(value).replace('Z', '000Z'))
    case 'boolean':
      return test.wanted.ids.includes(`${value}`)
    default:
      return anyIn(test.wanted.ids, value as string[])
  }
}

type Check = {
  [Key in keyof PositiveFilters]-?: (wanted: NonNullable<PositiveFilters[Key]>) => boolean
}

function matches(world: World, item: Item, filters: Filters): boolean {
  const group = stateOf(world, item)?.group ?? 'backlog'
  const checks: Check = {
    priority: (wanted) => wanted.includes(item.priority),
    state: (wanted) => wanted.includes(item.state_id),
    state_group: (wanted) => wanted.includes(group),
    type_groups: (wanted) => wanted.includes(group),
    assignees: (wanted) => fits(wanted, item.assignees),
    labels: (wanted) => fits(wanted, item.labels),
    module: (wanted) => fits(wanted, item.modules),
    cycle: (wanted) => fits(wanted, [item.cycle_id]),
    parent: (wanted) => fits(wanted, [item.parent_id]),
    created_by: (wanted) => fits(wanted, [item.created_by]),
    updated_by: (wanted) => fits(wanted, [item.updated_by]),
    issue_type: (wanted) => fits(wanted, [item.type_id]),
    estimate_point: (wanted) => fits(wanted, [item.estimate_point]),
    mentions: (wanted) => anyIn(wanted, item.mentions),
    subscriber: (wanted) => anyIn(wanted, item.subscribers),
    project: (wanted) => wanted.includes(world.project_id),
    without_parent: () => item.parent_id === null,
    name: (wanted) => nameKey(item.name).includes(nameKey(wanted)),
    start_date: (wanted) => inDays(wanted, item.start_date),
    target_date: (wanted) => inDays(wanted, item.target_date, group),
    created_at: (wanted) => inInstants(wanted, item.created_at),
    updated_at: (wanted) => inInstants(wanted, item.updated_at),
    completed_at: (wanted) => inInstants(wanted, item.completed_at),
    both_dates: () => item.start_date !== null && item.target_date !== null,
    updated_after: (wanted) => item.updated_at > wanted,
    properties: (wanted) => wanted.every((test) => meetsFilter(item, test) !== test.isNegated),
  }
  const isMet = (key: string, wanted: unknown) =>
    (checks[key as keyof Check] as (wanted: unknown) => boolean)(wanted)
  return Object.entries(filters).every(([key, wanted]) => {
    if (key === 'where') return matchesTree(world, item, wanted)
    const turned = negatableFilters.find((one) => negationOf(one) === key)
    return turned ? !isMet(turned, wanted) : isMet(key, wanted)
  })
}

function matchesTree(world: World, item: Item, condition: Condition): boolean {
  if ('filters' in condition) return matches(world, item, condition.filters)
  if ('and' in condition) return condition.and.every((one) => matchesTree(world, item, one))
  if ('or' in condition) return condition.or.some((one) => matchesTree(world, item, one))
  if ('not' in condition) return !matchesTree(world, item, condition.not)
  return passes(world, item, condition.test)
}

/** What the values of a filter are called. */
function namesFor(world: World, item: Item, filter: IdFilter): string[] {
  const called = (all: readonly Named[], ids: readonly (string | null)[]) =>
    all.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  switch (filter) {
    case 'state':
      return called(world.states, [item.state_id])
    case 'labels':
      return called(world.labels, item.labels)
    case 'module':
      return called(world.modules, item.modules)
    case 'cycle':
      return called(world.cycles, [item.cycle_id])
    case 'issue_type':
      return called(world.types, [item.type_id])
    case 'estimate_point':
      return world.points.filter(({ id }) => id === item.estimate_point).map(({ key }) => `${key}`)
    case 'project':
      return ['Trail', 'TRAIL']
    case 'assignees':
      return called(world.people, item.assignees)
    case 'mentions':
      return called(world.people, item.mentions)
    case 'subscriber':
      return called(world.people, item.subscribers)
    default:
      return called(world.people, [item[filter]])
  }
}

const areIn = (names: readonly string[], wanted: readonly string[]) =>
  names.some((name) => wanted.some((one) => nameKey(one) === nameKey(name)))

const isThis = (item: Item, name: ItemName) =>
  'id' in name
    ? item.id === name.id
    : name.identifier.toUpperCase() === 'TRAIL' && item.sequence_id === name.sequence_id

function passes(world: World, item: Item, test: Test): boolean {
  const children = world.items.filter(({ parent_id }) => parent_id === item.id)
  switch (test.kind) {
    case 'named':
      return areIn(namesFor(world, item, test.filter), test.names)
    case 'linked':
      return (test.filter === 'mentions' ? item.mentions : item.subscribers).length > 0
    case 'title':
      return nameKey(item.name) === nameKey(test.text)
    case 'text':
      return nameKey(item.name).includes(nameKey(test.text))
    case 'key':
      return test.items.some((name) => isThis(item, name))
    case 'is':
      if (test.nature === 'sub_item') return item.parent_id !== null
      return test.nature === 'parent' && children.length > 0
    case 'was_in_state': {
      const states = world.states.filter(
        ({ id }) => id === item.state_id || item.former_states.includes(id),
      )
      const isNamed = areIn(
        states.map(({ name }) => name),
        test.names,
      )
      return isNamed || states.some(({ id }) => test.ids.includes(id))
    }
    case 'related': {
      const { other } = test
      return relatives(world, item, test.by).some((one) => {
        const group = stateOf(world, one)?.group
        const isClosed = group === 'completed' || group === 'cancelled'
        if (other === 'any') return true
        if (typeof other === 'string') return isClosed === (other === 'closed')
        return isThis(one, other)
      })
    }
    case 'property':
      return hasValue(world, item, test)
    default:
      throw new Error(`A world has no ${test.kind}`)
  }
}

const letters = (text: string) => nameKey(Array.from(text).slice(0, 255).join(''))

/** A comparison by the kind of its property, which it must fit. */
function valuePasses(world: World, property: Property, value: unknown, test: ValueTest): boolean {
  const { kind, options } = property
  switch (test.is) {
    case 'text':
      return isText(kind) && nameKey(String(value)) === nameKey(test.text)
    case 'contains':
      return isText(kind) && nameKey(String(value)).includes(nameKey(test.text))
    case 'number': {
      if (kind !== 'number') return false
      const { from = -Infinity, to = Infinity, isOpen } = test.range
      const isEnd = value === from || value === to
      return Number(value) >= from && Number(value) <= to && !(isOpen && isEnd)
    }
    case 'boolean':
      return value === test.value
    case 'day':
      return kind === 'date' && inDays({ ranges: [test.range], none: false }, String(value))
    case 'moment': {
      // As other timestamps are written.
      const at = String(value).replace('Z', '000Z')
      return kind === 'datetime' && inInstants({ ranges: [test.range], none: false }, at)
    }
    case 'ref':
      return Array.isArray(value) && anyIn(test.ids, value)
    case 'called': {
      const all = kind === 'option' ? options : kind === 'person' ? world.people : []
      const names = all.filter(({ id }) => (value as string[]).includes(id)).map(({ name }) => name)
      return areIn(names, test.names)
    }
    case 'item':
      return (
        kind === 'item' &&
        world.items.some(
          (item) =>
            (value as string[]).includes(item.id) && test.items.some((name) => isThis(item, name)),
        )
      )
  }
}

const isText = (kind: string) => kind === 'text' || kind === 'link'

function hasValue(world: World, item: Item, test: Extract<Test, { kind: 'property' }>): boolean {
  const { property: wanted, values } = test
  return world.properties.some((property) => {
    const isMeant =
      'id' in wanted ? property.id === wanted.id : nameKey(property.name) === nameKey(wanted.name)
    const value = item.values[property.id]
    if (!isMeant || value === undefined) return false
    return !values || values.some((one) => valuePasses(world, property, value, one))
  })
}

function propertyIn({ properties }: World, key: PropertyField): Property | undefined {
  return properties.find((one) => key === propertyField(one))
}

function relatives(world: World, item: Item, by: RelationWord): Item[] {
  const among = (ids: readonly (string | null)[]) =>
    world.items.filter(({ id }) => ids.includes(id))
  if (by === 'childOf') return among([item.parent_id])
  if (by === 'parentOf') return world.items.filter(({ parent_id }) => parent_id === item.id)
  const types = {
    ...{ blockedBy: 'blocked_by', blocks: 'blocked_by' },
    ...{ linkedTo: 'relates_to', duplicateOf: 'duplicate' },
  } as const
  const some = world.relations.filter(({ type }) => type === types[by])
  const forth = some.filter(({ from }) => from === item.id).map(({ to }) => to)
  const back = some.filter(({ to }) => to === item.id).map(({ from }) => from)
  if (by === 'blockedBy') return among(forth)
  return among(by === 'blocks' ? back : [...forth, ...back])
}

const nameOf = (named: readonly Named[], id: string | null) => {
  const found = named.find((one) => one.id === id)
  return found ? nameKey(found.name) : null
}

const firstName = (named: readonly Named[], ids: readonly string[]) =>
  ids.map((id) => nameOf(named, id) ?? '').toSorted(byCodePoints)[0] ?? null

/** In UTF-8 order; JavaScript sorts rare characters differently. */
function byCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

const priorityRank = ['none', 'low', 'medium', 'high', 'urgent']
const groupRank = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']

function sortedProperty(world: World, item: Item, key: PropertyField): string | number | null {
  const property = propertyIn(world, key)
  const value = property && item.values[property.id]
  if (value === undefined) return null
  if (!Array.isArray(value)) return typeof value === 'string' ? letters(value) : Number(value)
  if (property?.kind === 'person') return firstName(world.people, value)
  const places = value.map((id) => property?.options.findIndex((one) => one.id === id) ?? -1)
  return Math.min(...places)
}

function sortValue(world: World, item: Item, key: OrderKey): string | number | null {
  if (isPropertyField(key)) return sortedProperty(world, item, key)
  switch (key) {
    case 'name':
      return nameKey(item.name)
    case 'priority':
      return priorityRank.indexOf(item.priority)
    case 'state__name':
      return nameOf(world.states, item.state_id)
    case 'state__group':
      return groupRank.indexOf(stateOf(world, item)?.group ?? '')
    case 'labels__name':
      return firstName(world.labels, item.labels)
    case 'assignees__first_name':
      return firstName(world.people, item.assignees)
    case 'issue_module__module__name':
      return firstName(world.modules, item.modules)
    case 'issue_cycle__cycle__name':
      return nameOf(world.cycles, item.cycle_id)
    case 'type__name':
      return nameOf(world.types, item.type_id)
    case 'estimate_point__key':
      return world.points.find(({ id }) => id === item.estimate_point)?.key ?? null
    case 'sub_issues_count':
      return world.items.filter(({ parent_id }) => parent_id === item.id).length
    default:
      return item[key]
  }
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  return byCodePoints(one, other)
}

function inOrder(world: World, items: readonly Item[], { order }: ListQuery): Item[] {
  return items.toSorted((one, other) => {
    const [a, b] = [sortValue(world, one, order.key), sortValue(world, other, order.key)]
    if (a !== null && b === null) return -1
    if (a === null && b !== null) return 1
    const main = a === null || b === null ? 0 : compare(a, b) * (order.descending ? -1 : 1)
    const newest = byCodePoints(other.created_at, one.created_at)
    return main || newest || byCodePoints(other.id, one.id)
  })
}

/** The groups of an item. If the key is filtered too, only those in the filter. */
function groupsOf(world: World, item: Item, key: GroupKey, filters: Filters): string[] {
  const among = (ids: readonly string[], wanted: AnyOf | undefined) => {
    const all = ids.length > 0 ? [...ids] : [NONE]
    if (!wanted) return all
    return all.filter((id) => wanted.ids.includes(id) || (wanted.none && id === NONE))
  }
  if (isPropertyField(key)) {
    const property = propertyIn(world, key)
    const value = property && item.values[property.id]
    if (typeof value === 'boolean') return [String(value)]
    const test = filters.properties?.find(({ id, isNegated }) => id === property?.id && !isNegated)
    return among((value ?? []) as string[], test?.wanted as AnyOf | undefined)
  }
  switch (key) {
    case 'labels__id':
      return among(item.labels, filters.labels)
    case 'assignees__id':
      return among(item.assignees, filters.assignees)
    case 'issue_module__module_id':
      return among(item.modules, filters.module)
    case 'state__group':
      return [stateOf(world, item)?.group ?? NONE]
    case 'project_id':
      return [world.project_id]
    default:
      return [item[key] ?? NONE]
  }
}

/** Groups to show even if empty. */
function listed(world: World, key: GroupKey, filters: Filters): string[] {
  const only = (ids: string[], wanted: readonly string[] | undefined) =>
    wanted ? ids.filter((id) => wanted.includes(id)) : ids
  const idsOf = (named: readonly { id: string }[]) => named.map(({ id }) => id)
  switch (key) {
    case 'state_id':
      return only(idsOf(world.states), filters.state)
    case 'priority':
      return only([...priorityRank], filters.priority)
    case 'state__group':
      return only([...groupRank], filters.state_group)
    case 'project_id':
      return only([world.project_id], filters.project)
    case 'cycle_id':
      return [
        ...only(idsOf(world.cycles), filters.cycle?.ids),
        ...(!filters.cycle || filters.cycle.none ? [NONE] : []),
      ]
    default:
      return []
  }
}

const byGroup = (items: readonly Item[], groups: (item: Item) => string[]) => {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    for (const group of groups(item)) found.set(group, [...(found.get(group) ?? []), item])
  }
  return found
}

/** The expected response of the engine; rows are ids. */
export function answerByHand(world: World, query: ListQuery) {
  const { filters, group, subGroup, slice } = query
  const stretch = (items: readonly Item[]) =>
    items.slice(slice.page * slice.size, (slice.page + 1) * slice.size).map(({ id }) => ({ id }))
  const found = inOrder(
    world,
    world.items.filter((item) => matches(world, item, filters)),
    query,
  )
  const total = found.length
  if (!group) {
    const results = stretch(found)
    return toPage(slice, { results, count: results.length, total })
  }
  let count = 0
  let longest = 0
  const leaf = (items: readonly Item[]) => {
    const results = stretch(items)
    count += results.length
    longest = Math.max(longest, items.length)
    return { results, total_results: items.length }
  }
  const nest = (items: readonly Item[]) => {
    if (!subGroup) return leaf(items)
    const inner = byGroup(items, (item) => groupsOf(world, item, subGroup, filters))
    const results = Object.fromEntries([...inner].map(([id, some]) => [id, leaf(some)]))
    return { results, total_results: items.length }
  }
  const groups = byGroup(found, (item) => groupsOf(world, item, group, filters))
  if (total > 0)
    for (const id of listed(world, group, filters)) if (!groups.has(id)) groups.set(id, [])
  const results = Object.fromEntries([...groups].map(([id, items]) => [id, nest(items)]))
  const grouping = { grouped_by: group, ...(subGroup && { sub_grouped_by: subGroup }) }
  return toPage(slice, { results, count, total, longest, ...grouping })
}
