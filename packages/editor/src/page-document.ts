import { DOMParser, type Mark, type Node } from '@tiptap/pm/model'
import { updateYFragment, yXmlFragmentToProsemirrorJSON } from '@tiptap/y-tiptap'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import { FRAGMENT } from './collaboration.ts'
import { renderHtml } from './render-html.ts'
import { pageSchema } from './schema.ts'

/** The Yjs document of a page as it is stored and sent. */
export type PageState = Uint8Array

/** Returns the element whose children are the document; the server has no DOM. */
export type ReadDom = (html: string) => Parameters<DOMParser['parse']>[0]

interface Piece {
  type?: unknown
  text?: unknown
  attrs?: Record<string, unknown>
  marks?: Piece[]
  content?: unknown
}

/** Our documents are never nested as deep as the sanitizer allows. */
const DEEPEST = 60
/** Nor do they have this many parts: longer ones are rejected before rendering. */
const MAX_PARTS = 50_000

const markOf = ({ type, attrs }: Piece): Mark[] => {
  const known = pageSchema.marks[String(type)]
  return known ? [known.create(attrs)] : []
}

/** For input of any client: nodes unknown to the schema are dropped, and their text is kept. */
function nodesOf(piece: Piece, count: { parts: number }, depth = 0): Node[] {
  if (depth > DEEPEST) return []
  count.parts += 1
  if (count.parts > MAX_PARTS) throw new RangeError('the document is too long')
  if (piece.type === 'text') {
    if (typeof piece.text !== 'string' || !piece.text) return []
    const marks = (piece.marks ?? []).flatMap(markOf)
    return [pageSchema.text(piece.text, marks)]
  }
  const inside = Array.isArray(piece.content) ? piece.content.flat() : []
  const content = inside.flatMap((child) => nodesOf(child, count, depth + 1))
  const type = pageSchema.nodes[String(piece.type)]
  if (!type || type === pageSchema.topNodeType || type.isText) return content
  return [type.create(piece.attrs, content)]
}

function openDocument(states: readonly PageState[]): Doc {
  const doc = new Doc()
  for (const state of states) applyUpdate(doc, state)
  return doc
}

/** Merges the content of all states. */
export function mergeStates(states: readonly PageState[]): PageState {
  const doc = openDocument(states)
  const merged = encodeStateAsUpdate(doc)
  doc.destroy()
  return merged
}

/** The other two forms of a page's text. The HTML is not cleaned yet. Throws a RangeError if too long. */
export function readState(state: PageState): { html: string; json: Record<string, unknown> } {
  const doc = openDocument([state])
  const content = yXmlFragmentToProsemirrorJSON(doc.getXmlFragment(FRAGMENT)).content as Piece[]
  doc.destroy()
  const count = { parts: 0 }
  const nodes = content.flat().flatMap((piece) => nodesOf(piece, count))
  const document = pageSchema.topNodeType.create(null, nodes)
  return { html: renderHtml(document), json: document.toJSON() }
}

/** Replaces the text by that of the HTML as one change: unchanged parts stay. */
export function writeHtml(state: PageState | null, html: string, readDom: ReadDom): PageState {
  const doc = openDocument(state ? [state] : [])
  const document = DOMParser.fromSchema(pageSchema).parse(readDom(html))
  const fragment = doc.getXmlFragment(FRAGMENT)
  doc.transact(() => {
    updateYFragment(doc, fragment, document, { mapping: new Map(), isOMark: new Map() })
  })
  const written = encodeStateAsUpdate(doc)
  doc.destroy()
  return written
}
