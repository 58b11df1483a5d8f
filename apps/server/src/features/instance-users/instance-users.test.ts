import { accountApi, instanceUsersApi as api, instanceAdminsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserOn, codeIn } from '#features/auth/test-kit/browser.ts'
import { testServer } from '#test/server.ts'

const { app, database, administrator, person, stranger } = await testServer()
const Browser = browserOn(app)
const { db } = database
const ada = await administrator('ada')
const missing = { status: 404, body: { error: 'The required object does not exist.' } }

const isActive = async (id: string) =>
  (await sql<{ is_active: boolean }>`select is_active from users where id = ${id}`.execute(db))
    .rows[0]?.is_active

describe('the list of accounts', () => {
  it('says who there is, newest first, and no bots', async () => {
    const zoe = await person('zoe')
    const bot = await person('zoe-bot')
    await sql`update users set is_bot = true where id = ${bot.user_id}`.execute(db)
    const page = await ada.call(api.list, { query: { search: 'zoe' } })
    expect(page).toEqual({
      grouped_by: null,
      sub_grouped_by: null,
      total_count: 1,
      total_results: 1,
      count: 1,
      total_pages: 1,
      next_cursor: '10:1:0',
      prev_cursor: '10:-1:1',
      next_page_results: false,
      prev_page_results: false,
      extra_stats: null,
      results: [
        {
          id: zoe.user_id,
          email: expect.stringMatching(/^zoe-.*@cairn\.test$/),
          first_name: 'zoe',
          last_name: '',
          display_name: 'zoe',
          avatar_url: null,
          is_active: true,
          last_login_medium: 'email',
          last_login_time: null,
          date_joined: expect.any(String),
        },
      ],
    })
  })

  it('comes in pages of ten, and finds by name and address, taking every letter as a letter', async () => {
    for (let n = 0; n < 12; n++) await person(`kim${n}`)
    const first = await ada.call(api.list, { query: { search: 'KIM' } })
    expect(first).toMatchObject({ count: 10, total_count: 12, total_pages: 2 })
    const query = { search: 'kim', cursor: first.next_cursor }
    const second = await ada.call(api.list, { query })
    expect(second).toMatchObject({ count: 2, next_page_results: false, prev_page_results: true })
    const names = [...first.results, ...second.results].map(({ first_name }) => first_name)
    expect(names).toEqual(Array.from({ length: 12 }, (_, n) => `kim${11 - n}`))

    const found = async (search: string) =>
      (await ada.call(api.list, { query: { search } })).total_count
    expect(await found('kim11-')).toBe(1)
    expect(await found('%')).toBe(0)
    expect(await found('k_m')).toBe(0)
    expect(await found('\\')).toBe(0)
  })

  it.each([
    [{ per_page: '11' }, 'Invalid per_page value. Cannot exceed 10.'],
    [{ per_page: 'x' }, 'Invalid per_page parameter.'],
    [{ cursor: 'x' }, 'Invalid cursor parameter.'],
    [{ cursor: '10:-1:1' }, 'Error in parsing'],
  ])('refuses %o', async (query, detail) => {
    expect(await ada.attempt(api.list, { query })).toEqual({ status: 400, body: { detail } })
  })

  it('is nobody else’s business', async () => {
    const bob = await person('bob')
    const params = { id: bob.user_id }
    for (const [client, status] of [
      [bob, 403],
      [stranger, 401],
    ] as const) {
      expect(await client.attempt(api.list)).toMatchObject({ status })
      expect(await client.attempt(api.deactivate, { params })).toMatchObject({ status })
      expect(await client.attempt(api.reactivate, { params })).toMatchObject({ status })
    }
    expect(await isActive(bob.user_id)).toBe(true)
  })
})

describe('deactivating', () => {
  it('ends every session at once, until the person is let in again and signs in anew', async () => {
    const bob = await person('bob')
    const params = { id: bob.user_id }
    expect(await bob.attempt(accountApi.me)).toMatchObject({ status: 200 })

    expect(await ada.attempt(api.deactivate, { params })).toEqual({ status: 204, body: null })
    expect(await bob.attempt(accountApi.me)).toMatchObject({ status: 401 })
    const { rows } = await sql`select 1 from sessions where user_id = ${bob.user_id}`.execute(db)
    expect(rows).toEqual([])
    expect(await ada.attempt(api.deactivate, { params })).toMatchObject({ status: 204 })

    expect(await ada.attempt(api.reactivate, { params })).toEqual({ status: 204, body: null })
    expect(await isActive(bob.user_id)).toBe(true)
    expect(await bob.attempt(accountApi.me)).toMatchObject({ status: 401 })
  })

  it('spares administrators', async () => {
    const bea = await administrator('bea')
    for (const { user_id: id } of [ada, bea]) {
      expect(await ada.attempt(api.deactivate, { params: { id } })).toEqual({
        status: 400,
        body: { error: 'An instance admin cannot be deactivated' },
      })
      expect(await isActive(id)).toBe(true)
    }
    expect(await bea.attempt(instanceAdminsApi.me)).toMatchObject({ status: 200 })
  })

  it('never leaves a deactivated administrator, also when both happen at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const bob = await person('bob')
      const { results } = await ada.call(api.list)
      const email = results.find(({ id }) => id === bob.user_id)?.email
      const body = email === undefined ? {} : { email }
      const answers = await Promise.all([
        ada.attempt(instanceAdminsApi.add, { body }),
        ada.attempt(api.deactivate, { params: { id: bob.user_id } }),
      ])
      const done = answers.map(({ status }) => status)
      expect([
        [201, 400],
        [404, 204],
      ]).toContainEqual(done)
    }
  })

  it('knows only people', async () => {
    const bot = await person('bot')
    await sql`update users set is_bot = true where id = ${bot.user_id}`.execute(db)
    for (const id of [bot.user_id, crypto.randomUUID()]) {
      expect(await ada.attempt(api.deactivate, { params: { id } })).toEqual(missing)
      expect(await ada.attempt(api.reactivate, { params: { id } })).toEqual(missing)
    }
    expect(await isActive(bot.user_id)).toBe(true)
  })
})

describe('a link to a new password', () => {
  const query = (link: string) => new URL(link, 'http://cairn.test').searchParams

  it('lets the person choose one, once, and changes nothing before', async () => {
    const bob = await person('bob')
    const params = { id: bob.user_id }
    const { reset_link } = await ada.call(api.resetPassword, { params })
    expect(reset_link).toMatch(/^\/accounts\/reset-password\/\?/)
    expect(await bob.attempt(accountApi.me)).toMatchObject({ status: 200 })
    await sql`update instances set is_setup_done = true`.execute(db)
    const browser = new Browser()
    const { uidb64, token } = Object.fromEntries(query(reset_link))
    const url = `/auth/reset-password/${uidb64}/${token}/`
    const chosen = { password: 'nine cairns beyond the pass' }
    expect(await browser.post(url, chosen)).toContain('success=True')
    expect(codeIn(await browser.post(url, chosen))).toBe(5125)
    expect(await bob.attempt(accountApi.me)).toMatchObject({ status: 401 })
  })

  it('is not made for strangers, bots and the deactivated', async () => {
    const bob = await person('bob')
    const params = { id: bob.user_id }
    expect(await bob.attempt(api.resetPassword, { params })).toMatchObject({ status: 403 })
    expect(await ada.attempt(api.resetPassword, { params: { id: crypto.randomUUID() } })).toEqual(
      missing,
    )
    await ada.call(api.deactivate, { params })
    expect(await ada.attempt(api.resetPassword, { params })).toEqual({
      status: 400,
      body: { error: 'This account is deactivated' },
    })
  })
})
