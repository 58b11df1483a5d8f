import {
  assetsApi as api,
  attachmentsApi,
  instanceSettingsApi,
  instanceWorkspacesApi,
  MEMBER,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { testBucket } from '#test/bucket.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { removeStaleAssets, removeUnsentAssets } from './service.ts'
import { fetchFile, picture, png, send, share } from './test-kit/uploads.ts'

const bucket = await testBucket()
const here = await testServer()
const elsewhere = await testServer({ environment: bucket.environment })
const seeded = await testServer({ environment: { WORKSPACE_STORAGE_LIMIT: '1000' } })

const full = {
  status: 413,
  body: {
    error: 'The storage of this workspace is full. Its administrators see how much is used.',
    error_code: 'WORKSPACE_STORAGE_FULL',
    status: false,
  },
}

describe.each([
  ['a folder', here],
  ['a bucket', elsewhere],
])('the storage of a workspace in %s', (_where, { app, database, administrator, projectOf }) => {
  const { db } = database
  const root = administrator('root')
  const workspaceIdOf = async ({ place }: Client) => {
    const { rows } = await sql<{ id: string }>`
      select id from workspaces where slug = ${place.slug}`.execute(db)
    return rows[0]?.id ?? ''
  }
  const limitTo = async (client: Client, storage_limit: number | null) =>
    (await root).call(instanceWorkspacesApi.change, {
      params: { id: await workspaceIdOf(client) },
      body: { storage_limit },
    })
  const ask = (client: Client, size: number) =>
    client.attempt(api.createInProject, { body: { ...picture('ISSUE_DESCRIPTION'), size } })
  const usedBy = async (client: Client) => (await client.call(api.storage)).used

  it('has no limit until the operator sets one', async () => {
    const { ada } = await projectOf('ada')
    expect(await ada.call(api.storage)).toEqual({ used: 0, limit: null })
    await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    expect(await ada.call(api.storage)).toEqual({ used: png.length, limit: null })
  })

  it('takes files up to its limit, and says that it is full', async () => {
    const { ada } = await projectOf('ada')
    await limitTo(ada, 2 * png.length)
    await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    const last = await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    expect(await ask(ada, 1)).toEqual(full)
    expect(await ada.call(api.storage)).toEqual({ used: 2 * png.length, limit: 2 * png.length })
    // Existing files are served as before.
    const { slug, project_id } = ada.place
    const url = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/${last}/`
    expect((await fetchFile(ada, url)).status).toBe(200)
  })

  it('cannot be passed by copies, attachments and several at once', async () => {
    const { ada } = await projectOf('ada')
    const id = await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    await limitTo(ada, 5 * png.length)
    const asked = await Promise.all(Array.from({ length: 12 }, () => ask(ada, png.length)))
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(asked.filter(({ status }) => status === 413)).toHaveLength(8)
    const { project_id } = ada.place
    const copy = { params: { id }, body: { entity_type: 'PAGE_DESCRIPTION', project_id } }
    expect(await ada.attempt(api.duplicate, copy)).toEqual(full)
    const item = await ada.call(workItemsApi.create, { body: { name: 'Map the trail' } })
    const body = { name: 'notes.txt', type: 'text/plain', size: 1 }
    const attached = await ada.attempt(attachmentsApi.create, { params: { id: item.id }, body })
    expect(attached).toEqual(full)
    expect(await usedBy(ada)).toBe(5 * png.length)
  })

  it('is checked again when the file comes and when it is marked', async () => {
    const { ada } = await projectOf('ada')
    const create = () => ada.call(api.createInProject, { body: picture('ISSUE_DESCRIPTION') })
    const [early, late] = [await create(), await create()]
    expect((await send(app, early, png)).status).toBe(204)
    await limitTo(ada, png.length)
    if (!app.deps.storage.browserUrl) expect(await send(app, late, png)).toEqual(full)
    const mark = (id: string) => ada.attempt(api.completeInProject, { params: { id }, body: {} })
    expect(await mark(early.asset_id)).toEqual(full)
    await limitTo(ada, 2 * png.length)
    expect((await mark(early.asset_id)).status).toBe(204)
  })

  it('counts what was announced until the file is there, and then what it really is', async () => {
    const { ada } = await projectOf('ada')
    const body = { ...picture('ISSUE_DESCRIPTION'), size: 5000 }
    const target = await ada.call(api.createInProject, { body })
    expect(await usedBy(ada)).toBe(5000)
    await send(app, target, png)
    await ada.call(api.completeInProject, { params: { id: target.asset_id }, body: {} })
    expect(await usedBy(ada)).toBe(png.length)
  })

  it('counts deleted files until they are removed for good', async () => {
    const { ada } = await projectOf('ada')
    const id = await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    await ada.call(api.removeInProject, { params: { id } })
    expect(await usedBy(ada)).toBe(png.length)
    await sql`
      update assets set deleted_at = now() - interval '61 days' where id = ${id}`.execute(db)
    await removeStaleAssets(db, app.deps.storage)
    expect(await usedBy(ada)).toBe(0)
  })

  it('counts a file that was asked for and never sent for a day', async () => {
    const { ada } = await projectOf('ada')
    const create = () => ada.call(api.createInProject, { body: picture('ISSUE_DESCRIPTION') })
    const [unsent, sent, fresh] = [await create(), await create(), await create()]
    await send(app, sent, png)
    await sql`
      update assets set created_at = now() - interval '25 hours'
      where id in (${unsent.asset_id}, ${sent.asset_id})`.execute(db)
    await removeUnsentAssets(db, app.deps.storage)
    expect(await usedBy(ada)).toBe(2 * png.length)
    const mark = async ({ asset_id: id }: { asset_id: string }) =>
      (await ada.attempt(api.completeInProject, { params: { id }, body: {} })).status
    expect([await mark(unsent), await mark(sent), await mark(fresh)]).toEqual([404, 204, 400])
  })
})

describe('the limit', () => {
  const { database, administrator, projectOf, workspaceOf } = here
  const { db } = database

  it('is the environment’s, then the instance’s, then the workspace’s own', async () => {
    const root = await seeded.administrator('root')
    const { ada } = await seeded.projectOf('ada')
    const limit = async () => (await ada.call(api.storage)).limit
    expect(await limit()).toBe(1000)
    const set = (WORKSPACE_STORAGE_LIMIT: string) =>
      root.attempt(instanceSettingsApi.change, { body: { WORKSPACE_STORAGE_LIMIT } })
    await set('2000')
    expect(await limit()).toBe(2000)
    const { results } = await root.call(instanceWorkspacesApi.list)
    const id = results.find(({ slug }) => slug === ada.place.slug)?.id ?? ''
    const own = (storage_limit: number | null) =>
      root.call(instanceWorkspacesApi.change, { params: { id }, body: { storage_limit } })
    expect(await own(3000)).toMatchObject({ id, storage_used: 0, storage_limit: 3000 })
    expect(await limit()).toBe(3000)
    await own(0)
    expect(await limit()).toBeNull()
    await own(null)
    expect(await limit()).toBe(2000)
    for (const wrong of ['-1', '1.5', 'much', '', '9'.repeat(16)]) {
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400])
    }
    expect(await limit()).toBe(2000)
  })

  it('is set by the instance’s administrators, and seen by the workspace’s', async () => {
    const { ada, mia } = await workspaceOf('ada', ['mia', MEMBER])
    expect((await mia.attempt(api.storage)).status).toBe(403)
    expect((await ada.attempt(api.storage)).status).toBe(200)
    const change = { params: { id: crypto.randomUUID() }, body: { storage_limit: 1 } }
    expect((await ada.attempt(instanceWorkspacesApi.change, change)).status).toBe(403)
    const root = await administrator('root')
    expect((await root.attempt(instanceWorkspacesApi.change, change)).status).toBe(404)
    const wrong = { ...change, body: { storage_limit: -1 } }
    expect((await root.attempt(instanceWorkspacesApi.change, wrong)).status).toBe(400)
  })

  it('holds for files that were there before it could be set', async () => {
    const { ada } = await projectOf('ada')
    await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    await db.transaction().execute(async (tx) => {
      for (const statement of [
        'drop trigger assets_storage_added on assets',
        'drop trigger assets_storage_changed on assets',
        'drop function count_asset_storage',
        'drop function add_workspace_storage',
        'drop table workspace_storage',
        `alter table mails drop column recipient_id, drop column workspace_id,
          drop column project_id, drop column work_item_id`,
        'alter table exports drop column own_only_ids',
      ]) {
        await sql.raw(statement).execute(tx)
      }
      await migrations['0044_rights_and_storage']?.up(tx as never)
    })
    expect((await ada.call(api.storage)).used).toBe(png.length)
  })
})
