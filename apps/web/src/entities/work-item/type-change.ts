import {
  convertedPropertyValue,
  mappedProperties,
  type PropertyMapping,
  type PropertyValue,
  propertiesOfType,
  type WorkItem,
  type WorkItemProperty,
} from '@cairn/contract'
import { hasValue } from './property-words.ts'

type Properties = readonly WorkItemProperty[]
type Names = (id: string) => string | undefined

/** What becomes of the values of items that get another type. */
export interface TypeChange {
  /** Values that the other type has no property for; each may go to one of these, if it fits. */
  lost: { property: WorkItemProperty; targets: Properties }[]
  /** What the other type requires, and not all of the items have. */
  missing: Properties
}

interface Asked {
  items: readonly Pick<WorkItem, 'type_id' | 'property_values'>[]
  type_id: string
  /** Of all types. */
  properties: Properties
  /** Where values go that have no property of the same name. */
  mapping: PropertyMapping
  /** The names of users. */
  nameOf: Names
}

export function typeChangeOf({ items, type_id, properties, mapping, nameOf }: Asked): TypeChange {
  const to = propertiesOfType(properties, type_id)
  const lost = new Map<WorkItemProperty, Set<WorkItemProperty>>()
  const lacking = new Set<WorkItemProperty>()
  for (const item of items) {
    if (item.type_id === type_id) continue
    const from = properties.filter((one) => one.type_id === item.type_id)
    const own = mappedProperties(from, to)
    const all = mappedProperties(from, to, mapping)
    const arrived = new Set(all.flatMap(([one, other]) => (valueAs(one, other) ? [other] : [])))
    for (const property of to) {
      if (property.is_required && !hasValue(property.default_value) && !arrived.has(property)) {
        lacking.add(property)
      }
    }
    const taken = new Set(own.map(([, other]) => other))
    for (const property of from) {
      if (!hasValue(item.property_values[property.id])) continue
      if (own.some(([one, other]) => one === property && valueAs(one, other))) continue
      const targets = lost.get(property) ?? new Set()
      for (const other of to) if (!taken.has(other) && valueAs(property, other)) targets.add(other)
      lost.set(property, targets)
    }

    function valueAs(one: WorkItemProperty, other: WorkItemProperty) {
      const value: PropertyValue | undefined = item.property_values[one.id]
      return hasValue(value) && convertedPropertyValue(one, other, value, nameOf) !== undefined
    }
  }
  return {
    lost: Array.from(lost, ([property, targets]) => ({ property, targets: [...targets] })),
    missing: to.filter((property) => lacking.has(property)),
  }
}

/** It can be changed without asking anything. */
export const isPlain = ({ lost, missing }: TypeChange) => lost.length + missing.length === 0
