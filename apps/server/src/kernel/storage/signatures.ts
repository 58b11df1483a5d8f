import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedDownload, Upload } from './storage.ts'

// The purpose is signed too, so that a download signature is not valid for an upload.
type Purpose = 'upload' | 'download'

const sign = (secret: string, purpose: Purpose, text: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex')

function isSigned(secret: string, purpose: Purpose, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, purpose, text))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

interface Claims {
  key: string
  type: string
  maxBytes: number
  expires: number
}

/** The fields of the form a browser posts; named as a bucket names them. */
export function signUpload(secret: string, upload: Upload): Record<string, string> {
  const { key, type, maxBytes, expiresAt } = upload
  const claims: Claims = { key, type, maxBytes, expires: expiresAt.getTime() }
  const policy = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return {
    key,
    'Content-Type': type,
    policy,
    'x-amz-signature': sign(secret, 'upload', policy),
  }
}

/** What the posted form allows, or null: forged, changed or too late. */
export function verifyUpload(
  secret: string,
  fields: Record<string, string | undefined>,
  now = new Date(),
): Upload | null {
  const { policy = '', 'x-amz-signature': signature = '' } = fields
  if (!isSigned(secret, 'upload', policy, signature)) return null

  const claims: Claims = JSON.parse(Buffer.from(policy, 'base64url').toString())
  const { key, type, maxBytes, expires } = claims
  const repeated = fields.key === key && fields['Content-Type'] === type
  if (!repeated || expires <= now.getTime()) return null
  return { key, type, maxBytes, expiresAt: new Date(expires) }
}

const textOf = (key: string, query: URLSearchParams) =>
  [key, ...['expires', 'type', 'name', 'attachment', 'reader'].map((name) => query.get(name))].join(
    '\n',
  )

/** The query of a download's address. */
export function signDownload(secret: string, download: SignedDownload): URLSearchParams {
  const { key, type, name, attachment, reader, expiresAt } = download
  const query = new URLSearchParams({
    expires: String(expiresAt.getTime()),
    type,
    name: name.replace(/\p{Cc}/gu, ''),
    attachment: attachment ? '1' : '0',
    reader,
  })
  query.set('signature', sign(secret, 'download', textOf(key, query)))
  return query
}

/** What the address was signed for, expired or not; null: forged or changed. */
export function verifyDownload(
  secret: string,
  key: string,
  query: URLSearchParams,
): SignedDownload | null {
  if (!isSigned(secret, 'download', textOf(key, query), query.get('signature') ?? '')) return null
  return {
    key,
    type: query.get('type') ?? '',
    name: query.get('name') ?? '',
    attachment: query.get('attachment') === '1',
    reader: query.get('reader') ?? '',
    expiresAt: new Date(Number(query.get('expires'))),
  }
}
