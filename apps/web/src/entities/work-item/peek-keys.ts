import { type RefObject, useEffect, useRef } from 'react'

/** Elements over the peek that need the keys themselves. */
const overlays =
  ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-peek], [role=region] *)'

export const isCovered = () => document.querySelector(overlays) !== null

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))

interface PeekKeys {
  peek: RefObject<HTMLElement | null>
  onClose: () => void
  onStep: (step: 1 | -1) => void
}

/** J and K walk through the list behind; Esc closes, but leaves a field first. */
export function usePeekKeys(keys: PeekKeys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { peek, onClose, onStep } = latest.current
      const modified = event.ctrlKey || event.metaKey || event.altKey
      if (event.defaultPrevented || event.isComposing || modified || isCovered()) return
      const typing = isField(event.target)
      if (event.key === 'Escape') {
        if (typing && !peek.current?.contains(event.target)) return
        event.preventDefault()
        event.stopPropagation()
        if (typing) peek.current?.focus()
        else onClose()
      }
      const step = { j: 1, k: -1 }[event.key] as 1 | -1 | undefined
      if (!step || typing) return
      event.preventDefault()
      onStep(step)
    }
    // Before the list behind: it has the same keys.
    addEventListener('keydown', handleKey, { capture: true })
    return () => removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}

/** A click outside the peek closes it; one on another item changes what it shows. */
export function useClickBeside(
  peek: RefObject<HTMLElement | null>,
  active: boolean,
  onClose: () => void,
) {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!active) return
    function handlePress({ target, button }: PointerEvent) {
      const place = target as HTMLElement
      const beside = place.closest('main') && !peek.current?.contains(place)
      if (button !== 0 || !beside || isCovered()) return
      if (!place.closest('[data-item], [data-peeks]')) latest.current()
    }
    addEventListener('pointerdown', handlePress, { capture: true })
    return () => removeEventListener('pointerdown', handlePress, { capture: true })
  }, [peek, active])
}
