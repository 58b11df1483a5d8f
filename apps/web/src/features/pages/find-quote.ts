import type { Node } from '@tiptap/pm/model'

export interface Passage {
  from: number
  to: number
}

/** Shorter quotes occur too often to identify a passage. */
const MIN_LENGTH = 12

/** The text of a passage in one line; blocks are separated by a space. */
export const wordsIn = (doc: Node, { from, to }: Passage) => doc.textBetween(from, to, ' ', ' ')

/** The only occurrence of this text; undefined if there are several or none. */
export function findQuote(doc: Node, quote: string): Passage | undefined {
  if (quote.trim().length < MIN_LENGTH) return undefined
  let text = ''
  const places: number[] = []
  doc.descendants((node, at) => {
    if (node.isTextblock && text) {
      text += ' '
      places.push(at)
    }
    const words = node.text ?? (node.isInline && node.isLeaf ? ' ' : '')
    for (let n = 0; n < words.length; n += 1) places.push(at + n)
    text += words
  })
  const start = text.indexOf(quote)
  if (start < 0 || text.indexOf(quote, start + 1) >= 0) return undefined
  const [from, last] = [places[start], places[start + quote.length - 1]]
  return from === undefined || last === undefined ? undefined : { from, to: last + 1 }
}
