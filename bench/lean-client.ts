import { once } from 'node:events'
import { connect } from 'node:net'

const end = '\r\n\r\n'

/** The end of the response this text starts with; undefined while it is incomplete. */
function lengthOf(text: string): number | undefined {
  const head = text.indexOf(end)
  if (head < 0) return undefined
  const body = /^content-length: (\d+)\r$/im.exec(text.slice(0, head + 2))?.[1] ?? 0
  const length = head + end.length + Number(body)
  return text.length >= length ? length : undefined
}

/**
 * A keep-alive connection with about as little client overhead as the database driver: with a floor
 * of a fraction of a millisecond, Node's HTTP client would be measured instead of the server.
 */
export async function leanClient(origin: string, cookie: string) {
  const { host, hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
  await once(socket, 'connect')
  let received = ''
  let answer: PromiseWithResolvers<string> | undefined
  socket.on('data', (text: string) => {
    received += text
    const length = lengthOf(received)
    if (length === undefined) return
    answer?.resolve(received.slice(0, length))
    received = received.slice(length)
  })
  socket.on('close', () => answer?.reject(new Error('The server closed the connection.')))

  return {
    async expect(status: number, method: string, path: string, body: object): Promise<string> {
      const payload = JSON.stringify(body)
      answer = Promise.withResolvers()
      const head = [
        `${method} ${path} HTTP/1.1`,
        `host: ${host}`,
        `cookie: ${cookie}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(payload)}`,
      ]
      socket.write(head.join('\r\n') + end + payload)
      const text = await answer.promise
      if (!text.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`${method} ${path}: ${text}`)
      return text.slice(text.indexOf(end) + end.length)
    },
    close: () => void socket.destroy(),
  }
}
