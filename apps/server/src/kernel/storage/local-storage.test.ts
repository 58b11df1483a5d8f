import { execFileSync } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isDiskFull } from '../http/errors.ts'
import { createLocalStorage } from './local-storage.ts'
import { verifyDownload, verifyUpload } from './signatures.ts'
import { type Storage, StorageFull, StorageNotWritable } from './storage.ts'

const secret = 'a secret of this test'
const limits = { maxBytes: 1_000_000 }

let home: string
let folder: string
let storage: Storage
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

  it('can still be read to its end while it is removed', async () => {
    await put('acme/one', 'hello')
    const found = await storage.get('acme/one')
    await storage.remove('acme/one')
    expect((await buffer(found!.stream)).toString()).toBe('hello')
  })
})

describe('a file that may not stay', () => {
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
    await expect(storage.probe()).rejects.toBeInstanceOf(StorageNotWritable)
  })
})

/** A file system of one megabyte, if the tests may mount one. */
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
      reader: 'user:ada',
      expiresAt,
    }
    const given = await storage.createDownloadUrl({ ...download, cacheSeconds: 10 })
    const url = new URL(given, 'https://cairn.example')

    expect(url.pathname).toBe('/api/assets/v2/files/acme/one')
    expect(verifyDownload(secret, 'acme/one', url.searchParams)).toEqual(download)
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
