import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addItem, namesOf } from './test-kit/items.ts'

const { app, projectOf, database } = await testServer()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const other = new pg.Client(database.connection)
await other.connect()
afterAll(() => other.end())

const patience = { timeout: 15_000 }

/** As a browser asks, which can go away. */
const ask = (client: Client, signal: AbortSignal) => {
  const { slug, project_id } = client.place
  const cookie = Object.entries(client.cookies).map(([name, value]) => `${name}=${value}`)
  const url = `http://127.0.0.1:${port}/api/workspaces/${slug}/projects/${project_id}/issues/`
  return fetch(url, { signal, headers: { cookie: cookie.join('; ') } })
}

const waiting = async () => {
  const { rows } = await other.query(
    `select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0].n
}

/** Nobody reads a label until this is over. */
async function holdUp(deed: () => Promise<void>) {
  await other.query('begin')
  await other.query('lock table work_item_labels in access exclusive mode')
  await deed()
  await other.query('rollback')
}

it('ends the statements of a list nobody waits for any more', async () => {
  const { ada } = await projectOf('ada')
  await addItem(ada, 'one')
  await holdUp(async () => {
    const leaving = new AbortController()
    const given = expect(ask(ada, leaving.signal)).rejects.toThrow('aborted')
    await expect.poll(waiting, patience).toBe(1)
    leaving.abort()
    await given
    await expect.poll(waiting, patience).toBe(0)
  })
  expect(await namesOf(ada)).toEqual(['one'])
})
