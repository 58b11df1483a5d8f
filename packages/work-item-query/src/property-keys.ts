import {
  type OwnProperty,
  type PropertyField,
  type PropertyKind,
  parseId,
  propertyInField,
} from '@cairn/contract'

/** Its id may be written into SQL: it is one, or this throws. */
export function propertyOf(field: PropertyField): OwnProperty {
  const property = propertyInField(field)
  const id = parseId(property?.id)
  if (!property || !id) throw new Error(`Not a property: ${field}`)
  return { kind: property.kind, id }
}

/** The column of a value, in the table of values. */
const columns = {
  ...{ text: 'text_value', link: 'text_value', number: 'number_value', boolean: 'boolean_value' },
  ...{ date: 'date_value', datetime: 'moment_value' },
  ...{ option: 'ref_id', person: 'ref_id', item: 'ref_id' },
} as const satisfies Record<PropertyKind, string>
export const valueColumn = (kind: PropertyKind) => columns[kind]

/** Texts are sorted by so many letters: an index entry has no room for more. */
export const SORTED_LETTERS = 255
