import { priorities, stateGroups } from '@cairn/contract'
import { type Filters, postgres, raw, type Sql, sql } from '@cairn/work-item-query'

/** The kind of a field decides what it can be compared with. */
export type Field =
  | { kind: 'choice'; choices: readonly string[]; filter: (values: string[]) => Filters }
  | { kind: 'switch'; isSo: Sql }
  | { kind: 'title' }
  | { kind: 'text' }
  | { kind: 'key' }
  | { kind: 'day'; name: 'start_date' | 'target_date' }
  | { kind: 'moment'; name: 'created_at' | 'updated_at' }
  | IdField

/** A field that refers to something by id. */
export interface IdField {
  kind: 'id'
  of: 'person' | 'state' | 'cycle' | 'other'
  filter: (ids: string[]) => Filters
  /** Matches any of the ids a query returns. */
  among: (ids: Sql) => Sql
  /** Matches items without a value. */
  empty: Sql
}

const linked =
  (link: 'assignees' | 'labels' | 'modules') =>
  (ids: Sql): Sql => {
    const { table, item, value } = postgres.linkTable(link, 'l')
    return sql`exists (select from ${table} where ${item} = i.id and ${value} in (${ids}))`
  }

const followed =
  (table: 'work_item_mentions' | 'work_item_subscribers') =>
  (ids: Sql): Sql =>
    sql`exists (
      select from ${raw(table)} l where l.work_item_id = i.id and l.user_id in (${ids}))`

const inColumn = (column: string) => ({
  among: (ids: Sql) => sql`${raw(column)} in (${ids})`,
  empty: raw(`${column} is null`),
})

const none = (table: string) =>
  raw(`not exists (select from ${table} l where l.work_item_id = i.id)`)

export const fields: Record<string, Field> = {
  priority: {
    kind: 'choice',
    choices: priorities,
    filter: (values) => ({ priority: priorities.filter((one) => values.includes(one)) }),
  },
  stateGroup: {
    kind: 'choice',
    choices: stateGroups,
    filter: (values) => ({ state_group: stateGroups.filter((one) => values.includes(one)) }),
  },
  isDraft: { kind: 'switch', isSo: raw('i.is_draft') },
  isArchived: { kind: 'switch', isSo: raw('i.archived_at is not null') },
  title: { kind: 'title' },
  text: { kind: 'text' },
  id: { kind: 'key' },
  dueDate: { kind: 'day', name: 'target_date' },
  startDate: { kind: 'day', name: 'start_date' },
  createdAt: { kind: 'moment', name: 'created_at' },
  updatedAt: { kind: 'moment', name: 'updated_at' },
  assignee: {
    ...{ kind: 'id', of: 'person', among: linked('assignees') },
    filter: (ids) => ({ assignees: { ids, none: false } }),
    empty: postgres.hasNone('assignees'),
  },
  label: {
    ...{ kind: 'id', of: 'other', among: linked('labels') },
    filter: (ids) => ({ labels: { ids, none: false } }),
    empty: postgres.hasNone('labels'),
  },
  module: {
    ...{ kind: 'id', of: 'other', among: linked('modules') },
    filter: (ids) => ({ module: { ids, none: false } }),
    empty: postgres.hasNone('modules'),
  },
  mention: {
    ...{ kind: 'id', of: 'person', among: followed('work_item_mentions') },
    filter: (ids) => ({ mentions: ids }),
    empty: none('work_item_mentions'),
  },
  subscriber: {
    ...{ kind: 'id', of: 'person', among: followed('work_item_subscribers') },
    filter: (ids) => ({ subscriber: ids }),
    empty: none('work_item_subscribers'),
  },
  state: {
    ...{ kind: 'id', of: 'state', ...inColumn('i.state_id') },
    filter: (ids) => ({ state: ids }),
  },
  cycle: {
    ...{ kind: 'id', of: 'cycle', ...inColumn('i.cycle_id') },
    filter: (ids) => ({ cycle: { ids, none: false } }),
  },
  project: {
    ...{ kind: 'id', of: 'other', ...inColumn('i.project_id') },
    filter: (ids) => ({ project: ids }),
  },
  createdBy: {
    ...{ kind: 'id', of: 'person', ...inColumn('i.created_by') },
    filter: (ids) => ({ created_by: { ids, none: false } }),
  },
  type: {
    ...{ kind: 'id', of: 'other', ...inColumn('i.type_id') },
    filter: (ids) => ({ issue_type: { ids, none: false } }),
  },
}
