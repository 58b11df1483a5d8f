import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { mayConnectTo, readCidrs } from './addresses.ts'
import { EgressFailed, EgressRefused } from './errors.ts'
import { type Answer, exchange } from './exchange.ts'

export interface EgressRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** For everything together: name, connection, redirects and body. */
  timeoutMs?: number
  maxBytes?: number
  /** A longer response is truncated, not refused. */
  cutsAnswer?: boolean
  /** With 0 the redirect itself is the response. */
  maxRedirects?: number
}

interface EgressAnswer extends Answer {
  /** The final URL of the response. */
  url: string
}

/** Why a host cannot be called, before anything is sent to it. */
export type Obstacle = 'unresolved' | 'no addresses' | 'refused'

export interface Egress {
  fetch(url: string, request?: EgressRequest): Promise<EgressAnswer>
  /** Undefined if the host may be called at the moment. */
  obstacleTo(url: URL): Promise<Obstacle | undefined>
}

type Resolve = (host: string) => Promise<LookupAddress[]>

// Other origins get nothing about us: no credentials, no signature, no custom headers.
const allowedAcrossOrigins = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])
// Headers of the connection, which we set ourselves.
const ownHeaders = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
]

const redirects = new Set([301, 302, 303, 307, 308])

function readUrl(typed: string, base?: URL): URL {
  const url = URL.parse(typed, base?.href)
  if (!url) throw new EgressRefused('The URL is not valid.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressRefused('Only http and https URLs can be called.')
  }
  if (url.username || url.password) {
    throw new EgressRefused('The URL must not contain a user name or password.')
  }
  return url
}

function readHeaders(headers: Record<string, string> = {}): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    'user-agent': 'Cairn',
    ...Object.fromEntries(lower.filter(([name]) => !ownHeaders.includes(name))),
    // A small compressed response could become large after the limit was checked.
    'accept-encoding': 'identity',
  }
}

const onlyHarmless = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => allowedAcrossOrigins.has(name)))

/** Browsers turn these into GET; the body was meant for the first URL. */
const becomesGet = (status: number, method: string) =>
  (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST')

/** Short, because a request waits for the result. */
const RESOLVE_MS = 5000

const resolveByName: Resolve = (host) => lookup(host, { all: true })

/** All requests to a URL that a user chose must use this. */
export function createEgress({
  allow,
  allowHosts = [],
  resolve = resolveByName,
}: {
  allow: string[]
  /** Allowed regardless of their addresses. */
  allowHosts?: string[]
  resolve?: Resolve
}): Egress {
  const allowed = readCidrs(allow)

  async function resolved(url: URL): Promise<LookupAddress[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const family = isIP(host)
    return family ? [{ address: host, family }] : resolve(host)
  }

  // One refused address refuses the host: we cannot choose which of them the socket uses.
  const mayCall = ({ hostname }: URL, addresses: LookupAddress[]) =>
    allowHosts.includes(hostname) ||
    addresses.every(({ address }) => mayConnectTo(address, allowed))

  async function addressesOf(url: URL): Promise<LookupAddress[]> {
    const addresses = await resolved(url)
    if (!addresses.length || !mayCall(url, addresses)) {
      throw new EgressRefused(
        `${url.hostname} is not a public address. An administrator can allow its network.`,
      )
    }
    return addresses
  }

  async function follow(typed: string, request: EgressRequest, signal: AbortSignal) {
    const { maxBytes = 1_000_000, maxRedirects = 3, cutsAnswer = false } = request
    let url = readUrl(typed)
    let method = (request.method ?? 'GET').toUpperCase()
    let headers = readHeaders(request.headers)
    let body = request.body === undefined ? undefined : Buffer.from(request.body)

    for (let hop = 0; ; hop++) {
      const addresses = await orAborted(addressesOf(url), signal)
      const sent = { method, headers, body, maxBytes, cutsAnswer, signal }
      const answer = await exchange(url, addresses, sent)
      const { location } = answer.headers
      const redirected = redirects.has(answer.status) && typeof location === 'string'
      if (!redirected || maxRedirects === 0) return { ...answer, url: url.href }
      if (hop === maxRedirects) {
        throw new EgressRefused(`${url.host} redirects more than ${maxRedirects} times.`)
      }

      const next = readUrl(location, url)
      if (becomesGet(answer.status, method)) {
        method = 'GET'
        body = undefined
        delete headers['content-type']
      }
      if (next.origin !== url.origin) headers = readHeaders(onlyHarmless(headers))
      url = next
    }
  }

  return {
    async obstacleTo(url) {
      try {
        const addresses = await orAborted(resolved(url), AbortSignal.timeout(RESOLVE_MS))
        if (addresses.length === 0) return 'no addresses'
        return mayCall(url, addresses) ? undefined : 'refused'
      } catch {
        return 'unresolved'
      }
    },
    async fetch(typed, request = {}) {
      const { timeoutMs = 5000 } = request
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await follow(typed, request, signal)
      } catch (error) {
        if (error instanceof EgressRefused) throw error
        if (signal.aborted) throw new EgressFailed(`No answer within ${timeoutMs / 1000} seconds.`)
        throw error instanceof EgressFailed ? error : new EgressFailed(sentenceFor(error))
      }
    },
  }
}

/** The resolver cannot be stopped, but we can stop waiting for it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

const sentences = new Map(
  Object.entries({
    ENOTFOUND: 'The host name is unknown.',
    EAI_AGAIN: 'The host name could not be looked up.',
    ECONNREFUSED: 'The host refused the connection.',
    ECONNRESET: 'The host closed the connection.',
    EHOSTUNREACH: 'The host cannot be reached.',
    ENETUNREACH: 'The host cannot be reached.',
  }),
)

function sentenceFor(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return sentences.get(code) ?? `The request failed: ${message}.`
}
