import type { AddressInfo } from 'node:net'
import type { LiveMessage } from '@cairn/contract'
import WebSocket from 'ws'
import type { Client } from './client.ts'

interface Options {
  cursor?: string
  origin?: string | undefined
}

/** A browser's live socket; records its messages and lets a test wait for more. */
export class LiveSocket {
  readonly heard: LiveMessage[] = []
  readonly socket: WebSocket
  closed: number | undefined
  #wake: () => void = () => {}

  constructor({ app, cookies }: Client, { cursor = '', origin }: Options = {}) {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const { port } = app.server.address() as AddressInfo
    const url = `ws://127.0.0.1:${port}/api/live/${cursor && `?cursor=${cursor}`}`
    this.socket = new WebSocket(url, { headers: { cookie, ...(origin && { origin }) } })
    this.socket.on('message', (data) => {
      this.heard.push(JSON.parse(String(data)))
      this.#wake()
    })
    this.socket.on('close', (code) => {
      this.closed = code
      this.#wake()
    })
    this.socket.on('error', () => this.#wake())
  }

  async until<T>(found: () => T | undefined | false): Promise<T> {
    for (;;) {
      const value = found()
      if (value) return value
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  ready = () => this.until(() => this.heard.find((message) => message.kind === 'ready'))
  names = () =>
    this.heard.flatMap((message) =>
      message.kind === 'event' && message.event.type === 'work_item.saved'
        ? [message.event.work_item.name]
        : [],
    )
  lastCursor = () => this.heard.at(-1)?.cursor ?? ''
}
