import {
  workItemTypesApi as api,
  epicChildrenApi,
  epicIssueLinksApi,
  epicLinksApi,
  epicRelationsApi,
  epicsApi,
  GUEST,
  workItemListsApi as lists,
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
  // An item is no epic.
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
