import { applyStickyEvent, type Sticky, type StickyEvent, type StickyPatch } from '@cairn/contract'
import { isEmptyHtml, readHtml, textOf } from '@cairn/editor'

/** The notes loaded so far, with the search text. */
export interface LoadedStickies {
  workspace_id: string
  search: string
  items: readonly Sticky[]
  total: number
}

/** The note has no text yet. */
export const isBlank = ({ name, description_html }: Sticky) =>
  !name?.trim() && isEmptyHtml(description_html)

function matches({ name, description_html }: Sticky, search: string): boolean {
  const text = `${name ?? ''} ${textOf(readHtml(description_html))}`
  return text.toLowerCase().includes(search.trim().toLowerCase())
}

/** Positions below the loaded notes are unknown. */
function isInSight({ items, total }: LoadedStickies, sticky: Sticky): boolean {
  const last = items.at(-1)
  return items.length >= total || !last || sticky.sort_order >= last.sort_order
}

function withSaved(list: LoadedStickies, sticky: Sticky): LoadedStickies {
  const isKnown = list.items.some(({ id }) => id === sticky.id)
  // A note being edited stays, even if it no longer matches the search.
  if (!isKnown && !matches(sticky, list.search)) return list
  const items = applyStickyEvent(list.items, { type: 'sticky.saved', sticky })
  const total = list.total + (isKnown ? 0 : 1)
  return isKnown || isInSight(list, sticky) ? { ...list, items, total } : { ...list, total }
}

function without(list: LoadedStickies, id: string): LoadedStickies {
  const items = list.items.filter((one) => one.id !== id)
  return { ...list, items, total: list.total - (list.items.length - items.length) }
}

/** Applies an event; the socket sends events of all workspaces the user is in. */
export function applyToStickies(list: LoadedStickies, event: StickyEvent): LoadedStickies {
  if (event.type === 'sticky.removed') return without(list, event.id)
  return event.sticky.workspace === list.workspace_id ? withSaved(list, event.sticky) : list
}

export interface Change {
  id: string
  patch: StickyPatch
}

/** Does nothing if the note is not in the list. */
export function withChange(list: LoadedStickies, { id, patch }: Change): LoadedStickies {
  const known = list.items.find((one) => one.id === id)
  return known ? withSaved(list, { ...known, ...patch }) : list
}

/** Appends the next page; notes that moved up meanwhile are not shown twice. */
export function withPage(
  list: LoadedStickies,
  page: Pick<LoadedStickies, 'items' | 'total'>,
): LoadedStickies {
  const known = new Set(list.items.map(({ id }) => id))
  const fresh = page.items.filter(({ id }) => !known.has(id))
  return { ...list, items: [...list.items, ...fresh], total: page.total }
}
