import {
  accountApi,
  apiTokensApi,
  commentsApi,
  estimatesApi,
  olderAnalyticsApi,
  pagesApi,
  projectMembersApi,
  projectsApi,
  smallJson,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { SOON, startCpuTimer } from '#test/cpu-time.ts'
import { testServer } from '#test/server.ts'
import { isDeeperThan } from './json-limits.ts'

const { app, projectOf } = await testServer()
const { ada } = await projectOf('ada')
const { token } = await ada.call(apiTokensApi.create, { body: {} })
const { slug = '', project_id = '' } = ada.place
const project = `/api/workspaces/${slug}/projects/${project_id}/`
const publicProject = `/api/v1/workspaces/${slug}/projects/${project_id}/`
// Created at its first request, which is slow.
await app.openPublicApi()
const item = await ada.call(workItemsApi.create, { body: { name: 'Cairn' } })

type Call = { method: 'GET' | 'POST' | 'PATCH'; url: string; payload?: string | object }

/** The response to hostile input, which may take little CPU time. */
async function ask(call: Call) {
  const spent = startCpuTimer()
  const { statusCode, body } = await app.inject({
    ...call,
    cookies: ada.cookies,
    headers: { 'x-api-key': token, ...(call.payload && { 'content-type': 'application/json' }) },
  })
  expect(spent()).toBeLessThan(SOON)
  return { status: statusCode, body: body === '' ? null : JSON.parse(body) }
}

const nested = (depth: number, inner = '1') => '{"a":'.repeat(depth) + inner + '}'.repeat(depth)
const namesOfObjects = ['valueOf', '__proto__', 'constructor', 'toString', 'hasOwnProperty']

// @cap:security.json-limits
describe('JSON that is nested too deep', () => {
  it.each([
    ['a logo', 'PATCH', project, `{"logo_props":${nested(4_400)}}`],
    [
      'a list of lists',
      'PATCH',
      project,
      `{"logo_props":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`,
    ],
    [
      'the settings of a view',
      'POST',
      `${project}views/`,
      `{"name":"v","display_filters":${nested(4_400)}}`,
    ],
    [
      'a comment',
      'POST',
      `${project}issues/${item.id}/comments/`,
      `{"comment_html":"<p>a</p>","comment_json":${nested(4_400)}}`,
    ],
    [
      'a program’s body',
      'POST',
      `${publicProject}modules/`,
      `{"name":"m","view_props":${nested(4_400)}}`,
    ],
    [
      'what no schema knows',
      'POST',
      `${project}issues/`,
      `{"name":"a","unknown":${nested(100_000)}}`,
    ],
    ['no object at all', 'POST', `${project}issues/`, '['.repeat(1_000_000)],
  ] as const)('is refused before it is read: %s', async (_, method, url, payload) => {
    const detail = 'JSON parse error - nested deeper than 500'
    expect(await ask({ method, url, payload })).toEqual({ status: 400, body: { detail } })
  })

  it('counts no brackets that stand in texts', () => {
    const brackets = '[{'.repeat(1_000)
    expect(isDeeperThan(JSON.stringify({ a: brackets, b: `\\"${brackets}` }), 2)).toBe(false)
    expect(isDeeperThan(nested(501), 500)).toBe(true)
    expect(isDeeperThan(nested(500), 500)).toBe(false)
    expect(isDeeperThan('[],'.repeat(10_000), 500)).toBe(false)
  })
})

// @cap:security.json-limits
describe('JSON that is stored', () => {
  const { depth, bytes, keys } = smallJson
  const tooMuch = `Ensure this value has no more than ${depth} levels, ${keys} keys and ${bytes} bytes.`
  const deep = (levels: number) => JSON.parse(nested(levels - 1, '{}'))
  const wide = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

  it.each([
    ['deep', deep(depth), deep(depth + 1)],
    ['wide', wide(keys), wide(keys + 1)],
    ['large', { a: 'é'.repeat(bytes / 2 - 10) }, { a: 'é'.repeat(bytes / 2) }],
  ])('may be so %s, and no more', async (_, most, more) => {
    const change = (logo_props: object) =>
      ask({ method: 'PATCH', url: project, payload: { logo_props } })
    expect(await change(most)).toMatchObject({ status: 200, body: { logo_props: most } })
    expect(await change(more)).toEqual({ status: 400, body: { logo_props: [tooMuch] } })
    const { logo_props } = await ada.call(projectsApi.get, {})
    expect(logo_props).toEqual(most)
  })

  it('is limited wherever a body has room for it', async () => {
    const more = deep(depth + 1)
    const labels = Array.from({ length: 1000 }, () => 'x'.repeat(200))
    const refusals = await Promise.all([
      ada.attempt(viewsApi.create, { body: { name: 'v', filters: { labels } } }),
      ada.attempt(viewsApi.create, { body: { name: 'v', display_properties: more } }),
      ada.attempt(pagesApi.create, { body: { view_props: more } }),
      ada.attempt(projectMembersApi.changeProperties, { body: { filters: more } }),
      ada.attempt(accountApi.changeProfile, { body: { theme: more } }),
      ada.attempt(olderAnalyticsApi.createSaved, { body: { name: 'a', query_dict: more } }),
    ])
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 400))
  })

  it('may be a longer text, as an editor writes it', async () => {
    const params = { id: item.id }
    const comment_json = { type: 'doc', content: [{ type: 'text', text: 'x'.repeat(200_000) }] }
    const made = await ada.call(commentsApi.create, {
      params,
      body: { comment_html: '<p>a</p>', comment_json },
    })
    expect(made.comment_json).toEqual(comment_json)
    const larger = { text: 'x'.repeat(1_048_576) }
    const { status } = await ada.attempt(commentsApi.create, {
      params,
      body: { comment_html: '<p>a</p>', comment_json: larger },
    })
    expect(status).toBe(400)
  })
})

// @cap:security.outside-names
describe('a name that every object has', () => {
  it.each(namesOfObjects)('is nothing to expand: %s', async (name) => {
    for (const url of [
      `${project}issues/${item.id}/?expand=${name}`,
      `${project}issues/?expand=${name}`,
      `${publicProject}work-items/?expand=${name}&fields=id,${name}`,
      `${publicProject}work-items/${item.id}/?expand=${name}`,
      `${publicProject}modules/?expand=${name}`,
    ]) {
      expect(await ask({ method: 'GET', url })).toMatchObject({ status: 200 })
    }
  })

  it.each(namesOfObjects)('orders, groups and filters nothing: %s', async (name) => {
    for (const url of [
      `${project}issues/?order_by=${name}`,
      `${project}issues/?group_by=${name}`,
      `${publicProject}work-items/?order_by=${name}`,
      `${publicProject}work-items/?filters=${encodeURIComponent(`{"${name}":"1"}`)}`,
      `${publicProject}work-items/?filters=${encodeURIComponent(`{"priority__${name}":"1"}`)}`,
      `${publicProject}work-items/?pql=${encodeURIComponent(`${name} = "1"`)}`,
      `${publicProject}work-items/?pql=${encodeURIComponent(`${name}()`)}`,
      `${publicProject}cycles/?cycle_view=${name}`,
      `/api/workspaces/${slug}/projects/?per_page=10&cursor=10:0:0&order_by=${name}`,
      `/api/workspaces/${slug}/users/notifications/?order_by=${name}&read=${name}`,
      `/api/workspaces/${slug}/advance-analytics/?type=${name}`,
      `/api/workspaces/${slug}/analytics/?x_axis=${name}&y_axis=issue_count`,
    ]) {
      const { status } = await ask({ method: 'GET', url })
      expect(status, url).toBeLessThan(500)
    }
  })

  it('is a name like any other for an estimate', async () => {
    const { points } = await ada.call(estimatesApi.create, {
      body: {
        estimate: { name: 'Words', type: 'categories' },
        estimate_points: namesOfObjects.map((value, key) => ({ key, value })),
      },
    })
    for (const point of points) {
      await ada.call(workItemsApi.create, { body: { name: point.value, estimate_point: point.id } })
    }
    const found = await ada.call(olderAnalyticsApi.chart, {
      query: { x_axis: 'estimate_point__value', y_axis: 'issue_count' },
    })
    expect(Object.keys(found.distribution).toSorted()).toEqual(namesOfObjects.toSorted())
    expect(found.distribution.constructor).toEqual([{ dimension: 'constructor', count: 1 }])
  })

  it('is no element of a text', async () => {
    for (const name of namesOfObjects) {
      const body = { name: 'a', description_html: `<${name} ${name}="1">text</${name}>` }
      expect((await ada.attempt(workItemsApi.create, { body })).status).toBe(201)
    }
  })
})

describe('a form', () => {
  const upload = '/api/assets/v2/upload/'
  const send = async (url: string, type: string, payload: string) => {
    const spent = startCpuTimer()
    const { statusCode } = await app.inject({
      method: 'POST',
      url,
      cookies: ada.cookies,
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
      payload,
    })
    expect(spent()).toBeLessThan(SOON)
    return statusCode
  }
  const field = (name: string, value = '1') =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const end = '--cut\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n--cut--\r\n'

  it.each([
    ['nothing', ''],
    ['ten thousand parts', field('a').repeat(10_000) + end],
    ['a header line of 10 MB', `--cut\r\nx: ${'y'.repeat(10_000_000)}`],
    ['a part without an end', field('key') + field('policy').slice(0, -8)],
  ])('with %s is refused', async (_, payload) => {
    expect(await send(upload, 'multipart/form-data; boundary=cut', payload)).toBe(400)
  })

  it('with fields of names every object has is one without a policy', async () => {
    const payload = [...namesOfObjects.map((name) => field(name)), end].join('')
    expect(await send(upload, 'multipart/form-data; boundary=cut', payload)).toBe(403)
  })

  it('without a boundary is refused', async () => {
    expect(await send(upload, 'multipart/form-data', field('a') + end)).toBe(400)
    const long = `multipart/form-data; boundary=${'x'.repeat(8_000)}`
    expect(await send(upload, long, field('a') + end)).toBe(400)
  })

  it('is refused where none is read', async () => {
    const type = 'multipart/form-data; boundary=cut'
    expect(await send(`${project}issues/`, type, field('name') + end)).toBe(415)
  })
})

describe('HTML', () => {
  const attributes = Array.from({ length: 50_000 }, (_, index) => `a${index}="1"`).join(' ')

  it.each([
    ['100,000 nested tags', '<b>'.repeat(100_000)],
    ['50,000 attributes', `<p ${attributes}>x</p>`],
    ['a million brackets', '<'.repeat(1_000_000)],
    ['a million entities', '&#x;'.repeat(1_000_000)],
  ])('with %s is refused', async (_, description_html) => {
    const payload = { name: 'a', description_html }
    const made = await ask({ method: 'POST', url: `${project}issues/`, payload })
    expect(made.status).toBe(400)
    const url = `${project}issues/${item.id}/comments/`
    const said = await ask({ method: 'POST', url, payload: { comment_html: description_html } })
    expect(said.status).toBe(400)
  })

  it.each([
    ['an attribute of 900 KB', `<p title="${'x'.repeat(900_000)}">text</p>`],
    ['malformed entities', `<p>${'&#xffffffff;&#;&nosuch'.repeat(1_000)}</p>`],
    ['nothing closed', '<p><b><i><a href="'],
  ])('with %s is cleaned', async (_, description_html) => {
    const payload = { name: 'a', description_html }
    const made = await ask({ method: 'POST', url: `${project}issues/`, payload })
    expect(made.status).toBe(201)
    expect(JSON.stringify(made.body)).not.toContain('title')
  })
})

describe('a filter', () => {
  const list = (filters: string) =>
    ask({
      method: 'GET',
      url: `${publicProject}work-items/?filters=${encodeURIComponent(filters)}`,
    })

  it.each([
    ['an object for a value', '{"priority__in":[{"toString":1}]}', 'non_scalar_list_item'],
    [
      'lists in lists',
      `{"priority__in":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
      'non_scalar_list_item',
    ],
    [
      'conditions in conditions',
      `${'{"not":'.repeat(800)}{"priority":"high"}${'}'.repeat(800)}`,
      'max_depth_exceeded',
    ],
    [
      'very many conditions',
      `{"or":[${'{"priority":"high"},'.repeat(200)}{"priority":"low"}]}`,
      'too_many_conditions',
    ],
    ['very many values', `{"priority__in":"${'high,'.repeat(1_001)}"}`, 'too_many_values'],
  ])('with %s is refused', async (_, filters, code) => {
    expect(await list(filters)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('a query', () => {
  const list = (pql: string) =>
    ask({ method: 'GET', url: `${publicProject}work-items/?pql=${encodeURIComponent(pql)}` })

  it.each([
    ['brackets', '('.repeat(9_999)],
    ['negations', 'NOT '.repeat(2_400)],
    ['closed brackets', `${'('.repeat(2_000)}isEpic()${')'.repeat(2_000)}`],
    ['quotes', `name ~ "${'\\\\'.repeat(2_000)}`],
  ])('of nothing but %s is refused', async (_, pql) => {
    expect(await list(pql)).toMatchObject({ status: 400 })
  })

  it('may have brackets', async () => {
    expect(await list(`${'('.repeat(20)}NOT isEpic()${')'.repeat(20)}`)).toMatchObject({
      status: 200,
    })
  })
})

// @cap:security.filters-refused
it.each([
  `${project}issues/?state=junk`,
  `${project}issues/?group_by=priority&assignees=junk`,
  `${project}search-issues/?search=a&module=junk`,
  `/api/workspaces/${slug}/issues/?project=junk`,
  `/api/workspaces/${slug}/analytics/?x_axis=priority&y_axis=issue_count&created_by=junk`,
  `/api/workspaces/${slug}/user-stats/${ada.user_id}/?project=junk`,
  `/api/workspaces/${slug}/project-stats/?project_ids=junk`,
  `/api/v1/workspaces/${slug}/work-items/search/?search=a&project_id=junk`,
])('a filter by something that is no id is refused: %s', async (url) => {
  expect(await ask({ method: 'GET', url })).toMatchObject({ status: 400 })
})
