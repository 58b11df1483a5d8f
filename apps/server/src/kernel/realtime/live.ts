import { endpoint, livePath, signedIn } from '@cairn/contract'
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sessionToken } from '#kernel/auth/sessions.ts'
import { watchRights } from '#kernel/auth/standing.ts'
import type { Position, StoredEvent } from '#kernel/events/stream.ts'
import type { App } from '#kernel/http/app-type.ts'
import { HttpError } from '#kernel/http/errors.ts'
import { isAfter, readCursor, writeCursor } from './cursor.ts'
import { jsonFor, type Reach, reaches, readReach } from './reach.ts'
import { withoutRemoved } from './replay.ts'

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
  /** When the session ends, in milliseconds. */
  expiresAt: number
}

const HEARTBEAT_MS = 30_000
/** A browser that does not read: it is let go and resumes when it can. */
const MAX_BUFFERED = 4_000_000
/** By one message of a browser, on whichever socket: a page that was written offline is sent at once. */
const MAX_SENT = 5_242_880
/** More than this is quicker to read again than to replay. */
const MAX_REPLAYED = 1_000

const live = endpoint(signedIn, `GET ${livePath}`, {
  query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 64 })) }),
  200: Type.Null(),
})

const message = (event: StoredEvent, json = event.json) =>
  `{"kind":"event","cursor":"${writeCursor(event)}","event":${json}}`

/** The same for one person; usually they are told what everyone is. */
const messageFor = (one: Listening, event: StoredEvent) => message(event, jsonFor(one.reach, event))

export async function serveLive(app: App) {
  const { db } = app
  const { stream, access } = app.deps
  const sockets = new Set<Listening>()
  // Before the library's own, which would close every socket without a word.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    rights.stop()
    unsubscribe()
    for (const { socket } of sockets) socket.close(1012, 'restarting')
  })
  await app.register(websocket, { options: { maxPayload: MAX_SENT } })

  const unsubscribe = stream.subscribe((events) => {
    if (sockets.size === 0) return
    for (const event of events) {
      const text = message(event)
      for (const one of sockets) {
        if (one.waiting) one.waiting.push(event)
        else if (isNews(one, event) && reaches(one.reach, event)) {
          send(one, event.children ? messageFor(one, event) : text)
        }
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
    if (one.socket.bufferedAmount > MAX_BUFFERED) one.socket.terminate()
    else one.socket.send(text)
  }

  /** Until each socket's rights are read again, it hears nothing. */
  const rights = watchRights(access, {
    suspend() {
      for (const one of sockets) one.waiting ??= []
    },
    async review() {
      await Promise.all([...sockets].map(review))
    },
    resume() {
      for (const one of sockets) if (!one.opening) catchUp(one)
    },
    firstExpiry() {
      let first = Number.POSITIVE_INFINITY
      for (const { expiresAt } of sockets) first = Math.min(first, expiresAt)
      return first
    },
  })
  async function review(one: Listening) {
    const admission = await access.ask({ kind: 'app', token: one.token })
    if (!admission) return end(one)
    one.expiresAt = Date.parse(admission.expires_at ?? '')
    one.reach = await readReach(db, one.reach.user_id)
  }
  function end(one: Listening) {
    sockets.delete(one)
    one.socket.close(4401, 'signed out')
  }
  function catchUp(one: Listening) {
    for (const event of one.waiting ?? []) {
      if (isNews(one, event) && reaches(one.reach, event)) send(one, messageFor(one, event))
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
      expiresAt: Number.POSITIVE_INFINITY,
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
    const missed = from ? await stream.since(from, MAX_REPLAYED) : []
    const stale = cursor !== undefined && (!from || !missed)
    const at = stale || !from ? start : from
    // After looking back, so that it is judged by what holds now.
    const known = rights.changes
    await review(one)
    if (!sockets.has(one)) return
    socket.send(JSON.stringify({ kind: 'ready', cursor: writeCursor(at), stale }))
    const heard = (missed ?? []).filter((event) => reaches(one.reach, event))
    for (const event of withoutRemoved(heard)) send(one, messageFor(one, event))
    one.said = missed?.at(-1) ?? at
    one.opening = false
    if (known === rights.changes) catchUp(one)
    // A review that ran meanwhile left it out.
    else rights.recheck()
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
