import {
  accountApi,
  workspacesApi as api,
  GUEST,
  MEMBER,
  projectsApi,
  statesApi,
  type Workspace,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { person, workspaceOf, projectOf, stranger, database } = await testServer()
const { db } = database
const refusal = { status: 403, body: { error: "You don't have the required permissions." } }
const slug = () => `acme-${crypto.randomUUID().slice(0, 8)}`
const count = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from workspaces`.execute(db)).rows[0]?.n)

describe('creating a workspace', () => {
  it('makes its creator owner and administrator', async () => {
    const ada = await person('ada')
    const wanted = { name: ' Meridian ', slug: slug(), organization_size: '2-10' }
    const workspace = await ada.call(api.create, { body: wanted })
    expect(workspace).toMatchObject({
      name: 'Meridian',
      slug: wanted.slug,
      owner: ada.user_id,
      organization_size: '2-10',
      timezone: 'UTC',
      total_members: 1,
      role: 20,
      logo_url: null,
    })
    expect(await ada.call(api.list)).toEqual([workspace])
    expect(await ada.at({ slug: wanted.slug }).call(api.get)).toEqual(workspace)
  })

  it.each([
    [{}, { error: 'Both name and slug are required' }],
    [{ name: 'x', slug: ' ' }, { error: 'Both name and slug are required' }],
    [
      { name: 'x'.repeat(81), slug: 'x' },
      { error: 'The maximum length for name is 80 and for slug is 48' },
    ],
    [{ name: 'see www.evil.example', slug: 'x' }, { error: 'Name cannot contain a URL' }],
    [{ name: 'x', slug: 'God-Mode' }, { slug: ['Slug is not valid'] }],
    [
      { name: 'x', slug: 'a b' },
      { slug: ['Slug can only contain letters, numbers, hyphens (-), and underscores (_)'] },
    ],
    [
      { name: 'x', slug: 'fine-slug', timezone: 'Moon/Base' },
      { timezone: ['"Moon/Base" is not a valid choice.'] },
    ],
  ])('refuses %o and changes nothing', async (body, answer) => {
    const ada = await person('ada')
    const before = await count()
    expect(await ada.attempt(api.create, { body })).toEqual({ status: 400, body: answer })
    expect(await count()).toBe(before)
  })

  it('refuses a slug that is taken, in any case, also when ten come at once', async () => {
    const ada = await person('ada')
    const body = { name: 'Acme', slug: slug() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ada.attempt(api.create, { body })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body: answer } of answers.filter(({ status }) => status !== 201)) {
      expect([
        { status: 400, answer: { slug: ['Workspace with this slug already exists.'] } },
        { status: 409, answer: { slug: 'The workspace with the slug already exists' } },
      ]).toContainEqual({ status, answer })
    }
    const shouted = { name: 'Acme', slug: body.slug.toUpperCase() }
    expect(await ada.attempt(api.create, { body: shouted })).toMatchObject({ status: 400 })
  })

  it('is off when the instance says so', async () => {
    const ada = await person('ada')
    await sql`insert into instance_settings values ('DISABLE_WORKSPACE_CREATION', '1')`.execute(db)
    expect(await ada.attempt(api.create, { body: { name: 'x', slug: slug() } })).toEqual({
      status: 403,
      body: { error: 'Workspace creation is not allowed' },
    })
    await sql`delete from instance_settings`.execute(db)
  })

  it('tells the creator’s other browsers', async () => {
    const ada = await person('ada')
    const events = await ada.eventsOf(() =>
      ada.call(api.create, { body: { name: 'Acme', slug: slug() } }),
    )
    expect(events).toMatchObject([{ type: 'workspace.saved', workspace: { name: 'Acme' } }])
  })
})

describe('the slug check', () => {
  it('says what is free', async () => {
    const { ada } = await workspaceOf('ada')
    const status = async (wanted: string) =>
      (await ada.call(api.slugCheck, { query: { slug: wanted } })).status
    expect(await status(slug())).toBe(true)
    expect(await status(ada.place.slug?.toUpperCase() ?? '')).toBe(false)
    expect(await status('api')).toBe(false)
    expect(await status('a b')).toBe(false)
    expect(await ada.attempt(api.slugCheck)).toEqual({
      status: 400,
      body: { error: 'Workspace Slug is required' },
    })
  })
})

describe('a person’s workspaces', () => {
  it('come by name, too', async () => {
    const ada = await person('ada')
    for (const name of ['Zenith', 'acme', 'Meridian']) {
      await ada.call(api.create, { body: { name, slug: slug() } })
    }
    const names = (workspaces: Workspace[]) => workspaces.map(({ name }) => name)
    expect(names(await ada.call(api.list))).toEqual(['Meridian', 'acme', 'Zenith'])
    expect(names(await ada.call(api.listByName))).toEqual(['acme', 'Meridian', 'Zenith'])
  })
})

describe('the list of a person’s workspaces', () => {
  it('is searched by part of the name, and by owner', async () => {
    const { ada, bob } = await workspaceOf('ada', ['bob', MEMBER])
    await bob.call(api.create, { body: { name: 'Bergweg', slug: slug() } })
    const names = async (query: object) =>
      (await bob.call(api.list, { query })).map(({ name }) => name)
    expect(await names({})).toEqual(['Bergweg', 'Acme'])
    expect(await names({ search: 'ERG' })).toEqual(['Bergweg'])
    expect(await names({ search: '%' })).toEqual([])
    expect(await names({ owner: ada.user_id })).toEqual(['Acme'])
    expect(await names({ owner: crypto.randomUUID() })).toEqual([])
    expect(await bob.attempt(api.list, { query: { owner: 'x' } })).toMatchObject({ status: 400 })
  })
})

describe('changing a workspace', () => {
  it('changes what was sent and tells everybody, each with their own role', async () => {
    const { ada, gus } = await workspaceOf('ada', ['gus', GUEST])
    const before = await ada.call(api.get)
    const body = { name: ' Meridian ', organization_size: '11-50', timezone: 'Europe/Oslo' }
    const events = await ada.eventsOf(() => ada.call(api.change, { body }))
    const after = await ada.call(api.get)
    expect(after).toEqual({
      ...before,
      ...body,
      name: 'Meridian',
      updated_at: after.updated_at,
      updated_by: ada.user_id,
    })
    expect(events).toHaveLength(2)
    for (const workspace of [after, await gus.call(api.get)]) {
      expect(events).toContainEqual({ type: 'workspace.saved', workspace })
    }
    const logo = 'https://acme.example/logo.png'
    expect(await ada.call(api.change, { body: { logo } })).toMatchObject({ logo, logo_url: logo })
    expect(await ada.call(api.change, { body: { logo: '' } })).toMatchObject({ logo_url: null })
  })

  it.each([
    [{ name: ' ' }, { name: ['This field may not be blank.'] }],
    [{ name: 'x'.repeat(81) }, { name: ['Ensure this field has no more than 80 characters.'] }],
    [{ name: 'www.evil.example' }, { name: ['Name must not contain URLs'] }],
    [{ timezone: 'Moon/Base' }, { timezone: ['"Moon/Base" is not a valid choice.'] }],
    [{ logo: 'javascript:alert(1)' }, { logo: ['Enter a valid URL.'] }],
  ])('refuses %o and changes nothing', async (body, answer) => {
    const { ada } = await workspaceOf('ada')
    const before = await ada.call(api.get)
    expect(await ada.attempt(api.change, { body })).toEqual({ status: 400, body: answer })
    expect(await ada.call(api.get)).toEqual(before)
  })

  it('is for administrators, and never moves the slug or the owner', async () => {
    const { ada, mel, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const before = await ada.call(api.get)
    for (const client of [mel, gus]) {
      expect(await client.attempt(api.change, { body: { name: 'Mine' } })).toEqual(refusal)
    }
    expect(await ada.call(api.get)).toEqual(before)
    const body = { slug: slug(), owner: mel.user_id } as object
    const { slug: retained, owner } = await ada.call(api.change, { body })
    expect({ slug: retained, owner }).toEqual({ slug: before.slug, owner: before.owner })
  })
})

describe('deleting a workspace', () => {
  it('puts it and all in it out of reach for everybody, and frees the slug', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id, slug: freed } = await ada.call(api.get)
    await ada.call(workItemsApi.create, { body: { name: 'Survey the pass' } })
    await gus.call(accountApi.changeProfile, { body: { last_workspace_id: id } })

    const events = await ada.eventsOf(() => ada.call(api.remove))
    expect(events).toEqual([{ type: 'workspace.removed', id }])
    for (const client of [ada, gus]) {
      expect(await client.call(api.list)).toEqual([])
      expect(await client.attempt(api.get)).toEqual(refusal)
      expect(await client.attempt(projectsApi.get)).toEqual(refusal)
      expect(await client.attempt(statesApi.list)).toEqual(refusal)
    }
    expect((await gus.call(accountApi.profile)).last_workspace_id).toBeNull()
    const { rows } = await sql<{ left: number; slug: string }>`select w.slug,
      (select count(*) from projects where workspace_id = w.id and deleted_at is null)
      + (select count(*) from project_members where workspace_id = w.id and deleted_at is null)
      + (select count(*) from workspace_members where workspace_id = w.id and deleted_at is null)
      + (select count(*) from states where workspace_id = w.id and deleted_at is null)
      + (select count(*) from work_items where workspace_id = w.id and deleted_at is null) as left
      from workspaces w where id = ${id}`.execute(db)
    expect(rows).toEqual([{ left: 0, slug: expect.stringMatching(`^${freed}__\\d{10}$`) }])

    const again = await ada.call(api.create, { body: { name: 'Acme', slug: freed } })
    expect(again.id).not.toBe(id)
    expect(await gus.attempt(api.get)).toEqual(refusal)
  })

  it('is for administrators, and happens once', async () => {
    const { ada, bob, mel, gus } = await workspaceOf('ada', 'bob', ['mel', MEMBER], ['gus', GUEST])
    for (const client of [mel, gus]) expect(await client.attempt(api.remove)).toEqual(refusal)
    expect(await ada.attempt(api.get)).toMatchObject({ status: 200 })
    const answers = await Promise.all([ada.attempt(api.remove), bob.attempt(api.remove)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })
})

describe('strangers', () => {
  it('are told the same about a workspace that exists and one that does not', async () => {
    const { ada } = await workspaceOf('ada')
    const eve = await person('eve')
    expect(await eve.at({ slug: ada.place.slug ?? '' }).attempt(api.get)).toEqual(refusal)
    expect(await eve.at({ slug: 'no-such-place' }).attempt(api.get)).toEqual(refusal)
    expect(await stranger.at({ slug: ada.place.slug ?? '' }).attempt(api.get)).toEqual({
      status: 401,
      body: { detail: 'Authentication credentials were not provided.' },
    })
  })

  it('are those who left, from the next request on', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    expect(await mel.attempt(api.get)).toMatchObject({ status: 200 })
    await sql`update workspace_members set is_active = false
      where user_id = ${mel.user_id}`.execute(db)
    expect(await mel.attempt(api.get)).toMatchObject({ status: 403 })
    expect(await ada.attempt(api.get)).toMatchObject({ status: 200 })
  })
})

describe('the profile', () => {
  it('keeps the theme and the last workspace', async () => {
    const ada = await person('ada')
    const last_workspace_id = '00000000-0000-4000-8000-000000000001'
    const body = { theme: { theme: 'dark' }, last_workspace_id }
    await ada.call(accountApi.changeProfile, { body })
    expect(await ada.call(accountApi.profile)).toMatchObject(body)
  })

  // @cap:onboarding.flags-one-way
  it('finishes onboarding one way', async () => {
    const ada = await person('ada')
    await sql`update profiles set is_onboarded = false where user_id = ${ada.user_id}`.execute(db)
    const set = (is_onboarded: boolean) =>
      ada.call(accountApi.finishOnboarding, { body: { is_onboarded } })
    const onboarded = async () => (await ada.call(accountApi.profile)).is_onboarded
    expect(await set(false)).toEqual({ message: 'Updated successfully' })
    expect(await onboarded()).toBe(false)
    await set(true)
    await set(false)
    expect(await onboarded()).toBe(true)
  })
})
