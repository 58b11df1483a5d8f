import { useEffect } from 'react'
import { keyOf, mayPress } from './hotkeys.ts'

// More are not pressed on purpose while a part is being loaded.
const MOST = 32

let early: KeyboardEventInit[] = []
/** The last part that stored keys. */
let owner: unknown

/** Stores the keys that a part being loaded will handle. */
function storeKeys(keys: readonly string[]) {
  const { pathname } = location
  function store(event: KeyboardEvent) {
    const { key } = event
    const name = keyOf(event)
    const isOurs = keys.includes(name) || (early.length > 0 && keys.includes(`…${name}`))
    if (!isOurs || !event.isTrusted || !mayPress(event) || early.length === MOST) return
    event.preventDefault()
    event.stopPropagation()
    early.push({ key, bubbles: true, cancelable: true })
  }
  owner = store
  // Not on the window: the second key of a sequence ends there.
  document.addEventListener('keydown', store, { capture: true })
  return () => {
    document.removeEventListener('keydown', store, { capture: true })
    // Unless the next placeholder or the loaded part has followed in the same moment.
    queueMicrotask(() => {
      if (owner === store || pathname !== location.pathname) early = []
    })
  }
}

interface EarlyKeysProps {
  /** As in `useHotkeys`; after `…` those that only follow another one. */
  keys: readonly string[]
}

/** Beside the placeholder of a part that is being loaded: keeps the keys it will handle. */
export function EarlyKeys({ keys }: EarlyKeysProps) {
  useEffect(() => storeKeys(keys), [keys])
  return null
}

/** Beside the loaded part, and after it: presses them. */
export function PressEarlyKeys({ keys }: EarlyKeysProps) {
  useEffect(() => {
    if (early.length === 0) return
    // Those pressed meanwhile come after them.
    const stop = storeKeys(keys)
    let frame = 0
    // One in a frame: a key acts on what the one before has focused or selected.
    function press() {
      const next = early.shift()
      if (!next) return stop()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', next))
      frame = requestAnimationFrame(press)
    }
    press()
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [keys])
  return null
}
