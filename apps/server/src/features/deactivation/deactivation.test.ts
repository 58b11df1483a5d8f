import {
  ADMIN,
  accountApi as api,
  authApi,
  instanceUsersApi,
  invitationsApi,
  MEMBER,
  projectsApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { browserOn, codeIn, mailsTo, setUp } from '#features/auth/test-kit/browser.ts'
import { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, administrator, database, person, projectOf, workspaceOf } = await testServer()
const Browser = browserOn(app)
const { db } = database
const refused = (error: string) => ({ status: 400, body: { error } })
const onlyAdminOf = (what: string) =>
  refused(`You cannot deactivate account as you are the only admin in some ${what}.`)

const account = async (user_id: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select u.is_active, u.is_password_autoset, p.is_onboarded, p.is_tour_completed,
      p.last_workspace_id,
      (select count(*) from sessions s where s.user_id = u.id) as sessions,
      (select count(*) from workspace_members m where m.user_id = u.id and m.is_active) as workspaces,
      (select count(*) from project_members m where m.user_id = u.id and m.is_active) as projects,
      (select count(*) from workspace_invitations i
        where i.email = u.email and i.deleted_at is null) as invitations,
      (select count(*) from mails where to_address = u.email) as mails
    from users u join profiles p on p.user_id = u.id where u.id = ${user_id}`.execute(db)
  return rows[0]
}

// @cap:onboarding.flags-one-way
it('ends every session and membership, resets the profile and mails its owner', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const body = { is_tour_completed: true, last_workspace_id: crypto.randomUUID() }
  await bob.call(api.changeProfile, { body })
  await sql`
    insert into workspace_invitations (workspace_id, email, token_hash, expires_at)
    select w.id, u.email, 'x', now() + interval '1 day' from workspaces w, users u
    where w.slug = ${bob.place.slug} and u.id = ${bob.user_id}`.execute(db)
  const before = await account(ada.user_id)
  const gone = {
    is_active: false,
    is_password_autoset: true,
    is_onboarded: false,
    is_tour_completed: false,
    last_workspace_id: null,
    sessions: 0,
    workspaces: 0,
    projects: 0,
    invitations: 0,
    mails: 1,
  }

  // Ada is the only admin in a project with Bob: she may not leave.
  expect(await ada.attempt(api.deactivate)).toEqual(onlyAdminOf('projects'))
  await sql`update project_members set role = ${ADMIN} where user_id = ${bob.user_id}`.execute(db)
  expect(await ada.attempt(api.deactivate)).toEqual(onlyAdminOf('workspaces'))
  expect(await account(ada.user_id)).toEqual(before)

  expect(await bob.attempt(api.deactivate)).toEqual({ status: 204, body: null })
  expect(await account(bob.user_id)).toEqual(gone)
  expect(await bob.attempt(api.me)).toMatchObject({ status: 401 })

  await sql`insert into instance_admins (user_id) values (${ada.user_id})`.execute(db)
  expect(await ada.attempt(api.deactivate)).toEqual(
    refused('You cannot deactivate your account since you are an instance admin'),
  )
  expect(await account(ada.user_id)).toEqual(before)
  await sql`delete from instance_admins`.execute(db)

  // No other members are left, so she may leave.
  expect(await ada.attempt(api.deactivate)).toEqual({ status: 204, body: null })
  expect(await account(ada.user_id)).toEqual(gone)
})

it('of two administrators who leave at once keeps one for the others', async () => {
  for (let n = 0; n < 5; n++) {
    const people = await workspaceOf('ada', 'bob', ['cyd', MEMBER])
    const answers = await Promise.all([
      people.ada.attempt(api.deactivate),
      people.bob.attempt(api.deactivate),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
  }
})

it('touches nobody else', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')]
  const before = await account(bob.user_id)
  await ada.attempt(api.deactivate)
  expect(await account(bob.user_id)).toEqual(before)
})

// @cap:account.deactivated-comes-back-bare
it('gives nothing back to who is let in again, until they are invited anew', async () => {
  await setUp(app)
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const { email } = await bob.call(api.me)
  await bob.call(api.deactivate)
  const signIn = async () => {
    const browser = new Browser()
    await browser.ask(authApi.magicGenerate.url, { email })
    const code = /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec((await mailsTo(app, email))[0]?.text ?? '')?.[0]
    return {
      browser,
      target: await browser.post(authApi.magicSignIn.url, { email, code: code ?? '' }),
    }
  }
  expect(codeIn((await signIn()).target)).toBe(5019)

  const root = await administrator('root')
  await root.call(instanceUsersApi.reactivate, { params: { id: bob.user_id } })
  const { browser, target } = await signIn()
  expect(target).toBe('/onboarding/')
  const back = new Client(app, bob.user_id, browser.cookies, bob.place)
  expect(await back.call(workspacesApi.list)).toEqual([])
  expect(await back.attempt(workspacesApi.get)).toMatchObject({ status: 403 })
  expect(await back.attempt(projectsApi.get)).toMatchObject({ status: 403 })
  expect(await back.call(invitationsApi.mine)).toEqual([])

  const body = { emails: [{ email, role: MEMBER }] }
  const { invitations } = await ada.call(invitationsApi.create, { body })
  await back.call(invitationsApi.joinMine, {
    body: { invitations: invitations.map(({ id }) => id) },
  })
  expect(await back.call(workspacesApi.get)).toMatchObject({ role: MEMBER })
  expect(await back.attempt(projectsApi.get)).toMatchObject({ status: 403 })
})
