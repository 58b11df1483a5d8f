import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '#kernel/database/connect.ts'
import { listen } from '#kernel/database/listener.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { testDatabase } from '#test/database.ts'
import { ACCESS_CHANNEL, createAccess } from './access.ts'
import { hashToken, randomToken } from './tokens.ts'

const { db, connection, watcher } = await testDatabase()

/** A separate node: its own connections, cache and listener. */
function node(watching: WriteWatcher) {
  const listener = listen(connection, [ACCESS_CHANNEL])
  const { db: own } = watching === watcher ? { db } : connect(connection, watching, 2)
  afterAll(async () => {
    await listener.stop()
    if (own !== db) await own.destroy()
  })
  return { db: own, listener, access: createAccess(own, listener, watching) }
}
const here = node(watcher)
const there = node(new WriteWatcher())
beforeAll(() =>
  vi.waitUntil(() => here.listener.connected && there.listener.connected, { timeout: 20_000 }),
)

async function signedIn() {
  const token = randomToken(128)
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, password_hash, display_name)
    values (${token.slice(0, 20)}, ${`${token.slice(0, 20)}@cairn.test`}, 'x', 'Ada') returning id`.execute(
    db,
  )
  const user_id = rows[0]?.id ?? ''
  await sql`
    insert into sessions (token_hash, kind, user_id, expires_at)
    values (${hashToken(token)}, 'app', ${user_id}, now() + interval '1 hour')`.execute(db)
  return { token, user_id }
}

const ask = (at: typeof here, token: string) => at.access.ask({ kind: 'app', token })

/** Two equal results: the second came from the cache (notifications of older writes have ended). */
async function remembers(at: typeof here, token: string): Promise<boolean> {
  const first = await ask(at, token)
  const second = await ask(at, token)
  return first !== undefined && first === second
}

it('answers from memory until something that decides is written', async () => {
  const { token, user_id } = await signedIn()
  await expect.poll(() => remembers(here, token)).toBe(true)
  const before = { user_id, workspace_id: null, is_instance_admin: false }
  expect(await ask(here, token)).toMatchObject(before)
  await sql`insert into instance_admins (user_id) values (${user_id})`.execute(db)
  expect(await ask(here, token)).toMatchObject({ is_instance_admin: true })
})

it('forgets at once on the node that wrote, and right after on the others', async () => {
  const { token } = await signedIn()
  await expect.poll(() => remembers(there, token)).toBe(true)
  await sql`delete from sessions where token_hash = ${hashToken(token)}`.execute(db)
  expect(await ask(here, token)).toBeUndefined()
  await expect.poll(() => ask(there, token)).toBeUndefined()
})

it('remembers nothing while it cannot hear the others', async () => {
  const { token } = await signedIn()
  await there.listener.stop()
  expect(await ask(there, token)).toBeDefined()
  expect(await remembers(there, token)).toBe(false)
})

it('does not let an expired session in, remembered or not', async () => {
  const { token } = await signedIn()
  await sql`
    update sessions set expires_at = now() + interval '3 seconds'
    where token_hash = ${hashToken(token)}`.execute(db)
  expect(await ask(here, token)).toBeDefined()
  await expect.poll(() => ask(here, token)).toBeUndefined()
})

it('tells admin and application sessions apart', async () => {
  const { token } = await signedIn()
  expect(await here.access.ask({ kind: 'admin', token })).toBeUndefined()
})
