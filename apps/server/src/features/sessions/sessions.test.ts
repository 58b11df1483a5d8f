import { accountApi, sessionsApi as api } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { hashToken } from '#kernel/auth/tokens.ts'
import { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, database, person } = await testServer()
const missing = { status: 404, body: { error: 'The required object does not exist.' } }

/** The same user in another browser. */
async function elsewhere({ user_id }: Client, { kind = 'app', hours = 1 } = {}) {
  const token = crypto.randomUUID()
  await sql`
    insert into sessions (token_hash, kind, user_id, user_agent, ip_address, created_at, expires_at)
    values (${hashToken(token)}, ${kind}, ${user_id}, 'Firefox', '10.1.2.3',
      now() - interval '1 day', now() + make_interval(hours => ${hours}))`.execute(database.db)
  return new Client(app, user_id, { 'session-id': token })
}

it('lists where the account is signed in, and marks the browser that asks', async () => {
  const ada = await person('ada')
  const other = await elsewhere(ada)
  await elsewhere(ada, { hours: -1 })
  await elsewhere(ada, { kind: 'admin' })
  await elsewhere(await person('bob'))
  const session = {
    id: expect.any(String),
    user_agent: '',
    ip_address: '',
    created_at: expect.any(String),
    expires_at: expect.any(String),
    is_current: true,
  }
  const far = { ...session, user_agent: 'Firefox', ip_address: '10.1.2.3', is_current: false }
  expect(await ada.call(api.list)).toEqual([session, far])
  expect((await other.call(api.list)).map(({ is_current }) => is_current)).toEqual([false, true])
})

it('ends a session at once, and only that one', async () => {
  const ada = await person('ada')
  const other = await elsewhere(ada)
  expect(await other.attempt(accountApi.me)).toMatchObject({ status: 200 })
  const id = (await ada.call(api.list)).find(({ is_current }) => !is_current)?.id ?? ''
  expect(await ada.attempt(api.revoke, { params: { id } })).toEqual({ status: 204, body: null })
  expect(await other.attempt(accountApi.me)).toMatchObject({ status: 401 })
  expect(await ada.attempt(accountApi.me)).toMatchObject({ status: 200 })
  expect(await ada.attempt(api.revoke, { params: { id } })).toEqual(missing)
})

it('does not let anybody end somebody else’s session', async () => {
  const [ada, eve] = [await person('ada'), await person('eve')]
  const id = (await ada.call(api.list))[0]?.id ?? ''
  expect(await eve.attempt(api.revoke, { params: { id } })).toEqual(missing)
  expect(await ada.attempt(accountApi.me)).toMatchObject({ status: 200 })
})
