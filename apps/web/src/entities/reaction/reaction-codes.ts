/** The eight suggested first, by code point, as they are stored. */
export const reactionCodes = [
  '128077',
  '128078',
  '128516',
  '128165',
  '128533',
  '129505',
  '9992',
  '128064',
] as const

/** Other clients may store others: a number is a code point, anything else is shown as is. */
export const emojiOf = (code: string) =>
  /^\d{1,7}$/.test(code) && Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : code

/** The stored form of an emoji: its code point, or the emoji itself if it has several. */
export function codeOf(emoji: string): string {
  const [first = '', ...others] = emoji
  return others.length === 0 ? String(first.codePointAt(0)) : emoji
}

interface Given {
  reaction: string
  actor: string
}

export interface Tally {
  code: string
  actors: string[]
}

/** One entry per emoji, in the order in which they were first given. */
export function tallyOf(reactions: readonly Given[]): Tally[] {
  const tallies = new Map<string, string[]>()
  for (const { reaction, actor } of reactions) {
    tallies.set(reaction, [...(tallies.get(reaction) ?? []), actor])
  }
  return [...tallies].map(([code, actors]) => ({ code, actors }))
}
