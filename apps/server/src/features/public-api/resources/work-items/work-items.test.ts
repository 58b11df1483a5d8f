import {
  workItemsApi as appApi,
  estimatesApi,
  GUEST,
  MEMBER,
  modulesApi,
  projectsApi,
  type WorkItem,
  workItemListsApi,
  workItemTypesApi,
} from '@cairn/contract'
import {
  workItemsV1 as api,
  issuesV1,
  labelsV1,
  type NewWorkItemV1,
  projectsV1,
  type WorkItemV1,
} from '@cairn/contract/v1'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { nobody, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { app, database, programsOf, refusesStrangers } = await programServer()
const { db } = database

const add = (client: Client, name: string, more: Omit<NewWorkItemV1, 'name'> = {}) =>
  client.call(api.create, { body: { name, ...more } })
const get = (client: Client, { id }: { id: string }, query = {}) =>
  client.call(api.get, { params: { issue_id: id }, query })
const change = (client: Client, { id }: { id: string }, body: object) =>
  client.attempt(api.change, { params: { issue_id: id }, body: body as never })
const list = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(api.list, { query })) as { results: WorkItemV1[]; total_count: number }
const names = async (client: Client, query: Record<string, string> = {}) =>
  (await list(client, query)).results.map(({ name }) => name)

const trees = [
  ['work-items', api],
  ['issues', issuesV1 as unknown as typeof api],
] as const

// @cap:public-api.work-items
describe.each(trees)('%s', (_tree, calls) => {
  it('are created, read by id and key, changed, put away, brought back and deleted', async () => {
    const { ada } = await programsOf('ada')
    const { slug, project_id } = ada.place
    const made = await ada.call(calls.create, {
      body: { name: 'Repair the bridge', description_html: '<p>x</p>', priority: 'high' },
    })
    expect(made).toEqual({
      ...{ id: expect.any(String), name: 'Repair the bridge', sequence_id: 1, sort_order: 65535 },
      ...{ description_html: '<p>x</p>', description_stripped: 'x', description_binary: null },
      ...{ priority: 'high', state: await stateOf(ada.browser, 'backlog'), parent: null },
      ...{ start_date: null, target_date: null, completed_at: null, archived_at: null },
      ...{ is_draft: false, point: null, estimate_point: null, type: null, type_id: null },
      ...{ assignees: [], labels: [], external_source: null, external_id: null },
      ...{ project: project_id, workspace: expect.any(String), deleted_at: null },
      ...{ created_by: ada.user_id, updated_by: null, created_at: expect.any(String) },
      ...{ updated_at: expect.any(String), last_activity_at: made.updated_at },
      property_values: {},
    })
    const params = { issue_id: made.id }
    expect(await ada.call(calls.get, { params })).toEqual(made)
    for (const key of ['TRAIL-1', 'trail-1']) {
      expect(await ada.call(calls.byKey, { params: { key } })).toEqual(made)
    }
    const completed = await stateOf(ada.browser, 'completed')
    const body = { name: 'Replace the bridge', state: completed, target_date: '2026-03-01' }
    const changed = await ada.call(calls.change, { params, body })
    expect(changed).toMatchObject({ ...body, updated_by: ada.user_id })
    expect(changed.completed_at).not.toBeNull()

    expect(await ada.attempt(calls.archive, { params })).toEqual(done)
    expect(await ada.attempt(calls.get, { params })).toEqual(missing)
    expect(await ada.call(calls.archived, {})).toMatchObject({
      total_count: 1,
      results: [{ id: made.id, archived_at: expect.any(String) }],
    })
    expect(await ada.attempt(calls.unarchive, { params })).toEqual(done)
    expect(await ada.attempt(calls.unarchive, { params })).toEqual(missing)
    expect(await ada.call(calls.list, {})).toMatchObject({ count: 1, results: [{ id: made.id }] })
    expect(await ada.call(calls.across, {})).toMatchObject({ results: [{ id: made.id }] })

    expect(await ada.attempt(calls.remove, { params })).toEqual(done)
    expect(await ada.attempt(calls.get, { params })).toEqual(missing)
    expect(await ada.attempt(calls.byKey, { params: { key: 'TRAIL-1' } })).toEqual(missing)
    expect(await ada.attempt(calls.remove, { params })).toEqual(missing)
    expect(slug).toBeTruthy()
  })

  it('are archived when they are over, and not before', async () => {
    const { ada } = await programsOf('ada')
    const { id: issue_id } = await add(ada, 'open')
    expect(await ada.attempt(calls.archive, { params: { issue_id } })).toEqual({
      status: 400,
      body: { error: 'Can only archive completed or cancelled state group issue' },
    })
  })

  it('refuse strangers', async () => {
    const { ada } = await programsOf('ada')
    const { id: issue_id } = await add(ada, 'mine')
    const input = { params: { issue_id, key: 'TRAIL-1' }, body: { name: 'x' } }
    for (const endpoint of Object.values(calls)) await refusesStrangers(endpoint, ada, input)
    expect(await names(ada)).toEqual(['mine'])
  })
})

// @cap:public-api.work-items
describe('a new item', () => {
  it('takes what it is given', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    const label = await ada.call(labelsV1.create, { body: { name: 'bug' } })
    const parent = await add(ada, 'parent')
    const body = {
      ...{ name: ' Trim me ', state: await stateOf(ada.browser, 'started'), parent: parent.id },
      ...{ start_date: '2026-01-01', target_date: '2026-01-02', point: 5, sort_order: 12 },
      ...{ assignees: [mel.user_id, ada.user_id], labels: [label.id] },
    }
    const made = await ada.call(api.create, { body })
    expect(made).toMatchObject({
      ...{ ...body, name: 'Trim me', sequence_id: 2, labels: [label.id] },
      assignees: [ada.user_id, mel.user_id].sort(),
    })
    expect(await get(ada, made)).toEqual(made)
  })

  it('ignores what is not for it to say', async () => {
    const { ada } = await programsOf('ada')
    const stray = { id: 'x', workspace: 1, project: nobody, sequence_id: 99, updated_by: {} }
    const made = await ada.call(api.create, {
      body: { name: 'a', ...stray, is_draft: true, archived_at: '2020-01-01' } as never,
    })
    expect(made).toMatchObject({ sequence_id: 1, is_draft: false, archived_at: null })
  })

  it.each([
    ['<p>x</p>', '<p>x</p>', 'x'],
    ['bare words', '<p>bare words</p>', 'bare words'],
    ['a < b', '<p>a &lt; b</p>', 'a < b'],
    ['<p>x<script>alert(1)</script></p>', '<p>x</p>', 'x'],
    ['', '<p></p>', null],
  ])('has the text %j as %j', async (description_html, expectedHtml, stripped) => {
    const { ada } = await programsOf('ada')
    expect(await add(ada, 'a', { description_html })).toMatchObject({
      description_html: expectedHtml,
      description_stripped: stripped,
    })
  })

  it('takes plain text where there is no other, and keeps HTML where there is', async () => {
    const { ada } = await programsOf('ada')
    const made = await add(ada, 'a', { description_stripped: 'if a < b & "c"' })
    expect(made.description_stripped).toBe('if a < b & "c"')
    const both = { description_html: '<p>html</p>', description_stripped: 'plain' }
    expect((await add(ada, 'b', both)).description_stripped).toBe('html')
    expect((await add(ada, 'c')).description_html).toBe('<p></p>')
  })

  it('goes to the project’s default assignee where nobody is named', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    await ada.browser.call(projectsApi.change, { body: { default_assignee: mel.user_id } })
    expect((await add(ada, 'a')).assignees).toEqual([mel.user_id])
    expect((await add(ada, 'b', { assignees: [ada.user_id] })).assignees).toEqual([ada.user_id])
  })

  it('keeps to people who can be assigned', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    const made = await add(ada, 'a', { assignees: [gus.user_id, ada.user_id] })
    expect(made.assignees).toEqual([ada.user_id])
  })

  it('goes into a module, now or later', async () => {
    const { ada } = await programsOf('ada')
    await ada.browser.call(projectsApi.change, { body: { module_view: true } })
    const module = (name: string) => ada.browser.call(modulesApi.create, { body: { name } })
    const [first, second] = [await module('one'), await module('two')]
    const made = await add(ada, 'a', { module: first.id })
    const modulesOf = async () =>
      ((await ada.browser.call(appApi.get, { params: { id: made.id } })) as WorkItem).module_ids
    expect(await modulesOf()).toEqual([first.id])
    expect(await change(ada, made, { module: second.id, name: 'b' })).toMatchObject({
      status: 200,
      body: { name: 'b' },
    })
    expect((await modulesOf()).sort()).toEqual([first.id, second.id].sort())
    expect(await get(ada, made, { expand: 'module', fields: 'name,module' })).toMatchObject({
      name: 'b',
      module: { id: first.id, name: 'one', members: [], status: 'backlog' },
    })
    expect(await change(ada, made, { module: nobody, name: 'c' })).toMatchObject({
      status: 400,
      body: { module: expect.anything() },
    })
    expect(await get(ada, made)).toMatchObject({ name: 'b' })
  })

  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: '' }, { name: ['This field may not be blank.'] }],
    [{ name: ' ' }, { name: ['This field may not be blank.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ name: 'x', priority: 'x' }, { priority: ['"x" is not a valid choice.'] }],
    [{ name: 'x', point: 13 }, { point: ['Ensure this value is less than or equal to 12.'] }],
    [
      { name: 'x', start_date: '2026-02-01', target_date: '2026-01-01' },
      { non_field_errors: ['Start date cannot exceed target date'] },
    ],
    [
      { name: 'x', state: nobody },
      { non_field_errors: ['State is not valid please pass a valid state_id'] },
    ],
    [
      { name: 'x', parent: nobody },
      { non_field_errors: ['Parent is not valid issue_id please pass a valid issue_id'] },
    ],
    [
      { name: 'x', estimate_point: nobody },
      {
        non_field_errors: ['Estimate point is not valid please pass a valid estimate_point_id'],
      },
    ],
    [
      { name: 'x', assignees: [nobody] },
      { assignees: { 0: [`Invalid pk "${nobody}" - object does not exist.`] } },
    ],
    [
      { name: 'x', labels: [nobody] },
      { labels: { 0: [`Invalid pk "${nobody}" - object does not exist.`] } },
    ],
    [{ name: 'x', start_date: 'soon' }, { start_date: [expect.stringContaining('YYYY-MM-DD')] }],
    [{ name: 'x', state: 'x' }, { state: ['“x” is not a valid UUID.'] }],
  ])('is refused as %o', async (body, answer) => {
    const { ada } = await programsOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await names(ada)).toEqual([])
  })

  it('tells when and by whom it was made elsewhere, if an administrator says so', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    const imported = { created_at: '2019-05-01T10:00:00Z', created_by: mel.user_id }
    const made = await add(ada, 'old', imported)
    expect(made.created_by).toBe(mel.user_id)
    expect(Date.parse(made.created_at)).toBe(Date.parse(imported.created_at))
    const future = await add(ada, 'x', { created_at: '2999-01-01T00:00:00Z' })
    expect(Date.parse(future.created_at)).toBeLessThanOrEqual(Date.now())
    const others = await add(mel, 'new', { ...imported, created_by: ada.user_id })
    expect(others.created_by).toBe(mel.user_id)
    expect(others.created_at > '2020').toBe(true)
    // A member of the workspace who was never in this project.
    const body = { name: 'Elsewhere', identifier: 'ELSE' }
    const { id: project_id } = await ada.call(projectsV1.create, { body })
    expect(await add(ada.at({ project_id }), 'theirs', imported)).toMatchObject({
      created_by: mel.user_id,
    })
    expect(await ada.attempt(api.create, { body: { name: 'x', created_by: nobody } })).toEqual({
      status: 400,
      body: { created_by: [`Invalid pk "${nobody}" - object does not exist.`] },
    })
  })
})

describe('a change', () => {
  it('clears what is sent as empty and leaves what is not sent', async () => {
    const { ada } = await programsOf('ada')
    const label = await ada.call(labelsV1.create, { body: { name: 'bug' } })
    const full = {
      assignees: [ada.user_id],
      labels: [label.id],
      point: 3,
      start_date: '2026-01-01',
    }
    const made = await add(ada, 'a', full)
    expect(await change(ada, made, { name: 'b' })).toMatchObject({
      status: 200,
      body: { ...full, name: 'b' },
    })
    expect(await change(ada, made, { assignees: [], labels: [] })).toMatchObject({
      body: { assignees: [], labels: [], point: 3 },
    })
    expect(await change(ada, made, { point: null, start_date: null })).toMatchObject({
      body: { point: null, start_date: null },
    })
    const before = await get(ada, made)
    expect(await change(ada, made, {})).toEqual({ status: 200, body: before })
  })

  it('sets and clears the moment of completion', async () => {
    const { ada } = await programsOf('ada')
    const made = await add(ada, 'a')
    const [over, begun] = [
      await stateOf(ada.browser, 'completed'),
      await stateOf(ada.browser, 'started'),
    ]
    expect(await change(ada, made, { state: over })).toMatchObject({
      body: { completed_at: expect.any(String) },
    })
    expect(await change(ada, made, { state: begun })).toMatchObject({
      body: { completed_at: null },
    })
  })

  it('makes no circle of parents', async () => {
    const { ada } = await programsOf('ada')
    const parent = await add(ada, 'a')
    const child = await add(ada, 'b', { parent: parent.id })
    expect(await change(ada, parent, { parent: child.id })).toEqual({
      status: 400,
      body: { non_field_errors: ['Parent is not valid issue_id please pass a valid issue_id'] },
    })
    expect(await change(ada, child, { parent: null })).toMatchObject({ body: { parent: null } })
  })
})

// @cap:public-api.external-ids
describe('what is brought from elsewhere', () => {
  const pair = { external_source: 'jira', external_id: 'K-7' }

  it('is brought once, and a second time is told which it is', async () => {
    const { ada } = await programsOf('ada')
    const made = await add(ada, 'a', pair)
    const taken = {
      status: 409,
      body: {
        error: 'Issue with the same external id and external source already exists',
        id: made.id,
      },
    }
    expect(await ada.attempt(api.create, { body: { name: 'b', ...pair } })).toEqual(taken)
    expect((await add(ada, 'other')).sequence_id).toBe(2)
    // Half of a pair does not count.
    const half = await add(ada, 'half', { external_source: 'jira' })
    await add(ada, 'half', { external_id: 'K-7' })
    expect(await change(ada, half, { external_id: 'K-7' })).toEqual(taken)
    expect(await change(ada, made, { ...pair, name: 'c' })).toMatchObject({ status: 200 })
    await ada.call(api.remove, { params: { issue_id: made.id } })
    expect(await add(ada, 'again', pair)).toMatchObject(pair)
  })

  it('is the same in another project, and then another item', async () => {
    const { ada } = await programsOf('ada')
    await add(ada, 'a', pair)
    const { id: project_id } = await ada.browser.call(projectsApi.create, {
      body: { name: 'Huts', identifier: 'HUT' },
    })
    const other = await add(ada.at({ project_id }), 'b', pair)
    expect(other).toMatchObject(pair)
    // An item cannot move to a project where its pair is taken.
    const moved = await ada.browser.attempt(appApi.move, {
      params: { project_id, id: other.id },
      body: { project_id: ada.place.project_id ?? '' },
    })
    expect(moved).toMatchObject({ status: 409, body: { error: expect.any(String) } })
    expect(await get(ada.at({ project_id }), other)).toEqual(other)
  })

  it('of twenty at once one is made, and the others are told which', async () => {
    const { ada } = await programsOf('ada')
    const body = { name: 'a', ...pair }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ada.attempt(api.create, { body })),
    )
    const ids = new Set(answers.map((answer) => (answer.body as WorkItemV1).id))
    expect(ids.size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('is found by where it comes from', async () => {
    const { ada } = await programsOf('ada')
    const made = await add(ada, 'a', pair)
    await add(ada, 'b')
    expect(await ada.call(api.list, { query: pair })).toEqual(made)
    expect(await ada.call(api.list, { query: { ...pair, fields: 'name' } })).toEqual({ name: 'a' })
    expect(await ada.attempt(api.list, { query: { ...pair, external_id: 'K-8' } })).toEqual(missing)
    expect(await list(ada, { external_id: 'K-7' })).toMatchObject({ total_count: 2 })
  })

  it('is made or changed by one and the same call', async () => {
    const { ada } = await programsOf('ada')
    const put = (body: object) => ada.attempt(api.upsert, { body: body as never })
    const first = await put({ name: 'a', ...pair })
    expect(first).toMatchObject({ status: 201, body: { name: 'a', ...pair } })
    const { id } = first.body as WorkItemV1
    expect(await put({ name: 'b', priority: 'low', ...pair })).toMatchObject({
      status: 200,
      body: { id, name: 'b', priority: 'low' },
    })
    expect(await put({ priority: 'high', ...pair })).toMatchObject({ body: { id, name: 'b' } })
    expect(await names(ada)).toEqual(['b'])
    const needsPair = {
      status: 400,
      body: { error: 'external_id and external_source are required' },
    }
    expect(await put({ name: 'c', external_id: 'K-7' })).toEqual(needsPair)
    expect(await put({ name: 'c' })).toEqual(needsPair)
    expect(await put({ ...pair, external_id: 'new' })).toEqual({
      status: 400,
      body: { name: ['This field is required.'] },
    })
    await ada.call(api.change, {
      params: { issue_id: id },
      body: { state: await stateOf(ada.browser, 'completed') },
    })
    await ada.call(api.archive, { params: { issue_id: id } })
    expect(await put({ name: 'c', ...pair })).toMatchObject({ status: 409, body: { id } })
  })

  it('is made once, however many say so at once', async () => {
    const { ada } = await programsOf('ada')
    const body = { name: 'a', ...pair }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ada.attempt(api.upsert, { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect(await names(ada)).toEqual(['a'])
  })
})

// @cap:public-api.paging-fields-expand
describe('the list', () => {
  it('is the newest first, in pages whose numbers are right', async () => {
    const { ada } = await programsOf('ada')
    for (const name of ['a', 'b', 'c', 'd', 'e']) await add(ada, name)
    expect(await names(ada)).toEqual(['e', 'd', 'c', 'b', 'a'])
    const page = await ada.call(api.list, { query: { per_page: '2', cursor: '2:1:0' } })
    expect(page).toMatchObject({
      ...{ total_count: 5, total_results: 5, count: 2, total_pages: 3, extra_stats: null },
      ...{ next_cursor: '2:2:0', prev_cursor: '2:0:1', grouped_by: null, sub_grouped_by: null },
      ...{ next_page_results: true, prev_page_results: true },
      results: [{ name: 'c' }, { name: 'b' }],
    })
    expect(await ada.attempt(api.list, { query: { per_page: '1001' } })).toEqual({
      status: 400,
      body: { detail: 'Invalid per_page value. Cannot exceed 1000.' },
    })
  })

  it('is sorted by what it knows', async () => {
    const { ada } = await programsOf('ada')
    const completed = await stateOf(ada.browser, 'completed')
    await add(ada, 'b', { priority: 'none', target_date: '2026-01-02', state: completed })
    await add(ada, 'a', { priority: 'urgent', target_date: '2026-01-01' })
    await add(ada, 'c', { priority: 'low' })
    expect(await names(ada, { order_by: 'name' })).toEqual(['a', 'b', 'c'])
    expect(await names(ada, { order_by: '-name' })).toEqual(['c', 'b', 'a'])
    expect(await names(ada, { order_by: 'priority' })).toEqual(['a', 'c', 'b'])
    expect(await names(ada, { order_by: '-priority' })).toEqual(['b', 'c', 'a'])
    expect(await names(ada, { order_by: 'created_at' })).toEqual(['b', 'a', 'c'])
    expect(await names(ada, { order_by: 'sequence_id' })).toEqual(['b', 'a', 'c'])
    expect(await names(ada, { order_by: 'target_date' })).toEqual(['a', 'b', 'c'])
    expect((await names(ada, { order_by: 'state__name' })).at(-1)).toBe('b')
    expect((await names(ada, { order_by: '-state__group' }))[0]).toBe('b')
    for (const order_by of ['nothing', '-', 'constructor', 'name desc']) {
      expect(await ada.attempt(api.list, { query: { order_by } })).toEqual({
        status: 400,
        body: { error: 'Please provide valid detail' },
      })
    }
  })

  it('shows the keys and objects that are asked for', async () => {
    const { ada } = await programsOf('ada')
    const label = await ada.call(labelsV1.create, { body: { name: 'bug' } })
    const parent = await add(ada, 'parent')
    const more = { assignees: [ada.user_id], labels: [label.id], parent: parent.id }
    const made = await add(ada, 'a', more)
    const expand = 'assignees,labels,state,project,workspace,parent,created_by,type,estimate_point'
    expect(await get(ada, made, { expand })).toMatchObject({
      assignees: [{ id: ada.user_id, email: expect.any(String), display_name: 'ada' }],
      labels: [{ ...label }],
      state: { id: made.state, name: 'Backlog', group: 'backlog', color: expect.any(String) },
      project: { id: ada.place.project_id, identifier: 'TRAIL' },
      workspace: { slug: ada.place.slug },
      parent: { id: parent.id, sequence_id: 1, project_id: ada.place.project_id },
      created_by: { id: ada.user_id },
      ...{ type: null, estimate_point: null },
    })
    expect((await list(ada, { fields: 'id,name', expand: 'state' })).results).toEqual([
      { id: made.id, name: 'a' },
      { id: parent.id, name: 'parent' },
    ])
    expect(
      await ada.call(api.byKey, { params: { key: 'TRAIL-2' }, query: { fields: 'sequence_id' } }),
    ).toEqual({ sequence_id: 2 })
  })

  it('shows the estimate and the type of an item', async () => {
    const { ada } = await programsOf('ada')
    const { id: estimate, points } = await ada.browser.call(estimatesApi.create, {
      body: { estimate: { name: 'Size' }, estimate_points: [{ value: 'S' }, { value: 'M' }] },
    })
    const small = points.find(({ value }) => value === 'S')
    const made = await add(ada, 'a', { estimate_point: small?.id ?? null })
    await ada.browser.call(projectsApi.change, {
      params: { id: made.project },
      body: { is_issue_type_enabled: true },
    })
    const types = await ada.browser.call(workItemTypesApi.list)
    const type_id = types.find(({ name }) => name === 'Bug')?.id ?? ''
    await change(ada, made, { type_id })
    const project_ids = [made.project]
    expect(await get(ada, made, { expand: 'estimate_point,type' })).toMatchObject({
      type_id,
      type: { id: type_id, name: 'Bug', is_epic: false, project_ids, external_id: null },
      estimate_point: { id: small?.id, value: 'S', estimate, external_id: null, deleted_at: null },
    })
  })

  it('has no archived, waiting or deleted items, and none of an archived project', async () => {
    const { ada } = await programsOf('ada')
    const made = await add(ada, 'a')
    await ada.browser.call(projectsApi.archive)
    const params = { issue_id: made.id }
    expect(await names(ada)).toEqual([])
    expect((await ada.call(api.across, {})).results).toEqual([])
    for (const call of [api.get, api.change, api.remove, api.archive]) {
      expect(await ada.attempt(call, { params, body: { name: 'x' } } as never)).toEqual(missing)
    }
    expect(await ada.attempt(api.byKey, { params: { key: 'TRAIL-1' } })).toEqual(missing)
  })
})

// @cap:public-api.work-items
describe('who may do what', () => {
  const guests = async () => {
    const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const others = await add(ada, 'another’s')
    const own = await add(ada, 'reported', { created_by: gus.user_id })
    return { ada, mel, gus, others, own }
  }

  it('guests make nothing, see what they reported and change only that', async () => {
    const { gus, others, own } = await guests()
    expect(await gus.attempt(api.create, { body: { name: 'x' } })).toEqual(notAllowed)
    expect(await gus.attempt(api.upsert, { body: { name: 'x' } })).toEqual(notAllowed)
    expect(await names(gus)).toEqual(['reported'])
    expect(await gus.attempt(api.get, { params: { issue_id: others.id } })).toEqual(missing)
    expect(await gus.attempt(api.byKey, { params: { key: 'TRAIL-1' } })).toEqual(missing)
    expect(await change(gus, others, { name: 'x' })).toEqual(missing)
    expect(await change(gus, own, { name: 'x' })).toMatchObject({ status: 200 })
    expect(await gus.attempt(api.archive, { params: { issue_id: own.id } })).toEqual(notAllowed)
  })

  it('guests who see everything still change only their own', async () => {
    const { ada, gus, others } = await guests()
    const body = { guest_view_all_features: true }
    await ada.browser.call(projectsApi.change, { body })
    expect(await names(gus)).toEqual(['reported', 'another’s'])
    expect(await change(gus, others, { name: 'x' })).toEqual(notAllowed)
    expect(await change(gus, others, { parent: null })).toEqual(notAllowed)
  })

  it('creators and administrators delete', async () => {
    const { ada, mel, others } = await guests()
    const params = { issue_id: others.id }
    expect(await mel.attempt(api.remove, { params })).toEqual({
      status: 403,
      body: { error: 'Only admin or creator can delete the work item' },
    })
    const mine = await add(mel, 'mine')
    expect(await mel.attempt(api.remove, { params: { issue_id: mine.id } })).toEqual(done)
    expect(await ada.attempt(api.remove, { params })).toEqual(done)
  })

  it('who is not in a project reads nothing of it by key, nor across the workspace', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    const { id: project_id } = await ada.browser.call(projectsApi.create, {
      body: { name: 'Huts', identifier: 'HUT' },
    })
    await add(ada.at({ project_id }), 'hidden')
    await add(ada, 'shown')
    expect(await ada.call(api.across, {})).toMatchObject({ total_count: 2 })
    expect(await mel.call(api.across, {})).toMatchObject({
      total_count: 1,
      results: [{ name: 'shown' }],
    })
    expect(await mel.attempt(api.byKey, { params: { key: 'HUT-1' } })).toEqual(notAllowed)
    expect(await ada.attempt(api.byKey, { params: { key: 'NO-1' } })).toEqual(missing)
    for (const key of ['nothing', 'HUT-x', 'HUT-']) {
      expect(await ada.attempt(api.byKey, { params: { key } })).toEqual({
        status: 404,
        body: { error: 'Page not found.' },
      })
    }
  })
})

it('without the slash the same is answered', async () => {
  const { ada } = await programsOf('ada')
  const made = await add(ada, 'a')
  const { slug, project_id } = ada.place
  const at = `/api/v1/workspaces/${slug}`
  for (const url of [
    `${at}/projects/${project_id}/issues/${made.id}`,
    `${at}/projects/${project_id}/work-items/${made.id}`,
    `${at}/issues/TRAIL-1`,
  ]) {
    const response = await app.inject({ url, headers: ada.headers })
    expect(response.json()).toEqual(made)
  }
})

it('a page holds a thousand, and the next one the rest', async () => {
  const { ada } = await programsOf('ada')
  const { project_id } = ada.place
  const state = await stateOf(ada.browser, 'backlog')
  await sql`
    insert into work_items (workspace_id, project_id, sequence_id, name, state_id, created_by)
    select workspace_id, id, n, 'item ' || n, ${state}, ${ada.user_id}
    from projects, generate_series(1, 1200) n where id = ${project_id}`.execute(db)
  const first = await list(ada, { expand: 'assignees,state,created_by' })
  expect(first.results).toHaveLength(1000)
  expect(first.total_count).toBe(1200)
  expect((await list(ada, { cursor: '1000:1:0' })).results).toHaveLength(200)
})

// @cap:public-api.side-effects
it('the application shows at once what programs made', async () => {
  const { ada } = await programsOf('ada')
  const made = await add(ada, 'a')
  const { results } = await ada.browser.call(workItemListsApi.project, { query: {} })
  expect(results).toMatchObject([{ id: made.id, name: 'a' }])
})
