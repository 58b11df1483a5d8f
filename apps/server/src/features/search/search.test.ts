import { searchApi as api, GUEST, projectsApi, workItemsApi, workspacesApi } from '@cairn/contract'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger } = await testServer()

const add = (client: Client, name: string, project_id = client.place.project_id ?? '') =>
  client.call(workItemsApi.create, { params: { project_id }, body: { name } })
const find = async (client: Client, query: Record<string, string>) =>
  (await client.call(api.search, { query })).results
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

it('finds workspaces, projects and items by a part of their name, identifier or number', async () => {
  const { ada } = await projectOf('ada')
  const { slug = '', project_id = '' } = ada.place
  const item = await add(ada, 'Offline tiles')
  const second = await add(ada, '100 % of the huts')
  const { id } = await ada.call(projectsApi.create, {
    body: { name: 'Offline Maps', identifier: 'OFF' },
  })
  expect(await find(ada, { search: 'OFFline' })).toEqual({
    workspace: [],
    project: [{ id, name: 'Offline Maps', identifier: 'OFF', workspace__slug: slug }],
    issue: [
      {
        id: item.id,
        name: 'Offline tiles',
        sequence_id: 1,
        project_id,
        project__name: 'Trail Maps',
        project__identifier: 'TRAIL',
        workspace__slug: slug,
        state__name: 'Backlog',
        state__group: 'backlog',
        state__color: '#60646C',
        type_id: null,
        start_date: null,
      },
    ],
    cycle: [],
    module: [],
    issue_view: [],
    page: [],
  })
  expect(names((await find(ada, { search: 'trail-2' })).issue)).toEqual(['100 % of the huts'])
  expect(names((await find(ada, { search: '0 %' })).issue)).toEqual([second.name])
  expect(names((await find(ada, { search: 'acm' })).workspace)).toEqual(['Acme'])
  expect(Object.values(await find(ada, { search: '  ' })).flat()).toEqual([])
})

it('stays in one project unless the whole workspace is asked for', async () => {
  const { ada } = await projectOf('ada')
  const { project_id = '' } = ada.place
  const other = await ada.call(projectsApi.create, { body: { name: 'Site', identifier: 'SITE' } })
  await add(ada, 'hut here')
  await add(ada, 'hut there', other.id)
  const hut = { search: 'hut' }
  expect(names((await find(ada, { ...hut, project_id })).issue)).toEqual(['hut here'])
  for (const query of [hut, { ...hut, project_id, workspace_search: 'true' }]) {
    expect(names((await find(ada, query)).issue)).toEqual(['hut there', 'hut here'])
  }
  // Whose key was typed stands above the newer ones of the same number.
  expect(names((await find(ada, { search: 'trail-1' })).issue)).toEqual(['hut here', 'hut there'])
})

it('shows nobody what they cannot see', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const hut = { query: { search: 'hut' } }
  await add(ada, 'hut of ada')
  const closed = await ada.call(projectsApi.create, { body: { name: 'huts', identifier: 'HUTS' } })
  await add(ada, 'hut elsewhere', closed.id)

  expect(await find(gus, hut.query)).toMatchObject({ project: [], issue: [] })
  await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
  expect(names((await find(gus, hut.query)).issue)).toEqual(['hut of ada'])
  expect(await find(eve, hut.query)).toMatchObject({ project: [], issue: [] })

  const query = { search: 'hut', project_id: closed.id }
  for (const client of [gus, eve]) {
    expect(await client.attempt(api.search, { query })).toEqual({
      status: 400,
      body: { project_id: [`Invalid pk "${closed.id}" - object does not exist.`] },
    })
  }
  await ada.call(projectsApi.archive, { params: { project_id: closed.id } })
  expect(await find(ada, hut.query)).toMatchObject({ project: [] })
  expect(names((await find(ada, hut.query)).issue)).toEqual(['hut of ada'])

  expect(await eve.at(ada.place).attempt(api.search, hut)).toMatchObject({ status: 403 })
  expect(await stranger.at(ada.place).attempt(api.search, hut)).toMatchObject({ status: 401 })
  const wrong = { search: 'hut', project_id: 'here' }
  expect(await ada.attempt(api.search, { query: wrong })).toMatchObject({ status: 400 })
  await ada.call(workspacesApi.create, { body: { name: 'Hut two', slug: `${ada.place.slug}-2` } })
  expect(names((await find(ada, hut.query)).workspace)).toEqual(['Hut two'])
})
