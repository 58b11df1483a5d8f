import { isDay } from '@cairn/calendar'
import type { Call, Comparison, Expression, Value } from './grammar.ts'
import { fieldNamed, isReserved, phraseOf } from './words.ts'

const plain = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u
const key = /^[a-z][a-z0-9_]*-\d+$/i

/** A text without quotes where it is read again as the same. */
export const printText = (text: string) =>
  key.test(text) || isDay(text) || (plain.test(text) && !isReserved(text))
    ? text
    : `"${text.replace(/["\\]/g, '\\$&')}"`

export function printValue(value: Value): string {
  if (value.kind === 'call') return printCall(value)
  if (value.kind === 'text') return printText(value.value)
  if (value.kind !== 'word' || !value.shift) return value.value
  return `${value.value} ${value.shift[0]} ${value.shift.slice(1)}`
}

const number = /^-?\d+(?:\.\d+)?$/
const printArgument = (text: string) => (number.test(text) ? text : printText(text))

function printCall({ name, values }: Call): string {
  const [only = '', ...others] = values
  const phrase = phraseOf(name)
  if (phrase && values.length === 1 && others.length === 0) return `${phrase} ${printText(only)}`
  return `${name}(${values.map(printArgument).join(', ')})`
}

function printComparison(comparison: Comparison): string {
  const name = fieldNamed(comparison.field) ?? comparison.field
  const phrase = phraseOf(name)
  const field = phrase ?? name
  switch (comparison.test) {
    case 'empty':
      return `${field} is empty`
    case 'in':
      return `${field} in (${comparison.values.map(printValue).join(', ')})`
    case 'between':
      return `${field} between ${printValue(comparison.from)} and ${printValue(comparison.to)}`
    case '=':
      return `${field} ${phrase ? '' : '= '}${printValue(comparison.value)}`
    default:
      return `${field} ${comparison.test} ${printValue(comparison.value)}`
  }
}

const inBrackets = (expression: Expression) =>
  'and' in expression || 'or' in expression ? `(${print(expression)})` : print(expression)

/** The text of a query, as people would write it. */
export function print(expression: Expression): string {
  if ('and' in expression) return expression.and.map(inBrackets).join(' and ')
  if ('or' in expression) return expression.or.map(inBrackets).join(' or ')
  if ('compare' in expression) return printComparison(expression.compare)
  if ('call' in expression) return printCall(expression.call)
  const { not } = expression
  if ('compare' in not && not.compare.test === 'empty') {
    return printComparison(not.compare).replace(/empty$/, 'not empty')
  }
  if ('compare' in not && not.compare.test === 'in') {
    const { field, values } = not.compare
    const name = fieldNamed(field) ?? field
    return `${phraseOf(name) ?? name} not in (${values.map(printValue).join(', ')})`
  }
  return `not ${inBrackets(not)}`
}
