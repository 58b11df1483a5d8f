import {
  pagesApi as api,
  applyFavoriteEvent,
  applyPageEvent,
  applyPageEventToFavorites,
  assetsApi,
  type Favorite,
  type FavoriteEvent,
  favoritesApi,
  GUEST,
  type LiveEvent,
  labelsApi,
  MEMBER,
  type PageEvent,
  type ProjectPage,
  projectsApi,
  recentVisitsApi,
  searchApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fetchFile, share } from '#features/assets/test-kit/uploads.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { at, listed, names, write } from './test-kit/pages.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const hidden = { status: 400, body: { error: 'You are not allowed to view this page' } }
const notTheirs = {
  status: 400,
  body: { error: 'Access cannot be updated since this page is owned by someone else' },
}
const done = { status: 204, body: null }
const noSuch = (field: string, id: string) => ({
  status: 400,
  body: { [field]: [`Invalid pk "${id}" - object does not exist.`] },
})

/** A second project of the same workspace, with the owner and others. */
async function secondProject(owner: Client, ...others: [Client, number][]) {
  const body = { name: 'Huts', identifier: 'HUTS' }
  const { id: project_id } = await owner.call(projectsApi.create, { body })
  for (const [{ user_id }, role] of others) {
    await sql`
      insert into project_members (workspace_id, project_id, user_id, role)
      select workspace_id, ${project_id}, ${user_id}, ${role} from projects
      where id = ${project_id}`.execute(db)
  }
  return project_id
}

const showEverything = (owner: Client) =>
  owner.call(projectsApi.change, { body: { guest_view_all_features: true } })

describe('creating one', () => {
  it('fills in what was not said', async () => {
    const { ada } = await projectOf('ada')
    const page = await write(ada)
    expect(page).toEqual({
      id: page.id,
      created_at: page.created_at,
      updated_at: page.updated_at,
      created_by: ada.user_id,
      updated_by: null,
      deleted_at: null,
      workspace: page.workspace,
      name: '',
      owned_by: ada.user_id,
      access: 0,
      color: '',
      parent: null,
      sort_order: 65535,
      is_favorite: false,
      is_locked: false,
      archived_at: null,
      view_props: { full_width: false },
      logo_props: {},
      label_ids: [],
      project_ids: [ada.place.project_id],
      anchor: null,
      description_html: '<p></p>',
    })
    const { description_html, ...row } = page
    expect(await ada.call(api.list)).toEqual([row])
    expect(await ada.call(api.get, at(page))).toEqual({ ...page, description: {}, issue_ids: [] })
  })

  it('keeps what was said, and nothing that is not one’s to say', async () => {
    const { ada } = await projectOf('ada')
    const label = await ada.call(labelsApi.create, { body: { name: 'Guide' } })
    const parent = await write(ada, { name: 'Handbook' })
    const logo_props = { in_use: 'emoji', emoji: { value: '9968' } }
    const page = await write(ada, {
      ...{ name: 'Packing', access: 1, color: 'pink', parent: parent.id, labels: [label.id] },
      ...{ logo_props, view_props: { full_width: true } },
      description_html: '<p onclick="x()">Rope<script>x()</script></p>',
      ...{ is_locked: true, owned_by: crypto.randomUUID(), archived_at: '2026-01-01' },
    })
    expect(page).toMatchObject({
      ...{ name: 'Packing', access: 1, color: 'pink', parent: parent.id, label_ids: [label.id] },
      ...{ logo_props, view_props: { full_width: true }, description_html: '<p>Rope</p>' },
      ...{ is_locked: false, owned_by: ada.user_id, archived_at: null },
    })
    expect(await listed(ada)).toEqual(['Handbook'])
    expect(names(await ada.call(api.listSubPages, at(parent)))).toEqual(['Packing'])
  })

  it.each([
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ access: 2 }, { access: ['"2" is not a valid choice.'] }],
    [{ labels: 'all' }, { labels: ['Expected a list of items.'] }],
    [{ description_binary: '!' }, { description_binary: ['Invalid binary data'] }],
    [{ description_binary: 'aGVsbG8=' }, { description_binary: ['Invalid binary data'] }],
  ])('refuses %j and makes nothing', async (body, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.create, { body: body as object })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await ada.call(api.list)).toEqual([])
  })

  it('refuses labels and pages of elsewhere, and pages nobody shows the caller', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { eve } = await projectOf('eve')
    const foreign = await eve.call(labelsApi.create, { body: { name: 'Guide' } })
    const label = await bob.attempt(api.create, { body: { labels: [foreign.id] } })
    expect(label).toEqual(noSuch('labels', foreign.id))
    for (const page of [await write(eve), await write(ada, { access: 1 })]) {
      const answer = await bob.attempt(api.create, { body: { parent: page.id } })
      expect(answer).toEqual(noSuch('parent', page.id))
    }
  })
})

describe('the list', () => {
  it('shows favorites first, then the newest, and archived ones too', async () => {
    const { ada } = await projectOf('ada')
    for (const name of ['One', 'Two', 'Three']) await write(ada, { name })
    const [three, two, one] = (await ada.call(api.list)) as [ProjectPage, ProjectPage, ProjectPage]
    await ada.call(api.addFavorite, at(one))
    await ada.call(api.archive, at(two))
    expect(await listed(ada)).toEqual(['One', 'Three', 'Two'])
    expect(names(await ada.call(api.listArchived))).toEqual(['Two'])
    expect(names(await ada.call(api.listFavorites))).toEqual(['One'])
    await ada.call(api.changeAccess, { ...at(three), body: { access: 1 } })
    const by = async (query: object) => names(await ada.call(api.list, { query }))
    expect(await by({ type: 'private' })).toEqual(['Three'])
    expect(await by({ type: 'public' })).toEqual(['One'])
    expect(await by({ type: 'archived' })).toEqual(['Two'])
    expect(await by({ search: 'T' })).toEqual(['Three', 'Two'])
    expect(await by({ search: '%' })).toEqual([])
    expect(await ada.call(api.summary)).toEqual({
      ...{ public_pages: 1, private_pages: 1, archived_pages: 1 },
    })
  })

  it('is narrowed to those with one of some labels', async () => {
    const { ada } = await projectOf('ada')
    const label = (name: string) => ada.call(labelsApi.create, { body: { name } })
    const [guide, plan, unused] = [await label('Guide'), await label('Plan'), await label('Unused')]
    const parent = await write(ada, { name: 'Handbook', labels: [guide.id] })
    await write(ada, { name: 'Huts', labels: [plan.id, guide.id], parent: parent.id })
    await write(ada, { name: 'Notes' })
    const by = async (labels: string) =>
      names(await ada.call(api.list, { query: { labels, nested: true } })).sort()
    expect(await by(guide.id)).toEqual(['Handbook', 'Huts'])
    expect(await by(`${plan.id},${unused.id}`)).toEqual(['Huts'])
    expect(await by(unused.id)).toEqual([])
    await ada.call(labelsApi.remove, { params: { id: plan.id } })
    expect(await by(plan.id)).toEqual([])
    expect(await ada.attempt(api.list, { query: { labels: `${guide.id},x` } })).toEqual({
      status: 400,
      body: { labels: ['“x” is not a valid UUID.'] },
    })
  })

  it('is empty in an archived project', async () => {
    const { ada } = await projectOf('ada')
    await write(ada, { name: 'One' })
    await sql`
      update projects set archived_at = now() where id = ${ada.place.project_id}`.execute(db)
    expect(await ada.call(api.list)).toEqual([])
  })
})

describe('who sees a page', () => {
  // @cap:pages.visibility
  it('a private one only its owner, whatever the others may otherwise do', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const page = await write(bob, { name: 'Diary', access: 1 })
    expect(await listed(bob)).toEqual(['Diary'])
    expect(await listed(ada)).toEqual([])
    expect((await ada.call(api.summary)).private_pages).toBe(0)
    const calls = [
      [api.get, {}],
      [api.change, { body: { name: 'Mine' } }],
      [api.remove, {}],
      [api.changeAccess, { body: { access: 0 } }],
      [api.lock, {}],
      [api.unlock, {}],
      [api.archive, {}],
      [api.restore, {}],
      [api.duplicate, {}],
      [api.move, { body: { new_project_id: ada.place.project_id } }],
      [api.listSubPages, {}],
      [api.getDescription, {}],
      [api.changeDescription, { body: {} }],
      [api.listVersions, {}],
      [api.addLog, { body: { entity_name: 'issue' } }],
    ] as const
    for (const [endpoint, input] of calls) {
      const answer = await ada.attempt(endpoint, { ...at(page), ...input } as object)
      expect([endpoint.url, endpoint.method, answer]).toEqual([
        ...[endpoint.url, endpoint.method, missing],
      ])
    }
    expect(await ada.attempt(api.addFavorite, at(page))).toEqual(noSuch('page', page.id))
  })

  // @cap:pages.visibility
  it('a guest who sees only their own neither finds nor opens another’s', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const page = await write(ada, { name: 'Handbook' })
    expect(await gus.call(api.list)).toEqual([])
    expect(await gus.attempt(api.get, at(page))).toEqual(hidden)
    expect(await gus.attempt(api.getDescription, at(page))).toEqual(hidden)
    await showEverything(ada)
    expect(await listed(gus)).toEqual(['Handbook'])
    expect(await gus.attempt(api.get, at(page))).toMatchObject({ status: 200 })
    for (const endpoint of [api.change, api.lock, api.duplicate]) {
      expect(await gus.attempt(endpoint, { ...at(page), body: {} } as object)).toEqual(refused)
    }
    expect(await gus.attempt(api.create, { body: {} })).toEqual(refused)
    expect(await gus.attempt(api.addFavorite, at(page))).toEqual(refused)
  })

  it('nobody from outside', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const page = await write(ada)
    const there = eve.at(ada.place)
    expect(await there.attempt(api.get, at(page))).toEqual(refused)
    expect(await eve.attempt(api.get, at(page))).toEqual(missing)
    expect((await stranger.at(ada.place).attempt(api.get, at(page))).status).toBe(401)
  })
})

describe('changing one', () => {
  // @cap:pages.edit-rights
  it('is for members where it is public, and not while it is locked', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const page = await write(ada, { name: 'Handbook' })
    const label = await bob.call(labelsApi.create, { body: { name: 'Guide' } })
    const body = { name: 'Guide book', labels: [label.id], is_locked: true }
    expect(await bob.call(api.change, { ...at(page), body })).toMatchObject({
      ...{ name: 'Guide book', label_ids: [label.id], is_locked: false },
      updated_by: bob.user_id,
    })
    expect(await bob.attempt(api.lock, at(page))).toEqual(refused)
    await ada.call(api.lock, at(page))
    for (const who of [ada, bob]) {
      expect(await who.attempt(api.change, { ...at(page), body })).toEqual({
        status: 400,
        body: { error: 'Page is locked' },
      })
    }
    await ada.call(api.unlock, at(page))
    const { label_ids } = await bob.call(api.change, { ...at(page), body: { labels: [] } })
    expect(label_ids).toEqual([])
  })

  // @cap:pages.admin-rights
  it('leaves its access to owner and admins', async () => {
    const { ada, bob, cy } = await projectOf('ada', ['bob', MEMBER], ['cy', MEMBER])
    const page = await write(bob)
    const secret = { ...at(page), body: { access: 1 } }
    expect(await cy.attempt(api.change, secret)).toEqual(notTheirs)
    expect(await cy.attempt(api.changeAccess, secret)).toEqual(notTheirs)
    expect(await cy.attempt(api.change, { ...at(page), body: { access: 0 } })).toMatchObject({
      status: 200,
    })
    await cy.call(api.addFavorite, at(page))
    expect(await ada.attempt(api.changeAccess, secret)).toEqual(done)
    expect(await cy.call(favoritesApi.list)).toEqual([])
    expect(await listed(bob)).toEqual([''])
    expect(await bob.attempt(api.changeAccess, { ...at(page), body: {} })).toEqual(done)
    expect(await listed(cy)).toEqual([''])
  })

  it('makes no circle of pages, however many try at once', async () => {
    const { ada } = await projectOf('ada')
    const [a, b, c] = await Promise.all([write(ada), write(ada), write(ada)])
    const put = (page: { id: string }, parent: { id: string }) =>
      ada.attempt(api.change, { ...at(page), body: { parent: parent.id } })
    expect(await put(a, a)).toEqual(noSuch('parent', a.id))
    const answers = await Promise.all([put(a, b), put(b, c), put(c, a)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400])
    expect(await ada.call(api.list)).toHaveLength(1)
  })

  it('replaces the text where HTML is sent, and cleans it', async () => {
    const { ada } = await projectOf('ada')
    const page = await write(ada, { description_html: '<p>old</p>' })
    const body = { description_html: '<h1>New</h1><p>text<img src=x onerror=y></p>' }
    const { description_html } = await ada.call(api.change, { ...at(page), body })
    expect(description_html).toBe('<h1>New</h1><p>text</p>')
    expect(await ada.call(api.listVersions, at(page))).toHaveLength(1)
    await ada.call(api.archive, at(page))
    expect(await ada.attempt(api.change, { ...at(page), body })).toEqual({
      status: 400,
      body: { error_code: 4702, error_message: 'PAGE_ARCHIVED' },
    })
  })

  it('ends with both of two changes that come at once', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const page = await write(ada)
    await Promise.all([
      ada.call(api.change, { ...at(page), body: { name: 'Handbook' } }),
      bob.call(api.change, { ...at(page), body: { color: 'green' } }),
    ])
    expect(await ada.call(api.get, at(page))).toMatchObject({ name: 'Handbook', color: 'green' })
  })
})

describe('archiving, restoring and deleting', () => {
  // @cap:pages.archive-restore-delete
  it('takes what stands in it along, and everybody’s favorite away', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const top = await write(bob, { name: 'Top' })
    const middle = await write(ada, { name: 'Middle', parent: top.id })
    const bottom = await write(ada, { name: 'Bottom', parent: middle.id })
    await ada.call(api.addFavorite, at(top))
    const { archived_at } = await bob.call(api.archive, at(top))
    expect(Date.parse(archived_at)).toBeLessThanOrEqual(Date.now())
    const day = (page: { id: string }) =>
      ada.call(api.get, at(page)).then((found) => found.archived_at)
    expect([await day(middle), await day(bottom)]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ])
    expect(await ada.call(favoritesApi.list)).toEqual([])
    // Restored while its parent stays archived, it becomes a top-level page.
    await ada.call(api.restore, at(middle))
    expect(await ada.call(api.get, at(middle))).toMatchObject({ parent: null, archived_at: null })
    expect([await day(bottom), await day(top)]).toEqual([null, expect.any(String)])
  })

  it('leaves nothing of an archived page to be changed', async () => {
    const { ada } = await projectOf('ada')
    const page = await write(ada, { name: 'Old' })
    await ada.call(api.archive, at(page))
    for (const body of [{ name: 'New' }, { color: '#123456' }, { access: 1 }]) {
      expect(await ada.attempt(api.change, { ...at(page), body })).toEqual({
        status: 400,
        body: { error_code: 4702, error_message: 'PAGE_ARCHIVED' },
      })
    }
    expect(await ada.call(api.get, at(page))).toMatchObject({ name: 'Old', access: 0 })
  })

  // @cap:pages.admin-rights
  // @cap:pages.archive-restore-delete
  it('is for owner and admin, and only what is archived is deleted', async () => {
    const { ada, bob, cy } = await projectOf('ada', ['bob', MEMBER], ['cy', MEMBER])
    const page = await write(bob, { name: 'Old' })
    const child = await write(bob, { name: 'Child', parent: page.id })
    const only = (verb: string) => ({
      status: 400,
      body: { error: `Only the owner or admin can ${verb} the page` },
    })
    expect(await cy.attempt(api.archive, at(page))).toEqual(only('archive'))
    expect(await bob.attempt(api.remove, at(page))).toEqual({
      status: 400,
      body: { error: 'The page should be archived before deleting' },
    })
    await bob.call(api.archive, at(page))
    expect(await cy.attempt(api.restore, at(page))).toEqual(only('un archive'))
    expect(await cy.attempt(api.remove, at(page))).toEqual({
      status: 403,
      body: { error: 'Only admin or owner can delete the page' },
    })
    expect(await ada.attempt(api.remove, at(page))).toEqual(done)
    for (const one of [page, child]) {
      expect(await ada.attempt(api.get, at(one))).toEqual(missing)
    }
    expect(await ada.call(api.listArchived)).toEqual([])
  })
})

describe('copying', () => {
  // @cap:pages.duplicate
  it('gives the copy the text, pictures of its own and a new owner', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { slug, project_id } = ada.place
    const page = await write(ada, { name: 'Handbook' })
    const id = await share(ada, 'PAGE_DESCRIPTION', { inProject: true, entity_identifier: page.id })
    const src = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/${id}/`
    const picture = `<image-component id="${id}" src="${src}"></image-component>`
    const body = { description_html: `<p>Look</p>${picture}` }
    await ada.call(api.change, { ...at(page), body })
    await ada.call(api.lock, at(page))

    const copy = await bob.call(api.duplicate, at(page))
    expect(copy).toMatchObject({
      ...{ name: 'Handbook (Copy)', owned_by: bob.user_id, is_locked: false, archived_at: null },
      project_ids: [project_id],
    })
    const [own = ''] = copy.description_html.match(/\/api\/assets\/[^"]+/) ?? []
    expect(own).not.toBe(src)
    expect(copy.description_html).not.toContain(id)
    await ada.call(api.unlock, at(page))
    await ada.call(api.archive, at(page))
    await ada.call(api.remove, at(page))
    expect((await fetchFile(bob, own)).status).toBe(200)
    expect((await fetchFile(bob, src)).status).toBe(404)
  })

  // @cap:assets.access
  it('shows pictures of a private page to its owner alone', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { slug, project_id } = ada.place
    const page = await write(bob, { access: 1 })
    const id = await share(bob, 'PAGE_DESCRIPTION', { inProject: true, entity_identifier: page.id })
    const src = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/${id}/`
    expect((await fetchFile(bob, src)).status).toBe(200)
    expect((await fetchFile(ada, src)).status).toBe(404)
    const body = { entity_type: 'PAGE_DESCRIPTION', entity_identifier: page.id, type: 'image/png' }
    const { status } = await ada.attempt(assetsApi.createInProject, {
      body: { ...body, name: 'x.png', size: 10 },
    })
    expect(status).toBe(400)
  })
})

describe('moving', () => {
  // @cap:pages.move
  it('takes what stands in it along and leaves labels behind', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const there = await secondProject(ada, [bob, MEMBER])
    const label = await ada.call(labelsApi.create, { body: { name: 'Guide' } })
    const around = await write(bob)
    const page = await write(bob, { name: 'Huts', parent: around.id, labels: [label.id] })
    const child = await write(bob, { name: 'Roof', parent: page.id })
    await bob.call(api.addFavorite, at(page))
    const body = { new_project_id: there }
    const moved = await bob.call(api.move, { ...at(page), body })
    expect(moved).toMatchObject({ parent: null, label_ids: [], project_ids: [there] })
    expect(await bob.attempt(api.get, at(page))).toEqual(missing)
    const inside = bob.at({ project_id: there })
    expect(await listed(inside)).toEqual(['Huts'])
    expect(names(await inside.call(api.listSubPages, at(page)))).toEqual(['Roof'])
    expect(await inside.call(api.get, at(child))).toMatchObject({ parent: page.id })
    expect(await bob.call(favoritesApi.list)).toMatchObject([
      { project_id: there, entity_data: { name: 'Huts', project_id: there } },
    ])
    expect(await inside.call(api.move, { ...at(page), body })).toMatchObject({ id: page.id })
  })

  it('takes the addresses of its pictures along', async () => {
    const { ada } = await projectOf('ada')
    const there = await secondProject(ada)
    const page = await write(ada)
    const id = await share(ada, 'PAGE_DESCRIPTION', { inProject: true, entity_identifier: page.id })
    const src = `/api/assets/v2/workspaces/${ada.place.slug}/projects/${ada.place.project_id}/${id}/`
    const body = { description_html: `<image-component id="${id}" src="${src}"></image-component>` }
    await ada.call(api.change, { ...at(page), body })
    const moved = await ada.call(api.move, { ...at(page), body: { new_project_id: there } })
    const [own = ''] = moved.description_html.match(/\/api\/assets\/[^"]+/) ?? []
    expect(own).toContain(there)
    expect((await fetchFile(ada, own)).status).toBe(200)
  })

  // @cap:pages.admin-rights
  // @cap:pages.move
  it('needs the right here and there, and a place there is', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const page = await write(ada)
    const own = await write(bob)
    const guests = await secondProject(ada, [bob, GUEST])
    const { eve } = await projectOf('eve')
    const to = (new_project_id: string) => ({ body: { new_project_id } })
    expect(await bob.attempt(api.move, { ...at(page), ...to(guests) })).toEqual(refused)
    expect(await bob.attempt(api.move, { ...at(own), ...to(guests) })).toEqual(refused)
    const foreign = eve.place.project_id ?? ''
    expect(await ada.attempt(api.move, { ...at(page), ...to(foreign) })).toEqual(
      noSuch('new_project_id', foreign),
    )
    await ada.call(api.archive, at(page))
    expect(await ada.attempt(api.move, { ...at(page), ...to(guests) })).toEqual({
      status: 400,
      body: { error: 'Archived page cannot be moved' },
    })
  })
})

// @cap:pages.admin-rights
it('a page in several projects counts the highest role in any of them', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  await showEverything(ada)
  const page = await write(ada, { name: 'Shared' })
  const there = await secondProject(ada, [gus, MEMBER])
  const body = { name: 'Ours' }
  expect(await gus.attempt(api.change, { ...at(page), body })).toEqual(refused)
  await sql`
    insert into project_pages (project_id, page_id, workspace_id)
    values (${there}, ${page.id}, ${page.workspace})`.execute(db)
  expect(await gus.call(api.change, { ...at(page), body })).toMatchObject({ name: 'Ours' })
  expect(await gus.attempt(api.lock, at(page))).toEqual(refused)
  await sql`
    update project_members set role = 20
    where project_id = ${there} and user_id = ${gus.user_id}`.execute(db)
  expect(await gus.attempt(api.lock, at(page))).toEqual(done)
  // A copy is added only to projects where the user may create pages.
  expect(await gus.call(api.duplicate, at(page))).toMatchObject({ project_ids: [there] })
  expect(await ada.call(api.duplicate, at(page))).toMatchObject({
    project_ids: expect.arrayContaining([there, ada.place.project_id]),
  })
})

it('remembers a visit, unless it is only looked up, as long as the page is to be seen', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada, { name: 'Handbook' })
  const visits = () => bob.call(recentVisitsApi.list, { query: { entity_name: 'page' } })
  await bob.call(api.get, { ...at(page), query: { track_visit: 'false' } })
  expect(await visits()).toEqual([])
  await bob.call(api.get, at(page))
  const { project_id = '' } = bob.place
  const data = { id: page.id, name: 'Handbook', logo_props: {}, project_id, owned_by: ada.user_id }
  expect(await visits()).toMatchObject([{ entity_data: { ...data, project_identifier: 'TRAIL' } }])
  await ada.call(api.changeAccess, { ...at(page), body: { access: 1 } })
  expect(await visits()).toEqual([])
})

it('is found by a part of its name by those who may see it', async () => {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const page = await write(ada, { name: 'Winter handbook' })
  await write(ada, { name: 'Private handbook', access: 1 })
  await ada.call(api.archive, at(await write(ada, { name: 'Old handbook' })))
  const find = async (client: Client) =>
    (await client.call(searchApi.search, { query: { search: 'HANDBOOK' } })).results.page
  expect(names(await find(ada))).toEqual(['Private handbook', 'Winter handbook'])
  expect(await find(bob)).toEqual([
    {
      ...{ id: page.id, name: 'Winter handbook', workspace__slug: ada.place.slug },
      project_ids: [ada.place.project_id],
      project_identifiers: ['TRAIL'],
    },
  ])
  expect(await find(gus)).toEqual([])
})

it('names the work items it shows', async () => {
  const { ada } = await projectOf('ada')
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  const embed = (id: string) =>
    `<issue-embed-component entity_identifier="${id}" entity_name="issue"></issue-embed-component>`
  const description_html = `${embed(one)}<p>and</p>${embed(two)}${embed(one)}`
  const page = await write(ada, { description_html })
  expect((await ada.call(api.get, at(page))).issue_ids).toEqual([one, two])
})

it('keeps a log of what is named in it', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  await showEverything(ada)
  const page = await write(ada)
  const entity_identifier = crypto.randomUUID()
  const row = await ada.call(api.addLog, {
    ...at(page),
    body: { entity_name: 'issue', entity_identifier },
  })
  expect(row).toMatchObject({ page: page.id, entity_name: 'issue', entity_identifier })
  const params = { id: page.id, transaction: row.transaction }
  const again = { entity_name: 'issue' as const, transaction: row.transaction }
  expect((await ada.attempt(api.addLog, { ...at(page), body: again })).status).toBe(400)
  const body = { entity_name: 'cycle' as const }
  expect(await ada.call(api.changeLog, { params, body })).toMatchObject({
    ...body,
    entity_identifier,
  })
  expect(await gus.attempt(api.removeLog, { params })).toEqual(refused)
  expect(await ada.attempt(api.removeLog, { params })).toEqual(done)
  expect(await ada.attempt(api.removeLog, { params })).toEqual(missing)
})

describe('what other browsers hear', () => {
  const isOfPages = (event: LiveEvent): event is PageEvent => event.type.startsWith('page.')
  const isOfFavorites = (event: LiveEvent): event is FavoriteEvent =>
    event.type.startsWith('favorite.')

  it('keeps their list and favorites right', async () => {
    const { ada } = await projectOf('ada')
    const project_id = ada.place.project_id ?? ''
    const there = await secondProject(ada)
    const page = await write(ada, { name: 'Handbook' })
    await ada.call(api.addFavorite, at(page))
    const child = await write(ada, { name: 'Child', parent: page.id })
    const all = { query: { nested: true } }
    const changes = [
      () => write(ada, { name: 'Second' }),
      () => ada.call(api.change, { ...at(page), body: { name: 'Guide' } }),
      () => ada.call(api.lock, at(page)),
      () => ada.call(api.unlock, at(page)),
      () => ada.call(api.changeAccess, { ...at(page), body: { access: 1 } }),
      () => ada.call(api.changeAccess, { ...at(page), body: { access: 0 } }),
      () => ada.call(api.change, { ...at(page), body: { description_html: '<p>text</p>' } }),
      () => ada.call(api.change, { ...at(child), body: { parent: null } }),
      () => ada.call(api.change, { ...at(child), body: { parent: page.id } }),
      () => ada.call(api.change, { ...at(page), body: { access: 1 } }),
      () => ada.call(api.changeAccess, { ...at(page), body: { access: 0 } }),
      () => ada.call(api.duplicate, at(page)),
      () => ada.call(api.archive, at(page)),
      () => ada.call(api.restore, at(child)),
      () => ada.call(api.move, { ...at(child), body: { new_project_id: there } }),
      () => ada.call(api.remove, at(page)),
    ]
    let retained: Favorite[] = await ada.call(favoritesApi.list, { query: { all: 'true' } })
    for (const change of changes) {
      const before = await ada.call(api.list, all)
      const events = await ada.eventsOf(change)
      const after = events
        .filter(isOfPages)
        .reduce((list, event) => applyPageEvent(list, event, project_id), before)
      expect(after).toEqual(await ada.call(api.list, all))
      retained = events.filter(isOfFavorites).reduce(applyFavoriteEvent, retained)
      retained = events.filter(isOfPages).reduce(applyPageEventToFavorites, retained)
      expect(retained).toEqual(await ada.call(favoritesApi.list, { query: { all: 'true' } }))
    }
  })

  // @cap:pages.access-toggle
  it('is nothing of a private page, and that it went where it was public', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const page = await write(bob, { name: 'Diary' })
    const heard = async (change: () => Promise<unknown>) => {
      await ada.eventsOf(change)
      const { rows } = await sql<{ type: string; to_users: string[] | null }>`
        select type, to_users from events where type like 'page.%' order by id desc
        limit 2`.execute(db)
      return rows
    }
    const access = (to: number) => () =>
      bob.call(api.changeAccess, { ...at(page), body: { access: to } })
    expect(await heard(access(1))).toEqual([
      { type: 'page.saved', to_users: [bob.user_id] },
      { type: 'page.removed', to_users: [ada.user_id] },
    ])
    const [renamed] = await heard(() =>
      bob.call(api.change, { ...at(page), body: { name: 'My diary' } }),
    )
    expect(renamed).toEqual({ type: 'page.saved', to_users: [bob.user_id] })
  })
})
