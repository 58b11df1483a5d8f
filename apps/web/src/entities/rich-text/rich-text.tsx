import { type Element, type Piece, readHtml, textOf } from '@cairn/editor'
import {
  type CSSProperties,
  createElement,
  type ReactNode,
  Suspense,
  useContext,
  useMemo,
} from 'react'
import type { Person } from '#ui/people/avatar.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { CalloutFace } from './callout-face.tsx'
import { CodeFrame } from './code-frame.tsx'
import { DrawEmbed } from './embeds.ts'
import { ShownPicture } from './shown-picture.tsx'
import './rich-text.css'

const HighlightedCode = lazy(() => import('./highlighted-code.tsx'))

interface RichTextProps {
  /** As stored on the server. Unknown elements are not rendered. */
  html: string
  /** Users whose current names mentions show; others show the name they were written with. */
  people?: readonly Person[]
  className?: string
}

/** A document for readers: the editor's styles without the editor. */
export function RichText({ html, people, className }: RichTextProps) {
  const pieces = useMemo(() => readHtml(html), [html])
  const names = useMemo(() => new Map(people?.map(({ id, name }) => [id, name])), [people])
  return (
    <div className={classNames('rich-text', className)}>{drawAll(pieces, { names }, true)}</div>
  )
}

interface Drawing {
  names: ReadonlyMap<string, string>
}

/** Elements drawn as they are, and the attributes they may have: the stylesheet reads them. */
const plain = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'hr', 'br', 'ol', 'ul', 'li'],
  ...['strong', 'em', 'u', 's', 'code', 'span', 'mark', 'div', 'tbody', 'thead', 'tr', 'th', 'td'],
])
const shown = [
  ...['data-text-align', 'data-text-color', 'data-background-color', 'data-type', 'data-checked'],
  ...['start', 'type'],
]
const voids = new Set(['br', 'hr'])
/** Inside these, whitespace is only formatting of the HTML. */
const holders = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr'])

function attributesOf({ attributes }: Element): Record<string, string | number> {
  const attributesShown = shown.filter((name) => name in attributes)
  const spans = { colSpan: Number(attributes.colspan), rowSpan: Number(attributes.rowspan) }
  return {
    ...Object.fromEntries(attributesShown.map((name) => [name, attributes[name] ?? ''])),
    ...(spans.colSpan > 1 && { colSpan: spans.colSpan }),
    ...(spans.rowSpan > 1 && { rowSpan: spans.rowSpan }),
  }
}

function drawAll(pieces: readonly Piece[], drawing: Drawing, loose = false): ReactNode[] {
  return pieces.map((piece, index) => {
    if (typeof piece === 'string') return loose && !piece.trim() ? null : piece
    return draw(piece, drawing, index)
  })
}

function draw(element: Element, drawing: Drawing, key: number): ReactNode {
  const { tag, attributes, children } = element
  const inside = () => drawAll(children, drawing, holders.has(tag))
  switch (tag) {
    case 'a':
      return (
        <Link key={key} href={attributes.href}>
          {inside()}
        </Link>
      )
    case 'pre':
      return <CodeBlock key={key} element={element} />
    case 'table':
      return (
        <Table key={key} element={element}>
          {inside()}
        </Table>
      )
    case 'img':
    case 'image-component':
      return <ShownPicture key={key} {...attributes} align={attributes['data-align']} />
    case 'mention-component':
      return <Mention key={key} element={element} names={drawing.names} />
    case 'issue-embed-component':
      return <Embedded key={key} {...attributes} />
    case 'page-embed-component':
      return <Embedded key={key} {...attributes} kind="page" />
    case 'label':
      return null
    case 'div':
      if (attributes['data-type'] !== 'callout') break
      return (
        <div key={key} {...attributesOf(element)}>
          <CalloutFace attributes={attributes} />
          <div>{inside()}</div>
        </div>
      )
    case 'li':
      if (attributes['data-type'] !== 'taskItem') break
      return (
        <li key={key} {...attributesOf(element)}>
          <Task checked={attributes['data-checked'] === 'true'} text={textOf(children)} />
          {inside()}
        </li>
      )
  }
  if (!plain.has(tag)) return inside()
  if (voids.has(tag)) return createElement(tag, { key })
  return createElement(tag, { key, ...attributesOf(element) }, ...inside())
}

function Link({ href, children }: { href: string | undefined; children: ReactNode }) {
  // The server stores no other links; this guards against one that did.
  if (!href || !/^(?:https?:\/\/|mailto:)/i.test(href)) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

function Mention({ element, names }: { element: Element; names: ReadonlyMap<string, string> }) {
  const id = element.attributes.entity_identifier ?? ''
  const name = names.get(id) ?? textOf(element.children).replace(/^@/, '')
  return <span data-type="mention">{`@${name}`}</span>
}

interface EmbeddedProps {
  kind?: 'page'
  entity_identifier?: string
  project_identifier?: string
}

function Embedded({ kind, ...attributes }: EmbeddedProps) {
  const draw = useContext(DrawEmbed)
  const { entity_identifier: item, project_identifier: project = null } = attributes
  return item ? <div>{draw?.({ kind, item, project })}</div> : null
}

function Task({ checked, text }: { checked: boolean; text: string }) {
  return (
    <label>
      <input type="checkbox" checked={checked} disabled aria-label={text} readOnly />
    </label>
  )
}

function CodeBlock({ element }: { element: Element }) {
  const code = element.children.find((child) => typeof child !== 'string')
  const language = /^language-(\S+)$/.exec(code?.attributes.class ?? '')?.[1]
  const text = textOf(element.children)
  return (
    <CodeFrame code={text}>
      <pre>
        <Suspense fallback={<code>{text}</code>}>
          <HighlightedCode code={text} language={language} />
        </Suspense>
      </pre>
    </CodeFrame>
  )
}

function firstRowOf({ children }: Element): Element | undefined {
  for (const child of children) {
    if (typeof child === 'string') continue
    const row = child.tag === 'tr' ? child : firstRowOf(child)
    if (row) return row
  }
  return undefined
}

/** Column widths are stored on the cells of the first row. */
function Table({ element, children }: { element: Element; children: ReactNode }) {
  const cells = firstRowOf(element)?.children.filter((cell) => typeof cell !== 'string') ?? []
  const widths = cells.flatMap(({ attributes }) => {
    const span = Number(attributes.colspan ?? 1)
    const given = attributes.colwidth?.split(',').map(Number) ?? []
    return Array.from({ length: Math.min(span, 100) }, (_, index) => given[index] || undefined)
  })
  const whole = widths.every(Boolean)
  const style: CSSProperties = whole
    ? { width: widths.reduce<number>((sum, width) => sum + (width ?? 0), 0) }
    : { minWidth: widths.reduce<number>((sum, width) => sum + (width ?? 64), 0) }
  return (
    <div className="tableWrapper">
      <table style={style}>
        <colgroup>
          {widths.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        {children}
      </table>
    </div>
  )
}
