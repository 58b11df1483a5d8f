/** Scripts written without spaces: every two consecutive letters count as a word. */
const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
const runs = new RegExp(`(?<unspaced>[${unspaced}]+)|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, 'gv')

/** Accents, and the vowel marks that are optional in Arabic and Hebrew. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g

/** Letters that Unicode does not decompose. */
const letters: ReadonlyMap<string, string> = new Map([
  ...[['ß', 'ss'] as const, ['æ', 'ae'] as const, ['œ', 'oe'] as const, ['ø', 'o'] as const],
  ...[['ł', 'l'] as const, ['đ', 'd'] as const, ['ð', 'd'] as const, ['þ', 'th'] as const],
  ...[['ı', 'i'] as const, ['ħ', 'h'] as const],
])
const special = new RegExp(`[${[...letters.keys()].join('')}]`, 'g')

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

/** Normalized for comparison: lower case, without accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (isAscii(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(special, (letter) => letters.get(letter) ?? letter)
}

/** Longer words are not indexed. */
const MAX_LENGTH = 40

export interface Token {
  word: string
  start: number
  end: number
}

/** The words of a text, folded, with their positions. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: run, index, groups } of text.matchAll(runs)) {
    if (groups?.unspaced) yield* pairsOf(run, index)
    else yield { word: fold(run).slice(0, MAX_LENGTH), start: index, end: index + run.length }
  }
}

function* pairsOf(run: string, at: number): Generator<Token> {
  const signs = [...run]
  let start = at
  for (const [n, sign] of signs.entries()) {
    const next = signs[n + 1]
    if (next) yield { word: fold(sign + next), start, end: start + sign.length + next.length }
    else if (n === 0) yield { word: fold(sign), start, end: start + sign.length }
    start += sign.length
  }
}

/** Stop words: they occur in nearly every text. */
const fillers = new Set(
  `a an and are as at be by for from has in is of on or that the this to was were will with
  als am an auf aus bei das dass dem den der des die ein eine einem einen einer eines er es fur hat
  im in ist mit nach nicht oder sie sind so und vom von vor war wie wird zu zum zur`.split(/\s+/),
)

const unspacedOnly = new RegExp(`^[${unspaced}]+$`, 'v')

/** A single letter is a stop word too; a single ideograph or digit is not. */
export const isDistinctive = (word: string) =>
  !fillers.has(word) && (word.length > 1 || /\d/.test(word) || unspacedOnly.test(word))

/** The distinct words of a text, up to a limit. */
export function wordsOf(text: string, most: number): Set<string> {
  const words = new Set<string>()
  for (const { word } of tokensOf(text)) {
    if (words.size >= most) break
    words.add(word)
  }
  return words
}

/** Shorter words would be similar to too many others. */
export const MIN_MISTYPED = 4

/** The word and its variants with one letter removed; empty if no error is allowed. */
export function nearOf(word: string): string[] {
  if (word.length < MIN_MISTYPED - 1 || unspacedOnly.test(word)) return []
  const near = new Set([word])
  for (let at = 0; at < word.length; at += 1) near.add(word.slice(0, at) + word.slice(at + 1))
  return [...near]
}

/** Whether one letter is missing, extra, different or swapped with its neighbor. */
export function differsByOneError(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const shorter = Math.min(one.length, other.length)
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right === `${left[1]}${left[0]}`
}

/** English and German endings. */
const endings = new Set(
  `s es ed d ing ings er ers or ors ly ion ions y ies ied al ment ments ness e en em n ern ung ungen
  t te ten st end ende enden lich`.split(/\s+/),
)
const MIN_STEM = 3
const MAX_ENDING = 5

const isEnding = (rest: string, stem: string) =>
  rest === '' ||
  endings.has(rest) ||
  // "stop", "stopped".
  (rest[0] === stem.at(-1) && endings.has(rest.slice(1)))

/** A stem of three letters matches too many words. */
const isStem = (stem: string, rests: readonly [string, string]) =>
  stem.length > MIN_STEM || rests.includes('') || rests.includes('e')

/** Whether both are the same word with another ending: "tile" and "tiles", "Karte" and "Karten". */
export function differsByEnding(one: string, other: string): boolean {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared += 1
  for (let length = shared; length >= Math.max(MIN_STEM, shared - 2); length -= 1) {
    const stem = one.slice(0, length)
    const rests = [one.slice(length), other.slice(length)] as const
    if (rests.every((rest) => isEnding(rest, stem)) && isStem(stem, [...rests])) return true
  }
  return false
}

/** The common prefix of all words that differ from this one by their ending. */
export const beginningOf = (word: string) =>
  word.slice(0, Math.max(MIN_STEM, word.length - MAX_ENDING))
