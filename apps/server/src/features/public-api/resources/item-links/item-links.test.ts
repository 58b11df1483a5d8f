import { GUEST, linksApi, MEMBER, projectsApi } from '@cairn/contract'
import { workItemLinksV1 as api, issueLinksV1, workItemsV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { nobody } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const addItem = async (client: Client, name = 'item', more = {}) =>
  (await client.call(workItemsV1.create, { body: { name, ...more } })).id

// @cap:public-api.comments-links-activities
describe.each([
  ['work-items', api],
  ['issues', issueLinksV1 as unknown as typeof api],
] as const)('links under %s', (_tree, calls) => {
  it('are added, listed newest first, read, changed and deleted', async () => {
    const { ada } = await programsOf('ada')
    const issue_id = await addItem(ada)
    const body = { url: 'https://example.com/a', title: 'Map' }
    const link = await ada.call(calls.create, { params: { issue_id }, body })
    expect(link).toEqual({
      ...{ ...body, id: expect.any(String), metadata: {}, issue: issue_id },
      ...{ project: ada.place.project_id, workspace: expect.any(String) },
      ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
      ...{ created_by: ada.user_id, updated_by: null },
    })
    const second = await ada.call(calls.create, {
      params: { issue_id },
      body: { url: 'example.com/b' },
    })
    expect(second).toMatchObject({ url: 'http://example.com/b', title: null })
    const page = await ada.call(calls.list, { params: { issue_id }, query: { per_page: '1' } })
    expect(page).toMatchObject({ total_count: 2, next_page_results: true, extra_stats: null })
    expect(page.results).toEqual([second])
    const sorted = await ada.call(calls.list, {
      params: { issue_id },
      query: { order_by: 'url', fields: 'url' },
    })
    expect(sorted.results).toEqual([{ url: 'http://example.com/b' }, { url: body.url }])
    const params = { issue_id, link_id: link.id }
    expect(await ada.call(calls.get, { params, query: { expand: 'created_by' } })).toMatchObject({
      created_by: { id: ada.user_id, display_name: 'ada' },
    })
    expect(await ada.call(calls.change, { params, body: { title: 'Plan' } })).toMatchObject({
      ...{ title: 'Plan', url: body.url, updated_by: ada.user_id },
    })
    expect(await ada.attempt(calls.remove, { params })).toEqual(done)
    for (const call of [calls.get, calls.change, calls.remove]) {
      expect(await ada.attempt(call, { params, body: { title: 'x' } } as never)).toEqual(missing)
    }
  })
})

it.each([
  [{}, { url: ['This field is required.'] }],
  [{ url: 'not an address' }, { url: ['Invalid URL format.'] }],
  [{ url: 'https://' }, { url: ['Invalid URL format.'] }],
  [{ url: 'javascript:alert(1)' }, { url: ['Invalid URL scheme.'] }],
  [{ url: 'ftp://example.com' }, { url: ['Invalid URL scheme.'] }],
  [{ url: 'https://example.com/a' }, { error: 'URL already exists for this Issue' }],
])('refuses the link %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  const params = { issue_id: await addItem(ada) }
  const there = { url: 'https://example.com/a' }
  const link = await ada.call(api.create, { params, body: there })
  const refused = { status: 400, body: answer }
  expect(await ada.attempt(api.create, { params, body: body as never })).toEqual(refused)
  expect((await ada.call(api.list, { params })).results).toEqual([link])
})

it('tells who added it elsewhere, if an administrator says so', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const params = { issue_id: await addItem(ada) }
  const add = (client: Client, url: string, created_by: string) =>
    client.call(api.create, { params, body: { url, created_by } })
  expect((await add(ada, 'https://a.example', mel.user_id)).created_by).toBe(mel.user_id)
  expect((await add(mel, 'https://b.example', ada.user_id)).created_by).toBe(mel.user_id)
})

it('members add and change them, guests read those of what they see, strangers nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const [own, others] = [
    await addItem(ada, 'own', { created_by: gus.user_id }),
    await addItem(ada, 'others'),
  ]
  const body = { url: 'https://example.com' }
  for (const issue_id of [own, others]) {
    await mel.call(api.create, { params: { issue_id }, body })
    expect(await gus.attempt(api.create, { params: { issue_id }, body })).toEqual(notAllowed)
  }
  expect((await gus.call(api.list, { params: { issue_id: own } })).count).toBe(1)
  expect(await gus.attempt(api.list, { params: { issue_id: others } })).toEqual(missing)
  expect(await ada.attempt(api.list, { params: { issue_id: nobody } })).toEqual(missing)
  const params = { issue_id: own, link_id: nobody }
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, { params, body })
  const shownInApp = await ada.browser.call(linksApi.list, { params: { id: own } })
  expect(shownInApp).toMatchObject([body])
  await ada.browser.call(projectsApi.archive)
  expect(await ada.attempt(api.list, { params: { issue_id: own } })).toEqual(missing)
})
