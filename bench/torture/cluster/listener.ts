import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveMessage, livePath } from '@cairn/contract'
import WebSocket from 'ws'

/** What a browser heard until it was told to read everything again. */
export interface Chapter {
  began: string
  /** The cursors of all events, in the order they came, without their time. */
  heard: string[]
}

/** A browser's live socket, which comes back with its cursor whenever it is closed. */
export interface Listener {
  readonly chapters: Chapter[]
  /** Of all chapters. */
  heard(): string[]
  connects(): number
  stop(): Promise<void>
}

/** As the browser's, which waits longer after more failures. */
const PAUSE_MS = 300

const positionOf = (cursor: string) => cursor.split('.').slice(0, 2).join('.')

export function startListener(origin: string, cookie: string): Listener {
  const chapters: Chapter[] = []
  let cursor = ''
  let connects = 0
  let isOver = false
  let socket: WebSocket | undefined

  function take(message: LiveMessage) {
    cursor = message.cursor
    const position = positionOf(cursor)
    if (message.kind === 'event') return void chapters.at(-1)?.heard.push(position)
    connects += 1
    if (message.stale || chapters.length === 0) chapters.push({ began: position, heard: [] })
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
    chapters,
    heard: () => chapters.flatMap((chapter) => chapter.heard),
    connects: () => connects,
    async stop() {
      isOver = true
      socket?.terminate()
      await running
    },
  }
}
