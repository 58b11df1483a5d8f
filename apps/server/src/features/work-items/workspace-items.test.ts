import { workItemListsApi as api, GUEST, projectsApi, type WorkItemGroup } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { stateOf } from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const { db } = database

/**
 * Inserts items in bulk, without the routes; every third is assigned to `person`, every fifth has
 * them subscribed.
 */
async function addMany(by: Client, times: number, person: Client, made_by: Client) {
  const state_id = await stateOf(by, 'unstarted')
  const { project_id } = by.place
  await sql`
    with fresh as (
      insert into work_items (workspace_id, project_id, state_id, sequence_id, name, created_by,
        archived_at)
      select workspace_id, ${project_id}, ${state_id}, 1000 + n, 'item ' || n, ${made_by.user_id},
        case when n % 7 = 0 then current_date end
      from projects, generate_series(1, ${times}::int) n where projects.id = ${project_id}
      returning id, sequence_id - 1000 as n
    ), given as (
      insert into work_item_assignees (work_item_id, user_id)
      select id, ${person.user_id} from fresh where n % 3 = 0
    )
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    select id, ${person.user_id}, ${person.user_id} from fresh where n % 5 = 0`.execute(db)
}

const countOf = async (reader: Client, person: Client, query = {}) => {
  const params = { user_id: person.user_id }
  const { total_count } = await reader.call(api.ofPerson, {
    params,
    query: { per_page: '10', ...query },
  })
  return total_count
}

const numbers = (most: number) => Array.from({ length: most }, (_, n) => n + 1)
const isShown = (n: number) => n % 7 !== 0

it('counts somebody’s thousands as the reader may see them, each once', async () => {
  const { ada, ben, gus } = await projectOf('ada', 'ben', ['gus', GUEST])
  const project = await ada.call(projectsApi.create, {
    body: { name: 'Elsewhere', identifier: 'ELSE' },
  })
  const elsewhere = ada.at({ ...ada.place, project_id: project.id })
  // More than are looked up one by one.
  await addMany(ada, 2_500, ben, ben)
  await addMany(elsewhere, 60, ben, ada)

  const here = numbers(2_500).filter(isShown).length
  const theirs = numbers(60).filter((n) => isShown(n) && (n % 3 === 0 || n % 5 === 0)).length
  expect(await countOf(ada, ben)).toBe(here + theirs)
  // Items in projects the user is not in are not counted, and for a guest none of other users.
  expect(await countOf(ben, ben)).toBe(here)
  expect(await countOf(gus, ben)).toBe(0)
  expect(await countOf(ada, ben, { assignees: 'None' })).toBe(
    numbers(2_500).filter((n) => isShown(n) && n % 3 !== 0).length +
      numbers(60).filter((n) => isShown(n) && n % 5 === 0 && n % 3 !== 0).length,
  )
})

it('shows the same pages whichever way they are looked up', async () => {
  const { ada, ben } = await projectOf('ada', 'ben')
  await addMany(ada, 1_000, ben, ada)
  const pageOf = async () => {
    const { results } = await ada.call(api.ofPerson, {
      params: { user_id: ben.user_id },
      query: { per_page: '20', order_by: 'sequence_id' },
    })
    return (results as { name: string }[]).map(({ name }) => name)
  }
  const few = await pageOf()
  expect(few.slice(0, 3)).toEqual(['item 3', 'item 5', 'item 6'])
  // Created by them, and listed after the others.
  const state_id = await stateOf(ada, 'unstarted')
  await sql`
    insert into work_items (workspace_id, project_id, state_id, sequence_id, name, created_by)
    select workspace_id, id, ${state_id}, 10000 + n, 'late ' || n, ${ben.user_id}
    from projects, generate_series(1, 2500) n where id = ${ada.place.project_id}`.execute(db)
  expect(await pageOf()).toEqual(few)
})

it('groups the items of all one’s projects, by what they have in common', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { id: project_id } = await ada.call(projectsApi.create, {
    body: { name: 'Elsewhere', identifier: 'ELSE' },
  })
  const elsewhere = ada.at({ ...ada.place, project_id })
  await addMany(ada, 6, ada, gus)
  await addMany(elsewhere, 4, ada, ada)
  const totals = async (reader: Client, query: object) => {
    const page = await reader.call(api.workspace, { query: { per_page: '3', ...query } })
    const groups = Object.entries(page.results as Record<string, WorkItemGroup>)
    const filled = groups.filter(([, { total_results }]) => total_results > 0)
    return Object.fromEntries(filled.map(([id, { total_results }]) => [id, total_results]))
  }
  const { project_id: here = '' } = ada.place
  expect(await totals(ada, { group_by: 'state__group' })).toEqual({ unstarted: 10 })
  expect(await totals(ada, { group_by: 'project_id' })).toEqual({ [here]: 6, [project_id]: 4 })
  const people = { [ada.user_id]: 3, None: 7 }
  expect(await totals(ada, { group_by: 'assignees__id' })).toEqual(people)
  expect(await totals(ada, { group_by: 'created_by', sub_group_by: 'priority' })).toEqual({
    ...{ [gus.user_id]: 6, [ada.user_id]: 4 },
  })
  // A guest sees their own, and nothing of projects they are not in.
  expect(await totals(gus, { group_by: 'project_id' })).toEqual({ [here]: 6 })
  expect(await ada.attempt(api.workspace, { query: { group_by: 'colour' } })).toEqual({
    status: 400,
    body: { error: 'Invalid group_by parameter' },
  })
})
