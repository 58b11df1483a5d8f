import {
  accountApi,
  authApi,
  authErrors,
  instanceApi,
  instanceAuthApi,
  instanceSettingsApi,
  spacesAuthApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { browserOn, codeIn, fresh, mailsTo, setUp, strong } from './test-kit/browser.ts'

const { app, database, administrator, person, stranger } = await testServer()
const { db } = database
const Browser = browserOn(app)
const ada = await administrator('ada')
beforeAll(() => setUp(app))

const change = (body: object) => ada.call(instanceSettingsApi.change, { body })
const check = (email: string) => new Browser().ask(authApi.emailCheck.url, { email })
const signedUp = async () => {
  const email = fresh()
  await sql`
    with person as (
      insert into users (username, email, password_hash, display_name)
      values (${email}, ${email}, ${hash}, 'Bob') returning id
    ) insert into profiles (user_id) select id from person`.execute(db)
  return email
}
const { hashPassword } = await import('#kernel/auth/passwords.ts')
const hash = await hashPassword(strong)

describe('which addresses have an account', () => {
  it('is told while sign-up is open, and hidden while it is closed, unless chosen otherwise', async () => {
    const known = await signedUp()
    const isRevealed = async () =>
      (await check(known)).body.existing !== (await check(fresh())).body.existing
    for (const [settings, revealed] of [
      [{ ENABLE_SIGNUP: '1', HIDE_ACCOUNT_EXISTENCE: '' }, true],
      [{ ENABLE_SIGNUP: '0', HIDE_ACCOUNT_EXISTENCE: '' }, false],
      [{ ENABLE_SIGNUP: '0', HIDE_ACCOUNT_EXISTENCE: '0' }, true],
      [{ ENABLE_SIGNUP: '1', HIDE_ACCOUNT_EXISTENCE: '1' }, false],
    ] as const) {
      await change(settings)
      expect([settings, await isRevealed()]).toEqual([settings, revealed])
    }
  })
})

describe('where it is hidden', () => {
  beforeAll(() => change({ ENABLE_SIGNUP: '0', HIDE_ACCOUNT_EXISTENCE: '1' }))
  afterAll(() => change({ ENABLE_SIGNUP: '1', HIDE_ACCOUNT_EXISTENCE: '' }))

  /** Every request a stranger can make about an address, with the response. */
  const questions: Record<string, (email: string) => Promise<unknown>> = {
    'e-mail check': check,
    'forgotten password': (email) => new Browser().ask(authApi.forgotPassword.url, { email }),
    'code request': (email) => new Browser().ask(authApi.magicGenerate.url, { email }),
    'sign-in': (email) => new Browser().post(authApi.signIn.url, { email, password: 'wrong' }),
    'sign-in of the site': (email) =>
      new Browser().post(spacesAuthApi.signIn.url, { email, password: 'wrong' }),
    'sign-in by code': (email) =>
      new Browser().post(authApi.magicSignIn.url, { email, code: 'aaaa-aaaa-aaaa' }),
    'sign-up': (email) => new Browser().post(authApi.signUp.url, { email, password: strong }),
    'sign-up by code': (email) =>
      new Browser().post(authApi.magicSignUp.url, { email, code: 'aaaa-aaaa-aaaa' }),
    'administration area': (email) =>
      new Browser().post(instanceAuthApi.signIn.url, { email, password: 'wrong' }),
  }

  const answerTo = async (name: string, email: string) =>
    JSON.stringify(await questions[name]?.(email))
      .replaceAll(email, 'address')
      .replaceAll(encodeURIComponent(email), 'address')

  it.each(Object.keys(questions))('%s answers the same for every address', async (name) => {
    expect(await answerTo(name, await signedUp())).toBe(await answerTo(name, fresh()))
  })

  describe('while sign-up is open', () => {
    beforeAll(() => change({ ENABLE_SIGNUP: '1' }))
    afterAll(() => change({ ENABLE_SIGNUP: '0' }))

    it.each(Object.keys(questions))('%s answers the same for every address', async (name) => {
      expect(await answerTo(name, await signedUp())).toBe(await answerTo(name, fresh()))
    })

    it('signing up needs a mailed code, and only its reader learns that there is an account', async () => {
      const [known, unknown] = [await signedUp(), fresh()]
      for (const [email, code] of [
        [known, authErrors.USER_ALREADY_EXIST],
        [unknown, 0],
      ] as const) {
        const byPassword = await new Browser().post(authApi.signUp.url, { email, password: strong })
        expect(codeIn(byPassword)).toBe(authErrors.MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED)
        await new Browser().ask(authApi.magicGenerate.url, { email })
        const mailed = (await mailsTo(app, email))[0]?.subject.slice(0, 14) ?? ''
        const target = await new Browser().post(authApi.magicSignUp.url, { email, code: mailed })
        expect(codeIn(target)).toBe(code)
      }
    })
  })

  describe('the new address of an account', () => {
    const wrong = '000000'
    async function answersTo(email: string) {
      const eve = await person('eve')
      const answers = [await eve.attempt(accountApi.emailCode, { body: { email } })]
      for (let n = 0; n < 6; n++) {
        answers.push(await eve.attempt(accountApi.changeEmail, { body: { email, code: wrong } }))
      }
      return answers
    }

    it('is answered the same where it has an account, and the owner gets a mail', async () => {
      const [known, unknown] = [await signedUp(), fresh()]
      expect(await answersTo(known)).toEqual(await answersTo(unknown))
      expect((await mailsTo(app, known)).map(({ subject }) => subject)).toEqual([
        'This address already has a Cairn account',
      ])
      expect((await mailsTo(app, unknown))[0]?.subject).toMatch(/^\d{6} confirms/)
    })

    it('has the same limits', async () => {
      const known = await signedUp()
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) {
        const eve = await person('eve')
        statuses.push((await eve.attempt(accountApi.emailCode, { body: { email: known } })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      expect(await mailsTo(app, known)).toHaveLength(5)
    })
  })

  it('a forgotten password takes a quarter of a second, whether a mail is written or not', async () => {
    const [known, unknown] = [await signedUp(), fresh()]
    for (const email of [known, unknown]) {
      const browser = new Browser()
      await browser.token()
      const before = performance.now()
      await browser.ask(authApi.forgotPassword.url, { email })
      expect(performance.now() - before).toBeGreaterThan(245)
    }
    expect(await mailsTo(app, known)).toHaveLength(1)
    expect(await mailsTo(app, unknown)).toHaveLength(0)
  })

  it('the owner comes in as before', async () => {
    const email = await signedUp()
    const target = await new Browser().post(authApi.signIn.url, { email, password: strong })
    expect(codeIn(target)).toBe(0)
  })

  const invite = (email: string) =>
    sql`
      with w as (
        insert into workspaces (name, slug, owner_id)
        values ('Acme', ${crypto.randomUUID().slice(0, 20)}, ${ada.user_id}) returning id
      ) insert into workspace_invitations (workspace_id, email, role, message, token_hash, expires_at)
      select id, ${email}, 5, '', ${Buffer.from(email)}, now() + interval '1 day' from w`.execute(
      db,
    )

  it('an invitation to an address with an account does not tell of it', async () => {
    const [invited, unknown] = [await signedUp(), fresh()]
    await invite(invited)
    for (const name of ['e-mail check', 'sign-up', 'sign-in', 'forgotten password']) {
      expect([name, await answerTo(name, invited)]).toEqual([name, await answerTo(name, unknown)])
    }
  })

  it('who is invited is led to the form that makes an account', async () => {
    const email = fresh()
    await invite(email)
    expect((await check(email)).body).toEqual({ existing: false, status: 'CREDENTIAL' })
    const form = { email, password: strong }
    expect(codeIn(await new Browser().post(authApi.signUp.url, form))).toBe(0)
  })

  it('a right code says that there is no account, to who reads the mail', async () => {
    const email = fresh()
    await new Browser().ask(authApi.magicGenerate.url, { email })
    const code = (await mailsTo(app, email))[0]?.subject.slice(0, 14) ?? ''
    const target = await new Browser().post(authApi.magicSignIn.url, { email, code })
    expect(codeIn(target)).toBe(authErrors.USER_DOES_NOT_EXIST)
  })
})

it('strangers learn nothing of the instance that is for its administrators', async () => {
  await ada.call(instanceApi.change, { body: { whitelist_emails: 'root@cairn.test' } })
  const { instance } = await stranger.call(instanceApi.info)
  expect(instance).toMatchObject({
    whitelist_emails: null,
    primary_owner_details: null,
    created_by: null,
    updated_by: null,
  })
  expect((await ada.call(instanceApi.info)).instance.whitelist_emails).toBe('root@cairn.test')
})
