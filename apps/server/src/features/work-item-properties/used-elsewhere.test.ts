import {
  deployBoardsApi,
  draftsApi,
  exportsApi,
  fullTextSearchApi,
  workItemListsApi as lists,
  type PublicItem,
  propertyField,
  publicBoardApi,
  revertsApi,
  viewsApi,
  type WorkItem,
  workItemsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { makeExports } from '#features/exports/service.ts'
import { unzip } from '#features/exports/test-kit/unzip.ts'
import { updateSearchIndex } from '#features/full-text-search/service.ts'
import { readRows } from '#features/imports/read-csv.ts'
import { addItem, historyOf, nobody } from '#features/work-items/test-kit/items.ts'
import {
  addProperty,
  newOptions,
  optionOf,
  typesOf,
} from '#features/work-items/test-kit/properties.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, database, projectOf, stranger } = await testServer()
const { db } = database

async function bugs(client: Client) {
  const { task, bug } = await typesOf(client)
  const severity = await addProperty(client, bug, 'Severity', 'option', {
    ...{ options: newOptions('Major', 'Minor', 'Trivial'), is_multi: true },
  })
  const found = await addProperty(client, bug, 'Found in', 'text')
  const [major, minor] = [optionOf(severity, 'Major'), optionOf(severity, 'Minor')]
  return { task, bug, severity, found, major, minor }
}

const valuesOf = async (client: Client, id: string) =>
  (await client.call(workItemsApi.get, { params: { id }, query: {} })).property_values

describe('values', () => {
  it('are saved in a draft, and become those of its item', async () => {
    const { ada } = await projectOf('ada')
    const { bug, task, severity, found, major } = await bugs(ada)
    const property_values = { [severity.id]: [major], [found.id]: '4.2' }
    const { project_id = '' } = ada.place
    const body = { name: 'later', project_id, type_id: bug, property_values }
    const draft = await ada.call(draftsApi.create, { body })
    expect(draft.property_values).toEqual(property_values)
    const params = { id: draft.id }
    const change = (sent: object) => ada.call(draftsApi.change, { params, body: sent })
    await change({ property_values: { [found.id]: '4.3' } })
    expect(await ada.call(draftsApi.get, { params })).toMatchObject({
      property_values: { [found.id]: '4.3' },
    })
    // Of another type it has none of them.
    await change({ type_id: task })
    expect((await ada.call(draftsApi.get, { params })).property_values).toEqual({})
  })

  it('are undone, unless somebody changed them since', async () => {
    const { ada } = await projectOf('ada')
    const { bug, severity, found, major, minor } = await bugs(ada)
    const { id } = await addItem(ada, 'bug', {
      type_id: bug,
      property_values: { [severity.id]: [major], [found.id]: '4.2' },
    })
    const change = (property_values: object) =>
      ada.call(workItemsApi.change, { params: { id }, body: { property_values } as never })
    await change({ [severity.id]: [major, minor], [found.id]: null })
    const before = { [severity.id]: [major], [found.id]: '4.2' }
    const after = { [severity.id]: [major, minor], [found.id]: null }
    const undo = { id, expected: { property_values: after }, values: { property_values: before } }
    const revert = () => ada.attempt(revertsApi.revert, { body: { changes: [undo] } })
    expect(await revert()).toEqual({ status: 200, body: { reverted: [id], skipped: [] } })
    expect(await valuesOf(ada, id)).toEqual(before)
    await change({ [severity.id]: [minor] })
    expect(await revert()).toMatchObject({ status: 200, body: { reverted: [] } })
    expect(await valuesOf(ada, id)).toEqual({ ...before, [severity.id]: [minor] })
    const lines = (await historyOf(db, id)).filter(({ field }) => field === 'property')
    expect(lines.length).toBeGreaterThan(4)
  })

  it('are columns of exports, named once for all types', async () => {
    const { ada } = await projectOf('ada')
    const { bug, task, severity, found, major, minor } = await bugs(ada)
    const other = await addProperty(ada, task, 'severity', 'number', { decimals: 1 })
    await addItem(ada, 'a bug', {
      type_id: bug,
      property_values: { [severity.id]: [minor, major], [found.id]: '=4.2' },
    })
    await addItem(ada, 'a task', { type_id: task, property_values: { [other.id]: 1.5 } })
    for (const provider of ['csv', 'json'] as const) {
      await ada.call(exportsApi.create, { body: { provider } })
      await makeExports(db, app.deps.storage)
      const { results } = await ada.call(exportsApi.list, {
        query: { per_page: '10', cursor: '10:0:0' },
      })
      const url = results[0]?.url ?? ''
      const answer = await app.inject({ url, cookies: ada.cookies })
      const [file = Buffer.alloc(0)] = unzip(answer.rawPayload).values()
      if (provider === 'csv') {
        const [header = [], ...rows] = readRows(String(file), ',')
        expect(header.filter((name) => name.toLowerCase() === 'severity')).toHaveLength(1)
        const cells = rows.map((row) => row[header.findIndex((one) => /^severity$/i.test(one))])
        expect(cells.toSorted()).toEqual(['1.5', 'Minor, Major'])
      } else {
        expect(String(file)).toContain('Minor, Major')
      }
    }
  })

  it('are searched where they are texts', async () => {
    const { ada } = await projectOf('ada')
    const { bug, found } = await bugs(ada)
    const { id } = await addItem(ada, 'a bug', {
      type_id: bug,
      property_values: { [found.id]: 'Wintergarden release' },
    })
    const find = async () => {
      await updateSearchIndex(db)
      const query = { search: 'wintergarden' }
      return (await ada.call(fullTextSearchApi.search, { query })).hits.length
    }
    expect(await find()).toBe(1)
    const body = { property_values: { [found.id]: null } }
    await ada.call(workItemsApi.change, { params: { id }, body })
    expect(await find()).toBe(0)
  })
})

describe('a list', () => {
  it('is filtered, grouped and sorted by properties, and refuses what it cannot read', async () => {
    const { ada } = await projectOf('ada')
    const { bug, severity, found, major, minor } = await bugs(ada)
    const of = (property_values: object) => ({ type_id: bug, property_values }) as never
    await addItem(ada, 'one', of({ [severity.id]: [major], [found.id]: 'Zebra, 4' }))
    await addItem(ada, 'two', of({ [severity.id]: [major, minor], [found.id]: 'alpha' }))
    await addItem(ada, 'none', of({}))
    const [bySeverity, byText] = [propertyField(severity), propertyField(found)]
    const names = async (query: Record<string, string>) => {
      const page = await ada.call(lists.project, { query: { order_by: 'name', ...query } })
      return (page.results as WorkItem[]).map(({ name }) => name)
    }
    expect(await names({ [bySeverity]: minor })).toEqual(['two'])
    expect(await names({ [bySeverity]: `${minor},None` })).toEqual(['none', 'two'])
    expect(await names({ [`${bySeverity}__not`]: minor })).toEqual(['none', 'one'])
    expect(await names({ [byText]: 'zebra%2C' })).toEqual(['one'])
    expect(await names({ [byText]: 'zebra%2C', [bySeverity]: minor })).toEqual([])
    expect(await names({ order_by: byText })).toEqual(['two', 'one', 'none'])
    expect(await names({ order_by: `-${bySeverity}` })).toEqual(['two', 'one', 'none'])
    const grouped = await ada.call(lists.project, { query: { group_by: bySeverity } })
    expect(grouped).toMatchObject({
      ...{ grouped_by: bySeverity, total_count: 3 },
      results: {
        [major]: { total_results: 2 },
        [minor]: { total_results: 1 },
        None: { total_results: 1 },
      },
    })
    expect(await ada.attempt(lists.project, { query: { [bySeverity]: 'soon' } as never })).toEqual({
      status: 400,
      body: { [bySeverity]: ['“soon” is not a valid value.'] },
    })
    for (const query of [{ group_by: byText }, { group_by: 'property_option_x' }]) {
      expect(await ada.attempt(lists.project, { query })).toMatchObject({ status: 400 })
    }
    // Nobody else's, and nothing that was deleted.
    expect(await names({ [`property_option_${nobody}`]: 'None' })).toHaveLength(3)
  })

  it('has the filters of a view, and tells nothing of values where it is published', async () => {
    const { ada } = await projectOf('ada')
    const { bug, severity, major, minor } = await bugs(ada)
    const of = (id: string) => ({ type_id: bug, property_values: { [severity.id]: [id] } })
    await addItem(ada, 'one', of(major))
    await addItem(ada, 'two', of(minor))
    const field = propertyField(severity)
    const filters = { [field]: [minor] }
    const view = await ada.call(viewsApi.create, { body: { name: 'Minor', filters } })
    expect(view.query).toEqual(filters)
    const page = await ada.call(viewsApi.items, { params: { id: view.id }, query: {} })
    expect((page.results as WorkItem[]).map(({ name }) => name)).toEqual(['two'])
    const { anchor } = await ada.call(deployBoardsApi.publish, { body: {} })
    const reader = stranger.at({ anchor })
    const read = async (query: object) => {
      const answer = await reader.call(publicBoardApi.items, { query: query as never })
      return answer.results as PublicItem[]
    }
    const plain = await read({})
    expect(plain.map(({ property_values }) => property_values)).toEqual([{}, {}])
    for (const query of [{ [field]: minor }, { order_by: field }, { order_by: `-${field}` }]) {
      expect((await read(query)).map(({ name }) => name)).toEqual(['two', 'one'])
    }
    expect(await read({ group_by: field })).toHaveLength(2)
  })
})
