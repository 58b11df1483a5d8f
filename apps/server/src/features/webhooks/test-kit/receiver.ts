import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEndOfFile } from '#test/end-of-file.ts'

/** A received request. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: {
    event: string
    action: string
    webhook_id: string
    workspace_id: string
    data: Record<string, unknown>
    activity: Record<string, unknown> & { actor: Record<string, unknown> | null }
  }
}

interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Receiver {
  /** A separate URL for each test; all are received here. */
  address(path?: string): string
  received(): Received[]
  receivedAt(path: string): Received[]
  /** Sets the response of a path. Default: 200. */
  answer(path: string, reply: Reply | 'hang up'): void
}

/** A webhook receiver. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const replies = new Map<string, Reply | 'hang up'>()
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, text, body: JSON.parse(text) })
    const reply = replies.get(path) ?? { status: 200, body: 'thanks' }
    if (reply === 'hang up') request.socket.destroy()
    else response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEndOfFile(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    address: (path = `/${crypto.randomUUID()}`) => `http://127.0.0.1:${port}${path}`,
    received: () => received,
    receivedAt: (path) => received.filter((one) => one.path === new URL(path, 'http://x').pathname),
    answer: (path, reply) => replies.set(new URL(path, 'http://x').pathname, reply),
  }
}
