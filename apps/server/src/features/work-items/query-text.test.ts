import {
  cyclesApi,
  dashboardsApi,
  firstWidgetQuery,
  labelsApi,
  workItemListsApi as lists,
  MEMBER,
  projectsApi,
  relationsApi,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { stateOf } from './test-kit/items.ts'

const { projectOf } = await testServer()

const add = (client: Client, name: string, more: object = {}) =>
  client.call(workItemsApi.create, { body: { name, ...more } })

const found = async (client: Client, pql: string, more: Record<string, string> = {}) => {
  const page = await client.call(lists.project, { query: { pql, order_by: 'name', ...more } })
  return (page.results as { name: string }[]).map(({ name }) => name)
}

// @cap:query.everywhere
describe('a query', () => {
  it('says "or" and "not" in an address, beside filters of before', async () => {
    const { ada } = await projectOf('ada')
    const bug = await ada.call(labelsApi.create, { body: { name: 'Bug' } })
    await add(ada, 'a', { priority: 'high', label_ids: [bug.id] })
    await add(ada, 'b', { priority: 'low', label_ids: [bug.id] })
    await add(ada, 'c', { priority: 'high' })
    expect(await found(ada, 'label = bug or priority = high')).toEqual(['a', 'b', 'c'])
    expect(await found(ada, `not (label = "${bug.id}" and priority = high)`)).toEqual(['b', 'c'])
    expect(await found(ada, 'label = bug or title = c', { priority: 'high' })).toEqual(['a', 'c'])
    expect(await found(ada, ' ')).toEqual(['a', 'b', 'c'])
    const grouped = await ada.call(lists.project, {
      query: { pql: 'label = bug or title ~ c', group_by: 'priority' },
    })
    expect(grouped.total_count).toBe(3)
  })

  it('means each caller by "me", however often it is asked', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await add(ada, 'of ada')
    await add(mel, 'of mel')
    for (let n = 0; n < 2; n += 1) {
      expect(await found(ada, 'created by me')).toEqual(['of ada'])
      expect(await found(mel, 'created by me')).toEqual(['of mel'])
    }
  })

  it('remembers states an item has left', async () => {
    const { ada } = await projectOf('ada')
    const started = await stateOf(ada, 'started')
    const { id } = await add(ada, 'a', { state_id: started })
    await add(ada, 'b')
    expect(await found(ada, `was in state "${started}"`)).toEqual(['a'])
    const completed = await stateOf(ada, 'completed')
    await ada.call(workItemsApi.change, { params: { id }, body: { state_id: completed } })
    expect(await found(ada, `was in state "${started}" and not state = "${started}"`)).toEqual([
      'a',
    ])
    expect(await found(ada, 'stateGroup = started')).toEqual([])
  })

  it('tells nothing about items the caller does not see', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id: project_id } = await ada.call(projectsApi.create, {
      body: { name: 'Secret', identifier: 'SEC' },
    })
    const secret = ada.at({ project_id })
    const { id } = await add(secret, 'hidden')
    const own = await add(mel, 'of mel')
    await secret.call(relationsApi.create, {
      params: { id },
      body: { relation_type: 'blocking', issues: [own.id] },
    })
    for (const pql of ['blocked by open', 'blocked by SEC-1', `blocked by "${id}"`]) {
      expect(await found(ada, pql)).toEqual(['of mel'])
      expect(await found(mel, pql)).toEqual([])
    }
  })

  it.each([
    ['labl = Bug', 'There is no field labl (at position 1)'],
    ['label = Bug and (', 'Expected a field or a function, found the end (at position 18)'],
    [`title ~ "${'x'.repeat(4000)}"`, 'Longer than 4000 characters (at position 4001)'],
    [`${'not '.repeat(51)}isEpic()`, 'Nested deeper than 50 (at position 205)'],
    [Array(51).fill('isEpic()').join(' or '), 'More than 50 conditions (at position 601)'],
  ])('that cannot be read is refused everywhere: %.40s', async (pql, sentence) => {
    const { ada } = await projectOf('ada')
    const refused = { status: 400, body: { pql: [sentence] } }
    expect(await ada.attempt(lists.project, { query: { pql } })).toEqual(refused)
    expect(await ada.attempt(lists.workspace, { query: { pql } })).toEqual(refused)
    if (pql.length > 4000) return
    const filters = { pql: [pql] }
    expect(await ada.attempt(viewsApi.create, { body: { name: 'v', filters } })).toEqual(refused)
    const { id } = await ada.call(dashboardsApi.create, { body: { name: 'd' } })
    const widget = { kind: 'number' as const, query: { ...firstWidgetQuery, filters } }
    expect(await ada.attempt(dashboardsApi.createWidget, { params: { id }, body: widget })).toEqual(
      refused,
    )
  })

  it('is saved in views and widgets in its normal form', async () => {
    const { ada } = await projectOf('ada')
    await add(ada, 'a', { priority: 'high' })
    await add(ada, 'b', { priority: 'low' })
    const filters = { pql: ['PRIORITY = "high" OR dueDate IS NOT NULL'] }
    const view = await ada.call(viewsApi.create, { body: { name: 'v', filters } })
    expect(view.query).toEqual({ pql: ['priority = high or due is not empty'] })
    const page = await ada.call(viewsApi.items, { params: { id: view.id } })
    expect(page.total_count).toBe(1)
    const { id } = await ada.call(dashboardsApi.create, { body: { name: 'd' } })
    const widget = await ada.call(dashboardsApi.createWidget, {
      params: { id },
      body: { kind: 'number', query: { ...firstWidgetQuery, filters } },
    })
    const params = { id, widget_id: widget.id }
    expect(await ada.call(dashboardsApi.data, { params })).toMatchObject({ total: 1 })
  })

  it('works in every list', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(projectsApi.change, { body: { cycle_view: true } })
    const cycle = await ada.call(cyclesApi.create, { body: { name: 'one' } })
    const { id } = await add(ada, 'a', { priority: 'high' })
    await add(ada, 'b')
    await ada.call(cyclesApi.addItems, { params: { id: cycle.id }, body: { issues: [id] } })
    const pql = 'priority = high or isOverdue()'
    const query = { pql }
    expect((await ada.call(lists.workspace, { query })).total_count).toBe(1)
    expect((await ada.call(lists.mine, { query })).total_count).toBe(1)
    expect((await ada.call(lists.epics, { query })).total_count).toBe(0)
    expect((await ada.call(lists.archived, { query })).total_count).toBe(0)
    const inCycle = await ada.call(cyclesApi.items, { params: { id: cycle.id }, query })
    expect(inCycle.total_count).toBe(1)
    expect(await found(ada, `cycle = one and (${pql})`)).toEqual(['a'])
  })
})
