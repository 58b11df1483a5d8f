import type { GroupBy } from './list-settings.ts'

const carried: readonly (GroupBy | null)[] = [
  ...(['state', 'priority', 'assignees', 'labels', 'cycle', 'module'] as const),
]

/** Whether items can be dragged between groups of this kind. */
export const movesBetween = (group_by: GroupBy | null) => carried.includes(group_by)
