import {
  workItemsApi as api,
  commentsApi,
  cyclesApi,
  epicsApi,
  GUEST,
  workItemListsApi as lists,
  MEMBER,
  modulesApi,
  projectsApi,
  reactionsApi,
  searchApi,
  searchIssuesApi,
  type WorkItem,
  type WorkItemGroup,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addCycle, letEnd, putInto } from '#features/cycles/test-kit/cycles.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import {
  addItem,
  addItemOf,
  archive,
  historyOf,
  missing,
  nobody,
  refused,
  rowsOf,
  stateOf,
} from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const { db } = database
const notValid = {
  status: 400,
  body: { parent_id: ['Parent is not valid issue_id please pass a valid issue_id'] },
}

describe('parents', () => {
  it('are set, told in the history by their key, and counted', async () => {
    const { ada } = await projectOf('ada')
    const parent = await addItem(ada, 'parent')
    const child = await addItem(ada, 'child')
    const params = { id: child.id }
    await ada.call(api.change, { params, body: { parent_id: parent.id } })
    await ada.call(api.change, { params, body: { parent_id: null } })
    expect((await historyOf(db, child.id)).slice(1)).toEqual([
      expect.objectContaining({ field: 'parent', old_value: '', new_value: 'TRAIL-1' }),
      expect.objectContaining({ field: 'parent', old_value: 'TRAIL-1', new_value: '' }),
    ])
    await addItem(ada, 'born below', { parent_id: parent.id })
    const rows = await rowsOf(ada)
    expect(rows.find(({ id }) => id === parent.id)?.sub_issues_count).toBe(1)
  })

  // @cap:relations.no-loops
  it('are never the item itself, what is below it, or what is not to be found', async () => {
    const { ada } = await projectOf('ada')
    const { ada: elsewhere } = await projectOf('ada')
    const foreign = await addItem(elsewhere, 'foreign')
    const top = await addItem(ada, 'top')
    const middle = await addItem(ada, 'middle', { parent_id: top.id })
    const low = await addItem(ada, 'low', { parent_id: middle.id })
    for (const parent_id of [top.id, low.id, foreign.id, nobody]) {
      const body = { parent_id }
      expect(await ada.attempt(api.change, { params: { id: top.id }, body })).toEqual(notValid)
    }
    const body = { name: 'x', parent_id: foreign.id }
    expect(await ada.attempt(api.create, { body })).toEqual(notValid)
  })

  // @cap:relations.no-loops
  it('make no circle when two changes run into each other', async () => {
    const { ada } = await projectOf('ada')
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await addItem(ada, 'one'), await addItem(ada, 'other')]
      const under = (id: string, parent_id: string) =>
        ada.attempt(api.change, { params: { id }, body: { parent_id } })
      const answers = await Promise.all([under(one.id, other.id), under(other.id, one.id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400])
    }
  })
})

describe('sub-items', () => {
  it('are listed with the groups of their states, and added by ids', async () => {
    const { ada } = await projectOf('ada')
    const parent = await addItem(ada, 'parent')
    const params = { id: parent.id }
    const [one, two] = [await addItem(ada, 'one'), await addItem(ada, 'two')]
    await ada.call(api.change, {
      params: { id: two.id },
      body: { state_id: await stateOf(ada, 'started') },
    })
    const body = { sub_issue_ids: [one.id, two.id] }
    const added = await ada.call(api.addChildren, { params, body })
    expect(added.state_distribution).toEqual({ backlog: [one.id], started: [two.id] })
    const listed = await ada.call(api.children, { params })
    expect((listed.sub_issues as WorkItem[]).map(({ name }) => name)).toEqual(['two', 'one'])
    const grouped = await ada.call(api.children, { params, query: { group_by: 'state__group' } })
    expect(Object.keys(grouped.sub_issues).toSorted()).toEqual(['backlog', 'started'])
  })

  it('are added all or not at all', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const parent = await addItem(ada, 'parent')
    const child = await addItem(ada, 'child', { parent_id: parent.id })
    const fresh = await addItem(ada, 'fresh')
    const params = { id: child.id }
    const body = { sub_issue_ids: [fresh.id, parent.id] }
    expect(await ada.attempt(api.addChildren, { params, body })).toEqual(notValid)
    expect((await ada.call(api.get, { params: { id: fresh.id } })).parent_id).toBeNull()
    expect(await ada.attempt(api.addChildren, { params, body: { sub_issue_ids: [] } })).toEqual({
      status: 400,
      body: { error: 'Sub Issue IDs are required' },
    })
    expect(await gus.attempt(api.addChildren, { params, body })).toEqual(refused)
  })

  it('of another project need a member’s rights there', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const other = await ada.call(projectsApi.create, { body: { name: 'Huts', identifier: 'HUT' } })
    const there = ada.at({ project_id: other.id })
    const foreign = await addItem(there, 'stove')
    const parent = await addItem(mia, 'parent')
    const input = { params: { id: parent.id }, body: { sub_issue_ids: [foreign.id] } }
    expect(await mia.attempt(api.addChildren, input)).toEqual(notValid)
    const { sub_issues } = await ada.call(api.addChildren, input)
    expect((sub_issues as WorkItem[]).map(({ id }) => id)).toEqual([foreign.id])
    const seen = await mia.call(api.children, { params: { id: parent.id } })
    expect(seen.sub_issues).toEqual([])
  })
})

describe('epics', () => {
  // @cap:epics.create-and-list
  it('stand in lists of their own, with a type of the workspace made once', async () => {
    const { ada } = await projectOf('ada')
    const names = ['one', 'two', 'three', 'four']
    const epics = await Promise.all(
      names.map((name) => ada.call(epicsApi.create, { body: { name } })),
    )
    expect(new Set(epics.map(({ type_id }) => type_id)).size).toBe(1)
    expect(epics.every(({ is_epic }) => is_epic)).toBe(true)
    expect(new Set(epics.map(({ sequence_id }) => sequence_id)).size).toBe(4)
    expect(await rowsOf(ada)).toEqual([])
    const listed = (await ada.call(lists.epics, {})).results as WorkItem[]
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  // @cap:epics.rules
  it('answer under epics/ only when they are some, and have no parent', async () => {
    const { ada } = await projectOf('ada')
    const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
    const plain = await addItem(ada, 'plain', { parent_id: epic.id })
    expect(plain.parent_id).toBe(epic.id)
    expect(await ada.attempt(epicsApi.get, { params: { id: plain.id } })).toEqual(missing)
    expect((await ada.call(api.get, { params: { id: epic.id } })).is_epic).toBe(true)
    const params = { id: epic.id }
    const body = { parent_id: plain.id }
    expect(await ada.attempt(epicsApi.change, { params, body })).toEqual(notValid)
    const below = await ada.call(epicsApi.children, { params })
    expect((below.sub_issues as WorkItem[]).map(({ id }) => id)).toEqual([plain.id])
  })

  // @cap:epics.rules
  it('are planned in no cycle and no module, by whatever call', async () => {
    const { ada } = await projectOf('ada')
    const { id: cycle_id } = await addCycle(ada, 'Summer')
    const module = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
    const plan = { cycle_id, module_ids: [module.id] }
    const body = { name: 'epic', plan, ...plan } as { name: string }
    const epic = await ada.call(epicsApi.create, { body })
    const unknown = [`Invalid pk "${epic.id}" - object does not exist.`]
    const refusal = { status: 400, body: { issues: { 0: unknown } } }
    const issues = { body: { issues: [epic.id] } }
    for (const [call, id] of [
      [cyclesApi.addItems, cycle_id],
      [modulesApi.addItems, module.id],
    ] as const) {
      expect(await ada.attempt(call, { params: { id }, ...issues })).toEqual(refusal)
    }
    for (const properties of [{ cycle_id }, { module_ids: [module.id] }]) {
      const bulk = { body: { issue_ids: [epic.id], properties } }
      expect(await ada.attempt(api.bulkChange, bulk)).toMatchObject({ status: 404 })
    }
    const into = { params: { id: epic.id }, body: { modules: [module.id] } }
    expect(await ada.attempt(modulesApi.changeOfItem, into)).toEqual(missing)
    expect(await ada.call(epicsApi.get, { params: { id: epic.id } })).toMatchObject({
      cycle_id: null,
      module_ids: [],
    })
  })

  // @cap:epics.rules
  it('let their items go when they are deleted', async () => {
    const { ada } = await projectOf('ada')
    const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
    const plain = await addItem(ada, 'plain', { parent_id: epic.id })
    await ada.call(epicsApi.remove, { params: { id: epic.id } })
    expect((await ada.call(api.get, { params: { id: plain.id } })).parent_id).toBeNull()
  })
})

describe('archiving', () => {
  it('takes finished items out of lists, and restoring brings them back', async () => {
    const { ada } = await projectOf('ada')
    const item = await addItem(ada, 'old')
    const params = { id: item.id }
    expect(await ada.attempt(api.archive, { params })).toEqual({
      status: 400,
      body: { error: 'Can only archive completed or cancelled state group issue' },
    })
    await ada.call(api.change, { params, body: { state_id: await stateOf(ada, 'completed') } })
    expect(await ada.attempt(api.archived, { params })).toEqual(missing)
    const { archived_at } = await ada.call(api.archive, { params })
    expect(archived_at).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(await rowsOf(ada)).toEqual([])
    const archived = (await ada.call(lists.archived, {})).results as WorkItem[]
    expect(archived.map(({ id }) => id)).toEqual([item.id])
    const body = { name: 'new' }
    expect(await ada.attempt(api.change, { params, body })).toEqual({
      status: 404,
      body: { error: 'Issue not found' },
    })
    expect((await ada.call(api.archived, { params })).archived_at).toBe(archived_at)
    await ada.call(api.restore, { params })
    expect(await rowsOf(ada)).toHaveLength(1)
    expect(await ada.attempt(api.restore, { params })).toEqual(missing)
    expect((await historyOf(db, item.id)).slice(-2)).toEqual([
      expect.objectContaining({ field: 'archived_at', new_value: 'manual_archive' }),
      expect.objectContaining({ field: 'archived_at', new_value: 'restore' }),
    ])
  })

  // @cap:archive.hidden-everywhere
  it('takes an item out of every list, count and search, for everybody at once', async () => {
    const { ada } = await projectOf('ada')
    const { id: cycle_id } = await addCycle(ada, 'Summer')
    const module = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
    const state_id = await stateOf(ada, 'completed')
    const plan = { cycle_id, module_ids: [module.id] }
    const parent = await addItem(ada, 'parent')
    const more = { plan, state_id, parent_id: parent.id, assignee_ids: [ada.user_id] }
    const { id } = await addItem(ada, 'hut', more)
    const seen = async () => {
      const project = await ada.call(lists.project, { query: { group_by: 'state_id' } })
      const groups = project.results as Record<string, WorkItemGroup>
      const found = await ada.call(searchApi.search, { query: { search: 'hut' } })
      const picked = await ada.call(searchIssuesApi.search, { query: { search: 'hut' } })
      const top = await ada.call(api.get, { params: { id: parent.id } })
      const counts = [
        project.total_count,
        groups[state_id]?.total_results,
        (await ada.call(lists.workspace, {})).total_count,
        (await ada.call(lists.ofPerson, { params: { user_id: ada.user_id } })).total_count,
        (await ada.call(cyclesApi.items, { params: { id: cycle_id } })).total_count,
        (await ada.call(modulesApi.items, { params: { id: module.id } })).total_count,
        (await ada.call(cyclesApi.get, { params: { id: cycle_id } })).total_issues,
        found.results.issue.length,
        picked.length,
        top.sub_issues_count,
      ]
      const archived = (await ada.call(lists.archived, {})).total_count
      return [counts, archived]
    }
    const there = [[2, 1, 2, 2, 1, 1, 1, 1, 1, 1], 0]
    expect(await seen()).toEqual(there)
    const { project_id } = ada.place
    expect(await ada.eventsOf(() => ada.call(api.archive, { params: { id } }))).toEqual([
      { type: 'work_item.removed', id, project_id },
    ])
    expect(await seen()).toEqual([[1, 0, 1, 1, 0, 0, 0, 0, 0, 0], 1])
    await ada.call(api.restore, { params: { id } })
    expect(await seen()).toEqual(there)
  })

  // @cap:archive.restore
  it('keeps cycle, modules, parent and children for the day it is brought back', async () => {
    const { ada } = await projectOf('ada')
    const { id: cycle_id } = await addCycle(ada, 'Summer')
    const module = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
    const parent = await addItem(ada, 'parent')
    const { id } = await addItem(ada, 'middle', { parent_id: parent.id })
    const child = await addItem(ada, 'child', { parent_id: id })
    await putInto(ada, cycle_id, [id])
    await ada.call(modulesApi.addItems, { params: { id: module.id }, body: { issues: [id] } })
    await archive(ada, id)
    await ada.call(api.restore, { params: { id } })
    expect(await ada.call(api.get, { params: { id } })).toMatchObject({
      ...{ archived_at: null, cycle_id, module_ids: [module.id] },
      ...{ parent_id: parent.id, sub_issues_count: 1 },
    })
    const below = await ada.call(api.children, { params: { id } })
    expect((below.sub_issues as WorkItem[]).map(({ id }) => id)).toEqual([child.id])
    const named = (rows: WorkItem[]) => rows.map(({ name }) => name).toSorted()
    expect(named(await rowsOf(ada))).toEqual(['child', 'middle', 'parent'])
    const cycled = await ada.call(cyclesApi.items, { params: { id: cycle_id } })
    expect(named(cycled.results as WorkItem[])).toEqual(['middle'])
    // Also into a cycle that ended meanwhile.
    await archive(ada, id)
    await letEnd(db, cycle_id)
    await ada.call(api.restore, { params: { id } })
    expect(await ada.call(api.get, { params: { id } })).toMatchObject({ cycle_id })
  })

  // @cap:archive.read-only
  it('leaves an item to be looked at only', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'old')
    await archive(ada, id)
    const before = await ada.call(api.archived, { params: { id } })
    const params = { id }
    const bulk = { issue_ids: [id] }
    const body = { comment_html: '<p>x</p>', reaction: '128077' }
    for (const attempt of [
      () => ada.attempt(api.change, { params, body: { name: 'new' } }),
      () => ada.attempt(api.archive, { params }),
      () => ada.attempt(api.bulkChange, { body: { ...bulk, properties: { priority: 'low' } } }),
      () => ada.attempt(commentsApi.create, { params, body }),
      () => ada.attempt(reactionsApi.add, { params, body }),
    ]) {
      expect(await attempt()).toMatchObject({ status: 404 })
    }
    const historyBefore = await historyOf(db, id)
    await ada.attempt(api.bulkArchive, { body: bulk })
    expect(await ada.call(api.archived, { params })).toEqual(before)
    expect(await historyOf(db, id)).toEqual(historyBefore)
  })

  // @cap:archive.list
  it('has a list that is narrowed, grouped and ordered; the author deletes from it', async () => {
    const { ada, mia, max } = await projectOf('ada', ['mia', MEMBER], ['max', MEMBER])
    const put = async (client: Client, name: string, more = {}) => {
      const item = await addItem(client, name, more)
      await archive(client, item.id)
      return item
    }
    const hers = await put(mia, 'hers', { priority: 'high' })
    await put(ada, 'other')
    const read = async (query = {}) => (await mia.call(lists.archived, { query })).results
    const names = (rows: unknown) => (rows as WorkItem[]).map(({ name }) => name)
    expect(names(await read({ priority: 'high' }))).toEqual(['hers'])
    expect(names(await read({ order_by: 'created_at' }))).toEqual(['hers', 'other'])
    const groups = (await read({ group_by: 'priority' })) as Record<string, WorkItemGroup>
    expect(groups.high?.total_results).toBe(1)
    const params = { id: hers.id }
    expect(await max.attempt(api.remove, { params })).toEqual(refused)
    await mia.call(api.remove, { params })
    expect(names(await read())).toEqual(['other'])
  })

  // @cap:archive.list
  it('is not for guests', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addItem(ada, 'old', { state_id: await stateOf(ada, 'completed') })
    expect(await gus.attempt(api.archive, { params: { id } })).toEqual(refused)
    expect(await gus.attempt(lists.archived)).toEqual(refused)
  })
})

describe('reading by key', () => {
  it('finds TRAIL-1 however it is typed', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'first')
    for (const key of ['TRAIL-1', 'trail-1', 'Trail-01']) {
      expect((await ada.call(api.byKey, { params: { key } })).id).toBe(id)
    }
    expect(await ada.call(api.meta, { params: { id } })).toEqual({
      sequence_id: 1,
      project_identifier: 'TRAIL',
    })
  })

  it('says what is wrong, missing or not for you', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    await addItem(ada, 'secret')
    const at = (key: string) => ({ params: { key } })
    expect(await ada.attempt(api.byKey, at('TRAIL-x'))).toEqual({
      status: 400,
      body: { error: 'Invalid issue identifier' },
    })
    expect(await ada.attempt(api.byKey, at('TRAIL-99'))).toEqual(missing)
    expect(await ada.attempt(api.byKey, at('HILL-1'))).toEqual(missing)
    const notForYou = { status: 403, body: { error: 'You are not allowed to view this issue' } }
    expect(await gus.attempt(api.byKey, at('TRAIL-1'))).toEqual(notForYou)
    await sql`delete from project_members where user_id = ${gus.user_id}`.execute(db)
    expect(await gus.attempt(api.byKey, at('TRAIL-1'))).toEqual(notForYou)
  })

  it('opens what is archived, for those who may open the archive', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addItemOf(db, ada, gus, 'old')
    await archive(ada, id)
    const at = { params: { key: 'TRAIL-1' } }
    expect(await ada.call(api.byKey, at)).toMatchObject({ id, archived_at: expect.any(String) })
    expect(await gus.attempt(api.byKey, at)).toEqual(missing)
  })

  it('expands what is asked for and nothing else', async () => {
    const { ada } = await projectOf('ada')
    const parent = await addItem(ada, 'parent')
    const { id } = await addItem(ada, 'child', { parent_id: parent.id })
    const query = { expand: 'parent,issue_link,issue_reactions,issue_attachments,passwords' }
    const item = await ada.call(api.get, { params: { id }, query })
    expect(item).toMatchObject({
      parent: { id: parent.id, sequence_id: 1, project_id: ada.place.project_id },
      issue_link: [],
      issue_reactions: [],
      issue_attachments: [],
      is_subscribed: true,
    })
    expect(item).not.toHaveProperty('issue_relation')
  })
})
