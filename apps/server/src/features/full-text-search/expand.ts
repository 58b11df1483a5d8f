import { differsByEnding, differsByOneError, isTelling, MIN_MISTYPED, wordsOf } from './words.ts'

const MAX_TYPED = 8

/** The words somebody typed; those that say nothing count only where there are no others. */
export function typedWords(text: string): string[] {
  const words = [...wordsOf(text, 100)]
  const telling = words.filter(isTelling)
  return (telling.length > 0 ? telling : words).slice(0, MAX_TYPED)
}

/** As it would be spelled with an umlaut, which counts as the letter without its dots. */
export const withoutDigraphs = (word: string) => word.replace(/([aou])e/g, '$1')

/** A word of the workspace, and in how many documents and names it stands. */
export interface KnownWord {
  word: string
  documents: number
  names: number
}

/** A known word that was meant, and how surely. */
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

/** More would only find what nobody meant. */
const MAX_MEANT = 24

/** What a typed word may mean, the surest first; without `forgiving` no typing errors. */
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
