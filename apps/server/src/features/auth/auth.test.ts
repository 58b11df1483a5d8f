import { accountApi, authApi, authErrors, instanceAuthApi } from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { buildApp } from '../../app.ts'
import { browserOn, codeIn, fresh, strong } from './test-kit/browser.ts'

const { app, database } = await testServer()
const { db } = database
const Browser = browserOn(app)

const users = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from users`.execute(db)).rows[0]?.n)

describe('before the set-up', () => {
  it('nobody signs in or up', async () => {
    const browser = new Browser()
    const form = { email: fresh(), password: strong }
    expect(codeIn(await browser.post(authApi.signIn.url, form))).toBe(5000)
    expect(codeIn(await browser.post(authApi.signUp.url, form))).toBe(5000)
    const check = await app.inject({ method: 'POST', url: authApi.emailCheck.url, payload: {} })
    expect(check.json()).toEqual({ error_code: 5000, error_message: 'INSTANCE_NOT_CONFIGURED' })
    expect(await users()).toBe(0)
  })

  it.each([
    [{}, 5155],
    [{ email: 'ada@cairn.test', password: strong }, 5155],
    [{ email: 'nobody', password: strong, first_name: 'Ada' }, 5160],
    [{ email: 'ada@cairn.test', password: 'password1', first_name: 'Ada' }, 5165],
  ])('refuses the set-up %o with %i and keeps what was typed', async (form, code) => {
    const location = await new Browser().post(instanceAuthApi.signUp.url, form)
    expect(location).toMatch(/^\/god-mode\/\?/)
    expect(codeIn(location)).toBe(code)
    expect(location).not.toContain('password=')
    if ('email' in form) expect(location).toContain(encodeURIComponent(form.email))
    expect(await users()).toBe(0)
  })

  it('refuses the set-up while a backup is being restored', async () => {
    await sql`update instances set restoring_since = now()`.execute(db)
    const form = { email: 'ada@cairn.test', password: strong, first_name: 'Ada' }
    const location = await new Browser().post(instanceAuthApi.signUp.url, form)
    expect(codeIn(location)).toBe(authErrors.ADMIN_ALREADY_EXIST)
    expect(await users()).toBe(0)
    await sql`update instances set restoring_since = null`.execute(db)
  })

  // @cap:instance-admin.first-setup
  it('of fifty set-ups at once one makes the administrator, with both sessions', async () => {
    const browsers = Array.from({ length: 50 }, () => new Browser())
    const targets = await Promise.all(
      browsers.map((browser, n) =>
        browser.post(instanceAuthApi.signUp.url, {
          email: `admin${n}@cairn.test`,
          password: strong,
          first_name: 'Ada',
          company_name: 'Meridian',
          user_timezone: 'Asia/Kolkata',
        }),
      ),
    )
    const winners = browsers.filter((_, n) => targets[n] === '/onboarding/')
    expect(winners).toHaveLength(1)
    expect(
      targets.filter((target) => codeIn(target) === authErrors.ADMIN_ALREADY_EXIST),
    ).toHaveLength(49)
    expect(await users()).toBe(1)
    const [winner] = winners
    expect(Object.keys(winner?.cookies ?? {}).sort()).toEqual([
      'admin-session-id',
      'csrftoken',
      'known-browser',
      'session-id',
    ])
    expect(await winner?.me()).toMatchObject({
      status: 200,
      body: { display_name: 'Ada', user_timezone: 'Asia/Kolkata' },
    })
    const stored = await winner?.send('GET', '/api/instances/mails/')
    expect(stored?.json()).toEqual([])
  })
})

describe('signing up', () => {
  // @cap:auth.sign-up-with-password
  it('makes an account, signs it in and leads to onboarding', async () => {
    const browser = new Browser()
    const email = fresh()
    expect(
      await browser.post(authApi.signUp.url, {
        email: ` ${email.toUpperCase()} `,
        password: strong,
      }),
    ).toBe('/onboarding/')
    const { body } = await browser.me()
    expect(body).toMatchObject({ email, is_password_autoset: false, is_active: true })
    expect(body.display_name).toMatch(/^user-[a-z0-9]{6}$/)
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  it.each([
    ['', strong, 5040],
    ['a@b.co', '', 5040],
    ['not an address', strong, 5045],
    ['a@b.co', 'short', 5020],
    ['a@b.co', 'password123', 5020],
  ])('refuses %o with %o: %i', async (email, password, code) => {
    const before = await users()
    const location = await new Browser().post(authApi.signUp.url, { email, password })
    expect(location).toMatch(/^\/sign-up\?/)
    expect(codeIn(location)).toBe(code)
    expect(await users()).toBe(before)
  })

  it('refuses an address that has an account, also when two come at once', async () => {
    const email = fresh()
    const form = { email, password: strong }
    const targets = await Promise.all(
      [1, 2, 3].map(() => new Browser().post(authApi.signUp.url, form)),
    )
    expect(targets.filter((target) => target === '/onboarding/')).toHaveLength(1)
    expect(targets.filter((target) => codeIn(target) === 5030)).toHaveLength(2)
  })

  it('is closed when the instance says so', async () => {
    const set = (value: string) =>
      sql`insert into instance_settings (key, value) values ('ENABLE_SIGNUP', ${value})
        on conflict (key) do update set value = excluded.value`.execute(db)
    await set('0')
    const form = { email: fresh(), password: strong }
    expect(codeIn(await new Browser().post(authApi.signUp.url, form))).toBe(5015)
    const invited = { email: fresh(), password: strong }
    await sql`
      with host as (select id from users limit 1), place as (
        insert into workspaces (name, slug, owner_id) select 'Acme', 'acme', id from host returning id
      )
      insert into workspace_invitations (workspace_id, email, token_hash, expires_at)
      select id, ${invited.email}, 'x', now() + interval '1 day' from place`.execute(db)
    expect(await new Browser().post(authApi.signUp.url, invited)).toBe('/onboarding/')
    await set('1')
    expect(await new Browser().post(authApi.signUp.url, form)).toBe('/onboarding/')
  })
})

describe('signing in', () => {
  const signedUp = async () => {
    const email = fresh()
    await new Browser().post(authApi.signUp.url, { email, password: strong })
    return email
  }

  it('opens with the right password only', async () => {
    const email = await signedUp()
    const browser = new Browser()
    const wrong = await browser.post(authApi.signIn.url, { email, password: 'wrong' })
    expect(wrong).toMatch(/^\/sign-in\?/)
    expect(codeIn(wrong)).toBe(5065)
    expect(wrong).toContain(encodeURIComponent(email))
    expect(await browser.me()).toMatchObject({ status: 401 })
    expect(
      codeIn(await browser.post(authApi.signIn.url, { email: fresh(), password: strong })),
    ).toBe(5060)
    expect(codeIn(await browser.post(authApi.signIn.url, { email: '', password: '' }))).toBe(5070)
    expect(codeIn(await browser.post(authApi.signIn.url, { email: 'x', password: strong }))).toBe(
      5075,
    )
    expect(await browser.post(authApi.signIn.url, { email, password: strong })).toBe('/onboarding/')
    expect(await browser.me()).toMatchObject({ status: 200, body: { email } })
  })

  // @cap:auth.next-path
  it.each([
    ['/acme/projects/', '/acme/projects/'],
    ['//evil.example/x', '/x'],
    ['https://evil.example/x?y=1', '/x?y=1'],
    ['/\t/evil.example', '/'],
    ['/\r\n/evil.example', '/'],
    ['/\\evil.example', '/evil.example'],
    ['/.//evil.example', '/onboarding/'],
    ['/größe\r\nX-Y: z', '/gr%C3%B6%C3%9FeX-Y:%20z'],
    ['/a/../b', '/onboarding/'],
    ['javascript:alert(1)', '/onboarding/'],
    ['acme', '/onboarding/'],
  ])('goes on to %o as %o', async (next_path, target) => {
    const email = await signedUp()
    const form = { email, password: strong, next_path }
    expect(await new Browser().post(authApi.signIn.url, form)).toBe(target)
  })

  it('keeps a deactivated account out', async () => {
    const email = await signedUp()
    await sql`update users set is_active = false where email = ${email}`.execute(db)
    expect(codeIn(await new Browser().post(authApi.signIn.url, { email, password: strong }))).toBe(
      5019,
    )
  })

  it('ends the session of somebody deactivated while signed in, at once', async () => {
    const browser = new Browser()
    const email = fresh()
    await browser.post(authApi.signUp.url, { email, password: strong })
    expect(await browser.me()).toMatchObject({ status: 200 })
    await sql`update users set is_active = false where email = ${email}`.execute(db)
    expect(await browser.me()).toMatchObject({ status: 401 })
  })

  it('gives a new session key at each sign-in and forgets the old one', async () => {
    const browser = new Browser()
    const email = fresh()
    await browser.post(authApi.signUp.url, { email, password: strong })
    const first = { ...browser.cookies }
    await browser.post(authApi.signIn.url, { email, password: strong })
    expect(browser.cookies['session-id']).not.toBe(first['session-id'])
    const old = new Browser()
    old.cookies = first
    expect(await old.me()).toMatchObject({ status: 401 })
  })

  it('stores no key that could be used', async () => {
    const browser = new Browser()
    await browser.post(authApi.signUp.url, { email: fresh(), password: strong })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from sessions
      where encode(token_hash, 'escape') like ${`%${browser.cookies['session-id']}%`}`.execute(db)
    expect(Number(rows[0]?.n)).toBe(0)
  })
})

describe('a session', () => {
  // @cap:auth.session-lifetime
  it('lasts seven days, also on a server that was started since', async () => {
    const browser = new Browser()
    const email = fresh()
    const csrfmiddlewaretoken = await browser.token()
    const form = { email, password: strong, csrfmiddlewaretoken }
    const { cookies } = await browser.send('POST', authApi.signUp.url, form)
    const cookie = cookies.find(({ name }) => name === 'session-id')
    expect(cookie).toMatchObject({ maxAge: 604_800, httpOnly: true, sameSite: 'Lax', path: '/' })

    const restarted = await buildApp(app.deps)
    const me = async () =>
      (await restarted.inject({ url: accountApi.me.url, cookies: browser.cookies })).statusCode
    expect(await me()).toBe(200)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from s.expires_at - s.created_at)::int as seconds
      from sessions s join users u on u.id = s.user_id where u.email = ${email}`.execute(db)
    expect(rows).toEqual([{ seconds: 604_800 }])
    await sql`
      update sessions set expires_at = now()
      where user_id = (select id from users where email = ${email})`.execute(db)
    expect(await me()).toBe(401)
    await restarted.close()
  })
})

describe('signing out', () => {
  it('ends the session and leads to the front page', async () => {
    const browser = new Browser()
    await browser.post(authApi.signUp.url, { email: fresh(), password: strong })
    const session = browser.cookies['session-id'] ?? ''
    expect(await browser.post(authApi.signOut.url, {})).toBe('/')
    expect(browser.cookies['session-id']).toBeUndefined()
    browser.cookies['session-id'] = session
    expect(await browser.me()).toMatchObject({ status: 401 })
  })
})

describe('forged requests', () => {
  // @cap:auth.csrf-and-origin-enforced
  it('are refused without the token, with a wrong one, and from elsewhere', async () => {
    const browser = new Browser()
    const form = { email: fresh(), password: strong }
    const before = await users()
    const missing = await browser.send('POST', authApi.signUp.url, form)
    expect(missing.statusCode).toBe(403)
    expect(missing.body).toContain('CSRF Verification Failed')
    const token = await browser.token()
    const wrong = {
      ...form,
      csrfmiddlewaretoken: token.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
    }
    expect((await browser.send('POST', authApi.signUp.url, wrong)).statusCode).toBe(403)
    const right = { ...form, csrfmiddlewaretoken: token }
    const foreign = await browser.send('POST', authApi.signUp.url, right, {
      origin: 'https://evil.example',
    })
    expect(foreign.statusCode).toBe(403)
    expect(await users()).toBe(before)
    const own = await browser.send('POST', authApi.signUp.url, right, {
      origin: 'http://localhost',
      host: 'localhost',
    })
    expect(own.statusCode).toBe(302)
  })

  it('keeps every token handed out valid until the next sign-in', async () => {
    const browser = new Browser()
    const [one, two] = [await browser.token(), await browser.token()]
    expect(one).not.toBe(two)
    expect(one).toHaveLength(64)
    const form = { email: fresh(), password: strong, csrfmiddlewaretoken: one }
    expect((await browser.send('POST', authApi.signUp.url, form)).statusCode).toBe(302)
    const late = { csrfmiddlewaretoken: two }
    expect((await browser.send('POST', authApi.signOut.url, late)).statusCode).toBe(403)
  })
})

describe('haste', () => {
  it('is slowed down after 30 tries a minute from one address', async () => {
    const browser = new Browser()
    const ask = () =>
      app.inject({
        method: 'POST',
        url: authApi.emailCheck.url,
        headers: { 'x-forwarded-for': browser.address },
        payload: { email: 'ada@cairn.test' },
      })
    const answers = await Promise.all(Array.from({ length: 40 }, ask))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toEqual({ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    const form = { email: 'ada@cairn.test', password: strong }
    expect(codeIn(await browser.post(authApi.signIn.url, form))).toBe(5900)
  })
})

describe('the e-mail check', () => {
  it('says whether the address is known', async () => {
    const email = fresh()
    const check = async (typed: string) => {
      const payload = { email: typed }
      const headers = { 'x-forwarded-for': new Browser().address }
      return (
        await app.inject({ method: 'POST', url: authApi.emailCheck.url, payload, headers })
      ).json()
    }
    expect(await check(email)).toEqual({ existing: false, status: 'CREDENTIAL' })
    await new Browser().post(authApi.signUp.url, { email, password: strong })
    expect(await check(` ${email.toUpperCase()}`)).toEqual({ existing: true, status: 'CREDENTIAL' })
    expect(await check('')).toEqual({ error_code: 5010, error_message: 'EMAIL_REQUIRED' })
    expect(await check('x')).toEqual({ error_code: 5005, error_message: 'INVALID_EMAIL' })
  })
})
