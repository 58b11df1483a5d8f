import { lookup } from '@cairn/contract'
import type { AnyOf, DateTest, DayRange, Filters, InstantRange } from './list-query.ts'
import { or, type Sql, sql } from './sql.ts'
import { CannotAnswer, type Column, type Link, type Vocabulary } from './vocabulary.ts'

type Ids = readonly string[]

function columnIs(words: Vocabulary, column: Column, { ids, none }: AnyOf): Sql {
  const value = words.columns[column]
  const parts = ids.length > 0 ? [words.isOneOf(value, ids, 'id')] : []
  return or(none ? [...parts, sql`${value} is null`] : parts)
}

function linkIs(words: Vocabulary, link: Link, { ids, none }: AnyOf): Sql {
  const parts = ids.length > 0 ? [words.hasAny(link, ids)] : []
  return or(none ? [...parts, words.hasNone(link)] : parts)
}

function dateIs<Range>(
  value: Sql,
  { ranges, none }: DateTest<Range>,
  within: (value: Sql, range: Range) => Sql,
): Sql {
  const parts = ranges.map((range) => within(value, range))
  return or(none ? [...parts, sql`${value} is null`] : parts)
}

/** Up to the last day there is nothing bounds a range: what has no date is not in it all the same. */
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
  [Key in keyof Filters]-?: (words: Vocabulary, value: NonNullable<Filters[Key]>) => Sql
}

const writers: Writers = {
  priority: (words, values) => words.isOneOf(words.columns.priority, values, 'text'),
  state: (words, ids) => words.isOneOf(words.columns.state_id, ids, 'id'),
  state_group: (words, values) => words.isOneOf(words.columns.state_group, values, 'text'),
  type_groups: (words, values) => words.isOneOf(words.columns.state_group, values, 'text'),
  assignees: (words, value) => linkIs(words, 'assignees', value),
  labels: (words, value) => linkIs(words, 'labels', value),
  module: (words, value) => linkIs(words, 'modules', value),
  cycle: (words, value) => columnIs(words, 'cycle_id', value),
  parent: (words, value) => columnIs(words, 'parent_id', value),
  created_by: (words, value) => columnIs(words, 'created_by', value),
  issue_type: (words, value) => columnIs(words, 'type_id', value),
  estimate_point: (words, value) => columnIs(words, 'estimate_point', value),
  mentions: (words, ids) => known(words.mentions, ids),
  subscriber: (words, ids) => known(words.subscriber, ids),
  project: (words, ids) => words.isOneOf(words.columns.project_id, ids, 'id'),
  without_parent: (words) => sql`${words.columns.parent_id} is null`,
  name: (words, text) => words.nameContains(text),
  start_date: (words, test) => dateIs(words.columns.start_date, test, withinDays),
  target_date: (words, test) => dateIs(words.columns.target_date, test, withinDays),
  created_at: (words, test) => dateIs(words.columns.created_at, test, withinInstants),
  updated_at: (words, test) => dateIs(words.columns.updated_at, test, withinInstants),
  completed_at: (words, test) => dateIs(words.columns.completed_at, test, withinInstants),
  both_dates: ({ columns }) =>
    sql`${columns.start_date} is not null and ${columns.target_date} is not null`,
  updated_after: ({ columns }, moment) => sql`${columns.updated_at} > ${moment}`,
}

/** Every filter that holds, to be AND-ed. */
export function conditionsOf(words: Vocabulary, filters: Filters): Sql[] {
  const parts: Sql[] = []
  const writerOf = writers as Record<string, (words: Vocabulary, value: never) => Sql>
  for (const [key, value] of Object.entries(filters)) {
    const write = lookup(writerOf, key)
    if (write && value !== undefined) parts.push(write(words, value as never))
  }
  return parts
}
