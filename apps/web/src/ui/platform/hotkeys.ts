import { lookup } from '@cairn/contract'
import { useEffect, useRef } from 'react'

// Except toasts: they have the role of a dialog, but cover nothing. Nor does what is fading out.
const covering = (except: string) =>
  `:is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not(${except}, [data-closed], [data-closed] *)`
const overlays = covering('[role=region] *')
const overPeek = covering('[role=region] *, [data-peek]')

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  // The field of a dialog that fades out keeps the focus for a moment.
  !target.closest('[data-closed]') &&
  // A checkbox is not a text field.
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]'))

/**
 * `?`, `c`, `shift+c`, `mod+b`, `mod+alt+c` … as in the event; Mac keyboards have Control besides
 * Command. Characters other than letters already include Shift.
 */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { shiftKey?: boolean },
): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const modified = [
    (event.ctrlKey || event.metaKey) && 'mod',
    event.ctrlKey && event.metaKey && 'ctrl',
    event.altKey && 'alt',
    event.shiftKey && /^\p{L}$/u.test(key) && 'shift',
  ]
  return [...modified.filter(Boolean), key].join('+')
}

/** For an element that handles these keys itself, even those that work while typing. */
export const keysOf = (...keys: string[]) => ({ 'data-own-keys': keys.join(' ') })

const isOwn = (key: string, target: EventTarget | null) =>
  target instanceof Element && target.closest(`[data-own-keys~="${CSS.escape(key)}"]`) !== null

/** Whether a key pressed now is one of the page: not while typing, nor while an overlay is open. */
export const mayPress = ({ target, isComposing }: KeyboardEvent) =>
  !isComposing && !isTyping(target) && !document.querySelector(overlays)

export interface Hotkey {
  run: (event: KeyboardEvent) => void
  whileTyping?: boolean
}

/**
 * Keys that work anywhere on the page, except while typing and while an overlay is open. Keys of
 * the current items are handled `first`, before those of the page, and also in an item that is open
 * over it.
 */
export function useKeys(find: (key: string) => Hotkey | undefined, { first = false } = {}) {
  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  useEffect(() => {
    function handle(event: KeyboardEvent, early: boolean) {
      if (event.defaultPrevented || event.isComposing) return
      const key = keyOf(event)
      const hotkey = latest.current(key)
      if (!hotkey || early !== Boolean(hotkey.whileTyping) || isOwn(key, event.target)) return
      if (document.querySelector(first ? overPeek : overlays) || (!early && isTyping(event.target)))
        return
      event.preventDefault()
      hotkey.run(event)
    }
    // Fields stop their keys: those that work inside fields must be handled before.
    const handleEarly = (event: KeyboardEvent) => handle(event, true)
    const handleLate = (event: KeyboardEvent) => handle(event, false)
    const place = first ? document : window
    addEventListener('keydown', handleEarly, { capture: true })
    place.addEventListener('keydown', handleLate as EventListener)
    return () => {
      removeEventListener('keydown', handleEarly, { capture: true })
      place.removeEventListener('keydown', handleLate as EventListener)
    }
  }, [first])
}

export type Hotkeys = Record<string, ((event: KeyboardEvent) => void) | undefined>

/** Keys of one screen, such as those to move through its list. */
export function useHotkeys(hotkeys: Hotkeys) {
  useKeys((key) => {
    const run = lookup(hotkeys, key)
    return run && { run }
  })
}
