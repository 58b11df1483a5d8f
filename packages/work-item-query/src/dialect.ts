import type { OwnProperty, PropertyField } from '@cairn/contract'
import type { Test } from './condition.ts'
import type { Sql } from './sql.ts'

export type FixedLink = 'assignees' | 'labels' | 'modules'
/** What an item can have several of; a property of a type, too. */
export type Link = FixedLink | PropertyField

export type Column =
  | 'id'
  | 'priority'
  | 'state_id'
  | 'state_group'
  | 'cycle_id'
  | 'project_id'
  | 'parent_id'
  | 'created_by'
  | 'updated_by'
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
  | 'type_name'
  | 'link_count'
  | 'attachment_count'
  | 'sub_issues_count'

/** The SQL of one database for the parts of a list query. The alias of the item is `i`. */
export interface Dialect {
  placeholder: (n: number) => string
  from: Sql
  columns: Readonly<Record<Column, Sql>>
  sortables: Readonly<Record<Sortable, Sql>>
  isOneOf: (column: Sql, values: readonly string[], kind: 'id' | 'text') => Sql
  hasAny: (link: Link, ids: readonly string[]) => Sql
  hasNone: (link: Link) => Sql
  /** The alphabetically first name among the linked rows, by `nameKey`; null if there are none. */
  firstName: (link: FixedLink) => Sql
  /** The value of a property that items are sorted by; the first of several. */
  propertyRank: (property: OwnProperty) => Sql
  nameContains: (text: string) => Sql
  /** The rows of a link as `alias (item_id, value)`, for joining. */
  linkTable: (link: Link, alias: string) => { table: Sql; item: Sql; value: Sql }
  /** Undefined if the database has no such data: the server must answer then. */
  mentions: ((ids: readonly string[]) => Sql) | undefined
  subscriber: ((ids: readonly string[]) => Sql) | undefined
  /** What is not a filter of lists. Undefined as above. */
  passes: (test: Test) => Sql | undefined
  /** Which children `c` are counted; all by default. */
  child?: Sql
  /**
   * For finding all items with values of properties, of the project if there is only one: from the
   * items alone.
   */
  finding?: (project_id: string | undefined) => Pick<Dialect, 'from' | 'columns' | 'passes'>
}

/** Thrown by a database that lacks the data; the server always has it. */
export class CannotAnswer extends Error {}
