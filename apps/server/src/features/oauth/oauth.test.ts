import { accountApi, apiTokensApi, authApi, authErrors, instanceSettingsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserOn, codeIn, fresh, mailsTo, strong } from '#features/auth/test-kit/browser.ts'
import { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { openidKeys, openidProvider } from './test-kit/openid-provider.ts'

const home = 'http://cairn.test'
const provider = await openidProvider([
  `${home}/auth/oidc/callback/`,
  `${home}/auth/spaces/oidc/callback/`,
])
const { app, database, administrator } = await testServer({
  environment: { WEB_URL: home, EGRESS_ALLOW: '127.0.0.1/32' },
})
const { db } = database
const Browser = browserOn(app)
type Browser = InstanceType<typeof Browser>

const ada = await administrator('ada')
const configured = {
  ENABLE_SIGNUP: '1',
  IS_OIDC_ENABLED: '1',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: openidKeys.id,
  OIDC_CLIENT_SECRET: openidKeys.secret,
  OIDC_NAME: 'Meridian',
}
const configure = (body: object) => ada.call(instanceSettingsApi.change, { body })
await sql`update instances set is_setup_done = true`.execute(db)
beforeEach(() => configure(configured))

let count = 0
/** Adds a user at the provider; returns their id there. */
function known(claims: (typeof provider.people)[string] = {}): string {
  const sub = `person-${++count}`
  provider.people[sub] = { email: fresh(), email_verified: true, ...claims }
  return sub
}
const emailOf = (sub: string) => provider.people[sub]?.email ?? ''

interface Way {
  site?: '' | 'spaces/'
  next_path?: string
}

const start = async (browser: Browser, { site = '', next_path }: Way = {}) => {
  const query = next_path === undefined ? '' : `?${new URLSearchParams({ next_path })}`
  const response = await browser.send('GET', `/auth/${site}oidc/${query}`)
  expect(response.statusCode).toBe(302)
  return response.headers.location ?? ''
}

const comeBack = async (browser: Browser, address: string) => {
  const { pathname, search, origin } = new URL(address)
  expect(origin).toBe(home)
  const response = await browser.send('GET', pathname + search)
  expect(response.statusCode).toBe(302)
  return response.headers.location ?? ''
}

/** The whole sign-in; returns where the browser ends. */
const signIn = async (browser: Browser, sub: string, way?: Way) =>
  comeBack(browser, await provider.visit(await start(browser, way), sub))

const usersWith = async (email: string) =>
  (
    await sql<{ id: string; is_email_verified: boolean; avatar: string }>`
      select * from users where email = ${email}`.execute(db)
  ).rows

const accountOf = (browser: Browser) => new Client(app, '', browser.cookies)

async function signUpWithPassword(email: string): Promise<Browser> {
  const browser = new Browser()
  expect(await browser.post(authApi.signUp.url, { email, password: strong })).toBe('/onboarding/')
  return browser
}

const codes = authErrors
const failed = codes.OIDC_OAUTH_PROVIDER_ERROR

describe('somebody new', () => {
  it('gets an account with what the provider knows, signed in, without a password', async () => {
    const browser = new Browser()
    const sub = known({
      given_name: 'Grace',
      family_name: 'Hopper',
      picture: 'https://pictures.example/grace.png',
    })
    expect(await signIn(browser, sub)).toBe('/onboarding/')
    expect(await browser.me()).toMatchObject({
      status: 200,
      body: {
        email: emailOf(sub),
        first_name: 'Grace',
        last_name: 'Hopper',
        display_name: 'Grace Hopper',
        avatar_url: 'https://pictures.example/grace.png',
        is_email_verified: true,
        is_password_autoset: true,
        last_login_medium: 'oidc',
      },
    })
  })

  it('gets nothing from a name or picture that is none', async () => {
    const browser = new Browser()
    await signIn(
      browser,
      known({ name: 'see https://evil.example', picture: 'javascript:alert(1)' }),
    )
    const { body } = await browser.me()
    expect(body).toMatchObject({ first_name: '', avatar_url: null })
    expect(body.display_name).toMatch(/^user-/)
  })

  it('is one account, also when two windows come back at once', async () => {
    const sub = known()
    const browsers = [new Browser(), new Browser(), new Browser()]
    const backs = await Promise.all(
      browsers.map(async (browser) => provider.visit(await start(browser), sub)),
    )
    const ends = await Promise.all(browsers.map((browser, n) => comeBack(browser, backs[n] ?? '')))
    expect(ends).toEqual(['/onboarding/', '/onboarding/', '/onboarding/'])
    expect(await usersWith(emailOf(sub))).toHaveLength(1)
  })

  it('stays out where sign-up is closed, unless invited', async () => {
    await configure({ ENABLE_SIGNUP: '0' })
    const sub = known()
    const end = await signIn(new Browser(), sub)
    expect(codeIn(end)).toBe(codes.SIGNUP_DISABLED)
    expect(end).toMatch(/^\/\?/)
    expect(await usersWith(emailOf(sub))).toEqual([])

    await sql`
      with w as (insert into workspaces (name, slug, owner_id)
        values ('Acme', ${crypto.randomUUID()}, ${ada.user_id}) returning id)
      insert into workspace_invitations (workspace_id, email, role, token_hash, expires_at)
      select id, ${emailOf(sub)}, 15, ${Buffer.from(sub)}, now() + interval '1 day' from w`.execute(
      db,
    )
    expect(await signIn(new Browser(), sub)).toBe('/onboarding/')
  })

  it.each([
    ['not proved', { email_verified: false }],
    ['of which nothing is said', { email_verified: undefined }],
    ['that is none', { email: 'nobody' }],
    ['that is missing', { email: undefined }],
  ])('with an address %s stays out', async (_kind, claims) => {
    const sub = known({ ...claims } as object)
    const browser = new Browser()
    expect(codeIn(await signIn(browser, sub))).toBe(codes.INVALID_EMAIL)
    expect(await usersWith(emailOf(sub))).toEqual([])
    expect(await browser.me()).toMatchObject({ status: 401 })
  })
})

describe('somebody with an account', () => {
  it('is signed in by the address, and by the provider’s id from then on', async () => {
    const sub = known()
    const before = emailOf(sub)
    await signUpWithPassword(before)
    const browser = new Browser()
    expect(await signIn(browser, sub)).toBe('/onboarding/')
    const [user] = await usersWith(before)
    expect(await browser.me()).toMatchObject({ body: { id: user?.id, last_login_medium: 'oidc' } })

    const person = provider.people[sub]
    if (person) Object.assign(person, { email: fresh(), email_verified: false })
    const again = new Browser()
    expect(await signIn(again, sub)).toBe('/onboarding/')
    expect(await again.me()).toMatchObject({ body: { id: user?.id, email: before } })
  })

  it('is not opened by an address that is only claimed', async () => {
    const sub = known({ email_verified: false })
    await signUpWithPassword(emailOf(sub))
    const browser = new Browser()
    expect(codeIn(await signIn(browser, sub))).toBe(codes.INVALID_EMAIL)
    expect(await browser.me()).toMatchObject({ status: 401 })
  })

  it('is not opened by the same id from another issuer', async () => {
    const sub = known()
    await signIn(new Browser(), sub)
    await sql`
      update connected_accounts set issuer = 'https://former.example'
      where provider_account_id = ${sub}`.execute(db)
    const person = provider.people[sub]
    if (person) person.email = fresh()
    const browser = new Browser()
    await signIn(browser, sub)
    expect(await browser.me()).toMatchObject({ body: { email: emailOf(sub) } })
  })

  it('shares it no longer with whoever chose its password before the address was proved', async () => {
    const sub = known()
    const email = emailOf(sub)
    const squatter = await signUpWithPassword(email)
    await accountOf(squatter).call(apiTokensApi.create, { body: { label: 'mine' } })
    const owner = new Browser()
    await signIn(owner, sub)

    expect(await squatter.me()).toMatchObject({ status: 401 })
    const form = { email, password: strong }
    expect(codeIn(await new Browser().post(authApi.signIn.url, form))).toBe(
      codes.AUTHENTICATION_FAILED_SIGN_IN,
    )
    expect(await accountOf(owner).call(apiTokensApi.list)).toEqual([])
    expect(await owner.me()).toMatchObject({ body: { is_password_autoset: true } })
    expect(await mailsTo(app, email)).toMatchObject([
      { subject: 'Your old Cairn password no longer works' },
    ])
  })

  it('keeps a password that was chosen after the proof', async () => {
    const sub = known()
    const browser = new Browser()
    await signIn(browser, sub)
    const { status } = await browser.ask(authApi.setPassword.url, { password: strong })
    expect(status).toBe(200)
    await signIn(new Browser(), sub)
    const form = { email: emailOf(sub), password: strong }
    expect(await new Browser().post(authApi.signIn.url, form)).toBe('/onboarding/')
  })

  it('that is deactivated stays out', async () => {
    const sub = known()
    await signIn(new Browser(), sub)
    await sql`update users set is_active = false where email = ${emailOf(sub)}`.execute(db)
    const browser = new Browser()
    expect(codeIn(await signIn(browser, sub))).toBe(codes.USER_ACCOUNT_DEACTIVATED)
    expect(await browser.me()).toMatchObject({ status: 401 })
  })
})

describe('the way back', () => {
  it('leads to the page that was asked for, and nowhere else', async () => {
    const sub = known()
    expect(await signIn(new Browser(), sub, { next_path: '/acme/projects/?tab=1' })).toBe(
      '/acme/projects/?tab=1',
    )
    expect(await signIn(new Browser(), sub, { next_path: 'https://evil.example/x' })).toBe('/x')
    expect(await signIn(new Browser(), sub, { next_path: '//evil.example' })).toBe('/')
    expect(await signIn(new Browser(), sub, { next_path: '/a/../b' })).toBe('/onboarding/')
  })

  it('of the public site leads to the public site', async () => {
    const sub = known()
    const site = 'spaces/'
    expect(await signIn(new Browser(), sub, { site })).toBe('/spaces/')
    expect(await signIn(new Browser(), sub, { site, next_path: '/issues/abc' })).toBe(
      '/spaces/issues/abc',
    )
    const browser = new Browser()
    const end = await comeBack(browser, `${home}/auth/spaces/oidc/callback/?code=x&state=y`)
    expect(end).toMatch(/^\/spaces\/\?/)
    expect(codeIn(end)).toBe(failed)
  })

  it('opens a new session, and leaves nothing behind that could open another', async () => {
    const sub = known()
    const browser = new Browser()
    await signIn(browser, sub)
    const planted = browser.cookies['session-id']
    await signIn(browser, sub)
    expect(browser.cookies['session-id']).not.toBe(planted)
    expect(Object.keys(browser.cookies).sort()).toEqual([
      'csrftoken',
      'known-browser',
      'session-id',
    ])
  })

  it('asks with state, nonce and an S256 challenge, and gives the browser a cookie of its own', async () => {
    const browser = new Browser()
    const response = await browser.send('GET', '/auth/oidc/')
    const { searchParams: asked } = new URL(response.headers.location ?? '')
    expect(Object.fromEntries(asked)).toEqual({
      client_id: openidKeys.id,
      redirect_uri: `${home}/auth/oidc/callback/`,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[0-9a-f]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(response.cookies).toMatchObject([
      { name: 'oauth-attempt', path: '/auth/', httpOnly: true, sameSite: 'Lax', maxAge: 600 },
    ])
  })

  const refusals: [string, (browser: Browser, sub: string) => Promise<string>][] = [
    [
      'with another state',
      async (browser, sub) => {
        const back = new URL(await provider.visit(await start(browser), sub))
        back.searchParams.set('state', '0'.repeat(32))
        return comeBack(browser, back.href)
      },
    ],
    [
      'without a state',
      async (browser, sub) => {
        const back = new URL(await provider.visit(await start(browser), sub))
        back.searchParams.delete('state')
        return comeBack(browser, back.href)
      },
    ],
    [
      'without a code',
      async (browser, sub) => {
        const back = new URL(await provider.visit(await start(browser), sub))
        back.searchParams.delete('code')
        return comeBack(browser, back.href)
      },
    ],
    [
      'with a code that is none',
      async (browser, sub) => {
        const back = new URL(await provider.visit(await start(browser), sub))
        back.searchParams.set('code', 'x')
        return comeBack(browser, back.href)
      },
    ],
    [
      'in another browser, to which somebody sent the link',
      async (browser, sub) => {
        const back = await provider.visit(await start(new Browser()), sub)
        await start(browser)
        return comeBack(browser, back)
      },
    ],
    [
      'to the public site, having left from the application',
      async (browser, sub) => {
        const back = await provider.visit(await start(browser), sub)
        const moved = back.replace('/auth/oidc/', '/auth/spaces/oidc/')
        return (await comeBack(browser, moved)).replace('/spaces/', '/')
      },
    ],
    [
      'with an ID token for another nonce',
      async (browser, sub) => {
        const asked = new URL(await start(browser))
        asked.searchParams.set('nonce', 'another')
        return comeBack(browser, await provider.visit(asked.href, sub))
      },
    ],
    [
      'with a code for another verifier',
      async (browser, sub) => {
        const asked = new URL(await start(browser))
        asked.searchParams.set('code_challenge', 'x'.repeat(43))
        return comeBack(browser, await provider.visit(asked.href, sub))
      },
    ],
    [
      'after ten minutes',
      async (browser, sub) => {
        const back = await provider.visit(await start(browser), sub)
        await sql`update oauth_attempts set expires_at = now() - interval '1 s'`.execute(db)
        return comeBack(browser, back)
      },
    ],
    [
      'after the person said no',
      async (browser) => {
        const { searchParams } = new URL(await start(browser))
        const query = new URLSearchParams({
          error: 'access_denied',
          state: searchParams.get('state') ?? '',
          iss: provider.issuer,
        })
        return comeBack(browser, `${home}/auth/oidc/callback/?${query}`)
      },
    ],
    [
      'to a server that no longer has the provider’s right secret',
      async (browser, sub) => {
        const back = await provider.visit(await start(browser), sub)
        await configure({ OIDC_CLIENT_SECRET: 'wrong' })
        return comeBack(browser, back)
      },
    ],
  ]
  it.each(refusals)('%s ends at the sign-in with the provider’s error', async (_way, go) => {
    const browser = new Browser()
    const sub = known()
    const end = await go(browser, sub)
    expect(end).toBe(`/?error_code=${failed}&error_message=OIDC_OAUTH_PROVIDER_ERROR`)
    expect(await browser.me()).toMatchObject({ status: 401 })
    expect(await usersWith(emailOf(sub))).toEqual([])
  })

  it('works once, though the provider would give another code', async () => {
    const sub = known()
    const browser = new Browser()
    const asked = await start(browser)
    const [first, second] = [await provider.visit(asked, sub), await provider.visit(asked, sub)]
    const copy = new Browser()
    copy.cookies = { ...browser.cookies }
    expect(await comeBack(browser, first)).toBe('/onboarding/')
    expect(codeIn(await comeBack(copy, second))).toBe(failed)
    expect(await copy.me()).toMatchObject({ status: 401 })
  })

  it('keeps the page that was asked for also when it fails', async () => {
    const browser = new Browser()
    const back = new URL(
      await provider.visit(await start(browser, { next_path: '/acme/' }), known()),
    )
    back.searchParams.set('code', 'x')
    const end = await comeBack(browser, back.href)
    expect(new URL(end, home).searchParams.get('next_path')).toBe('/acme/')
  })
})

describe('the start', () => {
  it.each([
    ['switched off', { IS_OIDC_ENABLED: '0' }],
    ['without an issuer', { OIDC_ISSUER: '' }],
    ['without an id', { OIDC_CLIENT_ID: '' }],
    ['without a secret', { OIDC_CLIENT_SECRET: '' }],
  ])('is refused while the provider is %s', async (_way, settings) => {
    await configure(settings)
    const end = await start(new Browser(), { next_path: '/acme/' })
    expect(end).toBe(
      `/?error_code=${codes.OIDC_NOT_CONFIGURED}&error_message=OIDC_NOT_CONFIGURED&next_path=%2Facme%2F`,
    )
  })

  it('is refused also half-way: switched off meanwhile is switched off', async () => {
    const browser = new Browser()
    const back = await provider.visit(await start(browser), known())
    await configure({ IS_OIDC_ENABLED: '0' })
    expect(codeIn(await comeBack(browser, back))).toBe(codes.OIDC_NOT_CONFIGURED)
  })

  it.each([['/auth/facebook/'], ['/auth/facebook/callback/'], ['/auth/constructor/']])(
    'of %s is unknown',
    async (url) => {
      const { headers } = await new Browser().send('GET', url)
      expect(codeIn(headers.location ?? '')).toBe(codes.OAUTH_NOT_CONFIGURED)
    },
  )

  it('says so when the provider cannot be reached, or may not be', async () => {
    for (const issuer of ['http://127.0.0.1:9', 'http://10.1.2.3/', 'http://localhost:1']) {
      await configure({ OIDC_ISSUER: issuer })
      expect(codeIn(await start(new Browser()))).toBe(failed)
    }
  })

  it('is refused before the set-up', async () => {
    await sql`update instances set is_setup_done = false`.execute(db)
    expect(codeIn(await start(new Browser()))).toBe(codes.INSTANCE_NOT_CONFIGURED)
    await sql`update instances set is_setup_done = true`.execute(db)
  })

  it('counts among the thirty tries a minute of an address', async () => {
    const browser = new Browser()
    const knock = () => browser.send('GET', '/auth/facebook/')
    for (let n = 0; n < 30; n++) await knock()
    expect(codeIn((await knock()).headers.location ?? '')).toBe(codes.RATE_LIMIT_EXCEEDED)
    const end = await comeBack(browser, `${home}/auth/oidc/callback/?code=x&state=y`)
    expect(codeIn(end)).toBe(codes.RATE_LIMIT_EXCEEDED)
  })
})

describe('the connected account', () => {
  // @cap:account.activity-and-accounts
  it('is listed and removed by its owner; its tokens are stored sealed and shown to nobody', async () => {
    const sub = known({ given_name: 'Grace' })
    const browser = new Browser()
    await signIn(browser, sub)
    await signIn(browser, sub)
    const client = accountOf(browser)
    const [account, ...others] = await client.call(accountApi.accounts)
    expect(others).toEqual([])
    expect(account).toMatchObject({
      provider: 'oidc',
      provider_account_id: sub,
      access_token_expired_at: expect.any(String),
      metadata: { email: emailOf(sub), name: 'Grace' },
    })
    expect(Object.keys(account ?? {})).not.toContain('access_token')

    const { rows } = await sql<{ access_token: string; id_token: string; refresh_token: string }>`
      select access_token, id_token, refresh_token from connected_accounts
      where provider_account_id = ${sub}`.execute(db)
    expect(rows).toEqual([
      {
        access_token: expect.stringMatching(/^v1\./),
        id_token: expect.stringMatching(/^v1\./),
        refresh_token: '',
      },
    ])

    await client.call(accountApi.disconnect, { params: { id: account?.id ?? '' } })
    expect(await client.call(accountApi.accounts)).toEqual([])
    await signIn(new Browser(), sub)
    expect(await client.call(accountApi.accounts)).toHaveLength(1)
  })

  it('keeps no secret of an attempt readable while the browser is away', async () => {
    const asked = new URL(await start(new Browser())).searchParams
    const { rows } = await sql<{ stored: string }>`
      select row_to_json(a)::text as stored from oauth_attempts a`.execute(db)
    const stored = rows.map((row) => row.stored).join()
    expect(stored).not.toContain(asked.get('nonce'))
    expect(stored).not.toContain(asked.get('state'))
  })
})
