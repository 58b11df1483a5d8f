export interface OpenTooltip {
  anchor: Element
  label: string
  shortcut: string | undefined
  /** If shown by focus, it must not block the pointer. */
  byFocus: boolean
}

const openDelay = 400
// Long enough to cross the gap to a neighbor or to the tooltip itself before it closes.
const closeDelay = 100

let open: OpenTooltip | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: OpenTooltip | undefined) {
  clearTimeout(timer)
  if (next === open) return
  open = next
  for (const listener of listeners) listener()
}

export function showTooltip(next: OpenTooltip) {
  clearTimeout(timer)
  if (open) set(next)
  else timer = setTimeout(() => set(next), openDelay)
}

export function hideTooltip({ atOnce = false } = {}) {
  clearTimeout(timer)
  if (atOnce) set(undefined)
  else timer = setTimeout(() => set(undefined), closeDelay)
}

export const stayOpen = () => clearTimeout(timer)

export const openTooltip = () => open

export function subscribeToTooltip(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
