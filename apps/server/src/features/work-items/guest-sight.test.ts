import {
  workItemsApi as api,
  GUEST,
  workItemListsApi as lists,
  projectsApi,
  searchApi,
  searchIssuesApi,
  type WorkItem,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

/**
 * A guest of a project that shows guests only their own items. Uses the route table, so that new
 * routes are covered.
 */
const { app, projectOf, database } = await testServer()
const SECRET = 'the hidden pass'

const { ada, gus } = await projectOf('ada', ['gus', GUEST])
const add = (name: string) => ada.call(api.create, { body: { name } })
const hidden = await add(SECRET)
const own = await add('own')
await sql`update work_items set created_by = ${gus.user_id} where id = ${own.id}`.execute(
  database.db,
)

const reads = app.routeTable.filter(
  ({ method, url }) => method === 'GET' && url.startsWith('/api/workspaces/:slug/'),
)

/** Various queries, with any creator. */
const questions = [
  '',
  `?created_by=${ada.user_id}`,
  `?created_by=${ada.user_id}&group_by=created_by&sub_group_by=priority`,
  '?search=hidden&workspace_search=true',
  `?issues=${hidden.id}`,
]

const ask = async (url: string, ids: Record<string, string>, question: string) => {
  const path = url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? hidden.id)
  const { statusCode, body } = await app.inject({
    method: 'GET',
    url: path + question,
    cookies: gus.cookies,
  })
  return { path: path + question, statusCode, body }
}

describe('a guest who sees only their own', () => {
  // @cap:members.guest-sees-own-items
  it.each(reads.map(({ url }) => [url]))('%s tells nothing of the others’ items', async (url) => {
    const ids = { ...gus.place, user_id: ada.user_id, key: `TRAIL-${hidden.sequence_id}` }
    for (const question of questions) {
      const { path, statusCode, body } = await ask(url, ids, question)
      expect(statusCode, path).toBeLessThan(500)
      expect(body, path).not.toContain(SECRET)
    }
  })

  it('counts and groups only those', async () => {
    const page = await gus.call(lists.project, { query: { group_by: 'state_id' } })
    expect(page).toMatchObject({ total_count: 1, count: 1 })
    const totals = Object.values(page.results as Record<string, { total_results: number }>)
    const counts = totals.map(({ total_results }) => total_results)
    expect(counts.filter((count) => count > 0)).toEqual([1])
    for (const list of [lists.project, lists.workspace]) {
      expect(await gus.call(list, { query: { created_by: ada.user_id } })).toMatchObject({
        total_count: 0,
        results: [],
      })
      expect(await gus.call(list)).toMatchObject({ total_count: 1 })
    }
  })

  it('finds and opens only those', async () => {
    const search = { query: { search: 'TRAIL', workspace_search: 'true' } }
    expect(await gus.call(searchIssuesApi.search, search)).toMatchObject([{ id: own.id }])
    expect((await gus.call(searchApi.search, search)).results.issue).toMatchObject([{ id: own.id }])
    expect(await gus.call(api.get, { params: { id: own.id } })).toMatchObject({ id: own.id })
    const params = { id: hidden.id }
    const answers = [
      await gus.attempt(api.get, { params }),
      await gus.attempt(api.change, { params, body: { name: 'x' } }),
      await gus.attempt(api.remove, { params }),
    ]
    for (const { status } of answers) expect([403, 404]).toContain(status)
    expect(await ada.call(api.get, { params: { id: hidden.id } })).toMatchObject({ name: SECRET })
  })

  it('sees all of them once the project shows them', async () => {
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
    expect(await gus.call(lists.project)).toMatchObject({ total_count: 2 })
  })
})

it('counts of the children of an item their own, in lists, details and copies', async () => {
  const people = await projectOf('ada', ['gus', GUEST])
  const make = (name: string, more = {}) => people.ada.call(api.create, { body: { name, ...more } })
  const { id: parent_id } = await make('parent')
  const [{ id: mine }] = [await make('mine', { parent_id }), await make('theirs', { parent_id })]
  await sql`
    update work_items set created_by = ${people.gus.user_id}
    where id = any(${[parent_id, mine]}::uuid[])`.execute(database.db)
  const counted = async (by: typeof gus) => {
    const { results } = await by.call(lists.project, { query: {} })
    const { results: copied } = await by.call(lists.sync, { query: {} })
    const detail = await by.call(api.get, { params: { id: parent_id } })
    return [...(results as WorkItem[]), ...copied, detail]
      .filter(({ id }) => id === parent_id)
      .map(({ sub_issues_count }) => sub_issues_count)
  }
  expect(await counted(people.gus)).toEqual([1, 1, 1])
  expect(await counted(people.ada)).toEqual([2, 2, 2])
})
