import type { AddressInfo } from 'node:net'
import { deployBoardsApi as boards } from '@cairn/contract'
import { sql } from 'kysely'
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

/** Like a browser request, which can be aborted. */
const ask = (client: Client, address: string, signal: AbortSignal) => {
  const cookie = Object.entries(client.cookies).map(([name, value]) => `${name}=${value}`)
  const path = address.replace(/:(\w+)/g, (_, name: string) => client.place[name] ?? '')
  const headers = { cookie: cookie.join('; ') }
  return fetch(`http://127.0.0.1:${port}/api/${path}`, { signal, headers })
}

/**
 * Not run in the blocking transaction, which sees the same processes until its end. The event
 * stream reads items too, for all users, and is not aborted.
 */
const waiting = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()
      and query not like '%select e.xid::text%'`.execute(database.db)
  return rows[0]?.n
}

/** Blocks all reads of items during the action. */
async function blockReads(action: () => Promise<void>) {
  await other.query('begin')
  await other.query('lock table work_items in access exclusive mode')
  await action().finally(() => other.query('rollback'))
}

const workspace = 'workspaces/:slug/'
const project = `${workspace}projects/:project_id/`

it.each([
  `${project}issues/`,
  `${project}issues/?group_by=state_id`,
  `${project}issues-detail/`,
  `${project}issues/list/?issues=:project_id`,
  `${project}archived-issues/`,
  `${project}v2/issues/`,
  `${project}deleted-issues/`,
  `${project}search-issues/?search=one`,
  `${project}advance-analytics/?tab=work-items`,
  `${workspace}issues/`,
  `${workspace}user-issues/:user_id/`,
  `${workspace}search/?search=one&workspace_search=true`,
  `${workspace}analytics/?x_axis=priority&y_axis=issue_count`,
  'public/anchor/:anchor/issues/',
])('ends the statements of %s when nobody waits for it any more', async (address) => {
  const { ada } = await projectOf('ada')
  await addItem(ada, 'one')
  const { anchor } = await ada.call(boards.publish, { body: {} })
  const asking = ada.at({ anchor, user_id: ada.user_id })
  await blockReads(async () => {
    const leaving = new AbortController()
    const given = expect(ask(asking, address, leaving.signal)).rejects.toThrow('aborted')
    await expect.poll(waiting).toBeGreaterThan(0)
    leaving.abort()
    await given
    await expect.poll(waiting).toBe(0)
  })
  expect(await namesOf(ada)).toEqual(['one'])
})
