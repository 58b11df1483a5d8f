import { apiTokensApi, type Endpoint, GUEST } from '@cairn/contract'
import * as contractV1 from '@cairn/contract/v1'
import {
  invitationsV1,
  labelsV1,
  membersV1,
  olderProjectMembersV1,
  projectMembersV1,
  projectsV1,
  rolesV1,
  statesV1,
  usersV1,
} from '@cairn/contract/v1'
import { Ajv } from 'ajv'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { removeOldRequests } from '#features/api-tokens/service.ts'
import {
  missing,
  notAllowed,
  programServer,
  tokenNotValid,
  unauthenticated,
} from '#test/programs.ts'
import { describeWholeApi } from './hand-over.ts'

const { app, database, programsOf, refusesStrangers } = await programServer()
const { db } = database

interface Asked {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'OPTIONS'
  headers?: Record<string, string>
  payload?: string
}

/** A raw request, without the defaults of our client. */
async function ask(url: string, { method = 'GET', headers = {}, ...rest }: Asked = {}) {
  const response = await app.inject({ method, url, headers, ...rest })
  const { statusCode: status, body } = response
  return { status, headers: response.headers, body: body === '' ? null : JSON.parse(body) }
}

const formats = { uuid: true, 'date-time': true, date: true } as const
const json = { 'content-type': 'application/json' }

// @cap:public-api.auth-errors
describe('who asks', () => {
  it('is known by a key in either header; without one, or with a bad one, nobody is', async () => {
    const { ada } = await programsOf('ada')
    const key = ada.headers['x-api-key'] ?? ''
    const me = (headers: Record<string, string>) => ask('/api/v1/users/me/', { headers })
    for (const headers of [
      { 'X-API-KEY': key },
      { 'x-api-key': key },
      { authorization: `Bearer ${key}` },
    ]) {
      expect(await me(headers as never)).toMatchObject({ status: 200, body: { id: ada.user_id } })
    }
    for (const headers of [{}, { 'x-api-key': '' }, { authorization: 'Basic eDp5' }]) {
      expect(await me(headers as never)).toMatchObject(unauthenticated)
    }
    expect(await me({ 'x-api-key': 'api_nobody' })).toMatchObject(tokenNotValid)
    expect(await me({ authorization: 'Bearer api_nobody' })).toMatchObject(tokenNotValid)
  })

  it('is refused by membership and role in the words of the API, never by a page', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    await refusesStrangers(labelsV1.list, ada)
    expect(await gus.attempt(labelsV1.create, { body: { name: 'x' } })).toEqual(notAllowed)
    // Permissions are checked before the body is validated.
    expect(await gus.attempt(labelsV1.create, { body: {} as never })).toEqual(notAllowed)
  })
})

describe('addresses', () => {
  it('are served with and without the slash, and never by a redirect', async () => {
    const { ada } = await programsOf('ada')
    const { slug, project_id } = ada.place
    const { headers } = ada
    const labels = `/api/v1/workspaces/${slug}/projects/${project_id}/labels`
    for (const url of [labels, `${labels}/`, `${labels}?per_page=5`, `${labels}/?per_page=5`]) {
      expect(await ask(url, { headers })).toMatchObject({ status: 200, body: { count: 0 } })
    }
    const payload = JSON.stringify({ name: 'bug' })
    expect(
      await ask(labels, { method: 'POST', headers: { ...headers, ...json }, payload }),
    ).toMatchObject({ status: 201, body: { name: 'bug' } })
  })

  it('that do not exist say so, and so do methods and ids', async () => {
    const { ada } = await programsOf('ada')
    const { headers } = ada
    const notThere = { status: 404, body: { error: 'Page not found.' } }
    for (const url of [
      ...['/api/v1/', '/api/v1/nothing/', `/api/v1/workspaces/${ada.place.slug}/nothing/`],
      `/api/v1/workspaces/${ada.place.slug}/projects/not-an-id/labels/`,
      `/api/v1/workspaces/${ada.place.slug}/projects/${ada.place.project_id}/labels/not-an-id/`,
    ]) {
      expect(await ask(url, { headers })).toMatchObject(notThere)
    }
    expect(await ask('/api/v1/users/me/', { method: 'PUT', headers })).toMatchObject({
      status: 405,
      body: { detail: 'Method "PUT" not allowed.' },
    })
    // A word is not an id, so this is not a known URL with another method.
    const { slug, project_id } = ada.place
    for (const place of [`${slug}/`, `${slug}/projects/${project_id}/`]) {
      const url = `/api/v1/workspaces/${place}pages/templates/`
      expect(await ask(url, { method: 'POST', headers })).toMatchObject(notThere)
    }
    const label_id = crypto.randomUUID()
    expect(await ada.attempt(labelsV1.get, { params: { label_id } })).toEqual(missing)
  })
})

// @cap:public-api.existing-clients
describe('bodies', () => {
  it('may be empty with a JSON content type, whatever the method', async () => {
    const { ada } = await programsOf('ada')
    const { slug, project_id } = ada.place
    const labels = `/api/v1/workspaces/${slug}/projects/${project_id}/labels/`
    const headers = { ...ada.headers, ...json }
    const { id } = await ada.call(labelsV1.create, { body: { name: 'bug' } })
    const needsName = { status: 400, body: { name: ['This field is required.'] } }
    expect(await ask(labels, { headers })).toMatchObject({ status: 200 })
    expect(await ask(labels, { method: 'POST', headers })).toMatchObject(needsName)
    expect(await ask(labels, { method: 'POST', headers, payload: ' ' })).toMatchObject(needsName)
    expect(await ask(labels, { method: 'POST', headers: ada.headers })).toMatchObject(needsName)
    const one = `${labels}${id}/`
    expect(await ask(one, { method: 'PATCH', headers })).toMatchObject({ status: 200 })
    expect(await ask(one, { method: 'DELETE', headers, payload: '{"stray":1}' })).toMatchObject({
      status: 204,
      body: null,
    })
    expect(await ask(one, { method: 'DELETE', headers })).toMatchObject({ status: 404 })
  })

  it('may hold keys nobody knows, whatever stands there', async () => {
    const { ada } = await programsOf('ada')
    const stray = { id: 'AMQQR', created_by: 5, nonsense: { deep: [null] } }
    const label = await ada.call(labelsV1.create, { body: { name: 'bug', ...stray } })
    expect(label).toMatchObject({ name: 'bug', created_by: ada.user_id })
    expect(label.id).not.toBe('AMQQR')
  })

  it('that cannot be read are refused as such', async () => {
    const { ada } = await programsOf('ada')
    const url = `/api/v1/workspaces/${ada.place.slug}/projects/${ada.place.project_id}/labels/`
    const post = (payload: string, type = 'application/json') => {
      const headers = { ...ada.headers, 'content-type': type }
      return ask(url, { method: 'POST', headers, payload })
    }
    expect(await post('{"name":')).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^JSON parse error - /) },
    })
    for (const body of ['[]', '5', 'null']) {
      expect(await post(body)).toMatchObject({
        status: 400,
        body: { non_field_errors: ['Invalid data. Expected a dictionary.'] },
      })
    }
    expect(await post('name=bug', 'text/csv')).toMatchObject({
      status: 415,
      body: { detail: 'Unsupported media type "text/csv" in request.' },
    })
    expect((await post(`{"name":"${'x'.repeat(5_300_000)}"}`)).status).toBe(413)
  })
})

describe('pages of other origins', () => {
  const from = { origin: 'https://elsewhere.example' }

  it('may call with a token, and read the limit’s headers, but bring no cookies', async () => {
    const { ada } = await programsOf('ada')
    const { status, headers } = await ask('/api/v1/users/me/', {
      headers: { ...ada.headers, ...from },
    })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    const question = await ask('/api/v1/users/me/', {
      method: 'OPTIONS',
      headers: { ...from, 'access-control-request-method': 'GET' },
    })
    expect(question.status).toBe(204)
    expect(question.headers['access-control-allow-headers']).toContain('X-Api-Key')
    const { project_id, slug } = ada.place
    const url = `/api/v1/workspaces/${slug}/projects/${project_id}/labels/`
    expect(
      await ask(url, {
        method: 'POST',
        headers: { ...ada.headers, ...from, ...json },
        payload: '{"name":"x"}',
      }),
    ).toMatchObject({ status: 201 })
  })

  it('may be limited to some', async () => {
    const strict = await programServer({
      environment: { CORS_ALLOWED_ORIGINS: 'https://a.example, https://b.example' },
    })
    const headersFor = async (origin: string) => {
      const url = '/api/v1/users/me/'
      return (await strict.app.inject({ url, headers: { origin } })).headers
    }
    expect(await headersFor('https://b.example')).toMatchObject({
      'access-control-allow-origin': 'https://b.example',
    })
    expect(await headersFor('https://c.example')).not.toHaveProperty('access-control-allow-origin')
  })
})

it('answers carry the same security headers as all others', async () => {
  const { ada } = await programsOf('ada')
  const { headers } = await ask('/api/v1/users/me/', { headers: ada.headers })
  expect(headers).toMatchObject({
    ...{ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' },
    ...{ 'cache-control': 'private, no-cache', 'x-request-id': expect.any(String) },
    etag: expect.any(String),
  })
  expect(headers).not.toHaveProperty('set-cookie')
})

describe('what programs asked for', () => {
  const logOf = async (user_id: string) => {
    const { rows } = await sql<{ method: string; path: string; query: string; status: number }>`
      select r.method, r.path, r.query, r.status, r.ip, r.user_agent
      from api_requests r join api_tokens t on t.id = r.token_id
      where t.user_id = ${user_id} order by r.id`.execute(db)
    return rows
  }

  it('is written down behind the answer, without the token', async () => {
    const { ada } = await programsOf('ada')
    const headers = { ...ada.headers, 'user-agent': 'script/1.0', 'x-forwarded-for': '10.1.2.3' }
    await ask('/api/v1/users/me/?a=1&b=2', { headers })
    await ask('/api/v1/nothing/', { headers })
    await ada.at({ slug: 'nowhere' }).attempt(labelsV1.list)
    await expect
      .poll(() => logOf(ada.user_id))
      .toMatchObject([
        {
          ...{ method: 'GET', path: '/api/v1/users/me/', query: 'a=1&b=2', status: 200 },
          ...{ ip: '10.1.2.3', user_agent: 'script/1.0' },
        },
        { status: 403 },
      ])
    // Only its owner can read it.
    const [token] = await ada.browser.call(apiTokensApi.list)
    const params = { id: token?.id ?? '' }
    expect(await ada.browser.call(apiTokensApi.requests, { params })).toMatchObject([
      { path: expect.stringContaining('/labels/'), status: 403 },
      { ...{ method: 'GET', path: '/api/v1/users/me/', query: 'a=1&b=2', status: 200 } },
    ])
    const { eve } = await programsOf('eve')
    expect(await eve.browser.attempt(apiTokensApi.requests, { params })).toMatchObject({
      status: 404,
    })
    const { rows } = await sql<{ row: string }>`
      select r::text as row from api_requests r`.execute(db)
    expect(JSON.stringify(rows)).not.toContain(ada.headers['x-api-key'])
  })

  it('is kept for thirty days', async () => {
    const { ada } = await programsOf('ada')
    await ada.call(usersV1.me)
    await expect.poll(() => logOf(ada.user_id)).toHaveLength(1)
    const age = (days: number) =>
      sql`
        update api_requests set created_at = now() - make_interval(days => ${days})
        where token_id in (select id from api_tokens where user_id = ${ada.user_id})`.execute(db)
    await age(29)
    await removeOldRequests(db)
    expect(await logOf(ada.user_id)).toHaveLength(1)
    await age(31)
    await removeOldRequests(db)
    expect(await logOf(ada.user_id)).toEqual([])
  })
})

// @cap:public-api.openapi
describe('the description', () => {
  it('names every route with its credential, and is served to anybody', async () => {
    const { body } = await ask('/api/openapi.json')
    expect(body).toEqual(JSON.parse(JSON.stringify(await describeWholeApi(app))))
    expect((await ask('/api/docs/json')).body).toEqual(body)
    const { routeTable } = await app.openPublicApi()
    expect(routeTable.length).toBeGreaterThan(5)
    for (const { method, url } of routeTable) {
      const described = body.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(described, `${method} ${url}`).toMatchObject({ security: [{ token: [] }] })
    }
  })

  it('tells what is answered, and nothing is answered that it does not tell', async () => {
    const { ada } = await programsOf('ada', ['gus', GUEST])
    const label = await ada.call(labelsV1.create, { body: { name: 'bug' } })
    const [state] = (await ada.call(statesV1.list)).results
    const email = `new-${crypto.randomUUID()}@cairn.test`
    const invitation = await ada.call(invitationsV1.create, { body: { email } })
    const [role] = (await ada.call(rolesV1.list)).results
    const params = {
      ...{ label_id: label.id, state_id: state?.id ?? '', role_id: role?.id ?? '' },
      ...{ invitation_id: invitation.id, member_id: ada.user_id },
    }
    // Fields missing in the description are removed, and would be noticed.
    const ajv = new Ajv({ strict: false, removeAdditional: 'all', formats })
    const groups = [
      ...[usersV1, membersV1, projectMembersV1, olderProjectMembersV1, invitationsV1, rolesV1],
      ...[projectsV1, statesV1, labelsV1],
    ]
    const reads = groups.flatMap((group): Endpoint[] => Object.values(group))
    for (const endpoint of reads.filter(({ method }) => method === 'GET')) {
      const answer = await ada.call(endpoint, { params } as never)
      const { 200: schema } = endpoint.schema.response as Record<number, object>
      const described = structuredClone(answer)
      expect(ajv.validate(schema ?? {}, described), `${endpoint.url} ${ajv.errorsText()}`).toBe(
        true,
      )
      expect(described, endpoint.url).toEqual(answer)
    }
  })
})

function endpointsIn(value: unknown): Endpoint[] {
  if (value instanceof Object && 'url' in value && 'schema' in value) return [value as Endpoint]
  const isGroup = Array.isArray(value) || value?.constructor === Object
  return isGroup ? Object.values(value as object).flatMap(endpointsIn) : []
}

// @cap:public-api.openapi
it('the description promises an answer exactly where there is one', async () => {
  const { ada } = await programsOf('ada')
  // These would remove the project that the other requests need.
  const { projectsV1: _, ...groups } = contractV1
  const endpoints = Object.values(groups).flatMap(endpointsIn)
  const notThere = { status: 404, body: { error: 'Page not found.' } }
  let absent = 0
  for (const endpoint of endpoints) {
    const names = [...endpoint.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const ids = names.filter((name) => !(name in ada.place))
    const anyId = (name: string) => (name === 'key' ? 'TRAIL-1' : crypto.randomUUID())
    const params = Object.fromEntries(ids.map((name) => [name, anyId(name)]))
    const answer = await ada.attempt(endpoint, { params, body: {} } as never)
    const where = `${endpoint.method} ${endpoint.url}`
    if ('404' in endpoint.schema.response) {
      absent += 1
      expect.soft(answer.status, where).toBe(404)
    } else expect.soft(answer, where).not.toEqual(notThere)
  }
  expect(absent).toBeGreaterThan(9)
})

it('a token that ends is out at once', async () => {
  const { ada } = await programsOf('ada')
  const [token] = await ada.browser.call(apiTokensApi.list)
  const params = { id: token?.id ?? '' }
  await ada.browser.call(apiTokensApi.remove, { params })
  expect(await ada.attempt(usersV1.me)).toEqual(tokenNotValid)
})
