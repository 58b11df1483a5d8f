import { pageLogEntities, parseId } from '@cairn/contract'
import { type Piece, readHtml } from '@cairn/editor'
import {
  mergeStates,
  type PageState,
  type ReadDom,
  readState,
  writeHtml,
} from '@cairn/editor/page-document'
import { parseHTML } from 'linkedom'
import { HtmlNotValid } from '#kernel/html/limits.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { stripHtml } from '#kernel/html/strip.ts'
import { badRequest } from '#kernel/http/errors.ts'

/** A text in its three forms. Only the worker thread loads this file. */

/** The text in all its forms. */
export interface Written {
  description: string
  description_html: string
  description_stripped: string | null
  description_binary: Buffer
}

// This DOM has everything the parser uses.
const readDom: ReadDom = (html) =>
  parseHTML(`<html><body>${html}</body></html>`).document.body as unknown as ReturnType<ReadDom>

/** HTML and JSON are derived from the Yjs document; values from clients are not trusted. */
export function writtenAs(state: PageState): Written {
  const { html, json } = readOrRefuse(state)
  const description_html = sanitiseHtml(html) || '<p></p>'
  return {
    description: JSON.stringify(json),
    description_html,
    description_stripped: stripHtml(description_html),
    description_binary: Buffer.from(state),
  }
}

function readOrRefuse(state: PageState) {
  try {
    return readState(state)
  } catch (error) {
    // Longer or deeper than any real text.
    throw error instanceof RangeError ? new HtmlNotValid() : error
  }
}

export const writtenFromHtml = (html: string, before: PageState | null = null): Written =>
  writtenAs(writeHtml(before, sanitiseHtml(html), readDom))

export type Job =
  | { html: string; before: PageState | null }
  /** With `keepHtml`, stored even if too long for HTML: the HTML then stays unchanged. */
  | { before: PageState | null; sent: PageState; storedHtml?: string }

export const replaceText = ({ html, before }: Extract<Job, { html: string }>) =>
  writtenFromHtml(html, before)

/** Null if nothing in it is new. */
export function joinText({ before, sent, storedHtml }: Extract<Job, { sent: PageState }>) {
  const state = Buffer.from(mergedWith(before, sent))
  if (before && state.equals(before)) return null
  return storedHtml === undefined ? writtenAs(state) : savedAs(state, storedHtml)
}

/** Merges the two. Anything but a Yjs document is refused. */
export function mergedWith(before: PageState | null, sent: PageState): PageState {
  try {
    return mergeStates(before ? [before, sent] : [sent])
  } catch {
    throw badRequest({ description_binary: ['Invalid binary data'] })
  }
}

/** Too long for HTML, and still nothing of it may be lost. */
export function savedAs(state: PageState, description_html: string): Written {
  try {
    return writtenAs(state)
  } catch (error) {
    if (!(error instanceof HtmlNotValid)) throw error
    const description_stripped = stripHtml(description_html)
    const description_binary = Buffer.from(state)
    return { description: '{}', description_html, description_stripped, description_binary }
  }
}

function elementsIn(pieces: readonly Piece[]): Exclude<Piece, string>[] {
  return pieces.flatMap((piece) =>
    typeof piece === 'string' ? [] : [piece, ...elementsIn(piece.children)],
  )
}

export interface Mention {
  transaction: string
  entity_name: string
  entity_identifier: string | null
}

/** By the id of each mention; the same id twice counts once. */
export function mentionsIn(html: string): Mention[] {
  const mentions = elementsIn(readHtml(html)).flatMap(({ tag, attributes }) => {
    const { entity_name = '' } = attributes
    const id = parseId(attributes.id)
    const known = pageLogEntities.some((name) => name === entity_name)
    if (tag !== 'mention-component' || !known || !id) return []
    const entity_identifier = parseId(attributes.entity_identifier) ?? null
    return [[id, { transaction: id, entity_name, entity_identifier }] as const]
  })
  return [...new Map(mentions).values()]
}
