import {
  collaborationPath,
  type PageSignal,
  type ProjectPage,
  pageAccess,
  type pageSignals,
} from '@cairn/contract'
import { FRAGMENT } from '@cairn/editor/collaboration'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { IndexeddbPersistence } from 'y-indexeddb'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import { persistenceName } from '#entities/page/saved-texts.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import type { Person } from '#ui/people/avatar.tsx'
import { byCalls } from './by-calls.ts'
import type { PageScope } from './page-list.ts'
import { readText, writeText } from './page-text.ts'

const MAX_RETRY_MS = 10_000

export interface SessionState {
  /** There is a text to show: the server's, or the one kept in this browser. */
  ready: boolean
  connection: 'connecting' | 'live' | 'lost'
  /** The ids of those who have the page open, oneself included. */
  present: readonly string[]
}

interface SessionOptions {
  scope: PageScope
  id: string
  me: Person
  /** Whether one may write at this moment. */
  mayWrite: () => boolean
  onSignal: (part: Partial<ProjectPage>) => void
  /** The server refuses: what is known about the page is out of date. */
  onRefused: () => void
}

/** What everybody on the page hears of, as the fields it changes. */
const partsOf = (): Record<(typeof pageSignals)[PageSignal], Partial<ProjectPage>> => ({
  locked: { is_locked: true },
  unlocked: { is_locked: false },
  archived: { archived_at: todayHere() },
  unarchived: { archived_at: null },
  'made-public': { access: pageAccess.public },
  'made-private': { access: pageAccess.private },
})

export type PageSession = ReturnType<typeof openSession>

/**
 * A document several write at once. Each browser keeps a copy, so that it opens at once and can be
 * written without the network; what differs is merged when the live service is there. While that is
 * away, the text goes by ordinary calls.
 */
export function openSession(options: SessionOptions) {
  const { scope, id, me, mayWrite, onSignal, onRefused } = options
  const document = new Doc()
  const fragment = document.getXmlFragment(FRAGMENT)
  let state: SessionState = { ready: false, connection: 'connecting', present: [] }
  const listeners = new Set<() => void>()
  let closed = false

  function change(part: Partial<SessionState>) {
    if (closed) return
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  // Of this person in this browser: what somebody else left unsent here is not theirs to send.
  const persistence = new IndexeddbPersistence(persistenceName(me.id, id), document)
  persistence.on('synced', () => fragment.length > 0 && change({ ready: true }))

  const socket = new HocuspocusProviderWebsocket({
    url: addressOf(scope),
    maxDelay: MAX_RETRY_MS,
  })
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: id,
    document,
    token: JSON.stringify({ id: me.id, name: me.name, color: '' }),
    onSynced: () => {
      substitute.stop()
      change({ ready: true, connection: 'live' })
    },
    onClose: () => {
      if (closed) return
      change({ connection: 'lost' })
      substitute.start()
    },
    onAuthenticationFailed: () => {
      change({ connection: 'lost' })
      onRefused()
    },
    onStateless: ({ payload }) => {
      const parts = new Map(Object.entries(partsOf()))
      onSignal(parts.get(payload) ?? {})
    },
    onAwarenessChange: ({ states }) => {
      const ids = states.map(({ user }) => user?.id).filter((one) => typeof one === 'string')
      change({ present: [...new Set<string>(ids)] })
    },
  })
  provider.attach()
  provider.setAwarenessField('user', { id: me.id, name: me.name, color: '#000000' })

  const substitute = byCalls(async () => {
    const theirs = await readText(scope, id)
    if (closed) return
    if (theirs.length > 0) applyUpdate(document, theirs)
    change({ ready: true })
    const ours = encodeStateAsUpdate(document)
    if (mayWrite() && !isSame(theirs, ours)) await writeText(scope, id, ours)
  })

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
    /** Asks for what is missing on either side: what was written while one might not. */
    sync: () => state.connection === 'live' && provider.forceSync(),
    saveSoon: () => state.connection === 'lost' && substitute.soon(),
    close() {
      closed = true
      removeEventListener('online', handleOnline)
      substitute.stop()
      provider.destroy()
      socket.destroy()
      void persistence.destroy()
      document.destroy()
    },
  }
}

function addressOf({ slug, project_id }: PageScope): string {
  const address = new URL(collaborationPath, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const query = { documentType: 'project_page', workspaceSlug: slug, projectId: project_id }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
