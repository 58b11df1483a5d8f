import { lookup } from '@cairn/contract'
import { contentGoesToo } from './editor-markup.ts'
import { arePlainParagraphs, textsOf } from './plain-paragraphs.ts'
import { parseWithinLimits } from './sanitise.ts'

const blocks = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div', 'hr', 'br'],
  ...['ul', 'ol', 'li', 'table', 'tr', 'td', 'th'],
]

// The only ones our parser writes into text.
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

const parsedLines = (html: string) =>
  parseWithinLimits(html, {
    allowedTags: blocks,
    allowedAttributes: {},
    nonTextTags: contentGoesToo,
  })
    .split(/<[^>]*>/)
    .map((line) => line.replace(/&(?:lt|gt|amp);/g, (entity) => lookup(entities, entity) ?? entity))

/** The text of a document for search and previews, one line per block; null if there is none. */
export function stripHtml(html: string): string | null {
  const lines = (arePlainParagraphs(html) ? textsOf(html) : parsedLines(html))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  return lines.join('\n') || null
}
