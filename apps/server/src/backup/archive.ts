import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Sink } from './sink.ts'
import { type BackupSource, damaged, notOurs, openReader } from './source.ts'

/**
 * A backup is a tar file, which any system can open. Its last entry holds the checksum of
 * everything before it, so that a truncated or changed file is detected before anything is done
 * with it.
 */
const BLOCK = 512
const CHECKSUM = 'sha256'
/** In hexadecimal, plus the line break. */
const CHECKSUM_SIZE = 65
const end = Buffer.alloc(2 * BLOCK)

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** Where the fields of a tar header lie (POSIX.1-1988, "ustar"). */
const field = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const

const sumOf = (header: Buffer) => {
  const [start, length] = field.checksum
  const summed = Buffer.from(header).fill(' ', start, start + length)
  return summed.reduce((sum, byte) => sum + byte, 0)
}

const checksumOf = (header: Buffer) => `${sumOf(header).toString(8).padStart(6, '0')}\0 `

/** Long names are stored in two parts, joined by a slash. */
function splitName(name: string): [prefix: string, name: string] {
  if (name.length <= field.name[1]) return ['', name]
  const cut = name.indexOf('/', name.length - field.name[1] - 1)
  if (cut < 0 || cut > field.prefix[1]) throw new Error(`${name} is too long for an archive.`)
  return [name.slice(0, cut), name.slice(cut + 1)]
}

function headerFor(path: string, size: number, madeAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const put = (at: keyof typeof field, text: string) => header.write(text, field[at][0], 'latin1')
  const octal = (at: keyof typeof field, value: number) =>
    put(at, value.toString(8).padStart(field[at][1] - 1, '0'))
  const [prefix, name] = splitName(path)
  put('name', name)
  put('prefix', prefix)
  octal('mode', 0o600)
  octal('uid', 0)
  octal('gid', 0)
  octal('size', size)
  octal('time', Math.floor(madeAt.getTime() / 1000))
  put('type', '0')
  put('magic', 'ustar\x0000')
  put('checksum', checksumOf(header))
  return header
}

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>
  /** The size must be known; the content is not buffered in memory. */
  addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Writes the checksum and the end. Returns the total size of the file. */
  finish(): Promise<number>
}

export function writeArchive(sink: Sink, madeAt: Date): ArchiveWriter {
  const hash = createHash('sha256')

  async function write(bytes: Uint8Array) {
    hash.update(bytes)
    await sink.write(bytes)
  }

  async function addStream(name: string, size: number, content: AsyncIterable<Uint8Array>) {
    await write(headerFor(name, size, madeAt))
    let came = 0
    for await (const chunk of content) {
      came += chunk.length
      await write(chunk)
    }
    if (came !== size) throw new Error(`${name} is ${came} bytes long, and not ${size}.`)
    await write(padding(size))
  }

  const add = (name: string, content: Buffer) => addStream(name, content.length, only(content))
  return {
    add,
    addStream,
    async finish() {
      await add(CHECKSUM, Buffer.from(`${hash.copy().digest('hex')}\n`))
      await write(end)
      return sink.end()
    },
  }
}

async function* only(content: Buffer) {
  yield content
}

export interface Entry {
  name: string
  size: number
  /** Read at most once, and before the next entry. */
  content: AsyncIterable<Buffer>
}

/**
 * Yields every entry in order; throws at the end when the checksum does not match. Until then, the
 * caller must be able to undo what it did with the entries.
 */
export async function* readArchive(source: BackupSource): AsyncGenerator<Entry> {
  const path = source.name
  const bytes = await openReader(source)
  const whole = (count: number) => buffer(bytes.take(count))
  const hash = createHash('sha256')
  async function* hashed(size: number) {
    for await (const piece of bytes.take(size)) {
      hash.update(piece)
      yield piece
    }
  }
  try {
    for (let count = 0; ; count += 1) {
      const header = await whole(BLOCK)
      const { name, size } = readHeader(header, path, count === 0)
      if (name === CHECKSUM) {
        if (size !== CHECKSUM_SIZE) throw damaged(path)
        const stored = (await whole(size)).toString('latin1')
        if (stored !== `${hash.digest('hex')}\n`) throw damaged(path)
        const after = await whole(padding(size).length + end.length)
        if (after.some((byte) => byte !== 0)) throw damaged(path)
        return
      }
      hash.update(header)
      const content = hashed(size)
      yield { name, size, content }
      // Skips what the caller did not read.
      for await (const _ of content);
      for await (const _ of hashed(padding(size).length));
    }
  } finally {
    await bytes.close()
  }
}

function readHeader(header: Buffer, path: string, isFirst: boolean) {
  const text = (at: keyof typeof field) => {
    const [start, length] = field[at]
    return header.toString('latin1', start, start + length).replace(/\0.*$/s, '')
  }
  // Compared exactly: no other checksum covers the last header.
  const [start, length] = field.checksum
  const stored = header.toString('latin1', start, start + length)
  if (stored !== checksumOf(header)) throw isFirst ? notOurs(path) : damaged(path)
  const prefix = text('prefix')
  const name = prefix ? `${prefix}/${text('name')}` : text('name')
  // Links, folders and sizes in other notations are never written into a backup.
  if (text('type') !== '0' || !/^[0-7]{11}$/.test(text('size'))) throw damaged(path)
  return { name, size: Number.parseInt(text('size'), 8) }
}
