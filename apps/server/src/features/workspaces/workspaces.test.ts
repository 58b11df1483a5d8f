import { accountApi, workspacesApi as api, GUEST, MEMBER } from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { person, workspaceOf, stranger, database } = await testServer()
const { db } = database
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

describe('members', () => {
  it('lists people newest first; guests see no addresses', async () => {
    const { ada, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const seen = await ada.call(api.members)
    expect(seen.map(({ member }) => member.display_name)).toEqual(['gus', 'mel', 'ada'])
    expect(seen.every(({ member }) => member.email?.endsWith('@cairn.test'))).toBe(true)
    const asGuest = await gus.call(api.members)
    expect(asGuest.map(({ member }) => member.display_name)).toEqual(['gus', 'mel', 'ada'])
    expect(asGuest.some(({ member }) => 'email' in member)).toBe(false)
  })
})

describe('strangers', () => {
  it('are told the same about a workspace that exists and one that does not', async () => {
    const { ada } = await workspaceOf('ada')
    const eve = await person('eve')
    const refusal = { status: 403, body: { error: "You don't have the required permissions." } }
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
