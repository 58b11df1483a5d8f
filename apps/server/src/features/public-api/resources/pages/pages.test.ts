import { GUEST, MEMBER, pagesApi, projectsApi } from '@cairn/contract'
import { pagesV1 as api, type NewPageV1, workspacePagesV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { nobody } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const refusal = (status: number, body: object) => ({ status, body })
const add = (client: Client, name: string, more: Partial<NewPageV1> = {}) =>
  client.call(api.create, { body: { name, description_html: '<p>x</p>', ...more } })
const at = (page_id: string) => ({ params: { page_id } })
const namesOf = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(api.list, { query })).results.map(({ name }) => name)

// @cap:public-api.estimates-pages-stickies
it('creates, reads, changes, archives and deletes', async () => {
  const { ada } = await programsOf('ada')
  const pair = { external_source: 'wiki', external_id: '7' }
  const page = await add(ada, 'Route', { description_html: '<p>Up</p>', color: '#123456', ...pair })
  expect(page).toEqual({
    ...{ id: expect.any(String), name: 'Route', owned_by: ada.user_id, access: 0 },
    ...{ is_locked: false, archived_at: null, workspace: expect.any(String), logo_props: {} },
    ...{ created_at: expect.any(String), updated_at: expect.any(String), parent_id: null },
    ...{ description_html: '<p>Up</p>', description_stripped: 'Up', description_binary: null },
    ...{ color: '#123456', anchor: null, projects: [ada.place.project_id], ...pair },
    ...{ created_by: ada.user_id, updated_by: null, view_props: { full_width: false } },
  })
  expect(await ada.call(api.get, at(page.id))).toEqual(page)
  const below = await add(ada, 'Camp', { parent_id: page.id, is_locked: true })
  expect(below).toMatchObject({ parent_id: page.id, is_locked: true })
  const body = { name: 'Way', description_html: '<p>Down</p>', is_locked: true, access: 1 }
  expect(await ada.call(api.change, { ...at(page.id), body })).toMatchObject({
    ...{ ...body, description_stripped: 'Down', updated_by: ada.user_id },
  })
  const again = { ...at(page.id), body: { is_locked: false } }
  expect(await ada.call(api.replace, again)).toMatchObject({ ...body, is_locked: false })
  expect(await ada.call(api.replace, { ...again, body })).toMatchObject(body)
  // The collaborative document has the same content.
  expect(await ada.browser.call(pagesApi.get, { params: { id: page.id } })).toMatchObject({
    description_html: '<p>Down</p>',
  })
  expect(await ada.attempt(api.change, { ...at(page.id), body: { name: 'x' } })).toEqual(
    refusal(400, { error: 'Page is locked' }),
  )
  const opened = { is_locked: false, name: 'x' }
  expect(await ada.call(api.change, { ...at(page.id), body: opened })).toMatchObject(opened)
  expect(await ada.attempt(api.remove, at(page.id))).toEqual(
    refusal(400, { error: 'The page should be archived before deleting' }),
  )
  expect(await ada.attempt(api.archive, at(page.id))).toEqual(done)
  expect(await ada.attempt(api.restore, at(page.id))).toEqual(done)
  expect(await ada.call(api.get, at(page.id))).toMatchObject({ archived_at: null })
  await ada.call(api.archive, at(page.id))
  expect(await ada.attempt(api.remove, at(page.id))).toEqual(done)
  for (const call of [api.get, api.change, api.remove, api.archive, api.restore]) {
    expect(await ada.attempt(call, { ...at(page.id), body: { name: 'x' } } as never)).toEqual(
      missing,
    )
  }
})

// @cap:public-api.estimates-pages-stickies
describe('the list', () => {
  it('is the newest first, twenty to a page and a hundred at most', async () => {
    const { ada } = await programsOf('ada')
    for (const name of ['b', 'c', 'a']) await add(ada, name)
    const first = await ada.call(api.list)
    expect(first).toMatchObject({ next_cursor: '20:1:0', total_count: 3 })
    expect(first.results[0]).toEqual({
      ...{ id: expect.any(String), name: 'a', owned_by: ada.user_id, access: 0 },
      ...{ is_locked: false, archived_at: null, workspace: expect.any(String), logo_props: {} },
      ...{ created_at: expect.any(String), updated_at: expect.any(String), parent_id: null },
    })
    expect(await namesOf(ada, { order_by: 'name', per_page: '2' })).toEqual(['a', 'b'])
    expect(await ada.attempt(api.list, { query: { per_page: '101' } })).toEqual(
      refusal(400, { detail: 'Invalid per_page value. Cannot exceed 100.' }),
    )
    expect(await ada.attempt(api.list, { query: { order_by: 'color' } })).toEqual(
      refusal(400, { error: 'Please provide valid detail' }),
    )
    expect(await ada.attempt(api.list, { query: { type: 'x' } })).toEqual(
      refusal(400, { type: ['"x" is not a valid choice.'] }),
    )
  })

  it('is of a kind or of a name, as far as its reader sees them', async () => {
    const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
    await add(ada, 'open')
    await add(ada, 'own', { access: 1 })
    await add(ada, 'old', { archived_at: '2026-01-01' })
    const kinds = async (client: Client) => {
      const entries = ['all', 'public', 'private', 'shared', 'archived'].map(
        async (type) => [type, await namesOf(client, { type })] as const,
      )
      return Object.fromEntries(await Promise.all(entries))
    }
    const [open, old, none] = [['open'], ['old'], [] as string[]]
    expect(await kinds(ada)).toEqual({
      ...{ all: ['own', 'open'], public: open, private: ['own'], shared: none, archived: old },
    })
    expect(await kinds(mel)).toEqual({
      ...{ all: open, public: open, private: none, shared: none, archived: old },
    })
    expect(await namesOf(gus)).toEqual([])
    expect(await namesOf(ada, { search: 'PE' })).toEqual(['open'])
    expect(await namesOf(ada, { search: '%' })).toEqual([])
  })
})

it.each([
  [{ description_html: '' }, { name: ['This field is required.'] }],
  [{ name: 'x' }, { description_html: ['This field is required.'] }],
  [
    { name: 'x', description_html: '', parent_id: nobody },
    { parent_id: [`Invalid pk "${nobody}" - object does not exist.`] },
  ],
  [{ name: 'x', description_html: '', access: 2 }, { access: ['"2" is not a valid choice.'] }],
])('refuses to create %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  expect(await ada.attempt(api.create, { body: body as never })).toEqual(refusal(400, answer))
  expect(await namesOf(ada)).toEqual([])
})

it('who may do what is the page’s own rule, and strangers get nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { bob } = await programsOf('bob')
  const { id } = await add(ada, 'open')
  const own = await add(ada, 'own', { access: 1 })
  const input = { ...at(id), body: { name: 'x', description_html: '' } }
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, input)
  for (const call of [api.get, api.change, api.remove, api.archive, api.restore]) {
    expect(await mel.attempt(call, { ...input, ...at(own.id) } as never)).toEqual(missing)
    expect(await bob.attempt(call, input as never)).toEqual(missing)
  }
  expect(await mel.attempt(api.archive, at(id))).toEqual(
    refusal(400, { error: 'Only the owner or admin can archive the page' }),
  )
  expect(await gus.attempt(api.create, input)).toEqual(notAllowed)
  expect(await gus.attempt(api.get, at(id))).toEqual(
    refusal(400, { error: 'You are not allowed to view this page' }),
  )
  await ada.browser.call(projectsApi.change, { body: { guest_view_all_features: true } })
  expect(await gus.call(api.get, at(id))).toMatchObject({ name: 'open' })
  expect(await gus.attempt(api.change, input)).toMatchObject({ status: 403 })
})

// @cap:public-api.estimates-pages-stickies
it('a workspace has no pages of its own', async () => {
  const { ada } = await programsOf('ada')
  const { id } = await add(ada, 'of the project')
  expect(await ada.call(workspacePagesV1.list)).toMatchObject({ total_count: 0, results: [] })
  expect(await ada.attempt(workspacePagesV1.create)).toEqual(
    refusal(404, { error: 'Page not found.' }),
  )
  for (const call of workspacePagesV1.none) {
    expect(await ada.attempt(call, at(id))).toEqual(missing)
  }
  const { list, create, none } = workspacePagesV1
  for (const call of [list, create, ...none]) await refusesStrangers(call, ada, at(id))
})
