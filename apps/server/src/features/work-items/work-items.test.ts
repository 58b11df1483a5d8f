import {
  workItemsApi as api,
  applyWorkItemEvent,
  cyclesApi,
  GUEST,
  workItemListsApi as lists,
  MEMBER,
  modulesApi,
  statesApi,
  type WorkItem,
  type WorkItemEvent,
  type WorkItemGroup,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { foldCounts } from './service.ts'

const { projectOf, database } = await testServer()
const { db } = database
const nobody = '00000000-0000-4000-8000-000000000000'
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const refused = { status: 403, body: { error: "You don't have the required permissions." } }

const rowsOf = async (client: Client, query = {}) =>
  (await client.call(lists.project, { query })).results as WorkItem[]
const groupsOf = async (client: Client, query = {}) => {
  const page = await client.call(lists.project, { query: { group_by: 'state_id', ...query } })
  return page.results as Record<string, WorkItemGroup>
}
const stateOf = async (client: Client, group: string) => {
  const states = await client.call(statesApi.list)
  return states.find((state) => state.group === group)?.id ?? ''
}
const add = (client: Client, name: string, more = {}) =>
  client.call(api.create, { body: { name, ...more } })

interface ActivityRow {
  verb: string
  field: string | null
  old_value: string | null
  new_value: string | null
  comment: string
}
const historyOf = async (id: string) => {
  const { rows } = await sql<ActivityRow>`
    select verb, field, old_value, new_value, comment from activities
    where work_item_id = ${id} order by created_at, ctid`.execute(db)
  return rows
}

describe('creating', () => {
  it('gives the defaults of the contract and tells the history', async () => {
    const { ada } = await projectOf('ada')
    const item = await add(ada, '  Contour lines flicker  ')
    expect(item).toMatchObject({
      name: 'Contour lines flicker',
      priority: 'none',
      state_id: await stateOf(ada, 'backlog'),
      state__group: 'backlog',
      sequence_id: 1,
      sort_order: 65535,
      label_ids: [],
      assignee_ids: [],
      completed_at: null,
      created_by: ada.user_id,
      updated_by: null,
      deleted_at: null,
    })
    expect(item.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    expect(await historyOf(item.id)).toEqual([
      {
        verb: 'created',
        field: null,
        old_value: null,
        new_value: null,
        comment: 'created the issue',
      },
    ])
  })

  it('puts a new item after the others of its state', async () => {
    const { ada } = await projectOf('ada')
    const orders = []
    for (const name of ['a', 'b', 'c']) orders.push((await add(ada, name)).sort_order)
    expect(orders).toEqual([65535, 75535, 85535])
    const started = await add(ada, 'd', { state_id: await stateOf(ada, 'started') })
    expect(started.sort_order).toBe(65535)
  })

  // @cap:work-items.sequence-key
  it('gives 200 parallel creates 200 consecutive numbers', async () => {
    const { ada } = await projectOf('ada')
    const items = await Promise.all(Array.from({ length: 200 }, (_, n) => add(ada, `item ${n}`)))
    const numbers = items.map(({ sequence_id }) => sequence_id).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
  })

  it('is planned with it, all or nothing; beside its own fields a plan is not looked at', async () => {
    const { ada } = await projectOf('ada')
    const cycle = await ada.call(cyclesApi.create, { body: { name: 'Summer' } })
    const module = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
    const plan = { cycle_id: cycle.id, module_ids: [module.id] }
    const planned = await add(ada, 'planned', { plan } as object)
    expect(planned).toMatchObject(plan)
    expect(await add(ada, 'plain', plan as object)).toMatchObject({
      cycle_id: null,
      module_ids: [],
    })
    const before = await rowsOf(ada)
    const body = { name: 'nowhere', plan: { ...plan, cycle_id: nobody } }
    expect(await ada.attempt(api.create, { body })).toMatchObject({ status: 400 })
    expect(await rowsOf(ada)).toEqual(before)
  })

  it('never gives the number of a deleted item again', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'first')
    await ada.call(api.remove, { params: { id } })
    expect(await add(ada, 'second')).toMatchObject({ sequence_id: 2 })
  })

  it('marks what is created in a completed state as completed', async () => {
    const { ada } = await projectOf('ada')
    const item = await add(ada, 'done', { state_id: await stateOf(ada, 'completed') })
    expect(item.completed_at).not.toBeNull()
  })

  it('cleans the description', async () => {
    const { ada } = await projectOf('ada')
    const html = '<p onclick="x()">Hi</p><script>alert(1)</script>'
    const { id } = await add(ada, 'x', { description_html: html })
    const { description_html } = await ada.call(api.get, { params: { id } })
    expect(description_html).toBe('<p>Hi</p>')
  })

  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: null }, { name: ['This field may not be null.'] }],
    [{ name: '   ' }, { name: ['This field may not be blank.'] }],
    [{ name: 7 }, { name: ['Not a valid string.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ name: 'x', priority: 'asap' }, { priority: ['"asap" is not a valid choice.'] }],
    [
      { name: 'x', target_date: 'tomorrow' },
      {
        target_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'],
      },
    ],
    [
      { name: 'x', start_date: '2026-02-02', target_date: '2026-02-01' },
      { non_field_errors: ['Start date cannot exceed target date'] },
    ],
    [{ name: 'x', state_id: 'nope' }, { state_id: ['“nope” is not a valid UUID.'] }],
    [
      { name: 'x', state_id: nobody },
      { non_field_errors: ['State is not valid please pass a valid state_id'] },
    ],
    [
      { name: 'x', assignee_ids: [nobody] },
      { assignee_ids: { 0: [`Invalid pk "${nobody}" - object does not exist.`] } },
    ],
    [
      { name: 'x', label_ids: [nobody] },
      { label_ids: { 0: [`Invalid pk "${nobody}" - object does not exist.`] } },
    ],
  ])('refuses %o and changes nothing', async (body, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await rowsOf(ada)).toEqual([])
    expect(await add(ada, 'next')).toMatchObject({ sequence_id: 1 })
  })

  it('ignores what is not the caller’s to say', async () => {
    const { ada } = await projectOf('ada')
    const forged = { sequence_id: 99, created_by: nobody, completed_at: '2020-01-01T00:00:00Z' }
    expect(await add(ada, 'x', forged)).toMatchObject({
      sequence_id: 1,
      created_by: ada.user_id,
      completed_at: null,
    })
  })

  it('refuses ids of another project: its state, and silently drops its labels', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const foreign = await stateOf(eve, 'backlog')
    expect(await ada.attempt(api.create, { body: { name: 'x', state_id: foreign } })).toMatchObject(
      {
        status: 400,
      },
    )
    const body = { name: 'x', assignee_ids: [eve.user_id] }
    expect(await ada.attempt(api.create, { body })).toMatchObject({ status: 400 })
    expect(await rowsOf(ada)).toEqual([])
  })

  // @cap:members.guests-not-assignable
  it('assigns members, and drops guests', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const item = await add(ada, 'x', { assignee_ids: [mel.user_id, gus.user_id] })
    expect(item.assignee_ids).toEqual([mel.user_id])
    expect(await historyOf(item.id)).toMatchObject([
      { verb: 'created', field: null },
      { verb: 'updated', field: 'assignees', old_value: '', new_value: 'mel' },
    ])
  })
})

describe('changing', () => {
  it('writes one row of history per field that really changed', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'Old')
    const state_id = await stateOf(ada, 'started')
    const body = { name: 'New', priority: 'high', state_id, target_date: '2026-12-01' } as const
    await ada.call(api.change, { params: { id }, body })
    await ada.call(api.change, { params: { id }, body })

    expect(await ada.call(api.get, { params: { id } })).toMatchObject({
      ...body,
      state__group: 'started',
      updated_by: ada.user_id,
    })
    expect((await historyOf(id)).slice(1)).toEqual([
      {
        verb: 'updated',
        field: 'name',
        old_value: 'Old',
        new_value: 'New',
        comment: 'updated the name to',
      },
      {
        verb: 'updated',
        field: 'priority',
        old_value: 'none',
        new_value: 'high',
        comment: 'updated the priority to',
      },
      {
        verb: 'updated',
        field: 'target_date',
        old_value: '',
        new_value: '2026-12-01',
        comment: 'updated the target date to',
      },
      {
        verb: 'updated',
        field: 'state',
        old_value: 'Backlog',
        new_value: 'In Progress',
        comment: 'updated the state to',
      },
    ])
  })

  // @cap:states.completion-stamp
  it('sets completed_at on entering a completed state and clears it on leaving', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'x')
    const move = async (group: string) => {
      const body = { state_id: await stateOf(ada, group) }
      await ada.call(api.change, { params: { id }, body })
      return (await ada.call(api.get, { params: { id } })).completed_at
    }
    const completed = await move('completed')
    expect(completed).not.toBeNull()
    await ada.call(api.change, { params: { id }, body: { name: 'y' } })
    expect((await ada.call(api.get, { params: { id } })).completed_at).toBe(completed)
    expect(await move('cancelled')).toBeNull()
  })

  // @cap:work-items.date-order
  it('compares a date with the one that is stored', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'x', { target_date: '2026-05-05' })
    const late = { params: { id }, body: { start_date: '2026-05-06' } }
    expect(await ada.attempt(api.change, late)).toEqual({
      status: 400,
      body: { non_field_errors: ['Start date cannot exceed target date'] },
    })
    const equal = { params: { id }, body: { start_date: '2026-05-05' } }
    expect(await ada.attempt(api.change, equal)).toEqual({ status: 204, body: null })
  })

  it('replaces assignees, and says who came and who went', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await add(ada, 'x', { assignee_ids: [ada.user_id] })
    await ada.call(api.change, { params: { id }, body: { assignee_ids: [mel.user_id] } })
    expect(await ada.call(api.get, { params: { id } })).toMatchObject({
      assignee_ids: [mel.user_id],
    })
    expect((await historyOf(id)).slice(2)).toMatchObject([
      { field: 'assignees', old_value: '', new_value: 'mel' },
      { field: 'assignees', old_value: 'ada', new_value: '' },
    ])
  })

  // @cap:errors.conflict-safe
  it('loses nothing of two changes at once: other fields both stay, the same field is in the history twice', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'x')
    const change = (body: object) => ada.call(api.change, { params: { id }, body })
    await Promise.all([change({ name: 'y' }), change({ priority: 'low' })])
    expect(await ada.call(api.get, { params: { id } })).toMatchObject({
      name: 'y',
      priority: 'low',
    })
    await Promise.all([change({ name: 'one' }), change({ name: 'two' })])
    const { name } = await ada.call(api.get, { params: { id } })
    const names = (await historyOf(id)).filter(({ field }) => field === 'name')
    expect(names.map(({ new_value }) => new_value).toSorted()).toEqual(['one', 'two', 'y'])
    expect(names.at(-1)?.new_value).toBe(name)
  })

  it('lets guests change only what they reported', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const theirs = await add(ada, 'theirs')
    const own = await add(ada, 'own')
    await sql`update work_items set created_by = ${gus.user_id} where id = ${own.id}`.execute(db)
    await sql`update projects set guest_view_all_features = true
      where id = ${own.project_id}`.execute(db)
    const body = { name: 'changed' }
    expect(await gus.attempt(api.change, { params: { id: theirs.id }, body })).toEqual(refused)
    expect(await gus.attempt(api.change, { params: { id: own.id }, body })).toMatchObject({
      status: 204,
    })
    expect(await gus.attempt(api.create, { body })).toEqual(refused)
  })
})

describe('deleting', () => {
  // @cap:work-items.delete
  it('takes the item and its tree out of every list, and leaves the history', async () => {
    const { ada } = await projectOf('ada')
    const parent = await add(ada, 'parent')
    const child = await add(ada, 'child')
    await sql`update work_items set parent_id = ${parent.id} where id = ${child.id}`.execute(db)
    await ada.call(api.remove, { params: { id: parent.id } })
    expect(await rowsOf(ada)).toEqual([])
    for (const { id } of [parent, child]) {
      expect(await ada.attempt(api.get, { params: { id } })).toEqual(missing)
      expect((await historyOf(id)).at(-1)).toMatchObject({ verb: 'deleted', field: 'issue' })
    }
  })

  // @cap:work-items.delete
  it('is for project admins and the author', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const hers = await add(ada, 'hers')
    const his = await add(mel, 'his')
    expect(await mel.attempt(api.remove, { params: { id: hers.id } })).toEqual(refused)
    expect(await mel.attempt(api.remove, { params: { id: his.id } })).toMatchObject({ status: 204 })
    expect(await mel.attempt(api.remove, { params: { id: his.id } })).toEqual(missing)
  })
})

describe('scope', () => {
  it('answers unknown, deleted and foreign ids alike', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const gone = await add(ada, 'gone')
    await ada.call(api.remove, { params: { id: gone.id } })
    const foreign = await add(eve, 'foreign')
    for (const id of [nobody, gone.id, foreign.id]) {
      expect(await ada.attempt(api.get, { params: { id } })).toEqual(missing)
      expect(await ada.attempt(api.remove, { params: { id } })).toEqual(missing)
      const change = { params: { id }, body: { name: 'mine now' } }
      expect(await ada.attempt(api.change, change)).toEqual({
        status: 404,
        body: { error: 'Issue not found' },
      })
    }
    expect(await eve.call(api.get, { params: { id: foreign.id } })).toMatchObject({
      name: 'foreign',
    })
  })

  it('shows restricted guests only what they created, in lists, groups and totals', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const own = await add(ada, 'own')
    const hidden = await add(ada, 'hidden')
    await sql`update work_items set created_by = ${gus.user_id} where id = ${own.id}`.execute(db)
    expect((await rowsOf(gus)).map(({ name }) => name)).toEqual(['own'])
    const page = await gus.call(lists.project, { query: { group_by: 'state_id' } })
    expect(page).toMatchObject({ total_count: 1, count: 1 })
    expect(await gus.attempt(api.get, { params: { id: hidden.id } })).toEqual({
      status: 403,
      body: { error: 'You are not allowed to view this issue' },
    })
  })
})

describe('listing', () => {
  it('pages newest first, and an order nobody knows is that one', async () => {
    const { ada } = await projectOf('ada')
    for (const name of ['a', 'b', 'c', 'd', 'e']) await add(ada, name)
    const page = await ada.call(lists.project, { query: { per_page: '2', cursor: '2:1:0' } })
    expect(page).toMatchObject({
      total_count: 5,
      total_results: 5,
      count: 2,
      total_pages: 3,
      next_cursor: '2:2:0',
      prev_cursor: '2:0:1',
      next_page_results: true,
      prev_page_results: true,
      grouped_by: null,
      extra_stats: null,
    })
    expect((page.results as WorkItem[]).map(({ name }) => name)).toEqual(['c', 'b'])
    const names = async (order_by: string) =>
      (await rowsOf(ada, { order_by })).map(({ name }) => name).join('')
    expect(await names('created_at')).toBe('abcde')
    expect(await names('sort_order')).toBe('abcde')
    expect(await names('drop table')).toBe('edcba')
    expect(
      await ada.call(lists.project, { query: { per_page: '2', cursor: '2:9:0' } }),
    ).toMatchObject({
      results: [],
      count: 0,
      next_page_results: false,
    })
  })

  // @cap:list.response-envelope
  it('groups by state with every state and its total, and pages one group as a flat list', async () => {
    const { ada } = await projectOf('ada')
    const todo = await stateOf(ada, 'unstarted')
    for (const name of ['a', 'b', 'c']) await add(ada, name, { state_id: todo })
    await add(ada, 'z')
    const groups = await groupsOf(ada, { per_page: '2', order_by: 'sort_order' })
    expect(Object.keys(groups)).toHaveLength(5)
    expect(groups[todo]).toMatchObject({ total_results: 3 })
    expect(groups[todo]?.results.map(({ name }) => name)).toEqual(['a', 'b'])
    const query = { state: todo, per_page: '2', cursor: '2:1:0', order_by: 'sort_order' }
    const more = await ada.call(lists.project, { query })
    expect(more).toMatchObject({ total_count: 3, count: 1 })
    expect((more.results as WorkItem[])[0]).toMatchObject({ name: 'c' })
  })

  it('answers an empty project with no groups', async () => {
    const { ada } = await projectOf('ada')
    expect(await groupsOf(ada)).toEqual({})
  })

  it.each([
    [{ per_page: 'x' }, { detail: 'Invalid per_page parameter.' }],
    [{ per_page: '0' }, { detail: 'Invalid per_page parameter.' }],
    [{ per_page: '1001' }, { detail: 'Invalid per_page value. Cannot exceed 1000.' }],
    [{ cursor: 'abc' }, { detail: 'Invalid cursor parameter.' }],
    [{ cursor: '10:-1:0' }, { detail: 'Error in parsing' }],
    [{ group_by: 'id; drop' }, { error: 'Invalid group_by parameter' }],
  ])('refuses %o', async (query, body) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(lists.project, { query })).toEqual({ status: 400, body })
  })

  it('keeps totals exact through creates, moves and deletes, folded or not', async () => {
    const { ada } = await projectOf('ada')
    const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
    const states = await Promise.all(groups.map((group) => stateOf(ada, group)))
    const items: WorkItem[] = []
    for (let step = 0; step < 40; step += 1) {
      const state_id = states[(step * 7) % 5] ?? ''
      const item = items[(step * 3) % Math.max(items.length, 1)]
      if (step % 4 < 2 || !item) items.push(await add(ada, `i${step}`, { state_id }))
      else if (step % 4 === 2) {
        await ada.call(api.change, { params: { id: item.id }, body: { state_id } })
      } else {
        await ada.call(api.remove, { params: { id: item.id } })
        items.splice(items.indexOf(item), 1)
      }
      if (step % 15 === 14) await foldCounts(db)
    }
    const rows = await rowsOf(ada)
    const grouped = await groupsOf(ada)
    for (const state_id of states) {
      const recount = rows.filter((row) => row.state_id === state_id).length
      expect(grouped[state_id]?.total_results).toBe(recount)
    }
  })
})

// The events must turn the list before a change into the list after it.
it('tells other browsers enough to keep their list right', async () => {
  const { ada } = await projectOf('ada')
  const first = await add(ada, 'first')
  const actions = [
    () => add(ada, 'second'),
    () => ada.call(api.change, { params: { id: first.id }, body: { priority: 'urgent' } }),
    () => ada.call(api.remove, { params: { id: first.id } }),
  ]
  for (const action of actions) {
    const before = await rowsOf(ada)
    const events = (await ada.eventsOf(action)) as WorkItemEvent[]
    expect(events).toHaveLength(1)
    const normal = (items: WorkItem[]) => JSON.parse(JSON.stringify(items, toIso))
    expect(normal(events.reduce(applyWorkItemEvent, before))).toEqual(normal(await rowsOf(ada)))
  }
})

/** The event's JSON and the list's rows are both ISO 8601; they may differ in trailing zeros. */
const toIso = (_key: string, value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    ? new Date(value).toISOString()
    : value

it('finds the item for everyone who changes it at the same moment, each change in the history', async () => {
  const { ada } = await projectOf('ada')
  const states = await ada.call(statesApi.list)
  const { id } = await ada.call(api.create, { body: { name: 'Wanted' } })
  const asked = Array.from({ length: 12 }, (_, index) => ({
    state_id: states[index % states.length]?.id ?? '',
    name: `Wanted ${index}`,
  }))
  const answers = await Promise.all(
    asked.map((body) => ada.attempt(api.change, { params: { id }, body })),
  )
  expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 204))
  const { rows } = await sql<{ old_value: string }>`
    select old_value, new_value from activities where work_item_id = ${id} and field = 'name'
    order by created_at`.execute(db)
  expect(rows).toHaveLength(12)
  // Each change was compared with the result of the previous one: the old values form one chain.
  const olds = new Set(rows.map(({ old_value }) => old_value))
  expect(olds.size).toBe(12)
})

it('tells in the event exactly the row a reader finds afterwards', async () => {
  const { ada } = await projectOf('ada')
  const states = await ada.call(statesApi.list)
  const done = states.find(({ group }) => group === 'completed')?.id ?? ''
  const { id } = await ada.call(api.create, { body: { name: 'Exact' } })
  for (const body of [
    { name: ' Exactly ', priority: 'high' as const, sort_order: 12.5 },
    { state_id: done, assignee_ids: [ada.user_id], target_date: '2026-12-01' },
    { state_id: null, assignee_ids: [], description_html: '<p>Long</p>' },
  ]) {
    const events = await ada.eventsOf(() => ada.call(api.change, { params: { id }, body }))
    const { description_html, is_subscribed, ...row } = await ada.call(api.get, { params: { id } })
    expect(events).toEqual([{ type: 'work_item.saved', work_item: row }])
  }
})
