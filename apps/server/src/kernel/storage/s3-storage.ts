import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { type Bucket, type OpenBucket, openBucket, textIn } from './bucket.ts'
import { dispositionFor } from './disposition.ts'
import { signPost } from './post-policy.ts'
import {
  type Arrived,
  assertKey,
  isKey,
  KeyTaken,
  type Range,
  type Storage,
  StorageRefuses,
  type StoredFile,
} from './storage.ts'
import { writeAll } from './write-all.ts'

/**
 * Forms are posted here. A form is valid for an hour and may be posted twice; served files were
 * moved out of its reach.
 */
const incoming = 'incoming/'

const DAY = 24 * 60 * 60 * 1000
const HEAD_BYTES = 4096
/** A file on its way to the bucket may be large. */
const PATIENCE_FOR_FILES = 600_000

/** Health checks do not wait long. */
const PATIENCE_FOR_HEALTH = 2_000

const sizeOf = ({ headers }: Response) => Number(headers.get('content-length'))

/** The whole file's size: a partial response has both in the header. */
function wholeSizeOf(response: Response): number {
  const total = response.headers.get('content-range')?.split('/')[1]
  return total ? Number(total) : sizeOf(response)
}

const bytesOf = ({ body }: Response) =>
  body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])

async function headOf(bucket: OpenBucket, path: string) {
  const found = await bucket.ask('HEAD', path, [200, 404])
  if (found.status === 404) return null
  return { size: sizeOf(found), modifiedAt: new Date(found.headers.get('last-modified') ?? '') }
}

const rangeHeader = (range?: Range) =>
  range ? { range: `bytes=${range.start}-${range.end}` } : undefined

interface Waiting extends Arrived {
  modifiedAt: Date
  etag: string
}

/** A posted file that was not received yet. */
async function readWaiting(bucket: OpenBucket, path: string): Promise<Waiting | null> {
  const headers = { range: `bytes=0-${HEAD_BYTES - 1}` }
  // 416: an empty file has no first byte.
  const found = await bucket.ask('GET', path, [200, 206, 404, 416], { headers })
  const bytes = await buffer(bytesOf(found))
  if (found.status === 404) return null
  const isEmpty = found.status === 416
  return {
    size: isEmpty ? 0 : wholeSizeOf(found),
    type: found.headers.get('content-type') ?? '',
    head: isEmpty ? Buffer.alloc(0) : bytes,
    modifiedAt: new Date(found.headers.get('last-modified') ?? Date.now()),
    etag: found.headers.get('etag') ?? '',
  }
}

/**
 * Moves inside the bucket, and only the checked version. False: another was posted, or this one
 * moved.
 */
async function move(bucket: OpenBucket, from: string, to: string, name: string, etag: string) {
  const headers = {
    'x-amz-copy-source': `/${name}/${from}`,
    'x-amz-copy-source-if-match': etag,
  }
  const patience = PATIENCE_FOR_FILES
  const copied = await bucket.ask('PUT', to, [200, 404, 412], { headers, patience })
  const answer = await copied.text()
  if (copied.status !== 200) return false
  // The bucket answers a copy with 200 before it is done; it may still fail.
  if (!answer.includes('CopyObjectResult')) throw new StorageRefuses(textIn(answer, 'Code') ?? '')
  await bucket.ask('DELETE', from, [204, 200])
  return true
}

async function listIncoming(bucket: OpenBucket, after?: string, patience?: number) {
  const query = new URLSearchParams({ 'list-type': '2', prefix: incoming })
  if (after) query.set('continuation-token', after)
  const xml = await (await bucket.ask('GET', `?${query}`, [200], { patience })).text()
  const files = [...xml.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([entry]) => ({
    path: textIn(entry, 'Key') ?? '',
    modifiedAt: new Date(textIn(entry, 'LastModified') ?? ''),
  }))
  return { files, next: textIn(xml, 'NextContinuationToken') }
}

/** Files in an S3 bucket. */
export function createS3Storage(settings: Bucket): Storage {
  const bucket = openBucket(settings)
  const { name, browserUrl } = settings

  /** Stored here until complete: a bucket needs size and hash before the first byte. */
  async function put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    { maxBytes, once = false }: { maxBytes: number; once?: boolean },
  ) {
    assertKey(key)
    const path = join(tmpdir(), `cairn-${randomUUID()}`)
    try {
      const file = await open(path, 'wx', 0o600)
      const stored = await writeAll(file, content, maxBytes).finally(() => file.close())
      const headers = {
        'x-amz-content-sha256': stored.sha256,
        ...(once && { 'if-none-match': '*' }),
      }
      const body = await openAsBlob(path)
      const patience = PATIENCE_FOR_FILES
      const sent = await bucket.ask('PUT', key, [200, 409, 412], { headers, body, patience })
      if (sent.status !== 200) throw new KeyTaken()
      return stored
    } finally {
      await rm(path, { force: true })
    }
  }

  async function receive(
    key: string,
    check: (arrived: Arrived) => void,
  ): Promise<StoredFile | null> {
    const ours = await headOf(bucket, assertKey(key))
    if (ours) return ours
    const from = `${incoming}${key}`
    const waiting = await readWaiting(bucket, from)
    // Nothing was posted, or another request received it a moment ago.
    if (!waiting) return headOf(bucket, key)
    const { size, modifiedAt, etag } = waiting
    try {
      check(waiting)
    } catch (error) {
      await bucket.ask('DELETE', from, [204, 200])
      throw error
    }
    if (!(await move(bucket, from, key, name, etag))) return receive(key, check)
    return { size, modifiedAt }
  }

  return {
    put,

    async get(key, range) {
      const headers = rangeHeader(range)
      const question = headers ? { headers } : {}
      const found = await bucket.ask('GET', assertKey(key), [200, 206, 404], question)
      if (found.status !== 404) return { stream: bytesOf(found), size: wholeSizeOf(found) }
      await found.body?.cancel()
      return null
    },

    head: async (key) => headOf(bucket, assertKey(key)),

    async remove(key) {
      for (const path of [assertKey(key), `${incoming}${key}`]) {
        await bucket.ask('DELETE', path, [204, 200, 404])
      }
    },

    createUploadTarget: async (upload) => ({
      url: browserUrl,
      fields: signPost(settings, { ...upload, key: `${incoming}${assertKey(upload.key)}` }),
    }),

    createDownloadUrl: async ({ key, type, name, attachment, cacheSeconds, expiresAt }) => {
      const headers = dispositionFor(type, { name, attachment })
      const answeredWith = {
        'response-content-type': headers['content-type'] ?? '',
        'response-content-disposition': headers['content-disposition'] ?? '',
        'response-cache-control': `private, max-age=${cacheSeconds}`,
      }
      return bucket.presign(assertKey(key), answeredWith, expiresAt)
    },

    receive,

    hasArrived: async (key) => (await headOf(bucket, `${incoming}${assertKey(key)}`)) !== null,

    readUpload: () => null,
    readDownload: () => null,

    // A file may be marked as uploaded for a week after the request.
    async removeAbandoned(olderThanMs = 8 * DAY) {
      let removed = 0
      let after: string | undefined
      do {
        const { files, next } = await listIncoming(bucket, after)
        const old = files.filter(
          ({ path, modifiedAt }) => isKey(path) && Date.now() - modifiedAt.getTime() >= olderThanMs,
        )
        for (const { path } of old) await bucket.ask('DELETE', path, [204, 200, 404])
        removed += old.length
        after = next
      } while (after)
      return removed
    },

    async probe() {
      await listIncoming(bucket, undefined, PATIENCE_FOR_HEALTH)
    },

    browserUrl,
  }
}
