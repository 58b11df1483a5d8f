import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'loading'

export interface ToastOptions {
  kind?: ToastKind
  title: ReactNode
  text?: ReactNode
  /** Shown on request: what an administrator needs to find the cause. */
  details?: string
  /** One at most: "Undo", "Try again". The toast closes when it is chosen. */
  action?: { label: string; onSelect: () => void }
  /** Milliseconds; 0 stays until closed. Default 4 s, 8 s with an action. */
  duration?: number
  /** A later toast with the same id replaces this one. */
  id?: string
}

export interface QueuedToast extends ToastOptions {
  id: string
}

type Receiver = (queued: QueuedToast) => void

// The drawing part is loaded with the first toast; until then they wait here.
let receiver: Receiver | undefined
let closeShown: ((id: string) => void) | undefined
let waiting: QueuedToast[] = []
let count = 0
const listeners = new Set<() => void>()

/** Shows a message at the lower right; from anywhere, also outside React. Returns its id. */
export function toast(options: ToastOptions): string {
  count += 1
  const queued = { ...options, id: options.id ?? `toast-${count}` }
  if (receiver) receiver(queued)
  else waiting.push(queued)
  for (const listener of listeners) listener()
  return queued.id
}

/** For a message no longer true. */
export function closeToast(id: string) {
  waiting = waiting.filter((queued) => queued.id !== id)
  closeShown?.(id)
}

const leftKey = 'cairn.toast'

/** For a page about to be left: the next one shows the toast. */
export function leaveToast(options: Pick<ToastOptions, 'kind'> & { title: string; text?: string }) {
  try {
    sessionStorage.setItem(leftKey, JSON.stringify(options))
  } catch {}
}

/** Once per page: shows the toast of the previous one. */
export function showLeftToast() {
  try {
    const left = sessionStorage.getItem(leftKey)
    sessionStorage.removeItem(leftKey)
    if (left) toast(JSON.parse(left) as ToastOptions)
  } catch {}
}

export function receiveToasts(next: Receiver, close?: (id: string) => void) {
  receiver = next
  closeShown = close
  for (const queued of waiting) next(queued)
  waiting = []
  return () => {
    receiver = undefined
    closeShown = undefined
  }
}

export const anyToastYet = () => count > 0

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
