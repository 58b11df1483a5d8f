import { inflateRawSync } from 'node:zlib'

/** The text of the only file of an archive. */
export function textIn(archive: Buffer): string {
  const start = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28)
  return inflateRawSync(archive.subarray(start)).toString()
}
