import { GUEST, MEMBER, noCounts, projectsApi } from '@cairn/contract'
import { modulesV1 as api, type NewModuleV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { addItem, historyOf, nobody, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers, database } = await programServer()
const { db } = database

const add = (client: Client, name: string, more: Partial<NewModuleV1> = {}) =>
  client.call(api.create, { body: { name, ...more } })
const at = (module_id: string) => ({ params: { module_id } })
const put = (client: Client, module_id: string, ...issues: string[]) =>
  client.call(api.addItems, { ...at(module_id), body: { issues } })
const page = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(api.list, { query })).results
const refusal = (status: number, body: object) => ({ status, body })

// @cap:public-api.cycles-and-modules
it('creates, reads, changes and deletes', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const module = await add(ada, ' Offline ', {
    ...{ description: 'Maps', start_date: '2026-03-01', target_date: '2026-04-01' },
    ...{ lead: mel.user_id, members: [ada.user_id, mel.user_id] },
  })
  const members = [ada.user_id, mel.user_id].sort()
  expect(module).toEqual({
    ...{ id: expect.any(String), name: 'Offline', description: 'Maps', description_text: null },
    ...{ description_html: null, start_date: '2026-03-01', target_date: '2026-04-01' },
    ...{ status: 'planned', lead: mel.user_id, members, view_props: {}, sort_order: 65535 },
    ...{ archived_at: null, logo_props: {}, external_source: null, external_id: null },
    ...{ project: ada.place.project_id, workspace: expect.any(String), ...noCounts },
    ...{ created_by: ada.user_id, updated_by: null, deleted_at: null },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
  })
  expect(await ada.call(api.get, at(module.id))).toEqual(module)
  const body = { name: 'Online', members: [], lead: null, status: 'in-progress' as const }
  expect(await ada.call(api.change, { ...at(module.id), body })).toEqual({
    ...{ ...module, ...body, updated_at: expect.any(String), updated_by: ada.user_id },
  })
  expect(await ada.attempt(api.remove, at(module.id))).toEqual(done)
  for (const call of [api.get, api.change, api.remove, api.items, api.archive]) {
    expect(await ada.attempt(call, { ...at(module.id), body } as never)).toEqual(missing)
  }
})

it.each([
  [{}, { name: ['This field is required.'] }],
  [{ name: ' ' }, { name: ['This field may not be blank.'] }],
  [{ name: 'x', status: 'soon' }, { status: ['"soon" is not a valid choice.'] }],
  [
    { name: 'x', start_date: '2026-02-02', target_date: '2026-02-01' },
    { non_field_errors: ['Start date cannot exceed target date'] },
  ],
  [{ name: 'x', lead: nobody }, { lead: [`Invalid pk "${nobody}" - object does not exist.`] }],
  [
    { name: 'x', members: [nobody] },
    { members: { 0: [`Invalid pk "${nobody}" - object does not exist.`] } },
  ],
])('refuses to create %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  const refused = await ada.attempt(api.create, { body: body as never })
  expect(refused).toEqual(refusal(400, answer))
  expect(await page(ada)).toEqual([])
})

it('where modules are switched off none is made or changed', async () => {
  const { ada } = await programsOf('ada')
  const { id } = await add(ada, 'Offline')
  await ada.browser.call(projectsApi.change, { body: { module_view: false } })
  const off = refusal(400, { non_field_errors: ['Modules are not enabled for this project'] })
  const body = { name: 'x' }
  expect(await ada.attempt(api.create, { body })).toEqual(off)
  expect(await ada.attempt(api.change, { ...at(id), body })).toEqual(off)
  expect(await page(ada)).toMatchObject([{ name: 'Offline' }])
})

// @cap:public-api.external-ids
it('a second one of the same name or from the same place names the first', async () => {
  const { ada } = await programsOf('ada')
  const pair = { external_source: 'jira', external_id: '7' }
  const { id } = await add(ada, 'Offline', pair)
  const error = 'Module with this name already exists'
  expect(await ada.attempt(api.create, { body: { name: ' Offline' } })).toEqual(
    refusal(400, { id, code: 'MODULE_NAME_ALREADY_EXISTS', error, message: error }),
  )
  const sentence = 'Module with the same external id and external source already exists'
  const taken = refusal(409, { error: sentence, id })
  for (const name of ['Offline', 'other']) {
    expect(await ada.attempt(api.create, { body: { name, ...pair } })).toEqual(taken)
  }
  const half = await add(ada, 'half', { external_source: 'jira' })
  const change = (body: object) => ada.attempt(api.change, { ...at(half.id), body })
  expect(await change({ external_id: '7' })).toEqual(taken)
  expect(await change({ name: 'Offline' })).toEqual(refusal(400, { error }))
  expect(await ada.call(api.change, { ...at(id), body: pair })).toMatchObject(pair)
})

// @cap:public-api.cycles-and-modules
it('lists the newest first, whole or without numbers', async () => {
  const { ada, gus } = await programsOf('ada', ['gus', GUEST])
  const one = await add(ada, 'one', { status: 'paused' })
  const two = await add(ada, 'two')
  const item = await addItem(ada.browser, 'x', { state_id: await stateOf(ada.browser, 'started') })
  await put(ada, one.id, item.id)
  const counts = { total_issues: 1, started_issues: 1 }
  expect(await page(ada)).toEqual([two, { ...one, ...counts }])
  expect(await page(gus, { order_by: 'name', per_page: '1', fields: 'total_issues' })).toEqual([
    { total_issues: 0 },
  ])
  const lite = (await ada.call(api.listLite)).results
  expect(lite).toMatchObject([{ id: two.id }, { id: one.id, status: 'paused' }])
  expect(lite[0]).not.toHaveProperty('total_issues')
  expect(await ada.attempt(api.list, { query: { order_by: 'nothing' } })).toEqual(
    refusal(400, { error: 'Please provide valid detail' }),
  )
  expect((await page(ada, { expand: 'created_by' }))[0]).toMatchObject({
    created_by: { id: ada.user_id, display_name: 'ada' },
  })
})

// @cap:public-api.cycles-and-modules
describe('what is in it', () => {
  it('is put in, listed and taken out; an item may be in several', async () => {
    const { ada } = await programsOf('ada')
    const [one, two] = [await addItem(ada.browser, 'one'), await addItem(ada.browser, 'two')]
    const [module, other] = [await add(ada, 'Offline'), await add(ada, 'Online')]
    await put(ada, other.id, one.id)
    const rows = await put(ada, module.id, one.id, two.id)
    expect(rows).toMatchObject([
      { issue: one.id, module: module.id, project: ada.place.project_id, sub_issues_count: 0 },
      { issue: two.id, module: module.id },
    ])
    const idsIn = async (id: string, query: Record<string, string> = {}) =>
      (await ada.call(api.items, { ...at(id), query })).results.map((item) => item.id)
    expect(await idsIn(module.id)).toEqual([one.id, two.id])
    expect(await idsIn(module.id, { order_by: '-created_at', per_page: '1' })).toEqual([two.id])
    const item = { params: { module_id: module.id, issue_id: one.id } }
    expect(await ada.attempt(api.removeItem, item)).toEqual(done)
    expect(await ada.attempt(api.removeItem, item)).toEqual(missing)
    expect([await idsIn(module.id), await idsIn(other.id)]).toEqual([[two.id], [one.id]])
    expect((await historyOf(db, one.id)).at(-1)).toMatchObject({ field: 'modules' })
  })

  it('is refused without ids; those of other projects are passed over', async () => {
    const { ada } = await programsOf('ada')
    const { bob } = await programsOf('bob')
    const foreign = await addItem(bob.browser, 'theirs')
    const { id } = await add(ada, 'Offline')
    expect(await ada.attempt(api.addItems, { ...at(id), body: {} })).toEqual(
      refusal(400, { error: 'Issues are required' }),
    )
    expect(await put(ada, id, foreign.id)).toEqual([])
  })
})

// @cap:public-api.cycles-and-modules
it('is archived once it is done, and restored', async () => {
  const { ada } = await programsOf('ada')
  const { id } = await add(ada, 'Offline')
  expect(await ada.attempt(api.archive, at(id))).toEqual(
    refusal(400, { error: 'Only completed or cancelled modules can be archived' }),
  )
  await ada.call(api.change, { ...at(id), body: { status: 'completed' } })
  expect(await ada.attempt(api.archive, at(id))).toEqual(done)
  for (const list of [api.listArchived, api.listArchivedOlder]) {
    expect((await ada.call(list)).results).toMatchObject([{ id }])
  }
  expect(await page(ada)).toEqual([])
  expect(await ada.attempt(api.get, at(id))).toEqual(missing)
  expect(await ada.attempt(api.change, { ...at(id), body: { name: 'x' } })).toEqual(
    refusal(400, { error: 'Archived module cannot be edited' }),
  )
  expect(await ada.attempt(api.restore, at(id))).toEqual(done)
  expect(await ada.attempt(api.restore, at(id))).toEqual(missing)
  expect(await page(ada)).toMatchObject([{ id, archived_at: null }])
})

it('those of an archived project are not shown', async () => {
  const { ada } = await programsOf('ada')
  const { id } = await add(ada, 'Offline')
  await ada.browser.call(projectsApi.archive)
  expect(await page(ada)).toEqual([])
  expect(await ada.attempt(api.get, at(id))).toEqual(missing)
})

it('members manage them, guests read, strangers get nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { id } = await add(ada, 'Offline')
  const item = await addItem(ada.browser, 'one')
  const input = {
    params: { module_id: id, issue_id: item.id },
    body: { name: 'x', issues: [item.id] },
  }
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, input)
  const { list, listLite, get, items, ...writes } = api
  for (const endpoint of [list, listLite, get, items]) {
    expect(await gus.attempt(endpoint, input as never)).toMatchObject({ status: 200 })
  }
  for (const endpoint of Object.values(writes)) {
    expect(await gus.attempt(endpoint, input as never)).toEqual(notAllowed)
  }
  expect(await mel.attempt(api.remove, at(id))).toEqual(
    refusal(403, { error: 'Only admin or creator can delete the module' }),
  )
  expect(await mel.call(api.get, at(id))).toMatchObject({ name: 'Offline', total_issues: 0 })
})

// @cap:public-api.side-effects
it('browsers hear of what programs do', async () => {
  const { ada } = await programsOf('ada')
  expect(await ada.eventsOf(() => add(ada, 'Offline'))).toMatchObject([
    { type: 'module.saved', module: { name: 'Offline' } },
  ])
})
