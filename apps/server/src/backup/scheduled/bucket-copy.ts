import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { BackupFailure } from '#features/backups/failure.ts'
import { type Bucket, type OpenBucket, openBucket, textIn } from '#kernel/storage/bucket.ts'
import { StorageAway, StorageRefuses } from '#kernel/storage/storage.ts'
import { type Part, partBytesFor, partsOf } from './parts.ts'

/** Beside the files, whose keys never begin like this. */
const PREFIX = 'backups/'

/** What a bucket can hold as one object. */
const MAX_TB = 5
const MAX_BYTES = MAX_TB * 1024 ** 4

/** One part may be on its way for this long. */
const PATIENCE = 600_000

/** Of hundreds of requests one may fail: the others are not sent again for it. */
const WAITS_MS = [500, 5_000, 30_000]

const DAY_MS = 86_400_000
/** No backup takes this long. */
const ABANDONED_MS = 7 * DAY_MS

interface Sending {
  bucket: OpenBucket
  key: string
  signal: AbortSignal
}

interface SentPart extends Part {
  etag: string
  sha256: string
}

async function hashOf(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

/** Repeats what the network interrupted. Everything that is sent here may be sent twice. */
async function persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const ms of WAITS_MS) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageAway) || signal.aborted) throw error
      await wait(ms, undefined, { signal })
    }
  }
  return work()
}

async function createUpload({ bucket, key, signal }: Sending): Promise<string> {
  const created = await bucket.ask('POST', `${key}?uploads=`, [200], { signal })
  const id = textIn(await created.text(), 'UploadId')
  if (!id) throw new StorageRefuses('no UploadId')
  return `${key}?${new URLSearchParams({ uploadId: id })}`
}

async function sendPart(
  { bucket, signal }: Sending,
  { upload, file, part }: { upload: string; file: string; part: Part },
): Promise<SentPart> {
  const { number, start, end } = part
  const sha256 = await hashOf(createReadStream(file, { start, end: end - 1, signal }))
  const content = await openAsBlob(file)
  const sent = await bucket.ask('PUT', `${upload}&partNumber=${number}`, [200], {
    headers: { 'x-amz-content-sha256': sha256 },
    body: content.slice(start, end),
    ...{ patience: PATIENCE, signal },
  })
  await sent.body?.cancel()
  return { ...part, sha256, etag: sent.headers.get('etag') ?? '' }
}

/** Makes one object of the parts. The bucket answers 200 before it is done; it may still fail. */
async function complete({ bucket, signal }: Sending, upload: string, parts: readonly SentPart[]) {
  const named = parts.map(({ number, etag }) => {
    const text = etag.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    return `<Part><PartNumber>${number}</PartNumber><ETag>${text}</ETag></Part>`
  })
  const body = new Blob([`<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`])
  // 404: the answer to an earlier attempt was lost. Whether it succeeded shows when it is read.
  const done = await bucket.ask('POST', upload, [200, 404], { body, patience: PATIENCE, signal })
  const answer = await textOf(done)
  if (done.status === 404 || answer.includes('CompleteMultipartUploadResult')) return
  throw new StorageAway(new Error(textIn(answer, 'Code') ?? 'no result'))
}

/** The network may be lost in the middle of a response. */
const lostNetwork = (error: unknown): never => {
  throw new StorageAway(error)
}

const textOf = (response: Response) => response.text().catch(lostNetwork)

async function checkPart({ bucket, key, signal }: Sending, { start, end, sha256 }: SentPart) {
  const headers = { range: `bytes=${start}-${end - 1}` }
  const found = await bucket.ask('GET', key, [200, 206], { headers, patience: PATIENCE, signal })
  const read = found.body ? await hashOf(found.body).catch(lostNetwork) : ''
  if (read !== sha256) {
    throw new BackupFailure('not_verified', `The bucket returned other content for ${key}`)
  }
}

/**
 * Stores a file in the bucket and reads it back: the hashes must be equal. It is sent in parts,
 * because a bucket takes 5 GB in one request. Nothing of it stays there if it fails.
 */
export async function storeInBucket(
  settings: Bucket,
  name: string,
  file: string,
  signal: AbortSignal,
  partBytes?: number,
): Promise<void> {
  const { size } = await stat(file)
  if (size > MAX_BYTES) throw new BackupFailure('too_large', `${size} bytes, at most ${MAX_BYTES}`)
  const sending: Sending = { bucket: openBucket(settings), key: `${PREFIX}${name}`, signal }
  const upload = await createUpload(sending)
  try {
    const parts: SentPart[] = []
    for (const part of partsOf(size, partBytes ?? partBytesFor(size))) {
      parts.push(await persist(() => sendPart(sending, { upload, file, part }), signal))
    }
    await persist(() => complete(sending, upload, parts), signal)
    for (const part of parts) await persist(() => checkPart(sending, part), signal)
  } catch (error) {
    // If the bucket is away now, what is left goes with a later backup.
    await discard(sending, upload).catch(() => {})
    throw error
  }
}

async function discard({ bucket, key }: Pick<Sending, 'bucket' | 'key'>, upload: string) {
  await bucket.ask('DELETE', upload, [200, 204, 404])
  await bucket.ask('DELETE', key, [200, 204, 404])
}

export async function removeFromBucket(settings: Bucket, name: string): Promise<void> {
  await openBucket(settings).ask('DELETE', `${PREFIX}${name}`, [200, 204, 404])
}

interface FoundUpload {
  key: string
  id: string
  began: number
}

async function listUploads(bucket: OpenBucket, prefix: string): Promise<FoundUpload[]> {
  const query = new URLSearchParams({ uploads: '', prefix })
  const xml = await (await bucket.ask('GET', `?${query}`, [200])).text()
  return [...xml.matchAll(/<Upload>.*?<\/Upload>/gs)].map(([entry]) => ({
    key: textIn(entry, 'Key') ?? '',
    id: textIn(entry, 'UploadId') ?? '',
    began: Date.parse(textIn(entry, 'Initiated') ?? ''),
  }))
}

/** Parts that were sent and never became an object; they take room and are not listed. */
async function removeUploads(bucket: OpenBucket, prefix: string, olderThanMs = 0) {
  for (const { key, id, began } of await listUploads(bucket, prefix)) {
    if (!key.startsWith(prefix) || Date.now() - began < olderThanMs) continue
    await bucket.ask('DELETE', `${key}?${new URLSearchParams({ uploadId: id })}`, [200, 204, 404])
  }
}

/** Removes what a server that was killed left of this backup. */
export async function removeUnfinishedInBucket(settings: Bucket, name: string): Promise<void> {
  await removeUploads(openBucket(settings), `${PREFIX}${name}`)
  await removeFromBucket(settings, name)
}

/** Removes what is left of backups that failed while the bucket was away. */
export const removeAbandonedInBucket = (settings: Bucket) =>
  removeUploads(openBucket(settings), `${PREFIX}cairn-`, ABANDONED_MS)
