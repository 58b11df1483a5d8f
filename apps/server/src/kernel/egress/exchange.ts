import type { LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { EgressFailed, EgressRefused } from './errors.ts'

export interface Exchange {
  method: string
  headers: Record<string, string>
  body: Buffer | undefined
  maxBytes: number
  cutsAnswer: boolean
  signal: AbortSignal
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/**
 * The socket uses these instead of the resolver, which could return another address the second
 * time.
 */
const pinnedTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all || !first) callback(null, addresses)
    else callback(null, first.address, first.family)
  }

/** One request and its response over a separate connection to one of the given addresses. */
export function exchange(url: URL, addresses: LookupAddress[], sent: Exchange): Promise<Answer> {
  const { method, headers, body, maxBytes, cutsAnswer, signal } = sent
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()

  const outgoing = request(url, {
    method,
    headers: body ? { ...headers, 'content-length': String(body.length) } : headers,
    signal,
    lookup: pinnedTo(addresses),
    // A pool would hand this host's socket to a later request that was checked against other addresses.
    agent: false,
  })

  outgoing.on('response', (incoming) => {
    const chunks: Buffer[] = []
    let size = 0
    const { statusCode = 0, headers } = incoming
    const finish = () => resolve({ status: statusCode, headers, body: Buffer.concat(chunks) })
    const tooLarge = () => {
      if (cutsAnswer) finish()
      reject(new EgressRefused(`${url.host} answered with more than ${maxBytes} bytes.`))
      outgoing.destroy()
    }

    const isLong = Number(headers['content-length']) > maxBytes && method !== 'HEAD'
    if (isLong && !cutsAnswer) tooLarge()
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, Math.max(0, maxBytes - size)))
      size += chunk.length
      if (size > maxBytes) tooLarge()
    })
    incoming.on('end', finish)
    incoming.on('error', reject)
  })
  outgoing.on('error', reject)
  // An unrequested upgrade closes the socket with neither a response nor an error.
  outgoing.on('close', () => reject(new EgressFailed(`${url.host} closed the connection.`)))
  outgoing.end(body)

  return promise
}
