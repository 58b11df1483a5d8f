import { parseId, type WorkItemProperty } from '@cairn/contract'
import {
  type Comparison,
  type Expression,
  print,
  propertyNamed,
  QueryTextNotValid,
  type Value,
  writtenProperty,
} from '@cairn/work-item-query/language'
import type { QueryWords } from './query-words.ts'

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The property of a comparison, if it names one. */
export function propertyIn(
  { field }: Pick<Comparison, 'field'>,
  { properties }: QueryWords,
): { found: readonly WorkItemProperty[]; name: string } | undefined {
  const named = propertyNamed(field)
  if (!named) return undefined
  const found = properties.filter((one) =>
    'id' in named ? one.id === named.id : same(one.name, named.name),
  )
  return { found, name: 'id' in named ? (found[0]?.name ?? named.id) : named.name }
}

/** What the values of a property are called. */
export const valuesOfProperty = (
  { kind, options }: WorkItemProperty,
  { optionsOf }: QueryWords,
): readonly { value: string; label: string }[] => {
  if (kind === 'option') return options.map(({ id, name }) => ({ value: id, label: name }))
  return kind === 'person' ? optionsOf('assignees').filter(({ value }) => parseId(value)) : []
}

const withValues = (comparison: Comparison, change: (value: Value) => Value): Comparison => {
  switch (comparison.test) {
    case 'empty':
      return comparison
    case 'in':
      return { ...comparison, values: comparison.values.map(change) }
    case 'between':
      return { ...comparison, from: change(comparison.from), to: change(comparison.to) }
    default:
      return { ...comparison, value: change(comparison.value) }
  }
}

/** Ids instead of names; of several properties with one name, each that has such a value. */
export function propertyWithIds(comparison: Comparison, words: QueryWords): Expression | undefined {
  const about = propertyIn(comparison, words)
  if (!about) return undefined
  const { found, name } = about
  if (found.length === 0) {
    const word = name.slice(0, 50)
    throw new QueryTextNotValid('field', `There is no property ${word}`, comparison, word)
  }
  const isDenied = comparison.test === '!='
  const positive: Comparison = isDenied ? { ...comparison, test: '=' } : comparison
  let failed: unknown
  const parts = found.flatMap((property): Expression[] => {
    const names = valuesOfProperty(property, words)
    const hasNames = property.kind === 'option' || property.kind === 'person'
    try {
      const compare = withValues(positive, (value) => {
        if (!hasNames || (value.kind !== 'text' && value.kind !== 'number')) return value
        if (parseId(value.value)) return value
        const one = names.find(({ label }) => same(label, value.value))
        if (one) return { ...value, kind: 'text', value: one.value }
        const word = value.value.slice(0, 50)
        throw new QueryTextNotValid('value', `Nothing is called ${word}`, value, word)
      })
      return [{ compare: { ...compare, field: writtenProperty(property) } }]
    } catch (error) {
      failed = error
      return []
    }
  })
  const [only] = parts
  if (!only) throw failed
  const met: Expression = parts.length > 1 ? { or: parts } : only
  if (!isDenied) return met
  const [one] = parts
  const isSingle = parts.length === 1 && one && 'compare' in one && one.compare.test === '='
  return isSingle ? { compare: { ...one.compare, test: '!=' } as Comparison } : { not: met }
}

/** Names instead of ids, of a property whose name no other has. */
export function propertyWithNames(
  comparison: Comparison,
  words: QueryWords,
): Expression | undefined {
  const about = propertyIn(comparison, words)
  const [property] = about?.found ?? []
  if (!about || !property) return undefined
  const names = valuesOfProperty(property, words)
  const compare = withValues(comparison, (value) => {
    if (value.kind !== 'text') return value
    const one = names.find((option) => option.value === value.value)
    return one ? { ...value, value: one.label } : value
  })
  return { compare: { ...compare, field: writtenProperty({ name: property.name }) } }
}

/** Whether an `or` is one comparison with all properties of a name, as `propertyWithIds` wrote it. */
export function isOfNamesakes(parts: readonly Expression[], words: QueryWords): boolean {
  const named = parts.map((part) =>
    'compare' in part ? propertyWithNames(part.compare, words) : undefined,
  )
  const [first] = named
  if (!first || !('compare' in first)) return false
  const text = print(first)
  const namesakes = propertyIn(first.compare, words)?.found.length
  return namesakes === parts.length && named.every((one) => one && print(one) === text)
}

export const isNamesake = (comparison: Comparison, words: QueryWords) => {
  const [property] = propertyIn(comparison, words)?.found ?? []
  return words.properties.some(
    (one) => property && one !== property && same(one.name, property.name),
  )
}
