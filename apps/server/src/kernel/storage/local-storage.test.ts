import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { access, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isDiskFull } from '../http/errors.ts'
import { createLocalStorage, type LocalStorage } from './local-storage.ts'
import { verifyDownload, verifyUpload } from './signatures.ts'
import {
  assertKey,
  createKey,
  KeyTaken,
  StorageFull,
  StorageNotWritable,
  TooLarge,
} from './storage.ts'

const secret = 'a secret of this test'
const limits = { maxBytes: 1_000_000 }

let home: string
let folder: string
let storage: LocalStorage
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cairn-storage-'))
})
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'files-'))
  storage = createLocalStorage({ folder, secret })
})
afterAll(() => rm(home, { recursive: true, force: true }))

const put = (key: string, content: string | Buffer) =>
  storage.put(key, Readable.from([Buffer.from(content)]), limits)

async function read(key: string): Promise<string | null> {
  const found = await storage.get(key)
  return found && (await buffer(found.stream)).toString()
}

/** Every file below the folder, also half-written ones. */
async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function* endless() {
  for (;;) yield Buffer.alloc(10_000)
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

  it('is readable by the server only', async () => {
    await put('acme/one', 'hello')
    expect((await stat(join(folder, 'acme/one'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'acme'))).mode & 0o777).toBe(0o700)
  })

  it('is there whole or not at all: a reader never sees half of it', async () => {
    await put('acme/one', 'old')
    const slow = async function* () {
      yield Buffer.from('new')
      expect(await read('acme/one')).toBe('old')
      yield Buffer.from('er')
    }
    await storage.put('acme/one', slow(), limits)
    expect(await read('acme/one')).toBe('newer')
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
    expect(await files()).toEqual(['one'])
  })

  it('can still be read to its end while it is removed', async () => {
    await put('acme/one', 'hello')
    const found = await storage.get('acme/one')
    await storage.remove('acme/one')
    expect((await buffer(found!.stream)).toString()).toBe('hello')
  })

  it('is written once even when many arrive at the same key', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => put('acme/one', `${index}`.repeat(1000))),
    )
    expect(await read('acme/one')).toMatch(/^(\d)\1{999}$/)
    expect(await files()).toEqual(['one'])
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
    expect(await files()).toEqual([])
  })

  it('is refused without reading on', async () => {
    await expect(storage.put('one', endless(), limits)).rejects.toBeInstanceOf(TooLarge)
    expect(await files()).toEqual([])
  })

  it('leaves the older file in place', async () => {
    await put('one', 'old')
    await expect(storage.put('one', endless(), limits)).rejects.toBeInstanceOf(TooLarge)
    expect(await read('one')).toBe('old')
    expect(await files()).toEqual(['one'])
  })

  it('leaves nothing when its sender hangs up', async () => {
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('socket hang up')
    }
    await expect(storage.put('one', broken(), limits)).rejects.toThrow('socket hang up')
    expect(await files()).toEqual([])
  })

  it.each([['ENOSPC'], ['EDQUOT']])('because of %s says that the server is full', async (code) => {
    async function* broken() {
      yield Buffer.from('half')
      throw Object.assign(new Error('write'), { code })
    }
    const failure = storage.put('one', broken(), limits)
    await expect(failure).rejects.toBeInstanceOf(StorageFull)
    await expect(failure).rejects.toThrow('The server has no room left for files.')
    await expect(failure).rejects.toSatisfy(isDiskFull)
    expect(await files()).toEqual([])
  })
})

describe('a folder that is none', () => {
  it('is said to be the fault, in a sentence for its operator', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file where the folder should be')
    const failure = put('one', 'hello')
    await expect(failure).rejects.toBeInstanceOf(StorageNotWritable)
    await expect(failure).rejects.toThrow('The server cannot write to its folder for files.')
  })
})

/** A file system of one megabyte, where the tests may make one. */
function mountSmallDisk(at: string): boolean {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a full disk', () => {
  it('refuses the file, leaves nothing, and takes the next one that fits', async (context) => {
    if (!mountSmallDisk(folder)) return context.skip('needs the right to mount')
    try {
      const large = storage.put('large', endless(), { maxBytes: 100_000_000 })
      await expect(large).rejects.toBeInstanceOf(StorageFull)
      expect(await files()).toEqual([])
      expect(await put('small', 'hello')).toMatchObject({ size: 5 })
    } finally {
      execFileSync('/bin/umount', [folder])
    }
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
    expect(await files()).toEqual([])
  })
})

describe('addresses for browsers', () => {
  const expiresAt = new Date(Date.now() + 3_600_000)

  it('allow posting one file of one type, up to one size', async () => {
    const upload = { key: 'acme/one', type: 'image/png', maxBytes: 5000, expiresAt }
    const { url, fields } = await storage.createUploadTarget(upload)

    expect(url).toBe('/api/assets/v2/upload/')
    expect(fields).toMatchObject({ key: 'acme/one', 'Content-Type': 'image/png' })
    expect(verifyUpload(secret, fields)).toEqual(upload)
  })

  it('allow fetching one file for a while', async () => {
    const download = {
      key: 'acme/one',
      type: 'application/pdf',
      name: 'a & b.pdf',
      attachment: true,
      expiresAt,
    }
    const url = new URL(await storage.createDownloadUrl(download), 'https://cairn.example')

    expect(url.pathname).toBe('/api/assets/v2/files/acme/one')
    expect(verifyDownload(secret, 'acme/one', url.searchParams)).toEqual(download)
  })

  it('are not made for keys that are none of ours', async () => {
    const foreign = {
      key: '../x',
      type: 'image/png',
      name: 'x',
      attachment: false,
      maxBytes: 1,
      expiresAt,
    }
    await expect(storage.createUploadTarget(foreign)).rejects.toThrow('not a storage key')
    await expect(storage.createDownloadUrl(foreign)).rejects.toThrow('not a storage key')
  })
})

describe('what a killed process left half-written', () => {
  it('is removed once it is old, and nothing else is', async () => {
    await put('acme/one', 'hello')
    const old = join(folder, '.incoming', 'old')
    const fresh = join(folder, '.incoming', 'fresh')
    await writeFile(old, 'half')
    await writeFile(fresh, 'half')
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await utimes(old, yesterday, yesterday)

    expect(await storage.removeAbandoned()).toBe(1)
    await expect(access(old)).rejects.toThrow()
    expect(await readFile(fresh, 'utf8')).toBe('half')
    expect(await read('acme/one')).toBe('hello')
  })

  it('is nothing in a folder nobody has used yet', async () => {
    const unused = createLocalStorage({ folder: join(folder, 'not', 'there'), secret })
    expect(await unused.removeAbandoned()).toBe(0)
    await unused.put('one', Readable.from([Buffer.from('x')]), limits)
    expect(await unused.head('one')).toMatchObject({ size: 1 })
  })
})

function* chunksOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 64_000) yield content.subarray(at, at + 64_000)
}
