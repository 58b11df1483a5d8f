import type { MarkedText } from '@cairn/contract'
import { tokensOf } from './words.ts'

type Span = [start: number, end: number]

/** Joins neighboring spans with only a space or hyphen between them. */
function join(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const [start, end] of spans) {
    const last = joined.at(-1)
    if (last && (start <= last[1] || /^[\s-]$/.test(text.slice(last[1], start)))) {
      last[1] = Math.max(last[1], end)
    } else joined.push([start, end])
  }
  return joined
}

interface Found {
  word: string
  span: Span
}

const findAll = (text: string, words: ReadonlySet<string>): Found[] =>
  [...tokensOf(text)]
    .filter(({ word }) => words.has(word))
    .map(({ word, start, end }) => ({ word, span: [start, end] }))

/** The whole text, and the positions of these words in it. */
export const mark = (text: string, words: ReadonlySet<string>): MarkedText => ({
  text,
  marks: join(
    text,
    findAll(text, words).map(({ span }) => span),
  ),
})

const LENGTH = 180
/** Characters of context shown before a match. */
const BEFORE = 60

/** How many different words follow from here on, and within how many characters. */
function gather(found: readonly Found[], from: number) {
  const words = new Set<string>()
  const start = found[from]?.span[0] ?? 0
  let length = 0
  for (const { word, span } of found.slice(from, from + 20)) {
    if (span[1] - start > LENGTH - BEFORE) break
    if (!words.has(word)) length = span[1] - start
    words.add(word)
  }
  return { start, words: words.size, length }
}

/** The first place where as many different words as possible are close together. */
function findPosition(found: readonly Found[]): number {
  let best = { start: 0, words: 0, length: 0 }
  for (const from of found.keys()) {
    const place = gather(found, from)
    const isCloser = place.words === best.words && place.length < best.length
    if (place.words > best.words || isCloser) best = place
  }
  return best.start
}

const spaces = /\s/

/** Back to the start of a word. */
function startOf(text: string, place: number): number {
  if (place <= BEFORE) return 0
  const from = place - BEFORE
  for (let at = from; at < place; at += 1) if (spaces.test(text[at] ?? '')) return at + 1
  return from
}

/** Avoids splitting a surrogate pair. */
const isHalf = (text: string, at: number) => /[\udc00-\udfff]/.test(text[at] ?? '')

function endOf(text: string, start: number): number {
  const end = start + LENGTH
  if (end >= text.length) return text.length
  for (let at = end; at > end - 40; at -= 1) if (spaces.test(text[at] ?? '')) return at
  return isHalf(text, end) ? end + 1 : end
}

/** One line of a text around the matched words; its beginning if there are none. */
export function excerpt(text: string, words: ReadonlySet<string>): MarkedText | null {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!line) return null
  let start = startOf(line, findPosition(findAll(line, words)))
  if (isHalf(line, start)) start += 1
  const end = endOf(line, start)
  const shown = `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`
  return mark(shown, words)
}
