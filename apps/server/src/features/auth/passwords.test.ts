import { authApi } from '@cairn/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { browserOn, codeIn, fresh, mailsTo, setUp, strong } from './test-kit/browser.ts'

const { app, database, stranger } = await testServer()
const { db } = database
const Browser = browserOn(app)
beforeAll(() => setUp(app))

const other = 'eleven lanterns by the quarry'

async function signedUp() {
  const browser = new Browser()
  const email = fresh()
  await browser.post(authApi.signUp.url, { email, password: strong })
  return { browser, email }
}
const without = (email: string) =>
  sql`update users set is_password_autoset = true where email = ${email}`.execute(db)
const opensWith = async (email: string, password: string) =>
  codeIn(await new Browser().post(authApi.signIn.url, { email, password })) === 0

describe('changing the password', () => {
  // @cap:auth.session-lifetime
  it('needs the old one, ends every other session and keeps this one', async () => {
    const { browser, email } = await signedUp()
    const elsewhere = new Browser()
    await elsewhere.post(authApi.signIn.url, { email, password: strong })
    const change = { old_password: strong, new_password: other }
    const before = browser.cookies['session-id']

    expect(await browser.ask(authApi.changePassword.url, change)).toEqual({
      status: 200,
      body: { message: 'Password updated successfully' },
    })
    expect(browser.cookies['session-id']).not.toBe(before)
    expect(await browser.me()).toMatchObject({ status: 200, body: { email } })
    expect(await elsewhere.me()).toMatchObject({ status: 401 })
    expect(await opensWith(email, strong)).toBe(false)
    expect(await opensWith(email, other)).toBe(true)
  })

  it.each([
    [{ new_password: other }, 5138, 'MISSING_PASSWORD', 'Old password is missing'],
    [{ old_password: strong }, 5138, 'MISSING_PASSWORD', 'Old or new password is missing'],
    [
      { old_password: strong, password: other },
      5138,
      'MISSING_PASSWORD',
      'Old or new password is missing',
    ],
    [
      { old_password: 'wrong', new_password: other },
      5135,
      'INCORRECT_OLD_PASSWORD',
      'Old password is not correct',
    ],
    [{ old_password: strong, new_password: 'password1' }, 5140, 'INVALID_NEW_PASSWORD', undefined],
    [{ old_password: strong, new_password: strong }, 5140, 'INVALID_NEW_PASSWORD', undefined],
  ])('refuses %o with %i and changes nothing', async (change, error_code, error_message, error) => {
    const { browser, email } = await signedUp()
    expect(await browser.ask(authApi.changePassword.url, change)).toEqual({
      status: 400,
      body: { error_code, error_message, ...(error && { error }) },
    })
    expect(await browser.me()).toMatchObject({ status: 200 })
    expect(await opensWith(email, strong)).toBe(true)
  })

  it('needs no old one where there is none', async () => {
    const { browser, email } = await signedUp()
    await without(email)
    expect(await browser.ask(authApi.changePassword.url, { password: other })).toMatchObject({
      status: 200,
    })
    expect((await browser.me()).body).toMatchObject({ is_password_autoset: false })
    expect(await opensWith(email, other)).toBe(true)
  })

  it('of two changes at once one holds, and only its password opens', async () => {
    const { browser, email } = await signedUp()
    const token = await browser.token()
    const wanted = [other, 'forty magpies over the ridge']
    const answers = await Promise.all(
      wanted.map((new_password) =>
        app.inject({
          method: 'POST',
          url: authApi.changePassword.url,
          payload: { old_password: strong, new_password },
          cookies: { ...browser.cookies },
          headers: { 'x-csrftoken': token },
        }),
      ),
    )
    const won = wanted.filter((_, n) => answers[n]?.statusCode === 200)
    expect(won).toHaveLength(1)
    expect(await opensWith(email, won[0] ?? '')).toBe(true)
  })

  it('is slowed down after ten guesses', async () => {
    const { browser, email } = await signedUp()
    const guess = { old_password: 'wrong', new_password: other }
    for (let n = 0; n < 10; n++) await browser.ask(authApi.changePassword.url, guess)
    const right = { old_password: strong, new_password: other }
    expect(await browser.ask(authApi.changePassword.url, right)).toEqual({
      status: 429,
      body: { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
    })
    expect(await opensWith(email, strong)).toBe(true)
  })
})

describe('setting the first password', () => {
  // @cap:auth.session-lifetime
  it('works once, answers with the account and ends every other session', async () => {
    const { browser, email } = await signedUp()
    const elsewhere = new Browser()
    await elsewhere.post(authApi.signIn.url, { email, password: strong })
    await without(email)
    const weak = await browser.ask(authApi.setPassword.url, { password: 'password1' })
    expect(weak).toEqual({
      status: 400,
      body: { error_code: 5020, error_message: 'INVALID_PASSWORD' },
    })
    const set = await browser.ask(authApi.setPassword.url, { password: other })
    expect(set).toEqual({ status: 200, body: (await browser.me()).body })
    expect(set.body).toMatchObject({ email, is_password_autoset: false })
    expect(await elsewhere.me()).toMatchObject({ status: 401 })
    expect(await browser.ask(authApi.setPassword.url, { password: strong })).toEqual({
      status: 400,
      body: {
        error_code: 5145,
        error_message: 'PASSWORD_ALREADY_SET',
        error: 'Your password is already set please change your password from profile',
      },
    })
    expect(await opensWith(email, other)).toBe(true)
  })
})

describe.each([
  ['setting', authApi.setPassword, { password: other }],
  ['changing', authApi.changePassword, { old_password: strong, new_password: other }],
])('%s a password', (_name, call, body) => {
  it('is refused without a session and without the header’s token', async () => {
    const { browser, email } = await signedUp()
    expect(await stranger.attempt(call, { body })).toEqual({
      status: 401,
      body: { detail: 'Authentication credentials were not provided.' },
    })
    expect(await browser.ask(call.url, body, '')).toEqual({
      status: 403,
      body: { detail: 'CSRF Failed: CSRF token missing.' },
    })
    expect(await browser.ask(call.url, body, 'x'.repeat(64))).toEqual({
      status: 403,
      body: { detail: 'CSRF Failed: CSRF token incorrect.' },
    })
    expect(await opensWith(email, strong)).toBe(true)
  })
})

describe('a forgotten password', () => {
  const forgot = (email: string) => new Browser().ask(authApi.forgotPassword.url, { email })

  it('is mailed about in the language of its owner', async () => {
    const { email } = await signedUp()
    await sql`update profiles set language = 'de' from users
      where users.id = profiles.user_id and users.email = ${email}`.execute(db)
    expect(await forgot(email)).toMatchObject({ status: 200 })
    const [mail] = await mailsTo(app, email)
    expect(mail?.subject).toBe('Wähle ein neues Passwort für Cairn')
    expect(mail?.text).toContain('öffne innerhalb einer Stunde diesen Link:')
  })

  const linkFor = async (email: string) => {
    expect(await forgot(email)).toEqual({
      status: 200,
      body: { message: 'Check your email to reset your password' },
    })
    const { text = '' } = (await mailsTo(app, email))[0] ?? {}
    const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
    expect(link.pathname).toBe('/accounts/reset-password/')
    expect(link.searchParams.get('email')).toBe(email)
    const [uidb64, token] = ['uidb64', 'token'].map((name) => link.searchParams.get(name))
    return `${uidb64}/${token}/`
  }
  it('is mailed a link to where the instance was set up, whatever host a request names', async () => {
    const { email } = await signedUp()
    await sql`update instances set domain = 'https://cairn.example'`.execute(db)
    const { statusCode } = await app.inject({
      method: 'POST',
      url: authApi.forgotPassword.url,
      headers: { host: 'evil.example', 'x-forwarded-for': new Browser().address },
      payload: { email },
    })
    expect(statusCode).toBe(200)
    const [mail] = await mailsTo(app, email)
    expect(mail?.text).toContain('https://cairn.example/accounts/reset-password/')
    expect(mail?.text).not.toContain('evil.example')
  })

  const reset = (link: string, password = other) =>
    new Browser().post(`/auth/reset-password/${link}`, { password })

  // @cap:auth.session-lifetime
  it('is replaced through the mailed link, which signs nobody in and ends all sessions', async () => {
    const { browser, email } = await signedUp()
    const link = await linkFor(email)
    expect(await reset(link)).toBe('/sign-in?success=True')
    expect(await browser.me()).toMatchObject({ status: 401 })
    expect(await opensWith(email, strong)).toBe(false)
    expect(await opensWith(email, other)).toBe(true)
  })

  // @cap:auth.reset-link-limits
  it('is replaced once by one link, also when it is posted twice at once', async () => {
    const { email } = await signedUp()
    const link = await linkFor(email)
    const targets = await Promise.all([reset(link), reset(link, 'forty magpies over the ridge')])
    expect(targets.filter((target) => codeIn(target) === 5125)).toHaveLength(1)
    expect(codeIn(await reset(link))).toBe(5125)
  })

  // @cap:auth.reset-link-limits
  it('cannot be replaced by a link that is late, forged, somebody else’s or void', async () => {
    const { email } = await signedUp()
    const link = await linkFor(email)
    const [uidb64, token = ''] = link.split('/')
    const { rows } = await sql<{ id: string }>`
      select id from users where email <> ${email} limit 1`.execute(db)
    const someoneElse = Buffer.from(rows[0]?.id ?? '').toString('base64url')
    const refused = async (path: string, code: number, password?: string) => {
      const target = await reset(path, password)
      expect(target).toMatch(/^\/accounts\/reset-password\?/)
      expect([path, codeIn(target)]).toEqual([path, code])
    }
    await refused(`${uidb64}/${'a'.repeat(64)}/`, 5125)
    await refused(`${someoneElse}/${token}/`, 5125)
    await refused(`${Buffer.from('nobody').toString('base64url')}/${token}/`, 5125)
    await refused(`${Buffer.from([0xff, 0xfe]).toString('base64url')}/${token}/`, 5130)
    await refused(link, 5020, 'password1')
    await refused(link, 5020, '')
    await sql`update password_resets set expires_at = now()`.execute(db)
    await refused(link, 5130)
    const second = await linkFor(email)
    expect(await opensWith(email, strong)).toBe(true)
    await refused(second, 5125)
    expect(await opensWith(email, strong)).toBe(true)
  })

  it('is not to be had for an account that is deactivated; its owner reads why', async () => {
    const { email } = await signedUp()
    const link = await linkFor(email)
    await sql`update users set is_active = false where email = ${email}`.execute(db)
    expect(codeIn(await reset(link))).toBe(5125)
    expect(await forgot(email)).toMatchObject({ status: 200 })
    const [mail] = await mailsTo(app, email)
    expect(mail?.text).toContain('deactivated')
    expect(mail?.text).not.toContain('http')
  })

  it('cannot be asked for without an account, an address or a mail server', async () => {
    const { email } = await signedUp()
    const mailed = await mailsTo(app, email)
    expect((await forgot(fresh())).body).toEqual({
      error_code: 5060,
      error_message: 'USER_DOES_NOT_EXIST',
    })
    expect((await forgot('x')).body).toEqual({ error_code: 5005, error_message: 'INVALID_EMAIL' })
    const { smtp } = app.deps.config
    app.deps.config.smtp = null
    expect((await forgot(email)).body).toEqual({
      error_code: 5025,
      error_message: 'SMTP_NOT_CONFIGURED',
    })
    app.deps.config.smtp = smtp
    expect(await mailsTo(app, email)).toEqual(mailed)
  })

  it('is asked for ten times a quarter of an hour at most', async () => {
    const { email } = await signedUp()
    for (let n = 0; n < 10; n++) await forgot(email)
    expect(await forgot(email)).toMatchObject({ status: 429 })
    expect(await mailsTo(app, email)).toHaveLength(10)
  })

  it('leads back to the public site from there', async () => {
    const { email } = await signedUp()
    const link = await linkFor(email)
    const post = (path: string) =>
      new Browser().post(`/auth/spaces/reset-password/${path}`, { password: other })
    expect(await post(link)).toBe('/spaces/')
    expect(await post(link)).toMatch(/^\/spaces\/\?error_code=5125/)
  })
})
