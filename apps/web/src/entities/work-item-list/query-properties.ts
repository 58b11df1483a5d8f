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

const isNamesake = (property: WorkItemProperty, { properties }: QueryWords) =>
  properties.some((one) => one !== property && same(one.name, property.name))

/** With its type, where several have a property of this name. */
const nameWithType = ({ name, type_id }: WorkItemProperty, { typeNames }: QueryWords) =>
  `${name} (${typeNames.get(type_id) ?? ''})`

/** The names a property is found by: the second one is not that of others. */
export const namesOf = (property: WorkItemProperty, words: QueryWords): readonly string[] =>
  isNamesake(property, words) ? [property.name, nameWithType(property, words)] : [property.name]

function propertiesNamed(name: string, words: QueryWords): readonly WorkItemProperty[] {
  const found = words.properties.filter((one) => same(one.name, name))
  if (found.length > 0) return found
  return words.properties.filter((one) => same(nameWithType(one, words), name))
}

/** The property of a comparison, if it names one. */
export function propertyIn(
  { field }: Pick<Comparison, 'field'>,
  words: QueryWords,
): { found: readonly WorkItemProperty[]; name: string } | undefined {
  const named = propertyNamed(field)
  if (!named) return undefined
  if (!('id' in named)) return { found: propertiesNamed(named.name, words), name: named.name }
  const found = words.properties.filter(({ id }) => id === named.id)
  const [property] = found
  const name = property && namesOf(property, words).at(-1)
  return { found, name: name ?? named.id }
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

/** Names instead of ids; a property that others share a name with is named with its type. */
export function propertyWithNames(
  comparison: Comparison,
  words: QueryWords,
  name = propertyIn(comparison, words)?.name,
): Expression | undefined {
  const [property] = propertyIn(comparison, words)?.found ?? []
  if (!name || !property) return undefined
  const names = valuesOfProperty(property, words)
  const compare = withValues(comparison, (value) => {
    if (value.kind !== 'text') return value
    const one = names.find((option) => option.value === value.value)
    return one ? { ...value, value: one.label } : value
  })
  return { compare: { ...compare, field: writtenProperty({ name }) } }
}

/** What `propertyWithIds` made of one comparison with all properties of a name, as it was. */
export function ofNamesakes(
  parts: readonly Expression[],
  words: QueryWords,
): Expression | undefined {
  const named = parts.map((part) => {
    const [property] = 'compare' in part ? (propertyIn(part.compare, words)?.found ?? []) : []
    return property && 'compare' in part
      ? { property, query: propertyWithNames(part.compare, words, property.name) }
      : undefined
  })
  const [first] = named
  if (!first?.query) return undefined
  const text = print(first.query)
  const isWhole = propertiesNamed(first.property.name, words).length === parts.length
  const isSame = named.every((one) => one?.query && print(one.query) === text)
  return isWhole && isSame && parts.length > 1 ? first.query : undefined
}
