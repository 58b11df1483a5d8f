import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const webRoot = await mkdtemp(path.join(os.tmpdir(), 'cairn-web-'))
await mkdir(path.join(webRoot, 'assets'))
await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>Cairn</title>')
await writeFile(path.join(webRoot, 'assets/main-a1b2c3.js'), 'export {}')
await writeFile(path.join(webRoot, 'assets/main-a1b2c3.js.br'), 'as brotli')
await writeFile(path.join(webRoot, 'assets/main-a1b2c3.js.gz'), 'as gzip')
await writeFile(path.join(webRoot, 'assets/removed-d4e5f6.js'), 'export {}')
await writeFile(path.join(webRoot, 'theme.js'), '1')
await mkdir(path.join(webRoot, 'covers'))
await writeFile(path.join(webRoot, 'covers/fjord.svg'), '<svg/>')
afterAll(() => rm(webRoot, { recursive: true, force: true }))
const { app } = await testServer({ webRoot })

describe('screens', () => {
  it.each([
    ['/', 'no-store'],
    ['/acme/', 'no-store'],
    ['/acme/projects/', 'no-store'],
    ['/sign-up?email=a@b.co', 'no-store'],
    ['/god-mode/', 'no-cache'],
    ['/spaces/issues/abc', 'no-cache'],
    ['/index.html', 'no-cache'],
  ])('%s is the application, never kept without asking again', async (url, retained) => {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(headers['cache-control']).toBe(retained)
    expect(body).toContain('<title>Cairn</title>')
  })
})

describe('for monitors, which request only the status', () => {
  it.each([
    ['/', 200],
    ['/acme/projects/', 200],
    ['/health/', 200],
    ['/nothing.txt', 404],
    ['/api/users/me/', 405],
  ])('HEAD %s answers %i', async (url, status) => {
    const { statusCode } = await app.inject({ method: 'HEAD', url })
    expect(statusCode).toBe(status)
  })

  it('HEAD of a screen reads no data', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/acme/' })).body).toBe('')
  })
})

describe('inside a page of another site', () => {
  const framing = async (url: string) => {
    const { headers } = await app.inject({ url })
    const policy = String(headers['content-security-policy'])
    return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers['x-frame-options']]
  }

  it.each(['/spaces/', '/spaces/issues/abc', '/spaces?error_code=1'])(
    '%s is shown',
    async (url) => {
      expect(await framing(url)).toEqual(['*', undefined])
    },
  )

  it.each(['/', '/acme/', '/god-mode/', '/spacesuit/', '/api/public/anchor/abc/settings/'])(
    '%s is not',
    async (url) => {
      expect(await framing(url)).toEqual(["'self'", 'SAMEORIGIN'])
    },
  )
})

describe('files', () => {
  it('with a hash in their name are kept for ever, others are asked for again', async () => {
    const hashed = await app.inject({ url: '/assets/main-a1b2c3.js' })
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const plain = await app.inject({ url: '/theme.js' })
    expect(plain.headers['cache-control']).toBe('public, no-cache')
    expect(plain.headers.etag).toBeDefined()
  })

  it.each([
    ['gzip, deflate, br', 'br', 'as brotli'],
    ['gzip', 'gzip', 'as gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'as gzip'],
    ['identity', undefined, 'export {}'],
    [undefined, undefined, 'export {}'],
  ])('are sent to who accepts %s as %s', async (accepted, encoding, content) => {
    const { headers, body } = await app.inject({
      url: '/assets/main-a1b2c3.js',
      headers: { ...(accepted && { 'accept-encoding': accepted }) },
    })
    expect([headers['content-encoding'], body]).toEqual([encoding, content])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers.vary).toBe('accept-encoding')
  })

  it('are not sent again to who has them', async () => {
    const { headers } = await app.inject({ url: '/theme.js' })
    for (const tag of [headers.etag, `W/${headers.etag}`]) {
      const again = await app.inject({
        url: '/theme.js',
        headers: { 'if-none-match': String(tag) },
      })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    const other = await app.inject({ url: '/theme.js', headers: { 'if-none-match': '"older"' } })
    expect([other.statusCode, other.body]).toEqual([200, '1'])
  })

  it('that were removed while the server runs are answered with 404', async () => {
    await rm(path.join(webRoot, 'assets/removed-d4e5f6.js'))
    const { statusCode, headers } = await app.inject({ url: '/assets/removed-d4e5f6.js' })
    expect([statusCode, headers['cache-control']]).toEqual([404, undefined])
  })

  it('may stand in folders', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/covers/fjord.svg' })
    expect([statusCode, body]).toEqual([200, '<svg/>'])
    expect(headers['content-type']).toContain('image/svg+xml')
  })

  it.each([
    '/assets/gone-000000.js',
    '/assets/main-a1b2c3.js.br',
    '/assets/../index.html.js',
    '/nothing.css',
    '/../../etc/passwd.txt',
  ])('%s does not exist, and is not answered with a page', async (url) => {
    const { statusCode, headers } = await app.inject({ url })
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('application/json')
  })
})

describe('the API', () => {
  it.each(['/api/nothing/', '/auth/nothing/at/all/'])('%s is not a screen', async (url) => {
    const { statusCode, body } = await app.inject({ url })
    expect([statusCode, JSON.parse(body)]).toEqual([404, { error: 'Page not found.' }])
  })

  it('does not answer a post to a screen', async () => {
    expect((await app.inject({ method: 'POST', url: '/acme/' })).statusCode).toBe(404)
  })
})
