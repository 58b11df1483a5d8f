import {
  modulesApi as api,
  applyModuleEvent,
  applyModuleLinkEvent,
  estimatesApi,
  favoritesApi,
  GUEST,
  historyApi,
  MEMBER,
  type Module,
  type ModuleEvent,
  type ModulePatch,
  projectMembersApi,
  projectsApi,
  searchApi,
  statesApi,
  workItemListsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { writeVisits } from '#features/recent-visits/service.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const notFound = { status: 404, body: { error: 'Module not found' } }
const done = { status: 204, body: null }
const no = (body: unknown) => ({ status: 400, body })
const noSuch = (id: string) => [`Invalid pk "${id}" - object does not exist.`]

const add = (client: Client, name: string, more: ModulePatch = {}) =>
  client.call(api.create, { body: { name, ...more } })
const item = (client: Client, name = 'walk') => client.call(workItemsApi.create, { body: { name } })
const modulesOf = async (client: Client, id: string) =>
  (await client.call(workItemsApi.get, { params: { id } })).module_ids
const put = (client: Client, { id }: Module, ...items: { id: string }[]) =>
  client.call(api.addItems, { params: { id }, body: { issues: items.map((one) => one.id) } })
const stateOf = async (client: Client, wanted: string) =>
  (await client.call(statesApi.list)).find(({ group }) => group === wanted)?.id ?? ''
const finish = async (client: Client, { id }: { id: string }, group = 'completed') =>
  client.call(workItemsApi.change, {
    params: { id },
    body: { state_id: await stateOf(client, group) },
  })
const close = async (client: Client, module: Module) => {
  await client.call(api.change, { params: { id: module.id }, body: { status: 'completed' } })
  return client.call(api.archive, { params: { id: module.id } })
}
const savedBy = async (client: Client) =>
  (await client.call(favoritesApi.list, { query: { all: 'true' } })).map(
    ({ entity_identifier }) => entity_identifier,
  )

describe('creating', () => {
  it('puts each before the first, with its people and the status backlog', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const first = await add(mel, ' Maps ')
    expect(first).toMatchObject({
      ...{
        name: 'Maps',
        description: '',
        status: 'backlog',
        sort_order: 65535,
        is_favorite: false,
      },
      ...{ lead_id: null, member_ids: [], start_date: null, target_date: null, archived_at: null },
      ...{ total_issues: 0, completed_issues: 0, total_estimate_points: 0, logo_props: {} },
      ...{ project_id: ada.place.project_id, created_by: mel.user_id },
    })
    const second = await add(ada, 'Huts', {
      ...{ lead_id: mel.user_id, member_ids: [ada.user_id, mel.user_id, mel.user_id] },
      ...{ start_date: '2026-03-01', target_date: '2026-03-31', status: 'in-progress' },
    })
    expect(second).toMatchObject({ sort_order: 55535, lead_id: mel.user_id })
    expect(second.member_ids.toSorted()).toEqual([ada.user_id, mel.user_id].toSorted())
    expect(await mel.call(api.list)).toEqual([second, first])
  })

  it('makes one of two with the same name at once', async () => {
    const { ada } = await projectOf('ada')
    const create = () => ada.attempt(api.create, { body: { name: 'Maps' } })
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(await create()).toEqual(no({ error: 'Module with this name already exists' }))
  })

  it('gives ten at once ten places', async () => {
    const { ada } = await projectOf('ada')
    await Promise.all(Array.from({ length: 10 }, (_, n) => add(ada, `m${n}`)))
    const orders = (await ada.call(api.list)).map(({ sort_order }) => sort_order)
    expect(new Set(orders).size).toBe(10)
  })

  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: '  ' }, { name: ['This field may not be blank.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ name: 'x', status: 'lost' }, { status: ['"lost" is not a valid choice.'] }],
    [
      { name: 'x', start_date: '2026-03-02', target_date: '2026-03-01' },
      { non_field_errors: ['Start date cannot exceed target date'] },
    ],
  ])('refuses %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual(no(answer))
    expect(await ada.call(api.list)).toEqual([])
  })

  it('refuses people who are not in the project, and a guest as lead', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const attempt = (more: object) => ada.attempt(api.create, { body: { name: 'x', ...more } })
    for (const { user_id } of [eve, gus]) {
      expect(await attempt({ lead_id: user_id })).toEqual(no({ lead_id: noSuch(user_id) }))
    }
    expect(await attempt({ member_ids: [ada.user_id, eve.user_id] })).toEqual(
      no({ member_ids: { 1: noSuch(eve.user_id) } }),
    )
    expect(await attempt({ member_ids: [gus.user_id] })).toMatchObject({ status: 201 })
  })
})

describe('changing', () => {
  it('changes what is sent and replaces the members as a whole', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await add(ada, 'Maps', { member_ids: [ada.user_id] })
    const params = { id }
    const body = {
      description: 'All of them',
      member_ids: [mel.user_id],
      status: 'planned' as const,
    }
    expect(await mel.call(api.change, { params, body })).toMatchObject({ name: 'Maps', ...body })
    const dates = (start_date: string | null, target_date?: string | null) =>
      ada.attempt(api.change, { params, body: { start_date, ...(target_date && { target_date }) } })
    expect(await dates('2026-03-02', '2026-03-05')).toMatchObject({ status: 200 })
    expect(await dates('2026-03-06')).toEqual(
      no({ non_field_errors: ['Start date cannot exceed target date'] }),
    )
    expect(await ada.attempt(api.replace, { params, body: {} as never })).toEqual(
      no({ name: ['This field is required.'] }),
    )
    const twin = await add(ada, 'Huts')
    const rename = { params: { id: twin.id }, body: { name: 'Maps' } }
    expect(await ada.attempt(api.change, rename)).toEqual(
      no({ error: 'Module with this name already exists' }),
    )
    expect(
      await ada.attempt(api.change, { params: { id: crypto.randomUUID() }, body: {} }),
    ).toEqual(notFound)
  })

  it('forgets who left the project until they come back', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await add(ada, 'Maps', { member_ids: [mel.user_id], lead_id: mel.user_id })
    await mel.call(projectMembersApi.leave)
    const [left] = await ada.call(api.list)
    expect(left?.member_ids).toEqual([])
    // Resubmitting unchanged values is not refused.
    const body = { lead_id: mel.user_id, description: 'x' }
    expect(await ada.attempt(api.change, { params: { id }, body })).toMatchObject({ status: 200 })
  })
})

describe('its items', () => {
  // @cap:modules.items
  it('are added and removed, singly and many at once; one may be in several', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const [maps, huts] = [await add(ada, 'Maps'), await add(ada, 'Huts')]
    const [walk, run] = [await item(ada), await item(ada, 'run')]
    const before = await ada.call(workItemsApi.get, { params: { id: walk.id } })
    const foreign = await item(eve)
    expect(await put(ada, maps, walk, run, foreign)).toEqual({ message: 'success' })
    await put(ada, maps, walk)
    await put(ada, huts, walk)
    expect(await modulesOf(ada, walk.id)).toEqual([maps.id, huts.id].toSorted())
    expect(await modulesOf(ada, run.id)).toEqual([maps.id])
    expect(await modulesOf(eve, foreign.id)).toEqual([])
    const after = await ada.call(workItemsApi.get, { params: { id: walk.id } })
    expect(after.updated_at > before.updated_at).toBe(true)

    const params = { id: maps.id, item_id: walk.id }
    expect(await ada.attempt(api.removeItem, { params })).toEqual(done)
    expect(await ada.attempt(api.removeItem, { params })).toEqual(done)
    expect(await modulesOf(ada, walk.id)).toEqual([huts.id])
    const history = await ada.call(historyApi.list, { params: { id: walk.id } })
    const ofModules = history.filter((entry) => 'field' in entry && entry.field === 'modules')
    expect(ofModules).toMatchObject([
      { verb: 'created', comment: 'added module Maps', new_value: 'Maps', new_identifier: maps.id },
      { verb: 'created', comment: 'added module Huts', new_value: 'Huts' },
      {
        ...{ verb: 'deleted', comment: 'removed this issue from Maps', old_value: 'Maps' },
        ...{ new_value: '', old_identifier: maps.id },
      },
    ])
  })

  it('go into some modules and out of others in one call', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const [maps, huts, foreign] = [
      await add(ada, 'Maps'),
      await add(ada, 'Huts'),
      await add(eve, 'Far'),
    ]
    const { id } = await item(ada)
    const change = (body: object) =>
      ada.attempt(api.changeOfItem, { params: { id }, body: body as never })
    expect(await change({ modules: [maps.id] })).toEqual({
      status: 201,
      body: { message: 'success' },
    })
    await change({ modules: [huts.id], removed_modules: [maps.id] })
    expect(await modulesOf(ada, id)).toEqual([huts.id])
    expect(await change({ modules: [maps.id, foreign.id], removed_modules: [huts.id] })).toEqual(
      no({ modules: { 1: noSuch(foreign.id) } }),
    )
    expect(await modulesOf(ada, id)).toEqual([huts.id])
    const elsewhere = { params: { id: crypto.randomUUID() }, body: { modules: [maps.id] } }
    expect(await ada.attempt(api.changeOfItem, elsewhere)).toEqual(missing)
  })

  it('are listed like the project’s: filtered, grouped, in pages', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const maps = await add(ada, 'Maps')
    const items = [await item(ada, 'a'), await item(ada, 'b'), await item(ada, 'c')]
    await item(ada, 'elsewhere')
    await put(ada, maps, ...items)
    await finish(ada, { id: items[1]?.id ?? '' })
    const params = { id: maps.id }
    const flat = await ada.call(api.items, { params })
    expect(flat.results).toMatchObject([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    const page = await ada.call(api.items, { params, query: { per_page: '2', cursor: '2:1:0' } })
    expect(page).toMatchObject({ total_results: 3, results: [{ name: 'c' }] })
    const query = { group_by: 'state__group', state_group: 'backlog,completed' }
    const grouped = await ada.call(api.items, { params, query })
    expect(grouped.results).toMatchObject({
      backlog: { total_results: 2 },
      completed: { total_results: 1, results: [{ name: 'b' }] },
    })
    const same = { params, query: { group_by: 'priority', sub_group_by: 'priority' } }
    expect(await ada.attempt(api.items, same)).toEqual(
      no({ error: 'Group by and sub group by cannot have same parameters' }),
    )
    // A guest who sees only their own items finds none of theirs here, and counts none.
    expect(await gus.call(api.items, { params })).toMatchObject({ total_results: 0 })
    expect(await gus.call(api.list)).toMatchObject([{ total_issues: 0 }])
    expect(await gus.call(api.listOfWorkspace)).toMatchObject([{ total_issues: 0 }])
    expect(await ada.call(api.listOfWorkspace)).toMatchObject([{ total_issues: 3 }])
  })

  it.each([
    ['nothing', []],
    ['no list', undefined],
  ])('refuses %s', async (_what, issues) => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'Maps')
    const body = { ...(issues && { issues }) }
    expect(await ada.attempt(api.addItems, { params: { id }, body })).toEqual(
      no({ error: 'Issues are required' }),
    )
    const unknown = { params: { id: crypto.randomUUID() }, body: { issues: [crypto.randomUUID()] } }
    expect(await ada.attempt(api.addItems, unknown)).toEqual(missing)
  })

  it('twenty people who add the same at once leave one of each', async () => {
    const { ada } = await projectOf('ada')
    const maps = await add(ada, 'Maps')
    const items = [await item(ada, 'a'), await item(ada, 'b')]
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => put(ada, maps, ...(n % 2 ? items : items.toReversed()))),
    )
    expect(await ada.call(api.items, { params: { id: maps.id } })).toMatchObject({
      total_results: 2,
    })
    const history = await ada.call(historyApi.list, { params: { id: items[0]?.id ?? '' } })
    expect(history.filter((entry) => 'field' in entry && entry.field === 'modules')).toHaveLength(1)
  })
})

describe('opened', () => {
  it('tells how far it is, by people, labels and days, in items and in points', async () => {
    const { ada } = await projectOf('ada')
    const estimate = await ada.call(estimatesApi.create, {
      body: {
        estimate: { name: 'Points', type: 'points', last_used: true },
        estimate_points: [
          { key: 1, value: '2' },
          { key: 2, value: '3.5' },
        ],
      },
    })
    await ada.call(projectsApi.change, { body: { estimate: estimate.id } })
    const [two, more] = estimate.points.map(({ id }) => id)
    const today = new Date().toISOString().slice(0, 10)
    const maps = await add(ada, 'Maps', { start_date: today, target_date: today })
    const make = (name: string, point: string | undefined, more = {}) =>
      ada.call(workItemsApi.create, {
        body: { name, estimate_point: point ?? null, assignee_ids: [ada.user_id], ...more },
      })
    const [walk, run] = [await make('walk', two), await make('run', more)]
    const rest = await make('rest', undefined, { parent_id: walk.id, assignee_ids: [] })
    await put(ada, maps, walk, run, rest)
    await finish(ada, walk)
    await finish(ada, rest, 'cancelled')
    const opened = await ada.call(api.get, { params: { id: maps.id } })
    expect(opened).toMatchObject({
      ...{ total_issues: 3, completed_issues: 1, cancelled_issues: 1, backlog_issues: 1 },
      ...{ total_estimate_points: 5.5, completed_estimate_points: 2, backlog_estimate_points: 3.5 },
      ...{ sub_issues: 1, link_module: [] },
      distribution: { completion_chart: { [today]: 2 } },
      estimate_distribution: { completion_chart: { [today]: 3.5 } },
    })
    expect(opened.distribution.assignees).toMatchObject([
      { assignee_id: ada.user_id, total_issues: 2, completed_issues: 1, pending_issues: 1 },
      { assignee_id: null, total_issues: 1 },
    ])
    const [listed] = await ada.call(api.list)
    expect(listed).toMatchObject({ total_estimate_points: 5.5, completed_estimate_points: 2 })
    // With estimates switched off, points are not summed.
    await ada.call(projectsApi.change, { body: { estimate: null } })
    expect(await ada.call(api.get, { params: { id: maps.id } })).toMatchObject({
      ...{ total_issues: 3, total_estimate_points: 0, estimate_distribution: {} },
    })
  })

  it('draws no chart without dates, nor one of a thousand years', async () => {
    const { ada } = await projectOf('ada')
    const maps = await add(ada, 'Maps')
    await put(ada, maps, await item(ada))
    const params = { id: maps.id }
    const chart = async () => (await ada.call(api.get, { params })).distribution.completion_chart
    expect(await chart()).toEqual({})
    const body = { start_date: '1026-01-01', target_date: '2026-01-01' }
    await ada.call(api.change, { params, body })
    expect(await chart()).toEqual({})
  })

  it('is remembered as a visit, and forgotten when it is deleted', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'Maps')
    const visits = async () => {
      await writeVisits(db)
      const { rows } = await sql`
        select from recent_visits where entity_name = 'module' and entity_identifier = ${id}`.execute(
        db,
      )
      return rows.length
    }
    await ada.call(api.get, { params: { id } })
    expect(await visits()).toBe(1)
    await ada.call(api.remove, { params: { id } })
    expect(await visits()).toBe(0)
  })
})

describe('archiving', () => {
  // @cap:modules.archive-and-restore
  it('is for what is over; favorites go, items keep it and do not show it', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const maps = await add(ada, 'Maps')
    const walk = await item(ada)
    await put(ada, maps, walk)
    const params = { id: maps.id }
    expect(await ada.attempt(api.archive, { params })).toEqual(
      no({ error: 'Only completed or cancelled modules can be archived' }),
    )
    for (const client of [ada, gus]) {
      expect(await client.attempt(api.addFavorite, { body: { module: maps.id } })).toEqual(done)
    }
    await ada.call(api.change, { params, body: { status: 'cancelled' } })
    const { archived_at } = await ada.call(api.archive, { params })
    expect(await ada.call(api.archive, { params })).toEqual({ archived_at })
    expect(await ada.call(api.list)).toEqual([])
    expect(await gus.call(api.listArchived)).toMatchObject([{ id: maps.id, archived_at }])
    expect(await ada.call(api.getArchived, { params })).toMatchObject({ total_issues: 1 })
    expect(await ada.attempt(api.get, { params })).toEqual(notFound)
    for (const client of [ada, gus]) expect(await savedBy(client)).toEqual([])
    expect(await modulesOf(ada, walk.id)).toEqual([])
    expect(await ada.attempt(api.change, { params, body: { name: 'x' } })).toEqual(
      no({ error: 'Archived module cannot be updated' }),
    )
    const late = { params, body: { issues: [walk.id] } }
    expect(await ada.attempt(api.addItems, late)).toEqual(missing)
    expect(await ada.attempt(api.items, { params })).toEqual(missing)

    expect(await ada.attempt(api.restore, { params })).toEqual(done)
    expect(await ada.attempt(api.restore, { params })).toEqual(done)
    expect(await ada.attempt(api.getArchived, { params })).toEqual(notFound)
    expect(await modulesOf(ada, walk.id)).toEqual([maps.id])
    expect(await ada.call(api.list)).toMatchObject([{ total_issues: 1, is_favorite: false }])
  })

  it('changes the clock of its items, so that copies of them hear of it', async () => {
    const { ada } = await projectOf('ada')
    const maps = await add(ada, 'Maps')
    const { id } = await item(ada)
    await put(ada, maps, { id })
    const { server_time } = await ada.call(workItemListsApi.sync, { query: {} })
    await close(ada, maps)
    const query = { updated_at__gt: server_time }
    const { results } = await ada.call(workItemListsApi.sync, { query })
    expect(results).toMatchObject([{ id, module_ids: [] }])
  })
})

describe('deleting', () => {
  // @cap:modules.delete
  it('is for its creator and project admins; its items stay, and know it no longer', async () => {
    const { ada, mel, max, gus } = await projectOf(
      'ada',
      ['mel', MEMBER],
      ['max', MEMBER],
      ['gus', GUEST],
    )
    const [maps, huts] = [await add(mel, 'Maps'), await add(ada, 'Huts')]
    const walk = await item(ada)
    await put(ada, maps, walk)
    await mel.call(api.addLink, { params: { id: maps.id }, body: { url: 'maps.example' } })
    await max.call(favoritesApi.create, {
      body: { entity_type: 'module', entity_identifier: maps.id },
    })
    const params = { id: maps.id }
    for (const client of [max, gus])
      expect(await client.attempt(api.remove, { params })).toEqual(refused)
    expect(await mel.attempt(api.remove, { params: { id: huts.id } })).toEqual(refused)
    expect(await mel.attempt(api.remove, { params })).toEqual(done)
    expect(await ada.attempt(api.remove, { params: { id: huts.id } })).toEqual(done)
    expect(await ada.attempt(api.remove, { params })).toEqual(missing)
    expect(await modulesOf(ada, walk.id)).toEqual([])
    expect(await ada.call(historyApi.list, { params: { id: walk.id } })).toContainEqual(
      expect.objectContaining({ verb: 'deleted', comment: 'removed this issue from Maps' }),
    )
    expect(await savedBy(max)).toEqual([])
    expect(await add(ada, 'Maps')).toMatchObject({ total_issues: 0 })
  })

  it('is taken back by who deleted it, and by admins, with items, links and favorites', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const maps = await add(mel, 'Maps')
    const walk = await item(ada)
    await put(ada, maps, walk)
    const params = { id: maps.id }
    await mel.call(api.addLink, { params, body: { url: 'maps.example' } })
    await max.call(favoritesApi.create, {
      body: { entity_type: 'module', entity_identifier: maps.id },
    })
    expect(await mel.attempt(api.undelete, { params })).toEqual(missing)
    for (const client of [mel, ada]) {
      await mel.call(api.remove, { params })
      expect(await max.attempt(api.undelete, { params })).toEqual(missing)
      expect(await client.attempt(api.undelete, { params })).toEqual(done)
      expect(await ada.call(api.list)).toMatchObject([{ name: 'Maps', total_issues: 1 }])
      expect(await modulesOf(ada, walk.id)).toEqual([maps.id])
      expect(await ada.call(api.links, { params })).toHaveLength(1)
      expect(await savedBy(max)).toEqual([maps.id])
    }
    await mel.call(api.remove, { params })
    await add(ada, 'Maps')
    expect(await mel.attempt(api.undelete, { params })).toEqual(
      no({ error: 'Module with this name already exists' }),
    )
  })

  it('takes it out of what people filter by', async () => {
    const { ada } = await projectOf('ada')
    const [maps, huts] = [await add(ada, 'Maps'), await add(ada, 'Huts')]
    const filters = { module: [maps.id, huts.id], priority: ['high'] }
    await ada.call(projectMembersApi.changeProperties, { body: { filters } })
    await ada.call(api.remove, { params: { id: maps.id } })
    expect(await ada.call(projectMembersApi.properties)).toMatchObject({
      filters: { module: [huts.id], priority: ['high'] },
    })
  })
})

describe('links', () => {
  it('are kept with a scheme, newest first, each once', async () => {
    const { ada } = await projectOf('ada')
    const maps = await add(ada, 'Maps')
    const params = { id: maps.id }
    const link = (url: string, title?: string) =>
      ada.attempt(api.addLink, { params, body: { url, ...(title && { title }) } })
    expect(await link('docs.example', 'Docs')).toMatchObject({
      status: 201,
      body: { url: 'http://docs.example', title: 'Docs', module: maps.id, metadata: {} },
    })
    expect(await link('javascript:alert(1)')).toEqual(no({ url: ['Enter a valid URL.'] }))
    expect(await link('http://docs.example')).toEqual(no({ error: 'URL already exists.' }))
    await link('https://huts.example')
    const [huts, docs] = await ada.call(api.links, { params })
    expect([huts?.url, docs?.url]).toEqual(['https://huts.example', 'http://docs.example'])
    const at = { id: maps.id, link_id: huts?.id ?? '' }
    const change = (body: object) => ada.attempt(api.changeLink, { params: at, body })
    expect(await change({ title: 'Huts' })).toMatchObject({ body: { url: 'https://huts.example' } })
    expect(await change({ url: 'docs.example' })).toEqual(
      no({ error: 'URL already exists for this Issue' }),
    )
    expect(await ada.call(api.getLink, { params: at })).toMatchObject({ title: 'Huts' })
    expect(await ada.attempt(api.removeLink, { params: at })).toEqual(done)
    for (const call of [api.getLink, api.changeLink, api.removeLink]) {
      expect(await ada.attempt(call, { params: at, body: {} } as never)).toEqual(missing)
    }
    expect(await ada.call(api.get, { params })).toMatchObject({ link_module: [docs] })
  })
})

it('is kept at hand by whoever sees it, by either call', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const [maps, huts] = [await add(ada, 'Maps'), await add(ada, 'Huts')]
  const star = (client: Client, module: string) =>
    client.attempt(api.addFavorite, { body: { module } })
  expect(await star(gus, maps.id)).toEqual(done)
  expect(await star(gus, maps.id)).toEqual(no({ error: 'The payload is not valid' }))
  expect(await star(eve, maps.id)).toEqual(no({ module: noSuch(maps.id) }))
  expect(await gus.call(api.list)).toMatchObject([
    { id: maps.id, is_favorite: true },
    { id: huts.id, is_favorite: false },
  ])
  expect(await ada.call(api.list)).toMatchObject([{ id: huts.id }, { id: maps.id }])
  await ada.call(api.change, { params: { id: maps.id }, body: { name: 'Charts' } })
  expect(await gus.call(api.listFavorites)).toMatchObject([
    { entity_type: 'module', entity_data: { name: 'Charts', project_id: maps.project_id } },
  ])
  const params = { id: maps.id }
  expect(await gus.attempt(api.removeFavorite, { params })).toEqual(done)
  expect(await gus.attempt(api.removeFavorite, { params })).toEqual(missing)
})

it('is found by a part of its name, by those in its project', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { id } = await add(ada, 'Alpine maps')
  const find = async (client: Client) =>
    (await client.call(searchApi.search, { query: { search: 'PINE' } })).results.module
  expect(await find(gus)).toMatchObject([{ id, name: 'Alpine maps', project__identifier: 'TRAIL' }])
  await gus.call(projectMembersApi.leave)
  expect(await find(gus)).toEqual([])
})

it('keeps for each person how they want its items shown', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { id } = await add(ada, 'Maps')
  const params = { id }
  const first = await gus.call(api.properties, { params })
  expect(first).toMatchObject({
    module: id,
    user: gus.user_id,
    display_filters: { layout: 'list' },
  })
  const body = { filters: { priority: ['high'] } }
  const answer = await gus.attempt(api.changeProperties, { params, body })
  expect(answer).toMatchObject({ status: 201, body: { ...body, id: first.id } })
  expect(await ada.call(api.properties, { params })).not.toMatchObject(body)
  expect(await ada.attempt(api.properties, { params: { id: crypto.randomUUID() } })).toEqual(
    notFound,
  )
})

it('is read by everybody in the project and changed by its members', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await add(ada, 'Maps')
  const params = { id, item_id: crypto.randomUUID(), link_id: crypto.randomUUID() }
  const body = { name: 'x', url: 'x.example', issues: [crypto.randomUUID()] }
  for (const call of [
    ...[api.create, api.change, api.replace, api.addItems, api.removeItem, api.changeOfItem],
    ...[api.addLink, api.changeLink, api.replaceLink, api.removeLink, api.archive, api.restore],
  ]) {
    expect(await gus.attempt(call, { params, body } as never)).toEqual(refused)
  }
  for (const call of [api.list, api.get, api.items, api.links, api.listArchived, api.properties]) {
    expect(await gus.attempt(call, { params })).toMatchObject({ status: 200 })
    expect(await eve.at(ada.place).attempt(call, { params })).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(call, { params })).toMatchObject({ status: 401 })
  }
})

it('tells other browsers enough to keep their lists right', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const maps = await add(ada, 'Maps')
  const params = { id: maps.id }
  const link = await ada.call(api.addLink, { params, body: { url: 'a.example' } })
  for (const action of [
    () => add(ada, 'Huts', { member_ids: [mel.user_id] }),
    () => ada.call(api.change, { params, body: { name: 'Charts', status: 'completed' } }),
    () => ada.call(api.addLink, { params, body: { url: 'b.example' } }),
    () => ada.call(api.removeLink, { params: { ...params, link_id: link.id } }),
    () => ada.call(api.archive, { params }),
    () => ada.call(api.restore, { params }),
    () => ada.call(api.remove, { params }),
  ]) {
    const read = async () => ({
      live: await ada.call(api.list),
      archived: await ada.call(api.listArchived),
      links:
        (await ada.attempt(api.links, { params })).status === 200
          ? await ada.call(api.links, { params })
          : [],
    })
    const before = await read()
    const events = (await ada.eventsOf(action)).filter(({ type }) =>
      type.startsWith('module'),
    ) as ModuleEvent[]
    const now = await read()
    const byId = (list: { id: string }[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const live = events.reduce((list, event) => applyModuleEvent(list, event), before.live)
    expect(byId(live)).toEqual(byId(now.live))
    const archived = events.reduce(
      (list, event) => applyModuleEvent(list, event, { archived: true }),
      before.archived,
    )
    expect(byId(archived)).toEqual(byId(now.archived))
    if (now.links.length > 0)
      expect(events.reduce(applyModuleLinkEvent, before.links)).toEqual(now.links)
  }
})
