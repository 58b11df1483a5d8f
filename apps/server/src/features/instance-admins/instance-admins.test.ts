import {
  accountApi,
  instanceAdminsApi as api,
  authErrors,
  instanceAuthApi,
  instanceUsersApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserOn, strong } from '#features/auth/test-kit/browser.ts'
import { hashPassword } from '#kernel/auth/passwords.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, database, administrator, person, stranger } = await testServer()
const { db } = database
const password_hash = await hashPassword(strong)

const emailOf = async ({ user_id }: Client) =>
  (await sql<{ email: string }>`select email from users where id = ${user_id}`.execute(db)).rows[0]
    ?.email ?? ''
const givePassword = ({ user_id }: Client) =>
  sql`update users set password_hash = ${password_hash} where id = ${user_id}`.execute(db)
const setUp = (done: boolean) => sql`update instances set is_setup_done = ${done}`.execute(db)

/** A user with a password, and their email address. */
async function withPassword(client: Client) {
  await givePassword(client)
  return { client, email: await emailOf(client) }
}

const Browser = browserOn(app)
type Browser = InstanceType<typeof Browser>

const signIn = (browser: Browser, email: string, typed = strong) =>
  browser.post(instanceAuthApi.signIn.url, { email, password: typed })
const sessionOf = async (browser: Browser) => (await browser.send('GET', api.session.url)).json()

const refusalIn = (location: string) => {
  const { pathname, searchParams } = new URL(location, 'http://cairn.test')
  expect(pathname).toBe('/god-mode/')
  return Object.fromEntries(searchParams)
}

describe('signing in to the administration area', () => {
  // @cap:instance-admin.separate-session
  it('gives a session of its own for an hour, which opens nothing else', async () => {
    await setUp(true)
    const { email, client } = await withPassword(await administrator('ada'))
    const browser = new Browser()
    expect(await sessionOf(browser)).toEqual({ is_authenticated: false })
    expect(await signIn(browser, ` ${email.toUpperCase()} `)).toBe('/god-mode/general')
    const { results } = await client.call(instanceUsersApi.list, { query: { search: email } })
    expect(results).toMatchObject([{ email, last_login_time: expect.any(String) }])
    expect(Object.keys(browser.cookies).sort()).toEqual([
      'admin-session-id',
      'csrftoken',
      'known-browser',
    ])

    const me = (await browser.send('GET', api.me.url)).json()
    expect(me).toEqual({
      id: client.user_id,
      avatar: '',
      avatar_url: null,
      cover_image: null,
      date_joined: expect.any(String),
      display_name: 'ada',
      email,
      first_name: 'ada',
      last_name: '',
      is_active: true,
      is_bot: false,
      is_email_verified: false,
      user_timezone: 'UTC',
      username: expect.any(String),
      is_password_autoset: false,
    })
    expect(await sessionOf(browser)).toEqual({ is_authenticated: true, user: me })
    expect((await browser.send('GET', accountApi.me.url)).statusCode).toBe(401)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from expires_at - created_at)::int as seconds from sessions
      where user_id = ${client.user_id} and kind = 'admin' order by created_at desc limit 1`.execute(
      db,
    )
    expect(rows).toEqual([{ seconds: 3600 }])

    const bob = await withPassword(await person('bob'))
    expect(refusalIn(await signIn(new Browser(), bob.email))).toMatchObject({ error_code: '5175' })
  })

  it('ends with signing out, which never fails', async () => {
    const { email } = await withPassword(await administrator('ada'))
    const browser = new Browser()
    await signIn(browser, email)
    const stolen = { ...browser.cookies }
    expect(await browser.post(instanceAuthApi.signOut.url, {})).toBe('/god-mode/')
    expect(browser.cookies['admin-session-id']).toBeUndefined()
    browser.cookies = stolen
    expect((await browser.send('GET', api.me.url)).statusCode).toBe(401)
    expect(await new Browser().post(instanceAuthApi.signOut.url, {})).toBe('/god-mode/')
  })

  it('says why not, and keeps the address that was typed', async () => {
    const { email } = await withPassword(await administrator('ada'))
    const bob = await withPassword(await person('bob'))
    const gone = await withPassword(await administrator('gone'))
    await sql`update users set is_active = false where id = ${gone.client.user_id}`.execute(db)
    const refused = async (typed: string, secret?: string) =>
      refusalIn(await signIn(new Browser(), typed, secret))
    const refusal = (name: keyof typeof authErrors, payload = {}) => ({
      error_code: String(authErrors[name]),
      error_message: name,
      ...payload,
    })

    const required = 'REQUIRED_ADMIN_EMAIL_PASSWORD'
    expect(await refused('')).toEqual(refusal(required, { email: '' }))
    expect(await refused(email, '')).toEqual(refusal(required, { email }))
    expect(await refused('ada')).toEqual(refusal('INVALID_ADMIN_EMAIL', { email: 'ada' }))
    const unknown = 'nobody@cairn.test'
    expect(await refused(unknown)).toEqual(refusal('ADMIN_USER_DOES_NOT_EXIST', { email: unknown }))
    expect(await refused(gone.email)).toEqual(refusal('ADMIN_USER_DEACTIVATED'))
    const failed = 'ADMIN_AUTHENTICATION_FAILED'
    expect(await refused(email, 'wrong')).toEqual(refusal(failed, { email }))
    expect(await refused(bob.email)).toEqual(refusal(failed, { email: bob.email }))
    await setUp(false)
    expect(await refused(email)).toEqual(refusal('INSTANCE_NOT_CONFIGURED'))
    await setUp(true)
    await sql`delete from instance_admins where user_id = ${gone.client.user_id}`.execute(db)
  })

  it('needs the form’s token', async () => {
    for (const { url } of [instanceAuthApi.signIn, instanceAuthApi.signOut]) {
      const response = await new Browser().send('POST', url, { email: 'x', password: strong })
      expect(response.statusCode).toBe(403)
      expect(response.body).toContain('CSRF Verification Failed')
    }
  })

  it('is throttled together with the other ways in', async () => {
    const { email } = await withPassword(await administrator('ada'))
    const browser = new Browser()
    for (let n = 0; n < 30; n++) await signIn(browser, email, '')
    expect(refusalIn(await signIn(browser, email))).toEqual({
      error_code: '5900',
      error_message: 'RATE_LIMIT_EXCEEDED',
    })
    expect(browser.cookies['admin-session-id']).toBeUndefined()
    expect(await signIn(new Browser(), email)).toBe('/god-mode/general')
  })

  it('is over with the office: a dismissed administrator’s session says nobody is there', async () => {
    const { email, client } = await withPassword(await administrator('ada'))
    await administrator('bea')
    const browser = new Browser()
    await signIn(browser, email)
    await sql`delete from instance_admins where user_id = ${client.user_id}`.execute(db)
    expect(await sessionOf(browser)).toEqual({ is_authenticated: false })
    expect((await browser.send('GET', api.me.url)).statusCode).toBe(403)
  })
})

describe('administrators', () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from instance_admins`.execute(db)).rows[0]
      ?.n

  it('are appointed by a proved address, unless no mail is sent that could prove one', async () => {
    const config = { SMTP_HOST: 'mail.cairn.test' }
    const mailing = await testServer({ environment: config })
    const [ada, bob] = [await mailing.administrator('ada'), await mailing.person('bob')]
    const { email } = await bob.call(accountApi.me)
    const add = () => ada.attempt(api.add, { body: { email } })
    expect(await add()).toEqual({
      status: 400,
      body: { error: expect.stringContaining('is not verified') },
    })
    expect(await ada.call(api.list)).toHaveLength(1)
    await sql`update users set email_proved_at = now() where id = ${bob.user_id}`.execute(
      mailing.database.db,
    )
    expect(await add()).toMatchObject({ status: 201 })
  })

  // @cap:instance-admin.manage-admins
  it('add another by address and remove one, but never the last', async () => {
    await sql`delete from instance_admins`.execute(db)
    const ada = await administrator('ada')
    const bob = await person('bob')
    const email = await emailOf(bob)
    const added = await ada.call(api.add, { body: { email: ` ${email.toUpperCase()} ` } })
    const { rows } = await sql<{ id: string }>`select id from instances`.execute(db)
    expect(added).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      created_by: ada.user_id,
      updated_by: null,
      deleted_at: null,
      user: bob.user_id,
      instance: rows[0]?.id,
      role: 20,
      is_verified: false,
      user_detail: {
        id: bob.user_id,
        first_name: 'bob',
        last_name: '',
        avatar: '',
        avatar_url: null,
        is_bot: false,
        display_name: 'bob',
        email,
        last_login_medium: 'email',
      },
    })
    const [first, second] = await ada.call(api.list)
    expect(first).toMatchObject({ user: ada.user_id })
    expect(second).toEqual(added)

    const id = first?.id ?? ''
    expect(await ada.attempt(api.remove, { params: { id: added.id } })).toEqual({
      status: 204,
      body: null,
    })
    expect(await ada.attempt(api.remove, { params: { id: added.id } })).toMatchObject({
      status: 204,
    })
    expect(await ada.attempt(api.remove, { params: { id } })).toEqual({
      status: 400,
      body: { error: 'At least one instance admin is required' },
    })
    expect(await ada.call(api.list)).toEqual([first])
  })

  it('are not added twice, nor without an account that can sign in', async () => {
    const ada = await administrator('ada')
    const gone = await person('gone')
    await sql`update users set is_active = false where id = ${gone.user_id}`.execute(db)
    const before = await count()
    const missing = { status: 404, body: { error: 'The required object does not exist.' } }
    const attempt = (body: object) => ada.attempt(api.add, { body })

    expect(await attempt({})).toEqual({ status: 400, body: { error: 'Email is required' } })
    expect(await attempt({ email: ' ' })).toEqual({
      status: 400,
      body: { error: 'Email is required' },
    })
    expect(await attempt({ email: 'nobody' })).toEqual(missing)
    expect(await attempt({ email: 'nobody@cairn.test' })).toEqual(missing)
    expect(await attempt({ email: await emailOf(gone) })).toEqual(missing)
    expect(await attempt({ email: await emailOf(ada) })).toEqual({
      status: 400,
      body: { error: 'The payload is not valid' },
    })
    expect(await attempt({ email: 'x@cairn.test', role: 5 })).toEqual({
      status: 400,
      body: { role: ['"5" is not a valid choice.'] },
    })
    expect(await count()).toBe(before)
  })

  // @cap:instance-admin.manage-admins
  it('of two who are removed at the same moment one stays, every time', async () => {
    const statuses = new Set<number | undefined>()
    for (let round = 0; round < 8; round++) {
      await sql`delete from instance_admins`.execute(db)
      const ada = await administrator('ada')
      const bea = await administrator('bea')
      const [one, other] = await ada.call(api.list)
      await bea.call(api.me)
      const answers = await Promise.all([
        ada.attempt(api.remove, { params: { id: other?.id ?? '' } }),
        bea.attempt(api.remove, { params: { id: one?.id ?? '' } }),
      ])
      for (const { status } of answers) statuses.add(status)
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      expect(await count()).toBe(1)
    }
    // Both requests were authorized: the lock decided, not an expired session.
    expect(statuses).toContain(400)
  })

  it('lose their session with the office, and keep their account’s', async () => {
    const ada = await administrator('ada')
    const bea = await administrator('bea')
    const row = (await ada.call(api.list)).find(({ user }) => user === bea.user_id)
    expect(await bea.attempt(api.me)).toMatchObject({ status: 200 })
    await ada.call(api.remove, { params: { id: row?.id ?? '' } })
    expect(await bea.attempt(api.me)).toMatchObject({ status: 401 })
    const { rows } = await sql<{ kind: string }>`
      select kind from sessions where user_id = ${bea.user_id}`.execute(db)
    expect(rows).toEqual([{ kind: 'app' }])
  })

  it('are nobody else’s business', async () => {
    const bob = await person('bob')
    for (const [client, status] of [
      [bob, 403],
      [stranger, 401],
    ] as const) {
      expect(await client.attempt(api.list)).toMatchObject({ status })
      expect(await client.attempt(api.add, { body: {} })).toMatchObject({ status })
    }
  })
})
