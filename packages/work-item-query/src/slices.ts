import type { GroupKey, ListQuery } from './list-query.ts'
import type { Sql } from './sql.ts'
import type { ListSource } from './statements.ts'

/** A non-empty group, or group and sub-group; null is the group without a value. */
export interface Cell {
  group_id: string | null
  sub_group_id?: string | null
  total: number
}

/**
 * One slice of rows of each group, in order within it, each with its `group_id` and `sub_group_id`.
 * `cells` are the non-empty groups.
 */
export type Slices = (
  place: ListSource,
  query: ListQuery,
  keys: readonly [GroupKey, GroupKey?],
  cells: readonly Cell[],
) => Sql
