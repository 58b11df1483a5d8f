import { type GroupBy, isOfProperty } from './list-settings.ts'

const carried: readonly (GroupBy | null)[] = [
  ...(['state', 'state_detail.group', 'priority', 'assignees', 'labels'] as const),
  ...(['cycle', 'module', 'issue_type'] as const),
]

/** Whether items can be dragged between groups of this kind. */
export const movesBetween = (group_by: GroupBy | null) =>
  carried.includes(group_by) || isOfProperty(group_by ?? '')
