import {
  type Attachment,
  type AttachmentEvent,
  attachmentsApi as api,
  applyAttachmentEvent,
  assetsApi,
  epicAttachmentsApi,
  epicsApi,
  GUEST,
  type LiveEvent,
  MEMBER,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fetchFile, send } from '#features/assets/test-kit/uploads.ts'
import {
  addItem,
  historyOf,
  missing,
  nobody,
  refused,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, projectOf, stranger, database } = await testServer()
const { db } = database

const notes = Buffer.from('bring the rope')
const file = { name: 'notes.txt', type: 'text/plain', size: notes.length }
const notUploaded = {
  status: 400,
  body: { error: 'The asset is not uploaded.', status: false },
}
const notForYou = { status: 403, body: { error: 'You are not allowed to view this issue' } }

type Calls = typeof api | typeof epicAttachmentsApi

async function attach(client: Client, id: string, name = file.name, calls: Calls = api) {
  const body = { ...file, name }
  const target = await client.call(calls.create, { params: { id }, body })
  await send(app, target, notes)
  const params = { id, asset_id: target.asset_id }
  await client.call(calls.complete, { params, body: {} })
  return { ...params, url: target.asset_url ?? '' }
}

const listOf = (client: Client, id: string): Promise<Attachment[]> =>
  client.call(api.list, { params: { id } })
const readItem = (client: Client, id: string) => client.call(workItemsApi.get, { params: { id } })

describe('attachments', () => {
  it('are asked for, sent, marked, listed, saved and deleted', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const { attachment, ...target } = await ada.call(api.create, { params: { id }, body: file })
    const { asset_id } = target
    const params = { id, asset_id }
    const { slug, project_id } = ada.place
    const asset_url = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/issues/${id}/attachments/${asset_id}/`
    expect(target.asset_url).toBe(asset_url)
    expect(attachment).toMatchObject({
      ...{ id: asset_id, asset_url, attributes: file, size: file.size, issue: id, issue_id: id },
      ...{ entity_type: 'ISSUE_ATTACHMENT', entity_identifier: id, project: project_id },
      ...{ is_uploaded: false, is_deleted: false, is_archived: false, storage_metadata: null },
      ...{ user: null, comment: null, page: null, draft_issue: null, created_by: ada.user_id },
    })
    expect(await ada.attempt(api.download, { params })).toEqual(notUploaded)
    expect(await ada.attempt(api.complete, { params, body: {} })).toEqual(notUploaded)
    expect(await listOf(ada, id)).toEqual([])

    expect(await send(app, target, notes)).toMatchObject({ status: 204 })
    expect(await ada.attempt(api.complete, { params })).toMatchObject({ status: 204 })
    const [listed] = await listOf(ada, id)
    expect(listed).toMatchObject({ id: asset_id, is_uploaded: true, asset: attachment.asset })
    expect(listed?.storage_metadata).toMatchObject({ ContentLength: file.size })
    const saved = await fetchFile(ada, asset_url)
    expect(saved).toMatchObject({ status: 200, body: 'bring the rope' })
    expect(saved.headers?.['content-disposition']).toMatch(/^attachment;.*notes\.txt/)

    await ada.call(api.remove, { params })
    expect(await listOf(ada, id)).toEqual([])
    expect(await ada.attempt(api.remove, { params })).toEqual(missing)
    expect((await fetchFile(ada, asset_url)).status).toBe(404)
    expect((await app.inject({ url: saved.location })).statusCode).toBe(404)
    expect((await historyOf(db, id)).slice(1)).toEqual([
      {
        ...{ verb: 'created', field: 'attachment', comment: 'created an attachment' },
        ...{ old_value: null, new_value: attachment.asset },
      },
      {
        ...{ verb: 'deleted', field: 'attachment', comment: 'deleted the attachment' },
        ...{ old_value: null, new_value: null },
      },
    ])
  })

  it('are counted once on the item, however often they are marked', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const before = await addItem(ada, 'one')
    const { id } = before
    const target = await ada.call(api.create, { params: { id }, body: file })
    await send(app, target, notes)
    const params = { id, asset_id: target.asset_id }
    await Promise.all([1, 2, 3, 4].map(() => mia.call(api.complete, { params, body: {} })))
    const after = await readItem(ada, id)
    expect(after.attachment_count).toBe(1)
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(await historyOf(db, id)).toHaveLength(2)
    // The user who marks it as uploaded is its author.
    expect((await listOf(ada, id))[0]?.created_by).toBe(mia.user_id)

    const answers = await Promise.all([1, 2, 3].map(() => mia.attempt(api.remove, { params })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
    expect((await readItem(ada, id)).attachment_count).toBe(0)
  })

  it('stand newest first, and in the item when it is asked for them', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    for (const name of ['a.txt', 'b.txt']) await attach(ada, id, name)
    await ada.call(api.create, { params: { id }, body: file })
    const names = (attachments: { attributes: Record<string, unknown> }[]) =>
      attachments.map(({ attributes }) => attributes.name)
    expect(names(await listOf(ada, id))).toEqual(['b.txt', 'a.txt'])
    const query = { expand: 'issue_attachments' }
    const item = await ada.call(workItemsApi.get, { params: { id }, query })
    expect(names(item.issue_attachments ?? [])).toEqual(['b.txt', 'a.txt'])
    expect(item.attachment_count).toBe(2)
  })

  it('are told to other browsers, with their item', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const isOurs = (event: LiveEvent): event is AttachmentEvent =>
      event.type.startsWith('attachment.')
    const params = await attach(ada, id, 'first.txt')
    for (const change of [
      () => attach(ada, id, 'second.txt'),
      () => ada.call(api.remove, { params }),
    ]) {
      const before = await listOf(ada, id)
      const events = await ada.eventsOf(change)
      const after = await listOf(ada, id)
      expect(events.filter(isOurs).reduce(applyAttachmentEvent, before)).toEqual(after)
      const item = events.find((event) => event.type === 'work_item.saved')
      expect(item).toMatchObject({ work_item: { id, attachment_count: after.length } })
    }
  })

  it('of epics have an address of their own', async () => {
    const { ada } = await projectOf('ada')
    const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
    const item = await addItem(ada, 'item')
    const { url, ...params } = await attach(ada, epic.id, 'epic.txt', epicAttachmentsApi)
    expect(url).toContain(`/epics/${epic.id}/attachments/`)
    expect((await fetchFile(ada, url)).body).toBe('bring the rope')
    expect(await ada.call(epicAttachmentsApi.list, { params })).toHaveLength(1)
    expect(await ada.call(api.list, { params })).toHaveLength(1)
    const plain = { params: { id: item.id }, body: file }
    expect(await ada.attempt(epicAttachmentsApi.create, plain)).toEqual(missing)
    await ada.call(epicAttachmentsApi.remove, { params })
    expect(await ada.call(epicAttachmentsApi.list, { params })).toEqual([])
  })

  it.each([
    [
      { name: 'x', size: 1 },
      { error: 'Invalid file type.', status: false },
    ],
    [
      { name: 'x', type: 'text/html', size: 1 },
      { error: 'Invalid file type.', status: false },
    ],
    [{ ...file, size: 0 }, { size: ['Ensure this value is greater than or equal to 1.'] }],
    [{ ...file, size: 'x' }, { size: ['A valid integer is required.'] }],
  ])('refuse %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    expect(await ada.attempt(api.create, { params: { id }, body } as never)).toEqual({
      status: 400,
      body: answer,
    })
  })

  // @cap:assets.access
  it('are added by guests to what they reported, and to nothing else', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const foreign = await addItem(ada, 'foreign')
    const own = await addItem(ada, 'own')
    await sql`update work_items set created_by = ${gus.user_id} where id = ${own.id}`.execute(db)
    const place = await attach(gus, own.id)
    expect((await fetchFile(gus, place.url)).status).toBe(200)
    const theirs = await attach(ada, own.id)
    expect(await gus.attempt(api.remove, { params: theirs })).toEqual(refused)
    const params = await attach(ada, foreign.id)
    const body = file
    expect(await gus.attempt(api.list, { params })).toEqual(notForYou)
    expect(await gus.attempt(api.create, { params, body })).toEqual(notForYou)
    expect(await gus.attempt(api.download, { params })).toEqual(notForYou)
    expect(await gus.attempt(api.remove, { params })).toEqual(notForYou)
    await sql`
      update projects set guest_view_all_features = true
      where id = ${ada.place.project_id}`.execute(db)
    expect(await gus.attempt(api.create, { params, body })).toEqual(refused)
    expect(await gus.attempt(api.complete, { params, body: {} })).toEqual(refused)
    await gus.call(api.remove, { params: place })
    expect((await readItem(ada, own.id)).attachment_count).toBe(1)
  })

  it('are deleted by who attached them and by admins', async () => {
    const { ada, mia, tom } = await projectOf('ada', ['mia', MEMBER], ['tom', MEMBER])
    const { id } = await addItem(mia, 'one')
    const [first, second] = [await attach(mia, id), await attach(mia, id)]
    expect(await tom.attempt(api.remove, { params: first })).toEqual(refused)
    await mia.call(api.remove, { params: first })
    await ada.call(api.remove, { params: second })
  })

  // @cap:assets.access
  it('are nobody else’s', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const { id } = await addItem(ada, 'one')
    const other = await addItem(ada, 'other')
    const params = await attach(ada, id)
    const input = { params, body: file } as never
    for (const call of [api.list, api.create, api.complete, api.download, api.remove]) {
      expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
      expect(await eve.attempt(call, input)).toEqual(missing)
      expect(await stranger.at(ada.place).attempt(call, input)).toMatchObject({ status: 401 })
    }
    for (const place of [
      { id: other.id, asset_id: params.asset_id },
      { id, asset_id: nobody },
    ]) {
      for (const call of [api.complete, api.download, api.remove]) {
        expect(await ada.attempt(call, { params: place })).toEqual(missing)
      }
    }
  })

  it('are out of reach for the calls of pictures, which count nothing', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const { asset_id } = await attach(ada, id)
    const params = { id: asset_id }
    expect(await ada.attempt(assetsApi.removeInProject, { params })).toEqual(missing)
    expect(await ada.attempt(assetsApi.remove, { params })).toEqual(missing)
    expect(await ada.attempt(assetsApi.completeInProject, { params, body: {} })).toEqual(missing)
    await ada.call(api.remove, { params: { id, asset_id } })
    expect(await ada.attempt(assetsApi.restore, { params })).toEqual(missing)
  })

  it('of what is archived are read, not changed', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one', { state_id: await stateOf(ada, 'completed') })
    const params = await attach(ada, id)
    await ada.call(workItemsApi.archive, { params: { id } })
    expect(await listOf(ada, id)).toHaveLength(1)
    expect((await fetchFile(ada, params.url)).status).toBe(200)
    expect(await ada.attempt(api.create, { params, body: file })).toEqual(missing)
    expect(await ada.attempt(api.remove, { params })).toEqual(missing)
  })
})
