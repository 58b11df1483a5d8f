import { open, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newFolder } from '#test/processes.ts'
import { readArchive, writeArchive } from './archive.ts'
import { fileSink } from './sink.ts'
import { fileSource } from './source.ts'

const folder = await newFolder()
let count = 0

const name = fc
  .tuple(fc.constantFrom('a', 'files', 'w'.repeat(90)), fc.integer({ min: 0, max: 1e9 }))
  .map(([place, number]) => `${place}/${number}`)
const entries = fc.array(fc.tuple(name, fc.uint8Array({ maxLength: 1500 })), { maxLength: 8 })

async function write(content: [string, Uint8Array][]) {
  count += 1
  const file = path.join(folder, String(count))
  const handle = await open(file, 'w')
  const archive = writeArchive(fileSink(handle), new Date('2026-11-16T00:00:00Z'))
  for (const [each, bytes] of content) await archive.add(each, Buffer.from(bytes))
  const size = await archive.finish()
  await handle.close()
  return { file, size }
}

async function read(file: string) {
  const found: [string, Uint8Array][] = []
  for await (const { name: each, content } of readArchive(fileSource(file))) {
    found.push([each, new Uint8Array(await buffer(content))])
  }
  return found
}

it('reads what was written, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (content) => {
      const { file, size } = await write(content)
      expect(await read(file)).toEqual(content)
      expect((await readFile(file)).length).toBe(size)
      expect(size % 512).toBe(0)
    }),
    { numRuns: 30 },
  )
})

it('says so when a file is cut off, anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(), async (content, at) => {
      const { file, size } = await write(content)
      await truncate(file, at % size)
      await expect(read(file)).rejects.toThrow(
        `${file} is cut off: it ends after ${at % size} bytes`,
      )
    }),
    { numRuns: 30 },
  )
})

it('says so when one bit is another', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(), fc.nat(7), async (content, at, bit) => {
      const { file, size } = await write([['first', Buffer.from('x')], ...content])
      const bytes = await readFile(file)
      // Skips the padding: it has no meaning and is not read.
      const place = at % size
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit)
      await writeFile(file, bytes)
      await expect(read(file)).rejects.toThrow(/is (damaged|cut off|not a backup)/)
    }),
    { numRuns: 60 },
  )
})

it('misses no bit of what says that all is there', async () => {
  const { file, size } = await write([['first', Buffer.from('x')]])
  const bytes = await readFile(file)
  const [header, damaged] = [size - 4 * 512, path.join(folder, 'one-bit')]
  // The checksum of the last header and the checksum of the whole file: no other checksum covers
  // them.
  const places = [148, 149, 150, 151, 152, 153, 154, 155, 512, 543, 575, 576].map((n) => header + n)
  expect(bytes.toString('latin1', header, header + 6)).toBe('sha256')
  for (const place of places) {
    for (let bit = 0; bit < 8; bit += 1) {
      const other = Buffer.from(bytes)
      other[place] = (other[place] ?? 0) ^ (1 << bit)
      await writeFile(damaged, other)
      const found = await read(damaged).catch((error: Error) => error.message)
      expect(found, `byte ${place}, bit ${bit}`).toMatch(/is (damaged|cut off|not a backup)/)
    }
  }
})

it('reads nothing that is no archive', async () => {
  const file = path.join(folder, 'letter.txt')
  await writeFile(file, 'Dear Maya, '.repeat(500))
  await expect(read(file)).rejects.toThrow(`${file} is not a backup of Cairn.`)
  await expect(read(folder)).rejects.toThrow(`${folder} is not a file.`)
  await expect(read(`${file}.gone`)).rejects.toThrow(`There is no file ${file}.gone.`)
})

it('reads what the first versions wrote', async () => {
  const file = path.join(import.meta.dirname, 'test-kit/first-format.tar')
  expect(await read(file)).toEqual([
    ['manifest.json', new Uint8Array(Buffer.from('{}\n'))],
    [`files/${'w'.repeat(90)}/1`, Uint8Array.from({ length: 700 }, (_, n) => n % 256)],
    ['tables/empty', new Uint8Array()],
    ['files/exact', new Uint8Array(Buffer.alloc(512, 'x'))],
  ])
})

it('says why when the file cannot be written', async () => {
  const handle = await open(path.join(folder, 'read-only'), 'w')
  const archive = writeArchive(fileSink(handle), new Date())
  await handle.close()
  const adding = (async () => {
    for (let n = 0; n < 1000; n += 1) await archive.add(`${n}`, Buffer.alloc(100_000))
  })()
  await expect(adding).rejects.toThrow(/closed|EBADF/)
})

it('refuses an entry of another size than announced', async () => {
  const handle = await open(path.join(folder, 'short'), 'w')
  const archive = writeArchive(fileSink(handle), new Date())
  async function* two() {
    yield Buffer.from('xx')
  }
  await expect(archive.addStream('a', 3, two())).rejects.toThrow('a is 2 bytes long, and not 3.')
  await handle.close()
})
