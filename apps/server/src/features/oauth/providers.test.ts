import { authErrors, instanceSettingsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserOn, codeIn, fresh } from '#features/auth/test-kit/browser.ts'
import { testServer } from '#test/server.ts'
import { codeHostKeys, codeHosts } from './test-kit/code-hosts.ts'
import { openidKeys, openidProvider } from './test-kit/openid-provider.ts'

const home = 'http://cairn.test'
const hosts = await codeHosts()
const google = await openidProvider([`${home}/auth/google/callback/`])
const { app, database, administrator } = await testServer({
  environment: { WEB_URL: home, EGRESS_ALLOW: '127.0.0.1/32' },
})
const { db } = database
app.deps.config.providerOrigins = {
  google: google.issuer,
  github: hosts.origin,
  githubApi: `${hosts.origin}/github-api`,
}
const Browser = browserOn(app)
type Browser = InstanceType<typeof Browser>

const ada = await administrator('ada')
const configure = (body: object) => ada.call(instanceSettingsApi.change, { body })
await sql`update instances set is_setup_done = true`.execute(db)
beforeEach(() =>
  configure({
    IS_GOOGLE_ENABLED: '1',
    GOOGLE_CLIENT_ID: openidKeys.id,
    GOOGLE_CLIENT_SECRET: openidKeys.secret,
    IS_GITHUB_ENABLED: '1',
    GITHUB_CLIENT_ID: codeHostKeys.id,
    GITHUB_CLIENT_SECRET: codeHostKeys.secret,
    GITHUB_ORGANIZATION_ID: '',
    IS_GITLAB_ENABLED: '1',
    GITLAB_HOST: `${hosts.origin}/`,
    GITLAB_CLIENT_ID: codeHostKeys.id,
    GITLAB_CLIENT_SECRET: codeHostKeys.secret,
  }),
)

let count = 0
/** Adds a user at both code hosts; returns their login there. */
function known(person: Partial<(typeof hosts.people)[string]> = {}): string {
  const id = ++count
  hosts.people[`login-${id}`] = {
    id,
    name: 'Grace Hopper',
    avatar_url: `https://pictures.example/${id}.png`,
    emails: [{ email: fresh(), primary: true, verified: true }],
    ...person,
  }
  return `login-${id}`
}
const emailOf = (login: string) => hosts.people[login]?.emails[0]?.email ?? ''

async function signIn(browser: Browser, provider: string, login: string) {
  const { headers } = await browser.send('GET', `/auth/${provider}/`)
  const { visit } = provider === 'google' ? google : hosts
  const { pathname, search } = new URL(await visit(headers.location ?? '', login))
  const back = await browser.send('GET', pathname + search)
  return back.headers.location ?? ''
}

describe.each([
  ['google', authErrors.GOOGLE_NOT_CONFIGURED, authErrors.GOOGLE_OAUTH_PROVIDER_ERROR],
  ['github', authErrors.GITHUB_NOT_CONFIGURED, authErrors.GITHUB_OAUTH_PROVIDER_ERROR],
  ['gitlab', authErrors.GITLAB_NOT_CONFIGURED, authErrors.GITLAB_OAUTH_PROVIDER_ERROR],
])('%s', (provider, notConfigured, failed) => {
  const upper = provider.toUpperCase()
  const start = async () => (await new Browser().send('GET', `/auth/${provider}/`)).headers.location

  it.each([[`IS_${upper}_ENABLED`], [`${upper}_CLIENT_ID`], [`${upper}_CLIENT_SECRET`]])(
    'sends the browser back with its own code while %s is missing',
    async (key) => {
      await configure({ [key]: key.startsWith('IS_') ? '0' : '' })
      const end = (await start()) ?? ''
      expect(end).toMatch(/^\/\?/)
      expect(codeIn(end)).toBe(notConfigured)
    },
  )

  // @cap:auth.oauth-sign-in
  it('sends it back with its own code when the state is wrong', async () => {
    const browser = new Browser()
    await browser.send('GET', `/auth/${provider}/`)
    const url = `/auth/${provider}/callback/?code=x&state=${'0'.repeat(32)}`
    const end = (await browser.send('GET', url)).headers.location ?? ''
    expect(end).toMatch(/^\/\?/)
    expect(codeIn(end)).toBe(failed)
  })

  it('signs in only with the right secret', async () => {
    const login = known()
    google.people[login] = { email: emailOf(login), email_verified: true }
    await configure({ [`${upper}_CLIENT_SECRET`]: 'wrong' })
    const browser = new Browser()
    expect(codeIn(await signIn(browser, provider, login))).toBe(failed)
    expect(await browser.me()).toMatchObject({ status: 401 })
  })

  // @cap:auth.oauth-sign-in
  it('signs up, and signs in the account with that e-mail from then on', async () => {
    const login = known()
    google.people[login] = {
      email: emailOf(login),
      email_verified: true,
      given_name: 'Grace Hopper',
      picture: `https://pictures.example/${count}.png`,
    }
    const browser = new Browser()
    expect(await signIn(browser, provider, login)).toBe('/onboarding/')
    const { body } = await browser.me()
    expect(body).toMatchObject({
      email: emailOf(login),
      first_name: 'Grace Hopper',
      last_name: '',
      avatar_url: `https://pictures.example/${count}.png`,
      is_email_verified: true,
      is_password_autoset: true,
      last_login_medium: provider,
    })
    const again = new Browser()
    expect(await signIn(again, provider, login)).toBe('/onboarding/')
    expect((await again.me()).body.id).toBe(body.id)
  })

  it('does not sign in with an address that is not proved', async () => {
    const email = fresh()
    const login = known({ emails: [{ email, primary: true, verified: false }] })
    google.people[login] = { email, email_verified: false }
    const browser = new Browser()
    expect(codeIn(await signIn(browser, provider, login))).toBe(authErrors.INVALID_EMAIL)
    expect(await browser.me()).toMatchObject({ status: 401 })
  })
})

describe('one person', () => {
  it('has one account, whichever provider they come through', async () => {
    const login = known()
    google.people[login] = { email: emailOf(login), email_verified: true }
    const ids: string[] = []
    for (const provider of ['github', 'gitlab', 'google']) {
      const browser = new Browser()
      await signIn(browser, provider, login)
      ids.push((await browser.me()).body.id)
    }
    expect(new Set(ids).size).toBe(1)
    const { rows } = await sql<{ provider: string }>`
      select provider from connected_accounts where user_id = ${ids[0]}
      order by created_at`.execute(db)
    expect(rows.map(({ provider }) => provider)).toEqual(['github', 'gitlab', 'google'])
  })
})

describe('google', () => {
  it('is asked as its contract says', async () => {
    const { headers } = await new Browser().send('GET', '/auth/google/')
    const { origin, searchParams } = new URL(headers.location ?? '')
    expect(origin).toBe(google.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      access_type: 'offline',
      prompt: 'consent',
      redirect_uri: `${home}/auth/google/callback/`,
    })
  })
})

describe('github', () => {
  it('gives the primary address, not the one on the public profile', async () => {
    const [shown, primary] = [fresh(), fresh()]
    const login = known({
      emails: [
        { email: shown, primary: false, verified: true },
        { email: primary, primary: true, verified: true },
      ],
    })
    const browser = new Browser()
    await signIn(browser, 'github', login)
    expect(await browser.me()).toMatchObject({ body: { email: primary } })
  })

  // @cap:auth.oauth-sign-in
  it('lets in nobody outside the organisation, where one is named', async () => {
    await configure({ GITHUB_ORGANIZATION_ID: 'meridian' })
    const [member, invited, outsider, elsewhere] = [
      known({ organizations: { meridian: 'active' } }),
      known({ organizations: { meridian: 'pending' } }),
      known(),
      known({ organizations: { other: 'active' } }),
    ]
    expect(await signIn(new Browser(), 'github', member)).toBe('/onboarding/')
    expect(hosts.scopes.at(-1)).toBe('read:user user:email read:org')
    for (const login of [invited, outsider, elsewhere]) {
      const browser = new Browser()
      const end = await signIn(browser, 'github', login)
      expect(end).toMatch(/^\/\?/)
      expect(codeIn(end)).toBe(authErrors.GITHUB_USER_NOT_IN_ORG)
      expect(await browser.me()).toMatchObject({ status: 401 })
    }
  })

  it('asks for no more than it needs where none is named', async () => {
    await signIn(new Browser(), 'github', known())
    expect(hosts.scopes.at(-1)).toBe('read:user user:email')
  })
})

describe('gitlab', () => {
  it('is not configured without a host', async () => {
    await configure({ GITLAB_HOST: '' })
    const { headers } = await new Browser().send('GET', '/auth/gitlab/')
    expect(codeIn(headers.location ?? '')).toBe(authErrors.GITLAB_NOT_CONFIGURED)
  })

  it('number 7 of one host is not number 7 of another', async () => {
    const login = known()
    await signIn(new Browser(), 'gitlab', login)
    await sql`
      update connected_accounts set issuer = 'https://gitlab.com'
      where issuer = ${hosts.origin} and provider = 'gitlab'`.execute(db)
    const person = hosts.people[login]
    if (person) person.emails = [{ email: fresh(), primary: true, verified: true }]
    const browser = new Browser()
    await signIn(browser, 'gitlab', login)
    expect(await browser.me()).toMatchObject({ body: { email: emailOf(login) } })
  })
})
