import { type LiveEvent, type LiveMessage, livePath } from '@cairn/contract'
import { useSyncExternalStore } from 'react'
import { ApiError } from './api.ts'
import { dropAnswers, isRecalled, takeCursor } from './first-answers.ts'
import { type LiveEffect, type LiveInput, nextLive, stopped } from './live-machine.ts'
import { noticeSignedOut, queryClient } from './query-client.ts'

const NOTICED_AFTER = 4_000
const SLEEP = 60_000

let state = stopped
let socket: WebSocket | undefined
let waiting: ReturnType<typeof setTimeout> | undefined
let hiddenSince: number | undefined
/** Set once the loss has lasted long enough to be worth a word. */
let lost = false
let noticing: ReturnType<typeof setTimeout> | undefined

interface Listener {
  onEvent: (event: LiveEvent) => void
  /** Lists read before this moment may lack something. */
  onGap: () => void
  /** The same, and also where everything is read again anyway: before that. */
  onMissed?: () => void
}

const listeners = new Set<Listener>()
const onlookers = new Set<() => void>()

function feed(input: LiveInput) {
  const [next, effects] = nextLive(state, input, Math.random())
  state = next
  for (const effect of effects) perform(effect)
  watchLoss()
}

function perform(effect: LiveEffect) {
  if (effect.type === 'connect') open(effect.cursor)
  if (effect.type === 'disconnect') close()
  if (effect.type === 'wait')
    waiting = setTimeout(() => feed({ type: 'retry' }), effect.milliseconds)
  if (effect.type === 'deliver') for (const { onEvent } of listeners) onEvent(effect.event)
  if (effect.type === 'read-again') readAgain(effect.everything)
  if (effect.type === 'signed-out') noticeSignedOut(new ApiError(401, null, undefined))
}

function open(cursor: string | undefined) {
  clearTimeout(waiting)
  const address = new URL(livePath, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  if (cursor) address.searchParams.set('cursor', cursor)
  const opened = new WebSocket(address)
  socket = opened
  opened.onmessage = ({ data }) =>
    socket === opened && feed({ type: 'message', message: JSON.parse(data) as LiveMessage })
  opened.onclose = ({ code }) => socket === opened && feed({ type: 'closed', code })
}

function close() {
  clearTimeout(waiting)
  const closing = socket
  socket = undefined
  closing?.close()
}

function readAgain(everything: boolean) {
  dropAnswers()
  for (const { onMissed } of listeners) onMissed?.()
  if (everything) void queryClient.invalidateQueries()
  else for (const { onGap } of listeners) onGap()
}

function watchLoss() {
  const connecting = state.phase === 'connecting' && (state.tries > 0 || isRecalled())
  const down = state.phase === 'waiting' || connecting
  if (!down) {
    clearTimeout(noticing)
    noticing = undefined
    setLost(false)
  } else {
    noticing ??= setTimeout(() => setLost(true), isRecalled() ? 0 : NOTICED_AFTER)
  }
}

function setLost(next: boolean) {
  if (lost === next) return
  lost = next
  for (const onlooker of onlookers) onlooker()
}

function handleVisibility() {
  if (document.visibilityState === 'hidden') {
    hiddenSince = Date.now()
    return
  }
  const slept = hiddenSince !== undefined && Date.now() - hiddenSince > SLEEP
  hiddenSince = undefined
  feed({ type: slept ? 'woken' : 'retry' })
}

/** Opens the one socket of this page; calling it again does nothing. */
export function startLive() {
  if (state.phase !== 'stopped') return
  document.addEventListener('visibilitychange', handleVisibility)
  addEventListener('online', () => feed({ type: 'woken' }))
  feed({ type: 'start', cursor: takeCursor() })
}

/** Before signing out: the server closes the socket then, and that is no news. */
export const stopLive = () => feed({ type: 'stop' })

/** Now, and not after the next waiting time. */
export const retryLive = () => feed({ type: 'woken' })

/** Tells how to stop. */
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
