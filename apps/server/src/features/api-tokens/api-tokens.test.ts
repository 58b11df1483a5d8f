import { apiTokensApi as api } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { database, person } = await testServer()
const { db } = database
const missing = { status: 404, body: { error: 'The required object does not exist.' } }

// @cap:api-tokens.create
it('shows a new token once, and stores only its hash', async () => {
  const ada = await person('ada')
  const body = { label: 'Backup', description: 'nightly', expired_at: '2999-01-31T09:00:00+02:00' }
  const { token, ...row } = await ada.call(api.create, { body })
  expect(token).toMatch(/^api_[0-9a-f]{32}$/)
  expect(row).toEqual({
    id: expect.any(String),
    label: 'Backup',
    description: 'nightly',
    is_active: true,
    last_used: null,
    user: ada.user_id,
    user_type: 0,
    workspace: null,
    expired_at: '2999-01-31T07:00:00Z',
    is_service: false,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    created_by: ada.user_id,
    updated_by: null,
    deleted_at: null,
  })
  expect(await ada.call(api.list)).toEqual([row])
  expect(await ada.call(api.get, { params: { id: row.id } })).toEqual(row)
  const { rows } = await sql<{ stored: string }>`
    select row_to_json(t)::text as stored from api_tokens t where id = ${row.id}`.execute(db)
  expect(rows[0]?.stored).not.toContain(token.slice(4))
})

// @cap:api-tokens.create
it('names a token that was given no name, lets it live for ever, and lists the newest first', async () => {
  const ada = await person('ada')
  const first = await ada.call(api.create, { body: {} })
  const second = await ada.call(api.create, { body: { expired_at: null } })
  expect(first).toMatchObject({ label: expect.stringMatching(/^[0-9a-f]{32}$/), expired_at: null })
  expect((await ada.call(api.list)).map(({ id }) => id)).toEqual([second.id, first.id])
})

it('changes name, description and state, never the expiry', async () => {
  const ada = await person('ada')
  const { token: _shown, ...before } = await ada.call(api.create, { body: { label: 'Backup' } })
  const params = { id: before.id }
  const body = { label: 'Old', description: 'gone', is_active: false }
  const more = { expired_at: '2000-01-01T00:00:00Z', is_service: true, user: crypto.randomUUID() }
  const changed = await ada.call(api.change, { params, body: { ...body, ...more } })
  expect(changed).toEqual({
    ...before,
    ...body,
    updated_at: expect.any(String),
    updated_by: ada.user_id,
  })
  expect(await ada.call(api.get, { params })).toEqual(changed)
})

// @cap:api-tokens.list-and-delete
it('is not active any more once it has expired', async () => {
  const ada = await person('ada')
  const body = { expired_at: '2001-02-03' }
  expect(await ada.call(api.create, { body })).toMatchObject({
    is_active: false,
    expired_at: '2001-02-03T00:00:00Z',
  })
})

it.each(['tomorrow', '2026-13-40T00:00:00Z', '', '2026-01-01T00:00:00Z; drop table users'])(
  'refuses to expire at %o, and makes nothing',
  async (expired_at) => {
    const ada = await person('ada')
    expect(await ada.attempt(api.create, { body: { expired_at } })).toEqual({
      status: 400,
      body: { error: 'Please provide valid detail' },
    })
    expect(await ada.call(api.list)).toEqual([])
  },
)

// @cap:api-tokens.list-and-delete
it('is gone once deleted', async () => {
  const ada = await person('ada')
  const { id } = await ada.call(api.create, { body: {} })
  expect(await ada.attempt(api.remove, { params: { id } })).toEqual({ status: 204, body: null })
  expect(await ada.attempt(api.remove, { params: { id } })).toEqual(missing)
  expect(await ada.attempt(api.get, { params: { id } })).toEqual(missing)
  expect(await ada.call(api.list)).toEqual([])
})

it('does not exist for other people', async () => {
  const [ada, eve] = [await person('ada'), await person('eve')]
  const { token: _shown, ...row } = await ada.call(api.create, { body: { label: 'Backup' } })
  const params = { id: row.id }
  expect(await eve.call(api.list)).toEqual([])
  expect(await eve.attempt(api.get, { params })).toEqual(missing)
  expect(await eve.attempt(api.change, { params, body: { label: 'Mine' } })).toEqual(missing)
  expect(await eve.attempt(api.remove, { params })).toEqual(missing)
  expect(await ada.call(api.get, { params })).toEqual(row)
})
