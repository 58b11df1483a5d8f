import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type Editor, Extension } from '@tiptap/react'
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromJSON,
  createRelativePositionFromTypeIndex,
  relativePositionToJSON,
} from 'yjs'
import { mappingOf } from '#entities/editor/shared-change.ts'
import type { TextSession } from '#entities/shared-text/session.ts'
import { findQuote, type Passage, wordsIn } from './find-quote.ts'

/** Map beside the text in the shared document: comment id to the start and end of its passage. */
const ANCHORS = 'comment-anchors'
/** On a Mac with Command. */
export const COMMENT_KEY = 'mod+alt+m'
const MISSING_PAUSE_MS = 500

/** Two places of the shared document, as JSON. */
export interface Anchor {
  start: unknown
  end: unknown
}

export interface Anchored {
  /** Current positions of the commented passages; one that is missing was removed. */
  passages: ReadonlyMap<string, Passage>
  /** The passage being commented on. */
  pending: Passage | undefined
  /** The comments whose passages are marked, with the quoted text. */
  quotes: ReadonlyMap<string, string>
  active: string | undefined
}

type Change = Partial<Anchored>

interface State extends Anchored {
  /** Origin of the last change of the text. */
  origin: 'own' | 'undone' | 'others'
}

const nothing: State = {
  passages: new Map(),
  pending: undefined,
  quotes: new Map(),
  active: undefined,
  origin: 'own',
}

const key = new PluginKey<State>('commentAnchors')

interface SyncMeta {
  isUndoRedoOperation?: boolean
}

function mapped(passage: Passage, tr: Transaction): Passage | undefined {
  const mapping = mappingOf(tr)
  const [from, to] = [mapping.map(passage.from, 1), mapping.map(passage.to, -1)]
  return from < to ? { from, to } : undefined
}

function originOf(tr: Transaction): State['origin'] {
  const sync = tr.getMeta(ySyncPluginKey) as SyncMeta | undefined
  if (!sync) return 'own'
  return sync.isUndoRedoOperation ? 'undone' : 'others'
}

function applied(tr: Transaction, before: State): State {
  const change = tr.getMeta(key) as Change | undefined
  if (!tr.docChanged) return change ? { ...before, ...change } : before
  const passages = [...before.passages].flatMap(([id, passage]) => {
    const now = mapped(passage, tr)
    return now ? [[id, now] as const] : []
  })
  const pending = before.pending && mapped(before.pending, tr)
  return { ...before, passages: new Map(passages), pending, origin: originOf(tr), ...change }
}

function drawn({ passages, pending, quotes, active }: State, size: number): Decoration[] {
  const marks = [...passages].flatMap(([id, { from, to }]) => {
    if (!quotes.has(id) || to > size) return []
    const look = id === active ? 'commented is-active' : 'commented'
    return [Decoration.inline(from, to, { nodeName: 'mark', class: look, 'data-comment': id })]
  })
  if (!pending || pending.to > size) return marks
  const { from, to } = pending
  return [...marks, Decoration.inline(from, to, { nodeName: 'mark', class: 'commented is-active' })]
}

const isSame = (one: Passage | undefined, other: Passage | undefined) =>
  one?.from === other?.from && one?.to === other?.to

interface Events {
  /** The user wants to comment on the selected passage. */
  onComment: () => void
  /** A commented passage was pressed. */
  onOpen: (id: string) => void
}

export type CommentAnchors = ReturnType<typeof commentAnchors>

/**
 * Keeps comments at their passages. The passages are not part of the text: exports, copies and
 * older browsers ignore them. The client that changes the text knows exactly where a passage moves,
 * even where the shared document only sees one paragraph removed and two added, and stores it for
 * all others.
 */
export function commentAnchors({ fragment }: Pick<TextSession, 'fragment'>, events: Events) {
  const { doc } = fragment
  const stored = doc?.getMap<Anchor>(ANCHORS)
  const listeners = new Set<() => void>()
  let view: EditorView | undefined
  let missing: ReturnType<typeof setTimeout> | undefined
  let isResolving = false

  const stateNow = () => (view && key.getState(view.state)) ?? nothing
  const mappingNow = () => view && ySyncPluginKey.getState(view.state)?.binding?.mapping

  function change(part: Change) {
    if (view && !view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, part))
  }

  function placeOf(anchor: Anchor | undefined): Passage | undefined {
    const mapping = mappingNow()
    if (!anchor || !doc || !view || !mapping) return undefined
    try {
      const [from, to] = [anchor.start, anchor.end].map((place) =>
        relativePositionToAbsolutePosition(
          doc,
          fragment,
          createRelativePositionFromJSON(place),
          mapping,
        ),
      )
      const isThere = typeof from === 'number' && typeof to === 'number' && from < to
      return isThere && to <= view.state.doc.content.size ? { from, to } : undefined
    } catch {
      // Another client may have stored an invalid position.
      return undefined
    }
  }

  /** Text typed at its edges is not part of the passage. */
  function anchorOf({ from, to }: Passage): Anchor | undefined {
    const mapping = mappingNow()
    if (!doc || !mapping) return undefined
    const [start, end] = [[from, 0] as const, [to, -1] as const].map(([at, side]) => {
      const place = absolutePositionToRelativePosition(at, fragment, mapping)
      const found = createAbsolutePositionFromRelativePosition(place, doc)
      return relativePositionToJSON(
        found ? createRelativePositionFromTypeIndex(found.type, found.index, side) : place,
      )
    })
    return { start, end }
  }

  /**
   * Uses the positions in the shared document; if it no longer has one, the position mapped through
   * the edits.
   */
  function resolveAll() {
    isResolving = false
    if (!view || view.isDestroyed || !stored) return
    const { passages } = stateNow()
    const next = new Map(passages)
    for (const [id, anchor] of stored) {
      const place = placeOf(anchor)
      if (place) next.set(id, place)
    }
    const { origin } = stateNow()
    change({ passages: next })
    if (origin === 'undone') writeDown({ anew: true })
  }

  // Changes of the anchors may arrive before the change of the text is rendered.
  function resolveSoon() {
    if (isResolving) return
    isResolving = true
    queueMicrotask(resolveAll)
  }

  /** Finds passages that were cut and pasted, or rewritten from HTML, by their text. */
  function findMissing() {
    if (!view || view.isDestroyed) return
    const text = view.state.doc
    const { passages, quotes } = stateNow()
    const found = [...quotes].flatMap(([id, quote]) => {
      const place = passages.has(id) ? undefined : findQuote(text, quote)
      return place ? [[id, place] as const] : []
    })
    if (found.length > 0) change({ passages: new Map([...passages, ...found]) })
  }

  function findMissingSoon() {
    clearTimeout(missing)
    missing = setTimeout(findMissing, MISSING_PAUSE_MS)
  }

  /**
   * After a change by this client: stores the new position of each passage for all others. Text
   * that was deleted and restored is the same only here; for other clients it is different text.
   */
  function writeDown({ anew }: { anew: boolean }) {
    if (!view?.editable || !stored || !doc) return
    const moved = [...stateNow().passages].flatMap(([id, passage]) => {
      const before = stored.get(id)
      if (!before || (!anew && isSame(placeOf(before), passage))) return []
      const anchor = anchorOf(passage)
      return anchor && JSON.stringify(anchor) !== JSON.stringify(before)
        ? [[id, anchor] as const]
        : []
    })
    if (moved.length === 0) return
    doc.transact(() => {
      for (const [id, anchor] of moved) stored.set(id, anchor)
    })
  }

  const plugin = new Plugin<State>({
    key,
    state: { init: () => nothing, apply: applied },
    props: {
      decorations: (state) => {
        const anchored = key.getState(state) ?? nothing
        return DecorationSet.create(state.doc, drawn(anchored, state.doc.content.size))
      },
      handleClick(_view, _at, { target }) {
        const mark = target instanceof Element ? target.closest('[data-comment]') : null
        const id = mark?.getAttribute('data-comment')
        if (id) events.onOpen(id)
        return false
      },
    },
    view(opened) {
      view = opened
      stored?.observe(resolveSoon)
      resolveSoon()
      return {
        update(_, before) {
          const now = stateNow()
          if (opened.state.doc !== before.doc) {
            if (now.origin === 'own') writeDown({ anew: false })
            else resolveSoon()
            findMissingSoon()
          }
          if (now !== key.getState(before)) for (const listener of listeners) listener()
        },
        destroy() {
          clearTimeout(missing)
          stored?.unobserve(resolveSoon)
          view = undefined
        },
      }
    },
  })

  const extension = Extension.create({
    name: 'commentAnchors',
    addKeyboardShortcuts() {
      return {
        'Mod-Alt-m': () => {
          const { empty, from } = this.editor.state.selection
          if (!empty) events.onComment()
          const { passages, quotes } = stateNow()
          const here = [...passages].find(
            ([id, passage]) => quotes.has(id) && passage.from <= from && from <= passage.to,
          )
          if (empty && here) events.onOpen(here[0])
          return !empty || here !== undefined
        },
      }
    },
    addProseMirrorPlugins: () => [plugin],
  })

  return {
    extension,
    get: (): Anchored => stateNow(),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Marks these passages and highlights the active one. */
    show: (quotes: ReadonlyMap<string, string>, active: string | undefined) => {
      change({ quotes, active })
      findMissingSoon()
    },
    /** The passage of a new comment: the selection, or the passage of a draft. */
    begin(draft?: Anchor) {
      if (!view) return undefined
      const { from, to, empty } = view.state.selection
      const pending = draft ? placeOf(draft) : empty ? undefined : { from, to }
      change({ pending })
      return pending && wordsIn(view.state.doc, pending)
    },
    draft: (): Anchor | undefined => {
      const { pending } = stateNow()
      return pending && anchorOf(pending)
    },
    abandon: () => change({ pending: undefined }),
    /** Links the new comment with this id to its passage. */
    attach(id: string, anchor: Anchor) {
      stored?.set(id, anchor)
      change({ pending: undefined })
    },
    detach: (id: string) => view?.editable && stored?.delete(id),
  }
}

/** Scrolls to a passage. */
export function showPassage(editor: Editor, { from }: Passage) {
  const { node } = editor.view.domAtPos(from)
  const block = node instanceof Element ? node : node.parentElement
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  block?.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' })
}
