import { type Static, Type } from 'typebox'
import { Id } from '../core/shapes.ts'

export const MAX_PROPERTY_TEXT = 10_000
/** So many options, persons or items one value can have. */
export const MAX_PROPERTY_VALUES = 100

/**
 * The value of a property: a string for `text`, `link`, `date` (a day) and `datetime` (an instant),
 * a number, a boolean, or the ids of options, persons or items, also if it can be only one.
 */
export type PropertyValue = string | number | boolean | string[]

/** As it is sent by clients. */
export const SentPropertyValue = Type.Unsafe<PropertyValue | null>({
  type: ['string', 'number', 'boolean', 'array', 'null'],
  maxLength: MAX_PROPERTY_TEXT,
  maxItems: MAX_PROPERTY_VALUES,
  items: Id,
})

/** In responses without a schema: it was checked when it was written. */
export const StoredPropertyValue = Type.Unsafe<PropertyValue | null>({})

/** The values of an item, by the id of the property; without those it has no value for. */
export const PropertyValues = Type.Unsafe<Record<string, PropertyValue>>({
  type: 'object',
  additionalProperties: {},
})
export type PropertyValues = Static<typeof PropertyValues>

const byId = (value: object) => ({
  type: 'object',
  maxProperties: 1000,
  patternProperties: { '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$': value },
})

/** The values that change; null, an empty text or an empty list clears one. */
export const PropertyChanges = Type.Unsafe<Record<string, PropertyValue | null>>(
  byId(SentPropertyValue),
)
export type PropertyChanges = Static<typeof PropertyChanges>

/** The ids that are removed from values of several. */
export const RemovedPropertyValues = Type.Unsafe<Record<string, string[]>>(
  byId({ type: 'array', items: Id, maxItems: MAX_PROPERTY_VALUES }),
)

/** The values after a change. */
export function changedPropertyValues(
  before: PropertyValues,
  changes: PropertyChanges,
): PropertyValues {
  const all = Object.entries<PropertyValue | null>({ ...before, ...changes })
  return Object.fromEntries(
    all.flatMap(([id, value]) =>
      value === null || value === '' || (Array.isArray(value) && value.length === 0)
        ? []
        : [[id, value]],
    ),
  )
}
