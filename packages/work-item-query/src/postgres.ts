import { isPropertyField, type OwnProperty } from '@cairn/contract'
import type { Dialect, FixedLink, Link } from './dialect.ts'
import {
  type Caller,
  hasPropertyValue,
  inSameProject,
  literally,
  postgresPasses,
} from './postgres-tests.ts'
import { propertyOf, SORTED_LETTERS, valueColumn } from './property-keys.ts'
import { raw, type Sql, sql } from './sql.ts'

interface LinkTable {
  table: Sql
  value: Sql
}

/**
 * Only visible links: assignees who are still in the project, modules that are not archived. Other
 * links stay in the table, and return with the user or the module.
 */
const links: Record<FixedLink, LinkTable & { names: Sql }> = {
  assignees: {
    table: raw('(select work_item_id, user_id from work_item_assignees where is_live)'),
    value: raw('user_id'),
    names: raw(`select lower(u.first_name) collate "C" as name from work_item_assignees a
      join users u on u.id = a.user_id where a.work_item_id = i.id and a.is_live`),
  },
  labels: {
    table: raw('work_item_labels'),
    value: raw('label_id'),
    names: raw(`select lower(l.name) collate "C" as name from work_item_labels wl
      join labels l on l.id = wl.label_id where wl.work_item_id = i.id`),
  },
  modules: {
    table: raw('(select work_item_id, module_id from module_items where is_live)'),
    value: raw('module_id'),
    names: raw(`select lower(m.name) collate "C" as name from module_items mi
      join modules m on m.id = mi.module_id where mi.work_item_id = i.id and mi.is_live`),
  },
}

/** Values that are no ids as text, as groups are named. */
function tableOf(link: Link): LinkTable {
  if (!isPropertyField(link)) return links[link]
  const { kind, id } = propertyOf(link)
  const column = valueColumn(kind)
  const value = column === 'ref_id' ? column : `${column}::text`
  return {
    table: raw(`(select work_item_id, ${value} as value from work_item_property_values
      where property_id = '${id}')`),
    value: raw('value'),
  }
}

/** Of several options or people, the first. */
const ranks: Partial<Record<OwnProperty['kind'], [rank: string, names: string]>> = {
  option: ['min(n.sort_order)', 'work_item_property_options n on n.deleted_at is null and'],
  person: ['min(lower(n.first_name) collate "C")', 'users n on'],
}

/** Of the values in a table; those of drafts are in another one. */
export function propertyRank({ kind, id }: OwnProperty, table = 'work_item_property_values'): Sql {
  const mine = `l.work_item_id = i.id and l.property_id = '${id}'`
  const [rank, names] = ranks[kind] ?? []
  if (rank) {
    return raw(`(select ${rank} from ${table} l
      join ${names} n.id = l.ref_id where ${mine})`)
  }
  return raw(`(select ${sortedValue(kind, 'l')} from ${table} l where ${mine})`)
}

/** As the table of values is indexed. */
export const sortedValue = (kind: OwnProperty['kind'], alias: string): string =>
  valueColumn(kind) === 'text_value'
    ? `lower(left(${alias}.text_value, ${SORTED_LETTERS})) collate "C"`
    : `${alias}.${valueColumn(kind)}`

/** The number of an item's listed children `c` that meet a condition. */
const subItems = (counted: Sql) =>
  sql`(select count(*)::int from work_items c where c.parent_id = i.id and c.is_listed
    and ${counted})`

const rank = (column: string, values: readonly string[]) =>
  raw(`array_position(array[${values.map((value) => `'${value}'`).join(', ')}], ${column}::text)`)

const some = (table: Sql, condition: Sql) =>
  sql`exists (select from ${table} l where l.work_item_id = i.id and ${condition})`

/** A single value uses `=`: PostgreSQL can read one index range in order, but not several. */
function isAnyOf(column: Sql, values: readonly string[], type: 'uuid' | 'text'): Sql {
  const [only = ''] = values
  return values.length === 1
    ? sql`${column} = ${only}::${raw(type)}`
    : sql`${column} = any(${values}::${raw(type)}[])`
}

const columns: Dialect['columns'] = {
  id: raw('i.id'),
  priority: raw('i.priority'),
  state_id: raw('i.state_id'),
  state_group: raw('s."group"'),
  cycle_id: raw('i.cycle_id'),
  project_id: raw('i.project_id'),
  parent_id: raw('i.parent_id'),
  created_by: raw('i.created_by'),
  updated_by: raw('i.updated_by'),
  type_id: raw('i.type_id'),
  estimate_point: raw('i.estimate_point'),
  start_date: raw('i.start_date'),
  target_date: raw('i.target_date'),
  created_at: raw('i.created_at'),
  updated_at: raw('i.updated_at'),
  completed_at: raw('i.completed_at'),
}

/** Joined with the states, each value would be looked up once per state. */
const findingFor =
  (caller: Caller): NonNullable<Dialect['finding']> =>
  (project_id) => ({
    from: raw('work_items i'),
    columns: {
      ...columns,
      state_group: raw('(select s."group" from states s where s.id = i.state_id)'),
    },
    passes: (test) =>
      test.kind === 'property'
        ? hasPropertyValue(test, caller, { all: project_id })
        : postgresPasses(test, caller),
  })

export const postgres: Dialect = {
  placeholder: (n) => `$${n}`,
  from: raw('work_items i join states s on s.id = i.state_id'),
  columns,
  sortables: {
    sort_order: raw('i.sort_order'),
    sequence_id: raw('i.sequence_id'),
    name: raw('lower(i.name) collate "C"'),
    priority_rank: rank('i.priority', ['none', 'low', 'medium', 'high', 'urgent']),
    state_name: raw('lower(s.name) collate "C"'),
    state_group_rank: rank('s."group"', [
      'backlog',
      'unstarted',
      'started',
      'completed',
      'cancelled',
    ]),
    cycle_name: raw('(select lower(c.name) collate "C" from cycles c where c.id = i.cycle_id)'),
    estimate_key: raw('(select p.key from estimate_points p where p.id = i.estimate_point)'),
    type_name: raw(
      '(select lower(t.name) collate "C" from work_item_types t where t.id = i.type_id)',
    ),
    link_count: raw('i.link_count'),
    attachment_count: raw('i.attachment_count'),
    sub_issues_count: subItems(raw('true')),
  },
  isOneOf: (column, values, kind) => isAnyOf(column, values, kind === 'id' ? 'uuid' : 'text'),
  hasAny: (link, ids) => {
    const { table, value } = tableOf(link)
    return some(table, isAnyOf(sql`l.${value}`, ids, 'uuid'))
  },
  hasNone: (link) => sql`not ${some(tableOf(link).table, raw('true'))}`,
  firstName: (link) => sql`(select min(n.name) from (${links[link].names}) n)`,
  propertyRank: (property) => propertyRank(property),
  nameContains: (text) =>
    some(raw('work_item_names'), sql`l.name like '%' || lower(${literally(text)}::text) || '%'`),
  linkTable: (link, alias) => ({
    table: sql`${tableOf(link).table} ${raw(alias)}`,
    item: raw(`${alias}.work_item_id`),
    value: sql`${raw(alias)}.${tableOf(link).value}`,
  }),
  mentions: (ids) => some(raw('work_item_mentions'), isAnyOf(raw('l.user_id'), ids, 'uuid')),
  subscriber: (ids) => some(raw('work_item_subscribers'), isAnyOf(raw('l.user_id'), ids, 'uuid')),
  passes: (test) => postgresPasses(test, inSameProject),
  finding: findingFor(inSameProject),
}

/** The same for a caller: counts only the children `c`, and speaks only of other items, they see. */
export const postgresFor = (child: Sql, caller: Caller): Dialect => ({
  ...postgres,
  sortables: { ...postgres.sortables, sub_issues_count: subItems(child) },
  passes: (test) => postgresPasses(test, caller),
  finding: findingFor(caller),
  child,
})
