import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEndOfFile } from '#test/end-of-file.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  /** 1: internal, 2: server, 3: client. */
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: ReceivedSpan[] }[]
  }[]
}

export const attributesOf = ({ attributes }: { attributes: Attribute[] }) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue] as const),
  )

/** A collector of traces that speaks OTLP over HTTP, in JSON. */
export async function openCollector() {
  const received: { path: string; key: string | undefined; text: string }[] = []
  let isAway = false
  let tries = 0
  const server = createServer(async (request, response) => {
    tries += 1
    if (isAway) {
      request.socket.destroy()
      return
    }
    const text = Buffer.concat(await request.toArray()).toString()
    received.push({ path: request.url ?? '', key: request.headers.authorization, text })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEndOfFile(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const exports = () => received.map(({ text }) => (JSON.parse(text) as Export).resourceSpans)
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => received,
    text: () => received.map(({ text }) => text).join('\n'),
    spans: () =>
      exports()
        .flat()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    resources: () =>
      exports()
        .flat()
        .map(({ resource }) => attributesOf(resource)),
    /** How often something was sent, also while it was away. */
    tries: () => tries,
    /** Closes every connection without an answer. */
    goAway: (away: boolean) => {
      isAway = away
    },
  }
}
