import {
  intakeItemsApi as api,
  commentsApi,
  GUEST,
  type IntakeItem,
  type IntakeItemPatch,
  intakeDescriptionVersionsApi,
  intakeItemsAliasApi,
  intakesAliasApi,
  intakesApi,
  labelsApi,
  MEMBER,
  projectsApi,
  searchApi,
  searchIssuesApi,
  workItemListsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  addLabel,
  dumpOf,
  historyOf,
  missing,
  namesOf,
  nobody,
  notForYou,
  refused,
  signedOut,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import { testServer } from '#test/server.ts'
import { wakeSnoozed } from './service.ts'
import { attempt, change, FUTURE, namesIn, openIntake, PAST, submit } from './test-kit/intake.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database
const noIntake = { status: 404, body: { error: 'Intake not found' } }

async function intakeOf() {
  const people = await projectOf('ada', ['max', MEMBER], ['gus', GUEST])
  await openIntake(people.ada)
  return people
}

describe('the intake itself', () => {
  it('is there from the moment it is switched on, once, and stays when it is switched off', async () => {
    const { ada, max } = await projectOf('ada', ['max', MEMBER])
    expect(await ada.attempt(intakesApi.first)).toEqual(noIntake)
    expect(await ada.attempt(api.list)).toEqual(noIntake)
    expect(await ada.attempt(api.create, { body: { issue: { name: 'x' } } })).toEqual(noIntake)
    await openIntake(ada)
    const intake = await max.call(intakesApi.first)
    expect(intake).toMatchObject({
      ...{ name: 'Trail Maps Intake', is_default: true, description: '', pending_issue_count: 0 },
      ...{ project: ada.place.project_id, created_by: ada.user_id, view_props: {} },
      project_detail: { id: ada.place.project_id, identifier: 'TRAIL', name: 'Trail Maps' },
    })
    await submit(ada, 'kept')
    await ada.call(projectsApi.change, { body: { inbox_view: false } })
    await ada.call(projectsApi.change, { body: { intake_view: true } })
    const again = await max.call(intakesAliasApi.first)
    expect(again).toMatchObject({ id: intake.id, pending_issue_count: 1 })
  })

  it('comes with a project that is created with it', async () => {
    const { ada } = await projectOf('ada')
    const body = { name: 'Huts', identifier: 'HUTS', inbox_view: true }
    const { id: project_id } = await ada.call(projectsApi.create, { body })
    expect(await ada.at({ project_id }).call(intakesApi.first)).toMatchObject({
      name: 'Huts Intake',
    })
  })

  it('can have others beside it, of other names; only the default one stays', async () => {
    const { ada, gus } = await intakeOf()
    const { id } = await ada.call(intakesApi.create, { body: { name: ' Mail ' } })
    expect(await ada.call(intakesApi.get, { params: { id } })).toMatchObject({
      ...{ name: 'Mail', is_default: false },
    })
    const taken = { status: 400, body: { error: 'The payload is not valid' } }
    expect(await ada.attempt(intakesAliasApi.create, { body: { name: 'Mail' } })).toEqual(taken)
    const body = { name: 'Post', description: 'by mail', logo_props: { in_use: 'emoji' } }
    expect(await ada.call(intakesAliasApi.change, { params: { id }, body })).toMatchObject(body)
    const first = await ada.call(intakesApi.first)
    expect(first.is_default).toBe(true)
    expect(await ada.attempt(intakesApi.remove, { params: { id: first.id } })).toEqual({
      status: 400,
      body: { error: 'You cannot delete the default intake' },
    })
    await ada.call(intakesApi.remove, { params: { id } })
    expect(await ada.attempt(intakesApi.get, { params: { id } })).toEqual(missing)
    expect(await gus.attempt(intakesApi.first)).toEqual(refused)
  })
})

describe('submitting', () => {
  // @cap:intake.create
  it('is for everybody in the project, and the item is pending and in no list', async () => {
    const { ada, max, gus } = await intakeOf()
    const label = await addLabel(ada, 'Bug')
    const more = {
      ...{ description_html: '<p>It rains in</p>', priority: 'high', target_date: '2030-01-02' },
      ...{ label_ids: [label], assignee_ids: [max.user_id] },
    }
    for (const client of [ada, max, gus]) await submit(client, 'leaking hut', more)
    const { results } = await ada.call(api.list)
    expect(results.map(({ created_by }) => created_by)).toEqual([
      gus.user_id,
      max.user_id,
      ada.user_id,
    ])
    const id = results[0]?.issue.id ?? ''
    expect(results[0]).toEqual({
      ...{ id: results[0]?.id, status: -2, duplicate_to: null, snoozed_till: null },
      ...{ source: 'IN_APP', created_by: gus.user_id },
      issue: {
        ...{ id, name: 'leaking hut', priority: 'high', sequence_id: 3, label_ids: [label] },
        project_id: ada.place.project_id,
        created_at: results[0]?.issue.created_at,
        created_by: gus.user_id,
      },
    })
    expect(await gus.call(api.get, { params: { id } })).toMatchObject({
      ...{ id: results[0]?.id, status: -2, duplicate_issue_detail: null },
      issue: {
        ...{ id, state__group: 'triage', assignee_ids: [max.user_id], target_date: '2030-01-02' },
        ...{ description_html: '<p>It rains in</p>', is_subscribed: true },
      },
    })
    expect(await historyOf(db, id)).toMatchObject([{ verb: 'created' }, { field: 'assignees' }])

    expect(await namesOf(ada)).toEqual([])
    expect(await ada.call(workItemListsApi.workspace)).toMatchObject({ total_count: 0 })
    expect(await max.call(workItemListsApi.mine)).toMatchObject({ total_count: 0 })
    const grouped = await ada.call(workItemListsApi.project, { query: { group_by: 'state_id' } })
    expect(grouped).toMatchObject({ total_count: 0, results: {} })
    expect((await ada.call(workItemListsApi.sync)).results).toEqual([])
    const found = await ada.call(searchIssuesApi.search, { query: { search: 'leaking' } })
    expect(found).toEqual([])
    const search = { search: 'leaking', workspace_search: 'true' }
    expect((await ada.call(searchApi.search, { query: search })).results.issue).toEqual([])
    const params = { id }
    expect(await ada.attempt(workItemsApi.change, { params, body: { name: 'x' } })).toMatchObject({
      status: 404,
    })
  })

  it('needs a name, a known priority and ids of this project, or changes nothing', async () => {
    const { ada } = await intakeOf()
    const { bob } = await projectOf('bob')
    const foreign = await addLabel(bob, 'theirs')
    const before = await dumpOf(db, ada.place.project_id ?? '')
    for (const [body, answer] of [
      [{}, { error: 'Name is required' }],
      [{ issue: {} }, { error: 'Name is required' }],
      [{ issue: { name: ' ' } }, { error: 'Name is required' }],
      [{ issue: { name: 'x', priority: 'dire' } }, { error: 'Invalid priority' }],
      [{ issue: { name: 'x', priority: null } }, { error: 'Invalid priority' }],
    ] as const) {
      expect(await ada.attempt(api.create, { body })).toEqual({ status: 400, body: answer })
    }
    for (const issue of [
      { name: 'x'.repeat(256) },
      { name: 'x', label_ids: [foreign] },
      { name: 'x', assignee_ids: [bob.user_id] },
      { name: 'x', state_id: nobody },
      { name: 'x', parent_id: nobody },
      { name: 'x', start_date: '2030-01-02', target_date: '2030-01-01' },
    ]) {
      expect(await ada.attempt(api.create, { body: { issue } })).toMatchObject({ status: 400 })
    }
    expect(await dumpOf(db, ada.place.project_id ?? '')).toBe(before)
  })

  it('is nobody else’s, by either name', async () => {
    const { ada } = await intakeOf()
    const { eve } = await projectOf('eve')
    const id = await submit(ada, 'ours')
    for (const calls of [api, intakeItemsAliasApi]) {
      for (const call of Object.values(calls)) {
        const input = { params: { id }, body: { issue: { name: 'x' } } }
        expect(await stranger.at(ada.place).attempt(call, input)).toEqual(signedOut)
        expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
      }
      await openIntake(eve)
      expect(await eve.attempt(calls.get, { params: { id } })).toEqual(missing)
      expect(await attempt(eve, id, { status: 1 })).toEqual(missing)
      expect(await ada.call(calls.get, { params: { id } })).toMatchObject({ status: -2 })
    }
  })
})

describe('the list', () => {
  // @cap:intake.tabs
  it('has the pending and those whose snooze has passed, newest first, ten at a time', async () => {
    const { ada } = await intakeOf()
    const ids: string[] = []
    for (let n = 1; n <= 14; n += 1) ids.push(await submit(ada, `item ${n}`))
    const [declined = '', accepted = '', asleep = '', awake = ''] = ids
    await change(ada, declined, { status: -1 })
    await change(ada, accepted, { status: 1 })
    await change(ada, asleep, { status: 0, snoozed_till: FUTURE })
    await change(ada, awake, { status: 0, snoozed_till: PAST })
    const open = { status: '-2', per_page: '10' }
    const first = await ada.call(api.list, { query: { ...open, cursor: '10:0:0' } })
    expect(first).toMatchObject({
      ...{ total_results: 11, count: 10, total_pages: 2, next_page_results: true },
      next_cursor: '10:1:0',
    })
    expect(first.results[0]?.issue.name).toBe('item 14')
    const rest = await ada.call(api.list, { query: { ...open, cursor: '10:1:0' } })
    expect(rest).toMatchObject({ count: 1, next_page_results: false })
    expect(rest.results).toMatchObject([{ status: 0, issue: { id: awake } }])
    expect((await ada.call(intakesApi.first)).pending_issue_count).toBe(11)

    expect(await namesIn(ada, { status: '1,-1,2' })).toEqual(['item 2', 'item 1'])
    expect(await namesIn(ada, { status: '0' })).toEqual(['item 3'])
    expect(await namesIn(ada, { status: '-2,0' })).toHaveLength(12)
    expect(await namesIn(ada, { status: '' })).toHaveLength(14)
    expect(await namesIn(ada, { status: 'null' })).toHaveLength(14)
    expect(await namesIn(ada, { status: 'null,-1' })).toEqual(['item 1'])
    expect(await namesIn(ada, { status: '9' })).toEqual([])
    expect(await namesIn(ada)).toHaveLength(11)
  })

  // @cap:intake.filter-and-sort
  it('filters by what its items are, and sorts by three keys', async () => {
    const { ada, max } = await intakeOf()
    const label = await addLabel(ada, 'Bug')
    const bug = await submit(ada, 'a bug', { label_ids: [label], priority: 'urgent' })
    await submit(max, 'b wish', { assignee_ids: [max.user_id], priority: 'low' })
    await submit(max, 'c idea')
    expect(await namesIn(ada, { labels: label })).toEqual(['a bug'])
    expect(await namesIn(ada, { priority: 'low,urgent' })).toEqual(['b wish', 'a bug'])
    expect(await namesIn(ada, { assignees: max.user_id })).toEqual(['b wish'])
    expect(await namesIn(ada, { created_by: max.user_id })).toEqual(['c idea', 'b wish'])
    await sql`update work_items set created_at = '2020-05-05T12:00:00Z' where id = ${bug}`.execute(
      db,
    )
    expect(await namesIn(ada, { created_at: '2020-05-05;after,2020-05-06;before' })).toEqual([
      'a bug',
    ])
    expect(await namesIn(ada, { updated_at: '2020-05-06;before' })).toEqual([])
    await change(ada, bug, { status: 1 })
    const backlog = await stateOf(ada, 'backlog')
    expect(await namesIn(ada, { status: '1', state: backlog })).toEqual(['a bug'])
    expect(await namesIn(ada, { status: '1', state: await stateOf(ada, 'started') })).toEqual([])

    const sorted = (order_by: string) => namesIn(ada, { status: '', order_by })
    expect(await sorted('issue__sequence_id')).toEqual(['a bug', 'b wish', 'c idea'])
    expect(await sorted('-issue__sequence_id')).toEqual(['c idea', 'b wish', 'a bug'])
    expect(await sorted('-issue__updated_at')).toEqual(['a bug', 'c idea', 'b wish'])
    expect(await sorted('issue__created_at')).toEqual(['a bug', 'b wish', 'c idea'])
    for (const unknown of ['', 'issue__name', 'created_at', 'issue__sequence_id; drop']) {
      expect(await sorted(unknown)).toEqual(['c idea', 'b wish', 'a bug'])
    }
    expect(await ada.attempt(api.list, { query: { cursor: 'x' } })).toEqual({
      status: 400,
      body: { detail: 'Invalid cursor parameter.' },
    })
  })

  // @cap:intake.guest-sees-own
  it('shows guests their own alone, unless the project shows them all', async () => {
    const { ada, gus } = await intakeOf()
    const hers = await submit(ada, 'hers')
    const his = await submit(gus, 'his')
    expect(await namesIn(gus)).toEqual(['his'])
    expect(await gus.attempt(api.get, { params: { id: hers } })).toEqual(notForYou)
    expect(await gus.call(api.get, { params: { id: his } })).toMatchObject({ status: -2 })
    const versions = intakeDescriptionVersionsApi
    expect(await gus.attempt(versions.list, { params: { id: hers } })).toEqual(notForYou)
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
    expect(await namesIn(gus)).toEqual(['his', 'hers'])
    expect(await gus.call(api.get, { params: { id: hers } })).toMatchObject({ status: -2 })
  })
})

describe('editing', () => {
  // @cap:intake.edit-own
  it('is for its author and administrators while it is open; guests change its words only', async () => {
    const { ada, max, gus } = await intakeOf()
    const id = await submit(gus, 'his', { description_html: '<p>one</p>' })
    const issue = { name: 'better', description_html: '<p>two</p>', priority: 'urgent' } as const
    expect(await change(gus, id, { issue })).toMatchObject({
      issue: { name: 'better', description_html: '<p>two</p>', priority: 'none' },
    })
    expect(await change(ada, id, { issue: { priority: 'high' } })).toMatchObject({
      issue: { priority: 'high', updated_by: ada.user_id },
    })
    expect(await attempt(max, id, { issue })).toEqual(refused)
    const hers = await submit(ada, 'hers')
    expect(await attempt(gus, hers, { issue })).toEqual({
      status: 400,
      body: { error: 'You cannot edit intake issues' },
    })
    const own = await submit(max, 'own')
    const started = await stateOf(ada, 'started')
    const edited = await change(max, own, { issue: { name: 'mine', state_id: started } })
    // A requested state is ignored: the item stays in triage until it is accepted.
    expect(edited.issue).toMatchObject({ name: 'mine', state__group: 'triage' })
    expect(await attempt(ada, own, { issue: { state_id: nobody } })).toMatchObject({ status: 400 })
    expect((await historyOf(db, own)).map(({ field }) => field)).toEqual([null, 'name'])

    await change(ada, id, { status: -1 })
    expect(await attempt(ada, id, { issue })).toEqual({
      status: 400,
      body: { error: 'This work item is already rejected.' },
    })
  })

  // @cap:intake.description-history
  it('keeps the versions of a description, to be listed and read', async () => {
    const { ada, gus } = await intakeOf()
    const id = await submit(gus, 'his', { description_html: '<p>one</p>' })
    await change(gus, id, { issue: { description_html: '<p>two</p>' } })
    await change(ada, id, { issue: { description_html: '<p>three</p>' } })
    const { results, total_results } = await gus.call(intakeDescriptionVersionsApi.list, {
      params: { id },
    })
    expect(total_results).toBe(2)
    expect(results.map(({ owned_by }) => owned_by)).toEqual([ada.user_id, gus.user_id])
    const version_id = results[1]?.id ?? ''
    const version = await ada.call(intakeDescriptionVersionsApi.get, {
      params: { id, version_id },
    })
    expect(version).toMatchObject({ issue: id, description_html: '<p>two</p>' })
    const plain = await addItem(ada, 'in no intake')
    const params = { id: plain.id, version_id }
    for (const call of Object.values(intakeDescriptionVersionsApi)) {
      expect(await ada.attempt(call, { params })).toEqual(missing)
    }
  })

  it('can be talked about while it waits', async () => {
    const { ada, gus } = await intakeOf()
    const id = await submit(gus, 'his')
    const body = { comment_html: '<p>Which hut?</p>' }
    await ada.call(commentsApi.create, { params: { id }, body })
    expect(await gus.call(commentsApi.list, { params: { id } })).toHaveLength(1)
    expect(await namesOf(ada)).toEqual([])
  })
})

describe('deleting', () => {
  // @cap:intake.delete
  it('is for administrators and its author; what was accepted stays a work item', async () => {
    const { ada, max, gus } = await intakeOf()
    const his = await submit(gus, 'his')
    const hers = await submit(ada, 'hers')
    const accepted = await submit(gus, 'accepted')
    await change(ada, accepted, { status: 1 })
    expect(await max.attempt(api.remove, { params: { id: his } })).toEqual(refused)
    expect(await gus.attempt(api.remove, { params: { id: hers } })).toEqual(refused)
    const { project_id } = ada.place
    const events = await ada.eventsOf(() => gus.call(api.remove, { params: { id: his } }))
    expect(events).toEqual([{ type: 'intake_item.removed', issue: his, project_id }])
    expect(await ada.attempt(api.get, { params: { id: his } })).toEqual(missing)
    expect(await ada.attempt(workItemsApi.get, { params: { id: his } })).toEqual(missing)
    await ada.call(intakeItemsAliasApi.remove, { params: { id: hers } })
    expect(await namesIn(ada)).toEqual([])
    await ada.call(api.remove, { params: { id: accepted } })
    expect(await namesIn(ada, { status: '' })).toEqual([])
    expect(await namesOf(ada)).toEqual(['accepted'])
    expect(await ada.attempt(api.remove, { params: { id: accepted } })).toEqual(missing)
  })

  it('leaves intake with its work item, too', async () => {
    const { ada } = await intakeOf()
    const id = await submit(ada, 'accepted')
    await change(ada, id, { status: 1 })
    await ada.call(workItemsApi.remove, { params: { id } })
    expect(await namesIn(ada, { status: '' })).toEqual([])
    expect(await ada.attempt(api.get, { params: { id } })).toEqual(missing)
  })
})

it('tells browsers how a row stands after each change, and of pending items nothing to lists', async () => {
  const { ada } = await intakeOf()
  const row = async (id: string) =>
    (await ada.call(api.list, { query: { status: '' } })).results.find(
      ({ issue }) => issue.id === id,
    ) as IntakeItem
  let id = ''
  const made = await ada.eventsOf(async () => {
    id = await submit(ada, 'new')
  })
  expect(made).toEqual([{ type: 'intake_item.saved', intake_item: await row(id) }])
  const label = await ada.call(labelsApi.create, { body: { name: 'Bug' } })
  const changes: IntakeItemPatch[] = [
    { issue: { name: 'newer', label_ids: [label.id] } },
    { status: 0, snoozed_till: PAST },
  ]
  for (const body of changes) {
    const events = await ada.eventsOf(() => change(ada, id, body))
    expect(events).toEqual([{ type: 'intake_item.saved', intake_item: await row(id) }])
  }
  const woken = await ada.eventsOf(() => wakeSnoozed(db))
  expect(woken).toContainEqual({ type: 'intake_item.saved', intake_item: await row(id) })
  const accepted = await ada.eventsOf(() => change(ada, id, { status: 1 }))
  expect(accepted).toMatchObject([
    { type: 'work_item.saved', work_item: { id, state__group: 'backlog' } },
    { type: 'intake_item.saved', intake_item: { status: 1 } },
  ])
})
