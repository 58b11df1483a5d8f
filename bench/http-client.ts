import { once } from 'node:events'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'

export interface Answer {
  status: number
  body: Buffer
}

const PATIENCE_MS = 60_000

/** One keep-alive connection, like that of a browser. */
export function httpClient(origin: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  async function send(method: string, path: string, body?: object): Promise<Answer> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const options: RequestOptions = { agent, hostname, port, path, method, headers: { ...headers } }
    if (payload !== undefined) {
      const length = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }
      options.headers = { ...headers, ...length }
    }
    const outgoing = request({ ...options, signal: AbortSignal.timeout(PATIENCE_MS) })
    // Without a listener a connection that breaks between two awaits would end the process.
    outgoing.on('error', () => {})
    outgoing.end(payload)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    return { status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }
  }

  return {
    send,
    async expect(status: number, method: string, path: string, body?: object): Promise<Buffer> {
      const answer = await send(method, path, body)
      if (answer.status === status) return answer.body
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`)
    },
    close: () => agent.destroy(),
  }
}
