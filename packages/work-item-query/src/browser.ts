export type { Filters, GroupKey } from './list-query.ts'
export {
  type Comparison,
  compare,
  groupsOf,
  type ListBase,
  matches,
  meetsDates,
} from './membership.ts'
export { toParams } from './normal-filters.ts'
export { type Params, readFilters, readOrder } from './read-query.ts'
