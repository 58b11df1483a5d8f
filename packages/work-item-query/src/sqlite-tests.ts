import type { Test } from './condition.ts'
import type { IdFilter, Nature } from './language/words.ts'
import { or, raw, type Sql, sql } from './sql.ts'

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

/** Undefined: the copy has no history, relations or descriptions, so the server must answer. */
export function sqlitePasses(test: Test): Sql | undefined {
  if (test.kind === 'named') return named(test.filter, test.names)
  if (test.kind === 'title') return sql`name_key(i.name) = name_key(${test.text})`
  if (test.kind === 'is') return raw(natures[test.nature])
  return undefined
}
