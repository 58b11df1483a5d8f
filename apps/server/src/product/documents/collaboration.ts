import { lookup, parseId } from '@cairn/contract'
import { type Connection, type Document, Hocuspocus } from '@hocuspocus/server'
import { applyUpdate, encodeStateAsUpdate } from 'yjs'
import { projectMemberOf } from '#kernel/auth/admit.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { sessionTokenIn } from '#kernel/auth/sessions.ts'
import { watchRights } from '#kernel/auth/standing.ts'
import type { StoredEvent } from '#kernel/events/stream.ts'
import type { App } from '#kernel/http/app-type.ts'
import { HttpError } from '#kernel/http/errors.ts'
import type { DocumentKind, DocumentKinds, Heard } from './kind.ts'
import { withLog } from './library-log.ts'
import { announce } from './open-documents.ts'
import { findDisplayName } from './writer-queries.ts'

/** What is known about a socket after authentication. */
export interface Context {
  /** Of the cookie the socket was opened with. */
  session?: string | undefined
  token?: string
  slug?: string
  member?: ProjectMember
  kind?: DocumentKind
  name?: string
  /** When the session ends, in milliseconds. */
  expiresAt?: number
}

type Socket = Parameters<Hocuspocus<Context>['handleConnection']>[0]

/** Sent to the browser; without a message, because it is no server error. */
class Refusal extends Error {
  readonly reason: string

  constructor(reason: string) {
    super()
    this.reason = reason
  }
}

/** Stored after this long without a change, and at least every `MAX_MS` during changes. */
const PAUSE_MS = 2_000
const MAX_MS = 10_000
/** The size of a document, including everything ever deleted from it. */
const MAX_BYTES = 5_242_880
const MAX_SHOWN = 4_096

/** Changes from the database are neither stored again nor attributed to a user. */
const asStored = { source: 'local', skipStoreHooks: true } as const

/**
 * Documents are found by name, so only the canonical spelling of an id is accepted; responses use
 * that one.
 */
function idIn({ prefix }: DocumentKind, name: string): string | undefined {
  const id = name.slice(prefix.length)
  return name.startsWith(prefix) && parseId(id) === id ? id : undefined
}

function readDetails(token: string): { id?: unknown; cookie?: unknown } {
  try {
    const details: unknown = JSON.parse(token)
    return typeof details === 'object' && details !== null ? details : {}
  } catch {
    return {}
  }
}

/** The message with which a browser asks to store everything sent so far; the answer repeats its number. */
const saveAsked = /^save (\d{1,9})$/

/** The value ends up in other users' styles, so only colors are allowed. */
const colour = /^(?:#[\da-f]{3,8}|[a-z-]{1,40}|hsl\([\d\s%,.]{1,40}\)|var\(--[\w-]{1,40}\))$/i

export interface Collaboration {
  accept(socket: Socket, url: string, session: string | undefined): Reader
  stop(): Promise<void>
}

export interface Reader {
  handleMessage(data: Uint8Array): void
  handleClose(event: { code: number; reason: string }): void
}

/**
 * Documents edited together in this process. The row is authoritative: a save merges with the
 * stored state, and changes stored elsewhere are merged into the open document, so several nodes
 * may have it open. Rights are checked again whenever anything that affects them changes, and
 * messages from browsers wait until then.
 */
export function openCollaboration(app: App, kinds: DocumentKinds): Collaboration {
  const { db } = app
  const { access, stream, log } = app.deps
  const writers = new WeakMap<Document, ProjectMember>()
  const storedBy = new WeakMap<Document, ProjectMember>()
  const kindOf = new WeakMap<Document, DocumentKind>()
  const signals = new WeakMap<Document, ReadonlySet<string>>()
  const standings = new WeakMap<Document, string>()
  const sizes = new WeakMap<Document, number>()
  /** Documents with unstored changes, and the users who made them. */
  const unsaved = new Map<Document, Set<string>>()
  const saving = new Set<Promise<unknown>>()
  /** Number of the last permission change when a message came. */
  const arrivals = new WeakMap<Uint8Array, number>()

  /** The current project membership; undefined: no access. */
  async function enter(token: string, slug: string, project_id: string) {
    const admission = await access.ask({ kind: 'app', token, slug, project_id })
    const member = admission && projectMemberOf(admission, slug)
    return member && { member, expiresAt: Date.parse(admission.expires_at ?? '') }
  }

  const idOf = (document: Document) => {
    const { prefix = '' } = kindOf.get(document) ?? {}
    return document.name.slice(prefix.length)
  }

  /** A refused document is treated as missing. */
  const unlessRefused = <T>(asked: Promise<T>) =>
    asked.catch((error: unknown) => {
      if (error instanceof HttpError) return undefined
      throw error
    })

  const findRight = (kind: DocumentKind, member: ProjectMember, id: string) =>
    unlessRefused(kind.findRight(db, member, id))

  const hocuspocus = new Hocuspocus<Context>({
    quiet: true,
    debounce: PAUSE_MS,
    maxDebounce: MAX_MS,
    maxUnauthenticatedQueueSize: 262_144,
    maxUnauthenticatedQueueMessages: 100,
    maxPendingDocuments: 5,

    async onAuthenticate({ token, documentName, requestParameters, context, connectionConfig }) {
      const { id: user_id, cookie } = readDetails(token)
      const session =
        typeof cookie === 'string' ? sessionTokenIn(app.parseCookie(cookie)) : context.session
      if (!session || typeof user_id !== 'string') throw new Refusal('Credentials not provided')
      const slug = requestParameters.get('workspaceSlug') ?? ''
      const project_id = parseId(requestParameters.get('projectId'))
      const kind = kinds.get(requestParameters.get('documentType') ?? 'project_page')
      const person = await access.ask({ kind: 'app', token: session })
      if (!person || person.user_id !== parseId(user_id))
        throw new Refusal('Authentication unsuccessful!')
      const id = kind && idIn(kind, documentName)
      if (!kind || !project_id || !id) throw new Refusal('Page not found')
      const entered = await enter(session, slug, project_id)
      const right = entered && (await findRight(kind, entered.member, id))
      if (!right) throw new Refusal('Page not found')
      connectionConfig.readOnly = !right.write
      const name = await findDisplayName(db, person.user_id)
      return { token: session, slug, kind, ...entered, name }
    },

    async onLoadDocument({ document, documentName, context }) {
      const { member, kind } = context
      const id = kind && idIn(kind, documentName)
      if (!member || !id) throw new Refusal('Page not found')
      const state = await kind.read(db, member, id)
      const now = await kind.signals?.read(db, member, id)
      if (now) signals.set(document, now)
      kindOf.set(document, kind)
      writers.set(document, member)
      sizes.set(document, state?.length ?? 0)
      return state ?? undefined
    },

    // Rights may have been lost while the connection was admitted and the document read.
    connected: ({ connection }) => review(connection).catch(() => refuse(connection)),

    beforeHandleMessage: ({ update }) => rights.reviewed(arrivals.get(update)),

    async beforeSync({ document, type, payload, connection }) {
      if (type === 0 || connection.readOnly) return
      const size = (sizes.get(document) ?? 0) + payload.byteLength
      if (size <= MAX_BYTES) return void sizes.set(document, size)
      connection.readOnly = true
      connection.close({ code: 1009, reason: 'The page is too long' })
    },

    async beforeHandleAwareness({ states, context }) {
      for (const [client, state] of states) {
        if (JSON.stringify(state).length > MAX_SHOWN) states.delete(client)
        else if (context?.member && state.user) state.user = asThemselves(context, state.user)
      }
    },

    async onStateless({ payload, document, connection }) {
      const asked = saveAsked.exec(payload)?.[1]
      if (asked) return void save(document, (done) => connection.sendStateless(`${done} ${asked}`))
      const member = writers.get(document)
      const signalling = kindOf.get(document)?.signals
      const word = signalling && lookup(signalling.words, payload)
      if (!word || !member) return
      const now = await signalling.read(db, member, idOf(document))
      if (now?.has(payload)) document.broadcastStateless(word)
    },

    async onChange({ document, context }) {
      if (!context.member) return
      writers.set(document, context.member)
      addAuthors(document, [context.member.user_id])
    },

    async onStoreDocument(payload) {
      const { document, instance } = payload
      try {
        await flush(document)
      } catch (error) {
        log.warn({ err: error, page: document.name }, 'a text waits for the database')
        // Stays open until it is stored, even if all clients left.
        void instance.storeDocumentHooks(document, payload)
      }
    },
  })

  /** Stores everything received so far; reports whether that worked. */
  async function save(document: Document, say: (done: 'saved' | 'unsaved') => void) {
    try {
      await document.saveMutex.runExclusive(() => flush(document))
      say('saved')
    } catch (error) {
      log.warn({ err: error, page: document.name }, 'a text waits for the database')
      say('unsaved')
    }
  }

  const asThemselves = ({ member, name }: Context, shown: { color?: unknown }) => ({
    id: member?.user_id,
    name,
    ...(typeof shown.color === 'string' && colour.test(shown.color) && { color: shown.color }),
  })

  function addAuthors(document: Document, ids: Iterable<string>) {
    unsaved.set(document, new Set([...(unsaved.get(document) ?? []), ...ids]))
  }

  function flush(document: Document): Promise<void> {
    const storing = store(document).finally(() => saving.delete(storing))
    saving.add(storing)
    return storing
  }

  async function store(document: Document) {
    const last = writers.get(document)
    const kind = kindOf.get(document)
    const authors = unsaved.get(document)
    if (!last || !kind || !authors) return
    // While several users write at once, changes are stored under the one who began.
    const before = storedBy.get(document)
    const writer = before && authors.has(before.user_id) ? before : last
    storedBy.set(document, writer)
    unsaved.delete(document)
    try {
      const state = encodeStateAsUpdate(document)
      const stored = await kind.store(db, writer, idOf(document), state, [...authors])
      if (!stored) return
      sizes.set(document, stored.length)
      if (!document.isDestroyed) applyUpdate(document, stored, asStored)
    } catch (error) {
      addAuthors(document, authors)
      throw error
    }
  }

  /** Checks the current rights of one socket. */
  async function review(connection: Connection<Context>) {
    const { document, context } = connection
    const { token = '', slug = '', member, kind } = context
    const now = member && (await enter(token, slug, member.project_id))
    const right = now && kind && (await findRight(kind, now.member, idOf(document)))
    if (!right) return refuse(connection)
    Object.assign(context, now)
    connection.readOnly = !right.write
  }

  function refuse(connection: Connection<Context>) {
    connection.readOnly = true
    connection.close({ code: 4403, reason: 'Forbidden' })
  }

  /** Broadcasts changed signals to all clients and checks their rights again. */
  async function reviewAll(document: Document) {
    const member = writers.get(document)
    const signalling = kindOf.get(document)?.signals
    const now = member && (await signalling?.read(db, member, idOf(document)))
    const before = signals.get(document)
    if (now) signals.set(document, now)
    for (const [signal, word] of Object.entries(signalling?.words ?? {})) {
      if (now?.has(signal) && before && !before.has(signal)) document.broadcastStateless(word)
    }
    await Promise.all(document.getConnections().map((one) => review(one as Connection<Context>)))
  }

  /** Documents whose readers have to be checked again. */
  const suspended = new Set<Document>()
  const rights = watchRights(access, {
    suspend() {
      for (const document of hocuspocus.documents.values()) suspended.add(document)
    },
    async review() {
      const documents = [...suspended]
      suspended.clear()
      await Promise.all(documents.map(reviewAll)).catch((error) => {
        log.warn({ err: error }, 'the rights of a text’s readers could not be checked')
        for (const document of documents) suspended.add(document)
        throw error
      })
    },
    resume() {},
    firstExpiry() {
      let first = Number.POSITIVE_INFINITY
      for (const document of hocuspocus.documents.values()) {
        for (const { context } of document.getConnections()) {
          first = Math.min(first, (context as Context).expiresAt ?? first)
        }
      }
      return first
    },
  })

  async function refresh(name: string) {
    const document = hocuspocus.documents.get(name)
    const member = document && writers.get(document)
    const kind = document && kindOf.get(document)
    if (!member || !kind) return
    const stored = await unlessRefused(kind.read(db, member, idOf(document)))
    // Changes of others must not reach a connection whose rights are being checked.
    await rights.reviewed()
    if (document.isDestroyed || !stored) return
    applyUpdate(document, stored, asStored)
  }

  const families = [...new Set([...kinds.values()].map(({ events }) => `"type": "${events}`))]
  const unsubscribe = stream.subscribe((events) => {
    if (hocuspocus.documents.size > 0) for (const event of events) follow(event)
  })
  function follow({ json }: StoredEvent) {
    if (!families.some((family) => json.includes(family))) return
    const event = JSON.parse(json) as { type: string }
    for (const kind of kinds.values()) {
      const heard = event.type.startsWith(kind.events) ? kind.hear(event) : undefined
      for (const document of heard ? documentsOf(kind, heard) : []) take(document, heard ?? {})
    }
  }

  function documentsOf(kind: DocumentKind, { id }: Heard): Document[] {
    if (!id) return [...hocuspocus.documents.values()].filter((one) => kindOf.get(one) === kind)
    return [hocuspocus.documents.get(kind.prefix + id) ?? []].flat()
  }

  function take(document: Document, { isWritten, standing }: Heard) {
    if (!isWritten || standing !== standings.get(document)) {
      if (standing) standings.set(document, standing)
      suspended.add(document)
      rights.recheck()
    }
    if (isWritten) {
      refresh(document.name).catch((error) => log.warn({ err: error }, 'a text is behind'))
    }
  }

  announce(db, {
    refresh,
    async settle(name) {
      const document = hocuspocus.documents.get(name)
      if (document) await document.saveMutex.runExclusive(() => flush(document))
    },
  })

  return {
    accept(socket, url, session) {
      const request = new Request(new URL(url, 'http://localhost'))
      const reader = hocuspocus.handleConnection(socket, request, { session })
      return {
        handleMessage: (data) => {
          arrivals.set(data, rights.changes)
          withLog(log, () => reader.handleMessage(data))
        },
        handleClose: (event) => reader.handleClose(event),
      }
    },

    async stop() {
      unsubscribe()
      rights.stop()
      const documents = [...hocuspocus.documents.values()]
      for (const document of documents) {
        await Promise.all(document.getConnections().map((one) => one.waitForPendingMessages()))
      }
      hocuspocus.closeConnections()
      hocuspocus.flushPendingStores()
      for (const document of documents)
        await flush(document).catch((error) => lost(error, document))
      await Promise.allSettled(saving)
    },
  }

  function lost(error: unknown, { name }: Document) {
    log.error({ err: error, page: name }, 'what was written last could not be stored')
  }
}
