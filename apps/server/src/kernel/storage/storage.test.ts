import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#config'
import { testBucket } from '#test/bucket.ts'
import { openStorage } from './open-storage.ts'
import { assertKey, createKey, KeyTaken, type Storage, TooLarge } from './storage.ts'

const limits = { maxBytes: 1_000_000 }
const folder = await mkdtemp(join(tmpdir(), 'cairn-storage-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const bucket = await testBucket()

/** Every file below the folder, also half-written ones. */
async function filesIn(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

const open = (environment: Record<string, string>) =>
  openStorage(readConfig(environment).bucket, { folder, secret: 'a secret of this test' })

describe.each<[string, Storage, () => Promise<string[]>]>([
  ['a folder', await open({}), filesIn],
  ['a bucket', await open(bucket.environment), bucket.keys],
])('in %s', (_where, storage, retained) => {
  beforeEach(async () => {
    for (const key of await retained()) await storage.remove(key)
  })

  const put = (key: string, content: string | Buffer) =>
    storage.put(key, Readable.from([Buffer.from(content)]), limits)

  async function read(key: string): Promise<string | null> {
    const found = await storage.get(key)
    return found && (await buffer(found.stream)).toString()
  }

  describe('a file', () => {
    it('comes back as it was stored, with its size and hash told', async () => {
      const content = randomBytes(300_000)
      const stored = await storage.put('acme/one', Readable.from(chunksOf(content)), limits)

      const sha256 = createHash('sha256').update(content).digest('hex')
      expect(stored).toEqual({ size: 300_000, sha256 })
      const found = await storage.get('acme/one')
      expect(found?.size).toBe(300_000)
      expect((await buffer(found!.stream)).equals(content)).toBe(true)
    })

    it('may be empty', async () => {
      expect(await put('empty', '')).toMatchObject({ size: 0 })
      expect(await read('empty')).toBe('')
    })

    it('is described without being read', async () => {
      await put('acme/one', 'hello')
      const head = await storage.head('acme/one')
      expect(head?.size).toBe(5)
      expect(Math.abs(head!.modifiedAt.getTime() - Date.now())).toBeLessThan(10_000)
    })

    it('is gone after it was removed, and removing it again is no error', async () => {
      await put('acme/one', 'hello')
      await storage.remove('acme/one')
      expect(await storage.get('acme/one')).toBeNull()
      expect(await storage.head('acme/one')).toBeNull()
      await storage.remove('acme/one')
    })

    it.each([['unknown'], ['acme/unknown'], ['acme/one/below']])(
      'that is not there is null: %s',
      async (key) => {
        await put('acme/one', 'hello')
        expect(await storage.get(key)).toBeNull()
        expect(await storage.head(key)).toBeNull()
      },
    )

    it('is not the folder of other files', async () => {
      await put('acme/one', 'hello')
      expect(await storage.get('acme')).toBeNull()
      expect(await storage.head('acme')).toBeNull()
    })

    it('comes in part, from one byte to another', async () => {
      await put('acme/one', 'hello there')
      const found = await storage.get('acme/one', { start: 6, end: 8 })
      expect((await buffer(found!.stream)).toString()).toBe('the')
      expect(found?.size).toBe(11)
    })

    it('may come only once, however many arrive together', async () => {
      const once = (content: string) =>
        storage.put('acme/one', Readable.from([Buffer.from(content)]), { ...limits, once: true })
      const sent = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => once(`${n}`)))
      expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const first = await read('acme/one')
      await expect(once('later')).rejects.toBeInstanceOf(KeyTaken)
      expect(await read('acme/one')).toBe(first)
      expect(await retained()).toEqual(['acme/one'])
    })

    it('is written once even when many arrive at the same key', async () => {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => put('acme/one', `${index}`.repeat(1000))),
      )
      expect(await read('acme/one')).toMatch(/^(\d)\1{999}$/)
      expect(await retained()).toEqual(['acme/one'])
    })
  })

  describe('a file that may not stay', () => {
    it('may be as large as the limit', async () => {
      const content = Readable.from([Buffer.alloc(600), Buffer.alloc(400)])
      expect(await storage.put('one', content, { maxBytes: 1000 })).toMatchObject({ size: 1000 })
    })

    it('is refused at the first byte over the limit, and leaves nothing', async () => {
      const content = Readable.from([Buffer.alloc(600), Buffer.alloc(401)])
      await expect(storage.put('one', content, { maxBytes: 1000 })).rejects.toThrow(
        new TooLarge(1000),
      )
      expect(await retained()).toEqual([])
    })

    it('is refused without reading on', async () => {
      await expect(storage.put('one', endless(), limits)).rejects.toBeInstanceOf(TooLarge)
      expect(await retained()).toEqual([])
    })

    it('leaves the older file in place', async () => {
      await put('one', 'old')
      await expect(storage.put('one', endless(), limits)).rejects.toBeInstanceOf(TooLarge)
      expect(await read('one')).toBe('old')
      expect(await retained()).toEqual(['one'])
    })

    it('leaves nothing when its sender hangs up', async () => {
      async function* broken() {
        yield Buffer.from('half')
        throw new Error('socket hang up')
      }
      await expect(storage.put('one', broken(), limits)).rejects.toThrow('socket hang up')
      expect(await retained()).toEqual([])
    })
  })

  describe('a key', () => {
    it('is made by us, is never the same twice, and may stand in a workspace’s folder', () => {
      expect(createKey()).toMatch(/^[0-9a-f]{32}$/)
      expect(createKey()).not.toBe(createKey())
      expect(createKey('7a1f0c52-3f6e')).toMatch(/^7a1f0c52-3f6e\/[0-9a-f]{32}$/)
      expect(() => createKey('../up')).toThrow('not a storage key')
    })

    it.each([
      [''],
      ['.'],
      ['..'],
      ['../secret'],
      ['a/../b'],
      ['a/..'],
      ['/etc/passwd'],
      ['a//b'],
      ['a/'],
      ['a\\b'],
      ['A'],
      ['a.png'],
      ['a b'],
      ['a\0b'],
      ['a\n'],
      ['ä'],
      ['%2e%2e'],
      ['.incoming/x'],
      ['a'.repeat(201)],
    ])('is never %o', async (key) => {
      const message = 'This is not a storage key of ours.'
      expect(() => assertKey(key)).toThrow(message)
      await expect(put(key, 'x')).rejects.toThrow(message)
      await expect(storage.get(key)).rejects.toThrow(message)
      await expect(storage.head(key)).rejects.toThrow(message)
      await expect(storage.remove(key)).rejects.toThrow(message)
      expect(await retained()).toEqual([])
    })
  })

  describe('addresses for browsers', () => {
    const expiresAt = new Date(Date.now() + 3_600_000)

    it('are not made for keys that are none of ours', async () => {
      const foreign = {
        key: '../x',
        type: 'image/png',
        name: 'x',
        attachment: false,
        reader: '',
        cacheSeconds: 1,
        maxBytes: 1,
        expiresAt,
      }
      await expect(storage.createUploadTarget(foreign)).rejects.toThrow('not a storage key')
      await expect(storage.createDownloadUrl(foreign)).rejects.toThrow('not a storage key')
    })
  })

  it('says that it can be used', async () => {
    await storage.probe()
  })
})

async function* endless() {
  for (;;) yield Buffer.alloc(10_000)
}

function* chunksOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 64_000) yield content.subarray(at, at + 64_000)
}
