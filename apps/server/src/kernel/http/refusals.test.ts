import { apiTokensApi, labelsApi, workItemsApi } from '@cairn/contract'
import { expect, it } from 'vitest'
import { bodySchemas, everyRoute, type Schema } from '#test/routes.ts'
import { testServer } from '#test/server.ts'
import { tableDumper } from '#test/table-dump.ts'

/**
 * Iterates over the route table, so new routes are covered automatically: a change that
 * is refused for any reason leaves every row of the database unchanged.
 */
const { app, projectOf, database } = await testServer()
const { db } = database
const { ada } = await projectOf('ada')
const item = await ada.call(workItemsApi.create, { body: { name: 'The item' } })
const { token } = await ada.call(apiTokensApi.create, { body: {} })
const label = await ada.call(labelsApi.create, { body: { name: 'The label' } })

/** Ignored: when API clients called, which is written after the response, and rate limit counts. */
const dump = await tableDumper(db, ['api_tokens', 'api_requests', 'throttles'])

const bodyOf = await bodySchemas(app)

/** A value no field of this kind may have. */
const wrong = ({ type, enum: choices }: Schema) => {
  if (choices) return 'not one of them'
  return [type].flat().includes('object') ? 5 : { not: 'this' }
}

const isKnown = ({ type, enum: choices }: Schema) => Boolean(type ?? choices)

function* badBodies(schema: Schema | undefined): Generator<unknown> {
  yield* [[], 'text', 5]
  const fields = Object.entries(schema?.properties ?? {})
  for (const [name, field] of fields) if (isKnown(field)) yield { [name]: wrong(field) }
  for (const name of schema?.required ?? []) yield { [name]: null }
  // Right in kind, and naming what does not exist.
  const ids = fields.filter(([, { format, items }]) => (format ?? items?.format) === 'uuid')
  for (const [name, { items }] of ids) {
    const nobody = crypto.randomUUID()
    yield { name: 'x', [name]: items ? [nobody] : nobody }
  }
  for (const [name, { format }] of fields) {
    if (format === 'date') yield { name: 'x', [name]: '2026-02-31' }
  }
  yield { name: ' ', identifier: '??', emails: [{ email: 'nobody', role: 99 }] }
  yield { name: 'x'.repeat(300) }
}

const changing = (await everyRoute(app)).filter(
  ({ method, policy }) =>
    method !== 'GET' && (policy.who === 'workspace' || policy.who === 'project'),
)
const place: Record<string, string> = { ...ada.place, label_id: label.id, user_id: ada.user_id }

async function ask(method: string, url: string, body: unknown) {
  const response = await app.inject({
    method: method as 'POST',
    url: url.replace(/:(\w+)/g, (_, name: string) => place[name] ?? item.id),
    cookies: ada.cookies,
    headers: { 'content-type': 'application/json', 'x-api-key': token },
    payload: JSON.stringify(body),
  })
  return response.statusCode
}

it('has something to check', async () => {
  expect(changing.length).toBeGreaterThan(60)
  expect(Object.keys(await dump()).length).toBeGreaterThan(40)
})

it.each(
  // DELETE with a body comes last: it may succeed.
  changing
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    .map(({ method, url }) => [method, url] as const),
)('%s %s', async (method, url) => {
  let before = await dump()
  for (const body of badBodies(bodyOf(method, url))) {
    const status = await ask(method, url, body)
    expect(status, JSON.stringify(body)).toBeLessThan(500)
    const after = await dump()
    if (status >= 400) expect(after, JSON.stringify(body)).toEqual(before)
    before = after
  }
})
