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
} from '@cairn/work-item-query/language'
import { namedBy, type OptionsOf } from './query-names.ts'

/** What can be inserted, and what it is called on screen. */
export interface Suggestion {
  text: string
  /** The name of a field, or of the kind of a word. */
  about?: FieldName | 'condition'
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

function valuesOf(word: FieldName | undefined, optionsOf: OptionsOf): string[] {
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

function offered({ kind, field }: Slot, optionsOf: OptionsOf): Suggestion[] {
  const plain = (texts: readonly string[]) => texts.map((text) => ({ text }))
  switch (kind) {
    case 'field':
      return [
        ...fieldNames.map((name) => ({ text: writtenField(name), about: name })),
        ...conditions.map((text) => ({ text, about: 'condition' as const })),
        ...plain(['not', '(']),
      ]
    case 'operator':
      return plain(field ? operatorsOf(fields[field]) : [])
    case 'value':
      return plain(valuesOf(field, optionsOf))
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
export function suggestionsFor(slot: Slot, optionsOf: OptionsOf): Suggestion[] {
  const typed = slot.typed.toLowerCase()
  const bare = (text: string) => text.replace(/^"/, '').toLowerCase()
  const found = offered(slot, optionsOf).filter(({ text }) => bare(text).includes(typed))
  const [first, ...others] = found
  // Nothing more to offer than what is there.
  if (first && others.length === 0 && bare(first.text) === typed) return []
  return found
    .toSorted(
      (a, b) => Number(bare(b.text).startsWith(typed)) - Number(bare(a.text).startsWith(typed)),
    )
    .slice(0, MAX)
}
