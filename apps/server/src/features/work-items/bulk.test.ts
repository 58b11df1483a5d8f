import {
  workItemsApi as api,
  GUEST,
  workItemListsApi as lists,
  MEMBER,
  modulesApi,
  type SyncPage,
  type WorkItem,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addCycle, addPoints, letEnd } from '#features/cycles/test-kit/cycles.ts'
import { testServer } from '#test/server.ts'
import {
  addItem,
  addLabel,
  dumpOf,
  historyOf,
  namesOf,
  nobody,
  refused,
  rowsOf,
  stateOf,
} from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const { db } = database
const project = ({ place }: { place: Record<string, string> }) => place.project_id ?? ''
const notFound = { status: 404, body: { error: 'Work item not found' } }

describe('changing many', () => {
  // @cap:bulk.update-properties
  it('adds to lists, replaces the rest, and tells each item’s history once', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const [retained, fresh] = [await addLabel(ada, 'kept'), await addLabel(ada, 'fresh')]
    const one = await addItem(ada, 'one', { label_ids: [retained] })
    const two = await addItem(ada, 'two', { priority: 'high' })
    const done = await stateOf(ada, 'completed')
    const body = {
      issue_ids: [one.id, two.id],
      properties: {
        state_id: done,
        priority: 'high' as const,
        label_ids: [fresh],
        assignee_ids: [mia.user_id],
        target_date: '2026-12-01',
      },
    }
    expect(await ada.call(api.bulkChange, { body })).toEqual({
      message: 'Bulk operation successful',
    })
    const rows = await rowsOf(ada, { order_by: 'sequence_id' })
    expect(rows.map(({ state_id, priority }) => [state_id, priority])).toEqual([
      [done, 'high'],
      [done, 'high'],
    ])
    expect(rows[0]?.label_ids.toSorted()).toEqual([retained, fresh].toSorted())
    expect(rows.every(({ completed_at }) => completed_at !== null)).toBe(true)
    expect(rows.every(({ assignee_ids }) => assignee_ids[0] === mia.user_id)).toBe(true)
    const fields = (await historyOf(db, two.id)).map(({ field }) => field)
    // Its priority was already high.
    expect(fields.toSorted()).toEqual(
      ['assignees', 'labels', 'state', 'target_date', null].toSorted(),
    )
    await ada.call(api.bulkChange, { body })
    expect(await historyOf(db, two.id)).toHaveLength(fields.length)
  })

  // @cap:bulk.update-properties
  it('plans them with the rest: dates, one cycle, more modules, an estimate', async () => {
    const { ada } = await projectOf('ada')
    const { id: cycle_id } = await addCycle(ada, 'Summer')
    const addModule = async (name: string) =>
      (await ada.call(modulesApi.create, { body: { name } })).id
    const [offline, routing] = [await addModule('Offline'), await addModule('Routing')]
    const estimate_point = (await addPoints(db, ada, ['3'])).get('3') ?? ''
    const plan = { module_ids: [offline] }
    const one = await ada.call(api.create, { body: { name: 'one', plan } })
    const two = await addItem(ada, 'two')
    const scalars = {
      cycle_id,
      estimate_point,
      start_date: '2026-11-30',
      target_date: '2026-12-01',
    }
    const properties = { ...scalars, module_ids: [routing] }
    await ada.call(api.bulkChange, { body: { issue_ids: [one.id, two.id], properties } })
    const [first, second] = await rowsOf(ada, { order_by: 'sequence_id' })
    expect(first).toMatchObject(scalars)
    expect(first?.module_ids.toSorted()).toEqual([offline, routing].toSorted())
    expect(second).toMatchObject(properties)
  })

  it('takes labels, people and modules from those that have them, in one call', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const [bug, ios] = [await addLabel(ada, 'bug'), await addLabel(ada, 'ios')]
    const offline = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
    const plan = { module_ids: [offline.id] }
    const both = { label_ids: [bug, ios], assignee_ids: [ada.user_id, mia.user_id] }
    const one = await ada.call(api.create, { body: { name: 'one', ...both, plan } })
    const two = await addItem(ada, 'two', { label_ids: [bug] })
    const three = await addItem(ada, 'three', { label_ids: [ios] })
    const before = (await historyOf(db, three.id)).length
    const properties = {
      ...{ removed_label_ids: [bug, nobody], removed_assignee_ids: [mia.user_id] },
      removed_module_ids: [offline.id],
    }
    const body = { issue_ids: [one.id, two.id, three.id], properties }
    await ada.call(api.bulkChange, { body })
    expect(await rowsOf(ada, { order_by: 'sequence_id' })).toMatchObject([
      { label_ids: [ios], assignee_ids: [ada.user_id], module_ids: [] },
      { label_ids: [] },
      { label_ids: [ios] },
    ])
    const comments = (await historyOf(db, one.id)).map(({ comment }) => comment)
    expect(comments).toEqual(
      expect.arrayContaining([
        ...['removed label ', 'removed assignee ', 'removed this issue from Offline'],
      ]),
    )
    expect(await historyOf(db, three.id)).toHaveLength(before)
    // A label both added and removed is added.
    const mixed = { label_ids: [bug], removed_label_ids: [ios, bug] }
    await ada.call(api.bulkChange, { body: { issue_ids: [two.id, three.id], properties: mixed } })
    expect(await rowsOf(ada, { order_by: 'sequence_id' })).toMatchObject([
      { label_ids: [ios] },
      { label_ids: [bug] },
      { label_ids: [bug] },
    ])
  })

  // @cap:bulk.missing-item
  it('that name one that is gone, or is nobody’s, changes none', async () => {
    const { ada } = await projectOf('ada')
    const [retained, gone] = [await addItem(ada, 'kept'), await addItem(ada, 'gone')]
    await ada.call(api.remove, { params: { id: gone.id } })
    const before = await dumpOf(db, project(ada))
    for (const other of [gone.id, nobody]) {
      const body = { issue_ids: [retained.id, other], properties: { priority: 'low' as const } }
      expect(await ada.attempt(api.bulkChange, { body })).toEqual(notFound)
    }
    expect(await dumpOf(db, project(ada))).toBe(before)
  })

  // @cap:bulk.all-or-nothing
  it('refuses a cycle that is over, and changes nothing', async () => {
    const { ada } = await projectOf('ada')
    const [one, two] = [await addItem(ada, 'one'), await addItem(ada, 'two')]
    const { id: cycle_id } = await addCycle(ada, 'Spring')
    await letEnd(db, cycle_id)
    const before = await dumpOf(db, project(ada))
    const properties = { cycle_id, priority: 'low' as const }
    const body = { issue_ids: [one.id, two.id], properties }
    expect(await ada.attempt(api.bulkChange, { body })).toEqual({
      status: 400,
      body: { error: 'The Cycle has already been completed so no new issues can be added' },
    })
    expect(await dumpOf(db, project(ada))).toBe(before)
  })

  // @cap:states.completion-stamp
  it('stamps the completion on entering a completed state, and clears it on leaving', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const move = async (group: string) => {
      const properties = { state_id: await stateOf(ada, group) }
      await ada.call(api.bulkChange, { body: { issue_ids: [id], properties } })
      return (await ada.call(api.get, { params: { id } })).completed_at
    }
    expect(await move('completed')).not.toBeNull()
    expect(await move('started')).toBeNull()
  })

  it.each([
    [{ issue_ids: [] }, { error: 'Issue IDs are required' }],
    [{ issue_ids: [nobody], properties: {} }, { error: 'Properties are required' }],
    [{ issue_ids: [nobody] }, { error: 'Properties are required' }],
    [
      {
        issue_ids: [nobody],
        properties: { start_date: '2026-02-01', target_date: '2026-01-01' },
      },
      undefined,
    ],
  ])('refuses %j', async (body, answer) => {
    const { ada } = await projectOf('ada')
    const given = await ada.attempt(api.bulkChange, { body })
    expect(given).toEqual(answer ? { status: 400, body: answer } : notFound)
  })

  // @cap:bulk.all-or-nothing
  it('refuses dates that would cross, naming which, and changes nothing', async () => {
    const { ada } = await projectOf('ada')
    const dated = await addItem(ada, 'dated', {
      start_date: '2026-03-01',
      target_date: '2026-03-05',
    })
    const plain = await addItem(ada, 'plain')
    const before = await dumpOf(db, project(ada))
    const attempt = (properties: object) =>
      ada.attempt(api.bulkChange, { body: { issue_ids: [plain.id, dated.id], properties } })
    const code = (error_code: number, error_message: string) => ({
      status: 400,
      body: { error_code, error_message },
    })
    expect(await attempt({ start_date: '2026-04-02', target_date: '2026-04-01' })).toEqual(
      code(4100, 'INVALID_ISSUE_DATES'),
    )
    expect(await attempt({ start_date: '2026-03-06' })).toEqual(
      code(4101, 'INVALID_ISSUE_START_DATE'),
    )
    expect(await attempt({ target_date: '2026-02-01' })).toEqual(
      code(4102, 'INVALID_ISSUE_TARGET_DATE'),
    )
    expect(await dumpOf(db, project(ada))).toBe(before)
  })

  it('is not for guests, and does not reach other projects', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { ada: elsewhere } = await projectOf('ada')
    const { id } = await addItem(elsewhere, 'foreign')
    const body = { issue_ids: [id], properties: { priority: 'low' as const } }
    expect(await gus.attempt(api.bulkChange, { body })).toEqual(refused)
    expect(await ada.attempt(api.bulkChange, { body })).toEqual(notFound)
  })

  it('says above two hundred items only that many changed', async () => {
    const { ada } = await projectOf('ada')
    await addItem(ada, 'first')
    await sql`
      insert into work_items (workspace_id, project_id, sequence_id, name, state_id)
      select workspace_id, project_id, 1 + n, 'item ' || n, state_id
      from work_items, generate_series(1, 200) n where project_id = ${project(ada)}`.execute(db)
    const issue_ids = (await rowsOf(ada)).map(({ id }) => id)
    const change = (priority: 'low' | 'high', ids: string[]) =>
      ada.eventsOf(() =>
        ada.call(api.bulkChange, { body: { issue_ids: ids, properties: { priority } } }),
      )
    expect(await change('low', issue_ids)).toEqual([
      { type: 'work_item.many_saved', project_id: project(ada) },
    ])
    expect(await change('high', issue_ids.slice(1))).toHaveLength(200)
  })
})

describe('deleting and archiving many', () => {
  // @cap:bulk.delete-selected
  it('deletes trees, and says how many were asked for and found', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const parent = await addItem(ada, 'parent')
    await addItem(ada, 'child', { parent_id: parent.id })
    const other = await addItem(ada, 'other')
    const body = { issue_ids: [parent.id, nobody] }
    expect(await mia.attempt(api.bulkRemove, { body })).toEqual(refused)
    expect(await ada.call(api.bulkRemove, { body })).toEqual({ message: '1 issues were deleted' })
    expect(await namesOf(ada)).toEqual(['other'])
    expect(await ada.attempt(api.bulkRemove, { body: { issue_ids: [] } })).toEqual({
      status: 400,
      body: { error: 'Issue IDs are required' },
    })
    expect(other.sequence_id).toBe(3)
  })

  it('archives all or none', async () => {
    const { ada } = await projectOf('ada')
    const done = await addItem(ada, 'done', { state_id: await stateOf(ada, 'completed') })
    const open = await addItem(ada, 'open')
    expect(await ada.attempt(api.bulkArchive, { body: { issue_ids: [done.id, open.id] } })).toEqual(
      {
        status: 400,
        body: { error_code: 4091, error_message: 'INVALID_ARCHIVE_STATE_GROUP' },
      },
    )
    expect(await rowsOf(ada)).toHaveLength(2)
    await ada.call(api.bulkArchive, { body: { issue_ids: [done.id] } })
    expect(await namesOf(ada)).toEqual(['open'])
  })
})

describe('moving dates', () => {
  it('keeps what is not sent, skips what is not there, and notifies nobody', async () => {
    const { ada } = await projectOf('ada')
    const item = await addItem(ada, 'bar', { start_date: '2026-03-01', target_date: '2026-03-05' })
    const updates = [{ id: item.id, target_date: '2026-03-09' }, { id: nobody }]
    expect(await ada.call(api.changeDates, { body: { updates } })).toEqual({
      message: 'Issues updated successfully',
    })
    const [row] = await rowsOf(ada)
    expect([row?.start_date, row?.target_date]).toEqual(['2026-03-01', '2026-03-09'])
    const { rows } = await sql<{ is_notified: boolean }>`
      select is_notified from activities where work_item_id = ${item.id} and field = 'target_date'`.execute(
      db,
    )
    expect(rows).toEqual([{ is_notified: true }])
  })

  it('moves nothing when one of them would end before it starts', async () => {
    const { ada } = await projectOf('ada')
    const [one, two] = [await addItem(ada, 'one'), await addItem(ada, 'two')]
    const before = await dumpOf(db, project(ada))
    const updates = [
      { id: one.id, start_date: '2026-03-01' },
      { id: two.id, start_date: '2026-03-02', target_date: '2026-03-01' },
    ]
    expect(await ada.attempt(api.changeDates, { body: { updates } })).toEqual({
      status: 400,
      body: { message: 'Start date cannot exceed target date' },
    })
    expect(await ada.attempt(api.changeDates, { body: { updates: [{}] } })).toEqual({
      status: 400,
      body: { error: 'The required key does not exist.' },
    })
    expect(await dumpOf(db, project(ada))).toBe(before)
  })
})

describe('lists by context', () => {
  it('of the workspace show every project one is in, guests their own there', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    await addItem(ada, 'hers')
    await sql`
      insert into work_items (workspace_id, project_id, sequence_id, name, state_id, created_by)
      select workspace_id, project_id, 99, 'his', state_id, ${gus.user_id} from work_items
      where project_id = ${project(ada)} limit 1`.execute(db)
    const names = async (client: typeof ada) => {
      const { results } = await client.call(lists.workspace)
      return (results as WorkItem[]).map(({ name }) => name).toSorted()
    }
    expect(await names(ada)).toEqual(['hers', 'his'])
    expect(await names(gus)).toEqual(['his'])
  })

  it('of a person show what they made, were given or follow', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    await addItem(ada, 'made')
    await addItem(mia, 'given', { assignee_ids: [ada.user_id] })
    await addItem(mia, 'neither')
    const of = async (client: typeof ada, user_id: string, query = {}) => {
      const { results } = await client.call(lists.ofPerson, { params: { user_id }, query })
      return (results as WorkItem[]).map(({ name }) => name).toSorted()
    }
    expect(await of(mia, ada.user_id)).toEqual(['given', 'made'])
    // The filters of the profile tabs.
    expect(await of(mia, ada.user_id, { assignees: ada.user_id })).toEqual(['given'])
    expect(await of(mia, ada.user_id, { created_by: ada.user_id })).toEqual(['made'])
    expect(await of(mia, ada.user_id, { subscriber: ada.user_id })).toEqual(['given', 'made'])
    expect(await of(mia, ada.user_id, { created_by: mia.user_id })).toEqual(['given'])
    const { results } = await mia.call(lists.mine, {})
    expect((results as WorkItem[]).map(({ name }) => name).toSorted()).toEqual(['given', 'neither'])
  })

  it('by ids give those that are there', async () => {
    const { ada } = await projectOf('ada')
    const { ada: elsewhere } = await projectOf('ada')
    const [one, foreign] = [await addItem(ada, 'one'), await addItem(elsewhere, 'foreign')]
    const issues = [one.id, foreign.id, nobody, 'junk'].join(',')
    const rows = await ada.call(lists.chosen, { query: { issues } })
    expect(rows.map(({ id, deleted_at }) => [id, deleted_at])).toEqual([[one.id, null]])
    expect(await ada.attempt(lists.chosen, { query: {} })).toEqual({
      status: 400,
      body: { error: 'Issues are required' },
    })
  })

  it('take the last of a repeated key', async () => {
    const { ada } = await projectOf('ada')
    await addItem(ada, 'low', { priority: 'low' })
    await addItem(ada, 'high', { priority: 'high' })
    const { results } = await ada.call(lists.project, { query: { priority: ['low', 'high'] } })
    expect((results as WorkItem[]).map(({ name }) => name)).toEqual(['high'])
  })

  it('send of each row the fields that are asked for, its id and what groups it', async () => {
    const { ada } = await projectOf('ada')
    const { id, name, priority, label_ids } = await addItem(ada, 'one', { priority: 'low' })
    const read = async (query: Record<string, string>) =>
      (await ada.call(lists.project, { query: { fields: 'name,nonsense', ...query } })).results
    expect(await read({})).toEqual([{ id, name }])
    expect(await read({ group_by: 'labels__id' })).toEqual({
      None: { total_results: 1, results: [{ id, name, label_ids }] },
    })
    const low = await read({ group_by: 'labels__id', sub_group_by: 'priority' })
    expect(low).toMatchObject({
      None: { results: { low: { results: [{ id, name, priority, label_ids }] } } },
    })
    const chosen = await ada.call(lists.chosen, { query: { issues: id, fields: 'name' } })
    expect(chosen).toEqual([{ id, name, deleted_at: null }])
  })
})

describe('keeping a copy', () => {
  it('reads what changed since, in order, and what is gone', async () => {
    const { ada } = await projectOf('ada')
    const [one, two] = [await addItem(ada, 'one'), await addItem(ada, 'two')]
    const first = await ada.call(lists.sync, { query: { cursor: '1:0:0', description: 'true' } })
    expect(first).toMatchObject({
      cursor: '1:0:0',
      next_cursor: '1:1:0',
      prev_page_results: false,
      next_page_results: true,
      page_count: 1,
      total_results: 2,
      total_pages: 2,
    })
    expect(first.results.map(({ name, description_html }) => [name, description_html])).toEqual([
      ['one', '<p></p>'],
    ])
    const since = (page: SyncPage) => ({ updated_at__gt: page.server_time })
    const whole = await ada.call(lists.sync, { query: {} })
    expect(whole.next_cursor).toBeNull()
    expect((await ada.call(lists.sync, { query: since(whole) })).results).toEqual([])
    await ada.call(api.change, { params: { id: one.id }, body: { name: 'one again' } })
    await ada.call(api.remove, { params: { id: two.id } })
    const changed = await ada.call(lists.sync, { query: since(whole) })
    expect(changed.results.map(({ name }) => name)).toEqual(['one again'])
    expect(await ada.call(lists.gone, { query: since(whole) })).toEqual([two.id])
    expect(await ada.attempt(lists.sync, { query: { cursor: 'x' } })).toEqual({
      status: 400,
      body: { detail: 'Invalid cursor parameter.' },
    })
  })
})
