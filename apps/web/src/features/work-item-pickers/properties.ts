/** What of an item is changed in place; `dates` is both at once. */
export type Property =
  | 'state'
  | 'priority'
  | 'assignees'
  | 'labels'
  | 'start_date'
  | 'due_date'
  | 'dates'
