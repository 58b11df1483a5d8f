import { lookup } from '@cairn/contract'
import { useEffect, useRef } from 'react'

// Not the messages in their corner: they have a dialog's role, and lie over nothing.
const overlays =
  ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([role=region] *)'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))

/** `?`, `c`, `mod+b`, `mod+alt+c` … as the event says it; Mac keyboards have Control beside Command. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const modified = [
    (event.ctrlKey || event.metaKey) && 'mod',
    event.ctrlKey && event.metaKey && 'ctrl',
    event.altKey && 'alt',
  ]
  return [...modified.filter(Boolean), key].join('+')
}

export interface Hotkey {
  run: (event: KeyboardEvent) => void
  whileTyping?: boolean
}

/** Keys that work anywhere on the page, except while typing and while something lies over it. */
export function useKeys(find: (key: string) => Hotkey | undefined) {
  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  useEffect(() => {
    function handle(event: KeyboardEvent, early: boolean) {
      if (event.defaultPrevented || event.isComposing) return
      const hotkey = latest.current(keyOf(event))
      if (!hotkey || early !== Boolean(hotkey.whileTyping)) return
      if (document.querySelector(overlays) || (!early && isTyping(event.target))) return
      event.preventDefault()
      hotkey.run(event)
    }
    // Fields keep their keys to themselves: what works from within them must be heard before.
    const handleEarly = (event: KeyboardEvent) => handle(event, true)
    const handleLate = (event: KeyboardEvent) => handle(event, false)
    addEventListener('keydown', handleEarly, { capture: true })
    addEventListener('keydown', handleLate)
    return () => {
      removeEventListener('keydown', handleEarly, { capture: true })
      removeEventListener('keydown', handleLate)
    }
  }, [])
}

export type Hotkeys = Record<string, ((event: KeyboardEvent) => void) | undefined>

/** Keys of one screen, such as those that walk through its list. */
export function useHotkeys(hotkeys: Hotkeys) {
  useKeys((key) => {
    const run = lookup(hotkeys, key)
    return run && { run }
  })
}
