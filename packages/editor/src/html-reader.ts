/** An element of a document, or its text. */
export type Piece = Element | string

export interface Element {
  tag: string
  attributes: Record<string, string>
  children: Piece[]
}

const voids = new Set(['br', 'hr', 'img', 'input', 'col'])

const entities = new Map(
  Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' }),
)

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, ten, hex, name) => {
    if (name) return entities.get(name.toLowerCase()) ?? whole
    const point = ten ? Number(ten) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

const part = /<!--[\s\S]*?-->|<(\/?)([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi
const attribute = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?/g

function readAttributes(text: string): Record<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    attributes.set(name.toLowerCase(), decode(double ?? single ?? bare ?? ''))
  }
  return Object.fromEntries(attributes)
}

/** Parses the output of our sanitizer and editor: every element is closed and correctly nested. */
export function readHtml(html: string): Piece[] {
  const root: Element = { tag: '', attributes: {}, children: [] }
  const open = [root]
  for (const [whole, closing, name, rest] of html.matchAll(part)) {
    const parent = open.at(-1) ?? root
    if (whole.startsWith('<!--')) continue
    if (!name) {
      parent.children.push(decode(whole))
      continue
    }
    const tag = name.toLowerCase()
    if (closing) {
      const at = open.findLastIndex((element) => element.tag === tag)
      if (at > 0) open.length = at
      continue
    }
    const element: Element = { tag, attributes: readAttributes(rest ?? ''), children: [] }
    parent.children.push(element)
    if (!voids.has(tag)) open.push(element)
  }
  return root.children
}

export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(piece.children))).join('')
