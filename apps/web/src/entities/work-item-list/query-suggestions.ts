import type { WorkItemProperty } from '@cairn/contract'
import {
  type Field,
  type FieldName,
  fieldNames,
  fields,
  predicates,
  printText,
  relations,
  type Slot,
  writtenField,
  writtenProperty,
} from '@cairn/work-item-query/language'
import { namedBy } from './query-names.ts'
import { namesOf, propertyIn, valuesOfProperty } from './query-properties.ts'
import type { QueryWords } from './query-words.ts'

/** What can be inserted, and what it is called on screen. */
export interface Suggestion {
  text: string
  /** The name of a field, or of the kind of a word. */
  about?: FieldName | 'condition' | 'property'
}

const equality = ['=', '!=', 'in (', 'not in (']
const amounts = ['=', '<', '<=', '>', '>=', 'between']
const days = [
  ...['today', 'yesterday', 'tomorrow', 'today - 7d', 'today + 7d'],
  ...['startOfWeek()', 'endOfWeek()', 'startOfMonth()', 'endOfMonth()'],
]

function operatorsOf(field: Field): string[] {
  if (field.kind === 'day' || field.kind === 'moment')
    return [...amounts, 'is empty', 'is not empty']
  if (field.kind === 'title' || field.kind === 'text') return ['~', '=', '!=']
  if (field.kind === 'switch') return ['= true', '= false']
  const mayBeEmpty = field.kind === 'parent' || (field.kind === 'id' && field.mayBeEmpty)
  return mayBeEmpty ? [...equality, 'is empty', 'is not empty'] : equality
}

function operatorsOfProperty({ kind }: WorkItemProperty): string[] {
  const empty = ['is empty', 'is not empty']
  if (kind === 'number' || kind === 'date' || kind === 'datetime') return [...amounts, ...empty]
  if (kind === 'text' || kind === 'link') return ['~', '=', '!=', ...empty]
  return kind === 'boolean' ? ['= true', '= false', ...empty] : [...equality, ...empty]
}

function offeredByProperty(property: WorkItemProperty, words: QueryWords): string[] {
  const { kind } = property
  if (kind === 'date' || kind === 'datetime') return days
  if (kind === 'boolean') return ['true', 'false']
  const names = valuesOfProperty(property, words).map(({ label }) => printText(label))
  return [...new Set([...(kind === 'person' ? ['me'] : []), ...names])]
}

function valuesOf(word: FieldName | undefined, { optionsOf }: QueryWords): string[] {
  // After a relation of several words: `blocked by`.
  if (!word) return ['open', 'closed', 'any']
  const field: Field = fields[word]
  if (field.kind === 'choice') return field.choices.map(printText)
  if (field.kind === 'day' || field.kind === 'moment') return days
  if (field.kind === 'switch') return ['true', 'false']
  const named = namedBy(word)
  if (!named) return []
  const names = optionsOf(named)
    .filter(({ value }) => value !== 'None')
    .map(({ label }) => printText(label))
  const isPerson = field.kind === 'id' && field.isPerson
  return [...new Set([...(isPerson ? ['me'] : []), ...names])]
}

const conditions = [
  ...predicates.map((name) => `${name}()`),
  ...['blocked by', ...relations.filter((name) => name !== 'blockedBy').map((name) => `${name}(`)],
]

function offered(slot: Slot, words: QueryWords): Suggestion[] {
  const { kind, field, property: about, isProperty } = slot
  const plain = (texts: readonly string[]) => texts.map((text) => ({ text }))
  const [property] = (about && propertyIn({ field: about }, words)?.found) || []
  const own = words.properties.filter(({ is_active }) => is_active)
  const written = own.flatMap((one) => namesOf(one, words))
  const names = [...new Set(written.map((name) => writtenProperty({ name })))]
  const properties = names.map((text) => ({ text, about: 'property' as const }))
  switch (kind) {
    case 'field':
      if (isProperty) return properties
      return [
        ...fieldNames.map((name) => ({ text: writtenField(name), about: name })),
        ...properties,
        ...conditions.map((text) => ({ text, about: 'condition' as const })),
        ...plain(['not', '(']),
      ]
    case 'operator':
      if (property) return plain(operatorsOfProperty(property))
      return plain(field ? operatorsOf(fields[field]) : [])
    case 'value':
      if (about) return plain(property ? offeredByProperty(property, words) : [])
      return plain(valuesOf(field, words))
    case 'empty':
      return plain(['empty', 'not empty'])
    case 'join':
      return plain(['and', 'or'])
    case 'nothing':
      return []
  }
}

const MAX = 8

/** What fits at the caret; what begins with what is typed comes first. */
export function suggestionsFor(slot: Slot, words: QueryWords): Suggestion[] {
  const typed = slot.typed.toLowerCase()
  const bare = (text: string) => text.replace(/^["[]/, '').toLowerCase()
  const found = offered(slot, words).filter(({ text }) => bare(text).includes(typed))
  const [first, ...others] = found
  // Nothing more to offer than what is there.
  if (first && others.length === 0 && bare(first.text) === typed) return []
  return found
    .toSorted(
      (a, b) => Number(bare(b.text).startsWith(typed)) - Number(bare(a.text).startsWith(typed)),
    )
    .slice(0, MAX)
}
