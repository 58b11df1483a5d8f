import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive by name, read through its directory, each verified. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let n = 0; n < count; n++) {
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field))
    const length = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = inflateRawSync(archive.subarray(start, start + (packed ?? 0)))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is broken`)
    files.set(name, content)
    at += 46 + length
  }
  return files
}

const plain: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

const numberOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const readText = (text: string) =>
  text
    .replace(/&(\w+);/g, (_, name: string) => plain[name] ?? '')
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )

/** The cells of a sheet as a spreadsheet shows them, each at its declared position. */
export const cellsOf = (sheet: string): (string | number)[][] =>
  [...sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, row = '', content = ''], index) => {
    if (Number(row) !== index + 1) throw new Error(`row ${row} stands at ${index + 1}`)
    const cells: (string | number)[] = []
    const cell = /<c r="([A-Z]+)(\d+)"[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs
    for (const [, letters = '', of, number, text = ''] of content.matchAll(cell)) {
      if (of !== row) throw new Error(`a cell of row ${of} stands in row ${row}`)
      cells[numberOf(letters)] = number === undefined ? readText(text) : Number(number)
    }
    return Array.from(cells, (value) => value ?? '')
  })
