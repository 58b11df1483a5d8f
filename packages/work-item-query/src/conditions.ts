import { lookup, negatableFilters, negationOf } from '@cairn/contract'
import type { Condition } from './condition.ts'
import { CannotAnswer, type Column, type Dialect, type Link } from './dialect.ts'
import {
  type AnyOf,
  type DateTest,
  type DayRange,
  type Filters,
  type InstantRange,
  openGroups,
  type PositiveFilters,
} from './list-query.ts'
import { propertyCondition } from './property-conditions.ts'
import { and, or, type Sql, sql } from './sql.ts'

type Ids = readonly string[]

function columnIs(dialect: Dialect, column: Column, { ids, none }: AnyOf): Sql {
  const value = dialect.columns[column]
  const parts = ids.length > 0 ? [dialect.isOneOf(value, ids, 'id')] : []
  return or(none ? [...parts, sql`${value} is null`] : parts)
}

function linkIs(dialect: Dialect, link: Link, { ids, none }: AnyOf): Sql {
  const parts = ids.length > 0 ? [dialect.hasAny(link, ids)] : []
  return or(none ? [...parts, dialect.hasNone(link)] : parts)
}

function dateIs<Range>(
  value: Sql,
  { ranges, none }: DateTest<Range>,
  within: (value: Sql, range: Range) => Sql,
): Sql {
  const parts = ranges.map((range) => within(value, range))
  return or(none ? [...parts, sql`${value} is null`] : parts)
}

/** A range up to the last possible day has no bounds: items without a date are still excluded. */
const both = (value: Sql, first: Sql | undefined, second: Sql | undefined): Sql =>
  first && second ? sql`${first} and ${second}` : (first ?? second ?? sql`${value} is not null`)

const withinDays = (value: Sql, { from, to }: DayRange) =>
  both(value, from ? sql`${value} >= ${from}` : undefined, to ? sql`${value} <= ${to}` : undefined)

const withinInstants = (value: Sql, { from, until }: InstantRange) =>
  both(
    value,
    from ? sql`${value} >= ${from}` : undefined,
    until ? sql`${value} < ${until}` : undefined,
  )

function known(ask: ((ids: Ids) => Sql) | undefined, ids: Ids): Sql {
  if (!ask) throw new CannotAnswer()
  return ask(ids)
}

type Writers = {
  [Key in keyof PositiveFilters]-?: (
    dialect: Dialect,
    value: NonNullable<PositiveFilters[Key]>,
  ) => Sql
}

const isDue =
  (dialect: Dialect) =>
  (value: Sql, range: DayRange): Sql =>
    range.isOpen
      ? and([
          withinDays(value, range),
          dialect.isOneOf(dialect.columns.state_group, openGroups, 'text'),
        ])
      : withinDays(value, range)

const writers: Writers = {
  priority: (dialect, values) => dialect.isOneOf(dialect.columns.priority, values, 'text'),
  state: (dialect, ids) => dialect.isOneOf(dialect.columns.state_id, ids, 'id'),
  state_group: (dialect, values) => dialect.isOneOf(dialect.columns.state_group, values, 'text'),
  type_groups: (dialect, values) => dialect.isOneOf(dialect.columns.state_group, values, 'text'),
  assignees: (dialect, value) => linkIs(dialect, 'assignees', value),
  labels: (dialect, value) => linkIs(dialect, 'labels', value),
  module: (dialect, value) => linkIs(dialect, 'modules', value),
  cycle: (dialect, value) => columnIs(dialect, 'cycle_id', value),
  parent: (dialect, value) => columnIs(dialect, 'parent_id', value),
  created_by: (dialect, value) => columnIs(dialect, 'created_by', value),
  updated_by: (dialect, value) => columnIs(dialect, 'updated_by', value),
  issue_type: (dialect, value) => columnIs(dialect, 'type_id', value),
  estimate_point: (dialect, value) => columnIs(dialect, 'estimate_point', value),
  mentions: (dialect, ids) => known(dialect.mentions, ids),
  subscriber: (dialect, ids) => known(dialect.subscriber, ids),
  project: (dialect, ids) => dialect.isOneOf(dialect.columns.project_id, ids, 'id'),
  without_parent: (dialect) => sql`${dialect.columns.parent_id} is null`,
  name: (dialect, text) => dialect.nameContains(text),
  start_date: (dialect, test) => dateIs(dialect.columns.start_date, test, withinDays),
  target_date: (dialect, test) => dateIs(dialect.columns.target_date, test, isDue(dialect)),
  created_at: (dialect, test) => dateIs(dialect.columns.created_at, test, withinInstants),
  updated_at: (dialect, test) => dateIs(dialect.columns.updated_at, test, withinInstants),
  completed_at: (dialect, test) => dateIs(dialect.columns.completed_at, test, withinInstants),
  both_dates: ({ columns }) =>
    sql`${columns.start_date} is not null and ${columns.target_date} is not null`,
  updated_after: ({ columns }, moment) => sql`${columns.updated_at} > ${moment}`,
  properties: (dialect, tests) =>
    and(tests.map((test) => treeOf(dialect, propertyCondition(test)))),
}

type Writer = (dialect: Dialect, value: never) => Sql

/** Items without a value also match a negated filter. */
const negated =
  (write: Writer): Writer =>
  (dialect, value) =>
    sql`(${write(dialect, value)}) is not true`

function treeOf(dialect: Dialect, condition: Condition): Sql {
  if ('filters' in condition) return and(conditionsOf(dialect, condition.filters))
  if ('and' in condition) return and(condition.and.map((one) => treeOf(dialect, one)))
  if ('or' in condition) return or(condition.or.map((one) => treeOf(dialect, one)))
  if ('not' in condition) {
    const met = treeOf(dialect, condition.not)
    // Never unknown, and PostgreSQL finds all items without a value at once.
    const isValue = 'test' in condition.not && condition.not.test.kind === 'property'
    return isValue ? sql`not ${met}` : sql`(${met}) is not true`
  }
  const written = dialect.passes(condition.test)
  if (!written) throw new CannotAnswer()
  return written
}

const writerOf: Record<string, Writer> = {
  ...writers,
  where: treeOf,
  ...Object.fromEntries(negatableFilters.map((key) => [negationOf(key), negated(writers[key])])),
}

/** All active filters, to be AND-ed. */
export function conditionsOf(dialect: Dialect, filters: Filters): Sql[] {
  const parts: Sql[] = []
  for (const [key, value] of Object.entries(filters)) {
    const write = lookup(writerOf, key)
    if (write && value !== undefined) parts.push(write(dialect, value as never))
  }
  return parts
}
