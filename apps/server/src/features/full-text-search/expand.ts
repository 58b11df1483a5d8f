import {
  differsByEnding,
  differsByOneError,
  isDistinctive,
  MIN_MISTYPED,
  wordsOf,
} from './words.ts'

const MAX_TYPED = 8

/** The typed words; stop words are used only if there are no others. */
export function typedWords(text: string): string[] {
  const words = [...wordsOf(text, 100)]
  const distinctive = words.filter(isDistinctive)
  return (distinctive.length > 0 ? distinctive : words).slice(0, MAX_TYPED)
}

/** The word spelled with an umlaut, which is indexed as the letter without its dots. */
export const withoutDigraphs = (word: string) => word.replace(/([aou])e/g, '$1')

/** A word of the workspace, and in how many documents and names it occurs. */
export interface KnownWord {
  word: string
  documents: number
  names: number
}

/** A known word that may be meant, and how likely. */
export interface Meant extends KnownWord {
  weight: number
}

const EXACT = 1
const SPELLED = 0.9
const BEGUN = 0.8
const ENDED = 0.75
const MISTYPED = 0.5

function weigh(typed: string, word: string): number {
  if (word === typed) return EXACT
  if (word === withoutDigraphs(typed)) return SPELLED
  if (word.startsWith(typed)) return BEGUN
  if (differsByEnding(typed, word)) return ENDED
  return typed.length >= MIN_MISTYPED && differsByOneError(typed, word) ? MISTYPED : 0
}

/** A larger limit would add irrelevant results. */
const MAX_MEANT = 24

/**
 * The known words a typed word may mean, most likely first; without `forgiving` no typing errors.
 */
export function expand(
  typed: string,
  known: readonly KnownWord[],
  { forgiving }: { forgiving: boolean },
): Meant[] {
  return known
    .map((one) => ({ ...one, weight: weigh(typed, one.word) }))
    .filter(({ weight }) => weight > (forgiving ? 0 : MISTYPED))
    .sort((one, other) => other.weight - one.weight || other.documents - one.documents)
    .slice(0, MAX_MEANT)
}
