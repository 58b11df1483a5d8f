import {
  type AssetKind,
  assetsApi as api,
  assetKinds,
  attachmentsApi,
  commentsApi,
  GUEST,
  instanceSettingsApi,
  MEMBER,
  pagesApi,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { testBucket } from '#test/bucket.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { removeStaleAssets } from './service.ts'
import { fetchFile, gif, picture, png, send, share, svg, wear } from './test-kit/uploads.ts'

const bucket = await testBucket()
const here = await testServer()
const elsewhere = await testServer({ environment: bucket.environment })
afterEach(() => bucket.fail(undefined))

const MEGABYTE = 1024 * 1024
const page = Buffer.from('<html><script>alert(1)</script></html>')
const shownAt = (id: string) => `/api/assets/v2/static/${id}/`
const inProject = ({ place }: Client, rest: string) =>
  `/api/assets/v2/workspaces/${place.slug}/projects/${place.project_id}/${rest}`
const marked = (id: string) => ({ params: { id }, body: {} })
const notUploaded = {
  status: 400,
  body: { error: 'The asset is not uploaded.', status: false },
}

/** The request that creates an asset of this kind, and its params. */
async function asking(ada: Client, kind: AssetKind) {
  if (kind.startsWith('USER_')) return [api.createOwn, {}] as const
  if (kind !== 'ISSUE_ATTACHMENT') return [api.create, {}] as const
  const { id } = await ada.call(workItemsApi.create, { body: { name: 'Map the trail' } })
  return [attachmentsApi.create, { id }] as const
}

describe.each([
  ['a folder', here],
  ['a bucket', elsewhere],
])('in %s', (where, { app, database, administrator, projectOf, person, stranger }) => {
  const { db } = database
  const { storage } = app.deps
  const keyOf = async (id: string) => {
    const { rows } = await sql<{ asset: string }>`
      select asset from assets where id = ${id}`.execute(db)
    return rows[0]?.asset ?? ''
  }

  // @cap:assets.storage-choice
  it('a file is asked for, sent, marked, shown, replaced, and served no more', async () => {
    expect(storage.browserUrl).toBe(where === 'a folder' ? undefined : `${bucket.url}/uploads/`)
    const ada = await person('ada')
    const target = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    const mark = marked(target.asset_id)
    expect(await ada.attempt(api.completeOwn, mark)).toEqual(notUploaded)
    expect(await send(app, target, png)).toMatchObject({ status: 204 })
    expect((await fetchFile(stranger, shownAt(target.asset_id))).status).toBe(404)
    const marks = Array.from({ length: 4 }, () => ada.attempt(api.completeOwn, mark))
    for (const answer of await Promise.all(marks)) {
      expect(answer).toEqual({ status: 204, body: null })
    }

    const shown = await fetchFile(stranger, shownAt(target.asset_id))
    expect(shown.status).toBe(200)
    expect(shown.bytes?.equals(png)).toBe(true)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': expect.stringMatching(/^inline; filename="picture\.png"/),
      'cache-control': expect.stringMatching(/^private, max-age=/),
    })
    const part = await fetchFile(stranger, shownAt(target.asset_id), { range: 'bytes=4-9' })
    expect([part.status, part.bytes]).toEqual([206, png.subarray(4, 10)])

    await wear(ada)
    expect((await fetchFile(stranger, shownAt(target.asset_id))).status).toBe(404)
  })

  // @cap:assets.storage-choice
  it('a file is copied, bytes and all, and the copy outlives it', async () => {
    const { ada } = await projectOf('ada')
    const id = await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    const { project_id } = ada.place
    const body = { entity_type: 'PAGE_DESCRIPTION', project_id }
    const { asset_id } = await ada.call(api.duplicate, { params: { id }, body })
    await storage.remove(await keyOf(id))
    const shown = await fetchFile(ada, inProject(ada, `${asset_id}/`))
    expect(shown.bytes?.equals(png)).toBe(true)
  })

  // @cap:assets.storage-choice
  it('what was sent once stays as it was, though its form still holds', async () => {
    const ada = await person('ada')
    const target = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    await send(app, target, png)
    await ada.call(api.completeOwn, marked(target.asset_id))
    await send(app, target, gif)
    const shown = await fetchFile(stranger, shownAt(target.asset_id))
    expect(shown.bytes?.equals(png)).toBe(true)
  })

  // @cap:assets.storage-choice
  // @cap:assets.three-step-upload
  it('files nobody needs go: unmarked ones after 7 days, deleted ones after 60', async () => {
    const ada = await person('ada')
    const ask = async () => {
      const target = await ada.call(api.createOwn, { body: picture('USER_COVER') })
      await send(app, target, png)
      return target.asset_id
    }
    const age = (id: string, column: string, days: number) =>
      sql`update assets set ${sql.ref(column)} = now() - make_interval(days => ${days})
        where id = ${id}`.execute(db)
    const [unmarked, fresh] = [await ask(), await ask()]
    const [deleted, retained, worn] = [await wear(ada), await wear(ada), await wear(ada)]
    await age(unmarked, 'created_at', 8)
    await age(fresh, 'created_at', 6)
    await age(deleted, 'deleted_at', 61)
    await age(retained, 'deleted_at', 59)
    await age(worn, 'created_at', 400)
    const [goes, alsoGoes] = [await keyOf(unmarked), await keyOf(deleted)]

    await removeStaleAssets(db, storage)
    for (const key of [goes, alsoGoes]) {
      expect(await storage.receive(key, () => {})).toBeNull()
    }
    await ada.call(api.completeOwn, marked(fresh))
    for (const id of [fresh, retained, worn])
      expect(await storage.head(await keyOf(id))).toBeTruthy()
  })

  // @cap:assets.types-and-size
  it.each(assetKinds.filter((kind) => kind !== 'DRAFT_ISSUE_ATTACHMENT'))(
    '%s takes its own types of files, and no others',
    async (kind) => {
      const { ada } = await projectOf('ada')
      const [create, params] = await asking(ada, kind)
      const statusOf = async (type: string) => {
        const body = { name: 'x', type, size: 10, entity_type: kind }
        return (await ada.attempt(create, { params, body })).status
      }
      const images = ['image/jpeg', 'image/png', 'image/webp', 'image/jpg', 'image/gif']
      const isAttachment = kind === 'ISSUE_ATTACHMENT'
      for (const type of isAttachment ? ['image/png', 'text/csv', 'application/zip'] : images) {
        expect([type, await statusOf(type)]).toEqual([type, 200])
      }
      const refused = ['text/html', 'application/x-sh', 'image/PNG', '']
      for (const type of isAttachment ? refused : [...refused, 'image/svg+xml', 'text/csv']) {
        expect([type, await statusOf(type)]).toEqual([type, 400])
      }
    },
  )

  // @cap:assets.types-and-size
  it('no file is larger than was asked for, than 100 MB, or than an administrator says', async () => {
    const { ada } = await projectOf('ada')
    const ask = (size: number) =>
      ada.call(api.createInProject, { body: { ...picture('ISSUE_DESCRIPTION'), size } })
    const sizes = (bytes: number) => Buffer.concat([png], bytes)
    const attempt = async (asked: number, bytes: number) => {
      const target = await ask(asked)
      const { status } = await send(app, target, sizes(bytes))
      const mark = await ada.attempt(api.completeInProject, marked(target.asset_id))
      expect(mark.status).toBe(status === 204 ? 204 : 400)
      return status === 204
    }
    expect(await attempt(100, 100)).toBe(true)
    expect(await attempt(100, 101)).toBe(false)
    const sizeOf = async ({ asset_id }: { asset_id: string }) => {
      const { rows } = await sql<{ size: number }>`
        select size from assets where id = ${asset_id}`.execute(db)
      return rows[0]?.size
    }
    expect(await sizeOf(await ask(200 * MEGABYTE))).toBe(100 * MEGABYTE)
    const root = await administrator('root')
    const limitTo = (bytes: number) =>
      root.call(instanceSettingsApi.change, { body: { FILE_SIZE_LIMIT: String(bytes) } })
    await limitTo(1000)
    expect(await attempt(200 * MEGABYTE, 1000)).toBe(true)
    expect(await attempt(200 * MEGABYTE, 1001)).toBe(false)
    await limitTo(100 * MEGABYTE)
  })

  // @cap:assets.types-and-size
  it.each([
    ['a page', page],
    ['a drawing that can run', svg],
    ['another kind of picture', gif],
  ])('%s that says it is a PNG is never served, and does not stay', async (_what, content) => {
    const ada = await person('ada')
    const target = await ada.call(api.createOwn, { body: picture('USER_AVATAR', content) })
    const sent = await send(app, target, content)
    const { status, body } = await ada.attempt(api.completeOwn, marked(target.asset_id))
    const answer = where === 'a folder' ? sent.body : body
    expect(answer).toEqual({
      error: 'The content of the file is not what its type says.',
      status: false,
    })
    expect(status).toBe(400)
    expect(await ada.attempt(api.completeOwn, marked(target.asset_id))).toEqual(notUploaded)
    expect((await fetchFile(stranger, shownAt(target.asset_id))).status).toBe(404)
  })

  // @cap:assets.safe-serving
  it.each([
    ['page.html', 'text/plain', page],
    ['page.html', 'application/octet-stream', page],
    ['drawing.svg', 'image/svg+xml', svg],
    ['feed.xml', 'text/xml', page],
    ['app.js', 'text/javascript', Buffer.from('alert(1)')],
  ])('%s as %s is only ever saved, never opened', async (name, type, content) => {
    const { ada } = await projectOf('ada')
    const { id } = await ada.call(workItemsApi.create, { body: { name: 'Map the trail' } })
    const body = { name, type, size: content.length }
    const target = await ada.call(attachmentsApi.create, { params: { id }, body })
    await send(app, target, content)
    const params = { id, asset_id: target.asset_id }
    await ada.call(attachmentsApi.complete, { params, body: {} })
    for (const url of [target.asset_url ?? '', inProject(ada, `${target.asset_id}/`)]) {
      const saved = await fetchFile(ada, url)
      expect(saved.bytes?.equals(content)).toBe(true)
      expect(saved.headers?.['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="${name}"`),
      )
      expect(saved.headers?.['content-type']).toBe(type)
      if (where === 'a folder') {
        expect(saved.headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        })
      }
    }
  })

  // @cap:assets.access
  it('avatars, covers and logos are for whoever has their address', async () => {
    const { ada } = await projectOf('ada')
    const entity_identifier = ada.place.project_id ?? ''
    const open = [
      await wear(ada, 'USER_AVATAR'),
      await wear(ada, 'USER_COVER'),
      await share(ada, 'WORKSPACE_LOGO'),
      await share(ada, 'PROJECT_COVER', { entity_identifier }),
    ]
    for (const id of open) expect((await fetchFile(stranger, shownAt(id))).status).toBe(200)
  })

  // @cap:assets.access
  it('attachments and pictures of texts are for those who may see the item, comment or page', async () => {
    const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const { id } = await ada.call(workItemsApi.create, { body: { name: 'Map the trail' } })
    const params = { id }
    const notes = { name: 'notes.txt', type: 'text/plain', size: png.length }
    const attached = await ada.call(attachmentsApi.create, { params, body: notes })
    await send(app, attached, png)
    const { asset_id } = attached
    await ada.call(attachmentsApi.complete, { params: { id, asset_id }, body: {} })
    const body = { comment_html: '<p>Look</p>' }
    const comment = await ada.call(commentsApi.create, { params, body })
    const wiki = await ada.call(pagesApi.create, { body: { name: 'Trail' } })
    const inText = async (kind: AssetKind, entity_identifier: string) =>
      inProject(ada, `${await share(ada, kind, { entity_identifier, inProject: true })}/`)
    const closed = [
      attached.asset_url ?? '',
      await inText('ISSUE_DESCRIPTION', id),
      await inText('COMMENT_DESCRIPTION', comment.id),
      await inText('PAGE_DESCRIPTION', wiki.id),
    ]
    for (const url of closed) {
      const statusFor = async (client: Client) => (await fetchFile(client, url)).status
      expect([await statusFor(ada), await statusFor(mia)]).toEqual([200, 200])
      expect([403, 404]).toContain(await statusFor(gus))
      expect([await statusFor(eve), await statusFor(stranger)]).toEqual([403, 401])
    }
  })

  // @cap:assets.bind-after-create
  it('pictures sent while an item, comment or project is written are its own once it is saved', async () => {
    const { ada } = await projectOf('ada', ['mia', MEMBER])
    const ownerOf = async (id: string) => {
      const { rows } = await sql`
        select project_id, work_item_id, comment_id from assets where id = ${id}`.execute(db)
      return rows[0]
    }
    const bind = (entity_id: string, ...asset_ids: string[]) =>
      ada.call(api.bindInProject, { params: { entity_id }, body: { asset_ids } })
    const { project_id = '' } = ada.place

    const inItem = [
      await share(ada, 'ISSUE_DESCRIPTION', { inProject: true }),
      await share(ada, 'ISSUE_DESCRIPTION', { inProject: true }),
    ]
    const item = await ada.call(workItemsApi.create, { body: { name: 'Map the trail' } })
    await bind(item.id, ...inItem)
    for (const id of inItem) {
      const owner = { project_id, work_item_id: item.id, comment_id: null }
      expect(await ownerOf(id)).toEqual(owner)
    }

    const inComment = await share(ada, 'COMMENT_DESCRIPTION', { inProject: true })
    const comment = await ada.call(commentsApi.create, {
      params: { id: item.id },
      body: { comment_html: '<p>See the map</p>' },
    })
    await bind(comment.id, inComment)
    expect(await ownerOf(inComment)).toEqual({
      project_id,
      work_item_id: item.id,
      comment_id: comment.id,
    })

    const cover = await share(ada, 'PROJECT_COVER')
    const body = { name: 'Hut', identifier: 'HUT' }
    const hut = await ada.call(projectsApi.create, { body })
    const inHut = ada.at({ project_id: hut.id })
    const params = { entity_id: hut.id }
    await inHut.call(api.bindInProject, { params, body: { asset_ids: [cover] } })
    expect((await inHut.call(projectsApi.get)).cover_image_asset).toBe(cover)
  })

  // @cap:assets.delete-and-restore
  it('a picture that is removed is gone, is there again when that is undone, and the check tells', async () => {
    const { ada } = await projectOf('ada')
    const params = { id: await share(ada, 'ISSUE_DESCRIPTION', { inProject: true }) }
    const statusOf = async () => (await fetchFile(ada, inProject(ada, `${params.id}/`))).status
    const exists = async () => (await ada.call(api.check, { params })).exists
    expect([await exists(), await statusOf()]).toEqual([true, 200])
    await ada.call(api.removeInProject, { params })
    expect([await exists(), await statusOf()]).toEqual([false, 404])
    await ada.call(api.restore, { params })
    expect([await exists(), await statusOf()]).toEqual([true, 200])
  })
})

describe('a bucket', () => {
  const { app, person, stranger } = elsewhere

  it('takes no files at our door', async () => {
    const ada = await person('ada')
    const target = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    const posted = { ...target, upload_data: { ...target.upload_data, url: '/' } }
    expect(await send(app, posted, png)).toEqual({
      status: 403,
      body: { error: 'Invalid upload policy.' },
    })
  })

  it('may be written to and shown from by pages of ours, and nobody else’s may be', async () => {
    const { headers } = await app.inject({ url: '/health/' })
    const policy = String(headers['content-security-policy']).split(';')
    const url = `${bucket.url}/uploads/`
    expect(policy).toContain(`connect-src 'self' ${url}`)
    expect(policy).toContain(`img-src 'self' data: blob: https: ${url}`)
    expect(policy).toContain("script-src 'self'")
  })

  it.each([
    ['silence', 503, 'does not answer right now'],
    ['AccessDenied', 502, 'refused the server (HTTP 403)'],
    ['XMinioStorageFull', 507, 'no disk space left'],
  ])(
    'that answers with %s is told to the person and the operator; nothing is lost',
    async (how, status, says) => {
      const ada = await person('ada')
      const target = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
      await send(app, target, png)
      bucket.fail(how)
      const failed = await ada.attempt(api.completeOwn, marked(target.asset_id))
      expect(failed).toEqual({ status, body: { error: expect.stringContaining(says) } })
      const health = await app.inject({ url: '/health/' })
      expect([health.statusCode, health.json().database]).toEqual([200, 'ok'])
      expect(health.json().storage).not.toBe('ok')

      bucket.fail(undefined)
      await ada.call(api.completeOwn, marked(target.asset_id))
      expect((await fetchFile(stranger, shownAt(target.asset_id))).status).toBe(200)
      expect((await app.inject({ url: '/health/' })).json().storage).toBe('ok')
    },
  )
})
