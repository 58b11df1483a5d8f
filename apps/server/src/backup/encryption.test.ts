import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { newFolder } from '#test/processes.ts'
import { decrypted, encryptingSink } from './encryption.ts'
import { fileSink } from './sink.ts'
import { fileSource } from './source.ts'

const folder = await newFolder()
const passphrase = 'seven cairns above the tarn'
const CHUNK = 64 * 1024
const HEADER = 68
let count = 0

async function encrypt(pieces: Uint8Array[]) {
  count += 1
  const file = path.join(folder, String(count))
  const handle = await open(file, 'w')
  const sink = await encryptingSink(fileSink(handle), passphrase)
  for (const piece of pieces) await sink.write(piece)
  expect(await sink.end()).toBe((await handle.stat()).size)
  await handle.close()
  return file
}

const decrypt = async (file: string, typed = passphrase) =>
  buffer(await (await decrypted(fileSource(file), typed)).open())

it('decrypts what was encrypted, in pieces of any size', async () => {
  // Of the usual sizes: a tar header, less than a chunk, more than two.
  const pieces = [512, 100, 1, 0, CHUNK, 2 * CHUNK + 7, 3].map((size) => Buffer.alloc(size, 'c'))
  const mixed = await encrypt(pieces)
  expect((await decrypt(mixed)).equals(Buffer.concat(pieces))).toBe(true)
  for (const size of [0, CHUNK]) {
    const content = Buffer.alloc(size, 'cairn')
    expect((await decrypt(await encrypt([content]))).equals(content)).toBe(true)
  }
})

it('contains nothing readable, and never the same bytes twice', async () => {
  const content = Buffer.alloc(CHUNK, 'seven cairns above the tarn')
  const [one, other] = await Promise.all([encrypt([content]), encrypt([content])])
  const [bytes, others] = [await readFile(one), await readFile(other)]
  expect(bytes.includes('cairns')).toBe(false)
  expect(bytes.subarray(HEADER).equals(others.subarray(HEADER))).toBe(false)
})

it('refuses another passphrase, and none', async () => {
  const file = await encrypt([Buffer.from('content')])
  await expect(decrypt(file, 'Seven cairns above the tarn')).rejects.toThrow(
    `${file} was encrypted with another passphrase.`,
  )
  await expect(decrypt(file, '')).rejects.toThrow(`${file} is encrypted`)
})

it('refuses a file that was changed, cut off or put together differently, anywhere', async () => {
  const file = await encrypt([Buffer.alloc(3 * CHUNK + 100, 'x')])
  const sealed = CHUNK + 16
  const chunk = (bytes: Buffer, at: number) =>
    bytes.subarray(HEADER + at * sealed, HEADER + (at + 1) * sealed)
  const header = (bytes: Buffer) => bytes.subarray(0, HEADER)
  const cut = (length: number) => (bytes: Buffer) => bytes.subarray(0, length)
  const flipped = (at: number) => (bytes: Buffer) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  const changes: ((bytes: Buffer) => Buffer)[] = [
    // Between two chunks, too.
    ...[40, HEADER, HEADER + 1, HEADER + sealed].map(cut),
    (bytes) => bytes.subarray(0, -1),
    (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]),
    (bytes) => Buffer.concat([bytes, Buffer.alloc(sealed)]),
    // Two chunks change places, one is repeated, one is left out.
    (bytes) => Buffer.concat([header(bytes), ...[1, 0, 2, 3].map((each) => chunk(bytes, each))]),
    (bytes) => Buffer.concat([header(bytes), ...[0, 0, 1, 2, 3].map((each) => chunk(bytes, each))]),
    (bytes) => Buffer.concat([header(bytes), ...[0, 2, 3].map((each) => chunk(bytes, each))]),
    ...[16, 25, 60, HEADER + 2 * sealed].map(flipped),
  ]
  const whole = await readFile(file)
  const other = await readFile(await encrypt([Buffer.alloc(3 * CHUNK + 100, 'x')]))
  changes.push((bytes) =>
    Buffer.concat([header(bytes), chunk(bytes, 0), chunk(other, 1), chunk(bytes, 2)]),
  )
  // The key is derived once, which is slow on purpose; the file is read again by each `open`.
  const source = await decrypted(fileSource(file), passphrase)
  for (const change of changes) {
    await writeFile(file, change(Buffer.from(whole)))
    await expect(source.open().then(buffer)).rejects.toThrow(`${file} is damaged`)
  }
  await writeFile(file, whole)
  expect(await buffer(await source.open())).toHaveLength(3 * CHUNK + 100)

  // The cost of the key, the salt, the check value, and a header that was cut off.
  for (const change of [flipped(16), flipped(25), flipped(60), cut(40)]) {
    await writeFile(file, change(Buffer.from(whole)))
    await expect(decrypt(file)).rejects.toThrow(/is damaged|another passphrase/)
  }
})
