import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#config'
import { openBucket } from '#kernel/storage/bucket.ts'
import { testBucket } from '#test/bucket.ts'
import { newFolder } from '#test/processes.ts'
import {
  removeAbandonedInBucket,
  removeFromBucket,
  removeUnfinishedInBucket,
  storeInBucket,
} from './bucket-copy.ts'

const MB = 1024 ** 2
/** The smallest part that a bucket takes. */
const PART = 5 * MB
const DAY = 86_400_000

const there = await testBucket()
const settings = readConfig(there.environment).bucket
if (!settings) throw new Error('no bucket')
const { ask } = openBucket(settings)

const folder = await newFolder()
const file = path.join(folder, 'backup.tar')
/** Two parts and the rest. */
const content = randomBytes(2 * PART + 1234)
await writeFile(file, content)

const name = 'cairn-2026-11-19T03-00-12Z-abc123.tar'
const key = `backups/${name}`
const going = new AbortController().signal
const store = (signal = going) => storeInBucket(settings, name, file, signal, PART)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The numbers of the parts in the order in which they were sent. */
let sent: string[] = []
/** The number of the part that a request sends. */
const partIn = (url: URL) => url.searchParams.get('partNumber')

interface Asked {
  method: string
  url: URL
}

/** The request that makes one object of the parts. */
const isEnd = ({ method, url }: Asked) => method === 'POST' && url.searchParams.has('uploadId')

function note(url: URL) {
  const number = partIn(url)
  if (number) sent.push(number)
}

beforeEach(async () => {
  there.fail(undefined)
  sent = []
  await removeUnfinishedInBucket(settings, name)
})

describe('a backup that is larger than what a bucket takes in one request', () => {
  it('is stored in parts, which become one object with the same content', async () => {
    there.fail(({ size, url }) => {
      note(url)
      return size > PART ? 'EntityTooLarge' : undefined
    })
    await store()
    expect(sent).toEqual(['1', '2', '3'])
    expect(await there.keys()).toEqual([key])
    expect(there.uploads()).toEqual([])
    const read = await (await ask('GET', key, [200])).bytes()
    expect([read.length, hashOf(read)]).toEqual([content.length, hashOf(content)])
    await removeFromBucket(settings, name)
    expect(await there.keys()).toEqual([])
  })

  it('goes on with the part whose connection was lost', async () => {
    there.fail(({ url }) => {
      note(url)
      return partIn(url) === '2' && sent.length === 2 ? 'silence' : undefined
    })
    await store()
    expect(sent).toEqual(['1', '2', '2', '3'])
    expect(await there.keys()).toEqual([key])
  })

  it('is complete although the answer that said so was lost', async () => {
    let times = 0
    there.fail((asked) => {
      if (isEnd(asked)) times += 1
      return isEnd(asked) && times === 1 ? 'lost answer' : undefined
    })
    await store()
    expect(times).toBe(2)
    expect(await there.keys()).toEqual([key])
  })

  it.each([
    ['its second part', ({ url }: Asked) => partIn(url) === '2'],
    ['the end', isEnd],
    ['being read back', ({ method }: Asked) => method === 'GET'],
  ])('leaves nothing there if %s is refused', async (_what, isRefused) => {
    there.fail((asked) => (isRefused(asked) ? 'AccessDenied' : undefined))
    await expect(store()).rejects.toThrow('AccessDenied')
    expect([await there.keys(), there.uploads()]).toEqual([[], []])
  })

  it('leaves nothing there if the server stops meanwhile', async () => {
    const stopping = new AbortController()
    there.fail(({ url }) => {
      note(url)
      if (partIn(url) === '2') stopping.abort()
      return undefined
    })
    await expect(store(stopping.signal)).rejects.toThrow()
    expect(sent).toEqual(['1', '2'])
    expect([await there.keys(), there.uploads()]).toEqual([[], []])
  })
})

it('removes what a killed server left of one backup, and nothing else', async () => {
  await ask('PUT', 'backups/other.tar', [200], { body: new Blob(['other']) })
  await store()
  there.leaveUpload(key, new Date())
  there.leaveUpload('backups/other.tar', new Date())
  await removeUnfinishedInBucket(settings, name)
  expect(await there.keys()).toEqual(['backups/other.tar'])
  expect(there.uploads()).toEqual(['backups/other.tar'])
  await ask('DELETE', 'backups/other.tar', [204])
})

it('removes uploads of backups that nobody finished for a week', async () => {
  there.leaveUpload('backups/cairn-old.tar', new Date(Date.now() - 8 * DAY))
  there.leaveUpload('backups/cairn-new.tar', new Date(Date.now() - DAY))
  there.leaveUpload('backups/of-someone-else.tar', new Date(Date.now() - 8 * DAY))
  await removeAbandonedInBucket(settings)
  expect(there.uploads()).not.toContain('backups/cairn-old.tar')
  expect(there.uploads()).toEqual(
    expect.arrayContaining(['backups/cairn-new.tar', 'backups/of-someone-else.tar']),
  )
})
