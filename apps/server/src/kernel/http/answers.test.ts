import { gunzipSync } from 'node:zlib'
import {
  GUEST,
  labelsApi,
  projectsApi,
  statesApi,
  workItemListsApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { isDatabaseAway, isDiskFull } from './errors.ts'

const { app, projectOf, stranger } = await testServer()
const { ada, gus } = await projectOf('ada', ['gus', GUEST])
const itemsUrl = workItemListsApi.project.url.replace(
  /:(\w+)/g,
  (_, name: string) => ada.place[name] ?? '',
)

const post = (payload: string, type = 'application/json', url = itemsUrl) =>
  app.inject({
    method: 'POST',
    url,
    cookies: ada.cookies,
    headers: { 'content-type': type },
    payload,
  })

describe('bodies', () => {
  it('malformed JSON is 400 with the reason', async () => {
    const response = await post('{"name": ')
    expect(response.statusCode).toBe(400)
    expect(response.json().detail).toMatch(/^JSON parse error - /)
  })

  it('JSON that tries to change prototypes is refused', async () => {
    expect((await post('{"name":"x","__proto__":{"a":1}}')).statusCode).toBe(400)
  })

  it('a list where an object belongs is 400', async () => {
    const response = await post('[]')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ non_field_errors: ['Invalid data. Expected a dictionary.'] })
  })

  it('another type of content is 415', async () => {
    const response = await post('<name>x</name>', 'application/xml')
    expect(response.statusCode).toBe(415)
    expect(response.json()).toEqual({
      detail: 'Unsupported media type "application/xml" in request.',
    })
  })

  it('more than 5 MB is 413', async () => {
    const response = await post(JSON.stringify({ name: 'x'.repeat(5_300_000) }))
    expect(response.statusCode).toBe(413)
  })

  it('a NUL, which PostgreSQL cannot store, is 400', async () => {
    const response = await post(JSON.stringify({ name: 'a\u0000b' }))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'Please provide valid detail' })
  })
})

describe('paths', () => {
  it('work with and without the last slash', async () => {
    for (const url of ['/api/users/me/', '/api/users/me']) {
      expect((await app.inject({ url, cookies: ada.cookies })).statusCode).toBe(200)
    }
  })

  it('nobody knows are 404; known ones with another method 405', async () => {
    const unknown = await app.inject({ url: '/api/nothing/' })
    expect([unknown.statusCode, unknown.json()]).toEqual([404, { error: 'Page not found.' }])
    const method = await app.inject({ method: 'DELETE', url: '/api/users/session/' })
    expect([method.statusCode, method.json()]).toEqual([
      405,
      { detail: 'Method "DELETE" not allowed.' },
    ])
  })

  it('with something else where an id belongs are 404', async () => {
    const response = await app.inject({ url: `${itemsUrl}42/`, cookies: ada.cookies })
    expect([response.statusCode, response.json()]).toEqual([404, { error: 'Page not found.' }])
  })
})

describe('headers', () => {
  // @cap:operations.security-headers
  it('forbid foreign and inline scripts, framing and sniffing', async () => {
    const { headers } = await app.inject({ url: '/health/' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy.split(';').find((part) => part.includes('script-src'))).not.toContain('unsafe')
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect((await app.inject({ url: '/robots.txt' })).body).toBe('User-agent: *\nDisallow: /\n')
    const cookieOver = async (scheme: string) => {
      const url = '/auth/get-csrf-token/'
      return (await app.inject({ url, headers: { 'x-forwarded-proto': scheme } })).cookies[0]
    }
    expect(await cookieOver('https')).toMatchObject({
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    })
    expect(await cookieOver('http')).not.toHaveProperty('secure')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('let a browser keep an answer, and ask whether it still holds', async () => {
    const url = '/api/users/me/'
    const first = await app.inject({ url, cookies: ada.cookies })
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await app.inject({ url, cookies: ada.cookies, headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await app.inject({ url, headers })).statusCode).toBe(401)
  })

  it('are packed where it is worth it and whoever asks can unpack it', async () => {
    const ask = (url: string, encoding: string) =>
      app.inject({ url, headers: { 'accept-encoding': encoding } })
    const plain = await ask('/api/openapi.json', 'identity')
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const packed = await ask('/api/openapi.json', 'br, gzip')
    expect(packed.headers).toMatchObject({ vary: 'accept-encoding', 'content-encoding': 'gzip' })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBe(Number(packed.headers['content-length']))
    const short = await ask('/health/', 'gzip')
    expect(short.headers).not.toHaveProperty('content-encoding')
  })
})

it('tells its health, version and that the database answers', async () => {
  const { statusCode, body } = await app.inject({ url: '/health/' })
  expect(statusCode).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ status: 'ok', database: 'ok' })
})

it('serves readable documentation', async () => {
  const page = await app.inject({ url: '/api/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  const document = (await app.inject({ url: '/api/openapi.json' })).json()
  expect(document.paths['/api/workspaces/{slug}/']).toBeDefined()
  expect(document.info.title).toBe('Cairn')
})

it('never sends a field the answer’s schema does not name', async () => {
  const { body } = await ada.attempt(workspacesApi.members)
  expect(JSON.stringify(body)).not.toMatch(/password|token|username/)
})

it.each([
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
  [Object.assign(new Error('too many clients already'), { code: '53300' }), true],
  [Object.assign(new Error('out of shared memory'), { code: '53200' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('timeout exceeded when trying to connect'), true],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [new Error('x is not a function'), false],
  ['nothing', false],
])('%s means the database is away: %s', (error, away) => {
  expect(isDatabaseAway(error)).toBe(away)
})

it('knows a full disk by either side’s name for it', () => {
  expect(isDiskFull({ code: '53100' })).toBe(true)
  expect(isDiskFull({ code: 'ENOSPC' })).toBe(true)
  expect(isDiskFull(new Error('no'))).toBe(false)
})

// @cap:operations.dependency-failures
it('says that the disk is full while it is, changes nothing, and goes on by itself', async () => {
  const full = await testServer()
  const { bea } = await full.projectOf('bea')
  const add = () => bea.attempt(labelsApi.create, { body: { name: 'a label' } })
  // The error PostgreSQL raises when a table cannot grow.
  await sql`
    create function no_room() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/16384/16399": No space left on device'
        using errcode = 'disk_full';
    end $$`.execute(full.database.db)
  await sql`
    create trigger no_room before insert on labels execute function no_room()`.execute(
    full.database.db,
  )
  expect(await add()).toEqual({
    status: 507,
    body: { error: 'The server has no disk space left. Nothing was changed; tell its operator.' },
  })
  expect(await bea.call(labelsApi.list)).toEqual([])
  await sql`drop trigger no_room on labels`.execute(full.database.db)
  expect((await add()).status).toBe(201)
})

it('answers what the database gave up on: a read is refused, a write may be tried again', async () => {
  const { database, projectOf: projectIn } = await testServer()
  const { db } = database
  const { bea } = await projectIn('bea')
  const add = () => bea.attempt(labelsApi.create, { body: { name: 'a label' } })
  // As PostgreSQL ends a statement at its timeout.
  await sql`
    create function give_up() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement' using errcode = 'query_canceled'; end $$`.execute(
    db,
  )
  await sql`
    create trigger give_up before insert on labels execute function give_up()`.execute(db)
  expect(await add()).toEqual({
    status: 503,
    body: { error: 'Other changes took too long. Nothing was changed; try again.' },
  })
  await sql`drop trigger give_up on labels`.execute(db)
  expect((await add()).status).toBe(201)

  await sql`alter table labels rename to labels_there`.execute(db)
  await sql`
    create function never() returns boolean language plpgsql as $$
    begin raise exception 'canceling statement' using errcode = 'query_canceled'; end $$`.execute(
    db,
  )
  await sql`create view labels as select * from labels_there where never()`.execute(db)
  expect(await bea.attempt(labelsApi.list)).toEqual({
    status: 400,
    body: { error: 'This takes too long to find. Ask for less.' },
  })
})

// @cap:errors.status-order
it('asks who calls, then what they may, then whether it exists, then what was sent', async () => {
  const wrong = { params: { id: crypto.randomUUID() }, body: { name: '' } }
  const change = async (by: typeof ada) => (await by.attempt(statesApi.change, wrong)).status
  expect(await change(stranger.at(ada.place))).toBe(401)
  expect(await change(gus)).toBe(403)
  expect(await change(ada.at({ slug: 'nowhere' }))).toBe(403)
  const missing = { params: wrong.params, body: { name: 'a name' } }
  expect(await ada.attempt(statesApi.change, missing)).toEqual({
    status: 404,
    body: { error: 'The required object does not exist.' },
  })
  const put = await app.inject({ method: 'PUT', url: '/api/users/me/', cookies: ada.cookies })
  expect(put.statusCode).toBe(405)
  const tooLarge = JSON.stringify({ name: 'x'.repeat(5_300_000) })
  expect((await post(tooLarge)).statusCode).toBe(413)
  const { statusCode } = await app.inject({
    ...{ method: 'POST', url: itemsUrl, payload: tooLarge },
    headers: { 'content-type': 'application/json' },
  })
  expect(statusCode).toBe(401)
})

// @cap:errors.status-order
it('says nothing of what broke inside', async () => {
  const broken = await testServer()
  const { bea } = await broken.projectOf('bea')
  await sql`alter table labels rename to stickers`.execute(broken.database.db)
  const answer = await bea.attempt(labelsApi.create, { body: { name: 'a label' } })
  expect(answer).toEqual({
    status: 500,
    body: { error: 'Something went wrong please try again later' },
  })
})

// @cap:errors.validation-bodies
it('names the field and the reason, and changes nothing', async () => {
  const item = await ada.call(workItemsApi.create, { body: { name: 'a name' } })
  const params = { id: item.id }
  const before = await ada.call(workItemsApi.get, { params })
  for (const [body, answer] of [
    [{ name: '' }, { name: ['This field may not be blank.'] }],
    [{ name: 'x'.repeat(256) }, { name: [expect.stringContaining('255')] }],
    [{ priority: 'loud' }, { priority: ['"loud" is not a valid choice.'] }],
    [{ target_date: 'soon' }, { target_date: [expect.stringContaining('YYYY-MM-DD')] }],
    [{ name: 'fine', priority: 7 }, { priority: [expect.any(String)] }],
  ] as const) {
    expect(await ada.attempt(workItemsApi.change, { params, body: body as object })).toEqual({
      status: 400,
      body: answer,
    })
  }
  expect(await ada.call(workItemsApi.get, { params })).toEqual(before)
})

// @cap:errors.validation-bodies
it('takes no notice of fields that are unknown or the server’s own', async () => {
  const foreign: object = {
    ...{ workspace_id: crypto.randomUUID(), created_by: gus.user_id },
    ...{ created_at: '2001-01-01T00:00:00Z', deleted_at: '2001-01-01T00:00:00Z', is_epic: true },
    ...{ sequence_id: 4711, project_id: crypto.randomUUID(), is_admin: true, unheard_of: {} },
  }
  const item = await ada.call(workItemsApi.create, { body: { name: 'plain', ...foreign } })
  expect(item).toMatchObject({ created_by: ada.user_id, project_id: ada.place.project_id })
  expect(item.sequence_id).toBeLessThan(4711)
  const params = { id: item.id }
  const {
    updated_at: _then,
    updated_by: _nobody,
    ...before
  } = await ada.call(workItemsApi.get, { params })
  const renamed: object = { ...foreign, id: crypto.randomUUID() }
  await ada.attempt(workItemsApi.change, { params, body: renamed })
  expect(await ada.call(workItemsApi.get, { params })).toMatchObject(before)

  const label = await ada.call(labelsApi.create, { body: { name: 'plain', ...foreign } })
  expect(label.project_id).toBe(ada.place.project_id)
  const project = await ada.call(projectsApi.get)
  await ada.attempt(projectsApi.change, { body: foreign })
  const { updated_at: _before, updated_by: _who, ...retained } = project
  expect(await ada.call(projectsApi.get)).toMatchObject(retained)
})
