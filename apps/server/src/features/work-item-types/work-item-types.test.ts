import {
  workItemTypesApi as api,
  epicChildrenApi,
  epicIssueLinksApi,
  epicLinksApi,
  epicRelationsApi,
  epicsApi,
  GUEST,
  workItemListsApi as lists,
  MEMBER,
  modulesApi,
  projectMembersApi,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  historyOf,
  missing,
  namesOf,
  nobody,
  refused,
  stateOf,
  useTypes,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const addEpic = (client: Client, name: string) => client.call(epicsApi.create, { body: { name } })
const convert = (client: Client, id: string, to: 'epic' | 'issue') =>
  client.call(api.convert, { params: { id }, body: { to } })
const epicsOf = async (client: Client) => (await client.call(lists.epics)).results

describe('types', () => {
  it('are the workspace’s, with the projects that use them', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    expect(await ada.call(api.list)).toEqual([])
    const { type_id } = await addEpic(ada, 'epic')
    const epic = {
      ...{ id: type_id, name: 'Epic', description: '', logo_props: {}, level: 1 },
      ...{ is_epic: true, is_default: false, is_active: true, project_ids: [] as string[] },
    }
    expect(await ada.call(api.list)).toEqual([epic])
    const { project_id: id = '' } = ada.place
    await ada.call(projectsApi.change, { params: { id }, body: { is_epic_enabled: true } })
    expect(await gus.call(api.list)).toEqual([{ ...epic, project_ids: [id] }])
    const { eve } = await projectOf('eve')
    expect(await eve.at(ada.place).attempt(api.list)).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(api.list)).toMatchObject({ status: 401 })
  })
})

describe('the type of epics', () => {
  it('is made once by first epics that come at the same time', async () => {
    const { ada } = await projectOf('ada')
    const epics = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((name) => addEpic(ada, name)),
    )
    expect(new Set(epics.map(({ type_id }) => type_id)).size).toBe(1)
    expect(await ada.call(api.list)).toMatchObject([{ name: 'Epic', is_epic: true }])
  })

  it('is there, too, where another type has its name', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await ada.call(api.create, { body: { name: 'EPIC' } })
    const { type_id } = await addEpic(ada, 'Maps')
    expect(type_id).not.toBe(id)
    const types = await ada.call(api.listOfWorkspace)
    expect(types.find((type) => type.is_epic)).toMatchObject({ id: type_id, name: 'Epic 2' })
  })
})

describe('the workspace’s types', () => {
  const types = (client: Client) => client.call(api.listOfWorkspace)
  const make = (client: Client, name: string, more = {}) =>
    client.call(api.create, { body: { name, ...more } })
  const alter = (client: Client, id: string, body: object) =>
    client.call(api.change, { params: { id }, body })
  const namesIn = async (client: Client) => (await types(client)).map(({ name }) => name)

  it('are made, changed and put in order by its admins, and everybody hears of it', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const logo_props = { in_use: 'icon', icon: { name: 'bug', color: '#ca5747' } }
    const events = await mia.eventsOf(async () => {
      const bug = await make(ada, ' Bug ', { logo_props, description: 'Broken' })
      const task = await make(ada, 'Task')
      expect(bug).toMatchObject({ name: 'Bug', logo_props, description: 'Broken', is_active: true })
      expect(await alter(ada, task.id, { sort_order: bug.sort_order - 1 })).toMatchObject({
        name: 'Task',
      })
    })
    expect(events).toMatchObject([
      { type: 'work_item_type.saved', work_item_type: { name: 'Bug' } },
      { type: 'work_item_type.saved', work_item_type: { name: 'Task' } },
      { type: 'work_item_type.saved', work_item_type: { name: 'Task' } },
    ])
    expect(await namesIn(mia)).toEqual(['Task', 'Bug'])
    const [task] = await types(ada)
    for (const [call, input] of [
      [api.create, { body: { name: 'Story' } }],
      [api.change, { params: { id: task?.id ?? '' }, body: { name: 'Story' } }],
      [api.remove, { params: { id: task?.id ?? '' } }],
    ] as const) {
      expect(await mia.attempt(call, input as never)).toEqual(refused)
    }
    const { eve } = await projectOf('eve')
    expect(
      await eve.attempt(api.change, { params: { id: task?.id ?? '' }, body: { name: 'Mine' } }),
    ).toEqual(missing)
    expect(await namesIn(ada)).toEqual(['Task', 'Bug'])
  })

  it('have names of their own, whatever the case, and one default at most', async () => {
    const { ada } = await projectOf('ada')
    const [bug, task] = [await make(ada, 'Bug'), await make(ada, 'Task')]
    const taken = { status: 400, body: { name: ['A type with this name already exists.'] } }
    expect(await ada.attempt(api.create, { body: { name: 'bUG' } })).toEqual(taken)
    const renamed = { params: { id: task.id }, body: { name: 'BUG' } }
    expect(await ada.attempt(api.change, renamed)).toEqual(taken)
    expect(await ada.attempt(api.create, { body: { name: '  ' } })).toMatchObject({ status: 400 })
    await alter(ada, bug.id, { is_default: true })
    await alter(ada, task.id, { is_default: true })
    expect((await types(ada)).filter(({ is_default }) => is_default)).toMatchObject([
      { id: task.id },
    ])
    await alter(ada, task.id, { is_active: false })
    expect((await types(ada)).some(({ is_default }) => is_default)).toBe(false)
    const off = { params: { id: task.id }, body: { is_default: true } }
    expect(await ada.attempt(api.change, off)).toMatchObject({ status: 400 })
  })

  it('always have the one of epics, which is renamed but never taken away', async () => {
    const { ada } = await projectOf('ada')
    const { type_id: id } = await addEpic(ada, 'epic')
    expect(await alter(ada, id ?? '', { name: 'Goal' })).toMatchObject({ name: 'Goal' })
    const params = { id: id ?? '' }
    for (const body of [{ is_active: false }, { is_default: true }]) {
      expect(await ada.attempt(api.change, { params, body })).toMatchObject({ status: 400 })
    }
    expect(await ada.attempt(api.remove, { params })).toMatchObject({ status: 400 })
    expect(await types(ada)).toMatchObject([{ name: 'Goal', is_epic: true, is_active: true }])
  })

  it('are deleted where nothing has them, and otherwise for another one', async () => {
    const { ada } = await projectOf('ada')
    const [task, bug, story] = await useTypes(ada)
    const id = bug?.id ?? ''
    const item = await addItem(ada, 'item', { type_id: id })
    const inUse = 'The type is in use. Name another one for its work items.'
    expect(await ada.attempt(api.remove, { params: { id } })).toEqual({
      ...{ status: 400, body: { error: inUse } },
    })
    const byItself = { params: { id }, query: { replacement: id } }
    expect(await ada.attempt(api.remove, byItself)).toMatchObject({ status: 400 })
    const events = await ada.eventsOf(() =>
      ada.call(api.remove, { params: { id }, query: { replacement: story?.id ?? '' } }),
    )
    expect(events).toMatchObject([
      { type: 'work_item.saved', work_item: { id: item.id, type_id: story?.id } },
      { type: 'project.saved' },
      { type: 'work_item_type.removed', id },
    ])
    expect(await namesIn(ada)).toEqual(['Task', 'Story'])
    // The replacement becomes the project's default.
    const params = { id: task?.id ?? '' }
    await ada.call(api.remove, { params, query: { replacement: story?.id ?? '' } })
    expect(await addItem(ada, 'next')).toMatchObject({ type_id: story?.id })
    const alone = { params: { id: story?.id ?? '' } }
    expect(await ada.attempt(api.remove, alone)).toMatchObject({ status: 400 })
  })
})

describe('a project’s types', () => {
  const change = (client: Client, body: object) =>
    client.call(projectsApi.change, { params: { id: client.place.project_id ?? '' }, body })

  it('start with task, bug and story, and then with what the workspace has', async () => {
    const { ada } = await projectOf('ada')
    const before = await ada.call(projectsApi.get, { params: { id: ada.place.project_id ?? '' } })
    expect(before).toMatchObject({ type_ids: [], default_type: null })
    const types = await useTypes(ada)
    expect(types.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['Task', true],
      ['Bug', false],
      ['Story', false],
    ])
    const project = await change(ada, { is_issue_type_enabled: true })
    expect(new Set(project.type_ids)).toEqual(new Set(types.map(({ id }) => id)))
    expect(project.default_type).toBe(types[0]?.id)
    // Switching types off hides them; switching them on restores the selection.
    await change(ada, { type_ids: [types[1]?.id ?? ''] })
    expect(await change(ada, { is_issue_type_enabled: false })).toMatchObject({
      ...{ type_ids: [], default_type: null },
    })
    expect(await change(ada, { is_issue_type_enabled: true })).toMatchObject({
      ...{ type_ids: [types[1]?.id], default_type: types[1]?.id },
    })
  })

  it('are chosen by its admins among those of the workspace', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { eve } = await projectOf('eve')
    const [task, bug] = await useTypes(ada)
    const [foreign] = await useTypes(eve)
    const params = { id: ada.place.project_id ?? '' }
    const type_ids = [bug?.id ?? '', foreign?.id ?? '']
    expect(await ada.attempt(projectsApi.change, { params, body: { type_ids } })).toMatchObject({
      ...{ status: 400, body: { type_ids: expect.anything() } },
    })
    const none = { type_ids: [bug?.id ?? ''], default_type: task?.id ?? '' }
    expect(await ada.attempt(projectsApi.change, { params, body: none })).toMatchObject({
      ...{ status: 400, body: { default_type: expect.anything() } },
    })
    const body = { type_ids: [bug?.id ?? ''] }
    expect(await mia.attempt(projectsApi.change, { params, body })).toMatchObject({ status: 403 })
    expect(await change(ada, body)).toMatchObject({ ...body, default_type: bug?.id })
    const list = await ada.call(api.list)
    expect(list.find(({ id }) => id === task?.id)?.project_ids).toEqual([])
  })

  it('are what its items can be, one by one and in bulk, and the history tells', async () => {
    const { ada } = await projectOf('ada')
    const loose = await addItem(ada, 'before')
    const [task, bug, story] = await useTypes(ada)
    const item = await addItem(ada, 'item')
    expect([loose.type_id, item.type_id]).toEqual([null, task?.id])
    expect(await addItem(ada, 'other', { type_id: bug?.id })).toMatchObject({ type_id: bug?.id })
    await change(ada, { type_ids: [task?.id ?? '', bug?.id ?? ''] })
    const wrong = { type_id: [`Invalid pk "${story?.id}" - object does not exist.`] }
    const at = { params: { id: item.id } }
    const no = { status: 400, body: wrong }
    const toStory = { type_id: story?.id ?? '' }
    expect(await ada.attempt(workItemsApi.change, { ...at, body: toStory })).toEqual(no)
    const both = [item.id, loose.id]
    const inBulk = { body: { issue_ids: both, properties: toStory } }
    expect(await ada.attempt(workItemsApi.bulkChange, inBulk)).toEqual(no)
    const named = { body: { name: 'n', ...toStory } }
    expect(await ada.attempt(workItemsApi.create, named)).toEqual(no)
    await ada.call(workItemsApi.change, { ...at, body: { type_id: bug?.id ?? '' } })
    await ada.call(workItemsApi.bulkChange, {
      body: { issue_ids: both, properties: { type_id: task?.id ?? '' } },
    })
    const row = { verb: 'updated', field: 'type', comment: 'updated the type to' }
    expect((await historyOf(db, item.id)).slice(1)).toEqual([
      { ...row, old_value: 'Task', new_value: 'Bug' },
      { ...row, old_value: 'Bug', new_value: 'Task' },
    ])
    expect((await historyOf(db, loose.id)).at(-1)).toEqual({
      ...{ ...row, old_value: '', new_value: 'Task' },
    })
    // A disabled type stays on its items, but cannot be assigned to others.
    await ada.call(api.change, { params: { id: task?.id ?? '' }, body: { is_active: false } })
    await ada.call(workItemsApi.change, {
      ...at,
      body: { type_id: task?.id ?? '', priority: 'low' },
    })
    expect(await addItem(ada, 'next')).toMatchObject({ type_id: null })
  })

  it('are where an item is moved to: its own where they have it, else the default', async () => {
    const { ada } = await projectOf('ada')
    const [task, bug, story] = await useTypes(ada)
    const body = { name: 'Sea', identifier: 'SEA', is_issue_type_enabled: true }
    const there = await ada.call(projectsApi.create, { body })
    const sea = ada.at({ ...ada.place, project_id: there.id })
    await change(sea, { type_ids: [bug?.id ?? '', story?.id ?? ''], default_type: story?.id })
    const to = async (type_id: string | undefined) => {
      const { id } = await addItem(ada, 'item', { type_id })
      const input = { params: { id }, body: { project_id: there.id } }
      return (await ada.call(workItemsApi.move, input)).type_id
    }
    expect([await to(bug?.id), await to(task?.id)]).toEqual([bug?.id, story?.id])
    await change(sea, { is_issue_type_enabled: false })
    expect(await to(bug?.id)).toBeNull()
  })

  it('become the type of an epic that is one no more', async () => {
    const { ada } = await projectOf('ada')
    const [task] = await useTypes(ada)
    const { id } = await addEpic(ada, 'epic')
    expect(await convert(ada, id, 'issue')).toMatchObject({ is_epic: false, type_id: task?.id })
    expect((await historyOf(db, id)).at(-1)).toMatchObject({ old_value: 'Epic', new_value: 'Task' })
  })

  it('filter and group lists', async () => {
    const { ada } = await projectOf('ada')
    await addItem(ada, 'none')
    const [task, bug] = await useTypes(ada)
    await addItem(ada, 'task')
    await addItem(ada, 'bug', { type_id: bug?.id })
    expect(await namesOf(ada, { issue_type: bug?.id })).toEqual(['bug'])
    expect(await namesOf(ada, { issue_type: `${task?.id},None` })).toEqual(['task', 'none'])
    const page = await ada.call(lists.project, { query: { group_by: 'type_id' } })
    expect(page.results).toMatchObject({
      [task?.id ?? '']: { total_results: 1, results: [{ name: 'task' }] },
      [bug?.id ?? '']: { total_results: 1, results: [{ name: 'bug' }] },
      None: { total_results: 1, results: [{ name: 'none' }] },
    })
  })
})

it('an epic is asked under the names its parts have at an item, too', async () => {
  const { ada } = await projectOf('ada')
  const [epic, item] = [await addEpic(ada, 'epic'), await addItem(ada, 'item')]
  const at = { params: { id: epic.id } }
  await ada.call(epicChildrenApi.addChildren, { ...at, body: { sub_issue_ids: [item.id] } })
  expect(await ada.call(epicChildrenApi.children, at)).toMatchObject({
    sub_issues: [{ id: item.id }],
  })
  const body = { url: 'https://example.com/' }
  const link = await ada.call(epicIssueLinksApi.create, { ...at, body })
  expect(await ada.call(epicLinksApi.list, at)).toEqual([link])
  const related = { relation_type: 'relates_to', issues: [item.id] }
  await ada.call(epicRelationsApi.create, { ...at, body: related })
  expect(await ada.call(epicRelationsApi.list, at)).toMatchObject({ relates_to: [{ id: item.id }] })
  await ada.call(epicRelationsApi.remove, { ...at, body: { related_issue: item.id } })
  expect(await ada.call(epicRelationsApi.list, at)).toMatchObject({ relates_to: [] })
  const { id: module_id } = await ada.call(modulesApi.create, { body: { name: 'Camp' } })
  const into = { ...at, body: { modules: [module_id] } }
  expect(await ada.attempt(modulesApi.changeOfEpic, into)).toEqual({
    status: 400,
    body: { error: 'Epics cannot be added to modules' },
  })
  const outOf = { ...at, body: { removed_modules: [module_id] } }
  expect(await ada.attempt(modulesApi.changeOfEpic, outOf)).toMatchObject({ status: 201 })
  // A plain item is not an epic.
  const plain = { params: { id: item.id }, body: {} }
  for (const call of [
    ...[epicChildrenApi.children, epicIssueLinksApi.list, epicRelationsApi.list],
    modulesApi.changeOfEpic,
  ]) {
    expect(await ada.attempt(call, plain as object)).toEqual(missing)
  }
})

describe('an item that becomes an epic', () => {
  // @cap:epics.convert
  it('and back keeps key, history and children', async () => {
    const { ada } = await projectOf('ada')
    const item = await addItem(ada, 'item')
    const child = await addItem(ada, 'child', { parent_id: item.id })
    const epic = await convert(ada, item.id, 'epic')
    expect(epic).toMatchObject({ id: item.id, sequence_id: 1, is_epic: true, sub_issues_count: 1 })
    expect(await namesOf(ada)).toEqual(['child'])
    expect(await epicsOf(ada)).toMatchObject([{ id: item.id }])
    expect(await convert(ada, item.id, 'epic')).toEqual(epic)

    const back = await ada.call(api.convertEpic, { params: { id: item.id }, body: { to: 'issue' } })
    expect(back).toMatchObject({ is_epic: false, type_id: null, sequence_id: 1 })
    expect(await namesOf(ada)).toEqual(['child', 'item'])
    expect(await ada.call(workItemsApi.get, { params: { id: child.id } })).toMatchObject({
      parent_id: item.id,
    })
    const type = { verb: 'updated', field: 'type', comment: 'updated the type to' }
    expect(await historyOf(db, item.id)).toEqual([
      expect.objectContaining({ verb: 'created' }),
      { ...type, old_value: '', new_value: 'Epic' },
      { ...type, old_value: 'Epic', new_value: '' },
    ])
  })

  it('leaves its cycle and modules, and tells so', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'item')
    const { project_id } = ada.place
    const { rows } = await sql<{ cycle_id: string; module_id: string }>`
      with c as (
        insert into cycles (workspace_id, project_id, name)
        select workspace_id, id, 'Spring' from projects where id = ${project_id} returning id
      ), m as (
        insert into modules (workspace_id, project_id, name)
        select workspace_id, id, 'Stoves' from projects where id = ${project_id} returning id
      ) select c.id as cycle_id, m.id as module_id from c, m`.execute(db)
    const { cycle_id = '', module_id = '' } = rows[0] ?? {}
    const properties = { cycle_id, module_ids: [module_id] }
    await ada.call(workItemsApi.bulkChange, { body: { issue_ids: [id], properties } })
    const events = await ada.eventsOf(() => convert(ada, id, 'epic'))
    expect(events).toMatchObject([
      { type: 'work_item.saved', work_item: { id, is_epic: true, cycle_id: null, module_ids: [] } },
    ])
    expect((await historyOf(db, id)).slice(-2)).toEqual([
      {
        ...{ verb: 'deleted', field: 'cycles', old_value: 'Spring', new_value: '' },
        comment: 'removed this issue from Spring',
      },
      {
        ...{ verb: 'deleted', field: 'modules', old_value: 'Stoves', new_value: '' },
        comment: 'removed this issue from Stoves',
      },
    ])
  })

  // @cap:epics.convert
  it('has no parent, also when it gets one at the same time', async () => {
    const { ada } = await projectOf('ada')
    const parent = await addItem(ada, 'parent')
    const child = await addItem(ada, 'child', { parent_id: parent.id })
    const input = { params: { id: child.id }, body: { to: 'epic' } } as const
    expect(await ada.attempt(api.convert, input)).toEqual({
      status: 400,
      body: { error: 'Only work items without a parent can be converted to an epic' },
    })
    for (let round = 0; round < 5; round++) {
      const { id } = await addItem(ada, 'free')
      await Promise.all([
        ada.attempt(api.convert, { params: { id }, body: { to: 'epic' } }),
        ada.attempt(workItemsApi.change, { params: { id }, body: { parent_id: parent.id } }),
      ])
      const item = await ada.call(workItemsApi.get, { params: { id } })
      expect(item.is_epic && item.parent_id).toBeFalsy()
    }
  })

  it('is turned by members', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const { id } = await addItem(ada, 'item')
    const input = { params: { id }, body: { to: 'epic' } } as const
    expect(await gus.attempt(api.convert, input)).toEqual(refused)
    expect(await eve.at(ada.place).attempt(api.convert, input)).toEqual(refused)
    expect(await eve.attempt(api.convert, input)).toMatchObject({ status: 404 })
    expect(await stranger.at(ada.place).attempt(api.convert, input)).toMatchObject({ status: 401 })
    expect(await ada.attempt(api.convertEpic, input)).toMatchObject({ status: 404 })
    expect(await ada.attempt(api.convert, { params: { id }, body: { to: 'x' } } as never)).toEqual({
      status: 400,
      body: { to: ['"x" is not a valid choice.'] },
    })
    expect((await ada.call(workItemsApi.get, { params: { id } })).is_epic).toBe(false)
  })
})

describe('an epic’s progress', () => {
  it('counts its children by the group of their state', async () => {
    const { ada } = await projectOf('ada')
    const epic = await addEpic(ada, 'epic')
    const params = { id: epic.id }
    const nothing = {
      ...{ backlog_issues: 0, unstarted_issues: 0, started_issues: 0, completed_issues: 0 },
      ...{ cancelled_issues: 0, overdue_issues: 0, total_issues: 0 },
    }
    expect(await ada.call(api.analytics, { params })).toEqual(nothing)
    const parent_id = epic.id
    const target_date = '2020-01-01'
    for (const group of ['started', 'started', 'completed']) {
      const state_id = await stateOf(ada, group)
      await addItem(ada, group, { parent_id, state_id, target_date })
    }
    await addItem(ada, 'backlog', { parent_id })
    const gone = await addItem(ada, 'gone', { parent_id })
    await ada.call(workItemsApi.remove, { params: { id: gone.id } })
    expect(await ada.call(api.analytics, { params })).toEqual({
      ...nothing,
      ...{ backlog_issues: 1, started_issues: 2, completed_issues: 1 },
      ...{ overdue_issues: 2, total_issues: 4 },
    })
  })

  it('is for those who see the epic', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const epic = await addEpic(ada, 'epic')
    const item = await addItem(ada, 'item')
    const params = { id: epic.id }
    expect(await gus.attempt(api.analytics, { params })).toEqual({
      status: 403,
      body: { error: 'You are not allowed to view this issue' },
    })
    expect(await eve.at(ada.place).attempt(api.analytics, { params })).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(api.analytics, { params })).toMatchObject({
      status: 401,
    })
    for (const id of [item.id, nobody]) {
      expect(await ada.attempt(api.analytics, { params: { id } })).toEqual(missing)
    }
  })
})

// @cap:epics.create-and-list
it('keeps how somebody looks at epics apart from how they look at items', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { properties, changeProperties, epicProperties, changeEpicProperties } = projectMembersApi
  const [items, epics] = await Promise.all([ada.call(properties), ada.call(epicProperties)])
  expect(epics.id).not.toBe(items.id)
  expect(epics).toMatchObject({ user: ada.user_id, display_filters: items.display_filters })
  const display_filters = { layout: 'kanban', ours: true }
  const body = { display_filters }
  const changed = await ada.call(changeEpicProperties, { body })
  expect(changed).toMatchObject({ id: epics.id, display_filters, filters: epics.filters })
  expect(await ada.call(properties)).toEqual(items)
  const twice = await Promise.all([1, 2, 3].map(() => gus.call(changeEpicProperties, { body })))
  expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  expect(await gus.attempt(changeEpicProperties, { body })).toMatchObject({ status: 201 })
  expect(await gus.call(changeProperties, { body: {} })).toMatchObject({
    display_filters: items.display_filters,
  })
  expect(await ada.attempt(changeEpicProperties, { body: { filters: 1 } } as never)).toEqual({
    status: 400,
    body: { filters: ['Value must be valid JSON.'] },
  })
  expect(await eve.at(ada.place).attempt(epicProperties)).toEqual(refused)
  expect(await stranger.at(ada.place).attempt(epicProperties)).toMatchObject({ status: 401 })
})
