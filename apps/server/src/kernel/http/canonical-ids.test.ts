import {
  apiTokensApi,
  commentsApi,
  cyclesApi,
  estimatesApi,
  labelsApi,
  modulesApi,
  pagesApi,
  statesApi,
  stickiesApi,
  teamspacesApi,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bodySchemas, everyRoute, type Schema } from '#test/routes.ts'
import { testServer } from '#test/server.ts'

/** An id in capitals is the same id, on every route and in everything behind it. */
const { app, projectOf, database } = await testServer()
const { db } = database
const { ada } = await projectOf('ada')
const { token } = await ada.call(apiTokensApi.create, { body: {} })
const name = 'something'

const item = await ada.call(workItemsApi.create, { body: { name } })
await ada.call(workItemsApi.create, { body: { name, parent_id: item.id } })
await ada.call(commentsApi.create, {
  params: { id: item.id },
  body: { comment_html: '<p>Seen</p>' },
})
await ada.call(labelsApi.create, { body: { name } })
await ada.call(statesApi.create, { body: { name, color: '#123456', group: 'started' } })
await ada.call(viewsApi.create, { body: { name } })
await ada.call(pagesApi.create, { body: { name } })
await ada.call(modulesApi.create, { body: { name } })
await ada.call(cyclesApi.create, { body: { name } })
await ada.call(stickiesApi.create, { body: { name } })
await ada.call(teamspacesApi.create, { body: { name } })
await ada.call(estimatesApi.create, {
  body: { estimate: { name }, estimate_points: [{ value: 'one' }, { value: 'two' }] },
})

/** One id of each kind of entity. */
async function ownIds(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'
      and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found = await Promise.all(
    tables.map(({ name }) =>
      sql<{ id: string }>`select id from ${sql.table(name)} order by id limit 1`.execute(db),
    ),
  )
  return [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))]
}
const ids = [ada.user_id, ...(await ownIds())]

function sample(schema: Schema, id: string): unknown {
  if (schema.enum) return schema.enum[0]
  const type = [schema.type].flat()[0]
  if (schema.format === 'uuid') return id
  if (schema.format === 'date') return '2026-01-01'
  if (type === 'string') return 'something new'
  if (type === 'integer' || type === 'number') return 5
  if (type === 'boolean') return true
  if (type === 'array') return schema.items ? [sample(schema.items, id)] : []
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, part]) => [key, sample(part, id)]),
  )
}

const bodyOf = await bodySchemas(app)
const routes = (await everyRoute(app)).filter(
  ({ policy }) => policy.who === 'workspace' || policy.who === 'project',
)
const withIds = routes.filter(({ method, url }) => {
  const body = JSON.stringify(bodyOf(method, url) ?? {})
  return /:(?!slug\b|key\b|reaction\b)/.test(url) || body.includes('"uuid"')
})

type Spelling = (id: string) => string
const asItIs: Spelling = (id) => id
const inCapitals: Spelling = (id) => id.toUpperCase()

async function ask(method: string, url: string, id: string, spell: Spelling) {
  const { slug = '', project_id = '' } = ada.place
  const place: Record<string, string> = { slug, project_id: spell(project_id) }
  const schema = bodyOf(method, url)
  const response = await app.inject({
    method: method as 'GET',
    url: url.replace(/:(\w+)/g, (_, part: string) => place[part] ?? spell(id)),
    cookies: ada.cookies,
    headers: { 'x-api-key': token },
    ...(method !== 'GET' && { payload: (schema ? sample(schema, spell(id)) : {}) as object }),
  })
  const body = response.body.replace(/"server_time":"[^"]*"/, '')
  return { status: response.statusCode, body }
}

// @cap:security.canonical-ids
describe('an id in capitals is answered as the same id', () => {
  const reads = withIds.filter(({ method }) => method === 'GET')
  const writes = withIds.filter(({ method }) => method !== 'GET')

  it('in every path that is read', async () => {
    let answered = 0
    for (const { url } of reads) {
      for (const id of /:(?!slug\b|project_id\b)/.test(url) ? ids : ids.slice(0, 1)) {
        const known = await ask('GET', url, id, asItIs)
        if (known.status !== 200) continue
        answered += 1
        expect.soft(await ask('GET', url, id, inCapitals), url).toEqual(known)
        break
      }
    }
    expect(answered).toBeGreaterThan(120)
  }, 300_000)

  it('in what is stored', async () => {
    const label = await ada.call(labelsApi.create, { body: { name: 'capital' } })
    const made = await ada.call(workItemsApi.create, {
      body: {
        name,
        label_ids: [label.id.toUpperCase()],
        assignee_ids: [ada.user_id.toUpperCase(), ada.user_id],
        description_html: `<mention-component id="${crypto.randomUUID().toUpperCase()}" entity_identifier="${ada.user_id.toUpperCase()}" entity_name="user_mention"></mention-component>`,
      },
    })
    expect(made).toMatchObject({ label_ids: [label.id], assignee_ids: [ada.user_id] })
    const read = await ada.call(workItemsApi.get, { params: { id: made.id } })
    expect(read.description_html).toContain(ada.user_id)
    expect(read.description_html).not.toMatch(/"[^"]*[A-F]{2}[^"]*-/)
  })

  it('and nothing else is an id', async () => {
    const url = `/api/workspaces/${ada.place.slug}/projects/${ada.place.project_id}/issues/`
    for (const parent_id of [`urn:uuid:${item.id}`, `{${item.id}}`, item.id.replaceAll('-', '')]) {
      const { statusCode, body } = await app.inject({
        ...{ method: 'POST', url, cookies: ada.cookies, payload: { name, parent_id } },
      })
      expect({ statusCode, body: JSON.parse(body) }).toEqual({
        statusCode: 400,
        body: { parent_id: [`“${parent_id}” is not a valid UUID.`] },
      })
    }
  })

  // Last, because it archives, leaves and deletes what it can.
  it('in every path and body that is written', async () => {
    let refused = 0
    for (const { method, url } of writes) {
      const id = crypto.randomUUID()
      const known = await ask(method, url, id, asItIs)
      if (known.status < 400) continue
      refused += 1
      expect.soft(await ask(method, url, id, inCapitals), `${method} ${url}`).toEqual(known)
    }
    expect(refused).toBeGreaterThan(200)
  }, 300_000)
})
