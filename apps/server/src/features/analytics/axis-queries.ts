import type { ChartAxis, Dimension } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'

/** How an item is told apart along an axis: what is joined to `i`, and what it is then called. */
export interface Axis {
  join: RawBuilder<unknown>
  /** What rows are told apart by: an id is cheaper to compare than its text. */
  by: RawBuilder<unknown>
  key: RawBuilder<string | null>
  name: RawBuilder<string | null>
}

const plain = (value: string): Axis => ({
  join: sql``,
  by: sql.raw(`i.${value}`),
  key: sql.raw(`i.${value}::text`),
  name: sql.raw(`i.${value}::text`),
})

const joined = (as: string, join: string, key = 'id', name = 'name'): Axis => ({
  join: sql.raw(join.replaceAll('$', as)),
  by: sql.raw(`${as}.${key}`),
  key: sql.raw(`${as}.${key}::text`),
  name: sql.raw(`${as}.${name}::text`),
})

type Step = 'day' | 'month'

/** Days of the item's own, or of UTC where it is a moment. */
function dated(column: string, isMoment: boolean, step: Step): Axis {
  const value = isMoment ? `i.${column} at time zone 'UTC'` : `i.${column}`
  const pattern = step === 'day' ? 'YYYY-MM-DD' : 'YYYY-FMMM'
  const text = sql.raw<string>(`to_char(${value}, '${pattern}')`)
  return { join: sql``, by: text, key: text, name: text }
}

const assignees = `left join work_item_assignees $a on $a.work_item_id = i.id and $a.is_live
  left join users $ on $.id = $a.user_id`
const labels = `left join work_item_labels $l on $l.work_item_id = i.id
  left join labels $ on $.id = $l.label_id`
const modules = `left join module_items $m on $m.work_item_id = i.id and $m.is_live
  left join modules $ on $.id = $m.module_id`

/** `as` tells the axis from the grouping, which may join the same tables. */
export function axisOf(axis: ChartAxis, as: 'x' | 'g', step: Step = 'day'): Axis {
  switch (axis) {
    case 'STATES':
      return { ...plain('state_id'), name: sql`i.state_name` }
    case 'STATE_GROUPS':
      return plain('state_group')
    case 'PRIORITY':
      return plain('priority')
    case 'LABELS':
      return joined(as, labels)
    case 'ASSIGNEES':
      return joined(as, assignees, 'id', 'display_name')
    case 'ESTIMATE_POINTS':
      return joined(as, 'left join estimate_points $ on $.id = i.estimate_point', 'value', 'key')
    case 'CYCLES':
      return joined(as, 'left join cycles $ on $.id = i.cycle_id')
    case 'MODULES':
      return joined(as, modules)
    case 'CREATED_BY':
      return joined(as, 'left join users $ on $.id = i.created_by', 'id', 'display_name')
    case 'START_DATE':
      return dated('start_date', false, step)
    case 'TARGET_DATE':
      return dated('target_date', false, step)
    case 'CREATED_AT':
      return dated('created_at', true, step)
    case 'COMPLETED_AT':
      return dated('completed_at', true, step)
  }
}

/** What the older calls name otherwise. */
export const axisOfDimension: Record<Dimension, ChartAxis> = {
  state_id: 'STATES',
  state__group: 'STATE_GROUPS',
  labels__id: 'LABELS',
  assignees__id: 'ASSIGNEES',
  estimate_point__value: 'ESTIMATE_POINTS',
  issue_cycle__cycle_id: 'CYCLES',
  issue_module__module_id: 'MODULES',
  priority: 'PRIORITY',
  start_date: 'START_DATE',
  target_date: 'TARGET_DATE',
  created_at: 'CREATED_AT',
  completed_at: 'COMPLETED_AT',
}
