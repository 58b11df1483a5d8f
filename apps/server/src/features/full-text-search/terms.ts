/** Prefixes of the special terms of a document; no word contains these characters. */
const NAME = '^'
const KIND = '='
const SEGMENT = '#'

export const markedName = (word: string) => NAME + word
export const markedKind = (kind: string) => KIND + kind

/** The word of a name that a term represents. */
export const nameIn = (term: string) => (term.startsWith(NAME) ? term.slice(1) : undefined)
export const isWord = (term: string) => !/^[\^=#]/.test(term)

/** Consecutively changed documents, found together. */
const SEGMENT_SIZE = 4_096

const segmentOf = (position: number) => Math.floor(position / SEGMENT_SIZE)

export const markedSegment = (position: number) => SEGMENT + segmentOf(position)

/** The segments of so many positions up to the newest. */
export function newestSegments(newest: number, positions: number): string[] {
  const last = segmentOf(newest)
  const count = Math.ceil(positions / SEGMENT_SIZE) + 1
  return Array.from({ length: count }, (_, n) => SEGMENT + (last - n))
}
