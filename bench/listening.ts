import { once } from 'node:events'
import WebSocket from 'ws'

const isEvent = (text: string) => !text.startsWith('{"kind":"ready"')

/** Browsers that receive the events of a server. */
export async function listenTo(address: string, cookie: string, count: number) {
  const sockets = Array.from(
    { length: count },
    () => new WebSocket(address, { headers: { cookie } }),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'open')))

  /** Waits for one message per client; returns the text of the first. */
  async function hear(): Promise<{ text: string; at: number[] }> {
    const heard = sockets.map(
      (socket) =>
        new Promise<{ text: string; at: number }>((resolve) => {
          const take = (data: WebSocket.RawData) => {
            const text = String(data)
            if (!isEvent(text)) return
            socket.off('message', take)
            resolve({ text, at: performance.now() })
          }
          socket.on('message', take)
        }),
    )
    const messages = await Promise.all(heard)
    return { text: messages[0]?.text ?? '', at: messages.map(({ at }) => at) }
  }

  return {
    hear,
    /** Milliseconds from the response to a change until each has its message. */
    async delays(change: () => Promise<unknown>): Promise<number[]> {
      const hearing = hear()
      await change()
      const answered = performance.now()
      const { at } = await hearing
      return at.map((moment) => Math.max(0, moment - answered))
    },
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}
