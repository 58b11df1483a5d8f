import type { Sql } from './sql.ts'

/** What an item can have several of. */
export type Link = 'assignees' | 'labels' | 'modules'

export type Column =
  | 'id'
  | 'priority'
  | 'state_id'
  | 'state_group'
  | 'cycle_id'
  | 'project_id'
  | 'parent_id'
  | 'created_by'
  | 'type_id'
  | 'estimate_point'
  | 'start_date'
  | 'target_date'
  | 'created_at'
  | 'updated_at'
  | 'completed_at'

export type Sortable =
  | 'sort_order'
  | 'sequence_id'
  | 'name'
  | 'priority_rank'
  | 'state_name'
  | 'state_group_rank'
  | 'cycle_name'
  | 'estimate_key'
  | 'link_count'
  | 'attachment_count'
  | 'sub_issues_count'

/** How one database says what a list speaks of. The item's alias is `i`. */
export interface Dialect {
  placeholder: (n: number) => string
  from: Sql
  columns: Readonly<Record<Column, Sql>>
  sortables: Readonly<Record<Sortable, Sql>>
  isOneOf: (column: Sql, values: readonly string[], kind: 'id' | 'text') => Sql
  hasAny: (link: Link, ids: readonly string[]) => Sql
  hasNone: (link: Link) => Sql
  /** The alphabetically first name among what is linked, by `nameKey`; null without any. */
  firstName: (link: Link) => Sql
  nameContains: (text: string) => Sql
  /** The rows of a link as `alias (item_id, value)`, for joining. */
  linkTable: (link: Link, alias: string) => { table: Sql; item: Sql; value: Sql }
  /** Undefined where the database does not know them: then somebody else must answer. */
  mentions: ((ids: readonly string[]) => Sql) | undefined
  subscriber: ((ids: readonly string[]) => Sql) | undefined
  /** Which children `c` are counted; all of them where it is left out. */
  child?: Sql
}

/** Asked of a database that does not know; the server always does. */
export class CannotAnswer extends Error {}
