import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { programServer } from '#test/programs.ts'

/**
 * What published clients of this API send, byte for byte as far as it matters, over a real
 * connection: `Content-Type: application/json` on everything, with or without a trailing slash,
 * unknown keys.
 */
const { app, programsOf } = await programServer()
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const closing = await programServer()

type Json = Record<string, unknown>

function clientOf(headers: Record<string, string>) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      redirect: 'error',
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Json }
  }
}

const envelope = [
  ...['count', 'extra_stats', 'grouped_by', 'next_cursor', 'next_page_results', 'prev_cursor'],
  ...['prev_page_results', 'results', 'sub_grouped_by', 'total_count', 'total_pages'],
  'total_results',
]

// @cap:public-api.existing-clients
it('a library runs through its core', async () => {
  const { ada } = await programsOf('ada')
  const call = clientOf({ 'X-API-Key': ada.headers['x-api-key'] ?? '' })
  const workspace = `/workspaces/${ada.place.slug}`

  expect(await call('GET', '/users/me/')).toMatchObject({ body: { id: ada.user_id } })
  const created = await call('POST', `${workspace}/projects/`, {
    ...{ name: 'Client run', identifier: 'CLIEN', id: 'AMQQR', description: '' },
  })
  expect(created.status).toBe(201)
  const project = `${workspace}/projects/${created.body.id}`
  expect(
    await call('PATCH', `${project}/features/`, { cycles: true, modules: true, epics: true }),
  ).toMatchObject({ status: 200, body: { cycles: true, modules: true, epics: true } })

  for (const path of ['projects', 'projects-lite', 'members-lite', 'roles']) {
    const { status, body } = await call('GET', `${workspace}/${path}/?per_page=100`)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(envelope)
    expect(body.extra_stats).toBeNull()
  }

  const state = await call('POST', `${project}/states/`, { name: 'Review', color: '#fff' })
  expect(state).toMatchObject({ status: 200, body: { group: 'backlog' } })
  const label = await call('POST', `${project}/labels/`, { name: 'bug' })
  expect(label.status).toBe(201)
  // How imports work: an existing row is reported, and changed instead.
  const again = await call('POST', `${project}/labels/`, { name: 'bug' })
  expect(again).toMatchObject({ status: 409, body: { id: label.body.id } })
  expect(
    await call('PATCH', `${project}/labels/${again.body.id}/`, { color: '#000' }),
  ).toMatchObject({ status: 200, body: { color: '#000' } })

  // Without the slash, and with an empty body.
  expect(await call('GET', `${project}/labels`)).toMatchObject({ status: 200, body: { count: 1 } })
  expect(await call('DELETE', `${project}/labels/${label.body.id}`)).toEqual({
    ...{ status: 204, body: null },
  })
  expect(await call('POST', `${project}/archive/`)).toEqual({ status: 204, body: null })
  expect(await call('DELETE', `${project}/archive/`)).toEqual({ status: 204, body: null })
  expect(await call('DELETE', `${project}/`)).toEqual({ status: 204, body: null })
})

// @cap:public-api.existing-clients
it('a library that has an access token shows it as one', async () => {
  const { ada } = await programsOf('ada')
  const call = clientOf({ Authorization: `Bearer ${ada.headers['x-api-key']}` })
  expect(await call('GET', '/users/me/')).toMatchObject({ body: { id: ada.user_id } })
})

it('whoever is being answered while the server closes gets the answer', async () => {
  const { db } = closing.database
  const { ada } = await closing.programsOf('ada')
  const url = `${await closing.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/workspaces`
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (tx) => {
    await sql`select from projects where id = ${ada.place.project_id} for no key update`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const asked = fetch(`${url}/${ada.place.slug}/projects/${ada.place.project_id}/labels/`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ name: 'late' }),
  })
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  await expect.poll(waiting).toBe(1)
  const closed = closing.app.close()
  released.resolve()
  const answer = await asked
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ name: 'late' })
  await Promise.all([closed, holding])
})
