import type { LiveEvent } from '@cairn/contract'
import { useSyncExternalStore } from 'react'

interface Listener {
  onEvent: (event: LiveEvent) => void
  /** Lists read before this moment may lack something. */
  onGap: () => void
  /** The same, also called before everything is read again. */
  onMissed?: () => void
}

/** Called with everything the socket of `live.ts` receives. */
export const listeners = new Set<Listener>()

const onlookers = new Set<() => void>()
/** Set once the loss has lasted long enough to be shown. */
let lost = false

export function setLost(next: boolean) {
  if (lost === next) return
  lost = next
  for (const onlooker of onlookers) onlooker()
}

let down = false
const openListeners = new Set<() => void>()

export function setDown(next: boolean) {
  down = next
}

/** The connection was lost, and is not back yet. */
export const isLiveDown = () => down

/** Called when the connection is back. */
export function onLiveOpen(listener: () => void) {
  openListeners.add(listener)
}

export function notifyOpen() {
  for (const listener of openListeners) listener()
}

/** Returns the unsubscribe function. */
export function listenLive(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function subscribe(onlooker: () => void) {
  onlookers.add(onlooker)
  return () => {
    onlookers.delete(onlooker)
  }
}

/** True while the connection has been gone for some seconds. */
export const useConnectionLost = () => useSyncExternalStore(subscribe, () => lost)
