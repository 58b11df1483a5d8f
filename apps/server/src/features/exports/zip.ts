import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** The format's numbers have 32 bits; what needs more would need its larger form. */
const MOST_BYTES = 0xffff_ffff

export class ArchiveTooLarge extends Error {
  override name = 'ArchiveTooLarge'

  constructor() {
    super('The export is larger than 4 GB. Export fewer projects at once.')
  }
}

interface Written {
  name: Buffer
  offset: number
  crc: number
  packed: number
  size: number
}

/** Sizes follow the file, names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980: whoever needs the time finds it in the name of the archive. */
const DATE = 0x0021

const within = (bytes: number) => {
  if (bytes > MOST_BYTES) throw new ArchiveTooLarge()
  return bytes
}

/** Numbers of two and four bytes, one after the other. */
function pack(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

const sizesOf = ({ crc, packed, size }: Written) =>
  [
    [crc, 4],
    [packed, 4],
    [size, 4],
  ] as const

const localHeader = (name: Buffer) =>
  Buffer.concat([
    pack([0x0403_4b50, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DATE, 2]),
    pack([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ])

const centralHeader = (entry: Written) =>
  Buffer.concat([
    pack([0x0201_4b50, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2]),
    pack([0, 2], [DATE, 2], ...sizesOf(entry), [entry.name.length, 2]),
    pack([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [entry.offset, 4]),
    entry.name,
  ])

const end = (count: number, bytes: number, offset: number) =>
  Buffer.concat([
    pack([0x0605_4b50, 4], [0, 2], [0, 2], [count, 2], [count, 2]),
    pack([bytes, 4], [offset, 4], [0, 2]),
  ])

/** One file, packed as it comes; notes in `written` what has to be said of it afterwards. */
async function* deflate(content: ZipEntry['content'], written: Written) {
  async function* counted() {
    for await (const chunk of content) {
      written.crc = crc32(chunk, written.crc)
      written.size = within(written.size + chunk.length)
      yield chunk
    }
  }
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  const feeding = pipeline(Readable.from(counted(), { objectMode: false }), packer)
  // Its failure comes out of the packer, too; nobody else may be waiting for it then.
  feeding.catch(() => {})
  for await (const chunk of packer) {
    written.packed = within(written.packed + chunk.length)
    yield chunk as Buffer
  }
  await feeding
}

/** A zip archive, written as its files come: nothing of it is held but one piece. */
export async function* zip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const all: Written[] = []
  let offset = 0
  const count = (bytes: Buffer) => {
    offset = within(offset + bytes.length)
    return bytes
  }
  for await (const { name, content } of entries) {
    const written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    yield count(localHeader(written.name))
    for await (const chunk of deflate(content, written)) yield count(chunk)
    yield count(pack([0x0807_4b50, 4], ...sizesOf(written)))
    all.push(written)
  }
  const start = offset
  for (const entry of all) yield count(centralHeader(entry))
  yield end(all.length, offset - start, start)
}
