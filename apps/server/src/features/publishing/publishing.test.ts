import {
  deployBoardsApi as api,
  type DeployBoard,
  GUEST,
  intakesApi,
  MEMBER,
  pagePublicationsApi,
  pagesApi,
  projectsApi,
  publicBoardApi,
  viewPublicationsApi,
  viewsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { openIntake } from '#features/intake/test-kit/intake.ts'
import { addItem, missing, nobody, refused } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, workspaceOf, stranger } = await testServer()

const publish = (client: Client, body = {}) => client.call(api.publish, { body })
const seen = (anchor: string) => stranger.attempt(publicBoardApi.settings, { params: { anchor } })
const letMembersPublish = (admin: Client, members_can_publish = true) =>
  admin.call(projectsApi.change, { body: { members_can_publish } })
const anchorOf = async (client: Client) => (await client.call(projectsApi.get)).anchor

describe('publishing a project', () => {
  // @cap:publishing.publish-project
  it('gives it a link nobody can guess, and publishing again keeps it', async () => {
    const { ada } = await projectOf('ada')
    expect(await ada.call(api.current)).toEqual({
      ...{ workspace: expect.any(String), project: ada.place.project_id },
      ...{ entity_name: 'project', entity_identifier: ada.place.project_id },
      ...{ is_comments_enabled: false, is_reactions_enabled: false, is_votes_enabled: false },
      ...{ intake: null, inbox: null, is_activity_enabled: true, is_disabled: false },
      view_props: { list: true, kanban: true, calendar: true, gantt: true, spreadsheet: true },
    })
    expect(await anchorOf(ada)).toBeNull()

    const first = await publish(ada)
    expect(first).toMatchObject({
      entity_name: 'project',
      entity_identifier: ada.place.project_id,
      is_comments_enabled: false,
      is_reactions_enabled: false,
      is_votes_enabled: false,
      intake: null,
      inbox: null,
      view_props: { list: true, kanban: true, calendar: true, gantt: true, spreadsheet: true },
      project_details: { identifier: 'TRAIL', name: 'Trail Maps' },
      workspace_detail: { slug: ada.place.slug },
    })
    expect(first.anchor).toMatch(/^[0-9a-f]{32}$/)
    expect(await anchorOf(ada)).toBe(first.anchor)
    expect(await ada.call(api.current)).toEqual(first)

    const again = await publish(ada, { is_votes_enabled: true, views: { kanban: true } })
    expect(again).toMatchObject({
      ...{ id: first.id, anchor: first.anchor, is_votes_enabled: true },
      view_props: { list: false, kanban: true, calendar: false, gantt: false, spreadsheet: false },
    })
  })

  it('by many at once makes one link', async () => {
    const { ada } = await projectOf('ada')
    const boards = await Promise.all(Array.from({ length: 8 }, () => publish(ada)))
    expect(new Set(boards.map(({ anchor }) => anchor)).size).toBe(1)
  })

  // @cap:publishing.publish-project
  it('needs a layout, an intake of the project, and more than a guest', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { bob } = await projectOf('bob')
    const layouts = { list: false, kanban: false }
    expect(await ada.attempt(api.publish, { body: { view_props: layouts } })).toEqual({
      status: 400,
      body: { error: 'Please select at least one view layout to publish the project.' },
    })
    expect(await ada.attempt(api.publish, { body: { intake: nobody } })).toEqual({
      status: 400,
      body: { intake: [`Invalid pk "${nobody}" - object does not exist.`] },
    })
    expect(await gus.attempt(api.publish, { body: {} })).toEqual(refused)
    expect(await bob.at(ada.place).attempt(api.publish, { body: {} })).toEqual(refused)
    expect(await anchorOf(ada)).toBeNull()

    const { id } = await publish(ada)
    expect(await gus.call(api.get, { params: { id } })).toMatchObject({ id })
    expect(await gus.attempt(api.unpublish, { params: { id } })).toEqual(refused)
    const unknown = { status: 404, body: { detail: 'No DeployBoard matches the given query.' } }
    expect(await bob.attempt(api.get, { params: { id } })).toEqual(unknown)
    expect(await bob.attempt(api.change, { params: { id }, body: {} })).toEqual(unknown)
    expect(await bob.attempt(api.unpublish, { params: { id } })).toEqual(unknown)
  })

  it('is for admins, and for members where the admins allow it', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const adminsOnly = {
      status: 403,
      body: { error: 'Only admins of this project can publish it' },
    }
    expect(await mel.attempt(api.publish, { body: {} })).toEqual(adminsOnly)
    expect(await anchorOf(ada)).toBeNull()
    const { id } = await publish(ada)
    const params = { id }
    expect(await mel.attempt(api.change, { params, body: {} })).toEqual(adminsOnly)
    expect(await mel.attempt(api.unpublish, { params })).toEqual(adminsOnly)
    expect(await mel.attempt(projectsApi.change, { body: { members_can_publish: true } })).toEqual(
      refused,
    )
    await letMembersPublish(ada)
    expect(await mel.attempt(api.unpublish, { params })).toMatchObject({ status: 204 })
    await publish(mel)
    expect(await gus.attempt(api.publish, { body: {} })).toEqual(refused)
    await letMembersPublish(ada, false)
    expect(await mel.attempt(api.publish, { body: {} })).toEqual(adminsOnly)
  })

  // @cap:publishing.update-and-unpublish
  it('takes changes at once; the link dies with unpublishing and never comes back', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id, anchor } = await publish(ada)
    const params = { id }
    await letMembersPublish(ada)
    const change = (body: object) => mel.call(api.change, { params, body })
    expect(await change({ is_comments_enabled: true, anchor: 'mine' })).toMatchObject({
      ...{ anchor, is_comments_enabled: true, is_votes_enabled: false },
      view_props: { list: true, kanban: true },
    })
    expect(await seen(anchor)).toMatchObject({ status: 200, body: { is_comments_enabled: true } })

    await change({ is_disabled: true })
    expect(await seen(anchor)).toEqual(missing)
    expect(await anchorOf(ada)).toBeNull()
    await change({ is_disabled: false })
    expect(await seen(anchor)).toMatchObject({ status: 200 })

    await ada.call(api.unpublish, { params })
    expect(await seen(anchor)).toEqual(missing)
    expect(await anchorOf(ada)).toBeNull()
    expect(await ada.attempt(api.get, { params })).toMatchObject({ status: 404 })
    const next = await publish(ada)
    expect(next.anchor).not.toBe(anchor)
    expect(await seen(anchor)).toEqual(missing)
  })

  it('is told to everybody who sees the project', async () => {
    const { ada } = await projectOf('ada')
    let board: DeployBoard | undefined
    const published = await ada.eventsOf(async () => {
      board = await publish(ada)
    })
    expect(published).toMatchObject([
      { type: 'project.saved', project: { anchor: board?.anchor ?? '' } },
    ])
    const { id = '' } = board ?? {}
    const unpublished = await ada.eventsOf(() => ada.call(api.unpublish, { params: { id } }))
    expect(unpublished).toMatchObject([{ type: 'project.saved', project: { anchor: null } }])
  })

  it('rests while the project is archived and ends with it', async () => {
    const { ada } = await projectOf('ada')
    const { anchor } = await publish(ada)
    await ada.call(projectsApi.archive)
    expect(await seen(anchor)).toEqual(missing)
    await ada.call(projectsApi.restore)
    expect(await seen(anchor)).toMatchObject({ status: 200 })
    await ada.call(projectsApi.remove)
    expect(await seen(anchor)).toEqual(missing)
  })

  it('is found by workspace and project only by members who see the project', async () => {
    const { ada, mel, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const body = { name: 'Trail Maps', identifier: 'TRAIL' }
    const { id: project_id } = await ada.call(projectsApi.create, { body })
    const params = { slug: ada.place.slug ?? '', project_id }
    const board = (by: Client) => by.attempt(publicBoardApi.ofProject, { params })
    const boards = (by: Client) => by.attempt(publicBoardApi.ofWorkspace, { params })
    const none = { status: 200, body: [] }
    expect(await board(ada)).toEqual(missing)
    expect(await boards(ada)).toEqual(none)
    const { anchor } = await publish(ada.at({ project_id }))
    const change = (network: 0 | 2) =>
      ada.call(projectsApi.change, { params: { project_id }, body: { network } })
    for (const by of [ada, mel]) {
      expect(await board(by)).toMatchObject({ status: 200, body: { anchor } })
      expect(await boards(by)).toMatchObject({
        body: [{ id: project_id, identifier: 'TRAIL', name: 'Trail Maps' }],
      })
    }
    await change(0)
    for (const by of [mel, gus, eve, stranger]) {
      expect(await board(by)).toEqual(missing)
      expect(await boards(by)).toEqual(none)
    }
    expect(await seen(anchor)).toMatchObject({ status: 200 })
  })

  it('offers its intake only while the project uses it', async () => {
    const { ada } = await projectOf('ada')
    await openIntake(ada)
    const intake = await ada.call(intakesApi.first)
    const { anchor } = await publish(ada, { intake: intake.id })
    expect(await seen(anchor)).toMatchObject({ body: { intake: intake.id, inbox: intake.id } })
    await ada.call(projectsApi.change, { body: { inbox_view: false } })
    expect(await seen(anchor)).toMatchObject({ body: { intake: null } })
  })
})

describe('publishing a view', () => {
  const views = viewPublicationsApi

  // @cap:views.publish
  it('gives it a link, which unpublishing kills', async () => {
    const { ada } = await projectOf('ada')
    await addItem(ada, 'urgent one', { priority: 'urgent' })
    await addItem(ada, 'calm one', { priority: 'low' })
    const body = { name: 'Urgent', filters: { priority: ['urgent'] } }
    const { id } = await ada.call(viewsApi.create, { body })
    const params = { id }
    expect(await ada.attempt(views.get, { params })).toEqual({
      status: 404,
      body: { error: 'View is not published' },
    })
    const { anchor } = await ada.call(views.publish, { params, body: { is_votes_enabled: true } })
    expect(await ada.call(viewsApi.get, { params })).toMatchObject({ anchor })
    expect(await ada.call(views.get, { params })).toMatchObject({ anchor, is_votes_enabled: true })
    const again = await ada.call(views.publish, { params, body: {} })
    expect(again).toMatchObject({ anchor, is_votes_enabled: false })
    const changed = await ada.call(views.change, { params, body: { is_comments_enabled: true } })
    expect(changed).toMatchObject({ anchor, is_comments_enabled: true })

    const { results } = await stranger.call(publicBoardApi.items, { params: { anchor } })
    expect(results).toMatchObject([{ name: 'urgent one' }])
    const meta = await stranger.call(publicBoardApi.meta, { params: { anchor } })
    expect(meta).toMatchObject({ name: 'Urgent', identifier: 'TRAIL' })

    const emitted = await ada.eventsOf(() => ada.call(views.unpublish, { params }))
    expect(emitted).toMatchObject([{ type: 'view.saved', view: { id, anchor: null } }])
    expect(await ada.call(viewsApi.get, { params })).toMatchObject({ anchor: null })
    expect(await seen(anchor)).toEqual(missing)
  })

  it('is for its owner and admins, and ends with the view', async () => {
    const { ada, mel, max, gus } = await projectOf(
      'ada',
      ['mel', MEMBER],
      ['max', MEMBER],
      ['gus', GUEST],
    )
    const view = await mel.call(viewsApi.create, { body: { name: 'Mine' } })
    const params = { id: view.id }
    // A view without filters shows the whole project.
    expect(await mel.attempt(views.publish, { params, body: {} })).toEqual(refused)
    await letMembersPublish(ada)
    for (const other of [max, gus]) {
      const { status } = await other.attempt(views.publish, { params, body: {} })
      expect(status).toBe(403)
    }
    const { anchor } = await mel.call(views.publish, { params, body: {} })
    expect(await max.attempt(views.unpublish, { params })).toEqual(refused)
    expect(await ada.call(views.change, { params, body: {} })).toMatchObject({ anchor })
    expect(await max.call(views.get, { params })).toMatchObject({ anchor })
    await letMembersPublish(ada, false)
    expect(await mel.attempt(views.change, { params, body: {} })).toEqual(refused)
    await mel.call(views.unpublish, { params })
    expect(await seen(anchor)).toEqual(missing)
    const again = await ada.call(views.publish, { params, body: {} })
    const unknown = { params: { id: nobody }, body: {} }
    expect(await ada.attempt(views.publish, unknown)).toEqual(missing)
    await mel.call(viewsApi.remove, { params })
    expect(await seen(again.anchor)).toEqual(missing)
  })
})

describe('publishing a page', () => {
  const pages = pagePublicationsApi

  it('shows its text to whoever has the link, until it is archived or unpublished', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const body = { name: 'How to mark a trail', description_html: '<p>Paint at eye height.</p>' }
    const { id } = await mel.call(pagesApi.create, { body: { ...body, access: 1 } })
    const params = { id }
    const unpublished = { status: 404, body: { error: 'Page is not published' } }
    expect(await mel.attempt(pages.get, { params })).toEqual(unpublished)
    expect(await max.attempt(pages.publish, { params, body: {} })).toEqual(missing)

    const { anchor } = await mel.call(pages.publish, { params, body: {} })
    expect(await mel.call(pagesApi.get, { params })).toMatchObject({ anchor })
    const read = () => stranger.attempt(publicBoardApi.page, { params: { anchor } })
    expect(await read()).toEqual({
      status: 200,
      body: { id, ...body, logo_props: {}, updated_at: expect.any(String) },
    })
    const meta = await stranger.call(publicBoardApi.meta, { params: { anchor } })
    expect(meta).toMatchObject({ name: 'How to mark a trail', description: '' })
    // A published page gives access to a document, not to the project.
    for (const call of [publicBoardApi.items, publicBoardApi.members, publicBoardApi.states]) {
      expect(await stranger.attempt(call, { params: { anchor } })).toMatchObject({ status: 404 })
    }

    await mel.call(pagesApi.archive, { params })
    expect(await read()).toEqual(missing)
    expect(await mel.attempt(pages.publish, { params, body: {} })).toEqual({
      status: 400,
      body: { error: 'Archived page cannot be published' },
    })
    await mel.call(pagesApi.restore, { params })
    expect(await read()).toMatchObject({ status: 200 })
    const emitted = await mel.eventsOf(() => mel.call(pages.unpublish, { params }))
    expect(emitted).toMatchObject([{ type: 'page.saved', page: { id, anchor: null } }])
    expect(await read()).toEqual(missing)
    expect(await ada.attempt(pages.get, { params })).toEqual(missing)
  })
})
