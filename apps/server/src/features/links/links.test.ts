import { createServer } from 'node:http'
import {
  linksApi as api,
  applyLinkEvent,
  epicLinksApi,
  epicsApi,
  GUEST,
  type LiveEvent,
  MEMBER,
  type WorkItemLink,
  type WorkItemLinkEvent,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import {
  addItem,
  historyOf,
  missing,
  nobody,
  refused,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import { createEgress } from '#kernel/egress/egress.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { crawlLinks } from './service.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const add = (client: Client, id: string, url: string, more = {}) =>
  client.call(api.create, { params: { id }, body: { url, ...more } })

const readItem = (client: Client, id: string) => client.call(workItemsApi.get, { params: { id } })

const isOfLinks = (event: LiveEvent): event is WorkItemLinkEvent => event.type.startsWith('link.')

describe('links', () => {
  it('are added, read, changed and removed', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const link = await add(ada, id, 'docs.example.com', { title: 'Docs' })
    expect(link).toMatchObject({
      ...{ title: 'Docs', url: 'http://docs.example.com', metadata: {}, issue: id },
      ...{ project: ada.place.project_id, created_by: ada.user_id, updated_by: null },
      created_by_detail: { id: ada.user_id, display_name: 'ada' },
    })
    const newer = await add(ada, id, 'https://blog.example.com/a?b#c')
    expect(await ada.call(api.list, { params: { id } })).toEqual([newer, link])
    const params = { id, link_id: link.id }
    expect(await ada.call(api.get, { params })).toEqual(link)

    const body = { url: 'wiki.example.com', title: null }
    expect(await ada.call(api.change, { params, body })).toMatchObject({
      ...{ title: null, url: 'http://wiki.example.com', updated_by: ada.user_id },
    })
    await ada.call(api.change, { params, body: { title: 'Wiki' } })
    await ada.call(api.remove, { params })
    expect(await ada.attempt(api.get, { params })).toEqual(missing)
    expect(await ada.call(api.list, { params: { id } })).toEqual([newer])
    expect((await historyOf(db, id)).slice(1)).toEqual([
      expect.objectContaining({
        ...{ verb: 'created', field: 'link', old_value: null, comment: 'created a link' },
        new_value: 'http://docs.example.com',
      }),
      expect.objectContaining({ new_value: 'https://blog.example.com/a?b#c' }),
      {
        ...{ verb: 'updated', field: 'link', comment: 'updated a link' },
        ...{ old_value: 'http://docs.example.com', new_value: 'http://wiki.example.com' },
      },
      {
        ...{ verb: 'deleted', field: 'link', comment: 'deleted the link' },
        ...{ old_value: 'http://wiki.example.com', new_value: '' },
      },
    ])
  })

  it('are counted on the item, whose clock moves', async () => {
    const { ada } = await projectOf('ada')
    const before = await addItem(ada, 'one')
    const { id } = before
    const urls = Array.from({ length: 8 }, (_, n) => `docs.example.com/${n}`)
    const links = await Promise.all(urls.map((url) => add(ada, id, url)))
    const added = await readItem(ada, id)
    expect(added.link_count).toBe(8)
    expect(added.updated_at > before.updated_at).toBe(true)
    await Promise.all(
      links.map(({ id: link_id }) => ada.attempt(api.remove, { params: { id, link_id } })),
    )
    const removed = await readItem(ada, id)
    expect(removed.link_count).toBe(0)
    expect(removed.updated_at > added.updated_at).toBe(true)
  })

  it('are told to other browsers, with their item', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const { id: link_id } = await add(ada, id, 'docs.example.com')
    const params = { id, link_id }
    for (const change of [
      () => add(ada, id, 'blog.example.com'),
      () => ada.call(api.change, { params, body: { title: 'Docs' } }),
      () => ada.call(api.remove, { params }),
    ]) {
      const before = await ada.call(api.list, { params })
      const events = await ada.eventsOf(change)
      const after = await ada.call(api.list, { params })
      expect(events.filter(isOfLinks).reduce(applyLinkEvent, before)).toEqual(after)
      const item = events.find((event) => event.type === 'work_item.saved')
      expect(item).toMatchObject({ work_item: { id, link_count: after.length } })
    }
  })

  it('of epics have an address of their own', async () => {
    const { ada } = await projectOf('ada')
    const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
    const item = await addItem(ada, 'item')
    const body = { url: 'docs.example.com' }
    const link = await ada.call(epicLinksApi.create, { params: { id: epic.id }, body })
    expect(await ada.call(epicLinksApi.list, { params: { id: epic.id } })).toEqual([link])
    const params = { id: epic.id, link_id: link.id }
    expect(await ada.call(epicLinksApi.get, { params })).toEqual(link)
    expect(await ada.call(epicLinksApi.change, { params, body: { title: 'x' } })).toMatchObject({
      title: 'x',
    })
    await ada.call(epicLinksApi.remove, { params })
    expect(await ada.call(api.list, { params: { id: epic.id } })).toEqual([])
    expect(await ada.attempt(epicLinksApi.list, { params: { id: item.id } })).toEqual(missing)
  })

  it.each([
    [{}, { url: ['This field is required.'] }],
    [{ url: '' }, { url: { error: 'Invalid URL format.' } }],
    [{ url: 'javascript:alert(1)' }, { url: { error: 'Invalid URL format.' } }],
    [{ url: 'ftp://docs.example.com' }, { url: { error: 'Invalid URL format.' } }],
    [
      { url: 'a.example', title: 'x'.repeat(256) },
      { title: ['Ensure this field has no more than 255 characters.'] },
    ],
  ])('refuse %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const params = { id }
    expect(await ada.attempt(api.create, { params, body } as never)).toEqual({
      status: 400,
      body: answer,
    })
    expect((await readItem(ada, id)).link_count).toBe(0)
  })

  it('are on an item once, also when added twice at once', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const body = { url: 'docs.example.com' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.attempt(api.create, { params: { id }, body })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      error: 'URL already exists for this Issue',
    })
    expect((await readItem(ada, id)).link_count).toBe(1)
    const other = await add(ada, id, 'blog.example.com')
    const params = { id, link_id: other.id }
    expect(await ada.attempt(api.change, { params, body })).toEqual({
      status: 400,
      body: { error: 'URL already exists for this Issue' },
    })
    const [docs] = (await ada.call(api.list, { params })).slice(1)
    await ada.call(api.remove, { params: { id, link_id: docs?.id ?? '' } })
    expect(await ada.attempt(api.change, { params, body })).toMatchObject({ status: 200 })
  })

  it('are for members to change and for those who see the item to read', async () => {
    const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const { id } = await addItem(ada, 'one')
    const elsewhere = await addItem(ada, 'two')
    const link = await add(mia, id, 'docs.example.com')
    const params = { id, link_id: link.id }
    const body = { url: 'blog.example.com' }
    expect(await gus.attempt(api.list, { params })).toEqual({
      status: 403,
      body: { error: 'You are not allowed to view this issue' },
    })
    const input = { params, body } as never
    for (const call of [api.create, api.change, api.remove]) {
      expect(await gus.attempt(call, input)).toEqual(refused)
      expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
      expect(await eve.attempt(call, input)).toEqual(missing)
      expect(await stranger.at(ada.place).attempt(call, input)).toMatchObject({ status: 401 })
    }
    for (const place of [
      { id: elsewhere.id, link_id: link.id },
      { id, link_id: nobody },
    ]) {
      expect(await ada.attempt(api.get, { params: place })).toEqual(missing)
      expect(await ada.attempt(api.change, { params: place, body })).toEqual(missing)
      expect(await ada.attempt(api.remove, { params: place })).toEqual(missing)
    }
    expect(await ada.call(api.list, { params })).toEqual([link])
  })

  it('of what is archived are read, not changed', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one', { state_id: await stateOf(ada, 'completed') })
    const link = await add(ada, id, 'docs.example.com')
    await ada.call(workItemsApi.archive, { params: { id } })
    const params = { id, link_id: link.id }
    expect(await ada.call(api.list, { params })).toEqual([link])
    expect(await ada.attempt(api.remove, { params })).toEqual(missing)
  })
})

describe('the page behind a link', () => {
  const icon = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const pages: Record<string, [type: string, body: string | Buffer]> = {
    '/': [
      'text/html',
      '<head><title> Fish &amp; chips\n</title><link rel=icon href="/i.gif"></head>',
    ],
    '/i.gif': ['image/gif', icon],
    '/favicon.ico': ['image/gif', icon],
    '/plain': ['text/html', '<p>no title, no icon</p>'],
    '/file': ['application/pdf', '%PDF'],
    '/lying': ['text/html', '<title>Lying</title><link rel="shortcut icon" href="/plain">'],
  }
  let asked = 0
  const site = createServer(({ url = '' }, response) => {
    asked += 1
    if (url === '/inside') return response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    const page = pages[url]
    if (!page) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': page[0] }).end(page[1])
  })
  const listening = Promise.withResolvers<void>()
  site.listen(0, '127.0.0.1', listening.resolve)
  afterAll(() => void site.close())
  const here = async (path: string) => {
    await listening.promise
    const address = site.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`
  }
  // Addresses only: no test uses DNS.
  const resolve = async () => []
  const local = createEgress({ allow: ['127.0.0.0/8'], resolve })
  const data = `data:image/gif;base64,${icon.toString('base64')}`
  const noIcon = expect.stringMatching(/^data:image\/svg\+xml;base64,/)

  async function metadataOf(path: string, egress = local) {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const url = await here(path)
    const { id: link_id } = await add(ada, id, url, { title: 'Mine' })
    const before = await readItem(ada, id)
    await crawlLinks(db, egress)
    const link = await ada.call(api.get, { params: { id, link_id } })
    expect(link.title).toBe('Mine')
    expect((await readItem(ada, id)).updated_at).toBe(before.updated_at)
    return { url, metadata: link.metadata as Record<string, unknown> }
  }

  // @cap:detail.links
  it('gives its title and icon, and moves no clock', async () => {
    const { url, metadata } = await metadataOf('/')
    const favicon_url = await here('/i.gif')
    expect(metadata).toEqual({ title: 'Fish & chips', favicon: data, favicon_url, url })
  })

  it('has its icon at the usual place when it names none', async () => {
    const { url, metadata } = await metadataOf('/plain')
    const favicon_url = await here('/favicon.ico')
    expect(metadata).toEqual({ title: null, favicon: data, favicon_url, url })
  })

  it.each(['/file', '/gone', '/inside'])('%s has neither', async (path) => {
    const { url, metadata } = await metadataOf(path)
    expect(metadata).toEqual({ title: null, favicon: noIcon, favicon_url: null, url })
  })

  it('is no picture by being called one', async () => {
    const { metadata } = await metadataOf('/lying')
    expect(metadata).toMatchObject({ title: 'Lying', favicon: noIcon, favicon_url: null })
  })

  // @cap:detail.links
  it('is not asked for inside the operator’s network', async () => {
    const before = asked
    const { metadata } = await metadataOf('/', createEgress({ allow: [], resolve }))
    expect(metadata).toMatchObject({ title: null, favicon: noIcon })
    expect(asked).toBe(before)
  })

  it('may be noted while the link is changed: neither waits for the other for ever', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const { id: link_id } = await add(ada, id, await here('/'))
    const [isLocked, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lockCrawl = () =>
      db.transaction().execute(async (tx) => {
        await sql`select from link_crawls where link_id = ${link_id} for update`.execute(tx)
        isLocked.resolve()
        await mayGo.promise
      })
    const slow: typeof local = {
      ...local,
      async fetch(...call) {
        const page = await local.fetch(...call)
        if (call[0].endsWith('/')) lockCrawl()
        await isLocked.promise
        return page
      },
    }
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    }
    // Both continue only when the crawl is about to store its result, and the change is about to
    // end.
    const crawled = crawlLinks(db, slow)
    await expect.poll(waiting).toBe(1)
    const params = { id, link_id }
    const changed = ada.attempt(api.change, { params, body: { title: 'Mine' } })
    await expect.poll(waiting).toBe(2)
    mayGo.resolve()
    expect(await changed).toMatchObject({ status: 200, body: { title: 'Mine' } })
    await crawled
  })

  it('is looked at again when the link is changed meanwhile, and once by two nodes', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const { id: link_id } = await add(ada, id, await here('/gone'))
    const params = { id, link_id }
    const url = await here('/')
    let changed = 0
    const slow: typeof local = {
      ...local,
      async fetch(...call) {
        if (changed++ === 0) await ada.call(api.change, { params, body: { url } })
        return local.fetch(...call)
      },
    }
    await crawlLinks(db, slow)
    expect((await ada.call(api.get, { params })).metadata).toMatchObject({ url })

    await add(ada, id, await here('/plain'))
    const events = await ada.eventsOf(() =>
      Promise.all([crawlLinks(db, local), crawlLinks(db, local), crawlLinks(db, local)]),
    )
    expect(events.map(({ type }) => type)).toEqual(['link.saved'])
    const { rows } = await sql`select link_id from link_crawls`.execute(db)
    expect(rows).toEqual([])
  })

  it('reaches browsers that show the link', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    await add(ada, id, await here('/'))
    const before: WorkItemLink[] = await ada.call(api.list, { params: { id } })
    const events = await ada.eventsOf(() => crawlLinks(db, local))
    const after = await ada.call(api.list, { params: { id } })
    expect(events.filter(isOfLinks).reduce(applyLinkEvent, before)).toEqual(after)
  })
})
