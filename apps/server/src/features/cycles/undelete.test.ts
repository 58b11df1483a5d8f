import {
  cyclesApi as api,
  favoritesApi,
  MEMBER,
  overlapSentence,
  projectMembersApi,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  addItem,
  archive,
  missing,
  refused,
  rowsOf,
  signedOut,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addCycle, letEnd, open, putInto, running, upcoming } from './test-kit/cycles.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const remove = (client: Client, id: string) => client.call(api.remove, { params: { id } })
const undelete = (client: Client, id: string) => client.attempt(api.undelete, { params: { id } })
const cycleOf = async (id: string) => {
  const { rows } = await sql<{ cycle_id: string | null }>`
    select cycle_id from work_items where id = ${id}`.execute(db)
  return rows[0]?.cycle_id
}

/** Everything visible of a cycle and what refers to it, except timestamps. */
async function lookAt(client: Client, id: string, view_id: string) {
  const { updated_at, ...cycle } = await open(client, id)
  const own = await client.call(projectMembersApi.properties)
  const view = await client.call(viewsApi.get, { params: { id: view_id } })
  return {
    cycle: { ...cycle, assignee_ids: cycle.assignee_ids.toSorted() },
    filters: own.filters,
    view: view.filters,
    query: view.query,
    favorites: await client.call(favoritesApi.list, { query: { all: 'true' } }),
    items: (await rowsOf(client, { order_by: 'sort_order' })).map(({ id, cycle_id }) => [
      id,
      cycle_id,
    ]),
  }
}

// @cap:errors.undo-toast
it('brings a cycle back exactly as it was, with its items, favorites, filters and views', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const cycle = await addCycle(mel, 'Sprint 1', { description: 'Offline maps', ...running })
  const { id } = cycle
  const other = await addCycle(ada, 'Sprint 2', upcoming)
  const one = await addItem(ada, 'One', { assignee_ids: [mel.user_id] })
  const two = await addItem(ada, 'Two')
  const hidden = await addItem(ada, 'Archived')
  const moves = await addItem(ada, 'Planned anew')
  await putInto(ada, id, [one.id, two.id, hidden.id])
  await archive(ada, hidden.id)
  const folder = await ada.call(favoritesApi.create, {
    body: { entity_type: 'folder', name: 'At hand' },
  })
  await ada.call(favoritesApi.create, {
    body: { entity_type: 'cycle', entity_identifier: id, parent: folder.id },
  })
  const filters = { cycle: [other.id, id], priority: ['urgent'] }
  await ada.call(projectMembersApi.changeProperties, { body: { filters } })
  const view = await ada.call(viewsApi.create, { body: { name: 'Both', filters } })
  const before = await lookAt(ada, id, view.id)

  await remove(mel, id)
  expect(await cycleOf(one.id)).toBeNull()
  const { status, body } = await undelete(mel, id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, name: 'Sprint 1', total_issues: 2 })
  expect(await lookAt(ada, id, view.id)).toEqual(before)
  expect(await cycleOf(hidden.id)).toBe(id)

  await putInto(ada, id, [moves.id])
  await remove(ada, id)
  await putInto(ada, other.id, [moves.id])
  const chosen = { cycle: [other.id], state: [] }
  await ada.call(projectMembersApi.changeProperties, { body: { filters: chosen } })
  await undelete(ada, id)
  // Changes made meanwhile stay.
  expect(await cycleOf(moves.id)).toBe(other.id)
  expect(await cycleOf(two.id)).toBe(id)
})

it('comes back out of the archive to those who had it at hand', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addCycle(ada, 'Over', running)
  const item = await addItem(ada, 'One')
  await putInto(ada, id, [item.id])
  await ada.call(favoritesApi.create, { body: { entity_type: 'cycle', entity_identifier: id } })
  await letEnd(db, id)
  const before = await ada.call(favoritesApi.list, { query: {} })
  await ada.call(api.archive, { params: { id } })
  expect(await ada.call(favoritesApi.list, { query: {} })).toEqual([])
  await ada.call(api.restore, { params: { id } })
  expect(await ada.call(favoritesApi.list, { query: {} })).toEqual(before)
  // An ended cycle takes no new items, but gets its own back.
  await remove(ada, id)
  expect((await undelete(ada, id)).status).toBe(200)
  expect(await cycleOf(item.id)).toBe(id)
})

it('is for who may delete it and did, or for admins, and not over somebody’s days', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const { eve } = await projectOf('eve')
  const { id } = await addCycle(mel, 'Sprint 1', running)
  await remove(ada, id)
  expect(await undelete(stranger.at(ada.place), id)).toEqual(signedOut)
  expect(await undelete(eve, id)).toEqual(missing)
  expect(await undelete(eve.at(ada.place), id)).toEqual(refused)
  expect(await undelete(mel, id)).toEqual(missing)
  const taken = await addCycle(mel, 'In its place', running)
  expect(await undelete(ada, id)).toEqual({ status: 400, body: { error: overlapSentence } })
  await remove(mel, taken.id)
  expect((await undelete(ada, id)).status).toBe(200)
  expect(await undelete(ada, id)).toEqual(missing)
  await remove(mel, id)
  await sql`update cycles set deleted_at = now() - interval '61 minutes'`.execute(db)
  expect(await undelete(mel, id)).toEqual(missing)
  expect(await ada.call(workItemsApi.create, { body: { name: 'still works' } })).toBeTruthy()
})
