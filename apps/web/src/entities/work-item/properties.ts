/** Properties edited in place; `dates` is both at once. */
export type Property =
  | 'type'
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

/** Keys of properties, as `keyOf` of `#ui/platform/hotkeys.ts` names them. */
export const propertyKeys: Partial<Record<string, Property>> = {
  s: 'state',
  p: 'priority',
  a: 'assignees',
  l: 'labels',
  d: 'due_date',
  'shift+s': 'start_date',
  'shift+c': 'cycle',
  'shift+m': 'modules',
  e: 'estimate',
  t: 'type',
}

/** The key of a property, to show next to its name. */
export const keyOfProperty = (property: Property) =>
  Object.entries(propertyKeys).find(([, one]) => one === property)?.[0]
