import {
  quickLinksApi as api,
  applyQuickLinkEvent,
  GUEST,
  type QuickLinkEvent,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { workspaceOf, stranger } = await testServer()

// @cap:home.quick-links
it('are kept for their owner alone, the newest first', async () => {
  const { ada, bob, gus } = await workspaceOf('ada', 'bob', ['gus', GUEST])
  const wiki = await ada.call(api.create, { body: { url: 'wiki.example.org', title: 'Wiki' } })
  expect(wiki).toMatchObject({
    title: 'Wiki',
    url: 'http://wiki.example.org',
    metadata: {},
    owner: ada.user_id,
    project: null,
    deleted_at: null,
  })
  const board = await ada.call(api.create, { body: { url: 'https://board.example.org/x?y#z' } })
  expect(board.title).toBeNull()
  expect(await ada.call(api.list)).toEqual([board, wiki])
  expect(await bob.call(api.list)).toEqual([])
  await gus.call(api.create, { body: { url: 'https://board.example.org/x?y#z' } })

  const params = { id: wiki.id }
  const changed = await ada.call(api.change, { params, body: { url: 'http://w.example.org/a' } })
  expect(changed).toMatchObject({ title: 'Wiki', url: 'http://w.example.org/a' })
  await ada.call(api.change, { params, body: { title: null, metadata: { kind: 'doc' } } })
  expect(await ada.call(api.get, { params })).toMatchObject({
    title: null,
    metadata: { kind: 'doc' },
  })
  await ada.call(api.remove, { params })
  expect(await ada.call(api.list)).toEqual([board])
})

// @cap:home.quick-links
it('refuse what is no address, and one that is there', async () => {
  const { ada } = await workspaceOf('ada')
  const { id } = await ada.call(api.create, { body: { url: 'https://one.example.org' } })
  const { id: other } = await ada.call(api.create, { body: { url: 'https://two.example.org' } })
  const repeated = {
    status: 400,
    body: { error: 'URL already exists for this workspace and owner' },
  }
  const one = { url: 'https://one.example.org' }
  expect(await ada.attempt(api.create, { body: one })).toEqual(repeated)
  expect(await ada.attempt(api.change, { params: { id: other }, body: one })).toEqual(repeated)
  expect((await ada.attempt(api.change, { params: { id }, body: one })).status).toBe(200)
  for (const url of [
    '',
    'not an address',
    'javascript:alert(1)',
    'ftp://x.example.org',
    'http://',
  ]) {
    const body = { url }
    const refused = { status: 400, body: { url: { error: 'Invalid URL format.' } } }
    expect(await ada.attempt(api.create, { body })).toEqual(refused)
    expect(await ada.attempt(api.change, { params: { id }, body })).toEqual(refused)
  }
  const long = { url: 'https://x.example.org', title: 'x'.repeat(256) }
  expect((await ada.attempt(api.create, { body: long })).status).toBe(400)
  expect((await ada.call(api.list)).map(({ url }) => url)).toEqual([
    'https://two.example.org',
    'https://one.example.org',
  ])
  // A removed link can be added again.
  await ada.call(api.remove, { params: { id } })
  await ada.call(api.create, { body: one })
})

it('are there once, however often they are asked for at the same moment', async () => {
  const { ada } = await workspaceOf('ada')
  const body = { url: 'https://same.example.org' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.attempt(api.create, { body })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)])
  expect(await ada.call(api.list)).toHaveLength(1)
})

it('are nobody else’s to read or to change', async () => {
  const { ada, bob } = await workspaceOf('ada', 'bob')
  const { eve } = await workspaceOf('eve')
  const { id } = await ada.call(api.create, { body: { url: 'https://own.example.org' } })
  const params = { id }
  const body = { title: 'taken' }
  expect(await bob.attempt(api.get, { params })).toEqual({
    status: 404,
    body: { error: 'Quick link not found.' },
  })
  expect(await bob.attempt(api.change, { params, body })).toEqual({
    status: 404,
    body: { detail: 'Quick link not found.' },
  })
  expect((await bob.attempt(api.remove, { params })).status).toBe(404)
  expect((await eve.attempt(api.remove, { params })).status).toBe(404)
  expect((await eve.at(ada.place).attempt(api.list)).status).toBe(403)
  expect((await stranger.at(ada.place).attempt(api.list)).status).toBe(401)
  expect(await ada.call(api.get, { params })).toMatchObject({ title: null })
})

it('tell one’s other browsers enough to keep their page right', async () => {
  const { ada } = await workspaceOf('ada')
  let shown = await ada.call(api.list)
  async function after(action: () => Promise<unknown>) {
    const events = (await ada.eventsOf(action)) as QuickLinkEvent[]
    shown = events.reduce(applyQuickLinkEvent, shown)
    expect(shown).toEqual(await ada.call(api.list))
  }
  await after(() => ada.call(api.create, { body: { url: 'https://a.example.org' } }))
  await after(() => ada.call(api.create, { body: { url: 'https://b.example.org' } }))
  const params = { id: shown[1]?.id ?? '' }
  await after(() => ada.call(api.change, { params, body: { title: 'A' } }))
  await after(() => ada.call(api.remove, { params }))
})
