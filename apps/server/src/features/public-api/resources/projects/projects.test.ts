import {
  favoritesApi,
  GUEST,
  labelsApi,
  MEMBER,
  pagesApi,
  projectsApi,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import { projectsV1 as api, labelsV1, type ProjectV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, type Program, programServer } from '#test/programs.ts'

const { database, programsOf, refusesStrangers } = await programServer()
const { db } = database

const add = (client: Client, name: string, more: object = {}) => {
  const identifier = name.replace(/\W/g, '').slice(0, 12)
  return client.call(api.create, { body: { name, identifier, ...more } })
}
const list = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(api.list, { query })).results
const names = (projects: { name: string }[]) => projects.map(({ name }) => name)
const at = ({ id }: { id: string }) => ({ params: { project_id: id } })

// @cap:public-api.projects
describe('creating', () => {
  it('answers the whole project, which has its states and its administrator', async () => {
    const { ada } = await programsOf('ada')
    const project = await add(ada, 'Trail Two', {
      identifier: ' tr2 ',
      description: 'd',
      close_in: 3,
    })
    expect(project).toEqual({
      ...{ id: expect.any(String), name: 'Trail Two', identifier: 'TR2', description: 'd' },
      ...{ description_text: null, description_html: null, network: 2, emoji: null },
      ...{ workspace: expect.any(String), icon_prop: null, cover_image: null },
      ...{ cover_image_asset: null, cover_image_url: null },
      logo_props: { in_use: 'emoji', emoji: { value: expect.any(String) } },
      ...{ module_view: true, cycle_view: true, issue_views_view: true, page_view: true },
      ...{ intake_view: false, is_time_tracking_enabled: false, is_issue_type_enabled: false },
      ...{ is_epic_enabled: expect.any(Boolean), guest_view_all_features: false },
      ...{ archive_in: 0, close_in: 3, timezone: 'UTC', default_assignee: null },
      ...{ project_lead: null, default_state: null, estimate: null, archived_at: null },
      ...{ type_ids: [], default_type: null },
      ...{ start_date: null, target_date: null },
      ...{ external_source: null, external_id: null, created_by: ada.user_id, updated_by: null },
      ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
      ...{ total_members: 1, total_cycles: 0, total_modules: 0, is_member: true, member_role: 20 },
      ...{ is_deployed: false, members_can_publish: false, sort_order: null },
    })
    const inside = ada.browser.at({ project_id: project.id })
    expect(await inside.call(statesApi.list)).toMatchObject([
      { name: 'Backlog', default: true },
      ...['Todo', 'In Progress', 'Done', 'Cancelled'].map((name) => ({ name, default: false })),
    ])
    expect(await ada.call(api.get, at(project))).toEqual(project)
  })

  it('makes another lead an administrator too, and takes what it is given', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    const logo_props = { in_use: 'icon', icon: { name: 'map' } }
    const more = { project_lead: mel.user_id, network: 0, logo_props, external_source: 's' }
    const project = await add(ada, 'Led', { ...more, intake_view: true })
    expect(project).toMatchObject({ ...more, intake_view: true, total_members: 2 })
    expect(await mel.call(api.get, at(project))).toMatchObject({ member_role: 20 })
    const { rows } = await sql<{ name: string }>`
      select name from intakes where project_id = ${project.id}`.execute(db)
    expect(rows).toEqual([{ name: 'Led Intake' }])
  })

  // @cap:public-api.existing-clients
  it('passes over keys it does not take, whatever stands there', async () => {
    const { ada } = await programsOf('ada')
    const stray = { id: 'AMQQR', total_members: 'many', created_by: 5, is_member: null }
    const project = await add(ada, 'Stray', stray)
    expect(project).toMatchObject({ total_members: 1, created_by: ada.user_id })
    expect(project.id).not.toBe('AMQQR')
  })

  it('refuses a name or short name that is taken', async () => {
    const { ada } = await programsOf('ada')
    await add(ada, 'One', { identifier: 'ONE' })
    const attempt = (name: string, identifier: string) =>
      ada.attempt(api.create, { body: { name, identifier } })
    expect(await attempt('One', 'TWO')).toEqual({
      status: 409,
      body: { name: 'The project name is already taken' },
    })
    expect(await attempt('Two', 'one')).toEqual({
      status: 409,
      body: { identifier: 'The project identifier is already taken' },
    })
  })

  it.each([
    [{ identifier: 'X' }, { name: ['This field is required.'] }],
    [{ name: 'X' }, { identifier: ['This field is required.'] }],
    [{ name: 'X', identifier: ' ' }, { identifier: ['This field may not be blank.'] }],
    [
      { name: 'X', identifier: 'ABCDEFGHIJKLM' },
      { identifier: ['Ensure this field has no more than 12 characters.'] },
    ],
    [
      { name: 'A.B', identifier: 'X' },
      { non_field_errors: ['Project name cannot contain special characters.'] },
    ],
    [
      { name: 'X', identifier: 'A-B' },
      { non_field_errors: ['Project identifier cannot contain special characters.'] },
    ],
    [
      { name: 'X', identifier: 'X', project_lead: '6f1d8a00-3c5e-4b7a-9d21-000000000001' },
      { non_field_errors: ['Project lead should be a user in the workspace'] },
    ],
    [
      { name: 'X', identifier: 'X', default_assignee: '6f1d8a00-3c5e-4b7a-9d21-000000000001' },
      { non_field_errors: ['Default assignee should be a user in the workspace'] },
    ],
    [
      { name: 'X', identifier: 'X', archive_in: 13 },
      { archive_in: ['Ensure this value is less than or equal to 12.'] },
    ],
  ])('refuses %o', async (body, answer) => {
    const { ada } = await programsOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await list(ada)).toHaveLength(1)
  })

  it('is for members of the workspace', async () => {
    const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
    expect(await add(mel, 'Mels')).toMatchObject({ member_role: 20 })
    const body = { name: 'X', identifier: 'X' }
    expect(await gus.attempt(api.create, { body })).toEqual(notAllowed)
    await refusesStrangers(api.create, ada, { body })
  })
})

describe('reading', () => {
  async function furnished() {
    const people = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const open = await add(people.ada, 'Open')
    const closed = await add(people.ada, 'Closed', { network: 0 })
    return { ...people, open, closed }
  }

  // @cap:public-api.projects
  it('lists those somebody may know of, in their own order, archived ones too', async () => {
    const { ada, mel, gus, open } = await furnished()
    await ada.call(api.archive, at(open))
    expect(names(await list(ada))).toEqual(['Closed', 'Open', 'Trail Maps'])
    expect(names(await list(mel))).toEqual(['Trail Maps', 'Open'])
    expect(names(await list(gus))).toEqual(['Trail Maps'])
    const [, shown] = await list(mel)
    expect(shown).toMatchObject({ is_member: false, member_role: null, sort_order: null })
    expect((await list(mel))[0]).toMatchObject({ is_member: true, sort_order: expect.any(Number) })
  })

  // @cap:public-api.paging-fields-expand
  it('pages, sorts, narrows and expands', async () => {
    const { ada } = await furnished()
    const first = await ada.call(api.list, { query: { per_page: '2', order_by: 'name' } })
    expect(first).toMatchObject({ total_count: 3, next_page_results: true, extra_stats: null })
    expect(names(first.results)).toEqual(['Closed', 'Open'])
    const cursor = first.next_cursor
    expect(names(await list(ada, { per_page: '2', order_by: 'name', cursor }))).toEqual([
      'Trail Maps',
    ])
    expect(names(await list(ada, { order_by: '-created_at' }))[0]).toBe('Closed')
    expect(await list(ada, { fields: 'name', per_page: '1' })).toEqual([{ name: 'Closed' }])
    const [expanded] = await list(ada, { expand: 'created_by,workspace,project_lead' })
    expect(expanded).toMatchObject({
      created_by: { display_name: 'ada' },
      workspace: { slug: ada.place.slug },
      project_lead: null,
    })
    for (const order_by of ['secret', 'total_members']) {
      expect(await ada.attempt(api.list, { query: { order_by } })).toEqual({
        status: 400,
        body: { error: 'Please provide valid detail' },
      })
    }
  })

  it('lists few keys of those that are not archived', async () => {
    const { ada, mel, open } = await furnished()
    const lite = async (client: Client, query: Record<string, string> = {}) =>
      (await client.call(api.listLite, { query })).results
    expect((await lite(ada))[0]).toEqual({
      ...{ id: expect.any(String), identifier: 'CLOSED', name: 'Closed', description: '' },
      ...{ cover_image: null, cover_image_url: null, icon_prop: null, emoji: null },
      archived_at: null,
    })
    await ada.call(api.archive, at(open))
    expect(names(await lite(mel))).toEqual(['Trail Maps'])
    expect(names(await lite(mel, { include_archived: 'true', order_by: 'name' }))).toEqual([
      'Open',
      'Trail Maps',
    ])
  })

  it('opens what may be known of, and refuses all else alike', async () => {
    const { ada, mel, gus, open, closed } = await furnished()
    expect(await mel.call(api.get, at(open))).toMatchObject({ name: 'Open', is_member: false })
    expect(await gus.attempt(api.get, at(open))).toEqual(missing)
    expect(await mel.attempt(api.get, at(closed))).toEqual(missing)
    expect(await mel.attempt(api.get, at({ id: crypto.randomUUID() }))).toEqual(missing)
    expect(await mel.attempt(api.features, at(closed))).toEqual(missing)
    const noProject = { status: 404, body: { error: 'Project does not exist' } }
    for (const id of [closed.id, crypto.randomUUID()]) {
      const change = { ...at({ id }), body: { name: 'x' } }
      expect(await mel.attempt(api.change, change)).toEqual(noProject)
    }
    expect(await ada.call(api.get, { ...at(open), query: { fields: 'name,nothing' } })).toEqual({
      name: 'Open',
    })
    for (const call of [api.list, api.listLite, api.get]) await refusesStrangers(call, ada)
  })
})

describe('changing', () => {
  // @cap:public-api.projects
  it('takes what is sent and leaves the rest', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    const before = await ada.call(api.get)
    const [state] = await ada.browser.call(statesApi.list)
    const body = {
      ...{ name: 'New', identifier: 'new', network: 0, description: 'd', archive_in: 2 },
      ...{ project_lead: mel.user_id, default_state: state?.id ?? '', intake_view: true },
    }
    const changed = await ada.call(api.change, { body })
    expect(changed).toEqual({
      ...before,
      ...body,
      identifier: 'NEW',
      updated_at: expect.any(String),
      updated_by: ada.user_id,
    })
    expect(await ada.call(api.change, { body: {} })).toMatchObject({ name: 'New' })
  })

  it('refuses what is not of this place', async () => {
    const { ada } = await programsOf('ada')
    const { eve } = await programsOf('eve')
    const [foreign] = await eve.browser.call(statesApi.list)
    const other = await add(ada, 'Other')
    const refusals = [
      [{ default_state: foreign?.id }, 'Default state should be a state in the project'],
      [{ estimate: crypto.randomUUID() }, 'Estimate should be a estimate in the project'],
      [{ project_lead: eve.user_id }, 'Project lead should be a user in the workspace'],
    ] as const
    for (const [body, sentence] of refusals) {
      expect(await ada.attempt(api.change, { body: body as object })).toEqual({
        status: 400,
        body: { non_field_errors: [sentence] },
      })
    }
    expect(await ada.attempt(api.change, { body: { name: other.name } })).toEqual({
      status: 409,
      body: { name: 'The project name is already taken' },
    })
    expect(await ada.attempt(api.change, { body: { identifier: 'other' } })).toEqual({
      status: 409,
      body: { identifier: 'The project identifier is already taken' },
    })
  })

  // @cap:public-api.projects
  it('archives, and changes nothing there until it is back', async () => {
    const { ada } = await programsOf('ada')
    const entity_identifier = ada.place.project_id ?? ''
    const body = { entity_type: 'project', entity_identifier } as const
    await ada.browser.call(favoritesApi.create, { body })
    expect(await ada.attempt(api.archive)).toEqual(done)
    expect((await ada.call(api.get)).archived_at).not.toBeNull()
    expect(await ada.browser.call(favoritesApi.list)).toEqual([])
    expect(await ada.attempt(api.change, { body: { name: 'x' } })).toEqual({
      status: 400,
      body: { error: 'Archived project cannot be updated' },
    })
    expect(await ada.attempt(api.restore)).toEqual(done)
    expect(await ada.call(api.change, { body: { name: 'x' } })).toMatchObject({ archived_at: null })
  })

  // @cap:public-api.projects
  it('deletes', async () => {
    const { ada } = await programsOf('ada')
    expect(await ada.attempt(api.remove)).toEqual(done)
    expect(await list(ada)).toEqual([])
    for (const call of [api.get, api.remove, api.archive, labelsV1.list]) {
      expect(await ada.attempt(call)).toEqual(missing)
    }
    expect(await ada.browser.call(projectsApi.listLite)).toEqual([])
  })

  it('is for the project’s administrators', async () => {
    const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const body = { name: 'x' }
    const calls = [api.change, api.archive, api.restore, api.remove, api.changeFeatures]
    for (const call of calls) {
      for (const client of [mel, gus]) {
        expect(await client.attempt(call, { body } as never)).toEqual(notAllowed)
      }
      await refusesStrangers(call, ada, { body })
    }
    expect(await ada.call(api.get)).toMatchObject({ name: 'Trail Maps', archived_at: null })
  })
})

// @cap:public-api.projects
describe('a summary', () => {
  it('counts what the project holds', async () => {
    const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
    for (const name of ['a', 'b']) {
      await ada.browser.call(workItemsApi.create, { body: { name } })
      await ada.browser.call(labelsApi.create, { body: { name } })
    }
    await ada.browser.call(pagesApi.create, { body: { name: 'Public' } })
    await ada.browser.call(pagesApi.create, { body: { name: 'Private', access: 1 } })
    const id = ada.place.project_id
    const counts = {
      ...{ members: 3, states: 5, labels: 2, cycles: 0, modules: 0, issues: 2, intakes: 0 },
      pages: 2,
    }
    expect(await ada.call(api.summary)).toEqual({
      ...{ id, name: 'Trail Maps', identifier: 'TRAIL', counts },
    })
    // Private pages of other users are not counted.
    expect((await mel.call(api.summary)).counts).toEqual({ ...counts, pages: 1 })
    const some = await ada.call(api.summary, { query: { fields: 'issues, labels,nothing' } })
    expect(some.counts).toEqual({ issues: 2, labels: 2 })
    expect(await gus.attempt(api.summary)).toEqual(notAllowed)
    await refusesStrangers(api.summary, ada)
    expect(await ada.attempt(api.summary, at({ id: crypto.randomUUID() }))).toEqual({
      status: 404,
      body: { error: 'Project not found' },
    })
  })
})

describe('features', () => {
  const off = { workflows: false, parallel_cycles: false, project_updates: false }

  // @cap:public-api.projects
  it('of a project are read and switched; what is not offered stays off', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    const before = await ada.call(api.features)
    expect(before).toMatchObject({ modules: true, cycles: true, views: true, pages: true, ...off })
    const body = { epics: true, modules: false, intakes: true, workflows: true }
    const after = { ...before, ...body, workflows: false }
    expect(await ada.attempt(api.changeFeatures, { body })).toEqual({ status: 200, body: after })
    expect(await gus.call(api.features)).toEqual(after)
    expect(await ada.call(api.get)).toMatchObject({
      ...{ module_view: false, intake_view: true, is_epic_enabled: true },
    })
    expect(await ada.call(api.changeFeatures, { body: {} })).toEqual(after)
    expect(await ada.attempt(api.changeFeatures, { body: { cycles: 'no' as never } })).toEqual({
      status: 400,
      body: { cycles: ['Must be a valid boolean.'] },
    })
    await refusesStrangers(api.features, ada)
  })

  it('of a workspace are told, and nobody switches them here', async () => {
    const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const flags = {
      ...{ project_grouping: false, initiatives: true, teams: true, customers: false, pi: false },
      ...{ wiki: false, work_item_types: false, states_owned_by_workspace: false },
    }
    expect(await gus.call(api.workspaceFeatures)).toEqual(flags)
    const body = { customers: true }
    expect(await ada.call(api.changeWorkspaceFeatures, { body })).toEqual(flags)
    expect(await mel.attempt(api.changeWorkspaceFeatures, { body })).toEqual(notAllowed)
    for (const call of [api.workspaceFeatures, api.changeWorkspaceFeatures]) {
      await refusesStrangers(call, ada, { body })
    }
  })
})

// @cap:public-api.side-effects
it('browsers hear of what programs do', async () => {
  const { ada }: { ada: Program } = await programsOf('ada')
  const events = await ada.eventsOf(() => ada.call(api.change, { body: { name: 'Heard' } }))
  expect(events).toMatchObject([{ type: 'project.saved', project: { name: 'Heard' } }])
  const made: ProjectV1[] = []
  expect(
    await ada.eventsOf(async () => {
      made.push(await add(ada, 'Made'))
    }),
  ).toMatchObject([{ type: 'project.saved', project: { name: 'Made' } }])
})
