import {
  accountApi,
  invitationsApi as api,
  authApi,
  GUEST,
  instanceAuthApi,
  MEMBER,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { browserOn, fresh, mailsTo, setUp, strong } from '#features/auth/test-kit/browser.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, database, workspaceOf } = await testServer()
const { db } = database
const Browser = browserOn(app)
type Browser = InstanceType<typeof Browser>
await setUp(app)

async function invited(ada: Client, email: string, role: number = MEMBER) {
  const { invitations } = await ada.call(api.create, { body: { emails: [{ email, role }] } })
  return new URL(invitations[0]?.invite_link ?? '', 'http://cairn.test').searchParams
}

const joinUrl = (link: URLSearchParams) =>
  api.answer.url
    .replace(':slug', link.get('slug') ?? '')
    .replace(':id', link.get('invitation_id') ?? '')

/** A user without an account accepts the mailed link. */
async function accept(browser: Browser, link: URLSearchParams) {
  const payload = { email: link.get('email'), token: link.get('token'), accepted: true }
  const { status, body } = await browser.ask(joinUrl(link), payload)
  expect([status, body]).toEqual([200, { message: 'Workspace Invitation Accepted' }])
}

const slugsOf = async (browser: Browser) =>
  (await browser.send('GET', workspacesApi.list.url))
    .json()
    .map(({ slug, role }: { slug: string; role: number }) => [slug, role])

const codeFor = async (browser: Browser, email: string) => {
  await browser.ask(authApi.magicGenerate.url, { email })
  const [mail] = await mailsTo(app, email)
  return /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec(mail?.text ?? '')?.[0] ?? ''
}

const invitationsLeft = async (email: string) =>
  (
    await sql`
      select id from workspace_invitations where email = ${email} and deleted_at is null`.execute(
      db,
    )
  ).rows.length

it('makes who accepted by the link a member when they sign up with a password', async () => {
  const { ada } = await workspaceOf('ada')
  const { eve } = await workspaceOf('eve')
  const email = fresh()
  const browser = new Browser()
  for (const by of [ada, eve]) await accept(browser, await invited(by, email))
  expect(browser.cookies['accepted-invitations']).toBeDefined()

  await browser.post(authApi.signUp.url, { email, password: strong })
  expect((await slugsOf(browser)).sort()).toEqual(
    [
      [ada.place.slug, MEMBER],
      [eve.place.slug, MEMBER],
    ].sort(),
  )
  expect(await invitationsLeft(email)).toBe(0)
  expect(browser.cookies['accepted-invitations']).toBeUndefined()
})

it('lets nobody in who only typed the address', async () => {
  const { ada } = await workspaceOf('ada')
  const email = fresh()
  const link = await invited(ada, email)
  await accept(new Browser(), link)

  const thief = new Browser()
  await thief.post(authApi.signUp.url, { email, password: strong })
  expect(await slugsOf(thief)).toEqual([])
  thief.cookies['accepted-invitations'] = `${link.get('invitation_id')}.${'x'.repeat(48)}`
  await thief.post(authApi.signIn.url, { email, password: strong })
  expect(await slugsOf(thief)).toEqual([])
  expect(await invitationsLeft(email)).toBe(1)
})

it('takes no link that is for another address', async () => {
  const { ada } = await workspaceOf('ada')
  const browser = new Browser()
  await accept(browser, await invited(ada, fresh()))
  await browser.post(authApi.signUp.url, { email: fresh(), password: strong })
  expect(await slugsOf(browser)).toEqual([])
})

it('makes who accepted anywhere a member when a code proves the address', async () => {
  const { ada } = await workspaceOf('ada')
  const email = fresh()
  await accept(new Browser(), await invited(ada, email, GUEST))
  const browser = new Browser()
  const code = await codeFor(browser, email)
  await browser.post(authApi.magicSignUp.url, { email, code })
  expect(await slugsOf(browser)).toEqual([[ada.place.slug, GUEST]])
})

it('lets in at the next sign-in who accepted while the address was unproved', async () => {
  const { ada } = await workspaceOf('ada')
  const email = fresh()
  await new Browser().post(authApi.signUp.url, { email, password: strong })
  await accept(new Browser(), await invited(ada, email))

  const browser = new Browser()
  await browser.post(authApi.signIn.url, { email, password: strong })
  expect(await slugsOf(browser)).toEqual([])
  const code = await codeFor(browser, email)
  const again = new Browser()
  await again.post(authApi.magicSignIn.url, { email, code })
  expect(await slugsOf(again)).toEqual([[ada.place.slug, MEMBER]])
})

it('lets in an administrator who accepted and signs in to the administration area', async () => {
  const { ada } = await workspaceOf('ada')
  const email = fresh()
  const browser = new Browser()
  await browser.post(authApi.signUp.url, { email, password: strong })
  await sql`
    with made as (update users set is_email_verified = true where email = ${email} returning id)
    insert into instance_admins (user_id) select id from made`.execute(db)
  const link = await invited(ada, email)
  await sql`
    update workspace_invitations set accepted = true
    where id = ${link.get('invitation_id')}`.execute(db)
  const target = await browser.post(instanceAuthApi.signIn.url, { email, password: strong })
  expect(target).toBe('/god-mode/general')
  expect(await slugsOf(browser)).toEqual([[ada.place.slug, MEMBER]])
})

it('makes one membership when the same person signs in five times at once', async () => {
  const { ada } = await workspaceOf('ada')
  const email = fresh()
  await new Browser().post(authApi.signUp.url, { email, password: strong })
  const link = await invited(ada, email)
  await sql`update users set is_email_verified = true where email = ${email}`.execute(db)
  await sql`
    update workspace_invitations set accepted = true
    where id = ${link.get('invitation_id')}`.execute(db)
  await Promise.all(
    Array.from({ length: 5 }, () =>
      new Browser().post(authApi.signIn.url, { email, password: strong }),
    ),
  )
  const { rows } = await sql`
    select m.id from workspace_members m join users u on u.id = m.user_id
    where u.email = ${email}`.execute(db)
  expect(rows).toHaveLength(1)
})

// @cap:auth.landing-after-sign-in
it('leads to onboarding, the last workspace, the oldest, the invitations, or a new one', async () => {
  const { ada } = await workspaceOf('ada')
  const { eve } = await workspaceOf('eve')
  const email = fresh()
  const browser = new Browser()
  const signIn = () => browser.post(authApi.signIn.url, { email, password: strong })
  const join = async (by: Client) => {
    const link = await invited(by, email)
    const invitations = [link.get('invitation_id') ?? '']
    await browser.ask(api.joinMine.url, { invitations })
  }
  expect(await browser.post(authApi.signUp.url, { email, password: strong })).toBe('/onboarding/')
  expect(await signIn()).toBe('/onboarding/')
  await sql`
    update profiles set is_onboarded = true
    where user_id = (select id from users where email = ${email})`.execute(db)
  expect(await signIn()).toBe('/create-workspace/')

  await invited(ada, email)
  // Anyone can type an address: until it is verified, no invitation is listed for it.
  expect(await signIn()).toBe('/create-workspace/')
  await sql`update users set is_email_verified = true where email = ${email}`.execute(db)
  expect(await signIn()).toBe('/invitations/')

  const { rows } = await sql<{ id: string }>`
    select id from workspace_invitations where email = ${email}`.execute(db)
  await browser.ask(api.joinMine.url, { invitations: rows.map(({ id }) => id) })
  await join(eve)
  expect(await signIn()).toBe(`/${ada.place.slug}/`)
  const [latest] = (await browser.send('GET', workspacesApi.list.url)).json()
  expect(latest.slug).toBe(eve.place.slug)
  await app.inject({
    method: 'PATCH',
    url: accountApi.changeProfile.url,
    cookies: browser.cookies,
    payload: { last_workspace_id: latest.id },
  })
  expect(await signIn()).toBe(`/${eve.place.slug}/`)
  const leave = workspacesApi.leave.url.replace(':slug', eve.place.slug ?? '')
  await browser.ask(leave, {})
  expect(await signIn()).toBe(`/${ada.place.slug}/`)
})
