import { AwsClient } from 'aws4fetch'
import { StorageAway, StorageFull, StorageRefuses } from './storage.ts'

export interface Bucket {
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** URL for the server, with a slash at the end. */
  url: string
  /** URL for browsers. */
  browserUrl: string
}

interface Question {
  headers?: Record<string, string>
  body?: Blob
  patience?: number | undefined
  /** Ends the request, and the reading of its response. */
  signal?: AbortSignal
}

const PATIENCE = 10_000

const fullCodes = new Set(['XMinioStorageFull', 'QuotaExceeded', 'XMinioAdminBucketQuotaExceeded'])

/** Buckets answer in XML; only what errors need is parsed. */
export const textIn = (xml: string, tag: string) =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]

/** The error in a bucket's response. */
async function faultIn(response: Response): Promise<Error> {
  const { status } = response
  const xml = await response.text().catch(() => '')
  const code = textIn(xml, 'Code') ?? `HTTP ${status}`
  const cause = new Error(`${code}: ${textIn(xml, 'Message') ?? 'no message'}`)
  if (status === 507 || fullCodes.has(code)) return new StorageFull(cause)
  return status >= 500 || status === 429 ? new StorageAway(cause) : new StorageRefuses(code)
}

export interface OpenBucket {
  /** Returns the response if its status is among `expected`. */
  ask(method: string, path: string, expected: number[], question?: Question): Promise<Response>
  /** A URL that works without credentials until `expiresAt`. */
  presign(path: string, query: Record<string, string>, expiresAt: Date): Promise<string>
}

const HOUR = 3_600_000

/** The timestamp format of the signature: 20261115T093000Z. */
export const stampOf = (moment: Date) => moment.toISOString().replace(/[:-]|\.\d{3}/g, '')

export function openBucket(bucket: Bucket): OpenBucket {
  const { region, accessKeyId, secretAccessKey } = bucket
  const retries = { retries: 2, initRetryMs: 100 }
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', ...retries })

  return {
    async ask(method, path, expected, question = {}) {
      const { headers = {}, body, patience = PATIENCE, signal: ending } = question
      const leaving = new AbortController()
      const impatient = setTimeout(() => leaving.abort(), patience)
      const signal = ending ? AbortSignal.any([leaving.signal, ending]) : leaving.signal
      const given = body ? { headers, body } : { headers }
      const response = await client
        .fetch(`${bucket.url}${path}`, { method, ...given, signal, redirect: 'manual' })
        .catch((error: unknown) => {
          throw new StorageAway(error)
        })
        .finally(() => clearTimeout(impatient))
      if (expected.includes(response.status)) return response
      throw await faultIn(response)
    },

    async presign(path, query, expiresAt) {
      // Backdated, so that URLs that expire together are equal and browsers cache the file.
      const signedAt = new Date(Math.min(Date.now(), expiresAt.getTime() - HOUR))
      const url = new URL(path, bucket.browserUrl)
      const seconds = Math.floor((expiresAt.getTime() - signedAt.getTime()) / 1000)
      url.search = String(new URLSearchParams({ ...query, 'X-Amz-Expires': String(seconds) }))
      const aws = { signQuery: true, datetime: stampOf(signedAt) }
      const signed = await client.sign(url.href, { method: 'GET', aws })
      // Signed as %20: not every server reads a plus as a space.
      return signed.url.replaceAll('+', '%20')
    },
  }
}
