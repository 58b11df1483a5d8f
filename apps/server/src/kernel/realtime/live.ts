import { endpoint, livePath, signedIn } from '@cairn/contract'
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sessionToken } from '#kernel/auth/sessions.ts'
import type { Position, StoredEvent } from '#kernel/events/stream.ts'
import type { App } from '#kernel/http/app-type.ts'
import { HttpError } from '#kernel/http/errors.ts'
import { isAfter, readCursor, writeCursor } from './cursor.ts'
import { type Reach, reaches, readReach } from './reach.ts'

interface Listening {
  socket: WebSocket
  token: string
  reach: Reach
  alive: boolean
  /** What happens while it is not yet clear what this browser may hear; null: it is clear. */
  waiting: StoredEvent[] | null
  /** Said already, as far as this; null once the stream has passed it. */
  said: Position | null
  opening: boolean
}

const HEARTBEAT_MS = 30_000
/** Several changes of access in a row are looked at once. */
const RECHECK_MS = 25
/** A browser that does not read: it is let go and resumes when it can. */
const MOST_BUFFERED = 4_000_000
/** By one message of a browser, on whichever socket: a page that was written offline is sent at once. */
const MOST_SENT = 5_242_880
/** More than this is quicker to read again than to replay. */
const MOST_REPLAYED = 1_000

const live = endpoint(signedIn, `GET ${livePath}`, {
  query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 64 })) }),
  200: Type.Null(),
})

const message = (event: StoredEvent) =>
  `{"kind":"event","cursor":"${writeCursor(event)}","event":${event.json}}`

export async function serveLive(app: App) {
  const { db } = app
  const { stream, access } = app.deps
  const sockets = new Set<Listening>()
  // Before the library's own, which would close every socket without a word.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    clearTimeout(pending)
    unsubscribe()
    for (const { socket } of sockets) socket.close(1012, 'restarting')
  })
  await app.register(websocket, { options: { maxPayload: MOST_SENT } })

  const unsubscribe = stream.subscribe((events) => {
    if (sockets.size === 0) return
    for (const event of events) {
      const text = message(event)
      for (const one of sockets) {
        if (one.waiting) one.waiting.push(event)
        else if (isNews(one, event) && reaches(one.reach, event)) send(one, text)
      }
    }
  })

  /** Looking back may have read further than the stream had come: what it meets then was said. */
  function isNews(one: Listening, event: StoredEvent): boolean {
    if (one.said && !isAfter(event, one.said)) return false
    one.said = null
    return true
  }

  function send(one: Listening, text: string) {
    if (one.socket.bufferedAmount > MOST_BUFFERED) one.socket.terminate()
    else one.socket.send(text)
  }

  /** Somebody joined, left or signed out: until each socket is asked again, it hears nothing. */
  let pending: NodeJS.Timeout | undefined
  let changes = 0
  access.onChange(() => {
    changes += 1
    for (const one of sockets) one.waiting ??= []
    pending ??= setTimeout(() => {
      pending = undefined
      for (const one of sockets) void recheck(one)
    }, RECHECK_MS)
  })
  async function recheck(one: Listening) {
    const known = changes
    try {
      const admission = await access.ask({ kind: 'app', token: one.token })
      if (!admission) return one.socket.close(4401, 'signed out')
      one.reach = await readReach(db, one.reach.user_id)
      // Something changed again meanwhile, or it still looks back: then that decides.
      if (known === changes && !one.opening) catchUp(one)
    } catch {
      // What cannot be checked is not served; the browser comes back by itself.
      one.socket.close(1013, 'try again')
    }
  }
  function catchUp(one: Listening) {
    for (const event of one.waiting ?? []) {
      if (isNews(one, event) && reaches(one.reach, event)) send(one, message(event))
    }
    one.waiting = null
  }

  const heartbeat = setInterval(() => {
    for (const one of sockets) {
      if (!one.alive) one.socket.terminate()
      one.alive = false
      one.socket.ping()
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  async function open(socket: WebSocket, request: FastifyRequest) {
    const { cursor } = request.query as { cursor?: string }
    const { user_id } = request.person
    const one: Listening = {
      socket,
      token: sessionToken(request, 'app') ?? '',
      reach: { user_id, workspaces: new Set(), projects: new Map() },
      alive: true,
      waiting: [],
      said: null,
      opening: true,
    }
    socket.on('pong', () => {
      one.alive = true
    })
    socket.on('close', () => sockets.delete(one))
    socket.on('error', () => socket.terminate())
    // From here on nothing is lost: what comes while we look back waits its turn.
    sockets.add(one)

    const start = stream.position()
    const from = readCursor(cursor)
    const missed = from ? await stream.since(from, MOST_REPLAYED) : []
    const stale = cursor !== undefined && (!from || !missed)
    const at = stale || !from ? start : from
    // After looking back, so that it is judged by what holds now.
    const known = changes
    one.reach = await readReach(db, user_id)
    socket.send(JSON.stringify({ kind: 'ready', cursor: writeCursor(at), stale }))
    for (const event of missed ?? []) if (reaches(one.reach, event)) send(one, message(event))
    one.said = missed?.at(-1) ?? at
    one.opening = false
    if (known === changes) catchUp(one)
    // Whoever looked meanwhile left it to us.
    else if (!pending) void recheck(one)
  }

  app.route({
    ...live,
    schema: { ...live.schema, hide: true },
    handler: async () => {
      throw new HttpError(426, { error: 'This address speaks WebSocket only.' })
    },
    wsHandler: (socket, request) => {
      open(socket, request).catch(() => socket.close(1013, 'try again'))
    },
  })
}
