import {
  viewsApi as api,
  applyFavoriteEvent,
  applyViewEvent,
  applyViewEventToFavorites,
  type Favorite,
  type FavoriteEvent,
  favoritesApi,
  GUEST,
  type LiveEvent,
  labelsApi,
  MEMBER,
  type NewView,
  projectsApi,
  recentVisitsApi,
  searchApi,
  type View,
  type ViewEvent,
  type WorkItem,
  workItemListsApi,
  workItemsApi,
  workspaceViewsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const hidden = { status: 403, body: { error: 'You are not allowed to view this issue' } }
const locked = { status: 400, body: { error: 'view is locked' } }
const notTheOwner = {
  status: 400,
  body: { error: 'Only the owner of the view can update the view' },
}
const notTheirs = { status: 400, body: { error: 'Only admin or owner can delete the view' } }
const done = { status: 204, body: null }

const kinds = [
  ['of a project', api],
  ['of the workspace', workspaceViewsApi],
] as const
type Api = (typeof kinds)[number][1]

const save = (client: Client, body: NewView, of: Api = api) => client.call(of.create, { body })
const list = (client: Client, of: Api = api): Promise<View[]> => client.call(of.list)
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const at = ({ id }: { id: string }) => ({ params: { id } })

describe.each(kinds)('creating one %s', (_kind, of) => {
  it('fills in what was not said', async () => {
    const { ada } = await projectOf('ada')
    const view = await save(ada, { name: ' Due soon ' }, of)
    expect(view).toEqual({
      id: view.id,
      created_at: view.created_at,
      updated_at: view.updated_at,
      created_by: ada.user_id,
      updated_by: null,
      deleted_at: null,
      workspace: view.workspace,
      project: of === api ? ada.place.project_id : null,
      teamspace: null,
      name: 'Due soon',
      description: '',
      query: {},
      filters: {},
      display_filters: {
        group_by: null,
        order_by: '-created_at',
        type: null,
        sub_issue: true,
        show_empty_groups: true,
        layout: 'list',
        calendar_date_range: '',
      },
      display_properties: {
        ...{ assignee: true, attachment_count: true, created_on: true, due_date: true },
        ...{ estimate: true, key: true, labels: true, link: true, priority: true },
        ...{ start_date: true, state: true, sub_issue_count: true, updated_on: true },
      },
      access: 1,
      sort_order: 65535,
      logo_props: {},
      owned_by: ada.user_id,
      is_locked: false,
      anchor: null,
      is_favorite: false,
    })
    expect(await ada.call(of.get, at(view))).toEqual(view)
    expect(await list(ada, of)).toEqual([view])
  })

  it('keeps what was said, and reads the filters into their normal form', async () => {
    const { ada } = await projectOf('ada')
    const wanted = {
      name: 'Board',
      description: 'What hurts',
      logo_props: { in_use: 'emoji', emoji: { value: '9968' } },
      filters: { priority: ['urgent', 'high', 'enormous'], labels: null, state: [] },
      display_filters: { layout: 'gantt', group_by: 'priority' },
      display_properties: { key: false },
      access: 0,
      ...{ is_locked: true, owned_by: crypto.randomUUID(), query: { priority: ['low'] } },
    }
    const view = await save(ada, wanted, of)
    expect(view).toMatchObject({
      ...{ name: 'Board', description: 'What hurts', logo_props: wanted.logo_props, access: 0 },
      filters: wanted.filters,
      query: { priority: ['high', 'urgent'] },
      display_filters: { layout: 'gantt_chart', group_by: 'priority', order_by: '-created_at' },
      display_properties: { key: false, state: true },
      ...{ is_locked: false, owned_by: ada.user_id },
    })
  })

  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: ' ' }, { name: ['This field may not be blank.'] }],
    [{ name: null }, { name: ['This field may not be null.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ name: 'x', access: 2 }, { access: ['"2" is not a valid choice.'] }],
    [{ name: 'x', filters: [] }, { filters: ['Value must be valid JSON.'] }],
    [{ name: 'x', filters: { state: 'y' } }, { filters: ['Expected a list of items.'] }],
    [{ name: 'x', display_filters: 5 }, { display_filters: ['Value must be valid JSON.'] }],
  ])('refuses %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(of.create, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await list(ada, of)).toEqual([])
  })

  it('is not for guests, strangers and other workspaces', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const body = { name: 'Mine' }
    expect(await gus.attempt(of.create, { body })).toEqual(refused)
    expect(await eve.at(ada.place).attempt(of.create, { body })).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(of.create, { body })).toMatchObject({ status: 401 })
    expect(await list(ada, of)).toEqual([])
  })

  it('gives twenty at once twenty places', async () => {
    const { ada } = await projectOf('ada')
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(ada, { name: `v${n}` }, of)),
    )
    const places = made.map(({ sort_order }) => sort_order).sort((a, b) => a - b)
    expect(places).toEqual(Array.from({ length: 20 }, (_, n) => 65535 + n * 10000))
  })
})

// @cap:views.edit-and-delete-rights
describe.each(kinds)('changing and deleting one %s', (_kind, of) => {
  it('is the owner’s; others are told why not', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const view = await save(mel, { name: 'Mine', filters: { priority: ['high'] } }, of)
    const rename = { ...at(view), body: { name: 'Theirs' } }
    expect(await ada.attempt(of.change, rename)).toEqual(notTheOwner)
    expect(await gus.attempt(of.change, rename)).toEqual(refused)
    expect(await mel.call(of.get, at(view))).toEqual(view)

    const body = { name: ' Ours ', filters: { priority: ['low', 'low'] }, access: 0 }
    const changed = await mel.call(of.change, { ...at(view), body })
    expect(changed).toMatchObject({
      name: 'Ours',
      query: { priority: ['low'] },
      display_filters: view.display_filters,
      access: 1,
      updated_by: mel.user_id,
    })
    const blank = { ...at(view), body: { name: ' ' } }
    expect(await mel.attempt(of.change, blank)).toMatchObject({ status: 400 })
    expect(await mel.call(of.get, at(view))).toEqual(changed)
  })

  it('leaves deleting to the owner and admins', async () => {
    const { ada, mel, bob } = await projectOf('ada', ['mel', MEMBER], ['bob', MEMBER])
    const [one, two] = [await save(mel, { name: 'one' }, of), await save(mel, { name: 'two' }, of)]
    expect(await bob.attempt(of.remove, at(one))).toEqual(notTheirs)
    expect(await mel.attempt(of.remove, at(one))).toEqual(done)
    expect(await ada.attempt(of.remove, at(two))).toEqual(done)
    expect(await list(mel, of)).toEqual([])
    for (const gone of [of.get, of.change, of.remove, of.lock]) {
      expect(await mel.attempt(gone, { ...at(one), body: {} } as never)).toEqual(missing)
    }
  })
})

it('replaces a view like it changes one, and wants a name', async () => {
  const { ada } = await projectOf('ada')
  const view = await save(ada, { name: 'Old' })
  const body = { name: 'New' }
  expect(await ada.call(api.replace, { ...at(view), body })).toMatchObject({ name: 'New' })
  expect(await ada.attempt(api.replace, { ...at(view), body: {} as never })).toMatchObject({
    status: 400,
  })
})

describe.each(kinds)('a private one %s', (_kind, of) => {
  // @cap:views.access
  it('is seen by its owner only, and leaves other people’s favorites', async () => {
    const { ada, mel, bob } = await projectOf('ada', ['mel', MEMBER], ['bob', MEMBER])
    const view = await save(mel, { name: 'Mine' }, of)
    const star = (client: Client) =>
      client.call(favoritesApi.create, {
        body: { entity_type: 'view', entity_identifier: view.id },
      })
    for (const client of [ada, mel, bob]) {
      expect(await star(client)).toMatchObject({ entity_data: { name: 'Mine' } })
      expect(await client.call(of.get, at(view))).toMatchObject({ is_favorite: true })
    }
    const hide = (access: number) => ({ ...at(view), body: { access } })
    expect(await ada.attempt(of.changeAccess, hide(0))).toEqual(refused)
    expect(await mel.attempt(of.changeAccess, hide(7))).toEqual({
      status: 400,
      body: { access: ['"7" is not a valid choice.'] },
    })
    expect(await mel.attempt(of.changeAccess, hide(0))).toEqual(done)
    expect(await mel.attempt(of.changeAccess, hide(0))).toEqual(done)

    for (const client of [ada, bob]) {
      expect(await list(client, of)).toEqual([])
      for (const call of [of.get, of.lock, of.remove]) {
        expect(await client.attempt(call, at(view))).toEqual(missing)
      }
      expect(await client.call(favoritesApi.list)).toEqual([])
      const again = { entity_type: 'view', entity_identifier: view.id } as const
      expect(await client.attempt(favoritesApi.create, { body: again })).toMatchObject({
        status: 400,
      })
    }
    expect(names(await list(mel, of))).toEqual(['Mine'])
    expect(await mel.call(favoritesApi.list)).toHaveLength(1)

    await mel.call(of.changeAccess, hide(1))
    expect(await ada.call(of.get, at(view))).toMatchObject({ access: 1, is_favorite: false })
  })
})

// @cap:views.lock
describe.each(kinds)('a locked one %s', (_kind, of) => {
  it('refuses changes until it is unlocked, by the owner or an admin', async () => {
    const { ada, mel, bob } = await projectOf('ada', ['mel', MEMBER], ['bob', MEMBER])
    const view = await save(mel, { name: 'Fixed' }, of)
    const rename = { ...at(view), body: { name: 'Loose' } }
    expect(await bob.attempt(of.lock, at(view))).toEqual(refused)
    expect(await mel.attempt(of.lock, at(view))).toEqual(done)
    const { updated_at } = await mel.call(of.get, at(view))
    expect(await ada.attempt(of.lock, at(view))).toEqual(done)
    expect(await mel.call(of.get, at(view))).toMatchObject({ is_locked: true, updated_at })
    expect(await mel.attempt(of.change, rename)).toEqual(locked)
    expect(await bob.attempt(of.unlock, at(view))).toEqual(refused)
    expect(await ada.attempt(of.unlock, at(view))).toEqual(done)
    expect(await mel.call(of.change, rename)).toMatchObject({ name: 'Loose', is_locked: false })
  })

  it('is never changed after it was locked, whoever comes first', async () => {
    const { ada } = await projectOf('ada')
    const view = await save(ada, { name: 'Fixed' }, of)
    const tries = Array.from({ length: 6 }, (_, n) =>
      ada.attempt(of.change, { ...at(view), body: { name: `try ${n}` } }),
    )
    await ada.call(of.lock, at(view))
    const settled = await ada.call(of.get, at(view))
    await Promise.all(tries)
    expect(await ada.call(of.get, at(view))).toMatchObject({
      name: settled.name,
      updated_at: settled.updated_at,
    })
  })
})

it('shows guests of a project what it shows them at all', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const view = await save(ada, { name: 'All' })
  expect(await list(gus)).toEqual([])
  for (const call of [api.get, api.items, api.remove]) {
    expect(await gus.attempt(call, at(view))).toEqual(hidden)
  }
  await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
  expect(await list(gus)).toMatchObject([{ id: view.id }])
  expect(await gus.call(api.get, at(view))).toMatchObject({ name: 'All' })
  for (const call of [api.lock, api.changeAccess, api.change]) {
    expect(await gus.attempt(call, { ...at(view), body: { access: 0 } } as never)).toEqual(refused)
  }
  // Users who created one before they became guests still see it.
  await sql`update views set owned_by = ${gus.user_id} where id = ${view.id}`.execute(db)
  await ada.call(projectsApi.change, { body: { guest_view_all_features: false } })
  expect(await list(gus)).toMatchObject([{ id: view.id }])
  expect(await gus.attempt(api.remove, at(view))).toEqual(done)
})

it('shows guests of a workspace only their own of its views', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const view = await save(ada, { name: 'All' }, workspaceViewsApi)
  expect(await list(gus, workspaceViewsApi)).toEqual([])
  expect(await gus.attempt(workspaceViewsApi.get, at(view))).toEqual(missing)
  await sql`update views set owned_by = ${gus.user_id} where id = ${view.id}`.execute(db)
  expect(await list(gus, workspaceViewsApi)).toMatchObject([{ id: view.id }])
})

it('keeps the views of a project, of another and of the workspace apart', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Site', identifier: 'SITE' } })
  const there = ada.at({ project_id: id })
  const own = await save(ada, { name: 'here' })
  await save(there, { name: 'there' })
  const global = await save(ada, { name: 'everywhere' }, workspaceViewsApi)
  expect(names(await list(ada))).toEqual(['here'])
  expect(names(await list(there))).toEqual(['there'])
  expect(names(await list(ada, workspaceViewsApi))).toEqual(['everywhere'])
  expect(await there.attempt(api.get, at(own))).toEqual(missing)
  expect(await ada.attempt(api.get, at(global))).toEqual(missing)
  expect(await ada.attempt(workspaceViewsApi.change, { ...at(own), body: {} })).toEqual(missing)
  await there.call(projectsApi.archive)
  expect(await list(there)).toEqual([])
})

it('lists favorites first, then by name; those of the workspace newest first', async () => {
  const { ada } = await projectOf('ada')
  for (const name of ['b', 'c', 'a']) await save(ada, { name })
  const [, , last] = await list(ada)
  await ada.call(api.addFavorite, { body: { view: last?.id ?? '' } })
  expect(names(await list(ada))).toEqual(['c', 'a', 'b'])

  for (const name of ['y', 'z', 'x']) await save(ada, { name }, workspaceViewsApi)
  const by = async (order_by: string) =>
    names(await ada.call(workspaceViewsApi.list, { query: { order_by } }))
  expect(names(await list(ada, workspaceViewsApi))).toEqual(['x', 'z', 'y'])
  expect(await by('name')).toEqual(['x', 'y', 'z'])
  expect(await by('-name')).toEqual(['z', 'y', 'x'])
  expect(await by('sort_order')).toEqual(['y', 'z', 'x'])
  expect(await by('password')).toEqual(['x', 'z', 'y'])
})

describe('the items of a view', () => {
  it('meet its filters and those of the request, in every shape of the list', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const label = await ada.call(labelsApi.create, { body: { name: 'bug' } })
    const add = (name: string, more: object = {}) =>
      ada.call(workItemsApi.create, { body: { name, ...more } })
    await add('one', { priority: 'high', label_ids: [label.id] })
    await add('two', { priority: 'high' })
    await add('three', { priority: 'low', label_ids: [label.id] })
    const view = await save(ada, { name: 'High', filters: { priority: ['high'] } })
    const ask = async (query: Record<string, string> = {}, of = view) =>
      (await mel.call(api.items, { ...at(of), query })).results

    expect(names((await ask()) as WorkItem[])).toEqual(['two', 'one'])
    expect(names((await ask({ labels: label.id })) as WorkItem[])).toEqual(['one'])
    expect(await ask({ priority: 'low' })).toEqual([])
    expect(names((await ask({ priority: 'high,low' })) as WorkItem[])).toEqual(['two', 'one'])
    expect(await ask({ group_by: 'priority' })).toMatchObject({
      high: { total_results: 2 },
      low: { total_results: 0 },
    })
    expect(await mel.attempt(api.items, { ...at(view), query: { group_by: 'x' } })).toMatchObject({
      status: 400,
    })
    const byName = await save(ada, { name: 'By name', display_filters: { order_by: 'name' } })
    expect(names((await ask({}, byName)) as WorkItem[])).toEqual(['one', 'three', 'two'])
    expect(names((await ask({ order_by: '-name' }, byName)) as WorkItem[])).toEqual([
      ...['two', 'three', 'one'],
    ])
    const plain = await save(ada, { name: 'All' })
    const all = await mel.call(workItemListsApi.project)
    expect(await mel.call(api.items, at(plain))).toEqual(all)
  })

  it('are counted by the groups of their states, whatever else is asked for', async () => {
    const { ada } = await projectOf('ada')
    for (const target_date of ['2026-01-01', '2026-02-01', null]) {
      await ada.call(workItemsApi.create, { body: { name: `due ${target_date}`, target_date } })
    }
    const view = await save(ada, { name: 'Open', filters: { state_group: ['backlog'] } })
    const query = { target_date: '2026-01-15;before' }
    expect(await ada.call(api.items, { ...at(view), query })).toMatchObject({ total_count: 1 })
    const grouped = { ...query, group_by: 'priority' }
    expect(await ada.call(api.items, { ...at(view), query: grouped })).toMatchObject({
      ...{ total_count: 1, results: { none: { total_results: 1 } } },
    })
  })

  it('are seen by whoever sees the view, and only as far as they see items', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    await ada.call(workItemsApi.create, { body: { name: 'hers' } })
    const view = await save(ada, { name: 'All' })
    await sql`update views set owned_by = ${gus.user_id} where id = ${view.id}`.execute(db)
    expect((await gus.call(api.items, at(view))).results).toEqual([])
    const { eve } = await projectOf('eve')
    expect(await eve.attempt(api.items, at(view))).toEqual(missing)
  })
})

describe('favorites', () => {
  it('are added once and removed once, by everybody who sees the view', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const view = await save(ada, { name: 'All', logo_props: { in_use: 'icon' } })
    const add = { body: { view: view.id } }
    expect(await gus.attempt(api.addFavorite, add)).toEqual({
      status: 400,
      body: { view: [`Invalid pk "${view.id}" - object does not exist.`] },
    })
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => ada.attempt(api.addFavorite, add)),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400])
    expect(await ada.attempt(api.addFavorite, add)).toEqual({
      status: 400,
      body: { error: 'The payload is not valid' },
    })
    expect(await ada.call(api.listFavorites)).toMatchObject([
      {
        entity_type: 'view',
        entity_identifier: view.id,
        project_id: ada.place.project_id,
        entity_data: {
          ...{ id: view.id, name: 'All', project_id: ada.place.project_id },
          logo_props: { in_use: 'icon' },
        },
      },
    ])
    const remove = { params: { view_id: view.id } }
    expect(await ada.attempt(api.removeFavorite, remove)).toEqual(done)
    expect(await ada.attempt(api.removeFavorite, remove)).toEqual(missing)
  })

  // @cap:views.delete-removes-favorite
  it('go from everybody’s list when the view is deleted, as visits do', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const view = await save(mel, { name: 'Short-lived' })
    for (const client of [ada, mel]) {
      await client.call(api.addFavorite, { body: { view: view.id } })
      await client.call(api.get, at(view))
      await client.call(recentVisitsApi.list)
    }
    const visits = async () => {
      const { rows } = await sql`
        select from recent_visits where entity_name = 'view' and entity_identifier = ${view.id}`.execute(
        db,
      )
      return rows.length
    }
    expect(await visits()).toBe(2)
    const events = await mel.eventsOf(() => ada.call(api.remove, at(view)))
    expect(events.map(({ type }) => type).sort()).toEqual([
      'favorite.removed',
      'favorite.removed',
      'view.removed',
    ])
    for (const client of [ada, mel]) expect(await client.call(favoritesApi.list)).toEqual([])
    expect(await visits()).toBe(0)
  })
})

it('is found by a part of its name, by whoever sees it', async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const view = await save(ada, { name: 'Due this week' })
  await save(ada, { name: 'Due, private', access: 0 })
  await save(ada, { name: 'Due everywhere' }, workspaceViewsApi)
  const find = async (client: Client) =>
    (await client.call(searchApi.search, { query: { search: 'DUE' } })).results.issue_view
  expect(await find(mel)).toEqual([
    {
      id: view.id,
      name: 'Due this week',
      project_id: ada.place.project_id,
      project__identifier: 'TRAIL',
      workspace__slug: ada.place.slug,
    },
  ])
  expect(await find(ada)).toHaveLength(2)
  expect(await find(gus)).toEqual([])
})

// Events must turn the list before a change into the list after it.
describe.each(kinds)('events %s', (_kind, of) => {
  const isView = (event: LiveEvent): event is ViewEvent => event.type.startsWith('view.')
  const isFavorite = (event: LiveEvent): event is FavoriteEvent =>
    event.type.startsWith('favorite.')

  it('tell the owner’s browsers enough to keep their lists right', async () => {
    const { ada } = await projectOf('ada')
    const first = await save(ada, { name: 'm' }, of)
    await ada.call(favoritesApi.create, {
      body: { entity_type: 'view', entity_identifier: first.id },
    })
    const favorites = () => ada.call(favoritesApi.list, { query: { all: 'true' } })
    const changes = [
      () => save(ada, { name: 'z' }, of),
      () => save(ada, { name: 'a', access: 0 }, of),
      () => ada.call(of.change, { ...at(first), body: { name: 'n', logo_props: { a: 1 } } }),
      () => ada.call(of.lock, at(first)),
      () => ada.call(of.changeAccess, { ...at(first), body: { access: 0 } }),
      () => ada.call(of.remove, at(first)),
    ]
    for (const change of changes) {
      const [before, retained] = [await list(ada, of), await favorites()]
      const events = await ada.eventsOf(change)
      expect(events.filter(isView).reduce(applyViewEvent, before)).toEqual(await list(ada, of))
      const after = events.reduce<Favorite[]>((all, event) => {
        if (isView(event)) return applyViewEventToFavorites(all, event)
        return isFavorite(event) ? applyFavoriteEvent(all, event) : all
      }, retained)
      expect(after).toEqual(await favorites())
    }
  })

  it('say nothing of private views to others, and that one is gone when it becomes private', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const emitted = async (change: () => Promise<unknown>) => {
      const { rows: before } = await sql<{ last: number }>`
        select coalesce(max(id), 0) as last from events`.execute(db)
      await change()
      const { rows } = await sql<{ type: string; to_users: string[] | null; author_id: string }>`
        select type, to_users, author_id from events where id > ${before[0]?.last ?? 0}
        order by id`.execute(db)
      return rows
    }
    const everyone =
      of === api
        ? { to_users: null, author_id: mel.user_id }
        : { to_users: expect.not.arrayContaining([gus.user_id]) }
    let view: View | undefined
    const make = async () => {
      view = await save(mel, { name: 'Mine' }, of)
    }
    expect(await emitted(make)).toMatchObject([{ type: 'view.saved', ...everyone }])
    const id = view?.id ?? ''
    const hide = () => mel.call(of.changeAccess, { params: { id }, body: { access: 0 } })
    expect(await emitted(hide)).toMatchObject([
      { type: 'view.removed', to_users: [ada.user_id] },
      { type: 'view.saved', to_users: [mel.user_id] },
    ])
    const rename = () => mel.call(of.change, { params: { id }, body: { name: 'Still mine' } })
    expect(await emitted(rename)).toMatchObject([{ type: 'view.saved', to_users: [mel.user_id] }])
  })
})
