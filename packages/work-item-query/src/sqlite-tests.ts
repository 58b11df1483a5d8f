import type { PropertyKind } from '@cairn/contract'
import type { Test, ValueTest } from './condition.ts'
import type { IdFilter, Nature } from './language/words.ts'
import { and, or, raw, type Sql, sql } from './sql.ts'

/** The rows `n` that a filter's ids refer to, for the item `i`; other names are not copied. */
const namedRows: Partial<Record<IdFilter, string>> = {
  assignees: meta('assignee_ids', 'members'),
  labels: meta('label_ids', 'labels'),
  module: meta('module_ids', 'modules'),
  state: 'states n where n.id = i.state_id',
  cycle: 'cycles n where n.id = i.cycle_id',
  estimate_point: 'estimate_points n where n.id = i.estimate_point',
  created_by: 'members n where n.id = i.created_by',
  updated_by: 'members n where n.id = i.updated_by',
}

function meta(key: string, table: string) {
  return `issue_meta l join ${table} n on n.id = l.value
    where l.issue_id = i.id and l.key = '${key}'`
}

const personNames = ['n.display_name', 'n.first_name', "n.first_name || ' ' || n.last_name"]

function named(filter: IdFilter, names: readonly string[]): Sql | undefined {
  const rows = namedRows[filter]
  if (!rows) return undefined
  const columns = rows.includes('members n')
    ? personNames
    : [filter === 'estimate_point' ? 'n.value' : 'n.name']
  const wanted = sql`(select name_key(value) from json_each(${JSON.stringify(names)}))`
  const isCalled = or(columns.map((column) => sql`name_key(${raw(column)}) in ${wanted}`))
  return sql`exists (select 1 from ${raw(rows)} and (${isCalled}))`
}

/** The copy has listed items only. */
const natures: Record<Nature, string> = {
  draft: 'false',
  archived: 'false',
  epic: 'false',
  intake: 'false',
  sub_item: 'i.parent_id is not null',
  parent: `(coalesce(i.sub_issues_elsewhere, 0) > 0
    or exists (select 1 from issues c where c.parent_id = i.id))`,
}

/** The path of a property in the JSON of an item's values. */
export const pathOf = (id: string) => `$."${id}"`

/** Moments have three digits of a second here. */
const moment = raw(`substr(v.value, 1, 23) || '000Z'`)
const value = raw('v.value')

/** Of one value `v`; undefined for names, which are not copied. */
function valuePasses(test: ValueTest): Sql | undefined {
  switch (test.is) {
    case 'text':
      return sql`name_key(v.value) = name_key(${test.text})`
    case 'contains':
      return sql`instr(name_key(v.value), name_key(${test.text})) > 0`
    case 'number': {
      const { from, to, isOpen } = test.range
      const [least, most] = [raw(isOpen ? '>' : '>='), raw(isOpen ? '<' : '<=')]
      return and([
        ...(from === undefined ? [] : [sql`v.value ${least} ${from}`]),
        ...(to === undefined ? [] : [sql`v.value ${most} ${to}`]),
      ])
    }
    case 'boolean':
      return raw(`v.value = ${test.value ? 1 : 0}`)
    case 'day':
      return between(value, test.range.from, test.range.to, '<=')
    case 'moment':
      return between(moment, test.range.from, test.range.until, '<')
    case 'ref':
      return sql`v.value in (select value from json_each(${JSON.stringify(test.ids)}))`
    default:
      return undefined
  }
}

const between = (one: Sql, from: string | undefined, to: string | undefined, end: '<' | '<=') =>
  and([...(from ? [sql`${one} >= ${from}`] : []), ...(to ? [sql`${one} ${raw(end)} ${to}`] : [])])

/** Values are stored without their kind: a text may look like a day. */
function hasValue({ property, values }: Extract<Test, { kind: 'property' }>): Sql | undefined {
  if (!('id' in property)) return undefined
  const each = sql`json_each(i.property_values, ${pathOf(property.id)}) v`
  if (!values) return sql`exists (select 1 from ${each})`
  const kind: PropertyKind | undefined = property.kind
  if (!kind) return undefined
  const tests = values.map(valuePasses)
  const known = tests.filter((test) => test !== undefined)
  if (known.length < tests.length) return undefined
  return sql`exists (select 1 from ${each} where ${or(known)})`
}

/** Undefined: the copy has no history, relations or descriptions, so the server must answer. */
export function sqlitePasses(test: Test): Sql | undefined {
  if (test.kind === 'named') return named(test.filter, test.names)
  if (test.kind === 'title') return sql`name_key(i.name) = name_key(${test.text})`
  if (test.kind === 'is') return raw(natures[test.nature])
  if (test.kind === 'property') return hasValue(test)
  return undefined
}
