/** A step in the output of EXPLAIN (ANALYZE, FORMAT JSON). */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Tables that grow with a project's items; the others have a handful of rows per project. */
const large = new Set([
  ...['work_items', 'work_item_labels', 'work_item_assignees', 'module_items'],
  ...['work_item_subscribers', 'work_item_names', 'counted_profiles'],
  'work_item_property_values',
])

const timesOf = (plan: Plan) => plan['Actual Rows'] * plan['Actual Loops']

const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

/** Rows of large tables a step reads, returned or not. */
const readBy = (plan: Plan) =>
  large.has(plan['Relation Name'] ?? '')
    ? timesOf(plan) + (plan['Rows Removed by Filter'] ?? 0) * plan['Actual Loops']
    : 0

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

export interface Cost {
  read: number
  faults: string[]
}

/**
 * What in a plan grows with the project instead of the page: it may read at most `most` rows.
 * Totals without a stored count are counted, but only by an index-only scan.
 */
export function costOf(plan: Plan, most: number, isCount: boolean): Cost {
  const steps = stepsOf(plan)
  const alone = isCount ? steps.filter((step) => step['Node Type'] === 'Index Only Scan') : []
  const read = sum(steps.map(readBy))
  const faults = steps.flatMap((step) => {
    const relation = step['Relation Name'] ?? ''
    // Empty tables have no plan but this one.
    if (step['Node Type'] === 'Seq Scan' && readBy(step) > 0) return [`reads all ${relation}`]
    const sorted = step['Node Type'] === 'Sort' ? sum((step.Plans ?? []).map(timesOf)) : 0
    return sorted > most ? [`sorts ${Math.round(sorted)} rows`] : []
  })
  const looked = read - sum(alone.map(readBy))
  if (looked > most) faults.push(`looks at ${Math.round(looked)} rows`)
  return { read, faults: [...new Set(faults)] }
}
