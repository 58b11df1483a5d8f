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

/** A property of the item's type, by its id. */
export type OwnProperty = `property:${string}`
export const ownProperty = (id: string): OwnProperty => `property:${id}`
/** The id in it; undefined for properties that all items have. */
export const idOfOwn = (name: string) =>
  name.startsWith('property:') ? name.slice('property:'.length) : undefined

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
