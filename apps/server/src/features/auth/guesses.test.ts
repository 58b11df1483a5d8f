import { accountApi, authApi, authErrors, instanceAuthApi } from '@cairn/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#kernel/auth/limits.ts'
import { testServer } from '#test/server.ts'
import { browserOn, codeIn, fresh, mailsTo, setUp, strong } from './test-kit/browser.ts'

const { app, database } = await testServer()
const { db } = database
const Browser = browserOn(app)
type Browser = InstanceType<typeof Browser>
beforeAll(() => setUp(app))

const signedUp = async () => {
  const browser = new Browser()
  const email = fresh()
  await browser.post(authApi.signUp.url, { email, password: strong })
  return { browser, email }
}
const signIn = (
  browser: Browser,
  email: string,
  password = strong,
  url: string = authApi.signIn.url,
) => browser.post(url, { email, password })
const { RATE_LIMIT_EXCEEDED, AUTHENTICATION_FAILED_SIGN_IN, USER_DOES_NOT_EXIST } = authErrors

/** Tries wrong passwords, each from another IP address; returns how many were compared. */
async function guess(email: string, times: number, url: string = authApi.signIn.url) {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, n) => signIn(new Browser(), email, `guess ${n}`, url)),
  )
  const refused = answers.filter((target) => codeIn(target) === RATE_LIMIT_EXCEEDED)
  return times - refused.length
}

/** Simulates that this much time has passed since the last guess. */
const wait = (email: string, seconds: number) =>
  sql`update throttles set ends_at = ends_at - make_interval(secs => ${seconds})
    where key like ${`guesses ${email}%`}`.execute(db)

/** Simulates so many guesses that the next has the maximum wait. */
const slowDown = (email: string) =>
  sql`update throttles set count = 20 where key = ${`guesses ${email} `}`.execute(db)

describe('guessing a password from a hundred addresses', () => {
  it('compares the first few, and makes the others wait', async () => {
    const { email } = await signedUp()
    const compared = await guess(email, 100)
    // One more for each wait that ended while the others were being handled.
    expect(compared).toBeGreaterThanOrEqual(limits.guesses.most)
    expect(compared).toBeLessThan(12)
  })

  it('is no faster at the administration area, or at the public site', async () => {
    for (const url of [instanceAuthApi.signIn.url, '/auth/spaces/sign-in/']) {
      const { email } = await signedUp()
      expect(await guess(email, 30, url)).toBeLessThan(12)
    }
  })

  it('waits twice as long after each guess, for five minutes at most', async () => {
    const { email } = await signedUp()
    await guess(email, limits.guesses.most)
    const waits: number[] = []
    for (let n = 0; n < 11; n++) {
      const { rows } = await sql<{ count: number }>`
        select count from throttles where key = ${`guesses ${email} `}`.execute(db)
      const seconds = Math.min(2 ** ((rows[0]?.count ?? 0) - limits.guesses.most), 300)
      waits.push(seconds)
      if (seconds > 30) {
        await wait(email, seconds - 30)
        expect(codeIn(await signIn(new Browser(), email, 'x'))).toBe(RATE_LIMIT_EXCEEDED)
      }
      await wait(email, seconds)
      expect(codeIn(await signIn(new Browser(), email, 'x'))).toBe(AUTHENTICATION_FAILED_SIGN_IN)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  it('tells the owner once', async () => {
    const { email } = await signedUp()
    for (let n = 0; n < 14; n++) {
      await guess(email, 1)
      await wait(email, 400)
    }
    expect(await mailsTo(app, email)).toMatchObject([
      { subject: 'Someone is trying to guess your Cairn password' },
    ])
  })

  it('does not tell addresses with an account from those without', async () => {
    const [{ email: known }, unknown] = [await signedUp(), fresh()]
    for (const [email, code] of [
      [known, AUTHENTICATION_FAILED_SIGN_IN],
      [unknown, USER_DOES_NOT_EXIST],
    ] as const) {
      const codes: number[] = []
      for (let n = 0; n < 5; n++) codes.push(codeIn(await signIn(new Browser(), email, 'x')))
      expect(codes).toEqual(new Array(5).fill(code))
      await slowDown(email)
      expect(codeIn(await signIn(new Browser(), email, 'x'))).toBe(RATE_LIMIT_EXCEEDED)
    }
  })
})

describe('the owner of an account whose password is being guessed', () => {
  const guessedAt = async () => {
    const owner = await signedUp()
    await guess(owner.email, 20)
    await slowDown(owner.email)
    return owner
  }

  it('comes in from a browser that has signed in before, wherever it is', async () => {
    const { browser, email } = await guessedAt()
    const away = new Browser()
    away.cookies = { 'known-browser': browser.cookies['known-browser'] ?? '' }
    expect(codeIn(await signIn(away, email))).toBe(0)
  })

  it('comes in from the network of the last sign-in', async () => {
    const { browser, email } = await guessedAt()
    const beside = new Browser()
    Object.assign(beside, { address: browser.address })
    expect(codeIn(await signIn(beside, email))).toBe(0)
  })

  it('comes in by a mailed code, or by a new password', async () => {
    const { email } = await guessedAt()
    await new Browser().ask(authApi.magicGenerate.url, { email })
    const code = (await mailsTo(app, email))[0]?.subject.slice(0, 14) ?? ''
    const elsewhere = new Browser()
    expect(codeIn(await elsewhere.post(authApi.magicSignIn.url, { email, code }))).toBe(0)
    expect(await elsewhere.me()).toMatchObject({ status: 200, body: { email } })
  })

  it('is no known browser of another account', async () => {
    const { email } = await guessedAt()
    const { browser: eve } = await signedUp()
    expect(codeIn(await signIn(eve, email))).toBe(RATE_LIMIT_EXCEEDED)
  })

  it('begins anew with the right password', async () => {
    const { browser, email } = await signedUp()
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) await signIn(browser, email, 'wrong')
      expect(codeIn(await signIn(browser, email))).toBe(0)
      expect((await browser.send('GET', accountApi.me.url)).statusCode).toBe(200)
      await sql`delete from throttles where key like 'authentication%'`.execute(db)
    }
  })
})
