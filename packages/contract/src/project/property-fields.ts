import { idSource } from '../core/ids.ts'
import { type PropertyKind, propertyKinds } from './work-item-properties.ts'

/** A property as what lists are filtered, grouped and sorted by: the kind says how it is compared. */
export type PropertyField = `property_${PropertyKind}_${string}`

/** A property, as far as lists must know it. */
export interface OwnProperty {
  kind: PropertyKind
  id: string
}

const source = `property_(${propertyKinds.join('|')})_(${idSource})`
const field = new RegExp(`^${source}$`)

/** For schemas: the filters by properties, also "is not". */
export const propertyFilterPattern = `^${source}(__not)?$`

export const propertyField = ({ kind, id }: OwnProperty): PropertyField => `property_${kind}_${id}`

export function propertyInField(text: string): OwnProperty | undefined {
  const [, kind, id] = field.exec(text) ?? []
  const known = propertyKinds.find((one) => one === kind)
  return known && id ? { kind: known, id } : undefined
}

export const isPropertyField = (text: string): text is PropertyField => field.test(text)

/** Lists can be grouped by these kinds. */
const groupedKinds: readonly PropertyKind[] = ['option', 'person', 'boolean']
export const isGroupedKind = (kind: PropertyKind) => groupedKinds.includes(kind)

/** Lists can be sorted by all kinds but work items. */
export const isSortedKind = (kind: PropertyKind) => kind !== 'item'
