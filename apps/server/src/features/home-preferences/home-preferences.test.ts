import {
  homePreferencesApi as api,
  applyHomePreferenceEvent,
  GUEST,
  type HomePreferenceEvent,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { workspaceOf, stranger } = await testServer()

const first = [
  { key: 'quick_links', is_enabled: true, config: {}, sort_order: 999 },
  { key: 'recents', is_enabled: true, config: {}, sort_order: 998 },
  { key: 'my_stickies', is_enabled: true, config: {}, sort_order: 997 },
]

it('begins with everything on, in the order that holds for everybody', async () => {
  const { ada, gus } = await workspaceOf('ada', ['gus', GUEST])
  for (const client of [ada, gus]) expect(await client.call(api.list)).toEqual(first)
})

// @cap:home.manage-widgets
it('keeps what one switches off and moves, for oneself and this workspace alone', async () => {
  const { ada, bob } = await workspaceOf('ada', 'bob')
  const params = { key: 'recents' }
  expect(await ada.call(api.change, { params, body: { is_enabled: false } })).toEqual({
    key: 'recents',
    is_enabled: false,
    sort_order: 998,
  })
  expect(await ada.call(api.change, { params, body: { sort_order: 10_999.5 } })).toEqual({
    key: 'recents',
    is_enabled: false,
    sort_order: 10_999.5,
  })
  await ada.call(api.change, { params, body: { config: { kind: 'page' } } })
  const [moved, ...others] = await ada.call(api.list)
  expect(moved).toEqual({
    key: 'recents',
    is_enabled: false,
    config: { kind: 'page' },
    sort_order: 10_999.5,
  })
  expect(others).toEqual(first.filter(({ key }) => key !== 'recents'))
  expect(await bob.call(api.list)).toEqual(first)
})

it('refuses what is no widget, no answer to the question, and strangers', async () => {
  const { ada } = await workspaceOf('ada')
  const { eve } = await workspaceOf('eve')
  const off = { params: { key: 'recents' }, body: { is_enabled: false } }
  for (const key of ['quick_tutorial', 'toString', '__proto__']) {
    expect(await ada.attempt(api.change, { params: { key }, body: off.body })).toEqual({
      status: 400,
      body: { detail: 'Preference not found' },
    })
  }
  for (const body of [{ is_enabled: 'no' }, { sort_order: 'five' }, { config: [] }]) {
    const answer = await ada.attempt(api.change, { params: off.params, body: body as never })
    expect(answer.status).toBe(400)
  }
  expect((await eve.at(ada.place).attempt(api.change, off)).status).toBe(403)
  expect((await stranger.at(ada.place).attempt(api.list)).status).toBe(401)
  expect(await ada.call(api.list)).toEqual(first)
})

it('tells one’s other browsers enough to keep their page right', async () => {
  const { ada } = await workspaceOf('ada')
  for (const body of [{ is_enabled: false }, { sort_order: 2000 }, { is_enabled: true }]) {
    const before = await ada.call(api.list)
    const params = { key: 'my_stickies' }
    const events = await ada.eventsOf(() => ada.call(api.change, { params, body }))
    const after = (events as HomePreferenceEvent[]).reduce(applyHomePreferenceEvent, before)
    expect(after).toEqual(await ada.call(api.list))
  }
})
