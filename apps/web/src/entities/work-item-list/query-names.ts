import { parseId } from '@cairn/contract'
import {
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
import { filterOfWord } from './query-tree.ts'

/** The options whose names a field of a query is compared with. */
export function namedBy(word: FieldName): FilterField | undefined {
  const field: Field = fields[word]
  if (field.kind === 'history') return 'state'
  if (field.kind !== 'id') return undefined
  return word === 'updatedBy' ? 'created_by' : filterOfWord(word)
}

export type OptionsOf = (field: FilterField) => readonly Option[]

type Change = (values: readonly Value[], options: readonly Option[]) => Value[]

/** The same query with other values where they are ids or names. */
function withValues(expression: Expression, optionsOf: OptionsOf, change: Change): Expression {
  const again = (one: Expression) => withValues(one, optionsOf, change)
  if ('and' in expression) return { and: expression.and.map(again) }
  if ('or' in expression) return { or: expression.or.map(again) }
  if ('not' in expression) return { not: again(expression.not) }
  if ('call' in expression) return expression
  const { compare } = expression
  const word = fieldNamed(compare.field)
  const named = word && namedBy(word)
  if (!named || (compare.test !== '=' && compare.test !== '!=' && compare.test !== 'in')) {
    return expression
  }
  const given = compare.test === 'in' ? compare.values : [compare.value]
  const { field, position, length } = compare
  const about = { field, position, length }
  const values = change(given, optionsOf(named))
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
export const withNames = (expression: Expression, optionsOf: OptionsOf): Expression =>
  withValues(expression, optionsOf, (values, options) => {
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
  })

/** Ids instead of names, so that it stays true when something is renamed. */
export const withIds = (expression: Expression, optionsOf: OptionsOf): Expression =>
  withValues(expression, optionsOf, (values, options) =>
    values.flatMap((value): Value[] => {
      if (!isText(value) || parseId(value.value)) return [value]
      const found = options.filter(({ label }) => same(label, value.value))
      if (found.length === 0) {
        const word = value.value.slice(0, 50)
        throw new QueryTextNotValid('value', `Nothing is called “${word}”`, value, word)
      }
      return found.map((one) => ({ ...value, kind: 'text', value: one.value }))
    }),
  )
