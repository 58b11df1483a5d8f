import { workItemsApi as api, GUEST, workspaceMembersApi, workspacesApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { emit } from '#kernel/events/outbox.ts'
import { changingRights } from '#test/changing-rights.ts'
import type { Client } from '#test/client.ts'
import { LiveSocket } from '#test/live-socket.ts'
import { testServer } from '#test/server.ts'
import { startTimeOf } from '#test/start-time.ts'
import { isAfter, readCursor, writeCursor } from './cursor.ts'
import { type Reach, reaches } from './reach.ts'

const { app, projectOf, stranger, database } = await testServer()
const { db } = database
await app.listen({ port: 0, host: '127.0.0.1' })

const add = (client: Client, name: string) => client.call(api.create, { body: { name } })

// @cap:realtime.respects-rights
it('tells everyone in the project within a moment, and nobody outside it', async () => {
  const { ada, bob } = await projectOf('ada', 'bob')
  const { eve } = await projectOf('eve')
  const [hers, outside] = [new LiveSocket(bob), new LiveSocket(eve)]
  await Promise.all([hers.ready(), outside.ready()])
  await add(ada, 'news')
  await hers.until(() => hers.names().includes('news'))
  await add(eve, 'elsewhere')
  await outside.until(() => outside.names().includes('elsewhere'))
  expect(outside.names()).toEqual(['elsewhere'])
  expect(hers.names()).toEqual(['news'])
  hers.socket.close()
  outside.socket.close()
})

// @cap:realtime.reconnect-catches-up
it('goes on where a browser left off, each event once and in order', async () => {
  const { ada } = await projectOf('ada')
  const first = new LiveSocket(ada)
  await first.ready()
  await add(ada, 'one')
  await first.until(() => first.names().includes('one'))
  const cursor = first.lastCursor()
  first.socket.close()
  await first.until(() => first.closed)
  for (const name of ['two', 'three', 'four']) await add(ada, name)

  const second = new LiveSocket(ada, { cursor })
  await second.until(() => second.names().length === 3)
  await add(ada, 'five')
  await second.until(() => second.names().includes('five'))
  expect(second.names()).toEqual(['two', 'three', 'four', 'five'])
  expect(await second.ready()).toMatchObject({ stale: false })
  second.socket.close()
})

it('says stale to every browser that may have heard what a failover lost, and goes on', async () => {
  const { ada } = await projectOf('ada')
  const ear = new LiveSocket(ada)
  await ear.ready()
  const lost = await add(ada, 'lost')
  await add(ada, 'stored')
  await ear.until(() => ear.names().includes('stored'))
  await sql`delete from events where work_item_id = ${lost.id}`.execute(db)
  const server = await startTimeOf(database)
  await ear.until(() => ear.heard.filter((message) => message.kind === 'ready').length === 2)
  await add(ada, 'later')
  await ear.until(() => ear.names().includes('later'))
  expect(ear.heard.flatMap((message) => (message.kind === 'ready' ? message.stale : []))).toEqual([
    false,
    true,
  ])
  expect(ear.closed).toBeUndefined()
  ear.socket.close()
  await server.forget()
})

it('says stale to a cursor it cannot follow', async () => {
  const { ada } = await projectOf('ada')
  for (const cursor of ['nonsense', `1.1.${Math.floor(Date.now() / 1000) - 90_000}`]) {
    const ear = new LiveSocket(ada, { cursor })
    expect(await ear.ready()).toMatchObject({ stale: true })
    ear.socket.close()
  }
})

it('loses nothing of what many people write at once', async () => {
  const { ada } = await projectOf('ada')
  const ear = new LiveSocket(ada)
  await ear.ready()
  const names = Array.from({ length: 60 }, (_, n) => `item ${n}`)
  await Promise.all(names.map((name) => add(ada, name)))
  await ear.until(() => ear.names().length >= 60)
  expect(ear.names().toSorted()).toEqual(names.toSorted())
  ear.socket.close()
})

it('waits for a transaction that started earlier and ends later', async () => {
  const { ada } = await projectOf('ada')
  const ear = new LiveSocket(ada)
  await ear.ready()
  await db.transaction().execute(async (tx) => {
    // Takes a transaction number before the item below gets its own.
    await sql`select pg_current_xact_id()`.execute(tx)
    await add(ada, 'after')
    await new Promise((resolve) => setImmediate(resolve))
    expect(ear.names()).toEqual([])
  })
  await ear.until(() => ear.names().includes('after'))
  ear.socket.close()
})

it('tells restricted guests only of what they wrote', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { id } = await add(ada, 'theirs')
  await sql`update work_items set created_by = ${gus.user_id} where id = ${id}`.execute(db)
  const ear = new LiveSocket(gus)
  await ear.ready()
  await add(ada, 'hidden')
  await ada.call(api.change, { params: { id }, body: { name: 'shown' } })
  await ear.until(() => ear.names().includes('shown'))
  expect(ear.names()).toEqual(['shown'])
  ear.socket.close()
})

it('closes for whoever is signed out', async () => {
  const { bob } = await projectOf('ada', 'bob')
  const ear = new LiveSocket(bob)
  await ear.ready()
  await db.deleteFrom('sessions').where('user_id', '=', bob.user_id).execute()
  await ear.until(() => ear.closed)
  expect(ear.closed).toBe(4401)
})

it('closes when its session expires, also when nothing is written', async () => {
  const { bob } = await projectOf('ada', 'bob')
  await sql`
    update sessions set expires_at = now() + interval '5 seconds'
    where user_id = ${bob.user_id}`.execute(db)
  const ear = new LiveSocket(bob)
  await ear.ready()
  expect(ear.closed).toBeUndefined()
  await ear.until(() => ear.closed)
  expect(ear.closed).toBe(4401)
})

it('says nothing of a project to whoever left it, from that moment on', async () => {
  const { ada, bob } = await projectOf('ada', 'bob')
  const ear = new LiveSocket(bob)
  await ear.ready()
  const seat = (is_active: boolean) =>
    db
      .updateTable('project_members')
      .set({ is_active })
      .where('user_id', '=', bob.user_id)
      .execute()
  await seat(false)
  await add(ada, 'secret')
  await add(ada, 'still secret')
  // A workspace event: once it arrives, the project events before it were withheld.
  await ada.call(workspacesApi.change, { body: { name: 'Renamed' } })
  await ear.until(() =>
    ear.heard.some((one) => one.kind === 'event' && one.event.type === 'workspace.saved'),
  )
  expect(ear.names()).toEqual([])
  await seat(true)
  await add(ada, 'back')
  await ear.until(() => ear.names().includes('back'))
  expect(ear.names()).toEqual(['back'])
  ear.socket.close()
})

it('goes on telling where somebody’s rights change all the time', async () => {
  const { ada, bob } = await projectOf('ada', 'bob')
  const { eve } = await projectOf('eve')
  const ear = new LiveSocket(bob)
  await ear.ready()
  await using _churn = changingRights(db, eve.user_id)
  await add(ada, 'news')
  await ear.until(() => ear.names().includes('news'))
  ear.socket.close()
})

it.each([
  ['without a session', stranger, undefined],
  ['from a page of another origin', undefined, 'https://evil.example'],
])('does not open %s', async (_how, client, origin) => {
  const { ada } = await projectOf('ada')
  const ear = new LiveSocket(client ?? ada, { origin })
  await ear.until(() => ear.closed)
  expect(ear.heard).toEqual([])
})

it('answers a plain request with a sentence', async () => {
  const { ada } = await projectOf('ada')
  const response = await app.inject({ url: '/api/live/', cookies: ada.cookies })
  expect(response.statusCode).toBe(426)
})

it('writes cursors it can read, and knows their order', () => {
  const position = { xid: '731', id: 12 }
  expect(readCursor(writeCursor(position))).toEqual(position)
  expect(readCursor(undefined)).toBeUndefined()
  expect(isAfter({ xid: '731', id: 13 }, position)).toBe(true)
  expect(isAfter({ xid: '10000', id: 1 }, position)).toBe(true)
  expect(isAfter(position, position)).toBe(false)
})

it('does not replay events to a person who was removed meanwhile', async () => {
  const { ada, bob } = await projectOf('ada', 'bob')
  const first = new LiveSocket(bob)
  const { cursor } = await first.ready()
  first.socket.close()
  const emitEvent = (type: string, within: { workspace_id: string } | null) =>
    db
      .transaction()
      .execute((tx) => emit(tx, { type, ids: [] } as never, { to: [bob.user_id], within }))
  const { id: workspace_id } = await ada.call(workspacesApi.get)
  await emitEvent('favorite.removed', { workspace_id })
  await emitEvent('sticky.removed', null)
  await ada.call(workspaceMembersApi.remove, {
    params: { id: (await bob.call(workspaceMembersApi.me)).id },
  })
  const second = new LiveSocket(bob, { cursor })
  const types = () => second.heard.flatMap((one) => (one.kind === 'event' ? one.event.type : []))
  await second.until(() => types().includes('workspace.removed'))
  expect(types()).toContain('sticky.removed')
  expect(types()).not.toContain('favorite.removed')
  second.socket.close()
})

it.each([
  [{ to_users: ['me'] }, true],
  [{ to_users: ['me'], workspace_id: 'w' }, true],
  [{ to_users: ['me'], workspace_id: 'x' }, false],
  [{ to_users: ['me'], workspace_id: 'w', project_id: 'other' }, false],
  [{ to_users: ['you'] }, false],
  [{ workspace_id: 'w' }, true],
  [{ workspace_id: 'x' }, false],
  [{ workspace_id: 'w', project_id: 'open' }, true],
  [{ workspace_id: 'w', project_id: 'own', author_id: 'me' }, true],
  [{ workspace_id: 'w', project_id: 'own', author_id: 'you' }, false],
  [{ workspace_id: 'w', project_id: 'own', for_everyone: true }, true],
  [{ workspace_id: 'w', project_id: 'other', for_everyone: true }, false],
  [{ workspace_id: 'w', project_id: 'other' }, false],
  [{ workspace_id: 'x', project_id: 'open' }, false],
])('an event for %o reaches me: %s', (audience, heard) => {
  const reach: Reach = {
    user_id: 'me',
    workspaces: new Set(['w']),
    projects: new Map([
      ['open', false],
      ['own', true],
    ]),
  }
  const nobody = { workspace_id: null, project_id: null, author_id: null, to_users: null }
  const event = {
    xid: '1',
    id: 1,
    json: '{}',
    children: null,
    for_everyone: false,
    ...nobody,
    ...audience,
  }
  expect(reaches(reach, event)).toBe(heard)
})
