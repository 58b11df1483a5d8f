import { epicsApi, workItemListsApi as lists, recentVisitsApi } from '@cairn/contract'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { addItem } from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const other = new pg.Client(database.connection)
await other.connect()
afterAll(() => other.end())

it('asks whoever keeps a copy to look again at what is being written while they read', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'one')
  await other.query('begin')
  await other.query(`update work_items set name = 'slow', updated_at = now() where id = $1`, [id])
  const { server_time, results } = await ada.call(lists.sync, { query: {} })
  await other.query('commit')
  expect(results.map(({ name }) => name)).toEqual(['one'])
  const later = await ada.call(lists.sync, {
    query: { updated_at__gt: new Date(Date.parse(server_time) - 1).toISOString() },
  })
  expect(later.results.map(({ name }) => name)).toEqual(['slow'])
})

it('offers epics apart from items, each feed with its own', async () => {
  const { ada } = await projectOf('ada')
  await addItem(ada, 'item')
  await ada.call(epicsApi.create, { body: { name: 'epic' } })
  const feed = async (call: typeof lists.sync | typeof lists.syncEpics) => {
    const { results, total_results } = await ada.call(call, { query: {} })
    return [results.map(({ name }) => name), total_results]
  }
  expect(await feed(lists.sync)).toEqual([['item'], 1])
  expect(await feed(lists.syncEpics)).toEqual([['epic'], 1])
})

it('counts whoever looks items up by their ids as a visitor of the project', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'one')
  await ada.call(lists.chosen, { query: { issues: id } })
  const visited = async () => {
    const visits = await ada.call(recentVisitsApi.list, { query: { entity_name: 'project' } })
    return visits.map(({ entity_identifier }) => entity_identifier)
  }
  await expect.poll(visited).toEqual([ada.place.project_id])
})
