import { describe, expect, it } from 'vitest'
import { signDownload, signUpload, verifyDownload, verifyUpload } from './signatures.ts'
import type { SignedDownload, Upload } from './storage.ts'

const secret = 'a secret of this test'
const expiresAt = new Date('2030-01-01T12:00:00Z')
const inTime = new Date('2030-01-01T11:59:59Z')

const upload: Upload = { key: 'acme/0f', type: 'image/png', maxBytes: 5000, expiresAt }
const download: SignedDownload = {
  key: 'acme/0f',
  type: 'image/png',
  name: 'plan – final & "best".png',
  attachment: true,
  reader: 'user:ada',
  expiresAt,
}

const decode = (policy = '') => JSON.parse(Buffer.from(policy, 'base64url').toString())
const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')

describe('an upload', () => {
  const fields = signUpload(secret, upload)

  it('is allowed by the form that was given out', () => {
    expect(verifyUpload(secret, fields, inTime)).toEqual(upload)
  })

  it('names its fields as a bucket does', () => {
    expect(Object.keys(fields)).toEqual(['key', 'Content-Type', 'policy', 'x-amz-signature'])
  })

  it('is allowed whatever other fields the form has', () => {
    expect(verifyUpload(secret, { ...fields, 'x-amz-date': 'x' }, inTime)).toEqual(upload)
  })

  it.each([
    ['when its time is over', expiresAt],
    ['long after its time', new Date('2040-01-01')],
  ])('is refused %s', (_when, now) => {
    expect(verifyUpload(secret, fields, now)).toBeNull()
  })

  it('counts its time from now when nobody says otherwise', () => {
    const past = signUpload(secret, { ...upload, expiresAt: new Date(Date.now() - 1) })
    const soon = signUpload(secret, { ...upload, expiresAt: new Date(Date.now() + 60_000) })
    expect(verifyUpload(secret, past)).toBeNull()
    expect(verifyUpload(secret, soon)).not.toBeNull()
  })

  it.each([
    ['another key', { key: 'other/0f' }],
    ['no key', { key: undefined }],
    ['another type', { 'Content-Type': 'text/html' }],
    ['no policy', { policy: undefined }],
    ['another limit', { policy: encode({ ...decode(fields.policy), maxBytes: 10 ** 12 }) }],
    ['a later end', { policy: encode({ ...decode(fields.policy), expires: 10 ** 15 }) }],
    ['a policy that is none', { policy: 'null' }],
    ['no signature', { 'x-amz-signature': undefined }],
    ['an empty signature', { 'x-amz-signature': '' }],
    ['a shorter signature', { 'x-amz-signature': fields['x-amz-signature']!.slice(0, -1) }],
    ['a longer signature', { 'x-amz-signature': `${fields['x-amz-signature']}0` }],
    ['a made-up signature', { 'x-amz-signature': 'ä'.repeat(32) }],
  ])('is refused with %s', (_what, changed) => {
    expect(verifyUpload(secret, { ...fields, ...changed }, inTime)).toBeNull()
  })

  it('is refused by a server with another secret', () => {
    expect(verifyUpload('another secret', fields, inTime)).toBeNull()
  })
})

describe('a download', () => {
  const query = signDownload(secret, download)
  const changed = (change: Record<string, string>) =>
    new URLSearchParams({ ...Object.fromEntries(query), ...change })

  it('is allowed by the address that was given out, also after it travelled', () => {
    expect(verifyDownload(secret, download.key, query)).toEqual(download)
    const travelled = new URL(`https://cairn.example/x?${query}`).searchParams
    expect(verifyDownload(secret, download.key, travelled)).toEqual(download)
  })

  it('is refused for another key', () => {
    expect(verifyDownload(secret, 'acme/10', query)).toBeNull()
  })

  it.each([
    ['shown instead of saved', { attachment: '0' }],
    ['as another type', { type: 'text/html' }],
    ['under another name', { name: 'evil.html' }],
    ['for another person', { reader: 'user:eve' }],
    ['for longer', { expires: '9999999999999' }],
    ['with an end that is no number', { expires: 'never' }],
    ['with a made-up signature', { signature: '0'.repeat(64) }],
  ])('is refused %s', (_how, change) => {
    expect(verifyDownload(secret, download.key, changed(change))).toBeNull()
  })

  it('cannot move text from one field to the next: names have no line breaks', () => {
    const tricky = signDownload(secret, { ...download, name: 'a\n1', attachment: false })
    expect(tricky.get('name')).toBe('a1')
    const shifted = new URLSearchParams(tricky)
    shifted.set('name', 'a')
    shifted.set('attachment', '1')
    expect(verifyDownload(secret, download.key, shifted)).toBeNull()
  })

  it('is refused without parameters', () => {
    expect(verifyDownload(secret, download.key, new URLSearchParams())).toBeNull()
  })

  it('is not allowed by an upload’s signature', () => {
    const fields = signUpload(secret, upload)
    const forged = changed({ signature: fields['x-amz-signature']! })
    expect(verifyDownload(secret, download.key, forged)).toBeNull()
  })
})
