import { apiTokensApi } from '@cairn/contract'
import { membersV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { furnish } from '#test/furnish.ts'
import { bodySchemas, everyRoute, type Schema } from '#test/routes.ts'
import { testServer } from '#test/server.ts'
import { tenantRows } from '#test/tenant-rows.ts'

/**
 * Uses the route table, so that new routes are covered automatically: an id of another workspace,
 * anywhere in a path, gets the same response as an unknown id, reveals nothing and changes nothing
 * there.
 */
const { app, projectOf, database } = await testServer()
const { db } = database
const SECRET = 'the hidden pass'

const { ada } = await projectOf('ada')
const { bob } = await projectOf('bob')
// Some routes are for API clients, which send a token.
const { token } = await ada.call(apiTokensApi.create, { body: {} })
await furnish(bob, SECRET)

const dump = () => tenantRows(db, bob)

/** One id of each kind of entity there, and a user's id. */
const before = await dump()
const ids = [
  ...Object.values(before).flatMap((rows) => rows.slice(0, 1).map(({ id }) => id)),
  bob.user_id,
]

/** A valid value, as far as a schema shows; every id in it is the given one. */
function sample(schema: Schema, id: string): unknown {
  if (schema.enum) return schema.enum[0]
  const type = [schema.type].flat()[0]
  if (schema.format === 'uuid') return id
  if (schema.format === 'date') return '2026-01-01'
  if (type === 'string') return 'something new'
  if (type === 'integer' || type === 'number') return 5
  if (type === 'boolean') return true
  if (type === 'array') return schema.items ? [sample(schema.items, id)] : []
  const wanted = Object.entries(schema.properties ?? {}).filter(([name, part]) => {
    // The id of a new entity refers to nothing that exists (`chosen-ids.test.ts`).
    const isNew = part.pattern !== undefined
    const isId = (part.format === 'uuid' && !isNew) || part.items?.format === 'uuid'
    return isId || (schema.required ?? []).includes(name)
  })
  return Object.fromEntries(wanted.map(([name, part]) => [name, sample(part, id)]))
}

const bodyOf = await bodySchemas(app)

const inside = (await everyRoute(app)).filter(
  ({ policy }) => policy.who === 'workspace' || policy.who === 'project',
)
const places = new Set(['slug', 'project_id'])
const idsIn = (url: string) =>
  [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '').filter((name) => !places.has(name))

async function ask(method: string, url: string, place: Record<string, string>, id: string) {
  const schema = bodyOf(method, url)
  const response = await app.inject({
    method: method as 'GET',
    url: url.replace(/:(\w+)/g, (_, name: string) => place[name] ?? id),
    cookies: ada.cookies,
    headers: { 'x-api-key': token },
    ...(method !== 'GET' && { payload: (schema ? sample(schema, id) : {}) as object }),
  })
  return { status: response.statusCode, body: response.body.replaceAll(id, 'ID') }
}

/** Whether a body can contain an id, except that of the new entity. */
const namesSomething = (schema: Schema): boolean =>
  JSON.stringify(schema, (_, part) => (Object(part).pattern ? undefined : part)).includes('"uuid"')

// @cap:workspaces.isolation
describe('an id of another workspace is as good as none', () => {
  const withIds = inside.filter(({ url, method }) => {
    const schema = bodyOf(method, url)
    return idsIn(url).length > 0 || (schema && namesSomething(schema))
  })

  it('has something to check', () => {
    expect(withIds.length).toBeGreaterThan(60)
    expect(ids.length).toBeGreaterThan(10)
    expect(ada.place.slug).not.toBe(bob.place.slug)
  })

  it.each(withIds.map(({ method, url }) => [method, url] as const))(
    '%s %s',
    async (method, url) => {
      // Each is called once per kind of entity: limits are not tested here.
      await sql`delete from throttles`.execute(db)
      const unknown = await ask(method, url, ada.place, crypto.randomUUID())
      for (const id of ids) {
        const known = await ask(method, url, ada.place, id)
        expect(known.status, known.body).toBeLessThan(500)
        expect(known.body).not.toContain(SECRET)
        // Refusals are identical, so that callers cannot learn that it exists.
        if (unknown.status >= 400 || known.status >= 400) expect(known).toEqual(unknown)
      }
    },
  )

  it('and nothing over there has changed', async () => {
    expect(await dump()).toEqual(before)
  })
})

// @cap:workspaces.isolation
describe('another workspace, and one that does not exist, answer alike', () => {
  it.each(inside.map(({ method, url }) => [method, url] as const))('%s %s', async (method, url) => {
    const id = crypto.randomUUID()
    const elsewhere = await ask(method, url, bob.place, id)
    const nowhere = await ask(method, url, { slug: 'nowhere-at-all', project_id: id }, id)
    expect(elsewhere.status).toBe(url === membersV1.list.url ? 400 : 403)
    expect(elsewhere).toEqual(nowhere)
    if (!url.includes(':project_id')) return
    const at = (project_id: string) =>
      ask(method, url, { slug: ada.place.slug ?? '', project_id }, id)
    expect(await at(bob.place.project_id ?? '')).toEqual(await at(crypto.randomUUID()))
  })

  it('and nothing over there has changed', async () => {
    expect(await dump()).toEqual(before)
  })
})
