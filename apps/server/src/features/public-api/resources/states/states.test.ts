import { GUEST, MEMBER, projectsApi, statesApi, workItemsApi } from '@cairn/contract'
import { statesV1 as api, type NewStateV1, type StateV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const add = (client: Client, name: string, more: Partial<NewStateV1> = {}) =>
  client.call(api.create, { body: { name, color: '#123456', ...more } })
const list = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(api.list, { query })).results
const names = (states: StateV1[]) => states.map(({ name }) => name)

// @cap:public-api.states-and-labels
it('lists those people pick, in their order', async () => {
  const { ada } = await programsOf('ada')
  const states = await list(ada)
  expect(names(states)).toEqual(['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled'])
  expect(states[2]).toEqual({
    ...{ id: expect.any(String), name: 'In Progress', slug: 'in-progress', description: '' },
    ...{ color: '#F59E0B', sequence: 35000, group: 'started', is_triage: false, default: false },
    ...{ external_source: null, external_id: null, project: ada.place.project_id },
    ...{ workspace: expect.any(String), created_by: ada.user_id, updated_by: null },
    ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
  })
  expect(names(await list(ada, { order_by: '-name', per_page: '2' }))).toEqual([
    'Todo',
    'In Progress',
  ])
  expect(await list(ada, { fields: 'name', per_page: '1' })).toEqual([{ name: 'Backlog' }])
  expect(await ada.attempt(api.list, { query: { order_by: 'is_triage' } })).toEqual({
    status: 400,
    body: { error: 'Please provide valid detail' },
  })
})

// @cap:public-api.states-and-labels
it('creates with 200, changes and deletes', async () => {
  const { ada } = await programsOf('ada')
  const answer = await ada.attempt(api.create, {
    body: { name: ' In Review ', color: '#fff', group: 'started', sequence: 1, description: 'd' },
  })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      name: 'In Review',
      slug: 'in-review',
      sequence: 70000,
      group: 'started',
      default: false,
    },
  })
  const { id: state_id } = answer.body as StateV1
  const params = { state_id }
  expect(await ada.call(api.get, { params })).toEqual(answer.body)
  expect(await ada.call(api.get, { params, query: { fields: 'id' } })).toEqual({ id: state_id })
  const body = { name: 'Review', color: '#000', group: 'completed', sequence: 5 } as const
  expect(await ada.call(api.change, { params, body })).toMatchObject({
    ...body,
    slug: 'review',
    updated_by: ada.user_id,
  })
  expect(names(await list(ada))[0]).toBe('Review')
  expect(await ada.attempt(api.remove, { params })).toEqual(done)
  for (const call of [api.get, api.change, api.remove]) {
    expect(await ada.attempt(call, { params, body: {} } as never)).toEqual(missing)
  }
})

it('has one default, which is not deleted, and neither is what holds items', async () => {
  const { ada } = await programsOf('ada')
  const [backlog, todo] = await list(ada)
  const made = await add(ada, 'First', { default: true })
  expect(made.default).toBe(true)
  expect((await list(ada)).filter((state) => state.default)).toEqual([made])
  expect(await ada.attempt(api.remove, { params: { state_id: made.id } })).toEqual({
    status: 400,
    body: { error: 'Default state cannot be deleted' },
  })
  await ada.browser.call(workItemsApi.create, { body: { name: 'x', state_id: todo?.id ?? '' } })
  expect(await ada.attempt(api.remove, { params: { state_id: todo?.id ?? '' } })).toEqual({
    status: 400,
    body: { error: 'The state is not empty, only empty states can be deleted' },
  })
  expect(await ada.attempt(api.remove, { params: { state_id: backlog?.id ?? '' } })).toEqual(done)
})

// @cap:public-api.states-and-labels
// @cap:public-api.external-ids
describe('a second one of the same', () => {
  it('is a conflict that names the first', async () => {
    const { ada } = await programsOf('ada')
    const pair = { external_source: 'jira', external_id: '10' }
    const made = await add(ada, 'Review', pair)
    const attempt = (body: Partial<NewStateV1>) =>
      ada.attempt(api.create, { body: { name: 'x', color: '#000', ...body } })
    const byPair = {
      status: 409,
      body: {
        error: 'State with the same external id and external source already exists',
        id: made.id,
      },
    }
    expect(await attempt({ name: 'Review' })).toEqual({
      status: 409,
      body: { error: 'State with the same name already exists in the project', id: made.id },
    })
    expect(await attempt({ name: 'Review', ...pair })).toEqual(byPair)
    expect(await attempt(pair)).toEqual(byPair)
    const other = await add(ada, 'Other')
    const params = { state_id: other.id }
    expect(await ada.attempt(api.change, { params, body: pair })).toEqual(byPair)
    expect(await ada.attempt(api.change, { params, body: { name: 'Review' } })).toEqual({
      status: 400,
      body: { error: 'The payload is not valid' },
    })
    expect(
      await ada.call(api.change, { params: { state_id: made.id }, body: { ...pair, name: 'R' } }),
    ).toMatchObject({ name: 'R', ...pair })
  })

  it('may have the pair in another project', async () => {
    const { ada } = await programsOf('ada')
    const pair = { external_source: 'jira', external_id: '10' }
    await add(ada, 'Review', pair)
    const body = { name: 'Two', identifier: 'TWO' }
    const { id: project_id } = await ada.browser.call(projectsApi.create, { body })
    expect(await add(ada.at({ project_id }), 'Review', pair)).toMatchObject(pair)
  })
})

it.each([
  [{ color: '#000' }, { name: ['This field is required.'] }],
  [{ name: 'x' }, { color: ['This field is required.'] }],
  [{ name: ' ', color: '#000' }, { name: ['This field may not be blank.'] }],
  [{ name: 'x', color: '#000', group: 'later' }, { group: ['"later" is not a valid choice.'] }],
  [
    { name: 'x', color: '#000', group: 'triage' },
    { non_field_errors: ['Cannot create triage state'] },
  ],
])('refuses to create %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  expect(await ada.attempt(api.create, { body: body as never })).toEqual({
    status: 400,
    body: answer,
  })
  expect(await list(ada)).toHaveLength(5)
})

it('those of an archived project are not shown', async () => {
  const { ada } = await programsOf('ada')
  const [{ id: state_id } = { id: '' }] = await list(ada)
  await ada.browser.call(projectsApi.archive)
  expect(await list(ada)).toEqual([])
  expect(await ada.attempt(api.get, { params: { state_id } })).toEqual(missing)
})

it('administrators change them, everybody in the project reads, strangers get nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { id: state_id } = await add(ada, 'Review')
  const params = { state_id }
  const body = { name: 'x', color: '#000' }
  for (const client of [mel, gus]) {
    for (const call of [api.create, api.change, api.remove]) {
      expect(await client.attempt(call, { params, body } as never)).toEqual(notAllowed)
    }
    expect(await client.call(api.get, { params })).toMatchObject({ name: 'Review' })
  }
  for (const endpoint of Object.values(api)) {
    await refusesStrangers(endpoint, ada, { params, body })
  }
  const events = await ada.eventsOf(() => ada.call(api.change, { params, body }))
  expect(events).toMatchObject([{ type: 'state.saved', state: { name: 'x' } }])
  expect(await ada.browser.call(statesApi.get, { params: { id: state_id } })).toMatchObject(body)
})
