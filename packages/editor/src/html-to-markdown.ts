import { type Element, type Piece, readHtml, textOf } from './html-reader.ts'

const escaped = (text: string) => text.replace(/([\\`*_[\]~|<])/g, '\\$1')

/** Spaces inside the markers would break them: `**bold **` is not bold. */
function wrap(sign: string, text: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inner ? `${before}${sign}${inner}${sign}${after}` : text
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

const signs = new Map(
  Object.entries({ strong: '**', b: '**', em: '*', i: '*', s: '~~', del: '~~' }),
)

function picture({ src = '', alt = '' }: Record<string, string>): string {
  return src ? `![${escaped(alt)}](${src})` : ''
}

function inline(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return escaped(piece.replace(/[^\S\u00a0]+/g, ' '))
      const { tag, attributes, children } = piece
      if (tag === 'br') return '\\\n'
      if (tag === 'code') return codeSpan(textOf(children))
      if (tag === 'img' || tag === 'image-component') return picture(attributes)
      if (tag === 'mention-component') return textOf(children)
      if (tag === 'label' || tag === 'input') return ''
      const text = inline(children)
      if (tag === 'a' && attributes.href) return `[${text}](${attributes.href})`
      const sign = signs.get(tag)
      return sign ? wrap(sign, text) : text
    })
    .join('')
}

// Text that would start another kind of block at the start of a line.
const startsBlock = /^(\s*)([#>+-]|\d+[.)])(?=\s|$)/gm

const paragraph = (pieces: readonly Piece[]) =>
  inline(pieces)
    .trim()
    .replace(startsBlock, (_, space: string, mark: string) =>
      /^\d/.test(mark) ? `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${space}\\${mark}`,
    )

const indent = (text: string, by: string) => text.replace(/\n(?=.)/g, `\n${by}`)

function list(element: Element, mark: (item: Element, index: number) => string): string {
  const items = element.children.filter((child) => typeof child !== 'string')
  return items
    .map((item, index) => {
      const sign = mark(item, index)
      const body = blocks(item.children, '\n')
      return `${sign}${indent(body, ' '.repeat(sign.length))}`
    })
    .join('\n')
}

const isTask = ({ attributes }: Element) => attributes['data-type'] === 'taskItem'
const taskMark = ({ attributes }: Element) =>
  attributes['data-checked'] === 'true' ? '- [x] ' : '- [ ] '

function rowsIn(element: Element): Element[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return []
    return child.tag === 'tr' ? [child] : rowsIn(child)
  })
}

function table(element: Element): string {
  const rows = rowsIn(element).map((row) =>
    row.children
      .filter((cell) => typeof cell !== 'string')
      .map((cell) => blocks(cell.children, ' ').replace(/\\?\n/g, ' ')),
  )
  const [head = [], ...body] = rows
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}

function fence(element: Element): string {
  const [code] = element.children.filter((child) => typeof child !== 'string')
  const language = /^language-(\S+)$/.exec(code?.attributes.class ?? '')?.[1] ?? ''
  const text = textOf(element.children).replace(/\n$/, '')
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${text}\n${marks}`
}

const quote = (text: string) => text.replace(/^/gm, '> ').replace(/^> $/gm, '>')

function block(element: Element): string {
  const { tag, attributes, children } = element
  const level = /^h([1-6])$/.exec(tag)?.[1]
  if (level) return `${'#'.repeat(Number(level))} ${inline(children).trim()}`
  if (tag === 'p') return paragraph(children)
  if (tag === 'hr') return '---'
  if (tag === 'pre') return fence(element)
  if (tag === 'table') return table(element)
  if (tag === 'img' || tag === 'image-component') return picture(attributes)
  if (tag === 'ul') return list(element, (item) => (isTask(item) ? taskMark(item) : '- '))
  if (tag === 'ol') {
    const first = Number(attributes.start ?? 1)
    return list(element, (_, index) => `${first + index}. `)
  }
  const inside = blocks(children, '\n\n')
  const quoted = tag === 'blockquote' || attributes['data-type'] === 'callout'
  return quoted ? quote(inside) : inside
}

const blockTags =
  /^(?:p|h[1-6]|hr|pre|table|img|image-component|ul|ol|blockquote|div|(?:issue|page)-embed-component)$/

const isList = (piece: Piece | undefined) => typeof piece === 'object' && /^[uo]l$/.test(piece.tag)

/** Blocks below each other; text between them is a separate paragraph. */
function blocks(pieces: readonly Piece[], gap: string): string {
  let text = ''
  let loose: Piece[] = []
  const add = (part: string, between = gap) => {
    if (part) text += text ? between + part : part
  }
  const settle = () => {
    add(paragraph(loose))
    loose = []
  }
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'string' || !blockTags.test(piece.tag)) {
      loose.push(piece)
      continue
    }
    settle()
    // Markdown merges two adjacent lists into one.
    add(block(piece), isList(piece) && isList(pieces[index - 1]) ? '\n' : gap)
  }
  settle()
  return text
}

/** The document as markdown, for "Copy markdown"; without colors and alignment. */
export const htmlToMarkdown = (html: string): string => blocks(readHtml(html), '\n\n')
