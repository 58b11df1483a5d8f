import { lookup } from '@cairn/contract'
import { sanitizeHtml } from '#kernel/html/sanitize-html.ts'

/** Metadata of a page. */
export interface PageHead {
  title: string | null
  /** The icon's URL as given by the page. */
  icon: string | null
}

/** The first of these that the page has is used. */
const rels = ['icon', 'shortcut icon', 'apple-touch-icon', 'apple-touch-icon-precomposed']
const MAX_TITLE_LENGTH = 500
/** Titles and icons are at the beginning; the rest is not parsed. */
const MAX_BYTES_READ = 200_000

export function readHead(html: string): PageHead {
  const icons = new Map<string, string>()
  let title: string | undefined
  let inTitle = false
  sanitizeHtml(html.slice(0, MAX_BYTES_READ), {
    allowedTags: ['title'],
    allowedAttributes: {},
    onOpenTag(name, attributes) {
      inTitle = name === 'title' && title === undefined
      const rel = attributes.rel?.trim().toLowerCase().replace(/\s+/g, ' ') ?? ''
      const { href } = attributes
      if (name === 'link' && href && rels.includes(rel) && !icons.has(rel)) icons.set(rel, href)
    },
    onCloseTag(name) {
      if (name === 'title') inTitle = false
    },
    textFilter(text) {
      if (inTitle) title = (title ?? '') + text
      return text
    },
  })
  const found = rels.find((rel) => icons.has(rel))
  return { title: readTitle(title), icon: found ? (icons.get(found) ?? null) : null }
}

// The only ones our parser writes into text.
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

function readTitle(text = ''): string | null {
  const plain = text.replace(/&(?:lt|gt|amp);/g, (entity) => lookup(entities, entity) ?? entity)
  // PostgreSQL refuses U+0000 in a text.
  const title = plain
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return title.toWellFormed().slice(0, MAX_TITLE_LENGTH) || null
}
