import {
  ADMIN,
  integrationsApi as api,
  GUEST,
  instanceApi,
  labelsApi,
  MEMBER,
  projectsApi,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { purgeDeleted } from '#product/purge-queries.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, workspaceOf, stranger, database } = await testServer({
  environment: { GITHUB_APP_NAME: 'cairn-trails' },
})
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const signedOut = {
  status: 401,
  body: { detail: 'Authentication credentials were not provided.' },
}
const done = { status: 204, body: null }
const incomplete = {
  status: 400,
  body: { error: 'Name, url, repository_id and owner are required' },
}

const maps = {
  name: 'trail-maps',
  owner: 'acme',
  repository_id: 4_294_967_296_123,
  url: 'https://github.com/acme/trail-maps',
}
const huts = { name: 'huts', owner: 'acme', repository_id: 8, url: 'https://github.com/acme/huts' }

const link = (client: Client, id: string, body: object = maps) =>
  client.attempt(api.createSync, { params: { id }, body })

/** A project in a workspace with the integration installed. */
async function linkable() {
  const people = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { id, actor } = await people.ada.call(api.installGithub)
  return { ...people, params: { id }, id, actor }
}

/** The bot's membership in the project. */
const seatOf = async (client: Client, actor: string) =>
  (
    await sql<{ role: number; is_active: boolean }>`
      select role, is_active from project_members
      where project_id = ${client.place.project_id} and user_id = ${actor}`.execute(db)
  ).rows

/** Rows of a project: live ones, and those marked as deleted. */
const rowsOf = async ({ place }: Client, table: string) =>
  (
    await sql<{ live: number; gone: number }>`
      select count(*) filter (where deleted_at is null) as live, count(deleted_at) as gone
      from ${sql.table(table)} where project_id = ${place.project_id}`.execute(db)
  ).rows[0]

/** Everything a refused request could have changed. */
const everything = async () =>
  (
    await sql`select
      (select jsonb_agg(w order by w.id) from workspace_integrations w) as installed,
      (select jsonb_agg(r order by r.id) from github_repositories r) as repositories,
      (select jsonb_agg(s order by s.id) from github_repository_syncs s) as syncs,
      (select jsonb_agg(m order by m.id) from project_members m) as members,
      (select count(*)::int from labels) as labels,
      (select count(*)::int from users where is_bot) as bots,
      (select max(id) from events) as last_event`.execute(db)
  ).rows

async function inVain(action: () => Promise<unknown>) {
  const before = await everything()
  const answer = await action()
  expect(await everything()).toEqual(before)
  return answer
}

describe('installing', () => {
  it('is offered where the operator named an app', async () => {
    const { ada } = await workspaceOf('ada')
    expect((await stranger.call(instanceApi.info)).config.github_app_name).toBe('cairn-trails')
    expect(await ada.call(api.list)).toMatchObject([
      { title: 'GitHub', provider: 'github', network: 2, description: {}, verified: true },
    ])
    expect(await stranger.attempt(api.list)).toEqual(signedOut)
  })

  it('gives the workspace one, and the same again', async () => {
    const { ada, mel, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const [integration_detail] = await ada.call(api.list)
    const answer = await ada.attempt(api.installGithub)
    const installed = await mel.call(api.listInstalled)
    expect(answer).toEqual({ status: 201, body: installed[0] })
    expect(installed).toMatchObject([
      {
        integration: integration_detail?.id,
        integration_detail,
        metadata: {},
        config: {},
        created_by: ada.user_id,
      },
    ])
    expect(await inVain(() => ada.attempt(api.installGithub))).toEqual(answer)
    expect(await inVain(() => mel.attempt(api.installGithub))).toEqual(refused)
    expect(await gus.attempt(api.listInstalled)).toEqual(refused)
  })

  it('makes one of two at once', async () => {
    const { ada } = await workspaceOf('ada')
    const [one, other] = await Promise.all([
      ada.call(api.installGithub),
      ada.call(api.installGithub),
    ])
    expect(one).toEqual(other)
    expect(await ada.call(api.listInstalled)).toEqual([one])
  })

  it('makes a bot that is in no list of people and that nobody can be', async () => {
    const { ada, mel, gus, id, actor } = await linkable()
    await link(ada, id)
    const { rows } = await sql`
      select is_bot, is_active, display_name, password_hash from users
      where id = ${actor}`.execute(db)
    expect(rows).toEqual([
      { is_bot: true, is_active: false, display_name: 'GitHub', password_hash: 'none' },
    ])
    expect(JSON.stringify(await ada.call(workspacesApi.members))).not.toContain(actor)
    expect(JSON.stringify(await ada.call(projectsApi.members))).not.toContain(actor)
    expect(JSON.stringify(await ada.call(workspaceMembersApi.ofProjects))).not.toContain(actor)
    const { members } = await ada.call(projectsApi.get)
    expect(members.toSorted()).toEqual([ada, mel, gus].map(({ user_id }) => user_id).sort())
  })
})

describe('linking', () => {
  // @cap:integrations.github-link
  it('is answered and listed with the repository', async () => {
    const { ada, gus, params, id, actor } = await linkable()
    expect(await ada.call(api.listSyncs, { params })).toEqual([])
    const answer = await link(ada, id)
    const syncs = await gus.call(api.listSyncs, { params })
    expect(answer).toEqual({ status: 201, body: syncs[0] })
    const [label] = await ada.call(labelsApi.list)
    expect(syncs).toMatchObject([
      {
        project: ada.place.project_id,
        workspace_integration: id,
        actor,
        label: label?.id,
        created_by: ada.user_id,
        repo_detail: { ...maps, id: syncs[0]?.repository, config: {} },
      },
    ])
    expect(label).toMatchObject({ name: 'GitHub', color: '#003773' })
    const { rows } = await sql`select description from labels where id = ${label?.id}`.execute(db)
    expect(rows).toEqual([{ description: 'Label to sync work items with GitHub issues' }])
    expect(await seatOf(ada, actor)).toEqual([{ role: MEMBER, is_active: true }])
  })

  // @cap:integrations.github-link
  it('another replaces the first, with its label and its bot', async () => {
    const { ada, params, id, actor } = await linkable()
    await link(ada, id)
    const [first] = await ada.call(api.listSyncs, { params })
    await link(ada, id, huts)
    const syncs = await ada.call(api.listSyncs, { params })
    expect(syncs).toMatchObject([{ label: first?.label, repo_detail: huts }])
    expect(syncs[0]?.id).not.toBe(first?.id)
    expect(await ada.call(labelsApi.list)).toHaveLength(1)
    expect(await seatOf(ada, actor)).toEqual([{ role: MEMBER, is_active: true }])
    expect(await rowsOf(ada, 'github_repository_syncs')).toEqual({ live: 1, gone: 1 })
    expect(await rowsOf(ada, 'github_repositories')).toEqual({ live: 1, gone: 1 })
  })

  it('takes a label of that name that is there, and names none that was deleted', async () => {
    const { ada, params, id } = await linkable()
    const label = await ada.call(labelsApi.create, { body: { name: 'GitHub', color: '#000000' } })
    await link(ada, id)
    expect(await ada.call(labelsApi.list)).toEqual([label])
    expect(await ada.call(api.listSyncs, { params })).toMatchObject([{ label: label.id }])
    await ada.call(labelsApi.remove, { params: { id: label.id } })
    expect(await ada.call(api.listSyncs, { params })).toMatchObject([{ label: null }])
  })

  it('keeps one of several at once, also of the same repository', async () => {
    const { ada, params, id } = await linkable()
    const wanted = [maps, huts, maps, huts]
    const answers = await Promise.all(wanted.map((body) => link(ada, id, body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await ada.call(api.listSyncs, { params })).toHaveLength(1)
    expect(await rowsOf(ada, 'github_repository_syncs')).toEqual({ live: 1, gone: 3 })
    expect(await rowsOf(ada, 'github_repositories')).toEqual({ live: 1, gone: 3 })
    expect(await ada.call(labelsApi.list)).toHaveLength(1)
  })

  it('cannot be stored twice for a project, nor for a project and a repository', async () => {
    const { ada, id } = await linkable()
    await link(ada, id)
    const again = (deleted_at: string | null) =>
      sql`
        insert into github_repository_syncs (workspace_id, project_id, repository_id,
          workspace_integration_id, actor_id, deleted_at)
        select workspace_id, project_id, repository_id, workspace_integration_id, actor_id,
          ${deleted_at}::timestamptz
        from github_repository_syncs where workspace_integration_id = ${id}`.execute(db)
    await expect(again(null)).rejects.toThrow('duplicate key')
    await expect(again('2026-11-16')).rejects.toThrow('github_repository_syncs_project_id_repo')
  })

  it('is a matter of each project', async () => {
    const { ada, params, id } = await linkable()
    const body = { name: 'Huts', identifier: 'HUTS' }
    const { id: project_id } = await ada.call(projectsApi.create, { body })
    await link(ada, id)
    await link(ada.at({ project_id }), id, huts)
    expect(await ada.call(api.listSyncs, { params })).toMatchObject([{ repo_detail: maps }])
    const there = await ada.at({ project_id }).call(api.listSyncs, { params })
    expect(there).toMatchObject([{ repo_detail: huts }])
  })

  it.each([
    [{}],
    [{ ...maps, name: undefined }],
    [{ ...maps, owner: ' ' }],
    [{ ...maps, repository_id: null }],
    [{ ...maps, url: '' }],
  ])('is refused where something is missing: %o', async (body) => {
    const { ada, id } = await linkable()
    expect(await inVain(() => link(ada, id, body))).toEqual(incomplete)
  })

  it.each([
    [{ name: 'x'.repeat(501) }, { name: ['Ensure this field has no more than 500 characters.'] }],
    [{ owner: 5 }, { owner: ['Not a valid string.'] }],
    [{ repository_id: 'seven' }, { repository_id: ['A valid integer is required.'] }],
    [{ repository_id: 0 }, { repository_id: ['Ensure this value is greater than or equal to 1.'] }],
    // A larger number would be stored inexactly.
    [
      { repository_id: 2 ** 53 },
      { repository_id: ['Ensure this value is less than or equal to 9007199254740991.'] },
    ],
    [{ url: 'javascript://github.com/%0aalert(1)' }, { url: ['Enter a valid URL.'] }],
  ])('refuses %o', async (wrong, body) => {
    const { ada, id } = await linkable()
    expect(await inVain(() => link(ada, id, { ...maps, ...wrong }))).toEqual({ status: 400, body })
  })

  it('keeps the largest number as it is', async () => {
    const { ada, params, id } = await linkable()
    const repository_id = Number.MAX_SAFE_INTEGER
    await link(ada, id, { ...maps, repository_id })
    const [sync] = await ada.call(api.listSyncs, { params })
    expect(sync?.repo_detail.repository_id).toBe(repository_id)
    const { rows } = await sql`
      select repository_id::text as retained from github_repositories
      where id = ${sync?.repository}`.execute(db)
    expect(rows).toEqual([{ retained: '9007199254740991' }])
  })

  it('is for the project’s admins; everybody in it sees it, and nobody else', async () => {
    const { ada, mel, gus, params, id } = await linkable()
    const { eve } = await projectOf('eve')
    const foreign = eve.at(ada.place)
    await link(ada, id)
    const syncs = await ada.call(api.listSyncs, { params })
    for (const one of [mel, gus]) {
      expect(await inVain(() => link(one, id, huts))).toEqual(refused)
      expect(await one.call(api.listSyncs, { params })).toEqual(syncs)
    }
    expect(await inVain(() => link(foreign, id, huts))).toEqual(refused)
    expect(await foreign.attempt(api.listSyncs, { params })).toEqual(refused)
    expect(await inVain(() => link(stranger.at(ada.place), id, huts))).toEqual(signedOut)
    expect(await stranger.at(ada.place).attempt(api.listSyncs, { params })).toEqual(signedOut)
  })

  it('knows no integration of another workspace, nor one nobody has', async () => {
    const { ada, id } = await linkable()
    const { ada: bob, params: foreign } = await linkable()
    await link(bob, foreign.id)
    for (const params of [foreign, { id: crypto.randomUUID() }]) {
      expect(await inVain(() => link(ada, params.id))).toEqual(missing)
      expect(await inVain(() => ada.attempt(api.uninstall, { params }))).toEqual(missing)
      expect(await ada.call(api.listSyncs, { params })).toEqual([])
    }
    const elsewhere = ada.at({ project_id: bob.place.project_id ?? '' })
    expect(await inVain(() => link(elsewhere, id))).toMatchObject({ status: 403 })
  })
})

describe('what is told', () => {
  it('never holds a secret, whatever is stored', async () => {
    const { ada, params, id } = await linkable()
    await link(ada, id)
    await sql`update integrations set webhook_secret = 'hidden pass'`.execute(db)
    await sql`update workspace_integrations set api_token = 'hidden pass'
      where id = ${id}`.execute(db)
    await sql`update github_repository_syncs set credentials = '{"token": "hidden pass"}'
      where workspace_integration_id = ${id}`.execute(db)
    const answers = [
      await ada.call(api.list),
      await ada.call(api.listInstalled),
      await ada.call(api.installGithub),
      await ada.call(api.listSyncs, { params }),
      (await link(ada, id)).body,
    ]
    expect(JSON.stringify(answers)).not.toMatch(/hidden pass|secret|api_token|credentials/)
  })

  it('says of repositories nothing, because nobody asks GitHub', async () => {
    const { ada, mel, gus, params } = await linkable()
    const nothing = { repositories: [], total_count: 0 }
    expect(await ada.call(api.listRepositories, { params })).toEqual(nothing)
    expect(await mel.call(api.listRepositories, { params, query: { page: '2' } })).toEqual(nothing)
    expect(await gus.attempt(api.listRepositories, { params })).toEqual(refused)
  })
})

describe('removing', () => {
  it('ends the links and the bot’s memberships; installed again it starts anew', async () => {
    const { ada, mel, params, id, actor } = await linkable()
    await link(ada, id)
    expect(await inVain(() => mel.attempt(api.uninstall, { params }))).toEqual(refused)
    expect(await ada.attempt(api.uninstall, { params })).toEqual(done)
    expect(await ada.call(api.listInstalled)).toEqual([])
    expect(await ada.call(api.listSyncs, { params })).toEqual([])
    expect(await rowsOf(ada, 'github_repository_syncs')).toEqual({ live: 0, gone: 1 })
    expect(await rowsOf(ada, 'github_repositories')).toEqual({ live: 0, gone: 1 })
    expect(await seatOf(ada, actor)).toEqual([{ role: MEMBER, is_active: false }])
    expect(await link(ada, id)).toEqual(missing)
    expect(await ada.attempt(api.uninstall, { params })).toEqual(missing)
    const again = await ada.call(api.installGithub)
    expect([again.id, again.actor]).not.toEqual([id, actor])
    expect(await link(ada, again.id)).toMatchObject({ status: 201 })
  })

  it('leaves nothing linked whichever of the two comes first', async () => {
    const { ada, params, id, actor } = await linkable()
    const [linked, removed] = await Promise.all([
      link(ada, id),
      ada.attempt(api.uninstall, { params }),
    ])
    expect(removed).toEqual(done)
    expect([201, 404]).toContain(linked.status)
    expect(await rowsOf(ada, 'github_repository_syncs')).toMatchObject({ live: 0 })
    expect((await seatOf(ada, actor)).filter(({ is_active }) => is_active)).toEqual([])
  })

  it('is for good sixty days later', async () => {
    const { ada, params, id } = await linkable()
    await link(ada, id)
    await link(ada, id, huts)
    await ada.call(api.uninstall, { params })
    await sql`update workspace_integrations set deleted_at = now() - interval '61 days'
      where id = ${id}`.execute(db)
    await sql`update github_repositories set deleted_at = now() - interval '61 days'
      where project_id = ${ada.place.project_id}`.execute(db)
    await purgeDeleted(db)
    expect(await rowsOf(ada, 'github_repositories')).toEqual({ live: 0, gone: 0 })
    expect(await rowsOf(ada, 'github_repository_syncs')).toEqual({ live: 0, gone: 0 })
  })
})

it('does not count the bot as somebody who can look after a project', async () => {
  const { ada, bea: colleague } = await workspaceOf('ada', ['bea', ADMIN])
  const body = { name: 'Trail Maps', identifier: 'TRAIL' }
  const { id: project_id } = await colleague.call(projectsApi.create, { body })
  const bea = colleague.at({ project_id })
  const { id } = await bea.call(api.installGithub)
  expect(await link(bea, id)).toMatchObject({ status: 201 })
  const members = await ada.call(workspacesApi.members)
  const seat = members.find(({ member }) => member.id === bea.user_id)
  const params = { id: seat?.id ?? '' }
  expect(await inVain(() => ada.attempt(workspaceMembersApi.remove, { params }))).toEqual({
    status: 400,
    body: {
      error:
        'User is a part of some projects where they are the only admin, they should either leave that project or promote another user to admin.',
    },
  })
})
