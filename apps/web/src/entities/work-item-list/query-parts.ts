import type { Comparison, Expression, FieldName, Value } from '@cairn/work-item-query/language'
import { NONE } from './grouped-items.ts'

/** What has no place in a text yet. */
export const placed = { position: 0, length: 0 }
export const text = (value: string): Value => ({ kind: 'text', value, ...placed })

/** A field of every item, or a property in brackets. */
export type Compared = FieldName | `[${string}]`

type Test = Partial<Comparison> & { test: Comparison['test'] }
export const compare = (field: Compared, test: Test): Expression => ({
  compare: { ...placed, field, ...test } as Comparison,
})

export const anyOf = (parts: Expression[]): Expression | undefined =>
  parts.length > 1 ? { or: parts } : parts[0]
export const allOf = (parts: Expression[]): Expression | undefined =>
  parts.length > 1 ? { and: parts } : parts[0]

/** One of the values, or none at all if that is among them. */
export function ofValues(
  field: Compared,
  values: readonly string[],
  toValue: (value: string) => Value = text,
): Expression | undefined {
  const named = values.filter((value) => value !== NONE).map(toValue)
  const [only] = named
  const parts: Expression[] = values.includes(NONE) ? [compare(field, { test: 'empty' })] : []
  if (named.length > 1) parts.push(compare(field, { test: 'in', values: named }))
  else if (only) parts.push(compare(field, { test: '=', value: only }))
  return anyOf(parts)
}

/** The values that are asked for or excluded; undefined if there are others than those that are read. */
export function valuesOf(
  comparison: Comparison,
  read: (value: Value) => string | undefined,
): string[] | undefined {
  if (comparison.test === 'empty') return [NONE]
  if (comparison.test !== '=' && comparison.test !== '!=' && comparison.test !== 'in') {
    return undefined
  }
  const given = comparison.test === 'in' ? comparison.values : [comparison.value]
  const values = given.flatMap((value) => read(value) ?? [])
  return values.length < given.length ? undefined : values
}
