import type { Option } from '#ui/controls/combobox.tsx'
import type { FilterField } from './list-settings.ts'

export interface Found {
  field: FilterField
  option: Option
}

const MAX_FOUND = 40

const wordsOf = (text: string) => text.trim().toLowerCase().split(/\s+/).filter(Boolean)

/** How well a name matches: at its start, at the start of a word, anywhere. */
function rankOf(name: string, word: string): number {
  const at = name.toLowerCase().indexOf(word)
  if (at <= 0) return at < 0 ? 3 : 0
  return /[\s(/-]/.test(name[at - 1] ?? '') ? 1 : 2
}

export interface Searched {
  field: FilterField
  name: string
  options: readonly Option[]
}

/**
 * Finds filters by name, and values by their name or both: "label bug". Best matches first, else in
 * menu order.
 */
export function searchFilters(fields: readonly Searched[], typed: string) {
  const words = wordsOf(typed)
  const [first = ''] = words
  const named = fields
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) => rankOf(a.name, first) - rankOf(b.name, first))
  const values = fields.flatMap(({ field, name, options }) =>
    options.flatMap((option) => {
      const own = `${option.label} ${option.keywords ?? ''}`.toLowerCase()
      const all = `${name.toLowerCase()} ${own}`
      const isFound =
        words.every((word) => all.includes(word)) && words.some((word) => own.includes(word))
      const rank = Math.min(...words.map((word) => rankOf(option.label, word)))
      return isFound ? [{ field, option, rank }] : []
    }),
  )
  return {
    fields: named.map(({ field }) => field),
    values: values.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_FOUND) as readonly Found[],
  }
}

/** A name in three parts: before the match, the match, and after it. */
export function hitIn(name: string, typed: string): [string, string, string] {
  const word = wordsOf(typed).find((one) => name.toLowerCase().includes(one))
  if (!word) return [name, '', '']
  const at = name.toLowerCase().indexOf(word)
  return [name.slice(0, at), name.slice(at, at + word.length), name.slice(at + word.length)]
}
