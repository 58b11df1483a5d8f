import { isDay } from '@cairn/calendar'
import { toWebAddress } from '../core/web-address.ts'
import { MAX_PROPERTY_TEXT, MAX_PROPERTY_VALUES, type PropertyValue } from './property-values.ts'
import { isListKind, type WorkItemProperty } from './work-item-properties.ts'

/** Beyond this a number is not exact. */
const LARGEST_PROPERTY_NUMBER = 1e15

/** Why a value does not fit a property. */
export type PropertyFault =
  | 'wrong_kind'
  | 'too_long'
  | 'not_a_link'
  | 'too_many_decimals'
  | 'too_large'
  | 'several'
  | 'unknown_option'

type Rules = Pick<WorkItemProperty, 'kind' | 'is_multi' | 'decimals' | 'options'>

/** The value as it is stored, null if it clears the property; or why it does not fit. */
type Outcome = { value: PropertyValue | null } | { fault: PropertyFault }

const wrong: Outcome = { fault: 'wrong_kind' }

/** Of the shortest text that reads as this number. */
function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}

function readNumber({ decimals }: Rules, value: PropertyValue): Outcome {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrong
  if (Math.abs(value) > LARGEST_PROPERTY_NUMBER) return { fault: 'too_large' }
  if (decimals !== null && decimalsOf(value) > decimals) return { fault: 'too_many_decimals' }
  // Not the negative zero, which is another number for some databases.
  return { value: value === 0 ? 0 : value }
}

function readText({ kind }: Rules, value: PropertyValue): Outcome {
  if (typeof value !== 'string') return wrong
  const text = value.trim()
  if (!text) return { value: null }
  if (text.length > MAX_PROPERTY_TEXT) return { fault: 'too_long' }
  // PostgreSQL cannot store it.
  if (text.includes('\0')) return wrong
  if (kind === 'text') return { value: text }
  const address = toWebAddress(text)
  return address === null ? { fault: 'not_a_link' } : { value: address }
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i

function readTime({ kind }: Rules, value: PropertyValue): Outcome {
  if (typeof value !== 'string') return wrong
  if (!value) return { value: null }
  if (kind === 'date') return isDay(value) ? { value } : wrong
  const moment = instant.test(value) ? new Date(value) : undefined
  if (!moment || Number.isNaN(moment.getTime())) return wrong
  const text = moment.toISOString()
  return isDay(text.slice(0, 10)) ? { value: text } : wrong
}

function readList({ kind, is_multi, options }: Rules, value: PropertyValue): Outcome {
  if (!Array.isArray(value)) return wrong
  const ids = [...new Set(value.map((id) => id.toLowerCase()))]
  if (ids.length === 0) return { value: null }
  if (ids.length > (is_multi ? MAX_PROPERTY_VALUES : 1)) return { fault: 'several' }
  const isKnown = (id: string) => options.some((option) => option.id === id)
  if (kind === 'option' && !ids.every(isKnown)) return { fault: 'unknown_option' }
  return { value: ids }
}

/** Whether there are such users and items is not known here. */
export function readPropertyValue(rules: Rules, value: PropertyValue | null): Outcome {
  if (value === null) return { value }
  if (isListKind(rules.kind)) return readList(rules, value)
  switch (rules.kind) {
    case 'number':
      return readNumber(rules, value)
    case 'boolean':
      return typeof value === 'boolean' ? { value } : wrong
    case 'date':
    case 'datetime':
      return readTime(rules, value)
    default:
      return readText(rules, value)
  }
}

/** The names of users and the keys of items, by their id. */
export type PropertyNames = (id: string) => string | undefined

/** For history, exports and other kinds of properties. What has no name is left out. */
export function propertyText(
  { kind, options }: Pick<Rules, 'kind' | 'options'>,
  value: PropertyValue,
  nameOf: PropertyNames,
): string {
  if (!Array.isArray(value)) return String(value)
  const name = (id: string) =>
    kind === 'option' ? options.find((option) => option.id === id)?.name : nameOf(id)
  return value.flatMap((id) => name(id) ?? []).join(', ')
}

const yes = ['true', 'yes', '1', 'on']
const no = ['false', 'no', '0', 'off']
const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i

function scalarIn({ kind }: Rules, text: string): PropertyValue | undefined {
  switch (kind) {
    case 'number':
      return number.test(text) ? Number(text) : undefined
    case 'boolean': {
      const word = text.toLowerCase()
      return yes.includes(word) ? true : no.includes(word) ? false : undefined
    }
    case 'datetime':
      return isDay(text) ? `${text}T00:00:00.000Z` : text
    case 'date':
      return instant.test(text) ? text.slice(0, 10) : text
    default:
      return text
  }
}

/** Several names in a text, separated by commas or lines. A name may contain a comma itself. */
function namesIn(text: string, isName: (name: string) => boolean): string[] {
  if (isName(text.trim())) return [text.trim()]
  return text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The value a text stands for; `find` knows users and items. Undefined if it does not fit. */
export function propertyValueIn(
  rules: Rules,
  text: string,
  find: (name: string) => string | undefined,
): PropertyValue | null | undefined {
  const outcome = (value: PropertyValue) => {
    const read = readPropertyValue(rules, value)
    return 'fault' in read ? undefined : read.value
  }
  if (!text.trim()) return null
  if (!isListKind(rules.kind)) {
    const value = scalarIn(rules, text.trim())
    return value === undefined ? undefined : outcome(value)
  }
  const optionNamed = (name: string) =>
    rules.options.find((option) => option.name.toLowerCase() === name.toLowerCase())?.id
  const idOf = rules.kind === 'option' ? optionNamed : find
  const ids = namesIn(text, (name) => idOf(name) !== undefined).map(idOf)
  return ids.every((id) => id !== undefined) ? outcome(ids) : undefined
}

/** The value as that of another property; undefined if it does not fit. */
export function convertedPropertyValue(
  from: Rules,
  to: Rules,
  value: PropertyValue,
  nameOf: PropertyNames,
): PropertyValue | undefined {
  if (from.kind === to.kind && from.kind !== 'option') {
    const read = readPropertyValue(to, value)
    return 'fault' in read ? undefined : (read.value ?? undefined)
  }
  const text = propertyText(from, value, nameOf)
  return propertyValueIn(to, text, () => undefined) ?? undefined
}

type Mapped = Pick<WorkItemProperty, 'id' | 'name' | 'kind'>

/**
 * To which property of another type each property's values go: the named one, else the one of the
 * same name, and of several such kinds the same.
 */
export function mappedProperties<From extends Mapped, To extends Mapped>(
  from: readonly From[],
  to: readonly To[],
  mapping: Readonly<Record<string, string | null>> = {},
): [From, To][] {
  const wanted = new Map(Object.entries(mapping).map(([id, other]) => [id.toLowerCase(), other]))
  const taken = new Set<string>()
  const pairs = from.flatMap((one): [From, To][] => {
    const chosen = wanted.get(one.id)
    const isTarget = (other: To) =>
      chosen === undefined
        ? other.name.toLowerCase() === one.name.toLowerCase()
        : other.id === chosen?.toLowerCase()
    const target = to.find(isTarget)
    return target ? [[one, target]] : []
  })
  // What was chosen comes before what only has the same name.
  return pairs
    .sort(([a], [b]) => Number(wanted.has(b.id)) - Number(wanted.has(a.id)))
    .filter(([, { id }]) => !taken.has(id) && taken.add(id))
}
