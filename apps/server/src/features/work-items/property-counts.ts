import { isPropertyField } from '@cairn/contract'
import {
  choicesIn,
  type Filters,
  type GroupKey,
  type GroupTotal,
  type PropertyChoice,
  propertyOf,
} from '@cairn/work-item-query'
import type { Db } from '#kernel/database/schema.ts'
import type { Ids } from './cached-count-queries.ts'
import { readPropertyCounts } from './property-count-queries.ts'

const isEmpty = (filters: Filters) => Object.values(filters).every((value) => value === undefined)

/** The choice that a list is filtered by, if there is no other filter. */
function onlyChoice(filters: Filters): PropertyChoice | undefined {
  const [found, ...others] = choicesIn(filters).filter(({ rest }) => isEmpty(rest))
  // Which of all items a value refers to is not counted.
  const isCounted = found && (found.choice.kind !== 'item' || found.choice.values.length === 0)
  return isCounted && others.length === 0 ? found.choice : undefined
}

/** The total of a list that is filtered by the values of one property. */
async function totalOf(db: Db, among: Ids, choice: PropertyChoice) {
  const { id, values, none, isNegated } = choice
  const counts = await readPropertyCounts(db, among, id)
  const isCounted = values.length < 2 || counts.every(({ is_multi }) => !is_multi)
  if (!isCounted) return undefined
  const met = counts
    .filter(({ value }) => (value === null ? none : values.includes(value)))
    .reduce((sum, { total }) => sum + total, 0)
  const listed = counts[0]?.listed ?? 0
  return [{ group_id: null, total: isNegated ? listed - met : met }]
}

/** The totals of a list that is grouped by a property, and at most filtered by it, too. */
async function totalsOf(db: Db, among: Ids, id: string, choice: PropertyChoice | undefined) {
  const counts = await readPropertyCounts(db, among, id)
  return counts
    .filter(({ value }) => {
      if (!choice) return true
      return value === null ? choice.none : choice.values.includes(value)
    })
    .map(({ value, total }) => ({ group_id: value, total }))
}

/** How totals by the values of one property are read; undefined if its counts are not enough. */
export function propertyTotals(
  db: Db,
  filters: Filters,
  key: GroupKey | null,
): ((among: Ids) => Promise<GroupTotal[] | undefined>) | undefined {
  const choice = onlyChoice(filters)
  if (!key) return choice && ((among) => totalOf(db, among, choice))
  if (!isPropertyField(key)) return undefined
  const { id } = propertyOf(key)
  // Only of a plain filter do the groups appear that it names.
  const isOwn = choice?.id === id && !choice.isNegated && !filters.where
  if (!isEmpty(filters) && !isOwn) return undefined
  return (among) => totalsOf(db, among, id, choice)
}
