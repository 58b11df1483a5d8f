import { canWritePage, type PageSignal, pageAccess, pageSignals, parseId } from '@cairn/contract'
import { type Connection, type Document, Hocuspocus } from '@hocuspocus/server'
import { applyUpdate, encodeStateAsUpdate } from 'yjs'
import { projectMemberOf } from '#kernel/auth/admit.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { sessionTokenIn } from '#kernel/auth/sessions.ts'
import { watchRights } from '#kernel/auth/standing.ts'
import type { StoredEvent } from '#kernel/events/stream.ts'
import type { App } from '#kernel/http/app-type.ts'
import { HttpError } from '#kernel/http/errors.ts'
import { withLog } from './library-log.ts'
import { announce } from './open-pages.ts'
import { callerOf, findVisible } from './page.ts'
import { readState, storeTogether } from './text.ts'
import { type Condition, findCondition, findDisplayName, findState } from './text-queries.ts'

/** Known of a socket once it has shown who it is. */
export interface Context {
  /** Of the cookie the socket was opened with. */
  session?: string | undefined
  token?: string
  slug?: string
  member?: ProjectMember
  name?: string
  /** When the session ends, in milliseconds. */
  expiresAt?: number
}

type Socket = Parameters<Hocuspocus<Context>['handleConnection']>[0]

/** Said to the browser; without a message, because nothing is wrong with the server. */
class Refusal extends Error {
  readonly reason: string

  constructor(reason: string) {
    super()
    this.reason = reason
  }
}

/** Stored when nobody has written for this long, and while they do so at least this often. */
const PAUSE_MS = 2_000
const MAX_MS = 10_000
/** Of a document with everything that was ever deleted from it. */
const MAX_BYTES = 5_242_880
const MAX_SHOWN = 4_096

/** What comes from the database is neither stored again nor told as somebody's change. */
const asStored = { source: 'local', skipStoreHooks: true } as const

/** Documents are found by their name, so each page has one spelling; answers only write that one. */
const isCanonical = (name: string) => parseId(name) === name

function readDetails(token: string): { id?: unknown; cookie?: unknown } {
  try {
    const details: unknown = JSON.parse(token)
    return typeof details === 'object' && details !== null ? details : {}
  } catch {
    return {}
  }
}

const isTrueFor: Record<PageSignal, (page: Condition) => boolean> = {
  lock: ({ is_locked }) => is_locked,
  unlock: ({ is_locked }) => !is_locked,
  archive: ({ archived_at }) => archived_at !== null,
  unarchive: ({ archived_at }) => archived_at === null,
  'make-public': ({ access }) => access === pageAccess.public,
  'make-private': ({ access }) => access === pageAccess.private,
}
const signals = Object.keys(pageSignals) as PageSignal[]

/** A place for a colour in somebody else's style sheet is no place for anything else. */
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
 * Pages that are being written together, in this process. The row is the truth: what is stored joins
 * what is there, and what somebody stored elsewhere joins what is open here, so that several nodes may
 * have the same page open. Rights are asked again whenever anything changes that decides them, and
 * until they are answered nothing that a browser sends is looked at.
 */
export function openCollaboration(app: App): Collaboration {
  const { db } = app
  const { access, stream, log } = app.deps
  const writers = new WeakMap<Document, ProjectMember>()
  const known = new WeakMap<Document, Condition>()
  const sizes = new WeakMap<Document, number>()
  const unsaved = new Set<Document>()
  const saving = new Set<Promise<unknown>>()

  /** Who this is in the project now; undefined: nobody who may enter it. */
  async function enter(token: string, slug: string, project_id: string) {
    const admission = await access.ask({ kind: 'app', token, slug, project_id })
    const member = admission && projectMemberOf(admission, slug)
    return member && { member, expiresAt: Date.parse(admission.expires_at ?? '') }
  }

  async function findRight(member: ProjectMember, id: string) {
    const page = await findVisible(db, member, id).catch((error: unknown) => {
      if (error instanceof HttpError) return undefined
      throw error
    })
    return page && { write: canWritePage(callerOf(member, page), page) }
  }

  const hocuspocus = new Hocuspocus<Context>({
    quiet: true,
    debounce: PAUSE_MS,
    maxDebounce: MAX_MS,
    maxUnauthenticatedQueueSize: 262_144,
    maxUnauthenticatedQueueMessages: 100,
    maxPendingDocuments: 5,

    async onAuthenticate({ token, documentName, requestParameters, context, connectionConfig }) {
      const { id, cookie } = readDetails(token)
      const session =
        typeof cookie === 'string' ? sessionTokenIn(app.parseCookie(cookie)) : context.session
      if (!session || typeof id !== 'string') throw new Refusal('Credentials not provided')
      const slug = requestParameters.get('workspaceSlug') ?? ''
      const project_id = parseId(requestParameters.get('projectId'))
      const isPage = (requestParameters.get('documentType') ?? 'project_page') === 'project_page'
      const person = await access.ask({ kind: 'app', token: session })
      if (!person || person.user_id !== parseId(id))
        throw new Refusal('Authentication unsuccessful!')
      if (!isPage || !project_id || !isCanonical(documentName)) throw new Refusal('Page not found')
      const entered = await enter(session, slug, project_id)
      const right = entered && (await findRight(entered.member, documentName))
      if (!right) throw new Refusal('Page not found')
      connectionConfig.readOnly = !right.write
      return { token: session, slug, ...entered, name: await findDisplayName(db, person.user_id) }
    },

    async onLoadDocument({ document, documentName, context }) {
      const { member } = context
      if (!member) throw new Refusal('Page not found')
      const state = await readState(db, member, documentName)
      const condition = await findCondition(db, member, documentName)
      if (condition) known.set(document, condition)
      writers.set(document, member)
      sizes.set(document, state?.length ?? 0)
      return state ?? undefined
    },

    // While it was let in and the page was read, its rights may have gone again.
    connected: ({ connection }) => review(connection).catch(() => refuse(connection)),

    beforeHandleMessage: () => rights.settled,

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

    async onStateless({ payload, document }) {
      const signal = signals.find((one) => one === payload)
      const member = writers.get(document)
      const page = signal && member && (await findCondition(db, member, document.name))
      if (page && isTrueFor[signal](page)) document.broadcastStateless(pageSignals[signal])
    },

    async onChange({ document, context }) {
      if (!context.member) return
      writers.set(document, context.member)
      unsaved.add(document)
    },

    async onStoreDocument(payload) {
      const { document, instance } = payload
      try {
        await flush(document)
      } catch (error) {
        log.warn({ err: error, page: document.name }, 'a page waits for the database')
        // Kept open until it is stored, whoever has left it.
        void instance.storeDocumentHooks(document, payload)
      }
    },
  })

  const asThemselves = ({ member, name }: Context, shown: { color?: unknown }) => ({
    id: member?.user_id,
    name,
    ...(typeof shown.color === 'string' && colour.test(shown.color) && { color: shown.color }),
  })

  function flush(document: Document): Promise<void> {
    const storing = store(document).finally(() => saving.delete(storing))
    saving.add(storing)
    return storing
  }

  async function store(document: Document) {
    const writer = writers.get(document)
    if (!writer || !unsaved.delete(document)) return
    try {
      const state = encodeStateAsUpdate(document)
      const stored = await storeTogether(db, writer, document.name, state)
      if (!stored) return
      sizes.set(document, stored.length)
      if (!document.isDestroyed) applyUpdate(document, stored, asStored)
    } catch (error) {
      unsaved.add(document)
      throw error
    }
  }

  /** One socket's rights, as they are now. */
  async function review(connection: Connection<Context>) {
    const { document, context } = connection
    const { token = '', slug = '', member } = context
    const now = member && (await enter(token, slug, member.project_id))
    const right = now && (await findRight(now.member, document.name))
    if (!right) return refuse(connection)
    Object.assign(context, now)
    connection.readOnly = !right.write
  }

  function refuse(connection: Connection<Context>) {
    connection.readOnly = true
    connection.close({ code: 4403, reason: 'Forbidden' })
  }

  /** Everybody hears what it is now, and may do what that allows. */
  async function reviewPage(document: Document) {
    const member = writers.get(document)
    const page = member && (await findCondition(db, member, document.name))
    const before = known.get(document)
    if (page) known.set(document, page)
    for (const signal of signals) {
      if (page && before && isTrueFor[signal](page) && !isTrueFor[signal](before)) {
        document.broadcastStateless(pageSignals[signal])
      }
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
      await Promise.all(documents.map(reviewPage)).catch((error) => {
        log.warn({ err: error }, 'the rights of a page’s readers could not be checked')
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

  async function refresh(id: string) {
    // What others wrote must not reach a connection whose rights are being checked.
    await rights.settled
    const document = hocuspocus.documents.get(id)
    const member = document && writers.get(document)
    const stored = member && (await findState(db, member, id))
    if (!document || document.isDestroyed || !stored?.description_binary) return
    applyUpdate(document, stored.description_binary, asStored)
  }

  const unsubscribe = stream.subscribe((events) => {
    if (hocuspocus.documents.size > 0) for (const event of events) follow(event)
  })
  function follow({ json }: StoredEvent) {
    if (!json.includes('"type": "page.')) return
    const event = JSON.parse(json) as { type: string; id?: string; page?: { id: string } }
    const document = hocuspocus.documents.get(event.id ?? event.page?.id ?? '')
    if (!document) return
    if (event.type !== 'page.written') {
      suspended.add(document)
      rights.recheck()
    } else refresh(document.name).catch((error) => log.warn({ err: error }, 'a page is behind'))
  }

  announce(db, {
    refresh,
    async settle(id) {
      const document = hocuspocus.documents.get(id)
      if (document) await document.saveMutex.runExclusive(() => flush(document))
    },
  })

  return {
    accept(socket, url, session) {
      const request = new Request(new URL(url, 'http://localhost'))
      const reader = hocuspocus.handleConnection(socket, request, { session })
      return {
        handleMessage: (data) => withLog(log, () => reader.handleMessage(data)),
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
