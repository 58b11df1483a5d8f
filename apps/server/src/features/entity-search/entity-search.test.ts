import {
  accountApi,
  entitySearchApi as api,
  cyclesApi,
  type FoundEntities,
  GUEST,
  MEMBER,
  modulesApi,
  pageAccess,
  pagesApi,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const find = (client: Client, query: Record<string, string> = {}) =>
  client.call(api.search, { query })

/** Only the names, by type. */
const names = async (client: Client, query: Record<string, string>) => {
  const found = await find(client, query)
  return Object.fromEntries(
    Object.entries(found).map(([type, rows]) => [
      type,
      rows.map((row) => ('name' in row ? row.name : row.member__display_name)),
    ]),
  ) as Record<keyof FoundEntities, string[]>
}

async function furnished() {
  const people = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const { ada } = people
  const project_id = ada.place.project_id ?? ''
  const item = await ada.call(workItemsApi.create, {
    body: { name: 'Tarn of the huts', priority: 'high' },
  })
  const cycle = await ada.call(cyclesApi.create, { body: { name: 'Tarn spring' } })
  const module = await ada.call(modulesApi.create, { body: { name: 'Tarn maps' } })
  const page = await ada.call(pagesApi.create, { body: { name: 'Tarn handbook' } })
  return { ...people, project_id, item, cycle, module, page }
}

const everything = 'user_mention,project,issue,cycle,module,page'

// @cap:search.entity
it('finds people, items, pages, projects, cycles and modules, each with what a text shows', async () => {
  const { ada, project_id, item, cycle, module, page } = await furnished()
  await ada.call(projectsApi.change, { body: { name: 'Tarn' } })
  await ada.call(accountApi.change, { body: { last_name: 'Tarnhelm' } })
  const { slug = '' } = ada.place
  expect(await find(ada, { query: 'tARn', query_type: everything, project_id })).toEqual({
    user_mention: [
      { member__id: ada.user_id, member__display_name: 'ada', member__avatar_url: null },
    ],
    project: [
      { id: project_id, name: 'Tarn', identifier: 'TRAIL', logo_props: {}, workspace__slug: slug },
    ],
    issue: [
      {
        ...{ id: item.id, name: 'Tarn of the huts', sequence_id: 1, project_id },
        ...{ project__identifier: 'TRAIL', priority: 'high', state_id: item.state_id },
        type_id: null,
      },
    ],
    cycle: [
      {
        ...{ id: cycle.id, name: 'Tarn spring', project_id, project__identifier: 'TRAIL' },
        ...{ status: 'DRAFT', workspace__slug: slug },
      },
    ],
    module: [
      {
        ...{ id: module.id, name: 'Tarn maps', project_id, project__identifier: 'TRAIL' },
        ...{ status: 'backlog', workspace__slug: slug },
      },
    ],
    page: [
      {
        ...{ id: page.id, name: 'Tarn handbook', logo_props: {}, projects__id: project_id },
        workspace__slug: slug,
      },
    ],
  })
  expect(await names(ada, { query: 'trail-1', query_type: 'issue' })).toEqual({
    issue: ['Tarn of the huts'],
  })
})

// @cap:search.entity
it('tells only the types asked for, and of each so many as wanted, the newest first', async () => {
  const { ada } = await projectOf('ada')
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await ada.call(workItemsApi.create, { body: { name: `hut ${n}` } })
    await ada.call(modulesApi.create, { body: { name: `hut ${n}` } })
  }
  expect(Object.keys(await find(ada))).toEqual(['user_mention'])
  expect(await find(ada, { query_type: 'spaceship' })).toEqual({})
  const query = { query_type: 'issue,module', query: 'hut' }
  const { issue, module } = await names(ada, query)
  expect(issue).toEqual(['hut 6', 'hut 5', 'hut 4', 'hut 3', 'hut 2'])
  expect(module).toEqual(issue)
  const two = { issue: ['hut 6', 'hut 5'], module: ['hut 6', 'hut 5'] }
  expect(await names(ada, { ...query, count: '2' })).toEqual(two)
  expect(await names(ada, { query_type: 'issue,module', count: '2' })).toEqual(two)
  expect((await names(ada, { ...query, query: '%' })).issue).toEqual([])
  for (const count of ['0', '-1', 'five', '']) {
    expect(await ada.attempt(api.search, { query: { count } })).toEqual({
      status: 400,
      body: { count: ['A valid integer is required.'] },
    })
  }
})

// @cap:search.entity
it('offers in a project those who work in it, and who wrote the item', async () => {
  const { ada, bob, gus, project_id, item } = await furnished()
  const people = async (query: Record<string, string> = {}) =>
    (await names(ada, query)).user_mention.toSorted()
  expect(await people()).toEqual(['ada', 'bob', 'gus'])
  expect(await people({ project_id })).toEqual(['ada', 'bob'])
  expect(await people({ query: 'GU' })).toEqual(['gus'])
  await sql`update work_items set created_by = ${gus.user_id} where id = ${item.id}`.execute(db)
  expect(await people({ project_id, issue_id: item.id })).toEqual(['ada', 'bob', 'gus'])
  await sql`update project_members set is_active = false where user_id = ${bob.user_id}`.execute(db)
  expect(await people({ project_id })).toEqual(['ada'])
  await sql`update users set is_bot = true where id = ${bob.user_id}`.execute(db)
  expect(await people()).toEqual(['ada', 'gus'])
})

// @cap:search.only-visible
it('finds nothing the caller could not open', async () => {
  const { ada, bob, gus, project_id, page } = await furnished()
  const { eve } = await projectOf('eve')
  const secret = ada.at({
    project_id: (
      await ada.call(projectsApi.create, { body: { name: 'Tarn X', identifier: 'X', network: 0 } })
    ).id,
  })
  await secret.call(workItemsApi.create, { body: { name: 'Tarn secret' } })
  await secret.call(cyclesApi.create, { body: { name: 'Tarn secret' } })
  await secret.call(modulesApi.create, { body: { name: 'Tarn secret' } })
  const tarn = { query: 'tarn', query_type: everything }
  expect(JSON.stringify(await find(bob, tarn))).not.toContain('Tarn secret')
  expect((await names(bob, tarn)).project).toEqual([])
  expect((await names(bob, { ...tarn, project_id })).page).toEqual(['Tarn handbook'])
  await ada.call(projectsApi.create, { body: { name: 'Tarn open', identifier: 'O', network: 2 } })
  expect((await names(bob, tarn)).project).toEqual(['Tarn open'])
  expect((await names(gus, tarn)).project).toEqual([])
  expect((await names(gus, tarn)).issue).toEqual([])

  const hide = { params: { id: page.id }, body: { access: pageAccess.private } }
  await ada.call(pagesApi.changeAccess, hide)
  for (const client of [ada, bob]) {
    expect((await names(client, { ...tarn, project_id })).page).toEqual([])
  }
  for (const client of [bob, eve]) {
    const query = { project_id: secret.place.project_id ?? '' }
    expect(await client.attempt(api.search, { query })).toMatchObject({ status: 400 })
  }
  expect(await eve.at(ada.place).attempt(api.search)).toMatchObject({ status: 403 })
  expect(await stranger.at(ada.place).attempt(api.search)).toMatchObject({ status: 401 })
  await ada.call(projectsApi.archive)
  expect(await names(bob, tarn)).toMatchObject({ issue: [], cycle: [], module: [] })
})
