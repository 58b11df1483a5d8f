import {
  ADMIN,
  teamspacesApi as api,
  applyTeamspaceEvent,
  favoritesApi,
  GUEST,
  labelsApi,
  MEMBER,
  projectsApi,
  type Teamspace,
  type TeamspaceEvent,
  teamViewsApi as views,
  type WorkItem,
  workspaceViewsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, addItemOf, missing, refused } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database
const no = (body: unknown) => ({ status: 400, body })
const done = { status: 204, body: null }
const noSuch = (id: string) => [`Invalid pk "${id}" - object does not exist.`]

const make = (client: Client, name: string, more = {}) =>
  client.call(api.create, { body: { name, ...more } })
const at = ({ id }: Teamspace) => ({ teamspace_id: id })
const namesOf = async (client: Client) => (await client.call(api.list)).map(({ name }) => name)

async function anotherProject(client: Client, identifier = 'HUTS', body = {}) {
  const { id } = await client.call(projectsApi.create, {
    body: { name: identifier, identifier, ...body },
  })
  return client.at({ project_id: id })
}
const join = (client: Client, { place }: Client, role: number = MEMBER) =>
  sql`
    insert into project_members (workspace_id, project_id, user_id, role)
    select workspace_id, id, ${client.user_id}, ${role} from projects
    where id = ${place.project_id}`.execute(db)

const itemsOf = async (client: Client, team: Teamspace, query = {}) => {
  const { results } = await client.call(api.items, { params: at(team), query })
  return (results as WorkItem[]).map(({ name }) => name).toSorted()
}

// @cap:teamspaces.manage
describe('a teamspace', () => {
  it('is made by an admin, who is in it with the lead and the others', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const project_ids = [ada.place.project_id ?? '']
    const first = await make(ada, ' Maps ', {
      ...{ lead_id: mel.user_id, member_ids: [max.user_id], project_ids },
      description_html: '<p>North<script>alert(1)</script></p>',
    })
    expect(first).toMatchObject({
      ...{ name: 'Maps', lead_id: mel.user_id, project_ids, sort_order: 65535 },
      ...{ description_html: '<p>North</p>', logo_props: {}, created_by: ada.user_id },
      member_ids: [ada.user_id, mel.user_id, max.user_id].toSorted(),
    })
    const second = await make(ada, 'Huts')
    expect(second).toMatchObject({ sort_order: 55535, member_ids: [ada.user_id], lead_id: null })
    expect(await ada.call(api.list)).toEqual([second, first])
    expect(await mel.call(api.list)).toEqual([first])
    expect(await mel.call(api.get, { params: at(first) })).toEqual(first)
    expect(await mel.attempt(api.get, { params: at(second) })).toEqual(missing)
    expect(await mel.attempt(api.create, { body: { name: 'Own' } })).toEqual(refused)
  })

  it('is changed by its lead or an admin, and by nobody else', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const team = await make(ada, 'Maps', { lead_id: mel.user_id, member_ids: [max.user_id] })
    const params = at(team)
    const change = (client: Client, body: object) => client.attempt(api.change, { params, body })
    expect(await change(mel, { name: 'Paths' })).toMatchObject({ body: { name: 'Paths' } })
    expect(await change(ada, { name: 'Trails' })).toMatchObject({ body: { name: 'Trails' } })
    expect(await change(max, { name: 'Mine' })).toEqual(refused)
    // These users, and the lead.
    expect(await change(mel, { member_ids: [max.user_id] })).toMatchObject({
      body: { member_ids: [mel.user_id, max.user_id].toSorted(), name: 'Trails' },
    })
    expect(await change(mel, { member_ids: [] })).toMatchObject({
      body: { member_ids: [mel.user_id] },
    })
    expect(await change(max, {})).toEqual(missing)
    expect(await mel.attempt(api.remove, { params })).toEqual(refused)
    expect(await ada.attempt(api.remove, { params })).toEqual(done)
    expect(await namesOf(ada)).toEqual([])
  })

  it('has a name of its own, also when two are made at once', async () => {
    const { ada } = await projectOf('ada')
    const taken = no({ name: 'The teamspace name is already taken' })
    const create = () => ada.attempt(api.create, { body: { name: 'Maps' } })
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(await create()).toEqual(taken)
    const huts = await make(ada, 'Huts')
    const params = at(huts)
    expect(await ada.attempt(api.change, { params, body: { name: 'Maps' } })).toEqual(taken)
    await ada.call(api.remove, { params: at((await ada.call(api.list))[1] as Teamspace) })
    expect(await create()).toMatchObject({ status: 201 })
  })

  it('refuses guests, strangers, and projects of others or archived ones', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const attempt = (more: object) => ada.attempt(api.create, { body: { name: 'x', ...more } })
    for (const { user_id } of [gus, eve]) {
      expect(await attempt({ lead_id: user_id })).toEqual(no({ lead_id: noSuch(user_id) }))
      expect(await attempt({ member_ids: [ada.user_id, user_id] })).toEqual(
        no({ member_ids: { 1: noSuch(user_id) } }),
      )
    }
    const foreign = eve.place.project_id ?? ''
    expect(await attempt({ project_ids: [foreign] })).toEqual(
      no({ project_ids: { 0: noSuch(foreign) } }),
    )
    const own = ada.place.project_id ?? ''
    await ada.call(projectsApi.archive)
    expect(await attempt({ project_ids: [own] })).toEqual(no({ project_ids: { 0: noSuch(own) } }))
    expect(await attempt({ name: ' ' })).toEqual(no({ name: ['This field may not be blank.'] }))
    expect(await ada.call(api.list)).toEqual([])
  })

  it('takes people and projects in and lets them go, one by one', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const team = await make(ada, 'Maps', { lead_id: mel.user_id })
    const params = at(team)
    const project_id = ada.place.project_id ?? ''
    const grown = await mel.call(api.addMembers, { params, body: { member_ids: [max.user_id] } })
    expect(grown.member_ids).toContain(max.user_id)
    const wider = await mel.call(api.addProjects, { params, body: { project_ids: [project_id] } })
    expect(wider.project_ids).toEqual([project_id])
    expect(await max.attempt(api.removeProject, { params: { ...params, project_id } })).toEqual(
      refused,
    )
    expect(await mel.attempt(api.removeProject, { params: { ...params, project_id } })).toEqual(
      done,
    )
    expect(await mel.attempt(api.removeProject, { params: { ...params, project_id } })).toEqual(
      missing,
    )
    const out = { params: { ...params, user_id: max.user_id } }
    expect(await mel.attempt(api.removeMember, out)).toEqual(done)
    expect(await mel.attempt(api.removeMember, out)).toEqual(missing)
    expect(await max.attempt(api.get, { params })).toEqual(missing)
    expect(await mel.attempt(api.leave, { params })).toEqual(done)
    expect(await ada.call(api.get, { params })).toMatchObject({
      ...{ lead_id: null, member_ids: [ada.user_id], project_ids: [] },
    })
  })

  it('tells those in it enough to keep their lists right', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const team = await make(ada, 'Maps', { member_ids: [mel.user_id] })
    const params = at(team)
    const out = { params: { ...params, user_id: mel.user_id } }
    const actions = [
      () => ada.call(api.change, { params, body: { name: 'Paths' } }),
      () => make(ada, 'Huts'),
      () => ada.call(api.removeMember, out),
      () => ada.call(api.addMembers, { params, body: { member_ids: [mel.user_id] } }),
      () => ada.call(api.remove, { params }),
    ]
    for (const action of actions) {
      const before = await mel.call(api.list)
      const { rows } = await sql<{ last: number }>`
        select coalesce(max(id), 0) as last from events`.execute(db)
      await action()
      const emitted = await sql<{ event: TeamspaceEvent }>`
        select jsonb_build_object('type', type) || payload as event from events
        where id > ${rows[0]?.last ?? 0} and ${mel.user_id} = any(to_users)
        order by id`.execute(db)
      const after = emitted.rows.reduce(
        (list, { event }) => applyTeamspaceEvent(list, event),
        before,
      )
      expect(after).toEqual(await mel.call(api.list))
    }
  })
})

// @cap:teamspaces.no-extra-rights
it('opens no project to anybody', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const huts = await anotherProject(ada, 'HUTS', { network: 0 })
  await addItem(ada, 'path')
  await addItem(huts, 'roof')
  const project_ids = [ada.place.project_id, huts.place.project_id]
  const team = await make(ada, 'Maps', { member_ids: [mel.user_id], project_ids })
  expect(await itemsOf(ada, team)).toEqual(['path', 'roof'])
  expect(await itemsOf(mel, team)).toEqual(['path'])
  const inside = mel.at({ project_id: huts.place.project_id ?? '' })
  expect(await inside.attempt(projectsApi.get)).toEqual(refused)
  const grouped = await mel.call(api.items, {
    params: at(team),
    query: { group_by: 'team_project' },
  })
  expect(Object.keys(grouped.results)).toEqual([ada.place.project_id])
  // A guest of a project sees items they created there.
  await join(mel, huts, GUEST)
  expect(await itemsOf(mel, team)).toEqual(['path'])
  await addItemOf(db, huts, mel, 'leak')
  expect(await itemsOf(mel, team)).toEqual(['leak', 'path'])
})

describe('its list', () => {
  it('filters and groups by project, and holds nothing of others', async () => {
    const { ada } = await projectOf('ada')
    const huts = await anotherProject(ada)
    const shop = await anotherProject(ada, 'SHOP')
    await addItem(ada, 'path', { priority: 'high' })
    await addItem(huts, 'roof')
    await addItem(shop, 'till')
    const [maps, other] = [ada.place.project_id ?? '', huts.place.project_id ?? '']
    const team = await make(ada, 'Maps', { project_ids: [maps, other] })
    expect(await itemsOf(ada, team)).toEqual(['path', 'roof'])
    expect(await itemsOf(ada, team, { team_project: other })).toEqual(['roof'])
    expect(await itemsOf(ada, team, { priority: 'high' })).toEqual(['path'])
    expect(await itemsOf(ada, team, { team_project: shop.place.project_id })).toEqual([])
    const query = { group_by: 'team_project' }
    const { results, total_count } = await ada.call(api.items, { params: at(team), query })
    expect(total_count).toBe(2)
    expect(Object.keys(results).toSorted()).toEqual([maps, other].toSorted())
    const states = await ada.call(api.items, { params: at(team), query: { group_by: 'state_id' } })
    expect(Object.keys(states.results)).toHaveLength(10)
    await huts.call(projectsApi.archive)
    expect(await itemsOf(ada, team)).toEqual(['path'])
  })

  it('is shown to each person as they want it', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const team = await make(ada, 'Maps', { member_ids: [mel.user_id] })
    const params = at(team)
    const first = await ada.call(api.properties, { params })
    expect(first).toMatchObject({ teamspace: team.id, user: ada.user_id })
    expect(first.display_filters).toMatchObject({ layout: 'list' })
    const display_filters = { layout: 'kanban' }
    const body = { display_filters }
    expect(await ada.call(api.changeProperties, { params, body })).toMatchObject({
      ...{ id: first.id, display_filters, filters: first.filters },
    })
    expect(await mel.call(api.properties, { params })).toMatchObject({
      display_filters: { layout: 'list' },
    })
  })
})

// @cap:teamspaces.views
describe('its views', () => {
  async function team() {
    const people = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const { ada, mel, max } = people
    const project_ids = [ada.place.project_id]
    const member_ids = [mel.user_id, max.user_id]
    const made = await make(ada, 'Maps', { lead_id: mel.user_id, member_ids, project_ids })
    const params = at(made)
    return { ...people, params, made }
  }

  it('are the team’s own, apart from those of projects and of the workspace', async () => {
    const { ada, max, params } = await team()
    await addItem(ada, 'path', { priority: 'high' })
    await addItem(ada, 'bridge')
    const filters = { priority: ['high'] }
    const view = await max.call(views.create, { params, body: { name: 'Urgent', filters } })
    expect(view).toMatchObject({ project: null, teamspace: params.teamspace_id, access: 1 })
    expect(await ada.call(views.list, { params })).toEqual([view])
    expect(await max.call(workspaceViewsApi.list)).toEqual([])
    expect(await max.attempt(workspaceViewsApi.get, { params: { id: view.id } })).toEqual(missing)
    const own = { ...params, id: view.id }
    const { results } = await ada.call(views.items, { params: own })
    expect((results as WorkItem[]).map(({ name }) => name)).toEqual(['path'])
    const changed = await max.call(views.change, { params: own, body: { name: 'Late' } })
    expect(changed.name).toBe('Late')
  })

  it('are private or public, locked by owner or lead, and removed by them', async () => {
    const { ada, mel, max, params } = await team()
    const view = await max.call(views.create, { params, body: { name: 'Mine', access: 0 } })
    const own = { ...params, id: view.id }
    expect(await mel.call(views.list, { params })).toEqual([])
    expect(await mel.attempt(views.get, { params: own })).toEqual(missing)
    await max.call(views.changeAccess, { params: own, body: { access: 1 } })
    expect(await mel.call(views.list, { params })).toHaveLength(1)
    expect(await mel.attempt(views.change, { params: own, body: { name: 'x' } })).toEqual(
      no({ error: 'Only the owner of the view can update the view' }),
    )
    expect(await mel.attempt(views.lock, { params: own })).toEqual(done)
    expect(await max.attempt(views.change, { params: own, body: { name: 'x' } })).toEqual(
      no({ error: 'view is locked' }),
    )
    expect(await max.attempt(views.unlock, { params: own })).toEqual(done)
    expect(await mel.attempt(views.remove, { params: own })).toEqual(done)
    expect(await ada.call(views.list, { params })).toEqual([])
  })

  it('go with the teamspace, and with what people kept of both', async () => {
    const { ada, max, params, made } = await team()
    const view = await max.call(views.create, { params, body: { name: 'Mine', access: 0 } })
    const addFavorite = (entity_type: 'view' | 'teamspace', entity_identifier: string) =>
      max.call(favoritesApi.create, { body: { entity_type, entity_identifier } })
    await addFavorite('view', view.id)
    await addFavorite('teamspace', made.id)
    const favoriteIds = async () =>
      (await max.call(favoritesApi.list, { query: {} })).map((one) => one.entity_data)
    expect(await favoriteIds()).toEqual([
      { id: made.id, name: 'Maps', logo_props: {} },
      expect.objectContaining({ id: view.id, teamspace_id: made.id, project_id: null }),
    ])
    // After leaving the teamspace neither is shown.
    const out = { ...params, user_id: max.user_id }
    await ada.call(api.removeMember, { params: out })
    expect(await favoriteIds()).toEqual([])
    await ada.call(api.addMembers, { params, body: { member_ids: [max.user_id] } })
    expect(await favoriteIds()).toHaveLength(2)
    const become = (role: number) =>
      sql`update workspace_members set role = ${role} where user_id = ${max.user_id}`.execute(db)
    await become(GUEST)
    expect(await favoriteIds()).toEqual([])
    await become(MEMBER)
    expect(await favoriteIds()).toHaveLength(2)
    await ada.call(api.remove, { params })
    expect(await favoriteIds()).toEqual([])
    const { rows } = await sql`
      select from views where teamspace_id = ${made.id} and deleted_at is null`.execute(db)
    expect(rows).toEqual([])
  })

  it('forget labels that are gone', async () => {
    const { ada, params } = await team()
    const label = await ada.call(labelsApi.create, { body: { name: 'wet' } })
    const body = { name: 'Wet', filters: { labels: [label.id] } }
    const { id } = await ada.call(views.create, { params, body })
    await ada.call(labelsApi.remove, { params: { id: label.id } })
    expect(await ada.call(views.get, { params: { ...params, id } })).toMatchObject({
      filters: { labels: [] },
    })
  })
})

it.each([...Object.entries(api), ...Object.entries(views)])(
  'keeps %s from strangers, guests, other workspaces and those who are not in it',
  async (_, call) => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve', ['bob', ADMIN])
    const team = await make(ada, 'Maps')
    const view = await ada.call(views.create, { params: at(team), body: { name: 'All' } })
    const params = { ...at(team), id: view.id, user_id: ada.user_id }
    const body = { name: 'x', member_ids: [], project_ids: [], access: 1 }
    const input = { params, body } as never
    expect(await stranger.at(ada.place).attempt(call, input)).toMatchObject({ status: 401 })
    expect(await gus.attempt(call, input)).toEqual(refused)
    expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
    if (call === api.list) return expect(await mel.call(api.list)).toEqual([])
    const byAdminsOnly = call === api.create || call === api.remove
    expect(await mel.attempt(call, input)).toEqual(byAdminsOnly ? refused : missing)
  },
)
