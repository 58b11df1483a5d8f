import { lookup } from '@cairn/contract'
import type { Attributes, IOptions } from 'sanitize-html'
import { contentGoesToo, editorMarkup, forced, synonyms } from './editor-markup.ts'
import { assertWithinLimits, HtmlNotValid, maxDepth } from './limits.ts'
import { arePlainParagraphs } from './plain-paragraphs.ts'
import { sanitizeHtml } from './sanitize-html.ts'

// PostgreSQL refuses U+0000 in a text, and the others are invisible.
const unprintable = /(?![\t\n\r])\p{Cc}/gu

const rulesOf = new Map(
  Object.entries(editorMarkup).map(([element, rules]) => [element, Object.entries(rules)]),
)

function cleanAttributes(element: string, given: Attributes): Attributes {
  const clean: Attributes = {}
  for (const [name, rule] of rulesOf.get(element) ?? []) {
    const value = given[name]
    if (value === undefined && !lookup(forced, element)?.includes(name)) continue
    const allowed = rule(value ?? '')
    if (allowed !== null) clean[name] = allowed
  }
  return clean
}

function cleanElement(written: string, given: Attributes) {
  const element = lookup(synonyms, written) ?? written
  const attribs = cleanAttributes(element, given)
  // Without a type it would be a text field, which could ask for a password.
  if (element === 'input' && !attribs.type) return { tagName: 'span', attribs: {} }
  return { tagName: element, attribs }
}

const options: IOptions = {
  allowedTags: Object.keys(editorMarkup),
  allowedAttributes: Object.fromEntries(
    Object.entries(editorMarkup).map(([element, rules]) => [element, Object.keys(rules)]),
  ),
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: contentGoesToo,
  transformTags: { '*': cleanElement },
}

/** The parser's time grows with depth times length, so depth is limited while parsing. */
export function parseWithinLimits(html: string, options: IOptions): string {
  assertWithinLimits(html)
  let depth = 0
  return sanitizeHtml(html.replace(unprintable, '').toWellFormed(), {
    ...options,
    onOpenTag() {
      depth++
      if (depth > maxDepth) throw new HtmlNotValid()
    },
    onCloseTag() {
      depth--
    },
  })
}

/** Must be used for every HTML column: keeps what the editor writes, removes everything else. */
export function sanitiseHtml(html: string): string {
  if (!arePlainParagraphs(html)) return parseWithinLimits(html, options)
  assertWithinLimits(html)
  return html
}
