import { GUEST, workItemListsApi as lists, workItemsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addItem, stateOf } from '#features/work-items/test-kit/items.ts'
import { connect } from '#kernel/database/connect.ts'
import { listen } from '#kernel/database/listener.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { emit } from '#kernel/events/outbox.ts'
import { EVENTS_CHANNEL } from '#kernel/events/stream.ts'
import type { Client } from '#test/client.ts'
import { testDatabase } from '#test/database.ts'
import { testServer } from '#test/server.ts'
import { createResponseCache } from './response-cache.ts'

const { app, projectOf } = await testServer()

/**
 * Nodes with listeners, on a separate database: writes of other tests do not clear their caches.
 */
const { db, connection } = await testDatabase()

function openNode() {
  const watcher = new WriteWatcher()
  const { db } = connect(connection, watcher, 3)
  const listener = listen(connection, [EVENTS_CHANNEL])
  return { db, listener, cache: createResponseCache(listener, watcher) }
}

const [node, elsewhere] = [openNode(), openNode()]
const { cache } = node

beforeAll(async () => {
  for (const { listener } of [node, elsewhere]) {
    await vi.waitUntil(() => listener.connected, { timeout: 20_000 })
  }
})
afterAll(async () => {
  for (const { db, listener } of [node, elsewhere]) {
    await listener.stop()
    await db.destroy()
  }
})

/** A cached answer, and how often it was computed. */
function question(project_id: string, key = 'list') {
  let made = 0
  const make = async () => {
    made += 1
    return `answer ${made}`
  }
  return async () => String((await cache.answer(project_id, key, make)).body)
}

const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]

it('makes an answer once, and forgets it when what it is made of is written', async () => {
  const ask = question(one)
  expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 1'])
  await sql`update work_items set name = name where false`.execute(node.db)
  expect(await ask()).toBe('answer 2')
  await sql`update throttles set count = count where false`.execute(node.db)
  expect(await ask()).toBe('answer 2')
})

it('forgets only the projects a transaction told of, and all where it told no project', async () => {
  const [here, there] = [question(one, 'h'), question(other, 't')]
  const both = async () => [await here(), await there()]
  const change = (audience: Parameters<typeof emit>[2]) =>
    node.db.transaction().execute(async (tx) => {
      await sql`update work_items set name = name where false`.execute(tx)
      const event = { type: 'work_item.many_saved', project_id: one } as const
      await emit(tx, event, audience)
    })
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, password_hash, display_name)
    values ('m', 'm@cairn.test', 'x', 'M') returning id`.execute(db)
  const user_id = rows[0]?.id ?? ''
  const workspace = await sql<{ id: string }>`
    insert into workspaces (name, slug, owner_id, created_by)
    values ('M', 'memory', ${user_id}, ${user_id}) returning id`.execute(db)
  const workspace_id = workspace.rows[0]?.id ?? ''

  const first = await both()
  await change({ workspace_id, project_id: one, author_id: null })
  expect((await both()).map((answer, n) => answer === first[n])).toEqual([false, true])
  const before = await both()
  await change({ workspace_id })
  expect((await both()).map((answer, n) => answer === before[n])).toEqual([false, false])
  const again = await both()
  await node.db
    .transaction()
    .execute((tx) => sql`update states set name = name where false`.execute(tx))
  expect((await both()).map((answer, n) => answer === again[n])).toEqual([false, false])
})

it('does not keep what was read before a change that came meanwhile', async () => {
  let release = (_: string) => {}
  const slow = new Promise<string>((resolve) => {
    release = resolve
  })
  const first = cache.answer(one, 'slow', () => slow)
  await sql`update work_items set name = name where false`.execute(node.db)
  release('old')
  expect(String((await first).body)).toBe('old')
  expect(String((await cache.answer(one, 'slow', async () => 'new')).body)).toBe('new')
})

it('stops making what nobody waits for any more, and only then', async () => {
  const leaving = [new AbortController(), new AbortController()] as const
  const make = async () => {
    await sql`select pg_sleep(60), 'nobody waits'`.execute(node.db)
    return ''
  }
  const running = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where query like '%nobody waits%' and state = 'active'
        and pid <> pg_backend_pid()`.execute(db)
    return rows.length
  }
  const both = leaving.map(({ signal }) => cache.answer(one, 'left', make, () => signal))
  const given = Promise.allSettled(both)
  await expect.poll(running).toBe(1)
  leaving[0].abort()
  expect(await running()).toBe(1)
  leaving[1].abort()
  expect((await given).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(String((await cache.answer(one, 'left', async () => 'anew')).body)).toBe('anew')
})

it('makes what several ask for at once only once', async () => {
  const ask = question(one, 'together')
  expect(new Set(await Promise.all([ask(), ask(), ask()]))).toEqual(new Set(['answer 1']))
})

it('forgets what another node changed', async () => {
  const ask = question(one, 'far')
  await ask()
  await sql`update work_items set name = name where false`.execute(elsewhere.db)
  await expect.poll(ask).not.toBe('answer 1')
})

it('lets the oldest go before it grows too large', async () => {
  const many = Array.from({ length: 40 }, () => crypto.randomUUID())
  for (const project of many) {
    await cache.answer(project, 'big', async () => 'x'.repeat(1_000_000))
  }
  const cached = async (project?: string) =>
    String((await cache.answer(project ?? '', 'big', async () => 'made anew')).body) !== 'made anew'
  expect([await cached(many.at(-1)), await cached(many[0])]).toEqual([true, false])
})

const read = (client: Client, headers: Record<string, string> = {}) =>
  app.inject({
    url: `/api/workspaces/${client.place.slug}/projects/${client.place.project_id}/issues/?order_by=sequence_id`,
    cookies: client.cookies,
    headers,
  })

it('sends the same list packed, and not again to whoever has it', async () => {
  const { ada } = await projectOf('ada')
  for (let n = 0; n < 5; n += 1) await addItem(ada, `item ${n}`)
  const plain = await read(ada)
  const packed = await read(ada, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8')
  const again = await read(ada, { 'if-none-match': String(plain.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await addItem(ada, 'one more')
  const changed = await read(ada, { 'if-none-match': String(plain.headers.etag) })
  expect(changed.statusCode).toBe(200)
})

it('keeps what guests see apart from what members see', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const hidden = await addItem(ada, 'hidden')
  const [all, own] = [await ada.call(lists.project), await gus.call(lists.project)]
  expect([all.total_count, own.total_count]).toEqual([1, 0])
  await ada.call(workItemsApi.change, {
    params: { id: hidden.id },
    body: { state_id: await stateOf(ada, 'completed') },
  })
  const after = await gus.call(lists.project)
  expect(after.total_count).toBe(0)
})
