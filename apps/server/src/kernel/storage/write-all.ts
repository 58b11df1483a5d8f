import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { TooLarge } from './storage.ts'

/** Writes to an open file, up to `maxBytes`. */
export async function writeAll(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > maxBytes) throw new TooLarge(maxBytes)
    hash.update(chunk)
    // `write` may take only a part of what it is given.
    for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
  }
  await file.sync()
  return { size, sha256: hash.digest('hex') }
}
