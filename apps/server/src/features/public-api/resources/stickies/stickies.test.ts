import { GUEST, type StickyPatch } from '@cairn/contract'
import { stickiesV1 as api } from '@cairn/contract/v1'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { done, programServer, required } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const add = (client: Client, body: StickyPatch = {}) => client.call(api.create, { body })
const at = (sticky_id: string) => ({ params: { sticky_id } })
const namesOf = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(api.list, { query })).results.map(({ name }) => name)

// @cap:public-api.estimates-pages-stickies
it('keeps, reads, changes and removes a note', async () => {
  const { ada } = await programsOf('ada')
  const note = await add(ada, {
    ...{ name: 'Tent', description_html: '<p>Buy <strong>pegs</strong></p>', color: '#123456' },
    ...{ sort_order: 3 },
  })
  expect(note).toEqual({
    ...{ id: expect.any(String), name: 'Tent', description: {}, logo_props: {} },
    ...{ description_html: '<p>Buy <strong>pegs</strong></p>', description_stripped: 'Buy pegs' },
    ...{ description_binary: null, color: '#123456', background_color: null, sort_order: 65535 },
    ...{ workspace: expect.any(String), owner: ada.user_id, created_by: ada.user_id },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    ...{ updated_by: null, deleted_at: null },
  })
  expect(await add(ada)).toMatchObject({ sort_order: 75535, name: null })
  expect(await ada.call(api.get, at(note.id))).toEqual(note)
  const body = { name: 'Stove', sort_order: 1.5 }
  expect(await ada.call(api.change, { ...at(note.id), body })).toMatchObject(body)
  expect(await ada.attempt(api.remove, at(note.id))).toEqual(done)
  for (const call of [api.get, api.change, api.remove]) {
    expect(await ada.attempt(call, { ...at(note.id), body } as never)).toEqual(required)
  }
})

// @cap:public-api.estimates-pages-stickies
it('lists one’s own, the newest first, twenty to a page', async () => {
  const { ada, gus } = await programsOf('ada', ['gus', GUEST])
  for (let n = 1; n <= 21; n += 1) await add(ada, { name: `note ${n}` })
  await add(gus, { name: 'secret' })
  const first = await ada.call(api.list)
  expect(first).toMatchObject({ count: 20, total_count: 21, next_cursor: '20:1:0' })
  expect(first.results[0]).toMatchObject({ name: 'note 21' })
  expect(await namesOf(ada, { cursor: first.next_cursor })).toEqual(['note 1'])
  expect(await namesOf(ada, { query: 'NOTE 2' })).toEqual(['note 21', 'note 20', 'note 2'])
  expect(await namesOf(ada, { order_by: 'created_at', per_page: '1' })).toEqual(['note 1'])
  expect(await namesOf(gus)).toEqual(['secret'])
  expect(await ada.attempt(api.list, { query: { order_by: 'owner' } })).toMatchObject({
    status: 400,
  })
})

it('those of others are not there, and strangers get nothing', async () => {
  const { ada, gus } = await programsOf('ada', ['gus', GUEST])
  const { id } = await add(ada, { name: 'mine' })
  const input = { ...at(id), body: { name: 'x' } }
  for (const call of [api.get, api.change, api.remove]) {
    expect(await gus.attempt(call, input as never)).toEqual(required)
  }
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, input)
  expect(await ada.call(api.get, at(id))).toMatchObject({ name: 'mine' })
  expect(await ada.attempt(api.change, { ...at(id), body: { color: 5 } as never })).toEqual({
    status: 400,
    body: { color: ['Not a valid string.'] },
  })
})
