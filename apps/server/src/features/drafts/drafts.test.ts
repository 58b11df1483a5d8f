import { randomUUID } from 'node:crypto'
import {
  draftsApi as api,
  assetsApi,
  type Draft,
  type DraftEvent,
  GUEST,
  type LiveEvent,
  MEMBER,
  type NewWorkItemProperty,
  type PropertyKind,
  type PropertyValues,
  projectsApi,
  propertyField,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
  workspaceMembersApi,
} from '@cairn/contract'
import { orderKeys } from '@cairn/work-item-query'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fetchFile, share } from '#features/assets/test-kit/uploads.ts'
import {
  addItem,
  addLabel,
  historyOf,
  missing,
  nobody,
  refused,
  rowsOf,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, workspaceOf, stranger, database } = await testServer()
const { db } = database

const add = (client: Client, body = {}) => client.call(api.create, { body })
const list = async (client: Client, query = {}) => {
  const page = await client.call(api.list, { query })
  return { ...page, results: page.results as Draft[] }
}

/** The list of drafts after a client applied the event to it. */
const applied = (drafts: Draft[], event: DraftEvent) => {
  const id = event.type === 'draft.saved' ? event.draft.id : event.id
  const others = drafts.filter((draft) => draft.id !== id)
  if (event.type === 'draft.removed') return others
  const isNew = others.length === drafts.length
  return isNew ? [event.draft, ...drafts] : drafts.map((one) => (one.id === id ? event.draft : one))
}

const here = (client: Client) => ({ project_id: client.place.project_id ?? '' })
const countOf = async (client: Client) =>
  (await client.call(workspaceMembersApi.me)).draft_issue_count

const addPlanned = async (client: Client, table: 'cycles' | 'modules', name: string) => {
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (workspace_id, project_id, name)
    select workspace_id, id, ${name} from projects where id = ${client.place.project_id}
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

describe('drafts', () => {
  it('may be empty, and have no project', async () => {
    const { ada } = await workspaceOf('ada')
    const draft = await add(ada)
    expect(draft).toMatchObject({
      ...{ name: null, project_id: null, state_id: null, parent_id: null, cycle_id: null },
      ...{ priority: 'none', description_html: '<p></p>', sort_order: 65535, is_draft: true },
      ...{ label_ids: [], assignee_ids: [], module_ids: [], completed_at: null, type_id: null },
      ...{ estimate_point: null, start_date: null, target_date: null },
      ...{ created_by: ada.user_id, updated_by: null },
    })
    expect(await ada.call(api.get, { params: { id: draft.id } })).toEqual(draft)
  })

  it('keep everything an item can be created with', async () => {
    const { ada } = await projectOf('ada')
    const label = await addLabel(ada, 'Hut')
    const parent = await addItem(ada, 'parent')
    const [cycle_id, module] = [
      await addPlanned(ada, 'cycles', 'Spring'),
      await addPlanned(ada, 'modules', 'Stoves'),
    ]
    const state_id = await stateOf(ada, 'started')
    const wanted = {
      ...{ name: 'Stove', priority: 'high', start_date: '2026-01-01', target_date: '2026-02-01' },
      ...{ label_ids: [label], assignee_ids: [ada.user_id], parent_id: parent.id, state_id },
      ...{ cycle_id, module_ids: [module], description_html: '<p>warm</p>', ...here(ada) },
    }
    expect(await add(ada, wanted)).toMatchObject(wanted)
    const plain = await add(ada, here(ada))
    expect(plain.state_id).toBe(await stateOf(ada, 'backlog'))
  })

  // @cap:drafts.save-and-list
  it('are listed newest first, page by page, filtered, for their author alone', async () => {
    const { ada, bob } = await workspaceOf('ada', 'bob')
    for (const name of ['one', 'two', 'three']) {
      await add(ada, { name, priority: name === 'two' ? 'urgent' : 'low' })
    }
    await add(bob, { name: 'bob’s' })
    const names = (page: { results: Draft[] }) => page.results.map(({ name }) => name)
    expect(names(await list(ada))).toEqual(['three', 'two', 'one'])
    const page = await list(ada, { per_page: '2', cursor: '2:1:0' })
    expect(page).toMatchObject({ total_results: 3, count: 1, next_page_results: false })
    expect(names(page)).toEqual(['one'])
    expect(names(await list(ada, { priority: 'urgent' }))).toEqual(['two'])
    expect(names(await list(ada, { assignees: ada.user_id }))).toEqual([])
    expect(names(await list(ada, { order_by: 'name' }))).toEqual(['one', 'three', 'two'])
    expect(names(await list(ada, { order_by: '-priority' }))).toEqual(['two', 'three', 'one'])
    for (const filter of ['mentions', 'subscriber', 'modules', 'cycle', 'state']) {
      await list(ada, { [filter]: nobody })
    }
    expect(await ada.attempt(api.list, { query: { cursor: 'x' } })).toEqual({
      status: 400,
      body: { detail: 'Invalid cursor parameter.' },
    })
    expect([await countOf(ada), await countOf(bob)]).toEqual([3, 1])
  })

  it('are grouped and ordered by whatever items are', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const [hut, map] = [await addLabel(ada, 'Hut'), await addLabel(ada, 'Map')]
    const cycle_id = await addPlanned(ada, 'cycles', 'Spring')
    const module = await addPlanned(ada, 'modules', 'Stoves')
    const state_id = await stateOf(ada, 'started')
    const placed = { ...here(ada), state_id, cycle_id, module_ids: [module] }
    await add(ada, { ...placed, name: 'stove', label_ids: [hut, map], priority: 'high' })
    await add(ada, { ...placed, name: 'axe', label_ids: [map], assignee_ids: [mia.user_id] })
    await add(ada, { name: 'bare', target_date: '2026-02-01' })
    await add(mia, { ...placed, name: 'hers' })
    type Groups = Record<string, { results: Draft[] | Groups; total_results: number }>
    const namesIn = (groups: Groups): object =>
      Object.fromEntries(
        Object.entries(groups)
          .filter(([, { total_results }]) => total_results > 0)
          .map(([id, { results }]) => [
            id,
            Array.isArray(results) ? results.map(({ name }) => name) : namesIn(results),
          ]),
      )
    const grouped = async (group_by: string, more = {}) => {
      const query = { group_by, order_by: 'name', ...more }
      return namesIn((await ada.call(api.list, { query })).results as Groups)
    }
    const both = ['axe', 'stove']
    expect(await grouped('priority')).toEqual({ high: ['stove'], none: ['axe', 'bare'] })
    expect(await grouped('state__group')).toEqual({ started: both, None: ['bare'] })
    expect(await grouped('project_id')).toEqual({
      ...{ [ada.place.project_id ?? '']: both, None: ['bare'] },
    })
    expect(await grouped('cycle_id')).toEqual({ [cycle_id]: both, None: ['bare'] })
    expect(await grouped('issue_module__module_id')).toEqual({ [module]: both, None: ['bare'] })
    expect(await grouped('labels__id')).toEqual({ [hut]: ['stove'], [map]: both, None: ['bare'] })
    expect(await grouped('labels__id', { labels: hut })).toEqual({ [hut]: ['stove'] })
    expect(await grouped('assignees__id')).toEqual({
      ...{ [mia.user_id]: ['axe'], None: ['bare', 'stove'] },
    })
    expect(await grouped('target_date', { target_date: '2026-01-01;after' })).toEqual({
      '2026-02-01': ['bare'],
    })
    expect(await grouped('priority', { sub_group_by: 'labels__id' })).toEqual({
      high: { [hut]: ['stove'], [map]: ['stove'] },
      none: { [map]: ['axe'], None: ['bare'] },
    })
    expect(await ada.attempt(api.list, { query: { group_by: 'colour' } })).toEqual({
      status: 400,
      body: { error: 'Invalid group_by parameter' },
    })
    for (const key of orderKeys) {
      for (const order_by of [key, `-${key}`]) {
        expect((await list(ada, { order_by })).results).toHaveLength(3)
        await grouped('priority', { order_by })
      }
    }
  })

  it('are filtered, grouped and ordered by properties of their type', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(projectsApi.change, { body: { is_issue_type_enabled: true } })
    const types = await ada.call(workItemTypesApi.listOfWorkspace)
    const idOf = (name: string) => types.find((type) => type.name === name)?.id ?? ''
    const [bug, task] = [idOf('Bug'), idOf('Task')]
    const define = (body: NewWorkItemProperty) =>
      ada.call(workItemPropertiesApi.create, { params: { type_id: bug }, body })
    const [minor, major] = [randomUUID(), randomUUID()]
    const options = [
      { id: minor, name: 'Minor' },
      { id: major, name: 'Major' },
    ]
    const severity = await define({ name: 'Severity', kind: 'option', options })
    const effort = await define({ name: 'Effort', kind: 'number' })
    const seen = await define({ name: 'Seen', kind: 'date' })
    const at = await define({ name: 'At', kind: 'datetime' })
    const where = await define({ name: 'Where', kind: 'text' })
    const tester = await define({ name: 'Tester', kind: 'person' })
    const open = await define({ name: 'Open', kind: 'boolean' })
    const put = (name: string, property_values: PropertyValues, type_id = bug) =>
      add(ada, { ...here(ada), name, type_id, property_values })
    await put('stove', {
      ...{ [severity.id]: [major], [effort.id]: 8, [seen.id]: '2026-01-31', [open.id]: true },
      ...{
        [at.id]: '2026-01-31T10:00:00.000Z',
        [where.id]: 'North hut',
        [tester.id]: [ada.user_id],
      },
    })
    await put('axe', { [severity.id]: [minor], [effort.id]: 2, [open.id]: false })
    // What an item could not have is checked only when the draft becomes one.
    await put('odd', {
      ...{
        [effort.id]: 'many',
        [seen.id]: '2026-02-30',
        [at.id]: 'soon',
        [severity.id]: [randomUUID()],
      },
      ...{ [open.id]: 'maybe', [tester.id]: 'nobody' },
    })
    await put('other', { [effort.id]: 8 }, task)
    const names = async (query: Record<string, string>) =>
      (await list(ada, { order_by: 'name', ...query })).results.map(({ name }) => name)
    const by = (property: { kind: PropertyKind; id: string }, value: string, negated = '') =>
      names({ [`${propertyField(property)}${negated}`]: value })

    expect(await by(severity, major)).toEqual(['stove'])
    expect(await by(severity, major, '__not')).toEqual(['axe', 'odd', 'other'])
    expect(await by(severity, `${minor},None`)).toEqual(['axe', 'odd', 'other'])
    expect(await by(effort, '5..')).toEqual(['stove'])
    expect(await by(effort, 'None')).toEqual(['odd', 'other'])
    expect(await by(seen, '2026-01-01;after')).toEqual(['stove'])
    expect(await by(at, '2026-01-31')).toEqual(['stove'])
    expect(await by(where, 'north')).toEqual(['stove'])
    expect(await by(tester, ada.user_id)).toEqual(['stove'])
    expect(await by(open, 'false')).toEqual(['axe'])
    expect(await names({ pql: '[Severity] = major or [Effort] < 3' })).toEqual(['axe', 'stove'])
    expect(await names({ pql: '[Where] is empty and [Tester] != me' })).toEqual([
      ...['axe', 'odd', 'other'],
    ])
    for (const property of [severity, effort, seen, at, where, tester, open]) {
      const key = propertyField(property)
      expect((await names({ order_by: `-${key}` }))[0], key).toBe('stove')
      expect(await names({ order_by: key }), key).toHaveLength(4)
    }
    const query = { group_by: propertyField(severity), order_by: 'name' }
    const { results } = await ada.call(api.list, { query })
    const groups = Object.entries(results as Record<string, { results: Draft[] }>).map(
      ([id, { results }]) => [id, results.map(({ name }) => name)] as const,
    )
    expect(Object.fromEntries(groups)).toEqual({
      ...{ [minor]: ['axe'], [major]: ['stove'], None: ['odd', 'other'] },
    })
  })

  it('are changed field by field', async () => {
    const { ada } = await projectOf('ada')
    const label = await addLabel(ada, 'Hut')
    const cycle_id = await addPlanned(ada, 'cycles', 'Spring')
    const { id } = await add(ada, { ...here(ada), name: 'one', label_ids: [label], cycle_id })
    const params = { id }
    await ada.call(api.change, { params, body: { name: 'two', target_date: '2026-02-01' } })
    const changed = await ada.call(api.get, { params })
    expect(changed).toMatchObject({ name: 'two', label_ids: [label], cycle_id })
    expect(changed.updated_by).toBe(ada.user_id)
    await ada.call(api.change, { params, body: { cycle_id: '', label_ids: [], name: null } })
    expect(await ada.call(api.get, { params })).toMatchObject({
      ...{ cycle_id: null, label_ids: [], name: null, target_date: '2026-02-01' },
    })
    const body = { start_date: '2026-03-01' }
    expect(await ada.attempt(api.change, { params, body })).toEqual({
      status: 400,
      body: { non_field_errors: ['Start date cannot exceed target date'] },
    })
  })

  it('leave behind what belongs to a project they are no longer for', async () => {
    const { ada } = await projectOf('ada')
    const body = { name: 'Huts', identifier: 'HUT' }
    const other = await ada.call(projectsApi.create, { body })
    const label = await addLabel(ada, 'Hut')
    const state_id = await stateOf(ada, 'started')
    const parent = await addItem(ada, 'parent')
    const draft = await add(ada, {
      ...{ ...here(ada), name: 'one', label_ids: [label], state_id, parent_id: parent.id },
      assignee_ids: [ada.user_id],
    })
    const params = { id: draft.id }
    await ada.call(api.change, { params, body: { project_id: other.id } })
    expect(await ada.call(api.get, { params })).toMatchObject({
      ...{ project_id: other.id, label_ids: [], parent_id: null, name: 'one' },
      ...{ state_id: await stateOf(ada.at({ project_id: other.id }), 'backlog') },
      assignee_ids: [ada.user_id],
    })
    await ada.call(api.change, { params, body: { project_id: null } })
    const bare = { project_id: null, state_id: null, assignee_ids: [] }
    expect(await ada.call(api.get, { params })).toMatchObject(bare)
  })

  it('show no more what is gone', async () => {
    const { ada } = await projectOf('ada')
    const label = await addLabel(ada, 'Hut')
    const { id } = await add(ada, { ...here(ada), label_ids: [label] })
    await sql`update labels set deleted_at = now() where id = ${label}`.execute(db)
    expect((await ada.call(api.get, { params: { id } })).label_ids).toEqual([])
  })

  it.each([
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ priority: 'x' }, { priority: ['"x" is not a valid choice.'] }],
    [
      { start_date: '2026-02-01', target_date: '2026-01-01' },
      { non_field_errors: ['Start date cannot exceed target date'] },
    ],
    [{ project_id: nobody }, { project_id: [`Invalid pk "${nobody}" - object does not exist.`] }],
    [
      { label_ids: [nobody] },
      { label_ids: { 0: [`Invalid pk "${nobody}" - object does not exist.`] } },
    ],
    [
      { state_id: nobody },
      { non_field_errors: ['State is not valid please pass a valid state_id'] },
    ],
    [{ cycle_id: nobody }, { cycle_id: [`Invalid pk "${nobody}" - object does not exist.`] }],
    [
      { parent_id: nobody },
      { parent_id: ['Parent is not valid issue_id please pass a valid issue_id'] },
    ],
  ])('refuse %o', async (wrong, answer) => {
    const { ada } = await projectOf('ada')
    const body = { ...here(ada), ...wrong }
    expect(await ada.attempt(api.create, { body } as never)).toEqual({
      status: 400,
      body: answer,
    })
    expect((await list(ada)).results).toEqual([])
  })

  it('are their author’s alone', async () => {
    const { ada, mia, gus } = await workspaceOf('ada', ['mia', MEMBER], ['gus', GUEST])
    const { eve } = await workspaceOf('eve')
    const { id } = await add(mia, { name: 'one' })
    const params = { id }
    const body = { name: 'x' }
    for (const other of [ada, gus]) {
      expect((await list(other)).results).toEqual([])
      expect(await other.attempt(api.get, { params })).toEqual(missing)
      expect(await other.attempt(api.change, { params, body })).toEqual({
        status: 404,
        body: { error: 'Issue not found' },
      })
    }
    expect(await ada.attempt(api.toItem, { params, body })).toEqual(missing)
    expect(await gus.attempt(api.remove, { params })).toEqual(missing)
    expect(await gus.attempt(api.create, { body })).toEqual(refused)
    expect(await gus.attempt(api.toItem, { params, body })).toEqual(refused)
    for (const call of [api.list, api.create, api.get, api.change, api.remove, api.toItem]) {
      const input = { params, body } as never
      expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
      expect(await stranger.at(ada.place).attempt(call, input)).toMatchObject({ status: 401 })
    }
    expect(await eve.attempt(api.get, { params })).toEqual(missing)
    // An administrator may delete a draft of another user, without having read it.
    await ada.call(api.remove, { params })
    expect(await mia.attempt(api.get, { params })).toEqual(missing)
    expect(await countOf(mia)).toBe(0)
  })

  it('are told to their author’s other browsers', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, { name: 'one' })
    const params = { id }
    const isOurs = (event: LiveEvent): event is DraftEvent => event.type.startsWith('draft.')
    for (const change of [
      () => add(ada, { name: 'two' }),
      () => ada.call(api.change, { params, body: { ...here(ada), name: 'renamed' } }),
      () => ada.call(api.toItem, { params, body: { name: 'item' } }),
    ]) {
      const before = (await list(ada)).results
      const events = await ada.eventsOf(change)
      const after = (await list(ada)).results
      expect(events.filter(isOurs).reduce(applied, before)).toEqual(after)
    }
    const { rows } = await sql<{ to_users: string[] }>`
      select to_users from events where type like 'draft.%' and payload::text like ${`%${id}%`}`.execute(
      db,
    )
    expect(rows.every(({ to_users }) => to_users.includes(ada.user_id))).toBe(true)
  })
})

describe('a draft that becomes an item', () => {
  it('is the item that was sent, in its project, and no draft any more', async () => {
    const { ada } = await projectOf('ada')
    const [cycle_id, module] = [
      await addPlanned(ada, 'cycles', 'Spring'),
      await addPlanned(ada, 'modules', 'Stoves'),
    ]
    const label = await addLabel(ada, 'Hut')
    const { id } = await add(ada, { ...here(ada), name: 'draft' })
    const body = { name: 'item', label_ids: [label], cycle_id, module_ids: [module] }
    const item = await ada.call(api.toItem, { params: { id }, body })
    expect(item).toMatchObject({
      ...{ name: 'item', sequence_id: 1, cycle_id, module_ids: [module], label_ids: [label] },
      ...{ is_draft: false, deleted_at: null, ...here(ada) },
    })
    expect(await rowsOf(ada)).toMatchObject([{ id: item.id, name: 'item', cycle_id }])
    expect((await historyOf(db, item.id)).map(({ comment }) => comment)).toEqual([
      'created the issue',
      'added cycle Spring',
      'added module Stoves',
    ])
    expect((await list(ada)).results).toEqual([])
    expect(await countOf(ada)).toBe(0)
  })

  it('becomes one item, also when asked twice at once', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, here(ada))
    const body = { name: 'item' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.attempt(api.toItem, { params: { id }, body })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404])
    expect(await rowsOf(ada)).toHaveLength(1)
  })

  it('takes its pictures along', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    const draft = await add(ada, { ...here(ada), name: 'draft' })
    const asset_id = await share(ada, 'DRAFT_ISSUE_DESCRIPTION', {
      entity_identifier: draft.id,
      inProject: true,
    })
    const { slug, project_id } = ada.place
    const url = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/${asset_id}/`
    expect((await fetchFile(bob, url)).status).toBe(404)
    const body = { name: 'item' }
    const item = await ada.call(api.toItem, { params: { id: draft.id }, body })
    expect((await fetchFile(bob, url)).status).toBe(200)
    const { rows } = await sql`
      select entity_type, work_item_id, draft_issue_id from assets
      where id = ${asset_id}`.execute(db)
    expect(rows).toEqual([
      { entity_type: 'ISSUE_DESCRIPTION', work_item_id: item.id, draft_issue_id: null },
    ])
    const strange = { name: 'x.png', type: 'image/png', size: 1 }
    const entity_identifier = (await add(bob)).id
    expect(
      await ada.attempt(assetsApi.create, {
        body: { ...strange, entity_type: 'DRAFT_ISSUE_DESCRIPTION', entity_identifier },
      }),
    ).toEqual({
      status: 400,
      body: {
        entity_identifier: [`Invalid pk "${entity_identifier}" - object does not exist.`],
      },
    })
  })

  // @cap:drafts.move-to-project
  it('needs a project, in which its author is a member, and a valid item', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const params = { id: (await add(mia, { name: 'draft' })).id }
    const body = { name: 'item' }
    expect(await mia.attempt(api.toItem, { params, body })).toEqual({
      status: 400,
      body: { error: 'Project is required to create an issue.' },
    })
    await mia.call(api.change, { params, body: here(mia) })
    expect(await mia.attempt(api.toItem, { params, body: {} } as never)).toEqual({
      status: 400,
      body: { name: ['This field is required.'] },
    })
    expect(await mia.attempt(api.toItem, { params, body: { name: ' ' } })).toEqual({
      status: 400,
      body: { name: ['This field may not be blank.'] },
    })
    const foreign = { ...body, cycle_id: nobody }
    expect(await mia.attempt(api.toItem, { params, body: foreign })).toMatchObject({ status: 400 })
    expect(await rowsOf(ada)).toEqual([])
    const role = (value: number) =>
      sql`update project_members set role = ${value} where user_id = ${mia.user_id}`.execute(db)
    await role(GUEST)
    expect(await mia.attempt(api.toItem, { params, body })).toEqual(refused)
    await sql`delete from project_members where user_id = ${mia.user_id}`.execute(db)
    expect(await mia.attempt(api.toItem, { params, body })).toEqual(refused)
    // They may edit it further, and move it elsewhere.
    await mia.call(api.change, { params, body: { name: 'still mine' } })
    await mia.call(api.change, { params, body: { project_id: null } })
    expect(await mia.call(api.get, { params })).toMatchObject({ name: 'still mine' })
  })

  it('is created like any other', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, here(ada))
    const state_id = await stateOf(ada, 'completed')
    const item = await ada.call(api.toItem, { params: { id }, body: { name: 'x', state_id } })
    expect(item.completed_at).not.toBeNull()
    const read = await ada.call(workItemsApi.get, { params: { id: item.id } })
    expect(read.is_subscribed).toBe(true)
  })
})
