import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage, PushSubscription } from '@cairn/contract'
import { atEndOfFile } from '#test/end-of-file.ts'
import { decrypt } from './decrypt.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Reply {
  status: number
  headers?: Record<string, string>
}

/** The claims of the token; throws if the signature does not match the key. */
export function readAuthorization(header = '') {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isOurs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isOurs) throw new Error('The signature is not that of the key.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { key, header: read(head), claims: read(claims) as Record<string, string | number> }
}

/** A push service (RFC 8030) and the browsers that subscribed to it. */
export async function openPushService() {
  const received = new Map<string, Received[]>()
  const replies = new Map<string, Reply>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = Buffer.concat(await request.toArray())
    received.set(path, [...(received.get(path) ?? []), { headers: request.headers, body }])
    const { status, headers } = replies.get(path) ?? { status: 201 }
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEndOfFile(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  /** A browser whose user allowed notifications. */
  function subscribe() {
    const path = `/${crypto.randomUUID()}`
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys('base64url')
    const auth = randomBytes(16)
    const subscription: PushSubscription = {
      endpoint: origin + path,
      keys: { p256dh, auth: auth.toString('base64url') },
    }
    const raw = () => received.get(path) ?? []
    const messages = () =>
      raw().map(({ body }) => JSON.parse(decrypt(body, keys.getPrivateKey(), auth)) as PushMessage)
    return { subscription, raw, messages, answer: (reply: Reply) => replies.set(path, reply) }
  }

  return { origin, subscribe }
}
