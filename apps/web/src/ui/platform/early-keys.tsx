import { useEffect } from 'react'
import { keyOf, mayPress } from './hotkeys.ts'

// More are not pressed on purpose while a part is being loaded.
const MOST = 32

let early: KeyboardEventInit[] = []
/** Where they were pressed: elsewhere they mean something else. */
let pathname = ''
let parts = 0

const isOf = (keys: readonly string[], key: string) =>
  keys.includes(key) || (early.length > 0 && keys.includes(`…${key}`))

/** Stores the keys that a part being loaded will handle. */
function storeKeys(keys: readonly string[]) {
  if (pathname !== location.pathname) early = []
  pathname = location.pathname
  function store(event: KeyboardEvent) {
    const key = keyOf(event)
    const isOurs = event.isTrusted && isOf(keys, key) && mayPress(event)
    if (!isOurs || early.length >= MOST) return
    event.preventDefault()
    event.stopPropagation()
    early.push({ key: event.key, bubbles: true, cancelable: true })
  }
  // Not on the window: the second key of a sequence ends there.
  document.addEventListener('keydown', store, { capture: true })
  parts += 1
  return () => {
    document.removeEventListener('keydown', store, { capture: true })
    parts -= 1
    // Unless the next placeholder or the loaded part follows in the same moment.
    queueMicrotask(() => {
      if (parts === 0) early = []
    })
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** One after the other: a key acts on what the one before has focused or selected. */
async function pressStored(isOver: () => boolean) {
  while (early.length > 0 && pathname === location.pathname && !isOver()) {
    const at = document.activeElement ?? document.body
    at.dispatchEvent(new KeyboardEvent('keydown', early.shift()))
    await nextFrame()
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
    if (early.length === 0 || pathname !== location.pathname) return
    let isOver = false
    // Those pressed meanwhile come after them.
    const stop = storeKeys(keys)
    function end() {
      if (!isOver) stop()
      isOver = true
    }
    void pressStored(() => isOver).then(end)
    return end
  }, [keys])
  return null
}
