/** What of an item is changed in place; `dates` is both at once. */
export type Property =
  | 'state'
  | 'priority'
  | 'assignees'
  | 'labels'
  | 'cycle'
  | 'modules'
  | 'estimate'
  | 'start_date'
  | 'due_date'
  | 'dates'

/** What a key opens on the item one is at. */
export const propertyKeys: Partial<Record<string, Property>> = {
  s: 'state',
  p: 'priority',
  a: 'assignees',
  l: 'labels',
  d: 'due_date',
  e: 'estimate',
}
