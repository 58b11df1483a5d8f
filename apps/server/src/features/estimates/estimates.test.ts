import {
  estimatesApi as api,
  applyEstimateEvent,
  type Estimate,
  type EstimateEvent,
  GUEST,
  historyApi,
  MEMBER,
  projectsApi,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger } = await testServer()
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const done = { status: 204, body: null }
const no = (body: unknown) => ({ status: 400, body })
const invalid = no({ error: 'The payload is not valid' })
const count = no({ error: 'Estimate must have between 2 and 6 points' })
const sentence = (text: string) => no({ non_field_errors: [text] })

const numbered = (values: readonly string[]) =>
  values.map((value, index) => ({ key: index + 1, value }))

const bodyOf = (type: string, values: readonly string[], more = {}) => ({
  estimate: { name: type, type, ...more },
  estimate_points: numbered(values),
})
const add = (client: Client, values = ['1', '2', '3'], type = 'points', more = {}) =>
  client.call(api.create, { body: bodyOf(type, values, { last_used: true, ...more }) })

const switchTo = (client: Client, estimate: string | null) =>
  client.call(projectsApi.change, { body: { estimate } })

const pointAt = ({ points }: Estimate, key: number) => {
  const point = points.find((one) => one.key === key)
  if (!point) throw new Error(`no point ${key}`)
  return point
}
const valuesOf = ({ points }: Estimate) => points.map(({ key, value }) => [key, value])

const item = (client: Client, estimate_point: string) =>
  client.call(workItemsApi.create, { body: { name: 'walk', estimate_point } })
const pointOf = async (client: Client, id: string) =>
  (await client.call(workItemsApi.get, { params: { id } })).estimate_point

const doneState = async (client: Client) => {
  const states = await client.call(statesApi.list)
  return states.find(({ group }) => group === 'completed')?.id
}

describe('creating', () => {
  // @cap:estimates.value-rules
  it('makes a system with its points, which is not switched on by that', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const made = await add(ada, ['1', ' 2.5 ', '3'], 'POINTS')
    const [first] = made.points
    expect(made).toMatchObject({
      ...{ name: 'POINTS', type: 'points', last_used: true, description: '' },
      ...{ project: ada.place.project_id, created_by: ada.user_id, updated_by: null },
    })
    expect(valuesOf(made)).toEqual([
      [1, '1'],
      [2, '2.5'],
      [3, '3'],
    ])
    expect(first).toMatchObject({ estimate: made.id, description: '', project: made.project })
    expect(await ada.call(projectsApi.get)).toMatchObject({ estimate: null })
    expect(await gus.call(api.list)).toEqual([made])
    expect(await gus.call(api.get, { params: { id: made.id } })).toEqual(made)
  })

  it('names what has no name, and is of categories by itself', async () => {
    const { ada } = await projectOf('ada')
    const body = { estimate: {}, estimate_points: numbered(['Easy', 'Hard']) }
    const made = await ada.call(api.create, { body })
    expect(made.name).toMatch(/^[a-z]{10}$/)
    expect(made).toMatchObject({ type: 'categories', last_used: false })
  })

  // @cap:estimates.value-rules
  it.each([
    [{ estimate_points: numbered(['1', '2']) }, no({ error: 'The required key does not exist.' })],
    [{ estimate: {} }, no({ error: 'Estimate points are required' })],
    [bodyOf('points', []), no({ error: 'Estimate points are required' })],
    [bodyOf('points', ['1']), count],
    [bodyOf('points', ['1', '2', '3', '4', '5', '6', '7']), count],
    [bodyOf('points', ['1', 'two']), sentence('Estimate needs to be a numeric value.')],
    [bodyOf('time', ['1', '0x10']), sentence('Estimate needs to be a numeric value.')],
    [bodyOf('points', ['1', '0']), sentence('Estimate needs to be greater than 0.')],
    [bodyOf('points', ['1', '-2']), sentence('Estimate needs to be greater than 0.')],
    [bodyOf('categories', ['Easy', '5']), sentence('Estimate needs to be a character value.')],
    [bodyOf('points', ['1', '1.0']), sentence('Estimate value already exists.')],
    [bodyOf('categories', ['Easy', 'easy ']), sentence('Estimate value already exists.')],
    [bodyOf('points', ['1', '  ']), sentence('Estimate value cannot be empty.')],
    [bodyOf('bananas', ['1', '2']), no({ type: ['"bananas" is not a valid choice.'] })],
    [
      bodyOf('categories', ['x'.repeat(21), 'y']),
      no([{ non_field_errors: ["Value can't be more than 20 characters"] }, {}]),
    ],
    [
      {
        estimate: {},
        estimate_points: [
          { key: 13, value: 'a' },
          { key: -1, value: 'b' },
        ],
      },
      no([
        { key: ['Ensure this value is less than or equal to 12.'] },
        { key: ['Ensure this value is greater than or equal to 0.'] },
      ]),
    ],
  ])('refuses %o and leaves nothing behind', async (body, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual(answer)
    expect(await ada.call(api.list)).toEqual([])
  })

  it('refuses a name the project has, unless that system is gone', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada)
    const body = bodyOf('points', ['1', '2'])
    expect(await ada.attempt(api.create, { body })).toEqual(invalid)
    await ada.call(api.remove, { params: { id } })
    expect(await ada.attempt(api.create, { body })).toMatchObject({ status: 200 })
  })

  it('leaves one that was used last, however many are made at once', async () => {
    const { ada } = await projectOf('ada')
    const names = ['a', 'b', 'c', 'd', 'e']
    await Promise.all(names.map((name) => add(ada, ['1', '2'], 'points', { name })))
    const all = await ada.call(api.list)
    expect(all.map(({ name }) => name)).toEqual(names)
    expect(all.filter(({ last_used }) => last_used)).toHaveLength(1)
  })
})

it('is switched on and off on the project, and only with a system of its own', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const { eve } = await projectOf('eve')
  const { id, points } = await add(ada)
  const foreign = await add(eve)
  expect(await mel.call(api.activePoints)).toEqual([])
  expect(await switchTo(ada, id)).toMatchObject({ estimate: id })
  expect(await mel.call(api.activePoints)).toEqual(points)
  expect((await mel.call(api.listOfWorkspace)).map((one) => one.id)).toEqual([id])
  const attempt = (estimate: string) => ada.attempt(projectsApi.change, { body: { estimate } })
  for (const other of [foreign.id, crypto.randomUUID()]) {
    expect(await attempt(other)).toEqual(
      no({ estimate: [`Invalid pk "${other}" - object does not exist.`] }),
    )
  }
  expect(await mel.attempt(projectsApi.change, { body: { estimate: null } })).toEqual(refused)
  const walk = await item(ada, points[0]?.id ?? '')
  expect(await switchTo(ada, null)).toMatchObject({ estimate: null })
  expect(await mel.call(api.listOfWorkspace)).toEqual([])
  // The values stay for when it is switched on again.
  expect(await pointOf(ada, walk.id)).toBe(points[0]?.id)
  expect(await ada.call(api.list)).toMatchObject([{ last_used: true }])
})

describe('changing a system', () => {
  it('renames it and changes the points that are named, the others stay', async () => {
    const { ada } = await projectOf('ada')
    const made = await add(ada)
    const params = { id: made.id }
    const [one, two] = [pointAt(made, 1), pointAt(made, 2)]
    const changed = await ada.call(api.change, {
      params,
      body: {
        estimate: { name: 'Effort' },
        estimate_points: [
          { id: one.id, key: 2 },
          { id: two.id, key: 1, value: '20' },
          { id: crypto.randomUUID(), value: '9' },
        ],
      },
    })
    expect(changed).toMatchObject({ name: 'Effort', type: 'points' })
    expect(valuesOf(changed)).toEqual([
      [1, '20'],
      [2, '1'],
      [3, '3'],
    ])
    const attempt = (body: object) => ada.attempt(api.change, { params, body: body as never })
    expect(await attempt({ estimate: {}, estimate_points: [] })).toEqual(
      no({ error: 'Estimate points are required' }),
    )
    const twin = { estimate_points: [{ id: one.id, value: '20' }] }
    expect(await attempt(twin)).toEqual(sentence('Estimate value already exists.'))
    const turned = { estimate: { type: 'categories' }, estimate_points: [{ id: one.id }] }
    expect(await attempt(turned)).toEqual(sentence('Estimate needs to be a character value.'))
    expect(await ada.call(api.get, { params })).toEqual(changed)
  })

  it('adds a value, up to six', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, ['1', '2', '3', '4'])
    const attempt = (body: object) =>
      ada.attempt(api.addPoint, { params: { id }, body: body as never })
    for (const body of [
      { key: 5 },
      { value: '5' },
      { key: 0, value: '5' },
      { key: 5, value: '' },
    ]) {
      expect(await attempt(body)).toEqual(no({ error: 'Key and value are required' }))
    }
    expect(await attempt({ key: 5, value: '4' })).toEqual(
      sentence('Estimate value already exists.'),
    )
    expect(await attempt({ key: 5, value: '9'.repeat(21) })).toEqual(
      sentence("Value can't be more than 20 characters"),
    )
    expect(await attempt({ key: 13, value: '9' })).toEqual(
      no({ key: ['Ensure this value is less than or equal to 12.'] }),
    )
    // Three at once, and room for two.
    const answers = await Promise.all(
      ['5', '6', '7'].map((value) => attempt({ key: Number(value), value })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400])
    expect(await attempt({ key: 8, value: '8' })).toEqual(count)
    expect((await ada.call(api.get, { params: { id } })).points).toHaveLength(6)
  })

  it('changes one value by its own rules', async () => {
    const { ada } = await projectOf('ada')
    const made = await add(ada)
    const two = pointAt(made, 2)
    const params = { id: made.id, point_id: two.id }
    const attempt = (body: object) => ada.attempt(api.changePoint, { params, body: body as never })
    expect(await attempt({})).toEqual(sentence('Estimate points are required'))
    expect(await attempt({ value: '3' })).toEqual(sentence('Estimate value already exists.'))
    expect(await attempt({ value: 'x' })).toEqual(sentence('Estimate needs to be a numeric value.'))
    expect(await attempt({ key: 99 })).toMatchObject({ status: 400 })
    const answer = await attempt({ value: ' 2.5 ', description: 'half' })
    expect(answer).toMatchObject({
      status: 200,
      body: { value: '2.5', description: 'half', key: 2 },
    })
    const other = await add(ada, ['7', '8'], 'points', { name: 'Other' })
    const crossed = { params: { id: other.id, point_id: two.id }, body: { value: '9' } }
    expect(await ada.attempt(api.changePoint, crossed)).toEqual(missing)
  })
})

describe('removing a value', () => {
  it('moves its items to the replacement, each with its history, and closes the gap', async () => {
    const { ada } = await projectOf('ada')
    const made = await add(ada, ['1', '2', '3', '5'])
    const [two, three] = [pointAt(made, 2), pointAt(made, 3)]
    const [walk, run] = [await item(ada, two.id), await item(ada, two.id)]
    const rest = await item(ada, three.id)
    await ada.call(workItemsApi.change, {
      params: { id: run.id },
      body: { state_id: (await doneState(ada)) ?? null },
    })
    await ada.call(workItemsApi.archive, { params: { id: run.id } })
    const moved = await ada.call(api.removePoint, {
      params: { id: made.id, point_id: two.id },
      body: { new_estimate_id: three.id },
    })
    expect(moved.map(({ key, value }) => [key, value])).toEqual([
      [2, '3'],
      [3, '5'],
    ])
    for (const { id } of [walk, run, rest]) expect(await pointOf(ada, id)).toBe(three.id)
    expect(valuesOf(await ada.call(api.get, { params: { id: made.id } }))).toEqual([
      [1, '1'],
      [2, '3'],
      [3, '5'],
    ])
    const history = await ada.call(historyApi.list, { params: { id: walk.id } })
    expect(history).toContainEqual(
      expect.objectContaining({
        ...{ verb: 'updated', field: 'estimate_points', old_value: '2', new_value: '3' },
        ...{ old_identifier: two.id, new_identifier: three.id },
      }),
    )
    expect(await ada.call(historyApi.list, { params: { id: rest.id } })).not.toContainEqual(
      expect.objectContaining({ field: 'estimate_points' }),
    )
  })

  it('without one its items lose their estimate', async () => {
    const { ada } = await projectOf('ada')
    const made = await add(ada, ['S', 'M', 'L'], 'categories')
    const small = pointAt(made, 1)
    const walk = await item(ada, small.id)
    const params = { id: made.id, point_id: small.id }
    const other = await add(ada, ['7', '8'], 'points', { name: 'Other' })
    for (const id of [pointAt(other, 1).id, small.id, crypto.randomUUID()]) {
      const body = { new_estimate_id: id }
      expect(await ada.attempt(api.removePoint, { params, body })).toEqual(invalid)
    }
    expect(await pointOf(ada, walk.id)).toBe(small.id)
    // A missing body means no replacement.
    expect(await ada.attempt(api.removePoint, { params })).toMatchObject({ status: 200 })
    expect(await pointOf(ada, walk.id)).toBeNull()
    expect(await ada.call(historyApi.list, { params: { id: walk.id } })).toContainEqual(
      expect.objectContaining({ verb: 'removed', field: 'estimate_categories', old_value: 'S' }),
    )
    expect(await ada.attempt(api.removePoint, { params })).toEqual(missing)
  })
})

describe('another system in its place', () => {
  it('takes its items over value by value, and is active if the former was', async () => {
    const { ada } = await projectOf('ada')
    const sizes = await add(ada, ['S', 'M', 'L'], 'categories')
    await switchTo(ada, sizes.id)
    const [walk, run] = [
      await item(ada, pointAt(sizes, 1).id),
      await item(ada, pointAt(sizes, 3).id),
    ]
    const replaces = {
      estimate: sizes.id,
      points: [
        { id: pointAt(sizes, 1).id, key: 2 },
        { id: pointAt(sizes, 2).id, key: null },
      ],
    }
    const body = { ...bodyOf('points', ['1', '2', '3'], { last_used: true }), replaces }
    const made = await ada.call(api.create, { body })
    expect(await pointOf(ada, walk.id)).toBe(pointAt(made, 2).id)
    expect(await pointOf(ada, run.id)).toBeNull()
    expect(await ada.call(projectsApi.get)).toMatchObject({ estimate: made.id })
    expect(await ada.call(api.list)).toMatchObject([
      { name: 'categories', last_used: false },
      { name: 'points', last_used: true },
    ])
  })

  it.each([
    ['a value that will not be there', 9],
    ['a system that is not there', 1],
  ])('refuses %s, and changes nothing', async (_what, key) => {
    const { ada } = await projectOf('ada')
    const sizes = await add(ada, ['S', 'M'], 'categories')
    const walk = await item(ada, pointAt(sizes, 1).id)
    const estimate = key === 9 ? sizes.id : crypto.randomUUID()
    const replaces = { estimate, points: [{ id: pointAt(sizes, 1).id, key }] }
    const body = { ...bodyOf('points', ['1', '2']), replaces }
    expect(await ada.attempt(api.create, { body })).toMatchObject({ status: 400 })
    expect(await ada.call(api.list)).toEqual([sizes])
    expect(await pointOf(ada, walk.id)).toBe(pointAt(sizes, 1).id)
  })
})

it('deleted, it clears the project and the items', async () => {
  const { ada } = await projectOf('ada')
  const made = await add(ada)
  await switchTo(ada, made.id)
  const walk = await item(ada, pointAt(made, 1).id)
  const params = { id: made.id }
  expect(await ada.attempt(api.remove, { params })).toEqual(done)
  expect(await ada.call(projectsApi.get)).toMatchObject({ estimate: null })
  expect(await pointOf(ada, walk.id)).toBeNull()
  expect(await ada.call(api.list)).toEqual([])
  for (const call of [api.get, api.remove]) {
    expect(await ada.attempt(call, { params })).toEqual(missing)
  }
  const use = { body: { name: 'late', estimate_point: pointAt(made, 1).id } }
  expect(await ada.attempt(workItemsApi.create, use)).toMatchObject({ status: 400 })
})

it('is read by everybody in the project and changed by its members', async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const made = await add(mel)
  const [one] = made.points
  const params = { id: made.id, point_id: one?.id ?? '' }
  const input = { params, body: bodyOf('points', ['1', '2'], { name: 'No' }) } as never
  for (const call of [
    ...[api.create, api.change, api.remove, api.activePoints],
    ...[api.addPoint, api.changePoint, api.removePoint],
  ]) {
    expect(await gus.attempt(call, input)).toEqual(refused)
    expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(call, input)).toMatchObject({ status: 401 })
  }
  expect(await gus.call(api.list)).toEqual([made])
})

it('answers the short addresses the same, for those who may', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const made = await add(ada)
  const [one] = made.points
  const params = { id: made.id, point_id: one?.id ?? '' }
  const body = { key: 4, value: '4' }
  expect(await gus.attempt(api.addPointShort, { params, body })).toEqual(refused)
  expect(await gus.attempt(api.changePointShort, { params, body })).toEqual(refused)
  // Her own workspace has none with that id.
  expect(await eve.attempt(api.addPointShort, { params, body })).toEqual(missing)
  expect(await eve.attempt(api.changePointShort, { params, body })).toEqual(missing)
  expect(await ada.attempt(api.addPointShort, { params, body })).toMatchObject({ status: 200 })
  const change = { params, body: { value: '0.5' } }
  expect(await ada.attempt(api.changePointShort, change)).toMatchObject({
    status: 200,
    body: { value: '0.5' },
  })
  expect(valuesOf(await ada.call(api.get, { params }))).toEqual([
    [1, '0.5'],
    [2, '2'],
    [3, '3'],
    [4, '4'],
  ])
})

it('tells other browsers enough to keep their list right', async () => {
  const { ada } = await projectOf('ada')
  const first = await add(ada)
  const [one, two] = [pointAt(first, 1), pointAt(first, 2)]
  for (const action of [
    () => add(ada, ['7', '8'], 'points', { name: 'A new one' }),
    () => ada.call(api.addPoint, { params: { id: first.id }, body: { key: 4, value: '4' } }),
    () =>
      ada.call(api.changePoint, {
        params: { id: first.id, point_id: one.id },
        body: { value: '0.5' },
      }),
    () => ada.call(api.removePoint, { params: { id: first.id, point_id: two.id }, body: null }),
    () => ada.call(api.remove, { params: { id: first.id } }),
  ]) {
    const before = await ada.call(api.list)
    const events = await ada.eventsOf(action)
    const heard = events.filter(({ type }) => type.startsWith('estimate.')) as EstimateEvent[]
    const after = heard.reduce(applyEstimateEvent, before)
    const now = await ada.call(api.list)
    const plain = (list: Estimate[]) => list.map(({ updated_at, updated_by, ...rest }) => rest)
    expect(plain(after)).toEqual(plain(now))
  }
})
