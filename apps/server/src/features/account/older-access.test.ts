import {
  accountApi,
  apiTokensApi,
  authApi,
  instanceAdminsApi,
  instanceAuthApi,
  instanceSettingsApi,
  instanceUsersApi,
  livePath,
} from '@cairn/contract'
import { usersV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import {
  browserOn,
  codeIn,
  fresh,
  mailsTo,
  setUp,
  strong,
} from '#features/auth/test-kit/browser.ts'
import { openidKeys, openidProvider } from '#features/oauth/test-kit/openid-provider.ts'
import { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const home = 'http://cairn.test'
const provider = await openidProvider([`${home}/auth/oidc/callback/`])
const { app, database, administrator } = await testServer({
  environment: { WEB_URL: home, EGRESS_ALLOW: '127.0.0.1/32' },
})
const { db } = database
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const Browser = browserOn(app)
type Browser = InstanceType<typeof Browser>
const ada = await administrator('ada')
const another = 'four lanterns under the bridge'

beforeAll(async () => {
  await setUp(app)
  const oidc = { IS_OIDC_ENABLED: '1', OIDC_ISSUER: provider.issuer }
  const keys = { OIDC_CLIENT_ID: openidKeys.id, OIDC_CLIENT_SECRET: openidKeys.secret }
  await ada.call(instanceSettingsApi.change, { body: { ...oidc, ...keys } })
})

const clientOf = (browser: Browser) => new Client(app, '', browser.cookies)
const resetIn = (link: string) => {
  const { uidb64 = '', token = '' } = Object.fromEntries(new URL(link, home).searchParams)
  return authApi.resetPassword.url.replace(':uidb64', uidb64).replace(':token', token)
}
const mailedReset = async (email: string) =>
  resetIn(/\S+reset-password\S+/.exec((await mailsTo(app, email))[0]?.text ?? '')?.[0] ?? '')
const mailedCode = async (email: string) => {
  await new Browser().ask(authApi.magicGenerate.url, { email })
  return (await mailsTo(app, email))[0]?.subject.slice(0, 14) ?? ''
}

async function openSocket(browser: Browser) {
  const cookie = `session-id=${browser.cookies['session-id']}`
  const socket = new WebSocket(`${address.replace('http', 'ws')}${livePath}`, {
    headers: { cookie, origin: address },
  })
  await new Promise((resolve) => socket.once('message', resolve))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return { socket, closed }
}

/** A stranger who registered this address and left every kind of access open. */
async function squat(email: string) {
  const browser = new Browser()
  await browser.post(authApi.signUp.url, { email, password: strong })
  const { id: user_id } = (await browser.me()).body
  const { token } = await clientOf(browser).call(apiTokensApi.create, { body: {} })
  await sql`
    insert into instance_admins (user_id, created_by) values (${user_id}, ${ada.user_id})`.execute(
    db,
  )
  const admin = new Browser()
  await admin.post(instanceAuthApi.signIn.url, { email, password: strong })
  await sql`
    insert into connected_accounts (user_id, provider, issuer, provider_account_id)
    values (${user_id}, 'oidc', ${provider.issuer}, ${`squatter-${user_id}`})`.execute(db)
  provider.people[`squatter-${user_id}`] = { email: fresh(), email_verified: true }
  await new Browser().ask(authApi.forgotPassword.url, { email })
  const link = await mailedReset(email)
  const code = await mailedCode(email)
  await clientOf(browser).call(accountApi.emailCode, { body: { email: fresh() } })
  const { closed } = await openSocket(browser)
  return { browser, admin, user_id, email, token, link, code, closed }
}
type Squatter = Awaited<ReturnType<typeof squat>>

const byProvider = async (browser: Browser, sub: string) => {
  const { headers } = await browser.send('GET', '/auth/oidc/')
  const { pathname, search } = new URL(await provider.visit(headers.location ?? '', sub))
  return (await browser.send('GET', pathname + search)).headers.location ?? ''
}

/** Each kind of access, with a check whether it still opens the account. */
const older: Record<string, (squatter: Squatter) => Promise<boolean>> = {
  'a session': async ({ browser }) => (await browser.me()).status === 200,
  'an administrator’s session': async ({ admin }) =>
    (await clientOf(admin).attempt(instanceAdminsApi.me)).status === 200,
  'the password': async ({ email }) =>
    !codeIn(await new Browser().post(authApi.signIn.url, { email, password: strong })),
  'an API token': async ({ token }) =>
    (await new Client(app, '', {}).showing(token).attempt(usersV1.me)).status === 200,
  'a reset link': async ({ link }) =>
    !codeIn(await new Browser().post(link, { password: 'nine owls over the marsh' })),
  'a code': async ({ email, code }) =>
    !codeIn(await new Browser().post(authApi.magicSignIn.url, { email, code })),
  'a pending change of the address': async ({ user_id }) => {
    const { rows } = await sql`
      select 1 from email_changes where user_id = ${user_id}`.execute(db)
    return rows.length > 0
  },
  'a linked provider': async ({ user_id }) => {
    const browser = new Browser()
    await byProvider(browser, `squatter-${user_id}`)
    return (await browser.me()).body.id === user_id
  },
  // Closes by itself shortly; a socket that stayed open would block the test until it times out.
  'a live socket': async ({ closed }) => (await closed) === 0,
}

async function stillOpen(squatter: Squatter) {
  const open: string[] = []
  for (const [name, opens] of Object.entries(older)) if (await opens(squatter)) open.push(name)
  return open
}

/** The ways the owner of the address verifies it; returns their browser where it is signed in. */
const proofs: Record<string, (squatter: Squatter) => Promise<Browser | undefined>> = {
  async 'a mailed code'({ email, code }) {
    const browser = new Browser()
    expect(codeIn(await browser.post(authApi.magicSignIn.url, { email, code }))).toBe(0)
    return browser
  },
  async 'a mailed reset link'({ link }) {
    expect(await new Browser().post(link, { password: another })).toBe('/sign-in?success=True')
    return undefined
  },
  async 'a reset link from an administrator'({ user_id }) {
    const { reset_link } = await ada.call(instanceUsersApi.resetPassword, {
      params: { id: user_id },
    })
    expect(await new Browser().post(resetIn(reset_link), { password: another })).toBe(
      '/sign-in?success=True',
    )
    return undefined
  },
  async 'a provider'({ email }) {
    const browser = new Browser()
    const sub = `owner-of-${email}`
    provider.people[sub] = { email, email_verified: true }
    expect(codeIn(await byProvider(browser, sub))).toBe(0)
    return browser
  },
}

describe('an address that a stranger registered', () => {
  it.each(Object.keys(proofs))('is its owner’s alone once it is proved by %s', async (way) => {
    const squatter = await squat(fresh())
    const owner = await proofs[way]?.(squatter)
    expect(await stillOpen(squatter)).toEqual([])
    if (owner) {
      expect(await owner.me()).toMatchObject({
        status: 200,
        body: { id: squatter.user_id, is_email_verified: true, is_password_autoset: true },
      })
    }
    const subjects = (await mailsTo(app, squatter.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your old Cairn password no longer works')
  })

  it('leaves its owner alone with the invitations for it', async () => {
    const squatter = await squat(fresh())
    await proofs['a mailed code']?.(squatter)
    const answer = await clientOf(squatter.browser).attempt(accountApi.settings)
    expect(answer).toMatchObject({ status: 401 })
  })
})

describe('an account whose address was proved', () => {
  const proved = async () => {
    const squatter = await squat(fresh())
    await sql`update users set is_email_verified = true where id = ${squatter.user_id}`.execute(db)
    return squatter
  }

  it('keeps what is open when it is proved again', async () => {
    const person = await proved()
    await proofs['a mailed code']?.(person)
    expect(await older['a session']?.(person)).toBe(true)
    expect(await older['an API token']?.(person)).toBe(true)
    expect(await older['the password']?.(person)).toBe(true)
  })

  it('loses sessions, tokens, links and codes with a reset, and keeps its providers', async () => {
    const person = await proved()
    await proofs['a mailed reset link']?.(person)
    expect(await stillOpen(person)).toEqual(['a linked provider'])
  })

  it('keeps tokens and providers when its owner changes the password, and no other session', async () => {
    const person = await proved()
    const change = { old_password: strong, new_password: another }
    const { status } = await person.browser.ask(authApi.changePassword.url, change)
    expect(status).toBe(200)
    expect(await stillOpen(person)).toEqual(['a session', 'an API token', 'a linked provider'])
  })

  it('takes a new address by code: sessions, links, codes and providers of the old one end', async () => {
    const person = await proved()
    const email = fresh()
    const client = clientOf(person.browser)
    await client.call(accountApi.emailCode, { body: { email } })
    const code = (await mailsTo(app, email))[0]?.subject.slice(0, 6) ?? ''
    await client.call(accountApi.changeEmail, { body: { email, code } })
    const after = await stillOpen({ ...person, email })
    expect(after).toEqual(['the password', 'an API token'])
    expect(await older['the password']?.(person)).toBe(false)
    // The new address is verified: the next verification revokes nothing.
    const browser = new Browser()
    await browser.post(authApi.magicSignIn.url, { email, code: await mailedCode(email) })
    expect(await browser.me()).toMatchObject({ body: { email, is_password_autoset: false } })
  })
})

it('leaves password, tokens and providers to the administrator who set the instance up', async () => {
  const squatter = await squat(fresh())
  await sql`
    update instance_admins set created_by = null where user_id = ${squatter.user_id}`.execute(db)
  await proofs['a mailed code']?.(squatter)
  expect(await stillOpen(squatter)).toEqual(['the password', 'an API token', 'a linked provider'])
})
