import { attachmentsApi, GUEST, MEMBER, projectsApi } from '@cairn/contract'
import { workItemAttachmentsV1 as api, issueAttachmentsV1, workItemsV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { formOf, post } from '#features/assets/test-kit/uploads.ts'
import { nobody } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, programServer } from '#test/programs.ts'

const { app, programsOf, refusesStrangers } = await programServer()

const notes = Buffer.from('bring the rope')
const file = { name: 'notes.txt', type: 'text/plain', size: notes.length }
const addItem = async (client: Client, more = {}) =>
  (await client.call(workItemsV1.create, { body: { name: 'item', ...more } })).id

async function attach(client: Client, issue_id: string, more = {}) {
  const { upload_data, asset_id } = await client.call(api.create, {
    params: { issue_id },
    body: { ...file, ...more },
  })
  await post(app, formOf(upload_data.fields, notes))
  await client.call(api.complete, { params: { issue_id, asset_id }, body: {} })
  return asset_id
}

describe.each([
  ['work-items', api],
  ['issues', issueAttachmentsV1 as unknown as typeof api],
] as const)('attachments under %s', (_tree, calls) => {
  it('are asked for, sent without a key, marked, had without a key, and deleted', async () => {
    const { ada } = await programsOf('ada')
    const issue_id = await addItem(ada)
    const opened = await ada.call(calls.create, { params: { issue_id }, body: file })
    const { upload_data, asset_id, attachment } = opened
    expect(attachment).toEqual({
      ...{ id: asset_id, attributes: file, asset: expect.any(String), size: file.size },
      ...{ entity_type: 'ISSUE_ATTACHMENT', entity_identifier: issue_id, issue: issue_id },
      ...{ is_deleted: false, is_archived: false, is_uploaded: false, storage_metadata: null },
      ...{ external_id: null, external_source: null, user: null, comment: null, page: null },
      ...{ draft_issue: null, project: ada.place.project_id, workspace: expect.any(String) },
      ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
      ...{ created_by: ada.user_id, updated_by: null },
    })
    // One client reads the attachment's fields at the top level.
    expect(opened).toMatchObject(attachment)
    const { slug, project_id } = ada.place
    const at = `/api/v1/workspaces/${slug}/projects/${project_id}/work-items/${issue_id}/`
    expect(opened.asset_url).toBe(`${at}attachments/${asset_id}/`)
    expect(upload_data.url).toMatch(/^http:\/\/[^/]+\/api\//)
    const params = { issue_id, asset_id }
    const notUploaded = {
      status: 400,
      body: { error: 'The asset is not uploaded.', status: false },
    }
    expect(await ada.attempt(calls.download, { params })).toEqual(notUploaded)
    expect(await ada.attempt(calls.complete, { params, body: {} })).toEqual(notUploaded)
    expect(await ada.call(calls.list, { params: { issue_id } })).toEqual([])

    expect(await post(app, formOf(upload_data.fields, notes))).toMatchObject({ status: 204 })
    const marked = { params, body: { is_uploaded: true } as never }
    expect(await ada.attempt(calls.complete, marked)).toEqual(done)
    expect(await ada.attempt(calls.complete, marked)).toEqual(done)
    expect(await ada.call(calls.list, { params: { issue_id } })).toMatchObject([
      { id: asset_id, is_uploaded: true, size: file.size },
    ])
    const url = calls.download.url.replace(/:(\w+)/g, (_, name: string) => {
      return { ...ada.place, ...params }[name] ?? ''
    })
    const answer = await app.inject({ url, headers: ada.headers })
    expect(answer.statusCode).toBe(302)
    const location = new URL(String(answer.headers.location))
    const had = await app.inject({ url: location.pathname + location.search })
    expect(had).toMatchObject({ statusCode: 200, body: 'bring the rope' })
    expect(had.headers['content-disposition']).toMatch(/notes\.txt/)

    const shown = await ada.browser.call(attachmentsApi.list, { params: { id: issue_id } })
    expect(shown).toHaveLength(1)
    expect(await ada.attempt(calls.remove, { params })).toEqual(done)
    expect(await ada.attempt(calls.remove, { params })).toEqual(missing)
    expect(await ada.attempt(calls.download, { params })).toEqual(missing)
    expect((await app.inject({ url: location.pathname + location.search })).statusCode).toBe(404)
  })
})

it.each([
  [{}, 'Invalid request.'],
  [{ name: 'a.txt', type: 'text/plain' }, 'Invalid request.'],
  [{ type: 'text/plain', size: 5 }, 'Invalid request.'],
  [{ name: 'a.exe', type: 'application/x-nothing', size: 5 }, 'Invalid file type.'],
  [{ name: 'a.txt', size: 5 }, 'Invalid file type.'],
])('refuses %o', async (body, error) => {
  const { ada } = await programsOf('ada')
  const params = { issue_id: await addItem(ada) }
  const refused = { status: 400, body: { error, status: false } }
  expect(await ada.attempt(api.create, { params, body })).toEqual(refused)
})

it('guests attach to what they reported; who added one deletes it, and administrators', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const [own, others] = [await addItem(ada, { created_by: gus.user_id }), await addItem(ada)]
  const asset_id = await attach(gus, own)
  const params = { issue_id: own, asset_id }
  expect(await mel.attempt(api.remove, { params })).toEqual({
    status: 403,
    body: { error: 'You are not allowed to delete this attachment' },
  })
  expect(await gus.attempt(api.create, { params: { issue_id: others }, body: file })).toEqual(
    missing,
  )
  expect(await gus.attempt(api.list, { params: { issue_id: others } })).toEqual(missing)
  expect(await ada.attempt(api.remove, { params })).toEqual(done)
  expect(await ada.attempt(api.create, { params: { issue_id: nobody }, body: file })).toEqual(
    missing,
  )
  for (const endpoint of Object.values(api)) {
    await refusesStrangers(endpoint, ada, { params, body: file })
  }
})

it('guests who see everything attach nothing to what others reported', async () => {
  const { ada, gus } = await programsOf('ada', ['gus', GUEST])
  await ada.browser.call(projectsApi.change, { body: { guest_view_all_features: true } })
  const params = { issue_id: await addItem(ada) }
  expect(await gus.attempt(api.create, { params, body: file })).toEqual({
    status: 403,
    body: { error: 'You are not allowed to upload this attachment' },
  })
})

// @cap:public-api.external-ids
it('is brought from elsewhere once to an item', async () => {
  const { ada } = await programsOf('ada')
  const [issue_id, other] = [await addItem(ada), await addItem(ada)]
  const pair = { external_source: 'jira', external_id: 'f1' }
  const id = await attach(ada, issue_id, pair)
  const again = { ...file, ...pair }
  expect(await ada.attempt(api.create, { params: { issue_id }, body: again })).toEqual({
    status: 409,
    body: { error: 'Issue with the same external id and external source already exists', id },
  })
  await attach(ada, other, pair)
  await ada.call(api.remove, { params: { issue_id, asset_id: id } })
  await attach(ada, issue_id, pair)
  expect(await ada.call(api.list, { params: { issue_id } })).toMatchObject([pair])
})
