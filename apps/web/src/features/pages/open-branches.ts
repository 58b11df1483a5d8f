import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#ui/platform/stored.ts'

const KEY = 'pages_open'
/** The oldest entries are dropped first. */
const LIMIT = 500

let open: ReadonlySet<string> = new Set(readStored<string[]>(KEY, []))
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Pages whose sub-pages are shown in this browser, in the list and in the sidebar. */
export const useOpenBranches = () => useSyncExternalStore(subscribe, () => open)

export function setBranchOpen(id: string, isOpen: boolean) {
  if (open.has(id) === isOpen) return
  const others = [...open].filter((one) => one !== id)
  open = new Set(isOpen ? [...others.slice(1 - LIMIT), id] : others)
  writeStored(KEY, [...open])
  for (const listener of listeners) listener()
}
