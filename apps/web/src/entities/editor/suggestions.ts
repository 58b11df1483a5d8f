import { PluginKey } from '@tiptap/pm/state'
import { type Editor, Extension, type Range } from '@tiptap/react'
import { exitSuggestion, Suggestion, type SuggestionProps } from '@tiptap/suggestion'
import type { IconLike } from '#ui/icons/icon.tsx'

export interface Suggested {
  id: string
  label: string
  icon: IconLike
  /** Heading it is grouped under. */
  section?: string
  shortcut?: string
  /** Replaces the typed text. */
  insert: (editor: Editor, range: Range) => void
}

export type SuggestionKind = 'slash' | 'mention' | 'emoji'

export interface OpenSuggestions {
  kind: SuggestionKind
  items: readonly Suggested[]
  chosen: number
  place: () => DOMRect | null
  choose: (item: Suggested) => void
  close: () => void
}

/** A menu opened by a typed character: the items found for the letters after it. */
export interface SuggestionSource {
  kind: SuggestionKind
  char: string
  find: (typed: string) => readonly Suggested[]
  /** Shows a message for an empty list; otherwise an empty list is hidden. */
  showsNothingFound?: boolean
  /** `changed` is called when `find` would return another result. */
  load?: (changed: () => void) => void
}

/**
 * The open menu, stored outside React: an Enter pressed right after a letter must find the list for
 * that letter.
 */
export function suggestionStore() {
  let open: OpenSuggestions | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => open,
    set(next: OpenSuggestions | undefined) {
      open = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type SuggestionStore = ReturnType<typeof suggestionStore>

function isCode({ state }: Editor, { from }: Range): boolean {
  const place = state.doc.resolve(from)
  const marked = state.schema.marks.code?.isInSet(place.marks())
  return Boolean(place.parent.type.spec.code || marked)
}

function pluginOf(editor: Editor, source: SuggestionSource, store: SuggestionStore) {
  const pluginKey = new PluginKey(`suggestion-${source.kind}`)
  let props: SuggestionProps | undefined

  function show(next: SuggestionProps, preserveChosen = false) {
    props = next
    const items = source.find(next.query)
    if (items.length === 0 && !source.showsNothingFound) return store.set(undefined)
    store.set({
      kind: source.kind,
      items,
      chosen: preserveChosen ? Math.min(store.get()?.chosen ?? 0, items.length - 1) : 0,
      place: () => next.clientRect?.() ?? null,
      choose: (item) => item.insert(editor, next.range),
      close: () => exitSuggestion(editor.view, pluginKey),
    })
  }

  return Suggestion({
    editor,
    pluginKey,
    char: source.char,
    allow: ({ range }) => editor.isEditable && !isCode(editor, range),
    render: () => ({
      onStart: (started) => {
        show(started)
        source.load?.(() => props && show(props, true))
      },
      onUpdate: (updated) => show(updated, updated.query === props?.query),
      onExit: () => {
        props = undefined
        store.set(undefined)
      },
      onKeyDown: ({ event }) => handleKey(event, store),
    }),
  })
}

function handleKey(event: KeyboardEvent, store: SuggestionStore): boolean {
  const open = store.get()
  if (!open || event.isComposing) return false
  const { items, chosen } = open
  const move = (to: number) => store.set({ ...open, chosen: (to + items.length) % items.length })
  if (event.key === 'Escape') {
    // Only closes the menu: the panel around the editor stays open.
    event.stopPropagation()
    return true
  }
  if (items.length === 0) return false
  if (event.key === 'ArrowDown') move(chosen + 1)
  else if (event.key === 'ArrowUp') move(chosen - 1)
  else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
    const item = items[chosen]
    if (item) open.choose(item)
  } else return false
  return true
}

/**
 * `/`, `@` and `:` open menus. Before all other keys: an open menu handles Enter and the arrows.
 */
export const suggestions = (sources: readonly SuggestionSource[], store: SuggestionStore) =>
  Extension.create({
    name: 'suggestions',
    priority: 1000,
    addProseMirrorPlugins() {
      return sources.map((source) => pluginOf(this.editor, source, store))
    },
  })
