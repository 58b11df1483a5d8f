import type { ChartAxis, Dimension } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'

/** How items are grouped along an axis: what is joined to `i`, and the resulting name. */
export interface Axis {
  join: RawBuilder<unknown>
  /** The grouping key: an id is cheaper to compare than its text. */
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

/** Dates by the day or by the month; months are not padded. */
const patterns = { day: 'YYYY-MM-DD', month: 'YYYY-FMMM' }
type Step = keyof typeof patterns

function dated(column: string, step: Step): Axis {
  const text = sql.raw<string>(`to_char(i.${column}, '${patterns[step]}')`)
  return { join: sql``, by: text, key: text, name: text }
}

const assignees = `left join work_item_assignees $a on $a.work_item_id = i.id and $a.is_live
  left join users $ on $.id = $a.user_id`
const labels = `left join work_item_labels $l on $l.work_item_id = i.id
  left join labels $ on $.id = $l.label_id`
const modules = `left join module_items $m on $m.work_item_id = i.id and $m.is_live
  left join modules $ on $.id = $m.module_id`

/** `as` distinguishes the axis from the grouping, which may join the same tables. */
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
      return dated('start_date', step)
    case 'TARGET_DATE':
      return dated('target_date', step)
    case 'CREATED_AT':
      return dated('created_day', step)
    case 'COMPLETED_AT':
      return dated('completed_day', step)
  }
}

/** Names used by the older endpoints. */
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
