import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveMessage, livePath } from '@cairn/contract'
import WebSocket from 'ws'

/** A browser's live socket, which comes back with its cursor whenever it is closed. */
export interface Listener {
  /** Where the first connection began to listen. */
  began(): string | undefined
  /** The cursors of all events, in the order they came, without their time. */
  readonly heard: string[]
  /** How often a reconnect was told to read everything again, because it missed too much. */
  reloads(): number
  connects(): number
  stop(): Promise<void>
}

/** As the browser's, which waits longer after more failures. */
const PAUSE_MS = 300

const positionOf = (cursor: string) => cursor.split('.').slice(0, 2).join('.')

export function startListener(origin: string, cookie: string): Listener {
  const heard: string[] = []
  let began: string | undefined
  let cursor = ''
  let reloads = 0
  let connects = 0
  let isOver = false
  let socket: WebSocket | undefined

  function take(message: LiveMessage) {
    cursor = message.cursor
    if (message.kind === 'event') return void heard.push(positionOf(message.cursor))
    began ??= positionOf(message.cursor)
    connects += 1
    if (message.stale) reloads += 1
  }

  /** Until it is closed. */
  const connectOnce = () =>
    new Promise<void>((resolve) => {
      const url = `${origin.replace('http', 'ws')}${livePath}${cursor && `?cursor=${cursor}`}`
      socket = new WebSocket(url, { headers: { cookie, origin }, handshakeTimeout: 5_000 })
      socket.on('message', (data) => take(JSON.parse(String(data)) as LiveMessage))
      socket.on('close', () => resolve())
      socket.on('error', () => resolve())
    })

  async function run() {
    while (!isOver) {
      await connectOnce()
      if (!isOver) await sleep(PAUSE_MS)
    }
  }
  const running = run()
  return {
    began: () => began,
    heard,
    reloads: () => reloads,
    connects: () => connects,
    async stop() {
      isOver = true
      socket?.terminate()
      await running
    },
  }
}
