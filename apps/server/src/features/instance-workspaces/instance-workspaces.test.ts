import {
  instanceWorkspacesApi as api,
  instanceSettingsApi,
  MEMBER,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { database, administrator, person, projectOf, workspaceOf, stranger } = await testServer()
const { db } = database
const ada = await administrator('ada')
const slug = () => `w-${crypto.randomUUID().slice(0, 8)}`
const count = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from workspaces`.execute(db)).rows[0]?.n

describe('the list of workspaces', () => {
  it('says whose each one is and how big, and nothing of its inside', async () => {
    const { bea, gone } = await projectOf('bea', ['mel', MEMBER], ['gone', MEMBER], ['bot', MEMBER])
    const { slug: own = '' } = bea.place
    await sql`update workspaces set name = 'Trail 100%' where slug = ${own}`.execute(db)
    await sql`update workspace_members set is_active = false where user_id = ${gone.user_id}`.execute(
      db,
    )
    await sql`update users set is_bot = true where first_name = 'bot'`.execute(db)
    const page = await ada.call(api.list, { query: { search: 'l 100%' } })
    expect(page).toMatchObject({ count: 1, total_count: 1 })
    expect(page.results).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        created_by: bea.user_id,
        updated_by: null,
        deleted_at: null,
        name: 'Trail 100%',
        slug: own,
        logo: null,
        logo_asset: null,
        logo_url: null,
        organization_size: null,
        timezone: 'UTC',
        owner: {
          id: bea.user_id,
          email: expect.stringMatching(/^bea-/),
          first_name: 'bea',
          last_name: '',
        },
        total_projects: 1,
        total_members: 2,
        storage_used: 0,
        storage_limit: null,
      },
    ])
  })

  it('comes in pages of ten, newest first, without the deleted', async () => {
    const { bea } = await workspaceOf('bea')
    for (let n = 0; n < 11; n++) {
      await bea.call(workspacesApi.create, { body: { name: `Peak ${n}`, slug: slug() } })
    }
    await sql`update workspaces set deleted_at = now() where name = 'Peak 3'`.execute(db)
    await bea.call(workspacesApi.create, { body: { name: 'Peak 11', slug: slug() } })
    const first = await ada.call(api.list, { query: { search: 'PEAK' } })
    expect(first).toMatchObject({ count: 10, total_count: 11, next_page_results: true })
    expect(first.results[0]).toMatchObject({ name: 'Peak 11' })
    const query = { search: 'peak', cursor: first.next_cursor }
    const second = await ada.call(api.list, { query })
    expect(second.results.map(({ name }) => name)).toEqual(['Peak 0'])
    expect(await ada.attempt(api.list, { query: { per_page: '1000' } })).toEqual({
      status: 400,
      body: { detail: 'Invalid per_page value. Cannot exceed 10.' },
    })
  })

  it('is nobody else’s business', async () => {
    const { bea } = await workspaceOf('bea')
    const before = await count()
    for (const [client, status] of [
      [bea, 403],
      [stranger, 401],
    ] as const) {
      expect(await client.attempt(api.list)).toMatchObject({ status })
      expect(await client.attempt(api.slugCheck)).toMatchObject({ status })
      const body = { name: 'Acme', slug: slug() }
      expect(await client.attempt(api.create, { body })).toMatchObject({ status })
    }
    expect(await count()).toBe(before)
  })
})

describe('creating a workspace as administrator', () => {
  it('works also while nobody else may, and makes the creator its owner', async () => {
    const body = { name: ' Acme ', slug: slug(), organization_size: '2-10', timezone: 'Asia/Tokyo' }
    const lock = (on: '0' | '1') =>
      ada.call(instanceSettingsApi.change, { body: { DISABLE_WORKSPACE_CREATION: on } })
    await lock('1')
    const bob = await person('bob')
    expect(await bob.attempt(workspacesApi.create, { body })).toMatchObject({ status: 403 })

    const made = await ada.call(api.create, { body })
    expect(made).toMatchObject({
      ...body,
      name: 'Acme',
      created_by: ada.user_id,
      owner: { id: ada.user_id, first_name: 'ada' },
      total_projects: 0,
      total_members: 1,
    })
    await lock('0')
    const { results } = await ada.call(api.list, { query: { search: 'acme' } })
    expect(results).toContainEqual(made)
    const { rows } = await sql`
      select user_id, role, is_active from workspace_members where workspace_id = ${made.id}`.execute(
      db,
    )
    expect(rows).toEqual([{ user_id: ada.user_id, role: 20, is_active: true }])
  })

  it('tells the creator’s other browsers', async () => {
    const events = await ada.eventsOf(() =>
      ada.call(api.create, { body: { name: 'Acme', slug: slug() } }),
    )
    expect(events).toMatchObject([
      { type: 'workspace.saved', workspace: { name: 'Acme', role: 20 } },
    ])
  })

  it.each([
    [{}, { error: 'Both name and slug are required' }],
    [{ name: ' ', slug: 'x' }, { error: 'Both name and slug are required' }],
    [
      { name: 'x'.repeat(81), slug: 'x' },
      { error: 'The maximum length for name is 80 and for slug is 48' },
    ],
    [{ name: 'see www.evil.example', slug: 'x' }, { error: 'Name cannot contain a URL' }],
    [{ name: 'Acme', slug: 'God-Mode' }, { slug: ['Slug is not valid'] }],
    [
      { name: 'Acme', slug: 'a b' },
      { slug: ['Slug can only contain letters, numbers, hyphens (-), and underscores (_)'] },
    ],
    [
      { name: 'Acme', slug: 'fine', timezone: 'Mars/Base' },
      { timezone: ['"Mars/Base" is not a valid choice.'] },
    ],
  ])('refuses %o and makes nothing', async (body, answer) => {
    const before = await count()
    expect(await ada.attempt(api.create, { body })).toEqual({ status: 400, body: answer })
    expect(await count()).toBe(before)
  })

  it('gives an address once, whatever its case, also to five who want it at the same moment', async () => {
    const wanted = slug()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        ada.attempt(api.create, { body: { name: 'Acme', slug: wanted } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
      expect([
        { status: 400, body: { slug: ['Slug is already in use'] } },
        { status: 409, body: { slug: 'The workspace with the slug already exists' } },
      ]).toContainEqual({ status, body })
    }
    expect(
      await ada.attempt(api.create, { body: { name: 'Acme', slug: wanted.toUpperCase() } }),
    ).toEqual({ status: 400, body: { slug: ['Slug is already in use'] } })
  })
})

it('the slug check says what is free', async () => {
  const { bea } = await workspaceOf('bea')
  const status = async (wanted: string) =>
    (await ada.call(api.slugCheck, { query: { slug: wanted } })).status
  expect(await status(slug())).toBe(true)
  expect(await status(bea.place.slug?.toUpperCase() ?? '')).toBe(false)
  expect(await status('api')).toBe(false)
  expect(await ada.attempt(api.slugCheck)).toEqual({
    status: 400,
    body: { error: 'Workspace Slug is required' },
  })
})
