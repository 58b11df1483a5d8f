import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'
import { testServer } from '#test/server.ts'
import { listen } from './listener.ts'

const { database } = await testServer()
const channel = 'cairn_test'

async function opened() {
  const listener = listen(database.connection, [channel])
  afterAll(() => listener.stop())
  await expect.poll(() => listener.connected).toBe(true)
  return listener
}

/** The connections that listen to the test's channel. */
const backends = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and query ilike ${`listen%${channel}%`}`.execute(database.db)
  return rows.map(({ pid }) => pid)
}

it('tells the others, once its connection is back, what happened while it was lost', async () => {
  const writer = await opened()
  const [backend] = await backends()
  const other = await opened()
  const heard = vi.fn()
  other.on(channel, heard)
  await sql`select pg_terminate_backend(${backend})`.execute(database.db)
  await expect.poll(() => writer.connected, { interval: 1 }).toBe(false)
  writer.notify(channel)
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  expect(writer.connected).toBe(true)
})

it('connects again where nothing answers any more, and no connection was closed', async () => {
  const known = await backends()
  const listener = listen(database.connection, [channel], { beatMs: 200 })
  afterAll(() => listener.stop())
  await expect.poll(() => listener.connected).toBe(true)
  const [frozen = 0] = (await backends()).filter((pid) => !known.includes(pid))
  const heard = vi.fn()
  listener.on(channel, heard)
  process.kill(frozen, 'SIGSTOP')
  try {
    await expect.poll(() => listener.connected, { interval: 1 }).toBe(false)
    await expect.poll(() => heard.mock.calls.length).toBe(1)
    expect(listener.connected).toBe(true)
  } finally {
    process.kill(frozen, 'SIGCONT')
  }
})

it('calls everyone once its own connection is back, since it cannot know what it missed', async () => {
  const known = await backends()
  const listener = await opened()
  const heard = vi.fn()
  listener.on(channel, heard)
  const [backend] = (await backends()).filter((pid) => !known.includes(pid))
  await sql`select pg_terminate_backend(${backend})`.execute(database.db)
  await expect.poll(() => heard.mock.calls.length).toBe(1)
})
