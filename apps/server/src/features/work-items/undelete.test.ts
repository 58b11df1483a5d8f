import {
  workItemsApi as api,
  commentsApi,
  epicsApi,
  GUEST,
  historyApi,
  linksApi,
  MEMBER,
  relationsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import {
  addItem,
  addItemOf,
  addLabel,
  dumpOf,
  historyOf,
  missing,
  namesOf,
  refused,
  rowsOf,
  signedOut,
} from './test-kit/items.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const remove = (client: Client, id: string) => client.call(api.remove, { params: { id } })
const undelete = (client: Client, ...issue_ids: string[]) =>
  client.attempt(api.bulkRestore, { body: { issue_ids } })
const unknown = { status: 404, body: { error: 'Work item not found' } }
const restored = (count: number) => ({
  status: 200,
  body: { message: `${count} issues were restored` },
})

const EVERYTHING = 'issue_reactions,issue_link,issue_attachments,parent'

/** Time and user of the last update. */
const clocks = /"updated_(at|by)":(null|"[^"]*")/g

/** Everything visible of an item, except time and user of its last update. */
async function lookAt(client: Client, id: string) {
  const params = { id }
  const { updated_at, updated_by, ...item } = await client.call(api.get, {
    params,
    query: { expand: EVERYTHING },
  })
  const { sub_issues } = await client.call(api.children, { params })
  const rows = await rowsOf(client, { order_by: 'sort_order' })
  const related = await client.call(relationsApi.list, { params })
  return {
    item,
    children: JSON.stringify(sub_issues).replaceAll(clocks, ''),
    place: rows.map(({ id }) => id),
    related: JSON.stringify(related).replaceAll(clocks, ''),
    comments: await client.call(commentsApi.list, { params }),
    links: await client.call(linksApi.list, { params }),
  }
}

// @cap:errors.undo-toast
it('brings an item back exactly as it was, with everything below it and around it', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  await addItem(ada, 'Before it')
  const { id } = await addItem(ada, 'Contour lines', {
    description_html: '<p>Every ten metres</p>',
    priority: 'high',
    label_ids: [await addLabel(ada, 'Maps')],
    assignee_ids: [mel.user_id],
    target_date: '2031-05-01',
  })
  const other = await addItem(ada, 'After it')
  const child = await addItem(ada, 'Below it', { parent_id: id })
  const gone = await addItem(ada, 'Gone before', { parent_id: id })
  await remove(ada, gone.id)
  await mel.call(commentsApi.create, { params: { id }, body: { comment_html: '<p>Steep</p>' } })
  await ada.call(linksApi.create, { params: { id }, body: { url: 'https://cairn.test/a' } })
  await ada.call(relationsApi.create, {
    params: { id },
    body: { relation_type: 'blocking', issues: [other.id] },
  })
  const before = await lookAt(ada, id)
  const past = await historyOf(db, id)

  await remove(ada, id)
  expect(await namesOf(ada)).toEqual(expect.not.arrayContaining(['Contour lines', 'Below it']))
  expect(await undelete(ada, id)).toEqual(restored(1))

  expect(await lookAt(ada, id)).toEqual(before)
  expect((await ada.call(api.get, { params: { id: child.id } })).parent_id).toBe(id)
  expect(await ada.attempt(api.get, { params: { id: gone.id } })).toEqual(missing)
  const now = await historyOf(db, id)
  expect(now.slice(0, past.length)).toEqual(past)
  expect(now.slice(past.length).map(({ verb, comment }) => [verb, comment])).toEqual([
    ['deleted', 'deleted the issue'],
    ['updated', 'restored the issue'],
  ])
  const history = await ada.call(historyApi.list, { params: { id } })
  expect(history.some((row) => 'comment' in row && row.comment === 'restored the issue')).toBe(true)
  expect(await undelete(ada, id)).toEqual(unknown)
})

it('puts what stood below an epic there again, but not what was put elsewhere since', async () => {
  const { ada } = await projectOf('ada')
  const epic = await ada.call(epicsApi.create, { body: { name: 'Offline maps' } })
  const stays = await addItem(ada, 'Tiles', { parent_id: epic.id })
  const moves = await addItem(ada, 'Search', { parent_id: epic.id })
  const other = await addItem(ada, 'Elsewhere')
  await ada.call(epicsApi.remove, { params: { id: epic.id } })
  await ada.call(api.change, { params: { id: moves.id }, body: { parent_id: other.id } })
  expect(await undelete(ada, epic.id)).toEqual(restored(1))
  const parentOf = async ({ id }: { id: string }) =>
    (await ada.call(api.get, { params: { id } })).parent_id
  expect(await parentOf(stays)).toBe(epic.id)
  expect(await parentOf(moves)).toBe(other.id)
})

it('does not stand below what is gone itself', async () => {
  const { ada } = await projectOf('ada')
  const parent = await addItem(ada, 'Parent')
  const child = await addItem(ada, 'Child', { parent_id: parent.id })
  await remove(ada, child.id)
  await remove(ada, parent.id)
  expect(await undelete(ada, child.id)).toEqual(restored(1))
  expect((await ada.call(api.get, { params: { id: child.id } })).parent_id).toBeNull()
  // Restoring the parent: the child stays where it was put.
  expect(await undelete(ada, parent.id)).toEqual(restored(1))
  expect((await namesOf(ada)).toSorted()).toEqual(['Child', 'Parent'])
})

it('brings back many at once, or none', async () => {
  const { ada } = await projectOf('ada')
  const ids = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await addItem(ada, name)).id)
  const [first = '', second = '', third = ''] = ids
  await ada.call(api.bulkRemove, { body: { issue_ids: [first, second] } })
  const before = await dumpOf(db, ada.place.project_id ?? '')
  expect(await undelete(ada, first, third)).toEqual(unknown)
  expect(await undelete(ada)).toEqual({
    status: 400,
    body: { error: 'Issue IDs are required' },
  })
  expect(await dumpOf(db, ada.place.project_id ?? '')).toBe(before)
  expect(await undelete(ada, first.toUpperCase(), second, first)).toEqual(restored(2))
  expect((await namesOf(ada)).toSorted()).toEqual(['One', 'Three', 'Two'])
})

it('is for who deleted it and for admins, in its project, and for a while', async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await addItemOf(db, ada, mel, 'Of Mel')
  await remove(ada, id)
  const before = await dumpOf(db, ada.place.project_id ?? '')
  expect(await undelete(stranger.at(ada.place), id)).toEqual(signedOut)
  expect(await undelete(eve, id)).toEqual(unknown)
  expect(await undelete(eve.at(ada.place), id)).toEqual(refused)
  // Her own item, but an admin deleted it.
  expect(await undelete(mel, id)).toEqual(unknown)
  expect(await undelete(gus, id)).toEqual(unknown)
  expect(await dumpOf(db, ada.place.project_id ?? '')).toBe(before)
  expect(await undelete(ada, id)).toEqual(restored(1))
  await remove(mel, id)
  expect(await undelete(mel, id)).toEqual(restored(1))
  await remove(mel, id)
  expect(await undelete(ada, id)).toEqual(restored(1))
  await remove(mel, id)
  // Users who may no longer delete it may not undo it either.
  await sql`update work_items set created_by = ${ada.user_id} where id = ${id}`.execute(db)
  expect(await undelete(mel, id)).toEqual(refused)
  await sql`
    update work_items set deleted_at = now() - interval '61 minutes' where id = ${id}`.execute(db)
  expect(await undelete(ada, id)).toEqual(unknown)
})
