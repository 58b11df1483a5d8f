import { setTimeout as sleep } from 'node:timers/promises'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { randomToken } from '../../../apps/server/src/kernel/auth/tokens.ts'

export interface PageRef {
  origin: string
  cookie: string
  user_id: string
  slug: string
  project_id: string
  page_id: string
}

/** A browser with a page open, which writes a paragraph every so often. */
export interface Editor {
  readonly written: string[]
  text(): string
  /** Whether the server has everything. */
  isSynced(): boolean
  stopWriting(): Promise<void>
  close(): void
}

const PAUSE_MS = 400

export function startEditor({ origin, cookie, user_id, slug, project_id, page_id }: PageRef) {
  class Socket extends WebSocket {
    constructor(url: string) {
      super(url, { headers: { cookie, origin } })
    }
  }
  const query = new URLSearchParams({
    documentType: 'project_page',
    workspaceSlug: slug,
    projectId: project_id,
  })
  const socket = new HocuspocusProviderWebsocket({
    url: `${origin.replace('http', 'ws')}/live/collaboration?${query}`,
    WebSocketPolyfill: Socket,
    ...{ delay: 300, factor: 1.5, maxDelay: 2_000, jitter: false, minDelay: 0 },
  })
  const document = new Y.Doc()
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: page_id,
    document,
    token: JSON.stringify({ id: user_id, name: 'Editor', color: '#ff0000' }),
  })
  provider.attach()
  const fragment = document.getXmlFragment('default')
  const written: string[] = []
  let isOver = false

  async function write() {
    while (!isOver) {
      await sleep(PAUSE_MS)
      const token = randomToken(12)
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.insert(0, [new Y.XmlText(token)])
      fragment.insert(fragment.length, [paragraph])
      written.push(token)
    }
  }
  const writing = write()
  const editor: Editor = {
    written,
    text: () => fragment.toString(),
    isSynced: () => provider.isSynced && !provider.hasUnsyncedChanges,
    async stopWriting() {
      isOver = true
      await writing
    },
    close() {
      provider.destroy()
      socket.destroy()
    },
  }
  return editor
}
