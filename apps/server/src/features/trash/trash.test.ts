import {
  ADMIN,
  trashApi as api,
  attachmentsApi,
  commentsApi,
  cyclesApi,
  favoritesApi,
  GUEST,
  labelsApi,
  MEMBER,
  modulesApi,
  pageAccess,
  pagesApi,
  projectMembersApi,
  type TrashKind,
  type TrashQuery,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { send } from '#features/assets/test-kit/uploads.ts'
import { purgeDeleted } from '#product/purge-queries.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, database, projectOf, stranger } = await testServer()
const { db } = database

const list = async (client: Client, query: TrashQuery = {}) =>
  (await client.call(api.list, { query })).results
const names = async (client: Client, query: TrashQuery = {}) =>
  (await list(client, query)).map(({ kind, name }) => `${kind} ${name}`)
const restore = (client: Client, kind: TrashKind, id: string) =>
  client.call(api.restore, { body: { kind, id } })
const add = (client: Client, name: string, more: object = {}) =>
  client.call(workItemsApi.create, { body: { name, ...more } })
const read = (client: Client, id: string) => client.call(workItemsApi.get, { params: { id } })

async function attach(client: Client, id: string, name: string) {
  const content = Buffer.from(name)
  const file = { name, type: 'text/plain', size: content.length }
  const target = await client.call(attachmentsApi.create, { params: { id }, body: file })
  await send(app, target, content)
  const params = { id, asset_id: target.asset_id }
  await client.call(attachmentsApi.complete, { params, body: {} })
  return params
}

/** A row without the time and user of its last update. */
const lasting = <Row>(row: Row): unknown =>
  JSON.parse(
    JSON.stringify(row, (key, value) => (/^updated_(at|by)$/.test(key) ? undefined : value)),
  )

describe('what was deleted comes back exactly as it was', () => {
  it('a work item with those below it, labels and comments', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const label = await ada.call(labelsApi.create, { body: { name: 'Ice' } })
    const item = await add(bob, 'parent', { label_ids: [label.id], priority: 'high' })
    const child = await add(bob, 'child', { parent_id: item.id })
    const before = [await read(ada, item.id), await read(ada, child.id)].map(lasting)
    await bob.call(workItemsApi.remove, { params: { id: item.id } })
    const [entry, ...others] = await list(ada)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      ...{ kind: 'work_item', id: item.id, name: 'parent', key: 'TRAIL-1', item_count: 1 },
      ...{ deleted_by: bob.user_id, state__group: 'backlog' },
    })
    await restore(ada, 'work_item', item.id)
    expect([await read(ada, item.id), await read(ada, child.id)].map(lasting)).toEqual(before)
    expect(await list(ada)).toEqual([])
  })

  it('weeks later too, where undo has long been over', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'old')
    await ada.call(workItemsApi.remove, { params: { id } })
    await sql`
      update work_items set deleted_at = now() - interval '29 days' where id = ${id}`.execute(db)
    await restore(ada, 'work_item', id)
    expect(await read(ada, id)).toMatchObject({ name: 'old' })
  })

  it('a comment and a file, on their item', async () => {
    const { ada } = await projectOf('ada')
    const item = await add(ada, 'map')
    const params = { id: item.id }
    const body = { comment_html: '<p>Do we <b>need</b> it?</p>' }
    const comment = await ada.call(commentsApi.create, { params, body })
    const file = await attach(ada, item.id, 'contours.txt')
    const before = await ada.call(attachmentsApi.list, { params })
    await ada.call(commentsApi.remove, { params: { ...params, comment_id: comment.id } })
    await ada.call(attachmentsApi.remove, { params: file })
    expect(await list(ada)).toMatchObject([
      { kind: 'attachment', name: 'contours.txt', key: 'TRAIL-1' },
      { kind: 'comment', name: 'Do we need it?', key: 'TRAIL-1' },
    ])
    await restore(ada, 'comment', comment.id)
    await restore(ada, 'attachment', file.asset_id)
    const [back] = await ada.call(commentsApi.list, { params })
    expect(back).toMatchObject({ id: comment.id, comment_html: comment.comment_html })
    const files = await ada.call(attachmentsApi.list, { params })
    expect(files.map(lasting)).toEqual(before.map(lasting))
    expect(await read(ada, item.id)).toMatchObject({ attachment_count: 1 })
  })

  it('a cycle, a module and a label with their items, and views that filter by them', async () => {
    const { ada } = await projectOf('ada')
    const cycle = await ada.call(cyclesApi.create, { body: { name: 'Cycle 24' } })
    const module = await ada.call(modulesApi.create, {
      body: { name: 'Winter', status: 'planned' },
    })
    const label = await ada.call(labelsApi.create, { body: { name: 'Ice' } })
    const below = await ada.call(labelsApi.create, { body: { name: 'Black', parent: label.id } })
    const item = await add(ada, 'map', {
      label_ids: [label.id, below.id],
    })
    const issues = { body: { issues: [item.id] } }
    await ada.call(modulesApi.addItems, { params: { id: module.id }, ...issues })
    await ada.call(cyclesApi.addItems, { params: { id: cycle.id }, ...issues })
    const view = await ada.call(viewsApi.create, {
      body: { name: 'Icy', filters: { labels: [label.id], module: [module.id] } },
    })
    await ada.call(modulesApi.addLink, {
      params: { id: module.id },
      body: { title: 'Plan', url: 'https://example.com/' },
    })
    const { slug = '' } = ada.place
    await ada.call(favoritesApi.create, {
      params: { slug },
      body: { entity_type: 'module', entity_identifier: module.id, project_id: item.project_id },
    })
    const look = async () => ({
      item: lasting(await read(ada, item.id)),
      view: lasting(await ada.call(viewsApi.get, { params: { id: view.id } })),
      module: lasting(await ada.call(modulesApi.get, { params: { id: module.id } })),
      labels: (await ada.call(labelsApi.list, {})).map(lasting),
    })
    const before = await look()
    await ada.call(cyclesApi.remove, { params: { id: cycle.id } })
    await ada.call(modulesApi.remove, { params: { id: module.id } })
    await ada.call(labelsApi.remove, { params: { id: label.id } })
    expect(await read(ada, item.id)).toMatchObject({
      cycle_id: null,
      module_ids: [],
      label_ids: [],
    })
    expect(await list(ada)).toMatchObject([
      { kind: 'label', name: 'Ice', item_count: 1 },
      { kind: 'module', name: 'Winter', item_count: 1 },
      { kind: 'cycle', name: 'Cycle 24', item_count: 1 },
    ])
    await restore(ada, 'label', label.id)
    await restore(ada, 'module', module.id)
    await restore(ada, 'cycle', cycle.id)
    expect(await look()).toEqual(before)
  })

  it('a page with what stands below it, and a view', async () => {
    const { ada } = await projectOf('ada')
    const page = await ada.call(pagesApi.create, {
      body: { name: 'Notes', description_html: '<p>By the lake</p>' },
    })
    const child = await ada.call(pagesApi.create, { body: { name: 'Below', parent: page.id } })
    const view = await ada.call(viewsApi.create, { body: { name: 'Mine' } })
    const params = { id: page.id }
    await ada.call(pagesApi.archive, { params })
    const look = async () => ({
      page: lasting(await ada.call(pagesApi.get, { params })),
      child: lasting(await ada.call(pagesApi.get, { params: { id: child.id } })),
      view: lasting(await ada.call(viewsApi.get, { params: { id: view.id } })),
    })
    const before = await look()
    await ada.call(pagesApi.remove, { params })
    await ada.call(viewsApi.remove, { params: { id: view.id } })
    expect(await names(ada)).toEqual(['view Mine', 'page Notes'])
    await restore(ada, 'page', page.id)
    await restore(ada, 'view', view.id)
    expect(await look()).toEqual(before)
  })
})

describe('the list', () => {
  it('is searched, narrowed by kind and person, and read page by page', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const remove = async (client: Client, name: string) => {
      const { id } = await add(client, name)
      await client.call(workItemsApi.remove, { params: { id } })
    }
    await remove(ada, 'first 100 %')
    await remove(bob, 'second')
    const { id } = await ada.call(labelsApi.create, { body: { name: 'second' } })
    await ada.call(labelsApi.remove, { params: { id } })
    expect(await names(ada)).toEqual(['label second', 'work_item second', 'work_item first 100 %'])
    expect(await names(ada, { search: '0 %' })).toEqual(['work_item first 100 %'])
    expect(await names(ada, { search: 'trail-2' })).toEqual(['work_item second'])
    expect(await names(ada, { kind: 'label' })).toEqual(['label second'])
    expect(await names(ada, { deleted_by: bob.user_id })).toEqual(['work_item second'])
    const [newest] = await list(ada)
    const rest = await ada.call(api.list, { query: { before: newest?.deleted_at ?? '' } })
    expect(rest.results).toHaveLength(2)
    expect(rest.total).toBe(3)
  })

  it('is for administrators of the project and the workspace, and for nobody else', async () => {
    const { ada, bob, gus, eva } = await projectOf(
      'ada',
      ['bob', MEMBER],
      ['gus', GUEST],
      ['eva', ADMIN],
    )
    const { eve } = await projectOf('eve')
    const { id } = await add(bob, 'gone')
    await bob.call(workItemsApi.remove, { params: { id } })
    for (const client of [bob, gus, eve.at(ada.place)]) {
      expect(await client.attempt(api.list, {})).toMatchObject({ status: 403 })
      const body = { kind: 'work_item', id } as const
      expect(await client.attempt(api.restore, { body })).toMatchObject({ status: 403 })
      expect(await client.attempt(api.remove, { body })).toMatchObject({ status: 403 })
      expect(await client.attempt(api.empty, {})).toMatchObject({ status: 403 })
    }
    expect(await stranger.at(ada.place).attempt(api.list, {})).toMatchObject({ status: 401 })
    for (const client of [ada, eva]) expect(await names(client)).toEqual(['work_item gone'])
    // Workspace admins need not be members of the project.
    await eva.call(projectMembersApi.leave, {})
    expect(await eva.attempt(workItemsApi.get, { params: { id } })).toMatchObject({ status: 403 })
    expect(await names(eva)).toEqual(['work_item gone'])
    await restore(eva, 'work_item', id)
    expect(await read(ada, id)).toMatchObject({ name: 'gone' })
  })

  it('shows no private page or view of others', async () => {
    const { ada, eva } = await projectOf('ada', ['eva', ADMIN])
    const { id } = await ada.call(pagesApi.create, { body: { name: 'secret' } })
    const params = { id }
    await ada.call(pagesApi.changeAccess, { params, body: { access: pageAccess.private } })
    await ada.call(pagesApi.archive, { params })
    await ada.call(pagesApi.remove, { params })
    expect(await names(ada)).toEqual(['page secret'])
    expect(await names(eva)).toEqual([])
    const body = { kind: 'page', id } as const
    expect(await eva.attempt(api.restore, { body })).toMatchObject({ status: 404 })
    expect(await eva.attempt(api.remove, { body })).toMatchObject({ status: 404 })
  })

  it('refuses what is not in it, and what has no room any more', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'lives')
    const attempt = (kind: TrashKind, of: string) =>
      ada.attempt(api.restore, { body: { kind, id: of } })
    expect(await attempt('work_item', id)).toMatchObject({ status: 404 })
    expect(await attempt('label', id)).toMatchObject({ status: 404 })
    const label = await ada.call(labelsApi.create, { body: { name: 'Ice' } })
    await ada.call(labelsApi.remove, { params: { id: label.id } })
    await ada.call(labelsApi.create, { body: { name: 'Ice' } })
    expect(await attempt('label', label.id)).toMatchObject({ status: 400 })
    expect(await names(ada)).toEqual(['label Ice'])
  })
})

describe('for good', () => {
  const stored = async (key: string) => {
    const file = await app.deps.storage.get(key)
    file?.stream.destroy()
    return file !== null
  }
  const keyOf = async (id: string) => {
    const { rows } = await sql<{ asset: string }>`
      select asset from assets where id = ${id}`.execute(db)
    return rows[0]?.asset ?? ''
  }

  it('goes with its files, one or all of it, and only what is in the trash', async () => {
    const { ada } = await projectOf('ada')
    const item = await add(ada, 'with a file')
    const child = await add(ada, 'below', { parent_id: item.id })
    const { asset_id } = await attach(ada, item.id, 'a.txt')
    const key = await keyOf(asset_id)
    const remaining = await add(ada, 'lives')
    const other = await attach(ada, remaining.id, 'b.txt')
    const loose = await keyOf(other.asset_id)
    const body = { kind: 'work_item', id: item.id } as const
    expect(await ada.attempt(api.remove, { body })).toMatchObject({ status: 404 })
    await ada.call(workItemsApi.remove, { params: { id: item.id } })
    expect(await stored(key)).toBe(true)
    await ada.call(api.remove, { body })
    expect(await stored(key)).toBe(false)
    expect(await stored(loose)).toBe(true)
    const { rows } = await sql`
      select id from work_items where id in (${item.id}, ${child.id})`.execute(db)
    expect(rows).toEqual([])

    await ada.call(attachmentsApi.remove, { params: other })
    const label = await ada.call(labelsApi.create, { body: { name: 'Ice' } })
    await ada.call(labelsApi.remove, { params: { id: label.id } })
    await ada.call(api.empty, {})
    expect(await list(ada)).toEqual([])
    expect(await stored(loose)).toBe(false)
    expect(await read(ada, remaining.id)).toMatchObject({ name: 'lives', attachment_count: 0 })
  })

  it('happens by itself after thirty days', async () => {
    const { ada } = await projectOf('ada')
    const old = await add(ada, 'thirty-one')
    const young = await add(ada, 'twenty-nine')
    for (const [{ id }, days] of [
      [old, 31],
      [young, 29],
    ] as const) {
      await ada.call(workItemsApi.remove, { params: { id } })
      await sql`
        update work_items set deleted_at = now() - make_interval(days => ${days})
        where id = ${id}`.execute(db)
    }
    expect(await names(ada)).toEqual(['work_item twenty-nine'])
    await purgeDeleted(db)
    const { rows } = await sql<{ id: string }>`
      select id from work_items where id in (${old.id}, ${young.id})`.execute(db)
    expect(rows).toEqual([{ id: young.id }])
  })
})
