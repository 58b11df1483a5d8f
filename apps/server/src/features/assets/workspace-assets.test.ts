import {
  ADMIN,
  assetsApi as api,
  applyWorkspaceEvent,
  GUEST,
  type LiveEvent,
  MEMBER,
  projectsApi,
  type WorkspaceEvent,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { removeStaleAssets } from './service.ts'
import { fetchFile, picture, png, send, share, wear } from './test-kit/uploads.ts'

const { app, database, person, projectOf, workspaceOf, stranger } = await testServer()
const { db } = database
const shownAt = (id: string) => `/api/assets/v2/static/${id}/`
const inWorkspace = ({ place }: Client, rest: string) =>
  `/api/assets/v2/workspaces/${place.slug}/${rest}`
const inProject = (client: Client, rest: string) =>
  inWorkspace(client, `projects/${client.place.project_id}/${rest}`)

const denied = { status: 403, body: { error: "You don't have the required permissions." } }
const nowhere = { status: 404, body: { error: 'The required object does not exist.' } }
const missing = { status: 404, body: { error: 'The requested asset could not be found.' } }
const unknown = (field: string, id: string) => ({
  status: 400,
  body: { [field]: [`Invalid pk "${id}" - object does not exist.`] },
})
const of = (id: string) => ({ params: { id } })
const marked = (id: string) => ({ params: { id }, body: {} })

async function pending(client: Client, body: object) {
  const target = await client.call(api.create, {
    body: { ...picture('PAGE_DESCRIPTION'), ...body },
  })
  await send(app, target, png)
  return target.asset_id
}

describe('a workspace’s logo', () => {
  it('is put up, replaced and taken down by an administrator, and everybody sees it', async () => {
    const { ada, ben } = await workspaceOf('ada', ['ben', GUEST])
    const before = await ben.call(workspacesApi.list)
    const change = async () => {
      const first = await share(ada, 'WORKSPACE_LOGO')
      const second = await share(ada, 'WORKSPACE_LOGO')
      expect((await fetchFile(stranger, shownAt(first))).status).toBe(404)
      return second
    }
    let logo = ''
    const events = await ada.eventsOf(async () => {
      logo = await change()
    })
    const shown = { logo: '', logo_asset: logo, logo_url: shownAt(logo) }
    expect(await ben.call(workspacesApi.get)).toMatchObject(shown)
    expect(await ada.call(workspacesApi.list)).toMatchObject([shown])
    const emitted = events.filter(
      (event: LiveEvent): event is WorkspaceEvent =>
        event.type === 'workspace.saved' && event.workspace.role === GUEST,
    )
    expect(emitted.reduce(applyWorkspaceEvent, before)).toEqual(await ben.call(workspacesApi.list))

    await ada.call(api.remove, of(logo))
    expect(await ada.call(workspacesApi.get)).toMatchObject({ logo_asset: null, logo_url: null })
    expect((await fetchFile(stranger, shownAt(logo))).status).toBe(404)
  })

  it('is not for members and guests to change', async () => {
    const { ada, mia, gus } = await workspaceOf('ada', ['mia', MEMBER], ['gus', GUEST])
    const logo = await share(ada, 'WORKSPACE_LOGO')
    const target = await ada.call(api.create, { body: picture('WORKSPACE_LOGO') })
    await send(app, target, png)
    for (const client of [mia, gus]) {
      const body = picture('WORKSPACE_LOGO')
      expect(await client.attempt(api.create, { body })).toEqual(denied)
      expect(await client.attempt(api.complete, marked(target.asset_id))).toEqual(denied)
      expect(await client.attempt(api.remove, of(logo))).toEqual(denied)
    }
    expect((await ada.call(workspacesApi.get)).logo_asset).toBe(logo)
  })

  it('of another workspace cannot be set', async () => {
    const { ada } = await workspaceOf('ada')
    const { eve } = await workspaceOf('eve')
    const { id: foreign } = await eve.call(workspacesApi.get)
    const body = { ...picture('WORKSPACE_LOGO'), entity_identifier: foreign }
    expect(await ada.attempt(api.create, { body })).toEqual(unknown('entity_identifier', foreign))
    const { id } = await ada.call(workspacesApi.get)
    await share(ada, 'WORKSPACE_LOGO', { entity_identifier: id })

    const logo = await share(eve, 'WORKSPACE_LOGO')
    expect(await ada.attempt(api.complete, marked(logo))).toEqual(nowhere)
    expect(await ada.attempt(api.remove, of(logo))).toEqual(nowhere)
    expect(await ada.attempt(api.restore, of(logo))).toEqual(nowhere)
    expect(await ada.at({ slug: eve.place.slug ?? '' }).attempt(api.remove, of(logo))).toEqual(
      denied,
    )
    const patch = { body: { logo_asset: logo } }
    expect(await ada.attempt(workspacesApi.change, patch)).toEqual(unknown('logo_asset', logo))
    expect((await eve.call(workspacesApi.get)).logo_asset).toBe(logo)
  })

  it('is taken down, or gives way to an address of the web, by a change of the workspace', async () => {
    const { ada } = await workspaceOf('ada')
    const first = await share(ada, 'WORKSPACE_LOGO')
    const bare = await ada.call(workspacesApi.change, { body: { logo_asset: null } })
    expect(bare.logo_url).toBeNull()
    const second = await share(ada, 'WORKSPACE_LOGO')
    const logo = 'https://pictures.test/logo.png'
    const typed = await ada.call(workspacesApi.change, { body: { logo } })
    expect(typed).toMatchObject({ logo, logo_asset: null, logo_url: logo })
    for (const id of [first, second]) {
      expect((await fetchFile(stranger, shownAt(id))).status).toBe(404)
    }
  })

  it('is replaced once when two come together', async () => {
    const { ada } = await workspaceOf('ada')
    const ask = () => pending(ada, { entity_type: 'WORKSPACE_LOGO' })
    const logos = [await ask(), await ask(), await ask()]
    await Promise.all(logos.map((id) => ada.call(api.complete, marked(id))))
    const { logo_asset } = await ada.call(workspacesApi.get)
    for (const id of logos) {
      const status = id === logo_asset ? 200 : 404
      expect((await fetchFile(stranger, shownAt(id))).status).toBe(status)
    }
  })

  it('and everything else of a deleted workspace is gone for everybody', async () => {
    const { ada } = await projectOf('ada')
    const logo = await share(ada, 'WORKSPACE_LOGO')
    const text = await share(ada, 'PAGE_DESCRIPTION')
    const addresses = [shownAt(logo), inWorkspace(ada, `${text}/`)]
    const files = await Promise.all(addresses.map((url) => fetchFile(ada, url)))
    await ada.call(workspacesApi.remove)
    for (const { location, status } of files) {
      expect(status).toBe(200)
      expect((await app.inject({ url: location })).statusCode).toBe(404)
    }
    expect((await fetchFile(ada, shownAt(logo))).status).toBe(404)
    expect((await fetchFile(ada, inWorkspace(ada, `${text}/`))).status).toBe(403)
  })
})

describe('a project’s cover', () => {
  const cover = async (client: Client) => {
    const { cover_image_asset, cover_image_url } = await client.call(projectsApi.get)
    return { cover_image_asset, cover_image_url }
  }

  it('is hung up by a project administrator, and replaced', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const entity_identifier = ada.place.project_id ?? ''
    const first = await share(ada, 'PROJECT_COVER', { entity_identifier })
    const second = await share(ada, 'PROJECT_COVER', { entity_identifier })
    const shown = { cover_image_asset: second, cover_image_url: shownAt(second) }
    expect(await cover(mia)).toEqual(shown)
    expect((await fetchFile(stranger, shownAt(first))).status).toBe(404)

    const body = { ...picture('PROJECT_COVER'), entity_identifier }
    expect(await mia.attempt(api.create, { body })).toEqual(denied)
    expect(await mia.attempt(api.remove, of(second))).toEqual(denied)
    await ada.call(api.remove, of(second))
    expect(await cover(ada)).toEqual({ cover_image_asset: null, cover_image_url: null })
  })

  it('that was uploaded before the project was saved belongs to it afterwards', async () => {
    const { ada } = await workspaceOf('ada')
    const uploaded = await share(ada, 'PROJECT_COVER')
    expect((await fetchFile(stranger, shownAt(uploaded))).status).toBe(200)
    const project = await ada.call(projectsApi.create, { body: { name: 'Hut', identifier: 'HUT' } })
    const inside = ada.at({ project_id: project.id })
    const params = { entity_id: project.id }
    const body = { asset_ids: [uploaded] }
    const events = await ada.eventsOf(() => inside.call(api.bindInProject, { params, body }))
    expect(events).toMatchObject([{ type: 'project.saved' }])
    expect((await cover(inside)).cover_image_asset).toBe(uploaded)
  })

  it('of a project that was never saved is removed after a week', async () => {
    const { ada } = await projectOf('ada')
    const entity_identifier = ada.place.project_id ?? ''
    const [unused, used] = [
      await share(ada, 'PROJECT_COVER'),
      await share(ada, 'PROJECT_COVER', { entity_identifier }),
    ]
    const week = sql`now() - interval '8 days'`
    await sql`update assets set created_at = ${week} where id in (${unused}, ${used})`.execute(db)
    await removeStaleAssets(db, app.deps.storage)
    expect((await fetchFile(stranger, shownAt(unused))).status).toBe(404)
    expect((await fetchFile(stranger, shownAt(used))).status).toBe(200)
  })

  it('is not changed through a project that is not the caller’s to change', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { eve } = await projectOf('eve')
    const project_id = ada.place.project_id ?? ''
    const body = { ...picture('PROJECT_COVER'), entity_identifier: project_id }
    expect(await eve.attempt(api.create, { body })).toEqual(
      unknown('entity_identifier', project_id),
    )
    const uploaded = await share(mia, 'PROJECT_COVER')
    const bind = { params: { entity_id: project_id }, body: { asset_ids: [uploaded] } }
    expect(await mia.attempt(api.bindInProject, bind)).toEqual(denied)
    expect(await mia.attempt(api.bind, bind)).toEqual(denied)
    expect((await cover(ada)).cover_image_asset).toBeNull()
  })

  it('gives way to a built-in one', async () => {
    const { ada } = await projectOf('ada')
    const entity_identifier = ada.place.project_id ?? ''
    const uploaded = await share(ada, 'PROJECT_COVER', { entity_identifier })
    const [cover_image = ''] = await stranger.call(api.covers)
    const changed = await ada.call(projectsApi.change, { body: { cover_image } })
    expect(changed).toMatchObject({ cover_image_asset: null, cover_image_url: cover_image })
    expect((await fetchFile(stranger, shownAt(uploaded))).status).toBe(404)
  })
})

describe('a picture in a text', () => {
  const itemOf = (client: Client, name = 'Map the trail') =>
    client.call(workItemsApi.create, { body: { name } })

  // @cap:assets.access
  it('is read by the people of its project, and by nobody else', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { eve } = await projectOf('eve')
    const id = await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    const url = inProject(ada, `${id}/`)
    const target = await ada.call(api.createInProject, { body: picture('ISSUE_DESCRIPTION') })
    expect(target.asset_url).toBe(inProject(ada, `${target.asset_id}/`))

    const shown = await fetchFile(mia, url)
    expect(shown.bytes?.equals(png)).toBe(true)
    expect(shown.headers?.['content-disposition']).toMatch(/^inline/)
    expect(shown.redirect?.['cache-control']).toBe('private, no-cache')
    const saved = await fetchFile(mia, inProject(ada, `download/${id}/`))
    expect(saved.headers?.['content-disposition']).toMatch(/^attachment; filename="picture\.png"/)
    expect((await fetchFile(mia, inWorkspace(ada, `${id}/`))).status).toBe(200)
    expect((await fetchFile(mia, inWorkspace(ada, `download/${id}/`))).status).toBe(200)

    expect((await fetchFile(stranger, url)).status).toBe(401)
    expect((await fetchFile(eve, url)).status).toBe(403)
    expect((await fetchFile(eve, inProject(eve, `${id}/`))).status).toBe(404)
    expect((await fetchFile(eve, inWorkspace(eve, `${id}/`))).status).toBe(404)
    expect((await fetchFile(stranger, shownAt(id))).body).toBe(
      '{"error":"Invalid entity type.","status":false}',
    )
  })

  it('of a project is not read by people of the workspace who are not in the project', async () => {
    const { ada, out } = await projectOf('ada', 'out')
    await sql`update project_members set is_active = false
      where user_id = ${out.user_id}`.execute(db)
    const id = await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    expect((await fetchFile(out, inWorkspace(ada, `${id}/`))).status).toBe(404)
    expect(await out.attempt(api.check, of(id))).toMatchObject({ body: { exists: false } })
    expect(await out.attempt(api.remove, of(id))).toEqual(nowhere)
    const copy = { params: { id }, body: { entity_type: 'PAGE_DESCRIPTION' } }
    expect(await out.attempt(api.duplicate, copy)).toMatchObject({ status: 404 })
  })

  // @cap:assets.access
  it('is hidden from a guest who may see only their own items, unless it is in one', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const [theirs, other] = [await itemOf(ada), await itemOf(ada)]
    await sql`update work_items set created_by = ${gus.user_id} where id = ${theirs.id}`.execute(db)
    const upload = (client: Client, entity_identifier = '') =>
      share(client, 'ISSUE_DESCRIPTION', { entity_identifier, inProject: true })
    const [inTheirs, inOther, loose] = [
      await upload(ada, theirs.id),
      await upload(ada, other.id),
      await upload(ada),
    ]
    const own = await upload(gus)
    const statusOf = async (id: string) => (await fetchFile(gus, inProject(gus, `${id}/`))).status
    expect(await Promise.all([inTheirs, own, inOther, loose].map(statusOf))).toEqual([
      200, 200, 404, 404,
    ])
    const body = { ...picture('ISSUE_DESCRIPTION'), entity_identifier: other.id }
    expect(await gus.attempt(api.createInProject, { body })).toEqual(
      unknown('entity_identifier', other.id),
    )
    expect(await gus.attempt(api.removeInProject, of(inTheirs))).toEqual(denied)
    expect(await gus.attempt(api.removeInProject, of(own))).toMatchObject({ status: 204 })
  })

  // @cap:assets.access
  it('of a draft is its author’s alone', async () => {
    const { ada, ben } = await workspaceOf('ada', 'ben')
    const id = await share(ada, 'DRAFT_ISSUE_DESCRIPTION')
    expect((await fetchFile(ada, inWorkspace(ada, `${id}/`))).status).toBe(200)
    expect((await fetchFile(ben, inWorkspace(ada, `${id}/`))).status).toBe(404)
    expect(await ben.attempt(api.remove, of(id))).toEqual(nowhere)
  })

  it('is deleted with its place in the text, and comes back when that is undone', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const id = await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    const url = inProject(ada, `${id}/`)
    const { location } = await fetchFile(ada, url)
    expect(await mia.call(api.check, of(id))).toEqual({ exists: true })

    await mia.call(api.removeInProject, of(id))
    expect(await mia.call(api.check, of(id))).toEqual({ exists: false })
    expect(await fetchFile(mia, url)).toMatchObject({
      status: 404,
      body: '{"error":"The requested asset could not be found."}',
    })
    expect((await app.inject({ url: location })).statusCode).toBe(404)
    expect(await mia.attempt(api.removeInProject, of(id))).toEqual(nowhere)

    expect(await mia.attempt(api.restore, of(id))).toEqual({ status: 204, body: null })
    expect(await mia.attempt(api.restore, of(id))).toEqual(nowhere)
    expect(await mia.call(api.check, of(id))).toEqual({ exists: true })
    expect((await fetchFile(mia, url)).status).toBe(200)
    expect(await mia.call(api.check, of(crypto.randomUUID()))).toEqual({ exists: false })
  })

  it('that is uploaded while an item is written belongs to the item once that is saved', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const ids = [
      await share(ada, 'ISSUE_DESCRIPTION', { inProject: true }),
      await share(ada, 'ISSUE_DESCRIPTION'),
    ]
    const item = await itemOf(ada)
    await sql`update work_items set created_by = ${gus.user_id} where id = ${item.id}`.execute(db)
    expect((await fetchFile(gus, inProject(ada, `${ids[0]}/`))).status).toBe(404)
    const bind = (asset_ids?: string[], entity_id = item.id) =>
      ada.attempt(api.bindInProject, {
        params: { entity_id },
        body: asset_ids ? { asset_ids } : {},
      })
    expect(await bind(ids)).toEqual({ status: 204, body: null })
    for (const id of ids) {
      expect((await fetchFile(gus, inProject(ada, `${id}/`))).status).toBe(200)
    }
    expect(await bind(ids, crypto.randomUUID())).toEqual({ status: 204, body: null })
    for (const none of [undefined, []]) {
      expect(await bind(none)).toEqual({ status: 400, body: { error: 'No asset ids provided.' } })
    }
    expect(await bind([crypto.randomUUID()])).toEqual(missing)
  })

  it('is not bound together with what is somebody else’s', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { eve } = await projectOf('eve')
    const own = await share(ada, 'ISSUE_DESCRIPTION')
    const foreign = [
      await share(eve, 'ISSUE_DESCRIPTION'),
      await share(mia, 'ISSUE_DESCRIPTION'),
      await share(ada, 'PAGE_DESCRIPTION'),
      await wear(ada),
    ]
    const params = { entity_id: (await itemOf(ada)).id }
    for (const id of foreign) {
      const body = { asset_ids: [own, id] }
      expect(await ada.attempt(api.bindInProject, { params, body })).toEqual(
        unknown('asset_ids', id),
      )
    }
    const { rows } = await sql<{ work_item_id: string | null }>`
      select work_item_id from assets where id = ${own}`.execute(db)
    expect(rows).toEqual([{ work_item_id: null }])
  })

  it('is asked for only for an owner the caller can see', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const foreign = (await itemOf(eve)).id
    for (const entity_type of ['ISSUE_DESCRIPTION', 'COMMENT_DESCRIPTION', 'PAGE_DESCRIPTION']) {
      const body = { ...picture('ISSUE_DESCRIPTION'), entity_type, entity_identifier: foreign }
      const answer = unknown('entity_identifier', foreign)
      expect(await ada.attempt(api.createInProject, { body })).toEqual(answer)
      expect(await ada.attempt(api.create, { body })).toEqual(answer)
    }
    const body = { ...picture('ISSUE_DESCRIPTION'), entity_identifier: 'no id' }
    expect(await ada.attempt(api.create, { body })).toMatchObject({ status: 400 })
  })

  it('is copied, bytes and all, to where the caller may put it', async () => {
    const { ada } = await projectOf('ada')
    const { slug = '', project_id = '' } = ada.place
    const source = await share(ada, 'PAGE_DESCRIPTION')
    const item = await itemOf(ada)
    const copy = (body: object, id = source) => ada.attempt(api.duplicate, { params: { id }, body })

    const wanted = { entity_type: 'ISSUE_DESCRIPTION', entity_id: item.id, project_id }
    const { status, body } = await copy(wanted)
    expect(status).toBe(200)
    const { asset_id } = body as { asset_id: string }
    await ada.call(api.remove, of(source))
    const shown = await fetchFile(ada, inProject(ada, `${asset_id}/`))
    expect(shown.bytes?.equals(png)).toBe(true)

    const invalid = { status: 400, body: { error: 'Invalid entity type or entity id' } }
    expect(await copy({})).toEqual(invalid)
    expect(await copy({ entity_type: 'WORKSPACE_LOGO' })).toEqual(invalid)
    expect(await copy({ ...wanted, entity_id: crypto.randomUUID() })).toEqual(invalid)
    const { eve } = await projectOf('eve')
    expect(await copy({ ...wanted, project_id: eve.place.project_id })).toEqual({
      status: 404,
      body: { error: 'Project not found' },
    })
    const gone = { status: 404, body: { error: 'Asset not found' } }
    expect(await copy(wanted, source)).toEqual(gone)
    expect(await copy(wanted, await wear(ada))).toEqual(gone)
    expect(await copy(wanted, await share(eve, 'PAGE_DESCRIPTION'))).toEqual(gone)
    expect(slug).not.toBe('')
  })

  it('is removed and restored by the key of an old link', async () => {
    const { ada } = await workspaceOf('ada')
    const { eve } = await workspaceOf('eve')
    const id = await share(ada, 'PAGE_DESCRIPTION')
    const { rows } = await sql<{ asset: string }>`
      select asset from assets where id = ${id}`.execute(db)
    const [workspace_id = '', key = ''] = (rows[0]?.asset ?? '').split('/')
    const old = { params: { workspace_id, key } }
    expect(await eve.attempt(api.removeOld, old)).toEqual(nowhere)
    expect(await ada.attempt(api.removeOld, old)).toMatchObject({ status: 204 })
    expect(await ada.call(api.check, of(id))).toEqual({ exists: false })
    expect(await eve.attempt(api.restoreOld, old)).toEqual(nowhere)
    expect(await ada.attempt(api.restoreOld, old)).toMatchObject({ status: 204 })
    expect(await ada.call(api.check, of(id))).toEqual({ exists: true })
  })
})

describe('somebody’s own pictures', () => {
  it('are none of the workspace’s', async () => {
    const { ada } = await workspaceOf('ada')
    const avatar = await wear(ada)
    const body = picture('USER_AVATAR')
    const invalid = { status: 400, body: { error: 'Invalid entity type.', status: false } }
    expect(await ada.attempt(api.create, { body })).toEqual(invalid)
    expect(await ada.attempt(api.remove, of(avatar))).toEqual(nowhere)
    expect((await fetchFile(ada, inWorkspace(ada, `${avatar}/`))).status).toBe(404)
  })
})

describe('after somebody left', () => {
  it('what they uploaded stays, and they reach nothing of it', async () => {
    const { ada, ben } = await projectOf('ada', ['ben', ADMIN])
    const id = await share(ben, 'ISSUE_DESCRIPTION', { inProject: true })
    await ben.call(workspacesApi.leave)
    expect((await fetchFile(ada, inProject(ada, `${id}/`))).status).toBe(200)
    expect((await fetchFile(ben, inProject(ada, `${id}/`))).status).toBe(403)
    const outsider = await person('out')
    expect((await fetchFile(outsider, inWorkspace(ada, `${id}/`))).status).toBe(403)
  })
})
