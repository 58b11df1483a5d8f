import { once } from 'node:events'
import net from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#config'
import { testBucket } from '#test/bucket.ts'
import { formRefusalOf, refusalOf } from '#test/s3-signatures.ts'
import { openBucket } from './bucket.ts'
import { signPolicy, signPost } from './post-policy.ts'
import { createS3Storage } from './s3-storage.ts'
import { StorageAway, StorageFull, StorageRefuses } from './storage.ts'

const there = await testBucket()
const settings = readConfig(there.environment).bucket
if (!settings) throw new Error('no bucket')
const storage = createS3Storage(settings)

const HOUR = 3_600_000
const inAnHour = () => new Date(Date.now() + HOUR)
const key = 'acme/one'
const asked = { key, type: 'image/png', maxBytes: 10, expiresAt: inAnHour() }
const accept = () => {}

beforeEach(async () => {
  there.fail(undefined)
  for (const retained of await there.keys()) {
    await storage.remove(retained.replace(/^incoming\//, ''))
  }
})

/** Posts like a browser. */
async function post(fields: Record<string, string>, content: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([content]), 'x')
  const { status } = await fetch(`${there.url}/uploads/`, { method: 'POST', body: form })
  return status
}

const targetOf = async (change: Partial<typeof asked> = {}) =>
  storage.createUploadTarget({ ...asked, ...change })

const read = async () => {
  const found = await storage.get(key)
  return found && (await buffer(found.stream)).toString()
}

describe('a form', () => {
  it('brings one file of one type, up to one size, to where no reader looks', async () => {
    const { url, fields } = await targetOf()
    expect(url).toBe(`${there.url}/uploads/`)
    expect(Object.keys(fields).sort()).toEqual([
      'Content-Type',
      'key',
      'policy',
      'x-amz-algorithm',
      'x-amz-credential',
      'x-amz-date',
      'x-amz-signature',
    ])
    expect(await post(fields, 'ten bytes.')).toBe(204)
    expect(await there.keys()).toEqual([`incoming/${key}`])
    expect(await storage.get(key)).toBeNull()
    expect(await storage.head(key)).toBeNull()
  })

  it.each([
    ['another type', { 'Content-Type': 'text/html' }],
    ['another key', { key: 'incoming/acme/two' }],
    ['a key that is served', { key }],
    ['a made-up signature', { 'x-amz-signature': '0'.repeat(64) }],
    ['more than was signed', { acl: 'public-read' }],
  ])('with %s is refused', async (_what, change) => {
    const { fields } = await targetOf()
    expect(await post({ ...fields, ...change }, 'x')).toBe(403)
    expect(await there.keys()).toEqual([])
  })

  it('with too much, too little, or too late is refused', async () => {
    const { fields } = await targetOf()
    expect(await post(fields, 'eleven byte')).toBe(400)
    expect(await post(fields, '')).toBe(400)
    const late = await targetOf({ expiresAt: new Date(Date.now() - 1) })
    expect(await post(late.fields, 'x')).toBe(403)
    expect(await there.keys()).toEqual([])
  })
})

describe('what was posted', () => {
  it('is ours once it was looked at', async () => {
    await post((await targetOf()).fields, 'hello')
    const seen: unknown[] = []
    expect(await storage.receive(key, (arrived) => seen.push(arrived))).toEqual({
      size: 5,
      modifiedAt: expect.any(Date),
    })
    expect(seen).toMatchObject([{ size: 5, type: 'image/png', head: Buffer.from('hello') }])
    expect(await there.keys()).toEqual([key])
    expect(await read()).toBe('hello')
  })

  it('is taken in once, however many ask at the same time', async () => {
    await post((await targetOf()).fields, 'hello')
    const asking = Array.from({ length: 6 }, () => storage.receive(key, accept))
    for (const taken of await Promise.all(asking)) expect(taken).toMatchObject({ size: 5 })
    expect(await there.keys()).toEqual([key])
    expect(await read()).toBe('hello')
  })

  it('is nothing, as long as nothing was', async () => {
    expect(await storage.receive(key, accept)).toBeNull()
  })

  it('goes when it may not stay', async () => {
    await post((await targetOf()).fields, 'hello')
    const refused = storage.receive(key, () => {
      throw new Error('not this one')
    })
    await expect(refused).rejects.toThrow('not this one')
    expect(await there.keys()).toEqual([])
  })

  it('is told to be empty, though a bucket has no first byte of it', async () => {
    await storage.put(`incoming/${key}`, Readable.from([]), { maxBytes: 1 })
    await storage.receive(key, ({ size }) => expect(size).toBe(0))
  })

  it('does not change any more, though its form still holds', async () => {
    const { fields } = await targetOf()
    await post(fields, 'first')
    await storage.receive(key, accept)
    expect(await post(fields, 'second')).toBe(204)
    expect(await storage.receive(key, accept)).toMatchObject({ size: 5 })
    expect(await read()).toBe('first')
  })

  it('is looked at again when another came meanwhile', async () => {
    const { fields } = await targetOf()
    await post(fields, 'first')
    const sent: Promise<unknown>[] = []
    const sizes: number[] = []
    await storage.receive(key, ({ size }) => {
      sizes.push(size)
      // Queued before the copy, as the bucket handles one request at a time.
      if (sizes.length === 1) sent.push(post(fields, 'another'))
    })
    await Promise.all(sent)
    expect((await read())?.length).toBe(sizes.at(-1))
  })

  it('goes with its file, and by itself when nobody marked it', async () => {
    const { fields } = await targetOf()
    await post(fields, 'first')
    await storage.receive(key, accept)
    await post(fields, 'again')
    await storage.remove(key)
    expect(await there.keys()).toEqual([])

    await post(fields, 'never')
    await storage.put('acme/two', Readable.from([Buffer.from('kept')]), { maxBytes: 10 })
    expect(await storage.removeAbandoned()).toBe(0)
    expect(await storage.removeAbandoned(0)).toBe(1)
    expect(await there.keys()).toEqual(['acme/two'])
  })
})

describe('an address', () => {
  const addressOf = (type: string, expiresAt = inAnHour()) =>
    storage.createDownloadUrl({
      ...{ key, type, name: "it's a+b & ü.x", attachment: false },
      ...{ reader: '', cacheSeconds: 60, expiresAt },
    })

  beforeEach(async () => {
    await storage.put(key, Readable.from([Buffer.from('hello')]), { maxBytes: 10 })
  })

  it.each([
    ['image/png', /^inline; filename="it's a\+b & _\.x"; filename\*=UTF-8''it%27s%20a%2Bb/],
    ['text/html', /^attachment; filename=/],
    ['image/svg+xml', /^attachment; filename=/],
  ])('shows or saves %s, whatever it was stored as', async (type, disposition) => {
    const answer = await fetch(await addressOf(type))
    expect([answer.status, await answer.text()]).toEqual([200, 'hello'])
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-disposition')).toMatch(disposition)
  })

  it('is the same for the same end, so that browsers fetch a file once', async () => {
    const end = inAnHour()
    expect(await addressOf('image/png', end)).toBe(await addressOf('image/png', end))
  })

  it('ends, and is nobody else’s to make', async () => {
    const statusOf = async (address: string | URL) => (await fetch(address)).status
    expect(await statusOf(await addressOf('image/png', new Date(Date.now() - 1000)))).toBe(403)
    for (const [name, value] of [
      ['response-content-disposition', 'inline'],
      ['response-content-type', 'text/html'],
      ['X-Amz-Expires', '600000'],
    ]) {
      const forged = new URL(await addressOf('text/plain'))
      forged.searchParams.set(name ?? '', value ?? '')
      expect([name, await statusOf(forged)]).toEqual([name, 403])
    }
    expect(await statusOf(`${there.url}/uploads/${key}`)).toBe(403)
  })
})

describe('a bucket', () => {
  it.each([
    ['silence', StorageAway, 'The storage for files does not answer right now.'],
    ['SlowDown', StorageAway, 'The storage for files does not answer right now.'],
    ['XMinioStorageFull', StorageFull, 'The server has no room left for files.'],
    ['AccessDenied', StorageRefuses, 'The storage for files refused the server (AccessDenied).'],
    ['NoSuchBucket', StorageRefuses, 'refused the server (NoSuchBucket).'],
  ])(
    'that answers with %s says what a person can do, and loses nothing',
    async (how, kind, says) => {
      await storage.put(key, Readable.from([Buffer.from('old')]), { maxBytes: 10 })
      there.fail(how)
      const actions = [
        storage.put(key, Readable.from([Buffer.from('new')]), { maxBytes: 10 }),
        storage.get(key),
        storage.receive(key, accept),
        storage.probe(),
      ]
      for (const settled of await Promise.allSettled(actions)) {
        expect(settled).toMatchObject({ status: 'rejected', reason: { name: kind.name } })
      }
      await expect(storage.probe()).rejects.toThrow(says)
      there.fail(undefined)
      expect(await read()).toBe('old')
    },
  )

  it('that is not there is away, and the reason is kept for its operator', async () => {
    const closed = net.createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as net.AddressInfo
    closed.close()
    const nowhere = createS3Storage({ ...settings, url: `http://127.0.0.1:${port}/uploads/` })
    await expect(nowhere.head(key)).rejects.toMatchObject({
      name: 'StorageAway',
      code: 'ECONNREFUSED',
    })
  })

  it('that has another secret believes nothing', async () => {
    const stranger = createS3Storage({ ...settings, secretAccessKey: 'another' })
    await expect(stranger.get(key)).rejects.toThrow('SignatureDoesNotMatch')
    const { fields } = await stranger.createUploadTarget(asked)
    expect(await post(fields, 'x')).toBe(403)
  })
})

/** The examples of the protocol documentation: both ways of signing give the same results. */
describe('the documented examples', () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  const example = {
    name: 'examplebucket',
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: secret,
    url: 'https://examplebucket.s3.amazonaws.com/',
    browserUrl: 'https://examplebucket.s3.amazonaws.com/',
  }

  it('of an address', async () => {
    const address =
      'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
      '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'
    const url = new URL(address)
    const headers = { host: url.host }
    const now = Date.parse('2013-05-24T01:00:00Z')
    expect(refusalOf({ method: 'GET', url, headers }, Buffer.alloc(0), secret, now)).toBeUndefined()

    const ours = await openBucket(example).presign('test.txt', {}, new Date('2013-05-24T01:00:00Z'))
    const ourUrl = new URL(ours)
    expect(ourUrl.searchParams.get('X-Amz-Date')).toBe('20130524T000000Z')
    expect(
      refusalOf({ method: 'GET', url: ourUrl, headers }, Buffer.alloc(0), secret, now),
    ).toBeUndefined()
  })

  it('of a form', () => {
    const policy =
      'eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9'
    const scope = ['20151229', 'us-east-1', 's3', 'aws4_request']
    expect(signPolicy(secret, scope, policy)).toBe(
      '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
    )
    const fields = signPost(example, asked)
    const at = { bucket: 'examplebucket', secret }
    expect(formRefusalOf(fields, 10, at)).toBeUndefined()
    expect(formRefusalOf(fields, 11, at)).toBe('EntityTooLarge')
  })
})
