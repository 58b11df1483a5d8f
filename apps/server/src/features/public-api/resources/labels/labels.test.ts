import { GUEST, labelsApi, MEMBER, projectsApi } from '@cairn/contract'
import { labelsV1 as api, type LabelV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const add = (client: Client, name: string, more: Partial<LabelV1> = {}) =>
  client.call(api.create, { body: { name, ...more } })
const names = (labels: LabelV1[]) => labels.map(({ name }) => name)

// @cap:public-api.states-and-labels
it('creates, reads, changes and deletes', async () => {
  const { ada } = await programsOf('ada')
  const { project_id } = ada.place
  const bug = await add(ada, ' bug ', { color: '#EB144C', description: 'Broken', sort_order: 3 })
  expect(bug).toEqual({
    ...{ id: expect.any(String), name: 'bug', description: 'Broken', color: '#EB144C' },
    ...{ sort_order: 65535, parent: null, external_source: null, external_id: null },
    ...{ project: project_id, workspace: expect.any(String), created_by: ada.user_id },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    ...{ updated_by: null, deleted_at: null },
  })
  const params = { label_id: bug.id }
  expect(await ada.call(api.get, { params })).toEqual(bug)
  const body = { name: 'crash', color: '#000', sort_order: 1.5, description: '' }
  expect(await ada.call(api.change, { params, body })).toEqual({
    ...bug,
    ...body,
    updated_at: expect.any(String),
    updated_by: ada.user_id,
  })
  const sub = await add(ada, 'segfault', { parent: bug.id })
  expect(sub).toMatchObject({ parent: bug.id, color: '', sort_order: 10001.5 })
  expect(await ada.attempt(api.remove, { params })).toEqual(done)
  expect(await ada.attempt(api.get, { params })).toEqual(missing)
  expect(await ada.attempt(api.get, { params: { label_id: sub.id } })).toEqual(missing)
  for (const call of [api.change, api.remove]) {
    expect(await ada.attempt(call, { params, body } as never)).toEqual(missing)
  }
})

// @cap:public-api.states-and-labels
// @cap:public-api.external-ids
describe('a second one of the same', () => {
  it('is a conflict that names the first: by name', async () => {
    const { ada } = await programsOf('ada')
    const bug = await add(ada, 'bug')
    expect(await ada.attempt(api.create, { body: { name: ' bug' } })).toEqual({
      status: 409,
      body: { error: 'Label with the same name already exists in the project', id: bug.id },
    })
    const { id: label_id } = await add(ada, 'docs')
    expect(await ada.attempt(api.change, { params: { label_id }, body: { name: 'bug' } })).toEqual({
      status: 400,
      body: { error: 'The payload is not valid' },
    })
  })

  it('and by where it comes from', async () => {
    const { ada } = await programsOf('ada')
    const pair = { external_source: 'github', external_id: '7' }
    const bug = await add(ada, 'bug', pair)
    expect(bug).toMatchObject(pair)
    const taken = {
      status: 409,
      body: {
        error: 'Label with the same external id and external source already exists',
        id: bug.id,
      },
    }
    // The external pair is checked first.
    expect(await ada.attempt(api.create, { body: { name: 'bug', ...pair } })).toEqual(taken)
    expect(await ada.attempt(api.create, { body: { name: 'other', ...pair } })).toEqual(taken)
    // Half of a pair does not count.
    const half = await add(ada, 'half', { external_source: 'github' })
    await add(ada, 'other half', { external_source: 'github' })
    const params = { label_id: half.id }
    expect(await ada.attempt(api.change, { params, body: { external_id: '7' } })).toEqual(taken)
    expect(
      await ada.call(api.change, { params: { label_id: bug.id }, body: { ...pair, name: 'b' } }),
    ).toMatchObject({ name: 'b', ...pair })
    await ada.call(api.remove, { params: { label_id: bug.id } })
    expect(await add(ada, 'bug', pair)).toMatchObject(pair)
  })

  it('of twenty at once one is made, and the others are told which', async () => {
    const { ada } = await programsOf('ada')
    const body = { name: 'bug', external_source: 'github', external_id: '7' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ada.attempt(api.create, { body })),
    )
    const [made] = (await ada.call(api.list)).results
    const answered = answers.map((answer) => [answer.status, (answer.body as LabelV1).id])
    expect(answered.filter(([status]) => status === 201)).toEqual([[201, made?.id]])
    expect(answered.filter(([status]) => status === 409)).toHaveLength(19)
    expect(new Set(answered.map(([, id]) => id))).toEqual(new Set([made?.id]))
  })
})

// @cap:public-api.paging-fields-expand
describe('the list', () => {
  it('is the newest first, in pages', async () => {
    const { ada } = await programsOf('ada')
    const made: LabelV1[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) made.unshift(await add(ada, name))
    const page = (query: Record<string, string>) => ada.call(api.list, { query })
    expect(await page({})).toEqual({
      ...{ grouped_by: null, sub_grouped_by: null, extra_stats: null },
      ...{ total_count: 5, total_results: 5, count: 5, total_pages: 1 },
      ...{ next_cursor: '1000:1:0', prev_cursor: '1000:-1:1' },
      ...{ next_page_results: false, prev_page_results: false, results: made },
    })
    const first = await page({ per_page: '2' })
    expect(first).toMatchObject({ count: 2, total_count: 5, total_pages: 3 })
    const second = await page({ per_page: '2', cursor: first.next_cursor })
    expect(second).toMatchObject({ next_page_results: true, prev_page_results: true })
    const third = await page({ per_page: '2', cursor: second.next_cursor })
    expect(third).toMatchObject({ next_page_results: false, count: 1, total_count: 5 })
    expect([first, second, third].flatMap(({ results }) => results)).toEqual(made)
    expect(await page({ per_page: '2', cursor: '2:9:0' })).toMatchObject({
      count: 0,
      total_count: 5,
    })
    // Keys used by clients of other servers.
    expect((await page({ limit: '1', offset: '3' })).count).toBe(5)
  })

  it('is sorted by what it knows, and by nothing else', async () => {
    const { ada } = await programsOf('ada')
    const b = await add(ada, 'b')
    await add(ada, 'c')
    await add(ada, 'a', { parent: b.id })
    const sorted = async (order_by: string) =>
      names((await ada.call(api.list, { query: { order_by } })).results)
    expect(await sorted('name')).toEqual(['a', 'b', 'c'])
    expect(await sorted('-name')).toEqual(['c', 'b', 'a'])
    expect(await sorted('created_at')).toEqual(['b', 'c', 'a'])
    // Rows without a parent come last in both directions.
    expect(await sorted('parent')).toEqual(['a', 'c', 'b'])
    expect(await sorted('-parent')).toEqual(['a', 'c', 'b'])
    for (const order_by of ['nothing', '-', 'constructor', 'project_id; drop table labels']) {
      expect(await ada.attempt(api.list, { query: { order_by } })).toEqual({
        status: 400,
        body: { error: 'Please provide valid detail' },
      })
    }
  })

  it('has the keys and objects that are asked for', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    const label = await add(ada, 'bug')
    const list = async (client: Client, query: Record<string, string>) =>
      (await client.call(api.list, { query })).results[0]
    expect(await list(ada, { fields: 'id, name,nothing' })).toEqual({ id: label.id, name: 'bug' })
    expect(await list(ada, { fields: 'nothing' })).toEqual({})
    const expand = 'created_by,updated_by,project,workspace,parent,nothing,name'
    const whole = await list(ada, { expand })
    expect(whole).toEqual({
      ...label,
      created_by: {
        ...{ id: ada.user_id, first_name: 'ada', last_name: '', display_name: 'ada' },
        ...{ avatar: '', avatar_url: null, email: expect.stringMatching(/^ada-/) },
      },
      project: {
        ...{ id: ada.place.project_id, identifier: 'TRAIL', name: 'Trail Maps', description: '' },
        ...{ cover_image: null, cover_image_url: null, icon_prop: null, emoji: null },
      },
      workspace: { id: label.workspace, name: 'Acme', slug: ada.place.slug },
    })
    const seen = await list(gus, { expand: 'created_by', fields: 'created_by' })
    expect(seen).toMatchObject({ created_by: { id: ada.user_id } })
    expect(JSON.stringify(seen)).not.toContain('email')
    // A single label is always complete.
    const params = { label_id: label.id }
    expect(await ada.call(api.get, { params, query: { fields: 'id' } })).toEqual(label)
    expect(await ada.call(api.get, { params, query: { expand: 'created_by' } })).toMatchObject({
      created_by: { id: ada.user_id },
    })
  })

  it.each([
    [{ per_page: 'x' }, 'Invalid per_page parameter.'],
    [{ per_page: '1001' }, 'Invalid per_page value. Cannot exceed 1000.'],
    [{ cursor: 'x' }, 'Invalid cursor parameter.'],
    [{ cursor: '10:-1:1' }, 'Error in parsing'],
  ])('refuses %o', async (query, detail) => {
    const { ada } = await programsOf('ada')
    expect(await ada.attempt(api.list, { query })).toEqual({ status: 400, body: { detail } })
  })
})

it.each([
  [{}, { name: ['This field is required.'] }],
  [{ name: ' ' }, { name: ['This field may not be blank.'] }],
  [{ name: 5 }, { name: ['Not a valid string.'] }],
  [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
  [{ name: 'x', parent: 'y' }, { parent: ['“y” is not a valid UUID.'] }],
])('refuses to create %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  expect(await ada.attempt(api.create, { body: body as never })).toEqual({
    status: 400,
    body: answer,
  })
  expect((await ada.call(api.list)).results).toEqual([])
})

it('those of an archived project are not shown', async () => {
  const { ada } = await programsOf('ada')
  const { id: label_id } = await add(ada, 'bug')
  await ada.browser.call(projectsApi.archive)
  expect((await ada.call(api.list)).results).toEqual([])
  expect(await ada.attempt(api.get, { params: { label_id } })).toEqual(missing)
  expect(await ada.attempt(api.remove, { params: { label_id } })).toEqual(missing)
})

it('administrators change them, members add, guests read, strangers get nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { id: label_id } = await add(mel, 'bug')
  const params = { label_id }
  const body = { name: 'x' }
  for (const client of [mel, gus]) {
    for (const call of [api.change, api.remove]) {
      expect(await client.attempt(call, { params, body } as never)).toEqual(notAllowed)
    }
    expect((await client.call(api.list)).total_count).toBe(1)
    expect(await client.call(api.get, { params })).toMatchObject({ name: 'bug' })
  }
  expect(await gus.attempt(api.create, { body })).toEqual(notAllowed)
  for (const endpoint of Object.values(api)) {
    await refusesStrangers(endpoint, ada, { params, body })
  }
  expect((await ada.call(api.list)).results).toMatchObject([{ name: 'bug' }])
})

// @cap:public-api.side-effects
it('browsers hear of what programs do', async () => {
  const { ada } = await programsOf('ada')
  const events = await ada.eventsOf(() => add(ada, 'bug'))
  expect(events).toMatchObject([{ type: 'label.saved', label: { name: 'bug' } }])
  expect(await ada.browser.call(labelsApi.list)).toMatchObject([{ name: 'bug' }])
})
