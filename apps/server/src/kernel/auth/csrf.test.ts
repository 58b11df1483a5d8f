import { accountApi, authApi, projectsApi } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { browserOn, fresh, setUp, strong } from '#features/auth/test-kit/browser.ts'
import { testServer } from '#test/server.ts'

const { app, workspaceOf } = await testServer({ environment: { WEB_URL: 'https://cairn.example' } })
const { ada } = await workspaceOf('ada')
await setUp(app)
const Browser = browserOn(app)

const url = projectsApi.create.url.replace(':slug', ada.place.slug ?? '')
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const evil = 'https://evil.example'

let count = 0
/** A write request with a cookie and these headers. */
const change = (headers: Record<string, string>) => {
  const fields = { name: `P ${++count}`, identifier: `P${count}` }
  const isForm = headers['content-type'] !== json['content-type']
  const payload = isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields)
  return app.inject({ method: 'POST', url, cookies: ada.cookies, headers, payload })
}

describe('a change by cookie', () => {
  it.each([
    ['from another origin', { ...json, origin: evil }],
    ['from nowhere that can be named', { ...json, origin: 'null' }],
    ['from another site, without an origin', { ...form, 'sec-fetch-site': 'cross-site' }],
    ['from a sibling of this site', { ...json, 'sec-fetch-site': 'same-site' }],
    ['by a page elsewhere, without an origin', { ...form, referer: `${evil}/page` }],
    ['by a form that says nothing of itself', form],
    ['by a form of plain text', { 'content-type': 'text/plain' }],
    ['by a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('%s is refused', async (_, headers) => {
    const { statusCode } = await change(headers)
    expect([403, 415]).toContain(statusCode)
    if (headers['content-type'] === form['content-type']) expect(statusCode).toBe(403)
  })

  it.each([
    ['from here', { ...json, origin: 'https://cairn.example' }],
    ['from the host that was asked', { ...json, origin: 'http://localhost:80' }],
    ['from here, as the browser says otherwise', { ...json, 'sec-fetch-site': 'same-origin' }],
    ['by a page of ours', { ...json, referer: 'https://cairn.example/acme/' }],
    ['by a program, which sends JSON', json],
  ])('%s is made', async (_, headers) => {
    expect((await change(headers)).statusCode).toBe(201)
  })
})

it('signing out needs no origin, but its token', async () => {
  const browser = new Browser()
  await browser.post(authApi.signUp.url, { email: fresh(), password: strong })
  const without = await browser.send('POST', authApi.signOut.url, {})
  expect(without.statusCode).toBe(403)
  expect((await browser.send('GET', accountApi.me.url)).statusCode).toBe(200)
  expect(await browser.post(authApi.signOut.url, {})).toBe('/')
})
