import { createContext, type RefObject, use, useLayoutEffect, useState } from 'react'

/**
 * State a screen keeps in this tab across navigation and reloads: scroll position, selection. The
 * context names the place, such as a list in a layout; without a name nothing is stored.
 */
export const SavedPosition = createContext('')

const STORED = 'cairn.kept'
const MAX_ENTRIES = 300

const entries = new Map<string, unknown>(readAll())

function readAll(): [string, unknown][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is [string, unknown] {
  return Array.isArray(entry) && typeof entry[0] === 'string'
}

globalThis.addEventListener?.('pagehide', () => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...entries]))
  } catch {}
})

/** The most recent entry is last; the least recently used is dropped. */
function save(key: string, value: unknown) {
  entries.delete(key)
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
}

function useKey(name: string) {
  const place = use(SavedPosition)
  return place ? `${place} ${name}` : ''
}

/** State that is restored when the user comes back. It must be plain JSON. */
export function useTabState<Value>(name: string, first: Value) {
  const key = useKey(name)
  const [value, setValue] = useState(() => (entries.has(key) ? (entries.get(key) as Value) : first))
  useLayoutEffect(() => {
    if (key && (value !== first || entries.has(key))) save(key, value)
  }, [key, value, first])
  return [value, setValue] as const
}

interface Scroll {
  top: number
  left: number
}

const start: Scroll = { top: 0, left: 0 }

/** The stored scroll position of a box, if any; for lists that render only the rows near it. */
export function useSavedScroll(name: string): Scroll {
  const key = useKey(name)
  const [scroll] = useState(() => (entries.get(key) as Scroll | undefined) ?? start)
  return scroll
}

/** Restores the scroll position of a box before it is painted, and stores changes. */
export function useSaveScroll(
  box: RefObject<HTMLElement | null>,
  name: string,
  axes: 'both' | 'vertical' = 'both',
) {
  const key = useKey(name)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !key) return
    const before = entries.get(key) as Scroll | undefined
    if (before) {
      const { top, left } = before
      element.scrollTo({ top, ...(axes === 'both' && { left }), behavior: 'instant' })
    }
    const handleScroll = () => save(key, { top: element.scrollTop, left: element.scrollLeft })
    element.addEventListener('scroll', handleScroll, { passive: true })
    return () => element.removeEventListener('scroll', handleScroll)
  }, [box, key, axes])
}
