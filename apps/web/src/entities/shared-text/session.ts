import { collaborationPath, type DocumentType } from '@cairn/contract'
import { FRAGMENT } from '@cairn/editor/collaboration'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { IndexeddbPersistence } from 'y-indexeddb'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import type { Person } from '#ui/people/avatar.tsx'
import { readCaret } from '#ui/platform/read-caret.ts'
import { byCalls } from './by-calls.ts'
import { markClosed, markOpen, persistenceName } from './saved-texts.ts'

const MAX_RETRY_MS = 10_000

export interface SessionState {
  /** There is a text to show: the server's, or the browser's copy. */
  ready: boolean
  connection: 'connecting' | 'live' | 'lost'
  /** Neither the live service nor API calls reach the text. */
  unreachable: boolean
  /** The ids of users who have the text open, including the current one. */
  present: readonly string[]
}

interface SessionOptions {
  scope: { slug: string; project_id: string }
  type: DocumentType
  /** Name of the document. */
  name: string
  me: Person
  /** Whether the user may write now. */
  mayWrite: () => boolean
  /** API calls; changes sent by them are merged with the server's text. */
  calls: { read: () => Promise<Uint8Array>; write: (bytes: Uint8Array) => Promise<unknown> }
  onSignal?: (word: string) => void
  /** The server refuses: the client's data about the text is outdated. */
  onRefused: () => void
}

export type TextSession = ReturnType<typeof openSession>

/**
 * A document that several users edit at once. Each browser stores a copy, so that it opens at once
 * and can be edited offline; differences are merged when the live service is reachable. Otherwise
 * the text is sent by API calls.
 */
export function openSession(options: SessionOptions) {
  const { type, name, me, mayWrite, calls, onSignal, onRefused } = options
  const document = new Doc()
  const fragment = document.getXmlFragment(FRAGMENT)
  let state: SessionState = {
    ready: false,
    connection: 'connecting',
    unreachable: false,
    present: [],
  }
  const listeners = new Set<() => void>()
  let closed = false
  let asked = 0
  const waiting = new Map<number, PromiseWithResolvers<void>>()

  function change(part: Partial<SessionState>) {
    if (closed) return
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  // Per user: unsent changes of another user in this browser must not be sent.
  const copy = persistenceName(me.id, name)
  const persistence = new IndexeddbPersistence(copy, document)
  markOpen(copy)
  persistence.on('synced', () => fragment.length > 0 && change({ ready: true }))

  const socket = new HocuspocusProviderWebsocket({
    url: addressOf(options),
    maxDelay: MAX_RETRY_MS,
  })
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name,
    document,
    token: JSON.stringify({ id: me.id, name: me.name, color: '' }),
    onMessage: readCaret,
    onSynced: () => {
      substitute.stop()
      change({ ready: true, connection: 'live', unreachable: false })
    },
    onClose: () => {
      if (closed) return
      change({ connection: 'lost' })
      substitute.start()
      for (const [asking, answer] of waiting) {
        waiting.delete(asking)
        exchange().then(answer.resolve, answer.reject)
      }
    },
    onAuthenticationFailed: () => {
      change({ connection: 'lost', unreachable: true })
      onRefused()
    },
    onStateless: ({ payload }) => {
      const [, not, asking] = /^(un)?saved (\d+)$/.exec(payload) ?? []
      if (!asking) return onSignal?.(payload)
      const answer = waiting.get(Number(asking))
      waiting.delete(Number(asking))
      if (not) answer?.reject(new Error('not stored'))
      else answer?.resolve()
    },
    onAwarenessChange: ({ states }) => {
      const ids = states.map(({ user }) => user?.id).filter((one) => typeof one === 'string')
      change({ present: [...new Set<string>(ids)] })
    },
  })
  provider.attach()
  provider.setAwarenessField('user', { id: me.id, name: me.name, color: '#000000' })

  async function exchange() {
    const theirs = await calls.read()
    readCaret()
    if (theirs.length > 0) applyUpdate(document, theirs)
    change({ ready: true, unreachable: false })
    const ours = encodeStateAsUpdate(document)
    if (mayWrite() && !isSame(theirs, ours)) await calls.write(ours)
  }

  const substitute = byCalls(() => exchange().catch(() => change({ unreachable: true })))

  const handleOnline = () => void socket.connect()
  addEventListener('online', handleOnline)

  return {
    fragment,
    awareness: provider.awareness,
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Exchanges what either side is missing: changes made while the user could not write. */
    sync: () => state.connection === 'live' && provider.forceSync(),
    saveSoon: () => state.connection === 'lost' && substitute.soon(),
    /** Resolves when the server has stored everything that was written so far. */
    async save(): Promise<void> {
      if (state.connection !== 'live') return exchange()
      // Changes were sent when made, and are stored when the last user leaves.
      if (closed) return
      const answer = Promise.withResolvers<void>()
      asked += 1
      waiting.set(asked, answer)
      provider.sendStateless(`save ${asked}`)
      return answer.promise
    },
    close() {
      closed = true
      const isStored = state.connection === 'live' && !provider.hasUnsyncedChanges
      for (const answer of waiting.values()) answer.resolve()
      removeEventListener('online', handleOnline)
      substitute.stop()
      provider.destroy()
      socket.destroy()
      const stopped = persistence.destroy()
      if (isStored && type !== 'project_page') void stopped.then(() => markClosed(copy))
      document.destroy()
    },
  }
}

function addressOf({ scope, type }: SessionOptions): string {
  const address = new URL(collaborationPath, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const { slug, project_id } = scope
  const query = { documentType: type, workspaceSlug: slug, projectId: project_id }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
