import {
  type AnyDistribution,
  countOf,
  type ProgressCounts,
  type ProgressPoints,
  pointsOf,
  type StateGroup,
  stateGroups,
} from '@cairn/contract'

/** Counts items, or their estimates. */
export type Unit = 'issues' | 'points'

export const shareKinds = ['assignees', 'labels', 'states'] as const
export type ShareKind = (typeof shareKinds)[number]

/** The completed share of an assignee or label, or the share of a state group in all. */
export interface Share {
  /** The list filter that shows exactly these. */
  filter: { key: 'assignees' | 'labels' | 'state_group'; value: string }
  name: string | null
  done: number
  total: number
  colour?: string
  photo?: string | null
  group?: StateGroup
}

const NONE = 'None'

interface Sums {
  total_issues?: number
  completed_issues?: number
  total_estimates?: number | null
  completed_estimates?: number | null
}

const sumsIn = (unit: Unit, row: Sums) =>
  unit === 'issues'
    ? { total: row.total_issues ?? 0, done: row.completed_issues ?? 0 }
    : { total: row.total_estimates ?? 0, done: row.completed_estimates ?? 0 }

export const sharesByAssignee = ({ assignees }: AnyDistribution, unit: Unit): Share[] =>
  assignees.map((row) => ({
    filter: { key: 'assignees', value: row.assignee_id ?? NONE },
    name: row.display_name,
    photo: row.avatar_url,
    ...sumsIn(unit, row),
  }))

export const sharesByLabel = ({ labels }: AnyDistribution, unit: Unit): Share[] =>
  labels.map((row) => ({
    filter: { key: 'labels', value: row.label_id ?? NONE },
    name: row.label_name,
    ...(row.color && { colour: row.color }),
    ...sumsIn(unit, row),
  }))

export type Numbers = ProgressCounts & ProgressPoints

export const totalIn = (unit: Unit, numbers: Numbers) =>
  unit === 'issues' ? numbers.total_issues : numbers.total_estimate_points

export const groupIn = (unit: Unit, numbers: Numbers, group: StateGroup) =>
  unit === 'issues' ? countOf(numbers, group) : pointsOf(numbers, group)

/** Each state group as a share of the scope; canceled as a share of all. */
export const sharesByState = (numbers: Numbers, unit: Unit): Share[] => {
  const total = totalIn(unit, numbers)
  const scope = total - groupIn(unit, numbers, 'cancelled')
  return stateGroups.map((group) => ({
    filter: { key: 'state_group', value: group },
    name: null,
    group,
    done: groupIn(unit, numbers, group),
    total: group === 'cancelled' ? total : scope,
  }))
}

/** Neither completed nor canceled. */
export const pendingIn = (unit: Unit, numbers: Numbers) =>
  totalIn(unit, numbers) - groupIn(unit, numbers, 'completed') - groupIn(unit, numbers, 'cancelled')
