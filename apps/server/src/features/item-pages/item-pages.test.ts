import {
  answersOfPage,
  itemPagesApi as api,
  attachmentsApi,
  commentsApi,
  epicsApi,
  GUEST,
  type ItemPages,
  linksApi,
  MAX_ITEM_PAGES,
  projectsApi,
  reactionsApi,
  relationsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { send } from '#features/assets/test-kit/uploads.ts'
import { addItem, nobody, refused } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, projectOf, database } = await testServer()

const pagesFor = (client: Client, ...issue_ids: string[]): Promise<ItemPages> =>
  client.call(api.read, { body: { issue_ids } })

const namesFor = async (client: Client, ...ids: string[]) =>
  (await pagesFor(client, ...ids)).pages.map(({ item }) => item.name)

/** One item with data of every kind, and others around it. */
async function furnish(owner: Client) {
  const parent = await addItem(owner, 'Range')
  const other = await addItem(owner, 'Tent', { description_html: '<p>Two persons</p>' })
  const item = await addItem(owner, 'Rope', {
    description_html: '<p>Sixty metres</p>',
    parent_id: parent.id,
  })
  const params = { id: item.id }
  await addItem(owner, 'Knot', { parent_id: item.id })
  await addItem(owner, 'Sling', { parent_id: item.id })
  for (const comment_html of ['<p>Tight</p>', '<p>Wet</p>']) {
    const { id: comment_id } = await owner.call(commentsApi.create, {
      params,
      body: { comment_html },
    })
    await owner.call(commentsApi.react, { params: { comment_id }, body: { reaction: '128077' } })
  }
  await owner.call(commentsApi.create, {
    params: { id: other.id },
    body: { comment_html: '<p>Leaks</p>' },
  })
  for (const url of ['https://rope.example', 'https://knot.example']) {
    await owner.call(linksApi.create, { params, body: { url } })
  }
  await owner.call(reactionsApi.add, { params, body: { reaction: '128293' } })
  await owner.call(relationsApi.create, {
    params,
    body: { relation_type: 'blocked_by', issues: [other.id] },
  })
  const file = Buffer.from('bring the rope')
  const body = { name: 'notes.txt', type: 'text/plain', size: file.length }
  const target = await owner.call(attachmentsApi.create, { params, body })
  await send(app, target, file)
  const { asset_id } = target
  await owner.call(attachmentsApi.complete, { params: { ...params, asset_id }, body: {} })
  await owner.call(workItemsApi.change, { params, body: { priority: 'high' } })
  return { parent, other, item }
}

it('answers what each call of an item’s page would be answered', async () => {
  const { ada } = await projectOf('ada')
  const { parent, other, item } = await furnish(ada)
  const epic = await ada.call(epicsApi.create, { body: { name: 'Summit' } })
  const { pages, parents } = await pagesFor(ada, item.id, other.id, parent.id, epic.id)
  expect(pages).toHaveLength(4)
  const place = { slug: ada.place.slug ?? '', identifier: 'TRAIL' }
  const known = pages.flatMap((page) => answersOfPage(place, page, parents))
  // Eight calls each, and one for the parent of the only item that has one.
  expect(known).toHaveLength(4 * 8 + 1)
  for (const { endpoint, params, query, answer } of known) {
    const { status, body } = await ada.attempt(endpoint, { params, query } as object)
    expect([endpoint.url, status, answer]).toEqual([endpoint.url, 200, body])
  }
  const full = pages.find((page) => page.item.id === item.id)
  expect(full?.item).toMatchObject({ description_html: '<p>Sixty metres</p>', name: 'Rope' })
  expect(full?.comments.map(({ comment_html }) => comment_html)).toEqual([
    '<p>Wet</p>',
    '<p>Tight</p>',
  ])
  expect(full).toMatchObject({
    sub_items: { sub_issues: [{}, {}] },
    relations: { blocked_by: [{ name: 'Tent' }] },
    links: [{}, {}],
    attachments: [{ attributes: { name: 'notes.txt' } }],
    reactions: [{ reaction: '128293' }],
  })
})

it('leaves out what the calls would refuse: a guest who sees only their own gets nothing else', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const hidden = await addItem(ada, 'hidden')
  const own = await addItem(ada, 'own', { parent_id: hidden.id })
  await sql`update work_items set created_by = ${gus.user_id} where id = ${own.id}`.execute(
    database.db,
  )
  const { pages, parents } = await pagesFor(gus, hidden.id, own.id)
  expect(pages.map(({ item }) => item.name)).toEqual(['own'])
  expect(parents).toEqual([])
  await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
  expect((await namesFor(gus, hidden.id, own.id)).toSorted()).toEqual(['hidden', 'own'])
})

it('leaves out what is deleted, archived, unknown or of another project', async () => {
  const { ada } = await projectOf('ada')
  const { bob } = await projectOf('bob')
  const [remaining, gone, archived] = [
    await addItem(ada, 'kept'),
    await addItem(ada, 'gone'),
    await addItem(ada, 'archived'),
  ]
  const theirs = await addItem(bob, 'theirs')
  await ada.call(workItemsApi.remove, { params: { id: gone.id } })
  await sql`update work_items set archived_at = now() where id = ${archived.id}`.execute(
    database.db,
  )
  const ids = [remaining.id, remaining.id, gone.id, archived.id, theirs.id, nobody]
  expect(await namesFor(ada, ...ids)).toEqual(['kept'])
  const body = { issue_ids: [remaining.id] }
  expect(await bob.at(ada.place).attempt(api.read, { body })).toEqual(refused)
})

it('refuses what is no list of ids, and too many of them', async () => {
  const { ada } = await projectOf('ada')
  const many = Array.from({ length: MAX_ITEM_PAGES + 1 }, () => nobody)
  for (const issue_ids of [[], ['rope'], many, 'rope', null, undefined]) {
    const { status } = await ada.attempt(api.read, { body: { issue_ids } } as object)
    expect([issue_ids, status]).toEqual([issue_ids, 400])
  }
})

it('brings no item along of which very much was said', async () => {
  const { ada } = await projectOf('ada')
  const [long, brief] = [await addItem(ada, 'long'), await addItem(ada, 'brief')]
  await sql`
    insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field, comment)
    select workspace_id, project_id, work_item_id, actor_id, 'updated', 'name', ''
    from activities, generate_series(1, 300) where work_item_id = ${long.id}`.execute(database.db)
  expect(await namesFor(ada, long.id, brief.id)).toEqual(['brief'])
})
