import { parseId } from '@cairn/contract'
import {
  type Comparison,
  type Expression,
  type Field,
  type FieldName,
  fieldNamed,
  fields,
  QueryTextNotValid,
  type Value,
} from '@cairn/work-item-query/language'
import type { Option } from '#ui/controls/combobox.tsx'
import type { FilterField } from './list-settings.ts'
import { ofNamesakes, propertyWithIds, propertyWithNames } from './query-properties.ts'
import { filterOfWord } from './query-tree.ts'
import type { QueryWords } from './query-words.ts'

/** The options whose names a field of a query is compared with. */
export function namedBy(word: FieldName): FilterField | undefined {
  const field: Field = fields[word]
  if (field.kind === 'history') return 'state'
  if (field.kind !== 'id') return undefined
  return word === 'updatedBy' ? 'created_by' : filterOfWord(word)
}

interface Change {
  ofValues: (values: readonly Value[], options: readonly Option[]) => Value[]
  /** Undefined if it stays as it is. */
  ofProperty: (comparison: Comparison) => Expression | undefined
}

/** The same query with other values where they are ids or names. */
function withValues(expression: Expression, words: QueryWords, change: Change): Expression {
  const again = (one: Expression) => withValues(one, words, change)
  if ('and' in expression) return { and: expression.and.map(again) }
  if ('or' in expression) return { or: expression.or.map(again) }
  if ('not' in expression) return { not: again(expression.not) }
  if ('call' in expression) return expression
  const { compare } = expression
  const property = change.ofProperty(compare)
  if (property) return property
  const word = fieldNamed(compare.field)
  const named = word && namedBy(word)
  if (!named || (compare.test !== '=' && compare.test !== '!=' && compare.test !== 'in')) {
    return expression
  }
  const given = compare.test === 'in' ? compare.values : [compare.value]
  const { field, position, length } = compare
  const about = { field, position, length }
  const values = change.ofValues(given, words.optionsOf(named))
  const [only] = values
  if (values.length === 1 && only) {
    const test = compare.test === '!=' ? '!=' : '='
    return { compare: { ...about, test, value: only } }
  }
  const among: Expression = { compare: { ...about, test: 'in', values } }
  return compare.test === '!=' ? { not: among } : among
}

const isText = (value: Value): value is Value & { kind: 'text' | 'number' } =>
  value.kind === 'text' || value.kind === 'number'

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Names instead of ids, as people read it; several with one name only if all are meant. */
export function withNames(expression: Expression, words: QueryWords): Expression {
  return withValues(joined(expression, words), words, {
    ofValues: named,
    ofProperty: (comparison) => propertyWithNames(comparison, words),
  })
}

/** What was written as one comparison, with all properties of a name. */
function joined(expression: Expression, words: QueryWords): Expression {
  const again = (one: Expression) => joined(one, words)
  if ('and' in expression) return { and: expression.and.map(again) }
  if ('not' in expression) return { not: again(expression.not) }
  if (!('or' in expression)) return expression
  return ofNamesakes(expression.or, words) ?? { or: expression.or.map(again) }
}

function named(values: readonly Value[], options: readonly Option[]): Value[] {
  const ids = values.flatMap((value) => (isText(value) ? value.value : []))
  const shown = values.map((value): Value => {
    const option = isText(value) ? options.find((one) => one.value === value.value) : undefined
    if (!option) return value
    const namesakes = options.filter(({ label }) => same(label, option.label))
    const isWhole = namesakes.every((one) => ids.includes(one.value))
    return isWhole ? { kind: 'text', value: option.label, position: 0, length: 0 } : value
  })
  return shown.filter(
    (value, n) =>
      !isText(value) || shown.findIndex((one) => isText(one) && one.value === value.value) === n,
  )
}

/** Ids instead of names, so that it stays true when something is renamed. */
export const withIds = (expression: Expression, words: QueryWords): Expression =>
  withValues(expression, words, {
    ofProperty: (comparison) => propertyWithIds(comparison, words),
    ofValues: (values, options) =>
      values.flatMap((value): Value[] => {
        if (!isText(value) || parseId(value.value)) return [value]
        const found = options.filter(({ label }) => same(label, value.value))
        if (found.length === 0) {
          const word = value.value.slice(0, 50)
          throw new QueryTextNotValid('value', `Nothing is called “${word}”`, value, word)
        }
        return found.map((one) => ({ ...value, kind: 'text', value: one.value }))
      }),
  })
