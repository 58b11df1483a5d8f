import {
  ADMIN,
  stickiesApi as api,
  applyStickyEvent,
  GUEST,
  type Sticky,
  type StickyEvent,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { missing, nobody, refused } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { workspaceOf, stranger, database } = await testServer()

const add = (client: Client, body = {}) => client.call(api.create, { body })
const note = (text: string) => ({ description_html: `<p>${text}</p>` })
const list = async (client: Client, query = {}) =>
  (await client.call(api.list, { query })).results as Sticky[]
const texts = async (client: Client, query = {}) =>
  (await list(client, query)).map(({ description_stripped }) => description_stripped)

// @cap:stickies.create
it('begin empty, and each new one comes first', async () => {
  const { ada } = await workspaceOf('ada')
  const first = await add(ada)
  expect(first).toEqual({
    id: expect.any(String),
    name: null,
    description: {},
    description_html: '<p></p>',
    description_stripped: null,
    description_binary: null,
    logo_props: {},
    color: null,
    background_color: null,
    sort_order: 65_535,
    workspace: expect.any(String),
    owner: ada.user_id,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    created_by: ada.user_id,
    updated_by: null,
    deleted_at: null,
  })
  const second = await add(ada, {
    ...{ name: 'Huts', color: '#111111', background_color: 'peach' },
    ...{ logo_props: { in_use: 'icon' }, description: { type: 'doc' } },
    ...note('Call <b>the hut</b>'),
  })
  expect(second).toMatchObject({
    ...{ sort_order: 75_535, background_color: 'peach', name: 'Huts', color: '#111111' },
    ...{ description_stripped: 'Call the hut', description: { type: 'doc' } },
    updated_by: null,
  })
  const third = await add(ada, { sort_order: 1 })
  expect(await list(ada)).toEqual([second, first, third])
  expect((await add(ada)).sort_order).toBe(85_535)
})

// @cap:stickies.edit
it('change only what is sent, and keep nothing that could harm', async () => {
  const { ada } = await workspaceOf('ada')
  const { id, created_at } = await add(ada, { background_color: 'green', ...note('one') })
  const params = { id }
  const changed = await ada.call(api.change, {
    params,
    body: {
      description_html:
        '<p>two<script>alert(1)</script></p><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><div><p>done</p></div></li></ul>',
      owner: nobody,
      workspace: nobody,
      description_stripped: 'mine',
    } as object,
  })
  expect(changed).toMatchObject({
    ...{ id, created_at, owner: ada.user_id, background_color: 'green' },
    ...{ description_stripped: 'two\ndone', updated_by: ada.user_id },
  })
  expect(changed.description_html).toContain('data-checked="true"')
  expect(changed.description_html).not.toContain('script')
  expect(changed.workspace).not.toBe(nobody)
  await ada.call(api.change, { params, body: { background_color: null, description_html: '' } })
  expect(await ada.call(api.get, { params })).toMatchObject({
    ...{ background_color: null, description_html: '', description_stripped: null },
  })
  for (const body of [
    { background_color: 'x'.repeat(256) },
    { color: 7 },
    { description_html: null },
    { sort_order: 'first' },
    { logo_props: 'none' },
  ]) {
    expect(await ada.attempt(api.change, { params, body: body as object })).toMatchObject({
      status: 400,
    })
    expect(await ada.attempt(api.create, { body: body as object })).toMatchObject({ status: 400 })
  }
  expect(await list(ada)).toHaveLength(1)
  expect(await ada.call(api.get, { params })).toMatchObject({ background_color: null, color: null })
})

// @cap:stickies.board
it('are listed from the largest order down, page by page, and found by their text', async () => {
  const { ada } = await workspaceOf('ada')
  for (let n = 1; n <= 23; n++) await add(ada, note(`note ${n}`))
  const page = await ada.call(api.list)
  expect(page).toMatchObject({ count: 20, total_count: 23, next_cursor: '20:1:0' })
  expect(page.results[0]).toMatchObject({ description_stripped: 'note 23' })
  expect(await texts(ada, { cursor: page.next_cursor })).toEqual(['note 3', 'note 2', 'note 1'])
  expect(await texts(ada, { per_page: '1' })).toEqual(['note 23'])
  expect(await texts(ada, { per_page: '30', cursor: '30:1:0' })).toEqual([])
  const [first, second, third] = await list(ada)
  const between = ((first?.sort_order ?? 0) + (second?.sort_order ?? 0)) / 2
  const params = { id: third?.id ?? '' }
  await ada.call(api.change, { params, body: { sort_order: between } })
  expect(await texts(ada, { per_page: '3' })).toEqual(['note 23', 'note 21', 'note 22'])

  expect(await texts(ada, { query: ' NOTE 2' })).toHaveLength(5)
  await add(ada, note('100% _sure_'))
  await add(ada, { name: 'Nameless peak' })
  expect(await texts(ada, { query: '%' })).toEqual(['100% _sure_'])
  expect(await texts(ada, { query: 'peak' })).toEqual([null])
  expect(await texts(ada, { query: '<p>' })).toEqual([])
  for (const query of [{ per_page: '0' }, { per_page: '1001' }, { per_page: 'x' }, { cursor: 'x' }])
    expect(await ada.attempt(api.list, { query })).toMatchObject({ status: 400 })
})

// @cap:stickies.delete
it('that are gone are gone for every call', async () => {
  const { ada } = await workspaceOf('ada')
  const { id } = await add(ada, note('away'))
  const params = { id }
  expect(await ada.attempt(api.remove, { params })).toEqual({ status: 204, body: null })
  expect(await list(ada)).toEqual([])
  for (const given of [params, { id: nobody }]) {
    expect(await ada.attempt(api.get, { params: given })).toEqual(missing)
    expect(await ada.attempt(api.change, { params: given, body: note('x') })).toEqual(missing)
    expect(await ada.attempt(api.remove, { params: given })).toEqual(missing)
  }
})

// @cap:stickies.private
it('are nobody else’s, not even an administrator’s', async () => {
  const { ada, root, gus } = await workspaceOf('ada', ['root', ADMIN], ['gus', GUEST])
  const { eve } = await workspaceOf('eve')
  const retained = await add(gus, note('my own'))
  const params = { id: retained.id }
  for (const other of [ada, root]) {
    expect(await list(other, { query: 'own' })).toEqual([])
    expect(await other.attempt(api.get, { params })).toEqual(missing)
    expect(await other.attempt(api.change, { params, body: note('taken') })).toEqual(missing)
    expect(await other.attempt(api.remove, { params })).toEqual(missing)
  }
  expect(await eve.at(ada.place).attempt(api.list)).toEqual(refused)
  expect(await eve.at(ada.place).attempt(api.create, { body: {} })).toEqual(refused)
  expect(await eve.attempt(api.get, { params })).toEqual(missing)
  expect((await stranger.at(ada.place).attempt(api.list)).status).toBe(401)
  expect(await list(gus)).toEqual([retained])
  expect((await add(ada)).sort_order).toBe(65_535)
})

it('tell one’s other browsers enough to keep their notes right, and nobody else anything', async () => {
  const { ada } = await workspaceOf('ada', 'bob')
  let shown = await list(ada)
  async function after(action: () => Promise<unknown>) {
    const events = (await ada.eventsOf(action)) as StickyEvent[]
    shown = events.reduce(applyStickyEvent, shown)
    expect(shown).toEqual(await list(ada))
  }
  await after(() => add(ada, note('a')))
  await after(() => add(ada, note('b')))
  await after(() => add(ada, note('c')))
  const params = { id: shown[2]?.id ?? '' }
  await after(() => ada.call(api.change, { params, body: { sort_order: 1_000_000 } }))
  await after(() => ada.call(api.change, { params, body: note('A') }))
  await after(() => ada.call(api.remove, { params }))
  const { rows } = await sql<{ emitted: string[][] }>`
    select array_agg(distinct to_users::text[]) as emitted from events
    where type like 'sticky.%' and to_users @> array[${ada.user_id}]::uuid[]`.execute(database.db)
  expect(rows).toEqual([{ emitted: [[ada.user_id]] }])
})
