import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { BackupFailure } from '#features/backups/failure.ts'
import { type Bucket, openBucket } from '#kernel/storage/bucket.ts'

/** Beside the files, whose keys never begin like this. */
const PREFIX = 'backups/'

/** What one request to a bucket can hold. */
const MAX_GB = 5
const MAX_BYTES = MAX_GB * 1024 ** 3
const PATIENCE = 3 * 3_600_000

async function hashOf(content: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    signal.throwIfAborted()
    hash.update(chunk)
  }
  return hash.digest('hex')
}

/** Stores a file in the bucket and reads it back: the hashes must be equal. */
export async function storeInBucket(
  settings: Bucket,
  name: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const { size } = await stat(file)
  if (size > MAX_BYTES) throw new BackupFailure('too_large', `${size} bytes, at most ${MAX_BYTES}`)
  const bucket = openBucket(settings)
  const sha256 = await hashOf(createReadStream(file), signal)
  const headers = { 'x-amz-content-sha256': sha256 }
  const body = await openAsBlob(file)
  const key = `${PREFIX}${name}`
  const stored = await bucket.ask('PUT', key, [200], { headers, body, patience: PATIENCE })
  await stored.body?.cancel()
  const found = await bucket.ask('GET', key, [200])
  const read = found.body ? await hashOf(found.body, signal) : ''
  if (read === sha256) return
  await removeFromBucket(settings, name)
  throw new BackupFailure('not_verified', `The bucket returned other content for ${key}`)
}

export async function removeFromBucket(settings: Bucket, name: string): Promise<void> {
  await openBucket(settings).ask('DELETE', `${PREFIX}${name}`, [200, 204, 404])
}
