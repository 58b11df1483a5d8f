import { GUEST, MEMBER, projectsApi } from '@cairn/contract'
import {
  epicsV1 as api,
  emptyV1,
  projectsV1,
  typesAliasV1,
  typesV1,
  workItemsV1,
} from '@cairn/contract/v1'
import { expect, it } from 'vitest'
import { addItem, historyOf, nobody, rowsOf, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers, database } = await programServer()

const refusal = (status: number, body: object) => ({ status, body })
const add = (client: Client, name: string, more = {}) =>
  client.call(api.create, { body: { name, ...more } })
const at = (issue_id: string) => ({ params: { issue_id } })
const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id)

it('creates, reads, changes and deletes epics', async () => {
  const { ada } = await programsOf('ada')
  const state_id = await stateOf(ada.browser, 'started')
  const epic = await add(ada, 'Offline', {
    ...{ description_html: '<p>x</p>', state_id, priority: 'high', assignee_ids: [ada.user_id] },
    ...{ start_date: '2026-03-01', target_date: '2026-04-01', parent_id: nobody },
  })
  expect(epic).toMatchObject({
    ...{ name: 'Offline', description_html: '<p>x</p>', state: state_id, priority: 'high' },
    ...{ assignees: [ada.user_id], labels: [], parent: null, sequence_id: 1, is_draft: false },
    ...{ start_date: '2026-03-01', target_date: '2026-04-01', type: expect.any(String) },
    ...{
      project: ada.place.project_id,
      created_by: ada.user_id,
      last_activity_at: epic.updated_at,
    },
  })
  expect(await ada.call(api.get, at(epic.id))).toEqual(epic)
  const expand = 'type,state,assignees'
  expect(await ada.call(api.get, { ...at(epic.id), query: { expand } })).toMatchObject({
    ...{ type: { id: epic.type, is_epic: true }, state: { id: state_id, group: 'started' } },
    assignees: [{ id: ada.user_id, display_name: 'ada' }],
  })
  const body = { name: 'Online', priority: 'low' as const, assignee_ids: [] }
  expect(await ada.call(api.change, { ...at(epic.id), body })).toMatchObject({
    ...{ name: 'Online', priority: 'low', assignees: [] },
  })
  expect(await historyOf(database.db, epic.id)).toEqual(
    expect.arrayContaining([expect.objectContaining({ field: 'name', new_value: 'Online' })]),
  )
  const other = await add(ada, 'Other')
  await addItem(ada.browser, 'no epic')
  expect(idsIn((await ada.call(api.list)).results)).toEqual([other.id, epic.id])
  const query = { order_by: 'name', per_page: '1', fields: 'name' }
  expect((await ada.call(api.list, { query })).results).toEqual([{ name: 'Online' }])
  expect(await ada.attempt(api.list, { query: { order_by: 'x' } })).toMatchObject({ status: 400 })
  expect(await ada.attempt(api.remove, at(epic.id))).toEqual(done)
  expect(await ada.attempt(api.get, at(epic.id))).toEqual(missing)
})

it.each([
  [{}, { name: ['This field is required.'] }],
  [{ name: 'x', priority: 'soon' }, { priority: ['"soon" is not a valid choice.'] }],
])('refuses to create %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  expect(await ada.attempt(api.create, { body: body as never })).toEqual(refusal(400, answer))
  expect((await ada.call(api.list)).results).toEqual([])
})

it('puts items below an epic', async () => {
  const { ada } = await programsOf('ada')
  const { bob } = await programsOf('bob')
  const epic = await add(ada, 'Offline')
  const [one, two] = [await addItem(ada.browser, 'one'), await addItem(ada.browser, 'two')]
  const put = (...work_item_ids: string[]) =>
    ada.attempt(api.addItems, { ...at(epic.id), body: { work_item_ids } })
  expect(await put(two.id, one.id)).toMatchObject({
    status: 200,
    body: [
      { id: two.id, parent: epic.id },
      { id: one.id, parent: epic.id },
    ],
  })
  expect(idsIn((await ada.call(api.items, at(epic.id))).results)).toEqual([two.id, one.id])
  expect(await put()).toEqual(refusal(400, { error: 'Work items are required' }))
  const foreign = await addItem(bob.browser, 'theirs')
  expect(await put(foreign.id)).toMatchObject({ status: 400 })
  expect(await rowsOf(bob.browser)).toMatchObject([{ parent_id: null }])
})

it('members manage them, guests read, strangers get nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  await ada.browser.call(projectsApi.change, { body: { guest_view_all_features: true } })
  const { bob } = await programsOf('bob')
  const { id } = await add(ada, 'Offline')
  const input = { ...at(id), body: { name: 'x', work_item_ids: [id] } }
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, input)
  for (const endpoint of [api.list, api.get, api.items]) {
    expect(await gus.attempt(endpoint, input as never)).toMatchObject({ status: 200 })
  }
  for (const endpoint of [api.create, api.addItems]) {
    expect(await gus.attempt(endpoint, input as never)).toEqual(notAllowed)
  }
  expect(await gus.attempt(api.change, input)).toMatchObject({ status: 403 })
  expect(await mel.attempt(api.remove, at(id))).toEqual(
    refusal(403, { error: 'Only admin or creator can delete the work item' }),
  )
  const { list, create, ...rest } = api
  for (const endpoint of Object.values(rest)) {
    expect(await bob.attempt(endpoint, input as never)).toEqual(missing)
    const plain = await addItem(ada.browser, 'no epic')
    expect(await ada.attempt(endpoint, { ...input, ...at(plain.id) } as never)).toEqual(missing)
  }
  expect(await ada.call(api.get, at(id))).toMatchObject({ name: 'Offline' })
})

it('tells which types a project uses, under both names', async () => {
  const { ada } = await programsOf('ada')
  expect(await ada.call(typesV1.list)).toEqual([])
  await ada.browser.call(projectsApi.change, { body: { is_epic_enabled: true } })
  const [epic] = await ada.call(typesV1.list)
  expect(epic).toEqual({
    ...{ id: expect.any(String), name: 'Epic', description: '', logo_props: {}, is_epic: true },
    ...{ is_default: false, is_active: true, level: 1, project_ids: [ada.place.project_id] },
    ...{ external_source: null, external_id: null, workspace: expect.any(String) },
    ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
    ...{ created_by: ada.user_id, updated_by: null },
  })
  for (const types of [typesV1, typesAliasV1]) {
    expect(await ada.call(types.list)).toEqual([epic])
    const params = { type_id: epic?.id ?? '' }
    expect(await ada.call(types.get, { params })).toEqual(epic)
    expect(await ada.attempt(types.get, { params: { type_id: nobody } })).toEqual(missing)
    for (const call of [types.list, types.get]) await refusesStrangers(call, ada, { params })
  }
})

it('are made and found through their type, before there is a first one', async () => {
  const { ada } = await programsOf('ada')
  await ada.call(projectsV1.changeFeatures, { body: { epics: true } })
  const [type] = await ada.call(typesV1.list)
  const type_id = type?.id ?? ''
  await addItem(ada.browser, 'no epic')
  const body = { name: 'Offline', type_id, priority: 'high' } as const
  const epic = await ada.call(workItemsV1.create, { body })
  expect(epic).toMatchObject({ type: type_id, name: 'Offline', parent: null })
  expect(await ada.call(api.get, at(epic.id))).toMatchObject({ id: epic.id })
  for (const list of [workItemsV1.list, workItemsV1.across]) {
    const named = async (pql: string) => {
      const page = await ada.call(list, { query: { pql } })
      return 'results' in page ? page.results.map(({ name }) => name) : []
    }
    expect(await named(`type = "${type_id}"`)).toEqual(['Offline'])
    expect(await named('isEpic() AND priority IN ("high")')).toEqual(['Offline'])
    expect(await named('priority IN ("high")')).toEqual([])
    expect(await named('NOT isEpic()')).toEqual(['no epic'])
  }
  const { total_count } = await ada.call(workItemsV1.count, { query: { pql: 'isEpic()' } })
  expect(total_count).toBe(1)
  const { eve } = await programsOf('eve')
  expect(await eve.attempt(workItemsV1.create, { body })).toMatchObject({ status: 400 })
})

it('where a project has none of something, programs find nothing', async () => {
  const { ada } = await programsOf('ada')
  const params = { type_id: nobody, property_id: nobody }
  const { notServed, ...reads } = emptyV1
  expect(await ada.call(reads.milestones)).toMatchObject({ total_count: 0, results: [] })
  for (const call of Object.values(notServed)) {
    expect(await ada.attempt(call, { params })).toEqual(refusal(404, { error: 'Page not found.' }))
  }
  for (const call of Object.values(reads)) await refusesStrangers(call, ada, { params })
})
