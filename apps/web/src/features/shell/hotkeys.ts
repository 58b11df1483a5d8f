import { useEffect, useRef } from 'react'

const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))

/** `?`, `c`, `mod+b` … as the event says it. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.altKey) return `alt+${key}`
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key
}

export type Hotkeys = Record<string, ((event: KeyboardEvent) => void) | undefined>

/** Keys that work anywhere on the page, except while typing and while something lies over it. */
export function useHotkeys(hotkeys: Hotkeys) {
  const latest = useRef(hotkeys)
  useEffect(() => {
    latest.current = hotkeys
  })
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      const deed = latest.current[keyOf(event)]
      if (!deed || isTyping(event.target) || document.querySelector(overlays)) return
      event.preventDefault()
      deed(event)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
}
