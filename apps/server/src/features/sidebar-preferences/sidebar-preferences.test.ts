import {
  sidebarPreferencesApi as api,
  applySidebarPreferenceEvent,
  GUEST,
  type SidebarPreferenceEvent,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { workspaceOf, stranger } = await testServer()

const first = {
  views: { is_pinned: false, sort_order: 65535 },
  active_cycles: { is_pinned: false, sort_order: 75535 },
  analytics: { is_pinned: false, sort_order: 85535 },
  drafts: { is_pinned: false, sort_order: 95535 },
  your_work: { is_pinned: false, sort_order: 105535 },
  archives: { is_pinned: false, sort_order: 115535 },
}

it('begins with nothing pinned, in the order that holds for everybody', async () => {
  const { ada, gus } = await workspaceOf('ada', ['gus', GUEST])
  for (const client of [ada, gus]) {
    const preferences = await client.call(api.list)
    expect(preferences).toEqual(first)
    expect(Object.keys(preferences)).toEqual(Object.keys(first))
  }
})

it('keeps what one pins and moves, for oneself and this workspace alone', async () => {
  const { ada, bob } = await workspaceOf('ada', 'bob')
  const params = { key: 'drafts' }
  expect(await ada.call(api.change, { params, body: { is_pinned: true } })).toEqual({
    key: 'drafts',
    is_pinned: true,
    sort_order: 95535,
  })
  expect(await ada.call(api.change, { params, body: { sort_order: 55535.5 } })).toEqual({
    key: 'drafts',
    is_pinned: true,
    sort_order: 55535.5,
  })
  const preferences = await ada.call(api.list)
  expect(Object.keys(preferences)[0]).toBe('drafts')
  expect(preferences).toEqual({ ...first, drafts: { is_pinned: true, sort_order: 55535.5 } })
  expect(await bob.call(api.list)).toEqual(first)

  expect(await ada.call(api.change, { params, body: {} })).toMatchObject({ is_pinned: true })
  await ada.call(api.change, { params, body: { is_pinned: false } })
  expect(await ada.call(api.list)).toMatchObject({
    drafts: { is_pinned: false, sort_order: 55535.5 },
  })
})

it('refuses what is no entry, no answer to the question, and strangers', async () => {
  const { ada } = await workspaceOf('ada')
  const { eve } = await workspaceOf('eve')
  const pin = { params: { key: 'archives' }, body: { is_pinned: true } }
  for (const key of ['inbox', 'toString', '__proto__']) {
    expect(await ada.attempt(api.change, { params: { key }, body: pin.body })).toEqual({
      status: 404,
      body: { detail: 'Preference not found' },
    })
  }
  for (const body of [{ is_pinned: 'yes' }, { sort_order: 'five' }, { sort_order: null }]) {
    const { params } = pin
    expect(await ada.attempt(api.change, { params, body: body as never })).toMatchObject({
      status: 400,
    })
  }
  const refused = { status: 403, body: { error: "You don't have the required permissions." } }
  expect(await eve.at(ada.place).attempt(api.change, pin)).toEqual(refused)
  expect(await eve.at(ada.place).attempt(api.list)).toEqual(refused)
  expect(await stranger.at(ada.place).attempt(api.change, pin)).toMatchObject({ status: 401 })
  expect(await ada.call(api.list)).toEqual(first)
})

it('loses nothing of twenty changes at once', async () => {
  const { ada } = await workspaceOf('ada')
  const params = { key: 'views' }
  const change = (body: object) => ada.attempt(api.change, { params, body })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => change(n % 2 ? { is_pinned: true } : { sort_order: 1 })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await ada.call(api.list)).views).toEqual({ is_pinned: true, sort_order: 1 })
})

it('tells one’s other browsers enough to keep their navigation right', async () => {
  const { ada } = await workspaceOf('ada')
  const patches = [{ is_pinned: true }, { sort_order: 200_000 }, { is_pinned: false }]
  for (const body of patches) {
    const before = await ada.call(api.list)
    const params = { key: 'your_work' }
    const events = await ada.eventsOf(() => ada.call(api.change, { params, body }))
    const after = (events as SidebarPreferenceEvent[]).reduce(applySidebarPreferenceEvent, before)
    expect(after).toEqual(await ada.call(api.list))
    expect(Object.keys(after)).toEqual(Object.keys(await ada.call(api.list)))
  }
})
