import {
  searchApi as api,
  cyclesApi,
  GUEST,
  MEMBER,
  modulesApi,
  pageAccess,
  pagesApi,
  projectsApi,
  viewAccess,
  viewsApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import { stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger } = await testServer()

const add = (client: Client, name: string, project_id = client.place.project_id ?? '') =>
  client.call(workItemsApi.create, { params: { project_id }, body: { name } })
const find = async (client: Client, query: Record<string, string>) =>
  (await client.call(api.search, { query })).results
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

// @cap:search.global
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

// @cap:search.global
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
  // The item with the typed key comes before newer ones with the same number.
  expect(names((await find(ada, { search: 'trail-1' })).issue)).toEqual(['hut here', 'hut there'])
})

// @cap:search.only-visible
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

/** One of each kind in a project, all with the same name. */
async function furnish(client: Client, name: string) {
  const cycle = await client.call(cyclesApi.create, { body: { name } })
  const module = await client.call(modulesApi.create, { body: { name, status: 'completed' } })
  const view = await client.call(viewsApi.create, { body: { name } })
  const page = await client.call(pagesApi.create, { body: { name } })
  return { cycle, module, view, page }
}

const kinds = ['cycle', 'module', 'issue_view', 'page'] as const
const all = (...found: string[]) => Object.fromEntries(kinds.map((kind) => [kind, found]))

async function namesByKind(client: Client, query: Record<string, string>) {
  const results = await find(client, query)
  return Object.fromEntries(kinds.map((kind) => [kind, names(results[kind])]))
}

// @cap:search.global
it('finds cycles, modules, views and pages, here or everywhere, with the way to them', async () => {
  const { ada } = await projectOf('ada')
  const { slug = '', project_id = '' } = ada.place
  const other = await ada.call(projectsApi.create, { body: { name: 'Site', identifier: 'SITE' } })
  const { cycle, page } = await furnish(ada, 'The hut here')
  await furnish(ada.at({ project_id: other.id }), 'A hut there')
  const hut = { search: 'HUT' }
  const results = await find(ada, { ...hut, project_id })
  const place = { project_id, project__identifier: 'TRAIL', workspace__slug: slug }
  expect(results.cycle).toEqual([{ id: cycle.id, name: 'The hut here', ...place }])
  expect(results.module).toEqual([{ id: expect.any(String), name: 'The hut here', ...place }])
  expect(results.issue_view).toEqual([{ id: expect.any(String), name: 'The hut here', ...place }])
  expect(results.page).toEqual([
    {
      ...{ id: page.id, name: 'The hut here', workspace__slug: slug },
      ...{ project_ids: [project_id], project_identifiers: ['TRAIL'] },
    },
  ])
  const both = all('A hut there', 'The hut here')
  expect(await namesByKind(ada, hut)).toEqual(both)
  expect(await namesByKind(ada, { ...hut, project_id, workspace_search: 'true' })).toEqual(both)
})

// @cap:search.only-visible
it('finds no private page or view of others, and nothing that is archived', async () => {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const hut = { search: 'hut' }
  const { cycle, module, view, page } = await furnish(ada, 'hut')
  expect(await namesByKind(bob, hut)).toEqual(all('hut'))
  // A guest who sees only their own items sees neither views nor pages of others.
  expect(await namesByKind(gus, hut)).toMatchObject({ issue_view: [], page: [] })

  const ofView = { params: { id: view.id } }
  await ada.call(viewsApi.changeAccess, { ...ofView, body: { access: viewAccess.private } })
  const ofPage = { params: { id: page.id } }
  await ada.call(pagesApi.changeAccess, { ...ofPage, body: { access: pageAccess.private } })
  expect(await namesByKind(bob, hut)).toMatchObject({ issue_view: [], page: [] })
  expect(await namesByKind(ada, hut)).toEqual(all('hut'))

  const done = await ada.call(workItemsApi.create, {
    body: { name: 'hut', state_id: await stateOf(ada, 'completed') },
  })
  expect(names((await find(ada, hut)).issue)).toEqual(['hut'])
  await ada.call(workItemsApi.archive, { params: { id: done.id } })
  await ada.call(modulesApi.archive, { params: { id: module.id } })
  await ada.call(pagesApi.archive, ofPage)
  expect(await find(ada, hut)).toMatchObject({ issue: [], module: [], page: [] })
  await ada.call(cyclesApi.remove, { params: { id: cycle.id } })
  await ada.call(viewsApi.remove, ofView)
  expect(await namesByKind(ada, hut)).toEqual(all())
})
