import { useEffect } from 'react'

// After this time keys are no longer held for a part that has not loaded.
const MAX_MS = 10_000

export const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea'))

export let stop: (() => void) | undefined

/** For keys whose field does not open after all. */
export const stopBuffering = () => stop?.()

/**
 * Queues keys until a field takes the focus, and gives them to it. Called again while it waits, as
 * by a part that has loaded and has not focused its field yet, it goes on with the same keys.
 */
function bufferUntilField(
  queue: (key: string) => boolean,
  deliver: (field: HTMLElement) => void,
): void {
  if (stop) return

  function queueKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Escape' || isField(event.target)) return end()
    if (!queue(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function handleFocus({ target }: FocusEvent) {
    if (!isField(target)) return
    end()
    // After the field has the focus: an editor ignores input while it is taking it.
    queueMicrotask(() => deliver(target as HTMLElement))
  }

  function end() {
    stop = undefined
    clearTimeout(timer)
    removeEventListener('keydown', queueKey, { capture: true })
    removeEventListener('focusin', handleFocus)
  }

  addEventListener('keydown', queueKey, { capture: true })
  addEventListener('focusin', handleFocus)
  const timer = setTimeout(end, MAX_MS)
  stop = end
}

// Native input: React fields and editors handle it like typing.
const insert = (text: string) => document.execCommand('insertText', false, text)

/** Inserts what was typed into the field. */
export function bufferTyping(): void {
  let typed = ''
  bufferUntilField(
    (key) => {
      if (key === 'Backspace') typed = typed.slice(0, -1)
      else if (key.length === 1) typed += key
      // On the button that opened the field, Enter would open it again.
      else if (key === 'Enter') typed += '\n'
      else return false
      return true
    },
    () => typed && insert(typed),
  )
}

/**
 * The same for a picker, whose field picks by numbers: each key is dispatched there again, and
 * inserted if the picker does not handle it.
 */
export function bufferKeys(): void {
  const keys: string[] = []
  bufferUntilField(
    (key) => (key.length === 1 || key === 'Enter') && keys.push(key) > 0,
    (field) => {
      for (const key of keys) {
        const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        if (field.dispatchEvent(press) && key.length === 1) insert(key)
      }
    },
  )
}

/** Placeholder of a picker being loaded: keeps its first key. */
export function PickAhead() {
  useEffect(bufferKeys, [])
  return null
}

/** The same from within a field: keys typed from now on go to the next one. */
export function awaitField(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  bufferTyping()
}

/** Placeholder of a dialog being loaded: keeps the keys typed meanwhile. */
export function TypedAhead() {
  useEffect(bufferTyping, [])
  return null
}
