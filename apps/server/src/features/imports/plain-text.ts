import { lookup } from '@cairn/contract'
import { assertWithinLimits, HtmlNotValid } from '#kernel/html/limits.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (char) => lookup(entities, char) ?? char)

/**
 * Plain text as a description: an empty line separates paragraphs. The result is what the sanitizer
 * would produce, so ten thousand rows need no parser. Undefined: it is too long.
 */
export function describe(text: string) {
  const paragraphs = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  const html = paragraphs
    .map((paragraph) => `<p>${paragraph.split('\n').map(escaped).join('<br />')}</p>`)
    .join('')
  const lines = paragraphs
    .flatMap((paragraph) => paragraph.split('\n'))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  try {
    assertWithinLimits(html)
  } catch (error) {
    if (error instanceof HtmlNotValid) return undefined
    throw error
  }
  return { description_html: html || '<p></p>', description_stripped: lines.join('\n') || null }
}
