import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { constants } from 'node:zlib'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const options = {
  compressionLevel: constants.Z_BEST_SPEED,
  // The same for all: the name of the archive contains its date.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
}

/** A zip archive, streamed: only one chunk of it is in memory. */
export async function* zip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const archive = new ZipFile()
  const output = archive.outputStream as PassThrough
  let source: Readable | undefined

  // The next entry is requested after the previous one was read: it may be known only then.
  async function addAll() {
    for await (const { name, content } of entries) {
      source = Readable.from(content, { objectMode: false })
      archive.addReadStream(source, name, options)
      await finished(source)
    }
    archive.end()
  }

  const adding = addAll().catch((error: Error) => output.destroy(error))
  try {
    yield* output
    await adding
  } finally {
    source?.destroy()
  }
}
