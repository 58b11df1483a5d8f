import type { AddressInfo } from 'node:net'
import { type DocumentType, descriptionPrefix } from '@cairn/contract'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { onTestFinished } from 'vitest'
import WebSocket from 'ws'
import * as Y from 'yjs'
import type { Client } from './client.ts'

export const portOf = (server: { address(): AddressInfo | string | null }) =>
  (server.address() as AddressInfo).port

export interface DocumentSocketOptions {
  /** The user id the browser claims; by default the real one. */
  id?: string
  origin?: string
  cookies?: Record<string, string>
  /** The kind of document; by default a page. */
  type?: DocumentType
  /** Of another process than the test's own. */
  port?: number
}

/** A user who has a page or a description open. */
export class DocumentSocket {
  readonly doc = new Y.Doc()
  readonly provider: HocuspocusProvider
  readonly heard: string[] = []
  refused: string | undefined
  left = false
  #socket: HocuspocusProviderWebsocket
  #wake = new Set<() => void>()

  constructor(client: Client, page: { id: string }, options: DocumentSocketOptions = {}) {
    const { id = client.user_id, origin, cookies = client.cookies } = options
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    class Socket extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie, ...(origin && { origin }) } })
      }
    }
    const { slug = '', project_id = '' } = client.place
    const query = new URLSearchParams({
      documentType: options.type ?? 'project_page',
      workspaceSlug: slug,
      projectId: project_id,
    })
    const { port = portOf(client.app.server) } = options
    this.#socket = new HocuspocusProviderWebsocket({
      url: `ws://127.0.0.1:${port}/live/collaboration?${query}`,
      WebSocketPolyfill: Socket,
      // Reconnects, even if the other process is gone.
      ...(options.port
        ? { delay: 200, factor: 1, jitter: false, minDelay: 0 }
        : { maxAttempts: 1 }),
    })
    const wake = () => {
      for (const one of this.#wake) one()
    }
    this.provider = new HocuspocusProvider({
      websocketProvider: this.#socket,
      name: options.type ? descriptionPrefix + page.id : page.id,
      document: this.doc,
      token: JSON.stringify({ id, name: 'Somebody else', color: '#ff0000' }),
      onAuthenticationFailed: ({ reason }) => {
        this.refused = reason
        wake()
      },
      onStateless: ({ payload }) => {
        this.heard.push(payload)
        wake()
      },
      onClose: () => {
        this.left = true
        wake()
      },
      onSynced: wake,
      onAwarenessUpdate: wake,
    })
    this.doc.on('update', wake)
    this.provider.on('unsyncedChanges', wake)
    this.provider.attach()
    onTestFinished(() => this.close())
  }

  async until<T>(found: () => T | undefined | false): Promise<T> {
    for (;;) {
      const value = found()
      if (value) return value
      await new Promise<void>((resolve) => {
        this.#wake.add(resolve)
      })
    }
  }

  ready = async () => {
    await this.until(() => this.provider.isSynced)
    return this
  }

  say(text: string) {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText(text)])
    const fragment = this.doc.getXmlFragment('default')
    fragment.insert(fragment.length, [paragraph])
  }

  mention(person: string) {
    const mention = new Y.XmlElement<{ id: string; person: string; name: string }>('mention')
    for (const [name, value] of Object.entries({ id: crypto.randomUUID(), person, name: 'x' })) {
      mention.setAttribute(name as 'id', value)
    }
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [mention])
    const fragment = this.doc.getXmlFragment('default')
    fragment.insert(fragment.length, [paragraph])
  }

  /** Sends these bytes as one frame, valid or not. */
  sendRaw = (frame: Uint8Array<ArrayBuffer>) => this.#socket.webSocket?.send(frame)

  text = () => this.doc.getXmlFragment('default').toString()
  hears = (text: string) => this.until(() => this.text().includes(text))
  /** Resolves when the server has all changes. */
  taken = () => this.until(() => !this.provider.hasUnsyncedChanges)

  close() {
    this.provider.destroy()
    this.#socket.destroy()
  }
}
