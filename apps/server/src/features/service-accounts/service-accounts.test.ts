import {
  ADMIN,
  serviceAccountsApi as api,
  apiTokensApi,
  applyWorkspaceMemberEvent,
  GUEST,
  historyApi,
  MEMBER,
  projectMembersApi,
  projectsApi,
  type Role,
  type ServiceAccount,
  type WorkspaceMemberEvent,
  workItemsApi,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import {
  membersV1,
  projectMembersV1,
  projectsV1,
  usersV1,
  workItemAttachmentsV1,
  workItemsV1,
} from '@cairn/contract/v1'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { formOf, post } from '#features/assets/test-kit/uploads.ts'
import type { Client } from '#test/client.ts'
import {
  done,
  missing,
  notAllowed,
  programServer,
  required,
  tokenNotValid,
} from '#test/programs.ts'

const { app, database, projectOf, workspaceOf, stranger, person } = await programServer()
const { db } = database

const projectIdOf = ({ place }: Client) => place.project_id ?? ''

async function make(admin: Client, role: Role = MEMBER, more: Partial<ServiceAccount> = {}) {
  const body = { name: 'Release bot', role, project_ids: [projectIdOf(admin)], ...more }
  const { token, ...account } = await admin.call(api.create, { body })
  return { account, token, bot: admin.showing(token) }
}

const openSecret = async (admin: Client) =>
  (
    await admin.call(projectsApi.create, {
      body: { name: 'Secret', identifier: 'SECRET', network: 0 },
    })
  ).id

const me = (program: Client) => program.attempt(usersV1.me)

describe('a service account', () => {
  it('is made by an admin with name, role, projects and expiry, and shows its token once', async () => {
    const { ada } = await projectOf('ada')
    const project_id = projectIdOf(ada)
    const expired_at = '2999-01-31T09:00:00+02:00'
    const { account, token } = await make(ada, MEMBER, { expired_at })
    expect(token).toMatch(/^api_[0-9a-f]{32}$/)
    expect(account).toEqual({
      id: expect.any(String),
      workspace: expect.any(String),
      member: expect.any(String),
      name: 'Release bot',
      role: MEMBER,
      project_ids: [project_id],
      is_active: true,
      is_default: false,
      expired_at: '2999-01-31T07:00:00Z',
      last_used: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      created_by: ada.user_id,
      updated_by: null,
      deleted_at: null,
    })
    expect(await ada.call(api.list)).toEqual([account])
    const { rows } = await sql<{ stored: string; token_sealed: string | null }>`
      select row_to_json(t)::text as stored, token_sealed from api_tokens t
      where service_account_id = ${account.id}`.execute(db)
    expect(rows).toEqual([
      { stored: expect.not.stringContaining(token.slice(4)), token_sealed: null },
    ])
  })

  it('is itself, and its name and kind stand in the history of what it did', async () => {
    const { ada } = await projectOf('ada')
    const { account, bot } = await make(ada)
    expect(await me(bot)).toMatchObject({
      status: 200,
      body: { id: account.member, display_name: 'Release bot' },
    })
    const { id } = await bot.call(workItemsV1.create, { body: { name: 'Ship it' } })
    const item = await ada.call(workItemsApi.get, { params: { id } })
    expect(item).toMatchObject({ created_by: account.member })
    const history = await ada.call(historyApi.list, { params: { id } })
    expect(history[0]).toMatchObject({
      actor_detail: { id: account.member, display_name: 'Release bot', is_bot: true },
    })
    await expect
      .poll(async () => (await ada.call(api.list))[0]?.last_used)
      .toEqual(expect.any(String))
  })

  it('sends files and fetches them, until its token is revoked', async () => {
    const { ada } = await projectOf('ada')
    const { account, bot } = await make(ada)
    const { id: issue_id } = await bot.call(workItemsV1.create, { body: { name: 'Ship it' } })
    const notes = Buffer.from('What changed')
    const { upload_data, asset_id } = await bot.call(workItemAttachmentsV1.create, {
      params: { issue_id },
      body: { name: 'notes.txt', type: 'text/plain', size: notes.length },
    })
    expect(await post(app, formOf(upload_data.fields, notes))).toMatchObject({ status: 204 })
    const params = { issue_id, asset_id }
    expect(await bot.attempt(workItemAttachmentsV1.complete, { params, body: {} })).toEqual(done)
    const url = workItemAttachmentsV1.download.url.replace(
      /:(\w+)/g,
      (_, name: string) => ({ ...bot.place, ...params })[name] ?? '',
    )
    const { headers } = await app.inject({ url, headers: bot.headers })
    const { pathname, search } = new URL(String(headers.location))
    const fetched = () => app.inject({ url: pathname + search })
    expect(await fetched()).toMatchObject({ statusCode: 200, body: 'What changed' })
    await ada.call(api.revoke, { params: { id: account.id } })
    expect((await fetched()).statusCode).toBe(404)
  })

  it('is in no list of people, cannot be assigned, and is not the admin a project needs', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { account } = await make(ada, ADMIN)
    const lists = await Promise.all([
      ada.call(workspaceMembersApi.ofProjects),
      ada.call(projectsApi.members),
      ada.call(projectsApi.list),
    ])
    expect(JSON.stringify(lists)).not.toContain(account.member)
    expect((await ada.call(workspacesApi.get)).total_members).toBe(2)
    // Its row is listed as a bot so that the history can name it, and cannot be changed.
    const rows = await ada.call(workspacesApi.members)
    const row = rows.find(({ member }) => member.id === account.member)
    expect(row?.member).toMatchObject({ display_name: 'Release bot', is_bot: true })
    const params = { id: row?.id ?? '' }
    expect(await ada.attempt(workspaceMembersApi.get, { params })).toMatchObject({ status: 404 })
    expect(await ada.attempt(workspaceMembersApi.remove, { params })).toMatchObject({ status: 404 })
    const promotion = { params, body: { role: ADMIN } }
    expect(await ada.attempt(workspaceMembersApi.change, promotion)).toMatchObject({ status: 404 })
    const body = { name: 'Not yours', assignee_ids: [account.member] }
    expect(await ada.call(workItemsApi.create, { body })).toMatchObject({ assignee_ids: [] })
    const lead = { project_lead: account.member }
    expect(await ada.attempt(projectsApi.change, { body: lead })).toMatchObject({ status: 400 })
    const joining = { members: [{ member_id: bob.user_id, role: ADMIN }] }
    await ada.call(projectMembersApi.add, { body: joining })
    await bob.call(projectMembersApi.leave)
    expect(await ada.attempt(projectMembersApi.leave)).toMatchObject({ status: 400 })
  })

  it('ends at its workspace, where its owner has others too', async () => {
    const { ada } = await projectOf('ada')
    const { bot } = await make(ada)
    const { eve } = await projectOf('eve')
    const other = eve.place.slug ?? ''
    await sql`
      insert into workspace_members (workspace_id, user_id, role)
      select w.id, m.user_id, 20 from workspaces w, service_accounts m
      join workspaces own on own.id = m.workspace_id
      where w.slug = ${other} and own.slug = ${ada.place.slug}`.execute(db)
    expect(await bot.attempt(projectsV1.list)).toMatchObject({ status: 200 })
    expect(await bot.at(eve.place).attempt(projectsV1.list)).toEqual(notAllowed)
    expect(await bot.at(eve.place).attempt(workItemsV1.list)).toEqual(notAllowed)
    expect(await bot.at({ slug: 'nowhere-at-all' }).attempt(projectsV1.list)).toEqual(notAllowed)
  })

  it.each([
    ['guest', GUEST, 403],
    ['member', MEMBER, 403],
    ['admin', ADMIN, 201],
  ] as const)(
    'with the role %s does what that role may in its projects',
    async (_, role, added) => {
      const { ada, bob } = await projectOf('ada').then(async ({ ada: owner }) => ({
        ada: owner,
        bob: await person('bob'),
      }))
      await sql`
      insert into workspace_members (workspace_id, user_id, role)
      select id, ${bob.user_id}, 15 from workspaces where slug = ${ada.place.slug}`.execute(db)
      const { bot } = await make(ada, role)
      expect(await bot.attempt(workItemsV1.list)).toMatchObject({ status: 200 })
      const created = await bot.attempt(workItemsV1.create, { body: { name: 'One' } })
      expect(created.status).toBe(role === GUEST ? 403 : 201)
      const body = { member: bob.user_id, role: MEMBER }
      expect((await bot.attempt(projectMembersV1.create, { body })).status).toBe(added)
    },
  )

  it('reaches no project that is not listed for it, whatever its role', async () => {
    const { ada } = await projectOf('ada')
    const secret = await openSecret(ada)
    const { id: hidden } = await ada
      .at({ project_id: secret })
      .call(workItemsApi.create, { body: { name: 'Hidden plan' } })
    const { bot, account } = await make(ada, ADMIN)
    const inside = bot.at({ project_id: secret })
    expect(await inside.attempt(workItemsV1.list)).toEqual(missing)
    expect(await inside.attempt(workItemsV1.get, { params: { id: hidden } })).toEqual(missing)
    const body = { member: account.member, role: ADMIN }
    expect(await inside.attempt(projectMembersV1.create, { body })).toEqual(missing)
    expect(await inside.attempt(projectsV1.remove)).toEqual(missing)
    expect(JSON.stringify(await bot.call(projectsV1.list))).not.toContain(secret)
    expect(JSON.stringify(await bot.call(workItemsV1.across))).not.toContain('Hidden plan')
    expect(await bot.attempt(membersV1.remove, { body: { member: ada.user_id } })).toEqual(
      notAllowed,
    )
    const params = { id: account.id }
    const project_ids = [projectIdOf(ada), secret]
    await ada.call(api.change, { params, body: { project_ids } })
    expect(await inside.attempt(workItemsV1.list)).toMatchObject({ status: 200 })
  })

  it('changes name, role and projects at once', async () => {
    const { ada } = await projectOf('ada')
    const secret = await openSecret(ada)
    const { account, bot } = await make(ada)
    const params = { id: account.id }
    const body = { name: 'Importer', role: GUEST, project_ids: [secret] } as const
    expect(
      await ada.call(api.change, { params, body: { ...body, project_ids: [secret] } }),
    ).toEqual({
      ...account,
      ...body,
      updated_at: expect.any(String),
      updated_by: ada.user_id,
    })
    expect(await bot.attempt(workItemsV1.list)).toEqual(missing)
    const inside = bot.at({ project_id: secret })
    expect(await inside.attempt(workItemsV1.list)).toMatchObject({ status: 200 })
    const created = inside.attempt(workItemsV1.create, { body: { name: 'One' } })
    expect(await created).toEqual(notAllowed)
    expect(await me(bot)).toMatchObject({ body: { display_name: 'Importer' } })
  })

  it('is known by its name in open browsers, also when it is renamed', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const before = await gus.call(workspacesApi.members)
    let account: ServiceAccount | undefined
    const created = await ada.eventsOf(async () => {
      account = (await make(ada)).account
    })
    const params = { id: account?.id ?? '' }
    const renamed = await ada.eventsOf(() =>
      ada.call(api.change, { params, body: { name: 'Ship bot', role: GUEST } }),
    )
    const forGuests = [...created, ...renamed].filter(
      (event): event is WorkspaceMemberEvent =>
        event.type === 'workspace_member.saved' &&
        event.workspace_member.member.email === undefined,
    )
    const heard = forGuests.reduce(applyWorkspaceMemberEvent, before)
    expect(heard).toEqual(await gus.call(workspacesApi.members))
    expect(heard.map(({ member }) => member.display_name)).toContain('Ship bot')
  })

  it('refuses what is no account, and changes nothing', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const { account } = await make(ada)
    const good = { name: 'Robot', role: MEMBER, project_ids: [] as string[] } as const
    const foreign = projectIdOf(eve)
    for (const body of [
      { ...good, name: ' ' },
      { ...good, name: 'x'.repeat(256) },
      { ...good, role: 30 as Role },
      { ...good, project_ids: ['nonsense'] },
      { ...good, expired_at: 'tomorrow' },
    ]) {
      const project_ids = [...body.project_ids]
      expect(await ada.attempt(api.create, { body: { ...body, project_ids } })).toMatchObject({
        status: 400,
      })
    }
    const elsewhere = { project_ids: [foreign] }
    const refused = {
      status: 400,
      body: { project_ids: [`Invalid pk "${foreign}" - object does not exist.`] },
    }
    expect(await ada.attempt(api.create, { body: { ...good, ...elsewhere } })).toEqual(refused)
    const params = { id: account.id }
    expect(
      await ada.attempt(api.change, { params, body: { name: 'Other', ...elsewhere } }),
    ).toEqual(refused)
    expect(await ada.call(api.list)).toEqual([account])
  })
})

describe('a token of a service account', () => {
  it('is renewed: the former one ends, the new one has its own expiry', async () => {
    const { ada } = await projectOf('ada')
    const { account, bot } = await make(ada)
    const params = { id: account.id }
    const body = { expired_at: '2999-01-31' }
    const { token, ...renewed } = await ada.call(api.renew, { params, body })
    expect(renewed).toMatchObject({ id: account.id, expired_at: '2999-01-31T00:00:00Z' })
    expect(await me(bot)).toEqual(tokenNotValid)
    expect(await me(ada.showing(token))).toMatchObject({ body: { id: account.member } })
  })

  it.each<[string, (admin: Client, account: ServiceAccount) => Promise<unknown>]>([
    ['revoked', (ada, { id }) => ada.call(api.revoke, { params: { id } })],
    [
      'expired',
      (_, { id }) =>
        sql`update api_tokens set expired_at = now() where service_account_id = ${id}`.execute(db),
    ],
    [
      'out of the workspace',
      (_, { member }) =>
        sql`update workspace_members set is_active = false where user_id = ${member}`.execute(db),
    ],
    ['left without its workspace', (ada) => ada.call(workspacesApi.remove)],
  ])('ends at once when it is %s', async (_, end) => {
    const { ada } = await projectOf('ada')
    const { account, bot } = await make(ada)
    expect(await me(bot)).toMatchObject({ status: 200 })
    await end(ada, account)
    expect(await me(bot)).toEqual(tokenNotValid)
    expect(await bot.attempt(workItemsV1.list)).toEqual(tokenNotValid)
  })

  it('goes on when the admin who made it leaves, and any other admin revokes it', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    const { account, bot } = await make(ada)
    await ada.call(workspacesApi.leave)
    expect(await bot.attempt(workItemsV1.list)).toMatchObject({ status: 200 })
    const params = { id: account.id }
    expect(await bob.attempt(api.revoke, { params })).toEqual(done)
    expect(await me(bot)).toEqual(tokenNotValid)
    expect(await bob.attempt(api.revoke, { params })).toEqual(required)
    expect(await bob.call(api.list)).toEqual([])
  })

  it('of a person ends at its workspace too, where it has one', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    await sql`
      insert into workspace_members (workspace_id, user_id, role)
      select id, ${ada.user_id}, 20 from workspaces where slug = ${eve.place.slug}`.execute(db)
    const { token, id } = await ada.call(apiTokensApi.create, { body: {} })
    await sql`
      update api_tokens set workspace_id = (select id from workspaces where slug = ${ada.place.slug})
      where id = ${id}`.execute(db)
    const program = ada.showing(token)
    expect(await program.attempt(projectsV1.list)).toMatchObject({ status: 200 })
    expect(await program.at(eve.place).attempt(projectsV1.list)).toEqual(notAllowed)
  })

  it('is never a person’s: the database refuses it', async () => {
    const { ada } = await projectOf('ada')
    const { account } = await make(ada)
    const { id } = await ada.call(apiTokensApi.create, { body: {} })
    const asService = sql`update api_tokens set is_service = true where id = ${id}`.execute(db)
    await expect(asService).rejects.toThrow('api_tokens')
    const asAda = sql`
      update api_tokens set user_id = ${ada.user_id}
      where service_account_id = ${account.id}`.execute(db)
    await expect(asAda).rejects.toThrow('api_tokens')
  })
})

it('is the admins’ alone to list, make, change, renew and revoke', async () => {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const { eve } = await workspaceOf('eve')
  const { account, bot } = await make(ada)
  const params = { id: account.id }
  const body = { name: 'Mine', role: ADMIN, project_ids: [projectIdOf(ada)] } as const
  const attempts = (who: Client) => [
    who.attempt(api.list),
    who.attempt(api.create, { body: { ...body, project_ids: [projectIdOf(ada)] } }),
    who.attempt(api.change, { params, body: { name: 'Mine' } }),
    who.attempt(api.renew, { params, body: {} }),
    who.attempt(api.revoke, { params }),
    who.attempt(api.openToken),
  ]
  for (const who of [bob, gus, eve.at(ada.place)]) {
    for (const answer of await Promise.all(attempts(who))) expect(answer.status).toBe(403)
  }
  for (const who of [stranger.at(ada.place), bot]) {
    for (const answer of await Promise.all(attempts(who))) expect(answer.status).toBe(401)
  }
  const other = await make(eve.at({ project_id: '' }), MEMBER, { project_ids: [] })
  const theirs = { params: { id: other.account.id } }
  expect(await ada.attempt(api.change, { ...theirs, body: { name: 'Mine' } })).toEqual(required)
  expect(await ada.attempt(api.renew, { ...theirs, body: {} })).toEqual(required)
  expect(await ada.attempt(api.revoke, theirs)).toEqual(required)
  expect(await ada.call(api.list)).toEqual([account])
})

describe('the default service token of a workspace', () => {
  it('is one, also when many admins ask at once, and the same when asked for again', async () => {
    const { ada, bob } = await workspaceOf('ada', 'bob')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? ada : bob).attempt(api.openToken)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    const [first] = answers
    expect(first?.body).toEqual({ token: expect.stringMatching(/^api_[0-9a-f]{32}$/) })
    for (const { body } of answers) expect(body).toEqual(first?.body)
    const { token } = await ada.call(api.openToken)
    const { rows } = await sql<{ stored: string; description: string }>`
      select row_to_json(t)::text as stored, t.description from api_tokens t
      join workspaces w on w.id = t.workspace_id where w.slug = ${ada.place.slug}`.execute(db)
    expect(rows).toEqual([
      { description: 'Service Token', stored: expect.not.stringContaining(token.slice(4)) },
    ])
  })

  it('is an account of its own, a member of the public projects, for every admin', async () => {
    const { ada } = await projectOf('ada')
    await openSecret(ada)
    const { token } = await ada.call(api.openToken)
    const [account] = await ada.call(api.list)
    expect(account).toMatchObject({
      ...{ is_default: true, role: MEMBER, name: 'Service account' },
      project_ids: [projectIdOf(ada)],
    })
    expect(await me(ada.showing(token))).toMatchObject({ body: { id: account?.member } })
    expect(await ada.call(apiTokensApi.list)).toEqual([])
  })

  it('is a new one where it was revoked, expired, or its seal does not open any more', async () => {
    const { ada } = await workspaceOf('ada')
    const { token: first } = await ada.call(api.openToken)
    const [account] = await ada.call(api.list)
    const params = { id: account?.id ?? '' }
    const { token: renewed } = await ada.call(api.renew, { params, body: {} })
    expect(await ada.call(api.openToken)).toEqual({ token: renewed })
    await sql`
      update api_tokens set token_sealed = ${app.deps.secrets.seal('x', 'another use')}
      where service_account_id = ${params.id}`.execute(db)
    const { token: sealed } = await ada.call(api.openToken)
    await sql`
      update api_tokens set expired_at = now() where service_account_id = ${params.id}`.execute(db)
    const { token: afterExpiry } = await ada.call(api.openToken)
    await ada.call(api.revoke, { params })
    const { status, body } = await ada.attempt(api.openToken)
    expect(status).toBe(201)
    const { token: last } = body as { token: string }
    expect(new Set([first, renewed, sealed, afterExpiry, last]).size).toBe(5)
    for (const token of [first, renewed, sealed, afterExpiry]) {
      expect(await me(ada.showing(token))).toEqual(tokenNotValid)
    }
    expect(await me(ada.showing(last))).toMatchObject({ status: 200 })
  })
})
