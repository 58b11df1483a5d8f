import {
  type PropertyChanges,
  type PropertyValue,
  readPropertyValue,
  type WorkItemProperty,
} from '@cairn/contract'

type Properties = readonly WorkItemProperty[]

const idsOf = (properties: Properties) =>
  new Map(properties.map((property) => [property.id, property]))

const textsOf = (values: PropertyChanges) =>
  new Map(Object.entries(values).map(([id, value]) => [id.toLowerCase(), JSON.stringify(value)]))

/**
 * Values as they were copied some time ago, without those of properties that no longer exist or are
 * off, and without options that are no longer offered. What differs from the copy stays as it is.
 */
export function fittingValues(
  properties: Properties,
  values: PropertyChanges,
  copied: PropertyChanges,
): PropertyChanges {
  const byId = idsOf(properties)
  const copies = textsOf(copied)
  const fitting = Object.entries(values).flatMap(([id, value]) => {
    if (copies.get(id.toLowerCase()) !== JSON.stringify(value)) return [[id, value] as const]
    const property = byId.get(id.toLowerCase())
    if (!property?.is_active) return []
    const isOffered = (one: string) =>
      property.kind !== 'option' ||
      property.options.some((option) => option.id === one.toLowerCase() && option.is_active)
    const left = Array.isArray(value) ? value.filter(isOffered) : value
    if (Array.isArray(left) && left.length === 0) return []
    return 'fault' in readPropertyValue(property, left) ? [] : [[id, left] as const]
  })
  return Object.fromEntries(fitting)
}

/** Without users and items that are no longer usable. Without any left, the default counts. */
export function withoutGone(
  properties: Properties,
  values: ReadonlyMap<string, PropertyValue | null>,
  copied: PropertyChanges,
  fits: (id: string) => boolean,
) {
  const byId = idsOf(properties)
  const copies = textsOf(copied)
  const left = [...values].flatMap(([id, value]) => {
    const kind = byId.get(id)?.kind
    const isReference = kind === 'person' || kind === 'item'
    if (!isReference || !Array.isArray(value) || !copies.has(id)) return [[id, value] as const]
    const known = copies.get(id) ?? ''
    const rest = value.filter((one) => fits(one) || !known.includes(one))
    return rest.length > 0 ? [[id, rest] as const] : []
  })
  return new Map(left)
}
