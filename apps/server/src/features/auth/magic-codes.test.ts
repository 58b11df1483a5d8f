import { accountApi, authApi, authErrors, spacesAuthApi } from '@cairn/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { allowCodes, browserOn, codeIn, fresh, mailsTo, setUp, strong } from './test-kit/browser.ts'

const { app, database } = await testServer()
const { db } = database
const Browser = browserOn(app)
beforeAll(() => setUp(app))

const codeFor = async (email: string) => {
  const answer = await new Browser().ask(authApi.magicGenerate.url, { email })
  expect(answer).toEqual({ status: 200, body: { key: `magic_${email}` } })
  return (await mailsTo(app, email))[0]?.subject.slice(0, 14) ?? ''
}
const signedUp = async () => {
  const email = fresh()
  await new Browser().post(authApi.magicSignUp.url, { email, code: await codeFor(email) })
  return email
}
const count = async (table: 'users' | 'sessions' | 'mails') =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n

describe('a code', () => {
  it('is three groups of four letters, mailed and stored only as a hash', async () => {
    const email = fresh()
    const code = await codeFor(email)
    expect(code).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}$/)
    const [mail] = await mailsTo(app, email)
    expect(mail?.text).toContain(code)
    expect(mail?.text).toContain(email)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(c)::text as row from magic_codes c where email = ${email}`.execute(db)
    expect(rows[0]?.row).not.toContain(code)
  })

  it('makes an account without a password, with a proved address, and signs it in', async () => {
    const browser = new Browser()
    const email = fresh()
    const code = await codeFor(email)
    expect(await browser.post(authApi.magicSignUp.url, { email, code: ` ${code} ` })).toBe(
      '/onboarding/',
    )
    expect((await browser.me()).body).toMatchObject({
      email,
      is_password_autoset: true,
      is_email_verified: true,
      last_login_medium: 'magic-code',
    })
  })

  // @cap:auth.magic-code-expires
  it('signs in once, and leads those without a password to choose one', async () => {
    const email = await signedUp()
    const code = await codeFor(email)
    await sql`update profiles set is_onboarded = true
      where user_id = (select id from users where email = ${email})`.execute(db)
    const form = { email, code, next_path: '/acme/' }
    const posts = await Promise.all(
      [1, 2, 3].map(() => new Browser().post(authApi.magicSignIn.url, form)),
    )
    expect(posts.filter((target) => target === '/accounts/set-password')).toHaveLength(1)
    expect(posts.filter((target) => codeIn(target) === 5095)).toHaveLength(2)
  })

  it('goes on to the asked page where there is a password', async () => {
    const email = fresh()
    await new Browser().post(authApi.signUp.url, { email, password: strong })
    const form = { email, code: await codeFor(email), next_path: '/acme/' }
    expect(await new Browser().post(authApi.magicSignIn.url, form)).toBe('/acme/')
  })

  // @cap:auth.magic-code-expires
  it('is worth nothing after ten minutes, or once a newer one was sent', async () => {
    const email = await signedUp()
    const first = await codeFor(email)
    const second = await codeFor(email)
    const enter = async (code: string) =>
      codeIn(await new Browser().post(authApi.magicSignIn.url, { email, code }))
    expect(await enter(first)).toBe(authErrors.INVALID_MAGIC_CODE_SIGN_IN)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from expires_at - now())::int as seconds from magic_codes
      where email = ${email}`.execute(db)
    expect(rows[0]?.seconds).toBeGreaterThan(540)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(600)
    await sql`update magic_codes set expires_at = now() where email = ${email}`.execute(db)
    expect(await enter(second)).toBe(authErrors.EXPIRED_MAGIC_CODE_SIGN_IN)
  })

  // @cap:auth.magic-code-expires
  it('dies with the fifth wrong try', async () => {
    const email = await signedUp()
    const code = await codeFor(email)
    const enter = async (typed: string) =>
      codeIn(await new Browser().post(authApi.magicSignIn.url, { email, code: typed }))
    for (let n = 0; n < 5; n++) expect(await enter('aaaa-aaaa-aaaa')).toBe(5090)
    expect(await enter(code)).toBe(5095)
  })

  it('is compared five times at most when 200 wrong ones come at once', async () => {
    const email = await signedUp()
    const code = await codeFor(email)
    const browser = new Browser()
    const csrfmiddlewaretoken = await browser.token()
    const before = await count('sessions')
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const form = { email, code: 'aaaa-aaaa-aaaa', csrfmiddlewaretoken }
        const headers = { 'x-forwarded-for': `10.200.0.${n}` }
        return browser.send('POST', authApi.magicSignIn.url, form, headers)
      }),
    )
    const codes = answers.map(({ headers }) => codeIn(headers.location ?? ''))
    expect(codes.filter((fault) => fault === 5090)).toHaveLength(5)
    expect(codes.filter((fault) => fault === 5095)).toHaveLength(195)
    expect(codeIn(await new Browser().post(authApi.magicSignIn.url, { email, code }))).toBe(5095)
    expect(await count('sessions')).toBe(before)
  })

  it('can be asked for four times in one window, also when all ask at once', async () => {
    const [known, unknown] = [await signedUp(), fresh()]
    const ask = (email: string) => new Browser().ask(authApi.magicGenerate.url, { email })
    for (const [email, code, name] of [
      [known, 5100, 'SIGN_IN'],
      [unknown, 5102, 'SIGN_UP'],
    ] as const) {
      const mailed = (await mailsTo(app, email)).length
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(email)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
      expect(answers.find(({ status }) => status === 400)?.body).toEqual({
        error_code: code,
        error_message: `EMAIL_CODE_ATTEMPT_EXHAUSTED_${name}`,
        email,
      })
      expect(await mailsTo(app, email)).toHaveLength(mailed + 4)
      await sql`update magic_codes set expires_at = now() where email = ${email}`.execute(db)
      expect(await ask(email)).toMatchObject({ status: 200 })
    }
  })
})

describe('refusals', () => {
  it('send a form back to its screen, and change nothing', async () => {
    const email = await signedUp()
    const [users, sessions] = [await count('users'), await count('sessions')]
    const table = [
      [authApi.magicSignIn.url, { email }, 5085],
      [authApi.magicSignIn.url, { email: fresh(), code: 'x' }, 5060],
      [authApi.magicSignIn.url, { email, code: 'x' }, 5095],
      [authApi.magicSignUp.url, { code: 'x' }, 5055],
      [authApi.magicSignUp.url, { email, code: 'x' }, 5030],
      [authApi.magicSignUp.url, { email: fresh(), code: 'x' }, 5097],
    ] as const
    for (const [url, form, code] of table) {
      const target = await new Browser().post(url, form)
      expect([codeIn(target), url]).toEqual([code, url])
      expect(target).toMatch(url === authApi.magicSignIn.url ? /^\/sign-in\?/ : /^\/sign-up\?/)
    }
    expect([await count('users'), await count('sessions')]).toEqual([users, sessions])
  })

  it('keep a deactivated account out, however right the code', async () => {
    const email = await signedUp()
    await sql`update users set is_active = false where email = ${email}`.execute(db)
    const browser = new Browser()
    const form = { email, code: await codeFor(email) }
    expect(codeIn(await browser.post(authApi.magicSignIn.url, form))).toBe(5019)
    expect(await browser.me()).toMatchObject({ status: 401 })
  })

  it('need a token from whoever is signed in', async () => {
    const browser = new Browser()
    const email = fresh()
    await browser.post(authApi.signUp.url, { email, password: strong })
    const mailed = await count('mails')
    expect(await browser.ask(authApi.magicGenerate.url, { email }, '')).toEqual({
      status: 403,
      body: { detail: 'CSRF Failed: CSRF token missing.' },
    })
    expect(await count('mails')).toBe(mailed)
  })

  it('say so where codes are off or no mail can be sent', async () => {
    const email = fresh()
    const ask = () => new Browser().ask(authApi.magicGenerate.url, { email })
    const check = () => new Browser().ask(authApi.emailCheck.url, { email })
    expect((await check()).body).toEqual({ existing: false, status: 'MAGIC_CODE' })
    await allowCodes(app, false)
    expect((await ask()).body).toMatchObject({ error_code: 5016 })
    expect((await check()).body).toEqual({ existing: false, status: 'CREDENTIAL' })
    await allowCodes(app, true)
    const { smtp } = app.deps.config
    app.deps.config.smtp = null
    expect((await ask()).body).toEqual({
      error_code: 5025,
      error_message: 'SMTP_NOT_CONFIGURED',
      email,
    })
    expect((await check()).body).toEqual({ existing: false, status: 'CREDENTIAL' })
    app.deps.config.smtp = smtp
    expect((await new Browser().ask(authApi.magicGenerate.url, { email: 'x' })).body).toEqual({
      error_code: 5005,
      error_message: 'INVALID_EMAIL',
    })
    expect(await mailsTo(app, email)).toEqual([])
  })
})

describe('the e-mail check', () => {
  it('leads those without a password to their code, and others to their password', async () => {
    const [coded, typed] = [await signedUp(), fresh()]
    await new Browser().post(authApi.signUp.url, { email: typed, password: strong })
    const check = async (email: string) =>
      (await new Browser().ask(authApi.emailCheck.url, { email })).body
    expect(await check(coded)).toEqual({ existing: true, status: 'MAGIC_CODE' })
    expect(await check(typed)).toEqual({ existing: true, status: 'CREDENTIAL' })
  })
})

describe('on the public site', () => {
  it('the same code leads back there', async () => {
    const browser = new Browser()
    const email = fresh()
    const wrong = await browser.post(spacesAuthApi.magicSignUp.url, { email, code: 'x' })
    expect(wrong).toMatch(/^\/spaces\/\?error_code=5097/)
    const form = { email, code: await codeFor(email), next_path: '/issues/abc' }
    expect(await browser.post(spacesAuthApi.magicSignUp.url, form)).toBe('/spaces/issues/abc')
    expect(await browser.post(spacesAuthApi.signOut.url, {})).toBe('/spaces/')
    const session = await browser.send('GET', accountApi.session.url)
    expect(session.json()).toEqual({ is_authenticated: false })
  })
})
