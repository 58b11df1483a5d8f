import {
  projectTemplatesApi as api,
  applyProjectTemplateEvent,
  type Endpoint,
  estimatesApi,
  GUEST,
  historyApi,
  itemTemplatesApi,
  labelsApi,
  MEMBER,
  modulesApi,
  type NewPage,
  PRIVATE,
  type ProjectTemplate,
  type ProjectTemplateEvent,
  pageAccess,
  pagesApi,
  projectsApi,
  statesApi,
  viewsApi,
  type WorkItem,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }

const at = ({ id }: { id: string }) => ({ params: { id } })
const wanted = { name: 'Second', identifier: 'SEC' }

const save = (client: Client, with_content = false, name = 'Expedition') =>
  client.call(api.create, { body: { name, description: 'How we climb', with_content } })

/** All items of a project, by number. */
async function itemsOf(client: Client): Promise<WorkItem[]> {
  const { rows } = await sql<{ id: string }>`
    select id from work_items where project_id = ${client.place.project_id}
    order by sequence_id`.execute(db)
  return Promise.all(
    rows.map(async ({ id }) => (await client.call(workItemsApi.get, at({ id }))) as WorkItem),
  )
}

/** A project with one of everything that a template has. */
async function fill(ada: Client) {
  await ada.call(projectsApi.change, {
    body: { cycle_view: false, archive_in: 3, is_issue_type_enabled: true, timezone: 'Asia/Tokyo' },
  })
  const types = await ada.call(workItemTypesApi.listOfWorkspace)
  const bug = types.find(({ name }) => name === 'Bug')?.id ?? ''
  await ada.call(projectsApi.change, { body: { type_ids: [bug], default_type: bug } })
  const state = await ada.call(statesApi.create, {
    body: { name: 'At the lake', color: '#3d81d4', group: 'unstarted' },
  })
  const label = await ada.call(labelsApi.create, { body: { name: 'Gear', color: '#ff0000' } })
  const below = await ada.call(labelsApi.create, {
    body: { name: 'Ropes', color: '#00ff00', parent: label.id },
  })
  const estimate = await ada.call(estimatesApi.create, {
    body: {
      estimate: { name: 'Days', type: 'points', last_used: true },
      estimate_points: [
        { key: 1, value: '1' },
        { key: 2, value: '2' },
      ],
    },
  })
  await ada.call(projectsApi.change, { body: { estimate: estimate.id } })
  const module = await ada.call(modulesApi.create, { body: { name: 'Base camp' } })
  await ada.call(viewsApi.create, {
    body: {
      name: 'Ropes first',
      filters: { labels: [below.id], state: [state.id], cycle: [crypto.randomUUID()] },
    },
  })
  await ada.call(viewsApi.create, { body: { name: 'Only mine', access: 0 } })
  const root = await ada.call(workItemsApi.create, {
    body: {
      ...{ name: 'Pack', label_ids: [below.id], state_id: state.id, type_id: bug },
      ...{ estimate_point: estimate.points[1]?.id ?? '', plan: { module_ids: [module.id] } },
    },
  })
  await ada.call(workItemsApi.create, { body: { name: 'Tent', parent_id: root.id } })
  await ada.call(itemTemplatesApi.createFromItem, { ...at(root), body: { name: 'Packing' } })
  return { bug }
}

describe('a template of a project', () => {
  it('sets up another one in the same way', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { bug } = await fill(ada)
    const template = await save(ada)
    const counts = { states: 6, labels: 2, views: 1, item_templates: 1, modules: 0, items: 0 }
    expect(template).toMatchObject({ name: 'Expedition', description: 'How we climb', counts })

    const made = await mel.call(api.use, { ...at(template), body: wanted })
    expect(made).toMatchObject({
      ...{ name: 'Second', identifier: 'SEC', cycle_view: false, archive_in: 3, member_role: 20 },
      ...{ timezone: 'Asia/Tokyo', is_issue_type_enabled: true, type_ids: [bug] },
      ...{ default_type: bug, members: [mel.user_id] },
    })
    const there = mel.at({ project_id: made.id })
    const states = await there.call(statesApi.list, { query: {} })
    const lake = states.find(({ name }) => name === 'At the lake')
    expect(lake).toMatchObject({ group: 'unstarted', color: '#3d81d4', project_id: made.id })
    expect(states.map(({ name }) => name)).toEqual(
      (await ada.call(statesApi.list, { query: {} })).map(({ name }) => name),
    )
    const labels = await there.call(labelsApi.list)
    const [gear, ropes] = ['Gear', 'Ropes'].map((name) => labels.find((one) => one.name === name))
    expect(ropes?.parent).toBe(gear?.id)
    const [estimate] = await there.call(estimatesApi.list)
    expect(made.estimate).toBe(estimate?.id)
    expect(estimate?.points.map(({ value }) => value)).toEqual(['1', '2'])
    const views = await there.call(viewsApi.list)
    expect(views.map(({ name, filters }) => [name, filters])).toEqual([
      ['Ropes first', { labels: [ropes?.id], state: [lake?.id] }],
    ])
    const [packing] = await there.call(itemTemplatesApi.list)
    expect(packing).toMatchObject({ name: 'Packing', recurrence: null })
    expect(packing?.items[0]).toMatchObject({
      ...{ label_ids: [ropes?.id], state_id: lake?.id, type_id: bug },
      estimate_point: estimate?.points[1]?.id,
    })
    expect(await itemsOf(there)).toEqual([])
    // It works like any other project.
    const item = await there.call(workItemsApi.create, { body: { name: 'First' } })
    expect(item).toMatchObject({ sequence_id: 1, type_id: bug })
  })

  it('brings public pages along if an admin of the project chose so, with links between them', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { slug, project_id } = ada.place
    const label = await ada.call(labelsApi.create, { body: { name: 'Guide', color: '#ff0000' } })
    const add = (body: NewPage) => ada.call(pagesApi.create, { body })
    const below = await add({ name: 'Knots' })
    const image = '<image-component src="x"></image-component>'
    const link = (id: string) => `https://cairn.example/${slug}/projects/${project_id}/pages/${id}/`
    const away = crypto.randomUUID()
    const home = await add({
      ...{ name: 'Handbook', labels: [label.id], logo_props: { in_use: 'emoji' } },
      description_html: `<p><a href="${link(below.id)}">Knots</a><a href="${link(away)}">Away</a></p>${image}`,
    })
    await ada.call(pagesApi.change, { ...at(below), body: { parent: home.id } })
    const hidden = await add({ name: 'Salaries', access: pageAccess.private })
    await add({ name: 'Raises', parent: hidden.id })
    const old = await add({ name: 'Old' })
    await ada.call(pagesApi.archive, at(old))

    const body = { name: 'With pages', with_pages: true }
    expect(await mel.attempt(api.create, { body })).toEqual(refused)
    const template = await ada.call(api.create, { body })
    expect(template.counts).toMatchObject({ pages: 2, items: 0, modules: 0 })
    const made = await mel.call(api.use, { ...at(template), body: wanted })
    const there = mel.at({ project_id: made.id })
    const pages = await there.call(pagesApi.list, { query: { nested: true } })
    expect(pages.map(({ name }) => name).toSorted()).toEqual(['Handbook', 'Knots'])
    const [handbook, knots] = ['Handbook', 'Knots'].map((name) =>
      pages.find((page) => page.name === name),
    )
    expect(knots).toMatchObject({ parent: handbook?.id, owned_by: mel.user_id })
    const [guide] = await there.call(labelsApi.list)
    expect(handbook).toMatchObject({ label_ids: [guide?.id], logo_props: { in_use: 'emoji' } })
    const { description_html } = await there.call(pagesApi.get, {
      params: { id: handbook?.id ?? '' },
      query: {},
    })
    expect(description_html).toContain(`/projects/${made.id}/pages/${knots?.id}/`)
    expect(description_html).toContain(link(away))
    expect(description_html).not.toContain('image-component')
    // Without the choice there are none.
    expect((await save(ada, true, 'Without')).counts).toMatchObject({ pages: 0 })
  })

  it('brings modules and items along if an admin of the project chose so', async () => {
    const { ada } = await projectOf('ada')
    await fill(ada)
    const template = await save(ada, true)
    expect(template.counts).toMatchObject({ modules: 1, items: 2 })
    const made = await ada.call(api.use, { ...at(template), body: wanted })
    const there = ada.at({ project_id: made.id })
    const [pack, tent, ...others] = await itemsOf(there)
    expect(others).toEqual([])
    const [module] = await there.call(modulesApi.list)
    const labels = await there.call(labelsApi.list)
    expect(pack).toMatchObject({
      ...{ name: 'Pack', sequence_id: 1, module_ids: [module?.id] },
      label_ids: [labels.find(({ name }) => name === 'Ropes')?.id],
    })
    expect(tent).toMatchObject({ name: 'Tent', parent_id: pack?.id })
    const history = await there.call(historyApi.list, { ...at({ id: tent?.id ?? '' }), query: {} })
    expect(history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'template', new_value: 'Expedition' }),
      ]),
    )
    // Once more, with ids of its own.
    await ada.call(api.use, { ...at(template), body: { name: 'Third', identifier: 'THI' } })
  })

  it('counts less than the request', async () => {
    const { ada } = await projectOf('ada')
    await fill(ada)
    const template = await save(ada)
    const body = { ...wanted, cycle_view: true, network: PRIVATE, timezone: 'UTC' }
    expect(await ada.call(api.use, { ...at(template), body })).toMatchObject({
      ...{ cycle_view: true, network: PRIVATE, timezone: 'UTC', archive_in: 3 },
    })
  })

  it('leaves out types that no longer exist', async () => {
    const { ada } = await projectOf('ada')
    const { bug } = await fill(ada)
    const template = await save(ada)
    await ada.call(workItemTypesApi.change, { ...at({ id: bug }), body: { is_active: false } })
    const made = await ada.call(api.use, { ...at(template), body: wanted })
    expect(made.type_ids).not.toContain(bug)
    expect(made.type_ids.length).toBeGreaterThan(0)
  })

  it('makes all of a project or nothing', async () => {
    const { ada } = await projectOf('ada')
    const template = await save(ada)
    const before = await ada.call(projectsApi.listLite)
    const attempt = (body: { name: string; identifier: string; start_date?: string }) =>
      ada.attempt(api.use, { ...at(template), body })
    const [{ name = '', identifier = '' } = {}] = before
    expect(await attempt({ name, identifier: 'NEW' })).toMatchObject({ status: 409 })
    expect(await attempt({ name: 'New', identifier })).toMatchObject({ status: 409 })
    expect(await attempt({ name: ' ', identifier: 'NEW' })).toMatchObject({ status: 400 })
    await ada.call(api.remove, at(template))
    expect(await attempt(wanted)).toEqual(missing)
    expect(await ada.call(projectsApi.listLite)).toHaveLength(before.length)
  })
})

describe('who saves and uses templates of projects', () => {
  it('admins save them, members use them, guests neither', async () => {
    const people = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { ada, mel, gus } = people
    const body = { name: 'T' }
    expect(await mel.attempt(api.create, { body })).toEqual(refused)
    expect(await gus.attempt(api.create, { body })).toEqual(refused)
    const template = await save(ada)
    expect(await mel.call(api.list)).toEqual([template])
    expect(await gus.attempt(api.list)).toEqual(refused)
    expect(await gus.attempt(api.use, { ...at(template), body: wanted })).toEqual(refused)
    expect(await mel.attempt(api.change, { ...at(template), body })).toEqual(refused)
    expect(await mel.attempt(api.remove, at(template))).toEqual(refused)
    expect(await ada.call(api.change, { ...at(template), body })).toMatchObject(body)
    const blank = { name: ' ' }
    expect((await ada.attempt(api.change, { ...at(template), body: blank })).status).toBe(400)
    expect((await ada.attempt(api.create, { body: blank })).status).toBe(400)
    await ada.call(api.remove, at(template))
    expect(await ada.attempt(api.remove, at(template))).toEqual(missing)
  })

  it('a workspace admin outside a secret project saves how it is set up, not what it contains', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const secret = await mel.call(projectsApi.create, {
      body: { name: 'Secret', identifier: 'SCR', network: PRIVATE },
    })
    const inside = mel.at({ project_id: secret.id })
    await fill(inside.at({ project_id: secret.id })).catch(() => undefined)
    const item = await inside.call(workItemsApi.create, { body: { name: 'Treasure' } })
    await inside.call(viewsApi.create, { body: { name: 'Where it is' } })
    await inside.call(itemTemplatesApi.createFromItem, { ...at(item), body: { name: 'Dig' } })
    const outside = ada.at({ project_id: secret.id })
    const body = { name: 'T', with_content: true }
    expect(await outside.attempt(api.create, { body })).toEqual(refused)
    const { counts } = await outside.call(api.create, { body: { name: 'T' } })
    expect(counts).toMatchObject({ views: 0, item_templates: 0, modules: 0, items: 0 })
    expect(counts.states).toBeGreaterThan(0)
    const own = await inside.call(api.create, { body })
    expect(own.counts.items).toBeGreaterThan(0)
    // Lists do not say what is in them.
    expect(JSON.stringify(await ada.call(api.list))).not.toContain('Treasure')
  })

  it('another workspace has its own', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const template = await save(ada)
    expect(await eve.call(api.list)).toEqual([])
    for (const endpoint of [api.remove, api.change, api.use] as Endpoint[]) {
      const body = endpoint === api.change ? { name: 'X' } : wanted
      const answer = await eve.attempt(endpoint, { ...at(template), body } as never)
      expect(answer).toEqual(missing)
    }
  })

  it('is receivers to the browsers of those who may use them', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    let list: ProjectTemplate[] = []
    const events = await mel.eventsOf(async () => {
      const template = await save(ada)
      await ada.call(api.change, { ...at(template), body: { name: 'B' } })
      await ada.call(api.remove, at(await save(ada, false, 'C')))
    })
    for (const event of events as ProjectTemplateEvent[]) {
      list = applyProjectTemplateEvent(list, event)
    }
    expect(list).toEqual(await mel.call(api.list))
    const { rows } = await sql<{ to_users: string[] }>`
      select to_users from events where type like 'project_template.%'`.execute(db)
    const receivers = rows.map(({ to_users }) =>
      [ada, mel, gus].map((one) => to_users.includes(one.user_id)),
    )
    expect(receivers.filter((each) => each[0])).toEqual(Array(4).fill([true, true, false]))
  })
})
