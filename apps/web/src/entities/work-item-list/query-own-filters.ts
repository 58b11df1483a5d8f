import { type PropertyField, parseId, propertyField, propertyInField } from '@cairn/contract'
import {
  type Comparison,
  type Expression,
  propertyNamed,
  type Value,
  writtenProperty,
} from '@cairn/work-item-query/language'
import { NONE } from './grouped-items.ts'
import { type FilterKey, negatedKey } from './list-settings.ts'
import { dateTokens, ofDates } from './query-dates.ts'
import { anyOf, type Compared, compare, ofValues, placed, text, valuesOf } from './query-parts.ts'
import { textOfFilter } from './typed-filter.tsx'

const number = (value: string): Value => ({ kind: 'number', value, ...placed })
const truth = (value: string): Value => ({ kind: 'switch', value, ...placed })

/** `5`, `5..10`, `5..` or `..10`. */
const range = /^(-?\d+(?:\.\d+)?)?(\.\.)?(-?\d+(?:\.\d+)?)?$/

function ofNumbers(field: Compared, value: string): Expression | undefined {
  const [, from, dots, to] = range.exec(value) ?? []
  if (!dots) return from && !to ? compare(field, { test: '=', value: number(from) }) : undefined
  if (from && to) return compare(field, { test: 'between', from: number(from), to: number(to) })
  if (from) return compare(field, { test: '>=', value: number(from) })
  return to ? compare(field, { test: '<=', value: number(to) }) : undefined
}

/** Each value is a condition; "none" is that there is no value. */
const ofEach = (
  field: Compared,
  values: readonly string[],
  toExpression: (value: string) => Expression | undefined,
) =>
  anyOf([
    ...(values.includes(NONE) ? [compare(field, { test: 'empty' })] : []),
    ...values.flatMap((value) => (value === NONE ? [] : (toExpression(value) ?? []))),
  ])

/** The filter of a property as a query, with the kind and the id of the property. */
export function ofOwnFilter(
  field: PropertyField,
  values: readonly string[],
): Expression | undefined {
  const property = propertyInField(field)
  if (!property) return undefined
  const name = writtenProperty(property) as Compared
  switch (property.kind) {
    case 'number':
      return ofEach(name, values, (value) => ofNumbers(name, value))
    case 'text':
    case 'link':
      return ofEach(name, values, (value) =>
        compare(name, { test: '~', value: text(textOfFilter(value)) }),
      )
    case 'date':
    case 'datetime':
      return ofDates(name, values)
    case 'boolean':
      return ofValues(name, values, truth)
    default:
      return ofValues(name, values)
  }
}

const numberIn = (value: Value) => (value.kind === 'number' ? value.value : undefined)

function rangesOf(comparison: Comparison): string[] | undefined {
  if (comparison.test === 'between') {
    const [from, to] = [numberIn(comparison.from), numberIn(comparison.to)]
    return from && to ? [`${from}..${to}`] : undefined
  }
  if (comparison.test !== '>=' && comparison.test !== '<=') return valuesOf(comparison, numberIn)
  const end = numberIn(comparison.value)
  return end ? [comparison.test === '>=' ? `${end}..` : `..${end}`] : undefined
}

/** The filter that a comparison with a property is, if a list has one. */
export function ownFilterOf(
  comparison: Comparison,
): { key: FilterKey; values: string[] } | undefined {
  const named = propertyNamed(comparison.field)
  // Of which kind a name is, only the server knows.
  if (!named || !('id' in named) || !named.kind) return undefined
  const { id, kind } = named
  const field = propertyField({ id, kind })
  const isDenied = comparison.test === '!='
  const key = isDenied ? negatedKey(field) : field
  const read = (): string[] | undefined => {
    switch (kind) {
      case 'number':
        return rangesOf(comparison)
      case 'text':
      case 'link': {
        if (comparison.test !== '~') return comparison.test === 'empty' ? [NONE] : undefined
        const { value } = comparison
        const isText = value.kind === 'text' || value.kind === 'number'
        return isText ? [encodeURIComponent(value.value)] : undefined
      }
      case 'date':
      case 'datetime':
        return dateTokens(comparison)
      case 'boolean':
        return valuesOf(comparison, (value) => (value.kind === 'switch' ? value.value : undefined))
      default:
        return valuesOf(comparison, (value) =>
          value.kind === 'text' ? parseId(value.value) : undefined,
        )
    }
  }
  const values = key && read()
  return key && values && { key, values }
}
