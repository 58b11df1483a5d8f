import { promisify } from 'node:util'
import { createGunzip, createZstdDecompress, zstdCompress } from 'node:zlib'

/** At the default level several times faster than gzip, with a smaller result. */
export const pack = promisify<Buffer, Buffer>(zstdCompress)

/** Larger than the default: every chunk becomes a message to the database. */
const chunks = { chunkSize: 128 * 1024 }

/** The first versions used gzip. */
export const unpacking = (name: string) =>
  name.endsWith('.gz') ? createGunzip(chunks) : createZstdDecompress(chunks)
