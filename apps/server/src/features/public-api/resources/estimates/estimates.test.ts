import { estimatesApi, GUEST, MEMBER, projectsApi } from '@cairn/contract'
import { estimatesV1 as api, type PointPatchV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { addItem, nobody, rowsOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const refusal = (status: number, body: object) => ({ status, body })
const noEstimate = refusal(404, { error: 'Estimate not found' })
const noPoint = refusal(404, { error: 'Estimate point not found' })

const add = (client: Client, more: object = {}) =>
  client.call(api.create, { body: { name: 'Sizes', ...more } })
const at = (estimate_id: string, estimate_point_id = nobody) => ({
  params: { estimate_id, estimate_point_id },
})
const put = (client: Client, id: string, ...estimate_points: PointPatchV1[]) =>
  client.call(api.addPoints, { ...at(id), body: { estimate_points } })

// @cap:public-api.estimates-pages-stickies
it('a project has one estimate: made, read, renamed and removed', async () => {
  const { ada } = await programsOf('ada')
  expect(await ada.attempt(api.get)).toEqual(noEstimate)
  const pair = { external_source: 'jira', external_id: '7' }
  const made = await add(ada, { type: 'Points', description: 'Effort', ...pair })
  expect(made).toEqual({
    ...{ id: expect.any(String), name: 'Sizes', description: 'Effort', type: 'points' },
    ...{ last_used: true, ...pair, project: ada.place.project_id, workspace: expect.any(String) },
    ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
    ...{ created_by: ada.user_id, updated_by: null },
  })
  expect(await ada.call(api.get)).toEqual(made)
  const error = 'An estimate already exists for this project'
  const body = { name: 'other' }
  expect(await ada.attempt(api.create, { body })).toEqual(refusal(409, { error, id: made.id }))
  const renamed = { name: 'Effort', description: '', external_id: null }
  expect(await ada.call(api.change, { body: { ...renamed, ...{ type: 'time' } } })).toEqual({
    ...{ ...made, ...renamed, updated_at: expect.any(String), updated_by: ada.user_id },
  })
  expect(await ada.attempt(api.remove)).toEqual(done)
  for (const call of [api.get, api.change, api.remove]) {
    expect(await ada.attempt(call, { body } as never)).toEqual(noEstimate)
  }
  expect(await add(ada)).toMatchObject({ type: 'categories' })
})

// @cap:public-api.estimates-pages-stickies
it('of twenty made at once one stays', async () => {
  const { ada } = await programsOf('ada')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => ada.attempt(api.create, { body: { name: `${n}` } })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
})

// @cap:public-api.estimates-pages-stickies
it('is the one the project estimates in', async () => {
  const { ada } = await programsOf('ada')
  const made = await ada.browser.call(estimatesApi.create, {
    body: { estimate: { name: 'app' }, estimate_points: [{ value: 's' }, { value: 'm' }] },
  })
  expect(await ada.attempt(api.get)).toEqual(noEstimate)
  await ada.browser.call(projectsApi.change, { body: { estimate: made.id } })
  expect(await ada.call(api.get)).toMatchObject({ id: made.id, name: 'app' })
})

// @cap:public-api.estimates-pages-stickies
describe('its points', () => {
  it('come as a bare list or under their name, and are changed and removed', async () => {
    const { ada } = await programsOf('ada')
    const { id } = await add(ada)
    const [small] = await put(ada, id, { value: ' S ', external_id: 'x' })
    expect(small).toEqual({
      ...{ id: expect.any(String), estimate: id, key: 1, value: 'S', description: '' },
      ...{ external_source: null, external_id: 'x', project: ada.place.project_id },
      ...{ workspace: expect.any(String), created_by: ada.user_id, updated_by: null },
      ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
    })
    const bare = [{ value: 'M', key: 5 }, { value: 'L' }]
    const answer = await ada.attempt(api.addPoints, { ...at(id), body: bare as never })
    expect(answer).toMatchObject({
      status: 201,
      body: [
        { value: 'M', key: 5 },
        { value: 'L', key: 7 },
      ],
    })
    const values = async () => (await ada.call(api.points, at(id))).map(({ value }) => value)
    expect(await values()).toEqual(['S', 'M', 'L'])
    const point = at(id, small?.id)
    const body = { value: 'XS', key: 0, description: 'tiny', external_source: 'jira' }
    expect(await ada.call(api.changePoint, { ...point, body })).toMatchObject(body)
    await ada.browser.call(projectsApi.change, { body: { estimate: id } })
    await addItem(ada.browser, 'x', { estimate_point: small?.id })
    expect(await ada.attempt(api.removePoint, point)).toEqual(done)
    expect(await rowsOf(ada.browser)).toMatchObject([{ estimate_point: null }])
    for (const call of [api.changePoint, api.removePoint]) {
      expect(await ada.attempt(call, { ...point, body } as never)).toEqual(noPoint)
    }
    expect(await values()).toEqual(['M', 'L'])
  })

  it('keep the keys and the order in which they are sent', async () => {
    const { ada } = await programsOf('ada')
    const { id } = await add(ada)
    const sent = [
      { key: 2, value: 'L' },
      { key: 0, value: 'S' },
      { key: 1, value: 'M' },
    ]
    expect(await put(ada, id, ...sent)).toMatchObject(sent)
    expect(await ada.call(api.points, at(id))).toMatchObject(sent.toSorted((a, b) => a.key - b.key))
  })

  it('may be twenty numbers of a category system, and are edited in the application later', async () => {
    const { ada } = await programsOf('ada')
    const { id } = await add(ada)
    const sent = Array.from({ length: 20 }, (_, key) => ({ key, value: String(key) }))
    const points = await put(ada, id, ...sent)
    expect(points).toMatchObject(sent)
    const estimate_points = points.map((point) => ({ id: point.id, key: point.key }))
    await ada.browser.call(estimatesApi.change, {
      params: { id },
      body: { estimate: { name: 'Imported' }, estimate_points },
    })
    const last = at(id, points[19]?.id)
    const body = { value: '100' }
    expect(await ada.call(api.changePoint, { ...last, body })).toMatchObject(body)
    const more = Array.from({ length: 81 }, (_, n) => ({ value: `more ${n}` }))
    const refused = await ada.attempt(api.addPoints, { ...at(id), body: { estimate_points: more } })
    expect(refused).toEqual(refusal(400, { error: 'An estimate has at most 100 points' }))
  })

  it.each([
    [[], { error: 'Estimate points are required' }],
    [[{ value: 'x'.repeat(21) }], { non_field_errors: ["Value can't be more than 20 characters"] }],
    [[{ value: ' ' }], { non_field_errors: ['Estimate value cannot be empty.'] }],
    [[{ value: 'a' }, { value: 'A' }], { non_field_errors: ['Estimate value already exists.'] }],
    [[{ value: 'a', key: 1001 }], { key: ['Ensure this value is less than or equal to 1000.'] }],
    [[{ value: 'a', key: -1 }], { key: ['Ensure this value is greater than or equal to 0.'] }],
  ])('refuses %o', async (estimate_points, answer) => {
    const { ada } = await programsOf('ada')
    const { id } = await add(ada)
    const body = { estimate_points }
    expect(await ada.attempt(api.addPoints, { ...at(id), body })).toEqual(refusal(400, answer))
    expect(await ada.call(api.points, at(id))).toEqual([])
  })
})

it.each([
  [{}, { name: ['This field is required.'] }],
  [{ name: ' ' }, { name: ['This field may not be blank.'] }],
  [{ name: 'x', type: 'hours' }, { type: ['"hours" is not a valid choice.'] }],
])('refuses to create %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  expect(await ada.attempt(api.create, { body: body as never })).toEqual(refusal(400, answer))
  expect(await ada.attempt(api.get)).toEqual(noEstimate)
})

it('members manage it, guests read, strangers get nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { bob } = await programsOf('bob')
  const { id } = await add(mel)
  const [point] = await put(mel, id, { value: 'S' })
  const input = { ...at(id, point?.id), body: { name: 'x', value: 'y' } }
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, input)
  const { get, points, ...writes } = api
  for (const endpoint of [get, points]) {
    expect(await gus.attempt(endpoint, input as never)).toMatchObject({ status: 200 })
  }
  for (const endpoint of Object.values(writes)) {
    expect(await gus.attempt(endpoint, input as never)).toEqual(notAllowed)
  }
  // A user of another project.
  for (const endpoint of [points, api.addPoints, api.changePoint, api.removePoint]) {
    expect(await bob.attempt(endpoint, input as never)).toEqual(noEstimate)
  }
  expect(await ada.call(points, at(id))).toMatchObject([{ value: 'S' }])
})
