import {
  recentVisitsApi as api,
  cyclesApi,
  GUEST,
  modulesApi,
  projectsApi,
  viewsApi,
  workItemListsApi,
  workItemsApi,
  workspaceViewsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()

const add = (client: Client, name: string) => client.call(workItemsApi.create, { body: { name } })
const open = (client: Client, id: string) => client.call(workItemsApi.get, { params: { id } })
const visited = async (client: Client, entity_name?: string) => {
  const visits = await client.call(api.list, { ...(entity_name && { query: { entity_name } }) })
  return visits.map(({ entity_identifier }) => entity_identifier)
}

// @cap:home.recents
it('lists what was opened, the latest first, with what it is now', async () => {
  const { ada } = await projectOf('ada')
  const { project_id = '' } = ada.place
  const item = await add(ada, 'Offline tiles')
  const second = await add(ada, 'Second')
  expect(await visited(ada)).toEqual([])
  await open(ada, item.id)
  await ada.call(workItemListsApi.project)
  await ada.call(workItemsApi.byKey, { params: { key: 'TRAIL-2' } })
  expect(await visited(ada)).toEqual([second.id, project_id, item.id])
  await open(ada, item.id)
  const params = { id: item.id }
  await ada.call(workItemsApi.change, {
    params,
    body: { name: 'Tiles', assignee_ids: [ada.user_id] },
  })
  const [first, , third] = await ada.call(api.list)
  expect(first).toEqual({
    id: first?.id,
    entity_name: 'issue',
    entity_identifier: item.id,
    visited_at: first?.visited_at,
    entity_data: {
      id: item.id,
      name: 'Tiles',
      priority: 'none',
      sequence_id: 1,
      project_id,
      project_identifier: 'TRAIL',
      is_epic: false,
      assignees: [ada.user_id],
      type: null,
      state: item.state_id,
      state__group: 'backlog',
      state__color: '#60646C',
    },
  })
  expect(third).toMatchObject({
    entity_name: 'project',
    entity_data: {
      id: project_id,
      name: 'Trail Maps',
      identifier: 'TRAIL',
      logo_props: {},
      project_members: [ada.user_id],
    },
  })
  expect(await visited(ada, 'project')).toEqual([project_id])
  expect(await visited(ada, 'issue')).toEqual([item.id, second.id])
  expect(await visited(ada, 'cycle')).toEqual([])
  expect(await visited(ada, 'nothing')).toEqual([])
})

it('lists cycles, modules and views where they are asked for, as far as one may see them', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { project_id } = ada.place
  const cycle = await ada.call(cyclesApi.create, { body: { name: 'Spring' } })
  const module = await ada.call(modulesApi.create, { body: { name: 'Camp' } })
  const view = await ada.call(viewsApi.create, { body: { name: 'Mine', access: 1 } })
  const wide = await ada.call(workspaceViewsApi.create, { body: { name: 'Everywhere' } })
  for (const client of [ada, gus]) {
    await client.call(cyclesApi.get, { params: { id: cycle.id } })
    await client.call(modulesApi.get, { params: { id: module.id } })
    await client.attempt(viewsApi.get, { params: { id: view.id } })
  }
  await ada.call(workspaceViewsApi.get, { params: { id: wide.id } })
  expect(await visited(ada)).toEqual([])
  const all = 'view,cycle,module'
  expect(await visited(ada, all)).toEqual([wide.id, view.id, module.id, cycle.id])
  const [last, , , first] = await ada.call(api.list, { query: { entity_name: all } })
  expect([last, first]).toMatchObject([
    { entity_data: { name: 'Everywhere', project_id: null, project_identifier: null } },
    {
      entity_name: 'cycle',
      entity_data: {
        ...{ id: cycle.id, name: 'Spring', logo_props: {} },
        ...{ project_id, project_identifier: 'TRAIL' },
      },
    },
  ])
  expect(await visited(ada, 'cycle')).toEqual([cycle.id])
  expect(await visited(gus, all)).toEqual([module.id, cycle.id])
  await ada.call(modulesApi.remove, { params: { id: module.id } })
  expect(await visited(gus, all)).toEqual([cycle.id])
})

it('records the first page of a list only', async () => {
  const { ada } = await projectOf('ada')
  await ada.call(workItemListsApi.project, { query: { cursor: '50:1:0', per_page: '50' } })
  expect(await visited(ada)).toEqual([])
  await ada.call(workItemListsApi.project, { query: { cursor: '50:0:0', per_page: '50' } })
  expect(await visited(ada)).toEqual([ada.place.project_id])
})

// @cap:home.recents
it('keeps the latest twenty', async () => {
  const { ada } = await projectOf('ada')
  const ids: string[] = []
  for (let n = 0; n < 22; n++) ids.push((await add(ada, `item ${n}`)).id)
  for (const id of ids) await open(ada, id)
  expect(await visited(ada)).toEqual(ids.slice(2).reverse())
})

// @cap:home.recents
it('forgets what one may no longer see, and says what is gone', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const item = await add(ada, 'Not for guests')
  await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
  await open(gus, item.id)
  await open(ada, item.id)
  expect(await visited(gus)).toEqual([item.id])
  await ada.call(projectsApi.change, { body: { guest_view_all_features: false } })
  expect(await visited(gus)).toEqual([])
  expect(await visited(ada)).toEqual([item.id])

  const { project_id } = ada.place
  await ada.call(projectsApi.archive)
  expect(await visited(ada)).toEqual([])
  await ada.call(projectsApi.restore)
  await sql`delete from project_members where user_id = ${gus.user_id}`.execute(database.db)
  expect(await visited(gus)).toEqual([])
  await sql`update projects set deleted_at = now() where id = ${project_id}`.execute(database.db)
  const [gone] = await ada.call(api.list, { query: { entity_name: 'project' } })
  expect(gone?.entity_data ?? null).toBeNull()
})

it('is nobody else’s', async () => {
  const { ada, bob } = await projectOf('ada', 'bob')
  const { eve } = await projectOf('eve')
  await ada.call(workItemListsApi.project)
  expect(await visited(bob)).toEqual([])
  expect(await eve.at(ada.place).attempt(api.list)).toMatchObject({ status: 403 })
  expect(await stranger.at(ada.place).attempt(api.list)).toMatchObject({ status: 401 })
})
