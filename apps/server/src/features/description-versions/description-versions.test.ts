import {
  descriptionVersionsApi as api,
  epicDescriptionVersionsApi,
  epicsApi,
  GUEST,
  MEMBER,
  workItemDescriptionVersionsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  addItem,
  addItemOf,
  archive,
  missing,
  nobody,
  notForYou,
  refused,
  signedOut,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const write = (client: Client, id: string, description_html: string, more = {}) =>
  client.call(workItemsApi.change, { params: { id }, body: { description_html, ...more } })

it('keeps what each wrote, the newest first, and one per sitting', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const { id } = await addItem(ada, 'map', { description_html: '<p>one</p>' })
  await write(ada, id, '<p>two</p>')
  const binary = Buffer.from('x'.repeat(100)).toString('base64')
  await write(bob, id, '<p>three</p>', { description: { a: 1 }, description_binary: binary })
  const page = await ada.call(api.list, { params: { id } })
  expect(page).toMatchObject({
    ...{ prev_page_results: false, next_page_results: false, next_cursor: null },
    ...{ cursor: '1000:0:0', page_count: 2, total_results: 2, total_pages: 1 },
  })
  expect(page.results.map(({ owned_by }) => owned_by)).toEqual([bob.user_id, ada.user_id])
  const [latest, first] = page.results
  const versions = workItemDescriptionVersionsApi
  const read = (version_id = '') => ada.call(versions.get, { params: { id, version_id } })
  expect(await read(latest?.id)).toEqual({
    ...latest,
    deleted_at: null,
    description_html: '<p>three</p>',
    description_stripped: 'three',
    description_json: { a: 1 },
    description_binary: binary,
  })
  expect(await read(first?.id)).toMatchObject({
    ...{ description_html: '<p>two</p>', description_binary: null, issue: id },
  })
  expect(await ada.call(versions.list, { params: { id } })).toEqual(page)
})

it('is read page by page', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  for (const text of ['one', 'two']) {
    await sql`
      update description_versions set last_saved_at = last_saved_at - interval '1 hour'
      where work_item_id = ${id}`.execute(db)
    await write(ada, id, `<p>${text}</p>`)
  }
  const page = (cursor: string) => ada.call(api.list, { params: { id }, query: { cursor } })
  const first = await page('2:0:0')
  expect(first).toMatchObject({ page_count: 2, total_pages: 2, next_cursor: '2:1:0' })
  expect(await page('2:1:0')).toMatchObject({
    ...{ page_count: 1, prev_cursor: '2:0:0', next_cursor: null, prev_page_results: true },
  })
  expect((await page('2:5:0')).results).toEqual([])
  expect(await ada.attempt(api.list, { params: { id }, query: { cursor: 'x' } })).toEqual({
    status: 400,
    body: { detail: 'Invalid cursor parameter.' },
  })
})

it('is for those who may see the item, archived or not', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await addItem(ada, 'hers')
  const own = await addItemOf(db, ada, gus, 'mine')
  const version_id = (await ada.call(api.list, { params: { id } })).results[0]?.id ?? ''
  const input = { params: { id, version_id } }
  for (const call of [api.list, api.get]) {
    expect(await stranger.at(ada.place).attempt(call, input)).toEqual(signedOut)
    expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
    expect(await eve.attempt(call, input)).toEqual(missing)
    expect(await gus.attempt(call, input)).toEqual(notForYou)
  }
  expect(await gus.attempt(api.get, { params: { id: own.id, version_id } })).toEqual(missing)
  expect(await ada.attempt(api.get, { params: { id, version_id: nobody } })).toEqual(missing)
  await archive(ada, own.id)
  expect((await gus.call(api.list, { params: { id: own.id } })).results).toHaveLength(1)
})

it('stands under epics/ too, for epics alone', async () => {
  const { ada } = await projectOf('ada')
  const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
  const plain = await addItem(ada, 'plain')
  const { results } = await ada.call(epicDescriptionVersionsApi.list, { params: { id: epic.id } })
  const params = { id: epic.id, version_id: results[0]?.id ?? '' }
  expect(await ada.call(epicDescriptionVersionsApi.get, { params })).toMatchObject({
    description_html: '<p></p>',
  })
  for (const call of Object.values(epicDescriptionVersionsApi)) {
    expect(await ada.attempt(call, { params: { ...params, id: plain.id } })).toEqual(missing)
  }
})
