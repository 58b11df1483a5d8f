import type { GroupKey, ListQuery } from './list-query.ts'
import type { Sql } from './sql.ts'
import type { ListSource } from './statements.ts'

/** A group, or a group and a sub-group, that holds something; null is what has no value. */
export interface Cell {
  group_id: string | null
  sub_group_id?: string | null
  total: number
}

/**
 * One stretch of rows of each group, in order within it, each with its `group_id` and `sub_group_id`.
 * `cells` are those that hold something.
 */
export type Slices = (
  place: ListSource,
  query: ListQuery,
  keys: readonly [GroupKey, GroupKey?],
  cells: readonly Cell[],
) => Sql
