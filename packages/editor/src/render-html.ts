import type { Fragment, Mark, Node } from '@tiptap/pm/model'

const voids = new Set(['br', 'hr', 'img', 'input', 'col'])

const signs = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }))
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs.get(sign) ?? sign)

const isAttributes = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

function attributesOf(attributes: Record<string, unknown>): string {
  return Object.entries(attributes)
    .filter(([name, value]) => value !== null && value !== undefined && /^[\w-]+$/.test(name))
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
}

/** Renders the output spec of an extension; the content goes into its hole. */
function draw(look: unknown, content: string): string {
  if (look === 0) return content
  if (typeof look === 'string') return escaped(look)
  if (!Array.isArray(look)) return ''
  const [tag, ...rest] = look
  const attributes = isAttributes(rest[0]) ? attributesOf(rest.shift()) : ''
  if (voids.has(tag)) return `<${tag}${attributes}>`
  return `<${tag}${attributes}>${rest.map((part) => draw(part, content)).join('')}</${tag}>`
}

/** Adjacent nodes with the same mark share one element. */
function drawMarked(nodes: readonly Node[], depth: number): string {
  let html = ''
  for (let from = 0; from < nodes.length; ) {
    const mark = nodes[from]?.marks[depth]
    let to = from + 1
    while (mark && nodes[to]?.marks[depth]?.eq(mark)) to += 1
    const group = nodes.slice(from, to)
    html += mark ? drawMark(mark, drawMarked(group, depth + 1)) : group.map(drawNode).join('')
    from = to
  }
  return html
}

const drawMark = (mark: Mark, content: string) =>
  draw(mark.type.spec.toDOM?.(mark, true) ?? 0, content)

function drawNode(node: Node): string {
  if (node.isText) return escaped(node.text ?? '')
  const content = drawAll(node.content)
  try {
    return draw(node.type.spec.toDOM?.(node) ?? 0, content)
  } catch {
    // An attribute that no editor writes: keeps only the text.
    return content
  }
}

const drawAll = (fragment: Fragment) => drawMarked(fragment.content, 0)

/** Renders a document as HTML without a browser, with the same specs as the editor. */
export const renderHtml = (document: Node): string => drawAll(document.content)
