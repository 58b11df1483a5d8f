import { useEffect } from 'react'

// A part that does not come within this time is not typed into any more.
const MAX_MS = 10_000

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea'))

/** Keeps what is typed until a field takes the focus, and types it there. */
export function holdTyping(): void {
  let typed = ''

  function queueKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Escape') return end()
    if (isField(event.target)) return end()
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function typeInto({ target }: FocusEvent) {
    if (!isField(target)) return
    end()
    // The platform's own typing: fields under React and editors hear it like any other.
    if (typed) document.execCommand('insertText', false, typed)
  }

  function end() {
    clearTimeout(timer)
    removeEventListener('keydown', queueKey, { capture: true })
    removeEventListener('focusin', typeInto)
  }

  addEventListener('keydown', queueKey, { capture: true })
  addEventListener('focusin', typeInto)
  const timer = setTimeout(end, MAX_MS)
}

/** Stands for a dialog that is still being loaded: who types on loses no letter to the network. */
export function TypedAhead() {
  useEffect(holdTyping, [])
  return null
}
