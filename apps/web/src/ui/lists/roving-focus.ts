import { lookup } from '@cairn/contract'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

const rowsIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-row]')]

/** A row with its adjacent controls, such as its menu. */
const controlsOf = (row: HTMLElement) =>
  row.parentElement?.querySelectorAll<HTMLElement>('a, button') ?? []

/** Only the current row is a tab stop; its menu comes right after it. */
function updateTabStop(box: HTMLElement, wanted?: HTMLElement) {
  const rows = rowsIn(box)
  const currentStop = rows.find((row) => row.tabIndex === 0 && row.hasAttribute('tabindex'))
  const here = rows.find((row) => row.getAttribute('aria-current') === 'page')
  const stop = wanted ?? currentStop ?? here ?? rows[0]
  for (const row of rows) {
    for (const control of controlsOf(row)) {
      const tabIndex = row === stop ? '0' : '-1'
      // Only on a difference: the observer sees each change.
      if (control.getAttribute('tabindex') !== tabIndex) control.setAttribute('tabindex', tabIndex)
    }
  }
}

const steps: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * One tab stop for a list of rows (`data-row`), arrow keys between them: a hundred projects are not
 * a hundred tab stops. Right and left expand and collapse a row.
 */
export function useRovingFocus() {
  const box = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    updateTabStop(element)
    const observer = new MutationObserver(() => updateTabStop(element))
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  function handleFocus({ target }: { target: EventTarget }) {
    const item = (target as HTMLElement).closest('[data-item]')
    const row = item?.querySelector<HTMLElement>('[data-row]')
    if (box.current && row) updateTabStop(box.current, row)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const row = event.target as HTMLElement
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (!box.current || modified || !row.matches('[data-row]')) return
    const folded = row.getAttribute('aria-expanded')
    const folds = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key]
    if (folds && folds === folded) {
      event.preventDefault()
      return row.click()
    }
    const rows = rowsIn(box.current)
    const next = lookup(steps, event.key)?.(rows.indexOf(row), rows.length)
    if (next === undefined) return
    event.preventDefault()
    rows[next]?.focus()
  }

  return { ref: box, onFocus: handleFocus, onKeyDown: handleKeyDown }
}
