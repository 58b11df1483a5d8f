import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Refusal } from '../refusal.ts'

/** Where a backup is read from. It may be opened several times. */
export interface BackupSource {
  /** For messages. */
  name: string
  open(): Promise<AsyncIterable<Buffer>>
}

export const fileSource = (path: string): BackupSource => ({
  name: path,
  async open() {
    await refuseMissing(path)
    return createReadStream(path, { highWaterMark: 256 * 1024 })
  },
})

async function refuseMissing(path: string) {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      error.code === 'ENOENT'
        ? `There is no file ${path}.`
        : `${path} cannot be read: ${error.message}`,
    )
  })
  if (!found.isFile()) throw new Refusal(`${path} is not a file.`)
}

export interface ByteReader {
  /** Yields chunks that add up to the requested count. */
  take(count: number): AsyncGenerator<Buffer>
  /** The next bytes as one buffer: fewer than requested only at the end. */
  upTo(count: number): Promise<Buffer>
  close(): Promise<void>
}

/** Reads a source in chunks of the requested size. */
export async function openReader({ name, open }: BackupSource): Promise<ByteReader> {
  const chunks = (await open())[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let read = 0

  /** The next bytes, at most `most`; undefined at the end. */
  async function next(most: number): Promise<Buffer | undefined> {
    while (rest.length === 0) {
      const { done, value } = await chunks.next()
      if (done) return undefined
      rest = value
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    read += piece.length
    return piece
  }

  return {
    async *take(count) {
      for (let missing = count; missing > 0; ) {
        const piece = await next(missing)
        if (!piece) throw cutOff(name, read)
        missing -= piece.length
        yield piece
      }
    },
    async upTo(count) {
      const pieces: Buffer[] = []
      for (let missing = count; missing > 0; ) {
        const piece = await next(missing)
        if (!piece) break
        missing -= piece.length
        pieces.push(piece)
      }
      return Buffer.concat(pieces)
    },
    async close() {
      await chunks.return?.()
    },
  }
}

const cutOff = (name: string, after: number) =>
  new Refusal(`${name} is cut off: it ends after ${after} bytes. Fetch it again, or take another.`)

export const notOurs = (name: string) => new Refusal(`${name} is not a backup of Cairn.`)

export const damaged = (name: string) =>
  new Refusal(
    `${name} is damaged: it does not hold what was written into it. Fetch it again, or take another.`,
  )
