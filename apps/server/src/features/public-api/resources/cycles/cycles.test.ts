import { cyclesApi, GUEST, MEMBER, noCounts, projectsApi } from '@cairn/contract'
import { cyclesV1 as api, type CycleV1, type NewCycleV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { addPoints, inDays, letEnd, running, upcoming } from '#features/cycles/test-kit/cycles.ts'
import { addItem, historyOf, nobody, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, type Program, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers, database } = await programServer()
const { db } = database

const add = (client: Client, name: string, more: Partial<NewCycleV1> = {}) =>
  client.call(api.create, { body: { name, ...more } })
const at = (cycle_id: string) => ({ params: { cycle_id } })
const put = (client: Client, cycle_id: string, ...issues: string[]) =>
  client.call(api.addItems, { ...at(cycle_id), body: { issues } })
const page = async (client: Client, query: Record<string, string> = {}) => {
  const answer = await client.call(api.list, { query })
  return 'results' in answer ? answer.results : answer
}
const refusal = (status: number, body: object) => ({ status, body })

/** A cycle with these items and dates in the past, without history of the change. */
async function endedCycle(ada: Program, ...names: string[]) {
  const cycle = await add(ada, 'Sprint 1', running)
  const items = []
  for (const name of names) items.push(await addItem(ada.browser, name))
  const [first] = items
  if (first) await put(ada, cycle.id, ...items.map(({ id }) => id))
  await letEnd(db, cycle.id)
  return { cycle, items }
}

// @cap:public-api.cycles-and-modules
it('creates, reads, changes and deletes', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const cycle = await add(ada, ' Sprint 1 ', {
    ...{ description: 'Offline maps', ...running, owned_by: mel.user_id },
    // Additional keys that clients send.
    ...({ project_id: nobody, id: 'x', timezone: 'UTC' } as object),
  })
  expect(cycle).toEqual({
    ...{ id: expect.any(String), name: 'Sprint 1', description: 'Offline maps' },
    ...{ start_date: `${running.start_date}T00:00:01Z`, end_date: `${running.end_date}T23:59:00Z` },
    ...{ owned_by: mel.user_id, view_props: {}, sort_order: 65535, progress_snapshot: {} },
    ...{ archived_at: null, logo_props: {}, timezone: 'UTC', version: 2 },
    ...{ external_source: null, external_id: null, project: ada.place.project_id },
    ...{ workspace: expect.any(String), created_by: ada.user_id, updated_by: null },
    ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
    ...{ ...noCounts, total_estimates: 0, completed_estimates: 0, started_estimates: 0 },
  })
  expect(await ada.call(api.get, at(cycle.id))).toEqual(cycle)
  const body = { name: 'Sprint one', description: '', sort_order: 1.5, owned_by: ada.user_id }
  expect(await ada.call(api.change, { ...at(cycle.id), body })).toEqual({
    ...{ ...cycle, ...body, updated_at: expect.any(String), updated_by: ada.user_id },
  })
  expect(await ada.attempt(api.remove, at(cycle.id))).toEqual(done)
  for (const call of [api.get, api.change, api.remove, api.items, api.archive]) {
    expect(await ada.attempt(call, { ...at(cycle.id), body } as never)).toEqual(missing)
  }
})

// @cap:public-api.cycles-and-modules
describe('dates', () => {
  it.each([
    [
      { start_date: inDays(1) },
      'Both start date and end date are either required or are to be null',
    ],
    [{ end_date: inDays(1) }, 'Both start date and end date are either required or are to be null'],
  ])('%o are refused', async (dates, error) => {
    const { ada } = await programsOf('ada')
    await add(ada, 'Sprint 1', running)
    const answer = await ada.attempt(api.create, { body: { name: 'x', ...dates } })
    expect(answer).toEqual(refusal(400, { error }))
    expect(await page(ada)).toHaveLength(1)
  })

  it('may be those of another cycle, where the application refuses them', async () => {
    const { ada } = await programsOf('ada')
    await add(ada, 'Sprint 1', running)
    const beside = await add(ada, 'Sprint 1b', running)
    expect(beside).toMatchObject({ start_date: `${running.start_date}T00:00:01Z` })
    const later = await add(ada, 'Sprint 2', upcoming)
    const moved = await ada.call(api.change, { ...at(later.id), body: running })
    expect(moved).toMatchObject({ start_date: beside.start_date, end_date: beside.end_date })
    expect(await page(ada, { cycle_view: 'current' })).toHaveLength(3)
    const body = { name: 'x', ...running }
    expect(await ada.browser.attempt(cyclesApi.create, { body })).toMatchObject({ status: 400 })
    // Its name can still be changed there.
    const params = { id: beside.id }
    await ada.browser.call(cyclesApi.change, { params, body: { name: 'Beside' } })
  })

  it('that are reversed or unreadable are refused', async () => {
    const { ada } = await programsOf('ada')
    const asked = (body: object) => ada.attempt(api.create, { body: { name: 'x', ...body } })
    expect(await asked({ start_date: inDays(2), end_date: inDays(1) })).toEqual(
      refusal(400, { non_field_errors: ['Start date cannot exceed end date'] }),
    )
    const sentence = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'
    expect(await asked({ start_date: 'soon', end_date: inDays(1) })).toEqual(
      refusal(400, { start_date: [sentence] }),
    )
    expect(await page(ada)).toEqual([])
  })

  it('sent one alone mean that moment, so that a cycle is completed and put away', async () => {
    const { ada } = await programsOf('ada')
    const { id } = await add(ada, 'Sprint 1', running)
    const change = (body: object) => ada.attempt(api.change, { ...at(id), body })
    expect(await change({ end_date: inDays(-9) })).toEqual(
      refusal(400, { non_field_errors: ['Start date cannot exceed end date'] }),
    )
    expect(await change({ end_date: null })).toMatchObject({ status: 400 })
    const today = inDays(0)
    expect(await change({ start_date: `${inDays(-6)}T10:00:00` })).toMatchObject({
      body: { start_date: `${inDays(-6)}T10:00:00Z` },
    })
    expect(await change({ end_date: today })).toMatchObject({
      body: { end_date: `${today}T00:00:00Z` },
    })
    expect(await change({ name: 'x', sort_order: 3 })).toEqual(
      refusal(400, { error: 'The Cycle has already been completed so it cannot be edited' }),
    )
    expect(await change({ sort_order: 3 })).toMatchObject({ body: { sort_order: 3 } })
    expect(await ada.attempt(api.archive, at(id))).toEqual(done)
  })
})

it.each([
  [{}, { name: ['This field is required.'] }],
  [{ name: ' ' }, { name: ['This field may not be blank.'] }],
  [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
  [{ name: 'x', owned_by: 'y' }, { owned_by: ['“y” is not a valid UUID.'] }],
  [
    { name: 'x', owned_by: nobody },
    { owned_by: [`Invalid pk "${nobody}" - object does not exist.`] },
  ],
])('refuses to create %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  const refused = await ada.attempt(api.create, { body: body as never })
  expect(refused).toEqual(refusal(400, answer))
  expect(await page(ada)).toEqual([])
})

it('where cycles are switched off none is made or changed', async () => {
  const { ada } = await programsOf('ada')
  const { id } = await add(ada, 'Sprint 1')
  await ada.browser.call(projectsApi.change, { body: { cycle_view: false } })
  const off = refusal(400, { non_field_errors: ['Cycles are not enabled for this project'] })
  const body = { name: 'x' }
  expect(await ada.attempt(api.create, { body })).toEqual(off)
  expect(await ada.attempt(api.change, { ...at(id), body })).toEqual(off)
  expect(await page(ada)).toMatchObject([{ name: 'Sprint 1' }])
})

// @cap:public-api.external-ids
it('a second one from the same place is a conflict that names the first', async () => {
  const { ada } = await programsOf('ada')
  const pair = { external_source: 'jira', external_id: '7' }
  const first = await add(ada, 'Sprint 1', pair)
  const error = 'Cycle with the same external id and external source already exists'
  const taken = refusal(409, { error, id: first.id })
  expect(await ada.attempt(api.create, { body: { name: 'x', ...pair } })).toEqual(taken)
  const half = await add(ada, 'Sprint 2', { external_source: 'jira' })
  const body = { external_id: '7' }
  expect(await ada.attempt(api.change, { ...at(half.id), body })).toEqual(taken)
  expect(await ada.call(api.change, { ...at(first.id), body: pair })).toMatchObject(pair)
  await ada.call(api.remove, at(first.id))
  expect(await add(ada, 'x', pair)).toMatchObject(pair)
})

// @cap:public-api.cycles-and-modules
describe('the list', () => {
  it('is the newest first, or those that stand somewhere, with fields and order', async () => {
    const { ada } = await programsOf('ada')
    const past = await add(ada, 'past', { start_date: inDays(-12), end_date: inDays(-8) })
    const now = await add(ada, 'now', running)
    const next = await add(ada, 'next', upcoming)
    const draft = await add(ada, 'draft')
    const names = async (query: Record<string, string>) =>
      (await page(ada, query)).map(({ name }) => name)
    expect(await names({})).toEqual(['draft', 'next', 'now', 'past'])
    expect(await names({ status: 'upcoming' })).toEqual(['next'])
    for (const [cycle_view, standing] of [
      ['upcoming', ['next']],
      ['completed', ['past']],
      ['draft', ['draft']],
      ['incomplete', ['draft', 'next', 'now']],
      ['all', ['draft', 'next', 'now', 'past']],
    ] as const) {
      expect([cycle_view, await names({ cycle_view })]).toEqual([cycle_view, standing])
    }
    expect(await ada.call(api.list, { query: { cycle_view: 'current' } })).toEqual([now])
    expect(await names({ order_by: 'sort_order' })).toEqual(['draft', 'next', 'now', 'past'])
    expect(await names({ order_by: '-sort_order' })).toEqual(['past', 'now', 'next', 'draft'])
    expect(await names({ status: 'draft', cycle_view: 'completed' })).toEqual(['draft'])
    expect(await names({ status: 'incomplete' })).toEqual(['draft', 'next', 'now'])
    expect(await names({ status: 'constructor' })).toHaveLength(4)
    expect(await names({ order_by: 'start_date' })).toEqual(['past', 'now', 'next', 'draft'])
    expect(await ada.call(api.list, { query: { status: 'current' } })).toEqual([now])
    const query = { status: 'current', fields: 'id' }
    expect(await ada.call(api.list, { query })).toEqual([{ id: now.id }])
    const first = await ada.call(api.list, { query: { per_page: '3' } })
    expect(first).toMatchObject({ total_count: 4, next_page_results: true, extra_stats: null })
    expect(first).toMatchObject({ results: [draft, next, now] })
    expect(await ada.attempt(api.list, { query: { order_by: 'nothing' } })).toEqual(
      refusal(400, { error: 'Please provide valid detail' }),
    )
    const { total_issues, completed_issues, cancelled_issues, ...some } = past
    const { started_issues, unstarted_issues, backlog_issues, ...fewer } = some
    const { total_estimates, completed_estimates, started_estimates, ...lite } = fewer
    expect(await ada.call(api.listLite, { query: { status: 'completed' } })).toMatchObject({
      results: [lite],
    })
    const current = await ada.call(api.listLite, { query: { status: 'current' } })
    expect(current).toMatchObject({ total_count: 1, results: [{ id: now.id }] })
    expect(current.results[0]).not.toHaveProperty('total_issues')
  })

  it('counts what its reader sees, in items and points', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    const points = await addPoints(db, ada, ['3', '5'])
    const cycle = await add(ada, 'Sprint 1', running)
    const started = await stateOf(ada.browser, 'started')
    const one = await addItem(ada.browser, 'one', { estimate_point: points.get('3') })
    const more = { state_id: started, estimate_point: points.get('5') }
    const two = await addItem(ada.browser, 'two', more)
    await put(ada, cycle.id, one.id, two.id)
    const numbers = { total_issues: 2, started_issues: 1, backlog_issues: 1, completed_issues: 0 }
    const estimates = { total_estimates: 8, started_estimates: 5, completed_estimates: 0 }
    expect(await page(ada)).toMatchObject([{ ...numbers, ...estimates }])
    expect(await ada.call(api.get, at(cycle.id))).toMatchObject(numbers)
    expect(await gus.call(api.get, at(cycle.id))).toMatchObject({ total_issues: 0 })
    expect((await gus.call(api.items, at(cycle.id))).results).toEqual([])
    const query = { expand: 'estimate_point', fields: 'estimate_point' }
    expect((await ada.call(api.items, { ...at(cycle.id), query })).results).toMatchObject([
      { estimate_point: { id: points.get('3'), value: '3' } },
      { estimate_point: { id: points.get('5'), value: '5' } },
    ])
  })
})

// @cap:public-api.cycles-and-modules
describe('what is in it', () => {
  it('is put in, listed, read and taken out', async () => {
    const { ada } = await programsOf('ada')
    const [one, two] = [await addItem(ada.browser, 'one'), await addItem(ada.browser, 'two')]
    const sub = await addItem(ada.browser, 'sub', { parent_id: one.id })
    const cycle = await add(ada, 'Sprint 1', running)
    const other = await add(ada, 'Sprint 2', upcoming)
    await put(ada, other.id, one.id)
    const rows = await put(ada, cycle.id, one.id, two.id, one.id)
    expect(rows).toMatchObject([
      { issue: one.id, cycle: cycle.id, project: ada.place.project_id, sub_issues_count: 1 },
      { issue: two.id, cycle: cycle.id, sub_issues_count: 0 },
    ])
    const list = (query: Record<string, string> = {}) =>
      ada.call(api.items, { ...at(cycle.id), query })
    expect((await list()).results).toMatchObject([
      { id: one.id, name: 'one', assignees: [], labels: [], state: one.state_id, parent: null },
      { id: two.id, name: 'two' },
    ])
    expect((await list({ order_by: '-name', per_page: '1' })).results).toMatchObject(
      [two].map(({ id }) => ({ id })),
    )
    expect((await list({ expand: 'state', fields: 'state' })).results[0]).toEqual({
      state: expect.objectContaining({ id: one.state_id, group: 'backlog' }),
    })
    expect(await ada.attempt(api.items, { ...at(cycle.id), query: { order_by: 'x' } })).toEqual(
      refusal(400, { error: 'Please provide valid detail' }),
    )
    const item = { params: { cycle_id: cycle.id, issue_id: two.id } }
    expect(await ada.call(api.item, item)).toEqual(rows[1])
    expect(await ada.attempt(api.removeItem, item)).toEqual(done)
    for (const call of [api.item, api.removeItem]) {
      expect(await ada.attempt(call, item)).toEqual(missing)
      const outside = { params: { cycle_id: cycle.id, issue_id: sub.id } }
      expect(await ada.attempt(call, outside)).toEqual(missing)
    }
    expect((await list()).total_count).toBe(1)
    expect(await historyOf(db, two.id)).toMatchObject([
      { verb: 'created' },
      {},
      { field: 'cycles' },
    ])
  })

  it('is refused without ids, with foreign ones, and once the cycle is over', async () => {
    const { ada } = await programsOf('ada')
    const { bob } = await programsOf('bob')
    const foreign = await addItem(bob.browser, 'theirs')
    const own = await addItem(ada.browser, 'own')
    const cycle = await add(ada, 'Sprint 1', running)
    const attempt = (body: object) => ada.attempt(api.addItems, { ...at(cycle.id), body })
    const nothing = { error: 'Work items are required', code: 'MISSING_WORK_ITEMS' }
    expect(await attempt({})).toEqual(refusal(400, nothing))
    expect(await attempt({ issues: [] })).toEqual(refusal(400, nothing))
    expect(await attempt({ issues: [own.id, foreign.id] })).toMatchObject({
      status: 400,
      body: { issues: { 1: [`Invalid pk "${foreign.id}" - object does not exist.`] } },
    })
    await letEnd(db, cycle.id)
    const message = 'The Cycle has already been completed so no new issues can be added'
    expect(await attempt({ issues: [own.id] })).toEqual(
      refusal(400, { code: 'CYCLE_COMPLETED', message }),
    )
    expect((await ada.call(api.items, at(cycle.id))).results).toEqual([])
  })
})

// @cap:public-api.cycles-and-modules
it('what is unfinished moves on from a cycle that has ended', async () => {
  const { ada } = await programsOf('ada')
  const { cycle, items } = await endedCycle(ada, 'open')
  const next = await add(ada, 'Sprint 2', upcoming)
  const transfer = (cycle_id: string, body: object) =>
    ada.attempt(api.transfer, { ...at(cycle_id), body })
  const new_cycle_id = next.id
  const error = (text: string) => refusal(400, { error: text })
  expect(await transfer(cycle.id, {})).toEqual(error('New Cycle Id is required'))
  expect(await transfer(nobody, { new_cycle_id })).toEqual(error('Source cycle not found'))
  expect(await transfer(next.id, { new_cycle_id: cycle.id })).toEqual(
    error('The cycle where the issues are transferred is already completed'),
  )
  const later = await add(ada, 'Sprint 3', upcoming)
  expect(await transfer(later.id, { new_cycle_id })).toEqual(
    error('The old cycle is not completed yet'),
  )
  expect(await transfer(cycle.id, { new_cycle_id })).toEqual(refusal(200, { message: 'Success' }))
  expect((await ada.call(api.items, at(next.id))).results).toMatchObject([{ id: items[0]?.id }])
  expect(await ada.call(api.get, at(cycle.id))).toMatchObject({
    total_issues: 1,
    progress_snapshot: { total_issues: 1 },
  })
})

// @cap:public-api.cycles-and-modules
it('what is unfinished moves on from a cycle without dates, which goes on', async () => {
  const { ada } = await programsOf('ada')
  const [ideas, next] = [await add(ada, 'Ideas'), await add(ada, 'Sprint 2', upcoming)]
  const item = await addItem(ada.browser, 'open')
  await put(ada, ideas.id, item.id)
  const body = { new_cycle_id: next.id }
  expect(await ada.attempt(api.transfer, { ...at(ideas.id), body })).toEqual(
    refusal(200, { message: 'Success' }),
  )
  expect((await ada.call(api.items, at(next.id))).results).toMatchObject([{ id: item.id }])
  expect(await ada.call(api.get, at(ideas.id))).toMatchObject({
    total_issues: 0,
    progress_snapshot: {},
  })
  await put(ada, ideas.id, item.id)
  const inApp = { params: { id: ideas.id }, body }
  expect(await ada.browser.attempt(cyclesApi.transfer, inApp)).toMatchObject({ status: 400 })
})

// @cap:public-api.cycles-and-modules
it('is archived once it has ended, and restored', async () => {
  const { ada } = await programsOf('ada')
  const open = await add(ada, 'draft')
  const { cycle } = await endedCycle(ada)
  const archived = async () => (await ada.call(api.listArchived)).results
  expect(await ada.attempt(api.archive, at(open.id))).toEqual(
    refusal(400, { error: 'Only completed cycles can be archived' }),
  )
  for (const call of [api.archive, api.archiveOlder]) {
    expect(await ada.attempt(call, at(cycle.id))).toEqual(done)
    expect(await archived()).toMatchObject([{ id: cycle.id, archived_at: expect.any(String) }])
    expect((await page(ada)).map(({ id }: CycleV1) => id)).toEqual([open.id])
    expect(await ada.attempt(api.get, at(cycle.id))).toEqual(missing)
    expect(await ada.attempt(api.change, { ...at(cycle.id), body: { name: 'x' } })).toEqual(
      refusal(400, { error: 'Archived cycle cannot be edited' }),
    )
    expect(await ada.attempt(api.restore, at(cycle.id))).toEqual(done)
    expect(await archived()).toEqual([])
  }
  expect(await ada.attempt(api.restore, at(cycle.id))).toEqual(missing)
  expect(await ada.call(api.get, at(cycle.id))).toMatchObject({ archived_at: null })
})

it('those of an archived project are not shown', async () => {
  const { ada } = await programsOf('ada')
  const { id } = await add(ada, 'Sprint 1')
  await ada.browser.call(projectsApi.archive)
  expect(await page(ada)).toEqual([])
  expect(await ada.attempt(api.get, at(id))).toEqual(missing)
  expect(await ada.attempt(api.remove, at(id))).toEqual(missing)
})

it('members manage them, guests read, strangers get nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { id } = await add(ada, 'Sprint 1', running)
  const item = await addItem(ada.browser, 'one')
  const input = {
    params: { cycle_id: id, issue_id: item.id },
    body: { name: 'x', issues: [item.id], new_cycle_id: id },
  }
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, input)
  const { list, listLite, get, items, item: one, ...writes } = api
  for (const endpoint of [list, listLite, get, items]) {
    expect(await gus.attempt(endpoint, input as never)).toMatchObject({ status: 200 })
  }
  expect(await gus.attempt(one, input)).toEqual(missing)
  for (const endpoint of Object.values(writes)) {
    expect(await gus.attempt(endpoint, input as never)).toEqual(notAllowed)
  }
  expect(await mel.attempt(api.remove, at(id))).toEqual(
    refusal(403, { error: 'Only admin or creator can delete the cycle' }),
  )
  expect(await mel.call(api.get, at(id))).toMatchObject({ name: 'Sprint 1', total_issues: 0 })
  const own = await add(mel, 'Sprint 2')
  expect(await mel.attempt(api.remove, at(own.id))).toEqual(done)
})

// @cap:public-api.side-effects
it('browsers hear of what programs do', async () => {
  const { ada } = await programsOf('ada')
  expect(await ada.eventsOf(() => add(ada, 'Sprint 1'))).toMatchObject([
    { type: 'cycle.saved', cycle: { name: 'Sprint 1' } },
  ])
})
