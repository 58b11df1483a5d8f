import { addDays, startOfDay } from '@cairn/calendar'
import { lookup, parseId, propertyInField } from '@cairn/contract'
import type { NumberRange } from './condition.ts'
import { readDateTokens } from './date-tokens.ts'
import {
  type AnyOf,
  type DateTest,
  type DayRange,
  type InstantRange,
  NONE,
  type PropertyTest,
} from './list-query.ts'

interface Reader {
  today: string
  timezone: string
  onUnreadable?: (token: string) => void
}

const MAX_VALUES = 1000

const valuesOf = (text: string): string[] =>
  text.split(',', MAX_VALUES).map((value) => value.trim())

/** Days in the caller's zone as timestamps, so that an index on the timestamp can be used. */
export function toInstants(
  test: DateTest<DayRange> | undefined,
  timezone: string,
): DateTest<InstantRange> | undefined {
  if (!test) return undefined
  const ranges = test.ranges.map(({ from, to }): InstantRange => {
    const next = to && addDays(to, 1)
    return {
      ...(from && { from: startOfDay(from, timezone) }),
      ...(next && { until: startOfDay(next, timezone) }),
    }
  })
  return { ranges, none: test.none }
}

function anyOf(text: string, read: (value: string) => string | undefined): AnyOf | undefined {
  const values = valuesOf(text)
  const ids = [...new Set(values.flatMap((value) => read(value) ?? []))]
  const none = values.includes(NONE)
  return ids.length > 0 || none ? { ids, none } : undefined
}

const truth = (value: string) => (value === 'true' || value === 'false' ? value : undefined)

const number = '-?\\d{1,16}(?:\\.\\d{1,16})?'
const range = new RegExp(`^(${number})?(\\.\\.)?(${number})?$`)

/** `5`, `5..10`, `5..` or `..10`. */
function numbersIn(value: string): NumberRange | undefined {
  const [, from, dots, to] = range.exec(value) ?? []
  if (!dots) return from === undefined || to ? undefined : { from: Number(from), to: Number(from) }
  if (from === undefined && to === undefined) return undefined
  return {
    ...(from !== undefined && { from: Number(from) }),
    ...(to !== undefined && { to: Number(to) }),
  }
}

function inRanges(text: string): DateTest<NumberRange> | undefined {
  const values = valuesOf(text)
  const ranges = values.flatMap((value) => numbersIn(value) ?? [])
  const none = values.includes(NONE)
  return ranges.length > 0 || none ? { ranges, none } : undefined
}

/** A text may contain the comma that separates values. */
function decoded(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value)
    return text.trim() && !text.includes('\0') ? text : undefined
  } catch {
    return undefined
  }
}

function textsIn(text: string) {
  const values = valuesOf(text)
  const none = values.includes(NONE)
  const texts = values.flatMap((value) => (value === NONE ? [] : (decoded(value) ?? [])))
  return texts.length > 0 || none ? { texts: [...new Set(texts)], none } : undefined
}

function readTest(field: string, text: string, reader: Reader): PropertyTest | undefined {
  const isNegated = field.endsWith('__not')
  const property = propertyInField(isNegated ? field.slice(0, -'__not'.length) : field)
  if (!property || !text) return undefined
  const { kind, id } = property
  const { today, timezone, onUnreadable } = reader
  const days = () => readDateTokens(text, today, { onUnreadable })
  const made = <Kind extends string, Wanted>(of: Kind, wanted: Wanted | undefined) =>
    wanted && { id, isNegated, kind: of, wanted }
  switch (kind) {
    case 'number':
      return made(kind, inRanges(text))
    case 'date':
      return made(kind, days())
    case 'datetime':
      return made(kind, toInstants(days(), timezone))
    case 'text':
    case 'link':
      return made(kind, textsIn(text))
    case 'boolean':
      return made(kind, anyOf(text, truth))
    default:
      return made(kind, anyOf(text, parseId))
  }
}

type Params = Readonly<Record<string, string | undefined>>

const keysIn = (params: Params) => Object.keys(params).filter((key) => key.startsWith('property_'))

/** The tests of properties in a URL; invalid values are left out. */
export function readProperties(params: Params, reader: Reader): PropertyTest[] | undefined {
  const tests = keysIn(params).flatMap(
    (key) => readTest(key, lookup(params, key) ?? '', reader) ?? [],
  )
  return tests.length > 0 ? tests : undefined
}

/** The first key of a property that has only invalid values, and these. */
export function unreadableProperty(params: Params): [key: string, text: string] | undefined {
  const anyDay: Reader = { today: '2000-01-01', timezone: 'UTC' }
  return keysIn(params)
    .map((key): [string, string] => [key, lookup(params, key) ?? ''])
    .find(([key, text]) => {
      const isKey = propertyInField(key.replace(/__not$/, '')) !== undefined
      return isKey && text !== '' && !readTest(key, text, anyDay)
    })
}
