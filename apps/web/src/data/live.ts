import { type LiveMessage, livePath } from '@cairn/contract'
import { notifyManager } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { dropAnswers, isRecalled, takeCursor } from './first-answers.ts'
import { listeners, notifyOpen, setDown, setLost } from './live-listeners.ts'
import { type LiveEffect, type LiveInput, nextLive, stopped } from './live-machine.ts'
import { noticeSignedOut, queryClient } from './query-client.ts'

const NOTICED_AFTER = 4_000
const SLEEP = 60_000
/** A bulk change of others is a burst of messages: the page is drawn once for each part of it. */
const BURST_MS = 50

let state = stopped
let socket: WebSocket | undefined
let waiting: ReturnType<typeof setTimeout> | undefined
let hiddenSince: number | undefined
let noticing: ReturnType<typeof setTimeout> | undefined
/** False behind a proxy that blocks WebSockets: then a closed socket does not mean a missing network. */
let wasOpen = false
let isDown = false
let received: LiveMessage[] = []
let applying: ReturnType<typeof setTimeout> | undefined

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
  opened.onmessage = ({ data }) => socket === opened && receive(JSON.parse(data) as LiveMessage)
  opened.onclose = ({ code }) => {
    if (socket !== opened) return
    applyReceived()
    feed({ type: 'closed', code })
  }
}

/** The first message is applied at once, those that follow it closely together. */
function receive(message: LiveMessage) {
  received.push(message)
  if (applying === undefined) applyReceived()
}

function applyReceived() {
  clearTimeout(applying)
  applying = undefined
  if (received.length === 0) return
  const messages = received
  received = []
  notifyManager.batch(() => {
    for (const message of messages) feed({ type: 'message', message })
  })
  applying = setTimeout(applyReceived, BURST_MS)
}

function close() {
  clearTimeout(waiting)
  received = []
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
  const wasDown = isDown
  isDown = down
  wasOpen ||= state.phase === 'open'
  setDown(down && (wasOpen || isRecalled()))
  if (wasDown && state.phase === 'open') notifyOpen()
  if (!down) {
    clearTimeout(noticing)
    noticing = undefined
    setLost(false)
  } else {
    noticing ??= setTimeout(() => setLost(true), isRecalled() ? 0 : NOTICED_AFTER)
  }
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

/** Opens the page's only socket; further calls do nothing. */
export function startLive() {
  if (state.phase !== 'stopped') return
  document.addEventListener('visibilitychange', handleVisibility)
  addEventListener('online', () => feed({ type: 'woken' }))
  feed({ type: 'start', cursor: takeCursor() })
}

/** Before signing out: the server then closes the socket, which is expected. */
export const stopLive = () => feed({ type: 'stop' })

/** Retries now instead of after the waiting time. */
export const retryLive = () => feed({ type: 'woken' })
