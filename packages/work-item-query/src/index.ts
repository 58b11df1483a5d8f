export {
  answerList,
  countByDay,
  countList,
  type DayTotal,
  type Group,
  type GroupOfGroups,
  type GroupTotal,
  type ListAnswer,
  type ListCounts,
  listRows,
  type PairTotal,
  type Source,
  sumList,
} from './answer-list.ts'
export { asksForValues, type Condition, flatten, meets, passes } from './condition.ts'
export { conditionsOf } from './conditions.ts'
export { CannotAnswer, type Link } from './dialect.ts'
export { type Expression, parse } from './language/grammar.ts'
export { type Asking, resolve } from './language/resolve.ts'
export { QueryTextNotValid } from './language/tokens.ts'
export {
  asksForGroup,
  type DateTest,
  type DayRange,
  type Filters,
  type GroupKey,
  groupKeys,
  type InstantRange,
  instantKey,
  type ListQuery,
  NONE,
  nameKey,
  type Order,
  orderKeys,
} from './list-query.ts'
export { normalFilters, toParams } from './normal-filters.ts'
export { pageByParts } from './page-by-parts.ts'
export { postgres, postgresFor, propertyRank } from './postgres.ts'
export { type Caller, hasPropertyValue } from './postgres-tests.ts'
export { choicesIn, type PropertyChoice } from './property-choice.ts'
export { propertyOf, valueColumn } from './property-keys.ts'
export { type Params, QueryNotValid, readFilters, readListQuery, requireIds } from './read-query.ts'
export { slicesByLateral } from './slices-by-lateral.ts'
export { slicesByWindow } from './slices-by-window.ts'
export { and, join, or, raw, render, type Sql, type Statement, sql } from './sql.ts'
export { sqlite, sqliteTables } from './sqlite.ts'
export type { ListSource } from './statements.ts'
