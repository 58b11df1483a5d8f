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
  /** Events that arrive until the rights of this client are known; null: they are known. */
  waiting: StoredEvent[] | null
  /** Events up to here are already sent; null once the stream has passed it. */
  said: Position | null
  opening: boolean
  /** When the session ends, in milliseconds. */
  expiresAt: number
}

const HEARTBEAT_MS = 30_000
/** A client that does not read is disconnected and resumes when it can. */
const MAX_BUFFERED = 4_000_000
/** Per message of a client, on any socket: a page that was written offline is sent at once. */
const MAX_SENT = 5_242_880
/** Above this, reloading is faster than replaying. */
const MAX_REPLAYED = 1_000

const live = endpoint(signedIn, `GET ${livePath}`, {
  query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 64 })) }),
  200: Type.Null(),
})

const message = (event: StoredEvent, json = event.json) =>
  `{"kind":"event","cursor":"${writeCursor(event)}","event":${json}}`

/** `stale`: what the browser read before is no longer to be trusted. */
const ready = (at: Position, stale: boolean) =>
  JSON.stringify({ kind: 'ready', cursor: writeCursor(at), stale })

/** The message for one user; usually the same as for everyone. */
const messageFor = (one: Listening, event: StoredEvent) => message(event, jsonFor(one.reach, event))

export async function serveLive(app: App) {
  const { db } = app
  const { stream, access } = app.deps
  const sockets = new Set<Listening>()
  // Before the library's hook, which would close every socket without a code.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    rights.stop()
    unsubscribe()
    for (const { socket } of sockets) socket.close(1012, 'restarting')
  })
  await app.register(websocket, { options: { maxPayload: MAX_SENT } })

  function passOn(events: readonly StoredEvent[]) {
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
  }
  const unsubscribe = stream.subscribe(passOn, readAllAgain)

  /** Every browser may have heard an event that was lost, and others since. */
  function readAllAgain() {
    for (const one of sockets) {
      // It comes back with what it heard last.
      if (one.opening) one.socket.close(1012, 'restarting')
      else {
        if (one.waiting) one.waiting = []
        one.said = null
        send(one, ready(stream.position(), true))
      }
    }
  }

  /**
   * The replay may have read further than the stream: events the stream then delivers are already
   * sent.
   */
  function isNews(one: Listening, event: StoredEvent): boolean {
    if (one.said && !isAfter(event, one.said)) return false
    one.said = null
    return true
  }

  function send(one: Listening, text: string) {
    if (one.socket.bufferedAmount > MAX_BUFFERED) one.socket.terminate()
    else one.socket.send(text)
  }

  /** A socket gets no events until its rights are read again. */
  const rights = watchRights(access, {
    suspend() {
      for (const one of sockets) one.waiting ??= []
    },
    async review() {
      await Promise.all([...sockets].map(reviewAndDeliver))
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
  async function reviewAndDeliver(one: Listening) {
    const due = one.waiting?.length
    await review(one)
    // Events before the review; later ones wait for the next one if permissions changed.
    if (!one.opening) deliver(one, due)
  }
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
  function deliver(one: Listening, count = 0) {
    for (const event of one.waiting?.splice(0, count) ?? []) {
      if (!sockets.has(one)) return
      if (isNews(one, event) && reaches(one.reach, event)) send(one, messageFor(one, event))
    }
  }
  function catchUp(one: Listening) {
    deliver(one, one.waiting?.length)
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
    // From here on no event is lost: events that arrive during the replay are queued.
    sockets.add(one)

    const start = stream.position()
    const from = readCursor(cursor)
    const missed = from ? await stream.since(from, MAX_REPLAYED) : []
    const stale = cursor !== undefined && (!from || !missed)
    const at = stale || !from ? start : from
    // After reading the missed events, so that current rights are applied.
    const known = rights.changes
    await review(one)
    if (!sockets.has(one)) return
    socket.send(ready(at, stale))
    const heard = (missed ?? []).filter((event) => reaches(one.reach, event))
    for (const event of withoutRemoved(heard)) send(one, messageFor(one, event))
    one.said = missed?.at(-1) ?? at
    one.opening = false
    if (known === rights.changes) catchUp(one)
    // A review that ran meanwhile skipped this socket.
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
