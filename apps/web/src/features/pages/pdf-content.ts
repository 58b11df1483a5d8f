import { lookup } from '@cairn/contract'
import { type Element, type Piece, textOf } from '@cairn/editor'

/** A part of the PDF, in the format of the PDF library. */
export interface Printed {
  text?: string | Printed[]
  stack?: Printed[]
  ul?: Printed[]
  ol?: Printed[]
  columns?: Printed[]
  table?: { widths: string[]; body: Printed[][]; headerRows?: number; dontBreakRows?: boolean }
  canvas?: object[]
  image?: string
  [look: string]: unknown
}

interface Printing {
  /** Between the margins, in points. */
  width: number
  /** Pictures that could be read, by their URL. */
  pictures: ReadonlyMap<string, string>
}

const ink = { quiet: '#4e4d48', line: '#d8d7d4', well: '#f5f5f3', link: '#005c69' }
const sizes: Record<string, number> = { h1: 20, h2: 16, h3: 14, h4: 12, h5: 11, h6: 10 }
const marks: Record<string, object> = {
  strong: { bold: true },
  b: { bold: true },
  em: { italics: true },
  i: { italics: true },
  code: { background: ink.well },
  mark: { background: ink.well },
}
const lines: Record<string, string> = { u: 'underline', s: 'lineThrough', del: 'lineThrough' }

const isElement = (piece: Piece): piece is Element => typeof piece !== 'string'

/** The PDF font has no emoji. */
const letters = (text: string) =>
  text.replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, '').replace(/[^\S\u00a0]+/g, ' ')

function inline(pieces: readonly Piece[], look: Printed = {}): Printed[] {
  return pieces.flatMap((piece): Printed[] => {
    if (typeof piece === 'string') return [{ ...look, text: letters(piece) }]
    const { tag, attributes, children } = piece
    if (tag === 'br') return [{ ...look, text: '\n' }]
    if (tag === 'label' || tag === 'input') return []
    if (attributes['data-type'] === 'emoji') {
      const name = attributes['data-name']
      return name ? [{ ...look, text: `:${name}:` }] : []
    }
    if (tag === 'a' && attributes.href) {
      const link = { link: attributes.href, color: ink.link, decoration: 'underline' }
      return inline(children, { ...look, ...link })
    }
    const line = lookup(lines, tag)
    const drawn = (look.decoration as string[] | undefined) ?? []
    return inline(children, {
      ...look,
      ...lookup(marks, tag),
      ...(line && { decoration: [...drawn, line] }),
    })
  })
}

const placeOf = ({ attributes }: Element) => {
  const alignment = attributes['data-text-align'] ?? attributes['data-align']
  return alignment ? { alignment } : {}
}

/** A box around blocks: filled, or with a line at its left. */
function box(inside: Printed[], look: { fillColor?: string; left?: boolean }): Printed {
  const { fillColor, left = false } = look
  return {
    table: { widths: ['*'], body: [[{ stack: inside, ...(fillColor && { fillColor }) }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (column: number) => (left && column === 0 ? 2 : 0),
      vLineColor: () => ink.line,
      paddingLeft: () => 10,
      paddingRight: () => 10,
      paddingTop: () => 6,
      paddingBottom: () => 6,
    },
    margin: [0, 4, 0, 8],
  }
}

/** A drawn checkbox: the font has none. */
function tick(checked: boolean): Printed {
  const done = {
    type: 'polyline',
    lineWidth: 1.2,
    points: [
      { x: 2, y: 6.5 },
      { x: 4, y: 9 },
      { x: 8, y: 4 },
    ],
  }
  return {
    canvas: [
      { type: 'rect', x: 0, y: 2, w: 9, h: 9, r: 1.5, lineColor: ink.quiet },
      ...(checked ? [done] : []),
    ],
    width: 16,
  }
}

function list(element: Element, printing: Printing): Printed {
  const items = element.children.filter(isElement)
  if (items.some(({ attributes }) => attributes['data-type'] === 'taskItem')) {
    return {
      stack: items.map((item) => ({
        columns: [
          tick(item.attributes['data-checked'] === 'true'),
          { stack: blocks(item.children, printing), width: '*' },
        ],
      })),
    }
  }
  const inside = items.map((item) => ({ stack: blocks(item.children, printing) }))
  const margin = [0, 0, 0, 6]
  if (element.tag === 'ul') return { ul: inside, margin }
  return { ol: inside, start: Number(element.attributes.start ?? 1), margin }
}

function rowsIn(element: Element): Element[] {
  return element.children
    .filter(isElement)
    .flatMap((child) => (child.tag === 'tr' ? [child] : rowsIn(child)))
}

const spanOf = (value: string | undefined) => Math.max(1, Math.min(100, Number(value) || 1))

/** A spanning cell is written once; the PDF library expects empty cells in the places it covers. */
function table(element: Element, printing: Printing): Printed {
  const grid: Printed[][] = rowsIn(element).map(() => [])
  const rows = rowsIn(element)
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of row.children.filter(isElement)) {
      const line = grid[at] ?? []
      while (line[column]) column += 1
      const colSpan = spanOf(cell.attributes.colspan)
      const rowSpan = Math.min(spanOf(cell.attributes.rowspan), rows.length - at)
      for (let down = 0; down < rowSpan; down += 1) {
        for (let right = 0; right < colSpan; right += 1) {
          const covered = grid[at + down]
          if (covered) covered[column + right] = { text: '' }
        }
      }
      line[column] = {
        stack: blocks(cell.children, printing),
        ...(cell.tag === 'th' && { bold: true, fillColor: ink.well }),
        ...(colSpan > 1 && { colSpan }),
        ...(rowSpan > 1 && { rowSpan }),
      }
      column += colSpan
    }
  }
  const width = Math.max(1, ...grid.map((line) => line.length))
  const body = grid.map((line) =>
    Array.from({ length: width }, (_, at) => line[at] ?? { text: '' }),
  )
  return {
    table: { widths: Array(width).fill('*'), body },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0.5,
      hLineColor: () => ink.line,
      vLineColor: () => ink.line,
    },
    margin: [0, 4, 0, 10],
  }
}

function widthOf(size: string | undefined, whole: number): number {
  const share = /^([\d.]+)%$/.exec(size ?? '')?.[1]
  // A CSS pixel is three quarters of a point.
  const wanted = share ? (whole * Number(share)) / 100 : Number.parseFloat(size ?? '') * 0.75
  return Math.min(whole, Math.max(40, wanted || whole * 0.35))
}

function picture(element: Element, { pictures, width }: Printing): Printed[] {
  const image = pictures.get(element.attributes.src ?? '')
  if (!image) return []
  const size = widthOf(element.attributes.width, width)
  return [{ image, width: size, margin: [0, 4, 0, 8], ...placeOf(element) }]
}

function block(element: Element, printing: Printing): Printed[] {
  const { tag, attributes, children } = element
  const fontSize = lookup(sizes, tag)
  if (fontSize) {
    const look = { fontSize, bold: true, margin: [0, 10, 0, 4], headlineLevel: Number(tag[1]) }
    return [{ text: inline(children), ...look, ...placeOf(element) }]
  }
  if (tag === 'p') return [{ text: inline(children), margin: [0, 0, 0, 6], ...placeOf(element) }]
  if (tag === 'hr') {
    const line = { type: 'line', x1: 0, y1: 4, x2: printing.width, y2: 4, lineColor: ink.line }
    return [{ canvas: [line], margin: [0, 4, 0, 10] }]
  }
  if (tag === 'ul' || tag === 'ol') return [list(element, printing)]
  if (tag === 'table') return [table(element, printing)]
  if (tag === 'img' || tag === 'image-component') return picture(element, printing)
  if (tag === 'pre') {
    const text = textOf(children).replace(/\n$/, '')
    const code = { text, fontSize: 9, preserveLeadingSpaces: true }
    return [box([code], { fillColor: ink.well })]
  }
  const inside = blocks(children, printing)
  if (tag === 'blockquote') return [box(inside, { left: true })]
  if (attributes['data-type'] === 'callout') return [box(inside, { fillColor: ink.well })]
  return inside
}

const blockTags =
  /^(?:p|h[1-6]|hr|pre|table|img|image-component|ul|ol|blockquote|div|(?:issue|page)-embed-component)$/

function blocks(pieces: readonly Piece[], printing: Printing): Printed[] {
  const printed: Printed[] = []
  let loose: Piece[] = []
  const settle = () => {
    if (textOf(loose).trim()) printed.push({ text: inline(loose) })
    loose = []
  }
  for (const piece of pieces) {
    if (!isElement(piece) || !blockTags.test(piece.tag)) {
      loose.push(piece)
      continue
    }
    settle()
    printed.push(...block(piece, printing))
  }
  settle()
  return printed
}

/** A document as real text in the PDF. */
export const toPrinted = (pieces: readonly Piece[], printing: Printing): Printed[] =>
  blocks(pieces, printing)
