import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  accountApi,
  assetsApi as api,
  applyWorkspaceMemberEvent,
  instanceSettingsApi,
  type LiveEvent,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { removeStaleAssets } from './service.ts'
import {
  fetchFile,
  formOf,
  gif,
  jpeg,
  picture,
  png,
  post,
  send,
  svg,
  wear,
} from './test-kit/uploads.ts'

const { app, database, files, person, workspaceOf, stranger, administrator } = await testServer()
const { db } = database
const shownAt = (id: string) => `/api/assets/v2/static/${id}/`

const refused = (error: string) => ({ status: 400, body: { error, status: false } })
const wrongPicture = refused(
  'Invalid file type. Only JPEG, PNG, WebP, JPG and GIF files are allowed.',
)
const wrongPolicy = { status: 403, body: { error: 'Invalid upload policy.' } }
const nowhere = { status: 404, body: { error: 'The required object does not exist.' } }

/** Every file on disk, including partial ones. */
async function stored(): Promise<string[]> {
  const entries = await readdir(files, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const rowOf = async (id: string) => {
  const { rows } = await sql<{ asset: string; deleted_at: string | null; is_uploaded: boolean }>`
    select asset, deleted_at, is_uploaded from assets where id = ${id}`.execute(db)
  return rows[0]
}

describe('a file', () => {
  // @cap:assets.three-step-upload
  it('is asked for, sent and marked, and then served as it was sent', async () => {
    const ada = await person('ada')
    const target = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    expect(target).toEqual({
      upload_data: {
        url: '/api/assets/v2/upload/',
        fields: {
          key: expect.stringMatching(/^[0-9a-f]{32}$/),
          'Content-Type': 'image/png',
          policy: expect.any(String),
          'x-amz-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
      asset_id: expect.any(String),
      asset_url: shownAt(target.asset_id),
    })
    expect(await send(app, target, png)).toEqual({ status: 204, body: null })

    const unmarked = await fetchFile(stranger, target.asset_url ?? '')
    expect(unmarked).toMatchObject({
      status: 404,
      body: '{"error":"The requested asset could not be found."}',
    })
    const mark = { params: { id: target.asset_id }, body: {} }
    expect(await ada.attempt(api.completeOwn, mark)).toEqual({ status: 204, body: null })

    const shown = await fetchFile(stranger, target.asset_url ?? '')
    expect(shown.status).toBe(200)
    expect(shown.bytes?.equals(png)).toBe(true)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^inline; filename="picture\.png"/),
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
      etag: `"${target.upload_data.fields.key}"`,
    })
    expect(String(shown.headers?.['cache-control'])).toMatch(/^private, max-age=3\d\d\d$/)
    // An ETag would let a browser cache an expired URL.
    expect(shown.redirect).not.toHaveProperty('etag')
  })

  it('is marked without a body too, and may get another name then', async () => {
    const ada = await person('ada')
    const target = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    await send(app, target, png)
    const url = api.completeOwn.url.replace(':id', target.asset_id)
    const marked = await app.inject({ method: 'PATCH', url, cookies: ada.cookies })
    expect(marked.statusCode).toBe(204)

    const second = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    await send(app, second, png)
    const attributes = { name: '../../evil.html', type: 'text/html', size: 10 ** 12 }
    await ada.call(api.completeOwn, { params: { id: second.asset_id }, body: { attributes } })
    const shown = await fetchFile(stranger, second.asset_url ?? '')
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^inline; filename="evil\.html"/),
    })
  })

  it('that never came cannot be marked', async () => {
    const ada = await person('ada')
    const { asset_id } = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    expect(await ada.attempt(api.completeOwn, { params: { id: asset_id }, body: {} })).toEqual(
      refused('The asset is not uploaded.'),
    )
    expect((await ada.call(accountApi.me)).avatar_url).toBeNull()
  })

  it('is read in parts, and not again while it is the same', async () => {
    const ada = await person('ada')
    const url = shownAt(await wear(ada))
    const etag = String((await fetchFile(stranger, url)).headers?.etag)
    const part = (range: string, more: Record<string, string> = {}) =>
      fetchFile(stranger, url, { range, ...more })
    const last = png.length - 1

    const middle = await part('bytes=4-9')
    expect([middle.status, middle.headers?.['content-range']]).toEqual([
      206,
      `bytes 4-9/${png.length}`,
    ])
    expect(middle.bytes?.equals(png.subarray(4, 10))).toBe(true)
    expect((await part('bytes=-5')).bytes?.equals(png.subarray(-5))).toBe(true)
    expect((await part(`bytes=${last}-`)).bytes?.equals(png.subarray(last))).toBe(true)
    expect((await part('bytes=0-9999')).bytes?.equals(png)).toBe(true)
    expect((await part('bytes=1-2,4-5')).status).toBe(200)
    expect((await part('bytes=4-9', { 'if-range': etag })).status).toBe(206)
    expect((await part('bytes=4-9', { 'if-range': '"other"' })).status).toBe(200)
    const beyond = await part('bytes=9999-')
    expect([beyond.status, beyond.headers?.['content-range']]).toEqual([
      416,
      `bytes */${png.length}`,
    ])

    const again = await fetchFile(stranger, url, { 'if-none-match': etag })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it('is served from an address that ends, and that nobody else can make', async () => {
    const ada = await person('ada')
    const { location } = await fetchFile(stranger, shownAt(await wear(ada)))
    const address = new URL(location, 'http://cairn.test')
    const left = Number(address.searchParams.get('expires')) - Date.now()
    expect(left).toBeGreaterThan(49 * 60_000)
    expect(left).toBeLessThanOrEqual(60 * 60_000)

    for (const [name, value] of [
      ['type', 'text/html'],
      ['expires', String(Date.now() + 10 ** 9)],
      ['signature', '0'.repeat(64)],
    ]) {
      const forged = new URL(address)
      forged.searchParams.set(name ?? '', value ?? '')
      const { statusCode } = await app.inject({ url: forged.pathname + forged.search })
      expect([name, statusCode]).toEqual([name, 404])
    }
    expect((await app.inject({ url: '/api/assets/v2/files/../../secret.key' })).statusCode).toBe(
      404,
    )
  })
})

describe('the upload', () => {
  const target = async (body: object = {}) =>
    (await person('ada')).call(api.createOwn, { body: { ...picture('USER_AVATAR'), ...body } })

  // @cap:attachments.limits
  it('of more bytes than were asked for is refused, and nothing stays', async () => {
    const asked = await target({ size: 100 })
    const before = await stored()
    const large = Buffer.concat([png, Buffer.alloc(10_000_000)])
    const sentence = 'The file is larger than the 100 bytes that may be uploaded here.'
    expect(await send(app, asked, large)).toEqual({
      status: 413,
      body: { error: sentence, status: false },
    })
    expect(await stored()).toEqual(before)
    expect(await send(app, asked, png)).toMatchObject({ status: 204 })
  })

  it('of nothing is refused', async () => {
    expect(await send(app, await target(), Buffer.alloc(0))).toEqual(refused('The file is empty.'))
  })

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing that can run', svg],
    ['another kind of picture', gif],
    ['anything', Buffer.alloc(5000, 7)],
  ])('of %s that says it is a PNG is refused', async (_what, content) => {
    const before = await stored()
    const asked = await target({ size: 10_000 })
    const answer = refused('The content of the file is not what its type says.')
    expect(await send(app, asked, content)).toEqual(answer)
    expect(await stored()).toEqual(before)
  })

  it('of a JPEG is taken by both of its names, and served by the right one', async () => {
    const ada = await person('ada')
    for (const type of ['image/jpeg', 'image/jpg']) {
      const body = { ...picture('USER_AVATAR', jpeg), type }
      const asked = await ada.call(api.createOwn, { body })
      expect(await send(app, asked, jpeg)).toMatchObject({ status: 204 })
      await ada.call(api.completeOwn, { params: { id: asked.asset_id }, body: {} })
      const { headers } = await fetchFile(stranger, asked.asset_url ?? '')
      expect(headers?.['content-type']).toBe('image/jpeg')
    }
  })

  it.each([
    ['another type', { 'Content-Type': 'text/html' }],
    ['another place', { key: 'ffffffffffffffffffffffffffffffff' }],
    ['a made-up signature', { 'x-amz-signature': '0'.repeat(64) }],
    ['no signature', { 'x-amz-signature': '' }],
    ['another limit', { policy: Buffer.from('{"maxBytes":1000000000000}').toString('base64url') }],
  ])('with %s than was signed is refused', async (_what, changed) => {
    const { upload_data } = await target()
    const before = await stored()
    const form = formOf({ ...upload_data.fields, ...changed }, png)
    expect(await post(app, form)).toEqual(wrongPolicy)
    expect(await stored()).toEqual(before)
  })

  it('comes too late after an hour', async () => {
    const { upload_data } = await target()
    const key = upload_data.fields.key ?? ''
    const late = await app.deps.storage.createUploadTarget({
      key,
      type: 'image/png',
      maxBytes: 1000,
      expiresAt: new Date(Date.now() - 1),
    })
    expect(await post(app, formOf(late.fields, png))).toEqual(wrongPolicy)
    const claims = JSON.parse(Buffer.from(upload_data.fields.policy ?? '', 'base64url').toString())
    expect(claims.expires - Date.now()).toBeLessThanOrEqual(3_600_000)
  })

  it('happens once, however many come at the same time', async () => {
    const asked = await target({ size: 1000 })
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, n) => send(app, asked, Buffer.concat([png, Buffer.alloc(n)]))),
    )
    expect(sent.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(sent.filter(({ status }) => status === 403)).toHaveLength(7)
    expect(await send(app, asked, png)).toEqual(wrongPolicy)
  })

  it('of somebody who was deactivated meanwhile is refused', async () => {
    const ada = await person('ada')
    const asked = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    await sql`update users set is_active = false where id = ${ada.user_id}`.execute(db)
    expect(await send(app, asked, png)).toEqual(wrongPolicy)
  })

  it('that breaks off leaves nothing', async () => {
    const asked = await target()
    const before = await stored()
    const whole = formOf(asked.upload_data.fields, png)
    const broken = { error: 'The form is incomplete or not well formed.' }
    for (const length of [whole.length - 60, whole.length - png.length - 50, 30, 0]) {
      expect(await post(app, whole.subarray(0, length))).toEqual({ status: 400, body: broken })
    }
    expect(await stored()).toEqual(before)
    expect(await post(app, whole)).toMatchObject({ status: 204 })
  })

  it('is answered over a real connection, also when it is refused half way', async () => {
    const asked = await target({ size: 100_000 })
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const over = async (bytes: number) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(asked.upload_data.fields)) form.append(name, value)
      form.append('file', new Blob([png, Buffer.alloc(bytes)]), 'picture.png')
      const { status } = await fetch(base + asked.upload_data.url, { method: 'POST', body: form })
      return status
    }
    expect([await over(20_000_000), await over(50_000)]).toEqual([413, 204])
  })

  it('is a form; nothing else is taken', async () => {
    const url = '/api/assets/v2/upload/'
    const { statusCode } = await app.inject({ method: 'POST', url, payload: {} })
    expect(statusCode).toBe(415)
  })

  it('says what an operator has to do when the folder cannot be written to', async () => {
    const asked = await target()
    const away = `${files}-away`
    await rename(files, away)
    await writeFile(files, 'a file where the folder should be')
    const answer = await send(app, asked, png)
    await rm(files)
    await rename(away, files)
    expect(answer).toEqual({
      status: 500,
      body: {
        error:
          'The server cannot write to its folder for files. Nothing was changed; tell its operator.',
      },
    })
    expect(await send(app, asked, png)).toMatchObject({ status: 204 })
  })

  it('of a large file is kept whole', async () => {
    const large = Buffer.concat([png, randomBytes(3_000_000)])
    const ada = await person('ada')
    const id = await wear(ada, 'USER_COVER', large)
    const shown = await fetchFile(stranger, shownAt(id))
    expect(shown.bytes?.equals(large)).toBe(true)
  })
})

describe('what may be asked for', () => {
  const ask = async (body: object) =>
    (await person('ada')).attempt(api.createOwn, { body: { ...picture('USER_AVATAR'), ...body } })

  it.each([
    ['image/svg+xml'],
    ['text/html'],
    ['application/pdf'],
    ['image/tiff'],
    ['IMAGE/PNG'],
    ['image/png\r\nx: y'],
    [''],
  ])('as a picture is not %o', async (type) => {
    expect(await ask({ type })).toEqual(wrongPicture)
  })

  it.each([
    [{ entity_type: 'WORKSPACE_LOGO' }, refused('Invalid entity type.')],
    [{ entity_type: 'ISSUE_ATTACHMENT' }, refused('Invalid entity type.')],
    [{ entity_type: 'constructor' }, refused('Invalid entity type.')],
    [{ entity_type: undefined }, refused('Invalid entity type.')],
    [
      { size: 0 },
      { status: 400, body: { size: ['Ensure this value is greater than or equal to 1.'] } },
    ],
    [{ size: 'seven' }, { status: 400, body: { size: ['A valid integer is required.'] } }],
    [
      { name: 'x'.repeat(256) },
      { status: 400, body: { name: ['Ensure this field has no more than 255 characters.'] } },
    ],
  ])('is not %o', async (wrong, answer) => {
    expect(await ask(wrong)).toEqual(answer)
  })

  it('needs a session', async () => {
    const { status } = await stranger.attempt(api.createOwn, { body: picture('USER_AVATAR') })
    expect(status).toBe(401)
  })

  it('is as large as the administrator says', async () => {
    const root = await administrator('root')
    const limitOf = async (size?: number) => {
      const { body } = await ask({ size })
      const { policy } = (body as { upload_data: { fields: { policy: string } } }).upload_data
        .fields
      return JSON.parse(Buffer.from(policy, 'base64url').toString()).maxBytes
    }
    expect(await limitOf()).toBe(104_857_600)
    await root.call(instanceSettingsApi.change, { body: { FILE_SIZE_LIMIT: '1000' } })
    expect([await limitOf(), await limitOf(500), await limitOf(5000)]).toEqual([1000, 500, 1000])
    for (const FILE_SIZE_LIMIT of ['0', '-1', '1e9', 'much', '99999999999']) {
      const { status } = await root.attempt(instanceSettingsApi.change, {
        body: { FILE_SIZE_LIMIT },
      })
      expect(status).toBe(400)
    }
    await sql`delete from instance_settings`.execute(db)
  })
})

describe('an avatar', () => {
  it('shows everywhere at once, and replaces the one before', async () => {
    const { ada, ben } = await workspaceOf('ada', 'ben')
    await ada.call(accountApi.change, { body: { avatar: 'https://pictures.test/ada.png' } })
    const first = await wear(ada)
    expect(await ada.call(accountApi.me)).toMatchObject({
      avatar: '',
      avatar_asset: first,
      avatar_url: shownAt(first),
    })
    const members = await ben.call(workspacesApi.members)
    const seen = members.find(({ member }) => member.id === ada.user_id)
    expect(seen?.member.avatar_url).toBe(shownAt(first))

    const second = await wear(ada)
    expect((await ada.call(accountApi.me)).avatar_url).toBe(shownAt(second))
    expect((await fetchFile(stranger, shownAt(first))).status).toBe(404)
    expect((await fetchFile(stranger, shownAt(second))).status).toBe(200)
  })

  it('is told to everybody who works with its owner', async () => {
    const { ada, ben } = await workspaceOf('ada', 'ben')
    const before = await ben.call(workspacesApi.members)
    const events = await ada.eventsOf(() => wear(ada))
    type Emitted = Parameters<typeof applyWorkspaceMemberEvent>[1]
    const emitted = events.filter(
      (event: LiveEvent): event is Emitted => event.type === 'workspace_member.saved',
    )
    expect(emitted).toHaveLength(1)
    expect(emitted.reduce(applyWorkspaceMemberEvent, before)).toEqual(
      await ben.call(workspacesApi.members),
    )
  })

  it('is marked once, and replaces once, when two marks come together', async () => {
    const { ada } = await workspaceOf('ada')
    const old = await wear(ada)
    const targets = [1, 2].map(() => ada.call(api.createOwn, { body: picture('USER_AVATAR') }))
    const asked = await Promise.all(targets)
    for (const target of asked) await send(app, target, png)
    const events = await ada.eventsOf(async () => {
      const marks = [...asked, ...asked].map(({ asset_id }) =>
        ada.attempt(api.completeOwn, { params: { id: asset_id }, body: {} }),
      )
      const statuses = (await Promise.all(marks)).map(({ status }) => status)
      expect(statuses.every((status) => status === 204 || status === 404)).toBe(true)
    })
    expect(events.filter(({ type }) => type === 'workspace_member.saved')).toHaveLength(2)
    const { avatar_asset } = await ada.call(accountApi.me)
    const rows = await Promise.all([old, ...asked.map(({ asset_id }) => asset_id)].map(rowOf))
    expect(rows.filter((row) => row?.deleted_at === null)).toHaveLength(1)
    expect((await rowOf(avatar_asset ?? ''))?.deleted_at).toBeNull()
  })

  it('is removed, or taken off; a cover stays what it was', async () => {
    const ada = await person('ada')
    const cover = await wear(ada, 'USER_COVER')
    const first = await wear(ada)
    expect(await ada.attempt(api.removeOwn, { params: { id: first } })).toMatchObject({
      status: 204,
    })
    expect(await ada.attempt(api.removeOwn, { params: { id: first } })).toEqual(nowhere)
    const second = await wear(ada)
    await ada.call(accountApi.change, { body: { avatar_asset: null } })
    expect(await ada.call(accountApi.me)).toMatchObject({
      avatar_url: null,
      cover_image: null,
      cover_image_url: shownAt(cover),
    })
    for (const id of [first, second]) {
      expect((await fetchFile(stranger, shownAt(id))).status).toBe(404)
    }
  })

  it('can be put on again while it is kept, and only by its owner', async () => {
    const [ada, eve] = [await person('ada'), await person('eve')]
    const id = await wear(ada)
    const cover = await wear(ada, 'USER_COVER')
    const pending = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    const put = (client: typeof ada, avatar_asset: string) =>
      client.attempt(accountApi.change, { body: { avatar_asset, first_name: 'New' } })
    for (const [client, foreign] of [
      [eve, id],
      [ada, cover],
      [ada, pending.asset_id],
      [ada, crypto.randomUUID()],
    ] as const) {
      const pk = `Invalid pk "${foreign}" - object does not exist.`
      expect(await put(client, foreign)).toEqual({ status: 400, body: { avatar_asset: [pk] } })
    }
    expect((await ada.call(accountApi.me)).first_name).toBe('ada')
    expect(await put(ada, id)).toMatchObject({ status: 200, body: { avatar_asset: id } })
  })

  it('of somebody else can be neither marked nor removed', async () => {
    const [ada, eve] = [await person('ada'), await person('eve')]
    const target = await ada.call(api.createOwn, { body: picture('USER_AVATAR') })
    await send(app, target, png)
    const params = { id: target.asset_id }
    expect(await eve.attempt(api.completeOwn, { params, body: {} })).toEqual(nowhere)
    expect(await eve.attempt(api.removeOwn, { params })).toEqual(nowhere)
    expect((await rowOf(target.asset_id))?.is_uploaded).toBe(false)
  })

  it('gives way to an address of the web, as a cover does to one of ours', async () => {
    const ada = await person('ada')
    const avatar = await wear(ada)
    const cover = await wear(ada, 'USER_COVER')
    const covers = await stranger.call(api.covers)
    const body = { avatar: 'https://pictures.test/ada.png', cover_image: covers[0] ?? '' }
    expect(await ada.call(accountApi.change, { body })).toMatchObject({
      avatar_asset: null,
      avatar_url: body.avatar,
      cover_image_asset: null,
      cover_image_url: covers[0],
    })
    for (const id of [avatar, cover]) {
      expect((await fetchFile(stranger, shownAt(id))).status).toBe(404)
    }
    const wrong = { cover_image: '/covers/../../etc/passwd' }
    expect(await ada.attempt(accountApi.change, { body: wrong })).toMatchObject({ status: 400 })
  })

  it('is shown to nobody while its owner is deactivated', async () => {
    const { ada, ben } = await workspaceOf('ben', 'ada')
    const id = await wear(ada)
    const { location } = await fetchFile(stranger, shownAt(id))
    await sql`update users set is_active = false where id = ${ada.user_id}`.execute(db)
    expect((await fetchFile(stranger, shownAt(id))).status).toBe(404)
    expect((await app.inject({ url: location })).statusCode).toBe(404)
    const members = await ben.call(workspacesApi.members)
    expect(members.find(({ member }) => member.id === ada.user_id)?.member.avatar_url).toBeNull()
    await sql`update users set is_active = true where id = ${ada.user_id}`.execute(db)
    expect((await fetchFile(stranger, shownAt(id))).status).toBe(200)
  })

  it('is removed and restored by the key of an old link', async () => {
    const [ada, eve] = [await person('ada'), await person('eve')]
    const key = (await rowOf(await wear(ada)))?.asset ?? ''
    const params = { key }
    expect(await eve.attempt(api.removeOldOwn, { params })).toEqual(nowhere)
    expect(await ada.attempt(api.restoreOldOwn, { params })).toEqual(nowhere)
    expect(await ada.attempt(api.removeOldOwn, { params })).toMatchObject({ status: 204 })
    expect((await ada.call(accountApi.me)).avatar_url).toBeNull()
    expect(await eve.attempt(api.restoreOldOwn, { params })).toEqual(nowhere)
    expect(await ada.attempt(api.restoreOldOwn, { params })).toMatchObject({ status: 204 })
  })
})

describe('files nobody needs', () => {
  // @cap:assets.three-step-upload
  it('go: unmarked ones after 7 days, deleted ones after 60, with their bytes', async () => {
    const ada = await person('ada')
    const age = (id: string, column: string, days: number) =>
      sql`update assets set ${sql.ref(column)} = now() - make_interval(days => ${days})
        where id = ${id}`.execute(db)
    const ask = async () => {
      const target = await ada.call(api.createOwn, { body: picture('USER_COVER') })
      await send(app, target, png)
      return target.asset_id
    }
    const [unmarked, fresh] = [await ask(), await ask()]
    const [deleted, retained, worn] = [await wear(ada), await wear(ada), await wear(ada)]
    await age(unmarked, 'created_at', 8)
    await age(fresh, 'created_at', 6)
    await age(deleted, 'deleted_at', 61)
    await age(retained, 'deleted_at', 59)
    await age(worn, 'created_at', 400)
    const keys = new Map<string, string>()
    for (const id of [unmarked, fresh, deleted, retained, worn]) {
      keys.set(id, (await rowOf(id))?.asset ?? '')
    }
    await mkdir(path.join(files, '.incoming'), { recursive: true })

    await removeStaleAssets(db, app.deps.storage)
    const left = await stored()
    for (const id of [fresh, retained, worn]) {
      expect(await rowOf(id)).toBeDefined()
      expect(left).toContain(keys.get(id))
    }
    for (const id of [unmarked, deleted]) {
      expect(await rowOf(id)).toBeUndefined()
      expect(left).not.toContain(keys.get(id))
    }
  })
})

it('offers the covers that come with the product', async () => {
  const covers = await stranger.call(api.covers)
  expect(covers.length).toBeGreaterThan(5)
  for (const cover of covers) {
    const picture = path.join(import.meta.dirname, '../../../../web/public', cover)
    expect(await readFile(picture, 'utf8')).toMatch(/^<svg /)
  }
})

it('finds no pictures while nobody has configured the search', async () => {
  const ada = await person('ada')
  expect(await ada.call(api.searchPictures, { query: { query: 'hills' } })).toEqual([])
  const { status } = await ada.attempt(api.searchPictures, { query: { per_page: '1000' } })
  expect(status).toBe(400)
})
