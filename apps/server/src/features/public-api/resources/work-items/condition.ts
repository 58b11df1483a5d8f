import {
  and,
  conditionsOf,
  type Filters,
  or,
  postgres,
  type Sql,
  sql,
} from '@cairn/work-item-query'

/** A condition on items, from any source. Filters are the list engine's own. */
export type Condition =
  | { filters: Filters }
  | { sql: Sql }
  | { and: readonly Condition[] }
  | { or: readonly Condition[] }
  | { not: Condition }

export const meets = (filters: Filters): Condition => ({ filters })
export const sqlCondition = (piece: Sql): Condition => ({ sql: piece })

export function toSql(condition: Condition): Sql {
  if ('filters' in condition) return and(conditionsOf(postgres, condition.filters))
  if ('sql' in condition) return condition.sql
  if ('and' in condition) return and(condition.and.map(toSql))
  if ('or' in condition) return or(condition.or.map(toSql))
  // Items without a value match a negation too.
  return sql`(${toSql(condition.not)}) is not true`
}

interface Split {
  filters: Filters
  rest: Condition[]
}

/**
 * The filters all items must match, and conditions the engine has no filter for. Only for the
 * former it has precomputed counts and an index.
 */
export function split(conditions: readonly Condition[]): Split {
  const found: Split = { filters: {}, rest: [] }
  for (const condition of conditions) {
    if ('and' in condition) {
      const inner = split(condition.and)
      if (isDisjoint(found.filters, inner.filters)) Object.assign(found.filters, inner.filters)
      else found.rest.push(meets(inner.filters))
      found.rest.push(...inner.rest)
    } else if ('filters' in condition && isDisjoint(found.filters, condition.filters)) {
      Object.assign(found.filters, condition.filters)
    } else {
      found.rest.push(condition)
    }
  }
  return found
}

/** The engine's filters hold one test per key. */
const isDisjoint = (one: Filters, other: Filters) =>
  Object.keys(other).every((key) => !(key in one))
