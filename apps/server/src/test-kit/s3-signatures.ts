import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Checks requests like a bucket does, written from the public description of Signature Version 4:
 * the server's signing must pass it, and it must pass the description's examples.
 */
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The scope is a day, region and service: `20130524/us-east-1/s3/aws4_request`. */
export function signIn(scope: string, secret: string, text: string): string {
  let key: string | Buffer = `AWS4${secret}`
  for (const part of scope.split('/')) key = hmac(key, part)
  return hmac(key, text).toString('hex')
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => {
    return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  })

const canonicalQuery = (query: URLSearchParams) =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

interface Claim {
  credential: string
  date: string
  signedHeaders: string
  signature: string
  payload: string
}

type Question = Pick<IncomingMessage, 'method' | 'headers'> & { url: URL }

function claimOf({ headers, url }: Question): Claim | undefined {
  const header = headers.authorization ?? ''
  const part = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(header)?.[1] ?? ''
  if (header.startsWith('AWS4-HMAC-SHA256 ')) {
    return {
      credential: part('Credential'),
      date: String(headers['x-amz-date']),
      signedHeaders: part('SignedHeaders'),
      signature: part('Signature'),
      payload: String(headers['x-amz-content-sha256']),
    }
  }
  const { searchParams: query } = url
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    payload: 'UNSIGNED-PAYLOAD',
  }
}

const momentOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** The error of a request signed by headers or by its query; undefined: none. */
export function refusalOf(question: Question, body: Buffer, secret: string, now = Date.now()) {
  const claim = claimOf(question)
  if (!claim) return 'AccessDenied'
  const { method, headers, url } = question
  const scope = claim.credential.split('/').slice(1).join('/')
  const signed = claim.signedHeaders.split(';').map((name) => `${name}:${headers[name]}\n`)
  const { searchParams: query, pathname } = url
  const path = pathname.split('/').map(decodeURIComponent).map(encode).join('/')
  const canonical = [method, path, canonicalQuery(query), signed.join(''), claim.signedHeaders]
  const text = sha256([...canonical, claim.payload].join('\n'))
  const signature = signIn(scope, secret, ['AWS4-HMAC-SHA256', claim.date, scope, text].join('\n'))
  if (signature !== claim.signature) return 'SignatureDoesNotMatch'
  if (!claim.signedHeaders.split(';').includes('host')) return 'AccessDenied'
  const lifetime = Number(query.get('X-Amz-Expires') ?? 900) * 1000
  if (now > momentOf(claim.date) + lifetime) return 'AccessDenied'
  if (/^[0-9a-f]{64}$/.test(claim.payload) && claim.payload !== sha256(body)) {
    return 'XAmzContentSHA256Mismatch'
  }
  return undefined
}

type Condition = Record<string, string> | ['content-length-range', number, number]

/** The error of a posted form; undefined: none. */
export function formRefusalOf(
  fields: Record<string, string>,
  size: number,
  { bucket, secret, now = Date.now() }: { bucket: string; secret: string; now?: number },
) {
  const { policy = '', 'x-amz-signature': signature, ...rest } = fields
  const scope = (rest['x-amz-credential'] ?? '').split('/').slice(1).join('/')
  if (signIn(scope, secret, policy) !== signature) return 'SignatureDoesNotMatch'
  const read: { expiration: string; conditions: Condition[] } = JSON.parse(
    Buffer.from(policy, 'base64').toString(),
  )
  if (now > Date.parse(read.expiration)) return 'AccessDenied'
  const wanted: Record<string, string> = { bucket }
  for (const condition of read.conditions) {
    if (!Array.isArray(condition)) Object.assign(wanted, condition)
    else if (size > condition[2]) return 'EntityTooLarge'
    else if (size < condition[1]) return 'EntityTooSmall'
  }
  const given: Record<string, string> = { bucket, ...rest }
  const names = new Set([...Object.keys(wanted), ...Object.keys(given)])
  return [...names].every((name) => wanted[name] === given[name]) ? undefined : 'AccessDenied'
}
