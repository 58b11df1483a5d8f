import {
  labelsApi,
  workItemListsApi as lists,
  modulesApi,
  type WorkItem,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addItem } from './test-kit/items.ts'

const { projectOf, database } = await testServer()

const names = (rows: unknown) => (rows as WorkItem[]).map(({ name }) => name)

/** A list filtered by a linked value, and the column of a board. */
async function shown(client: Client, [filter, group]: string[], id: string, order_by: string) {
  const flat = await client.call(lists.project, { query: { [filter ?? '']: id, order_by } })
  const board = await client.call(lists.project, { query: { group_by: group ?? '', order_by } })
  const columns = board.results as Record<string, { results: unknown }>
  expect(names(columns[id]?.results)).toEqual(names(flat.results))
  return names(flat.results)
}

it('keeps the items of a label, a person and a module in order when they are moved', async () => {
  const { ada } = await projectOf('ada')
  const label = await ada.call(labelsApi.create, { body: { name: 'bug' } })
  const module = await ada.call(modulesApi.create, { body: { name: 'release' } })
  const linked = { label_ids: [label.id], assignee_ids: [ada.user_id] }
  const [one] = [await addItem(ada, 'one', linked), await addItem(ada, 'two', linked)]
  const issues = [one.id, (await addItem(ada, 'three', linked)).id]
  await ada.call(modulesApi.addItems, { params: { id: module.id }, body: { issues } })
  const all = async (order_by: string) => [
    await shown(ada, ['labels', 'labels__id'], label.id, order_by),
    await shown(ada, ['assignees', 'assignees__id'], ada.user_id, order_by),
    await shown(ada, ['module', 'issue_module__module_id'], module.id, order_by),
  ]
  const last = { params: { id: one.id }, body: { sort_order: 900_000 } }

  const first = ['one', 'two', 'three']
  expect(await all('sort_order')).toEqual([first, first, ['one', 'three']])
  await ada.call(workItemsApi.change, last)
  const moved = ['two', 'three', 'one']
  expect(await all('sort_order')).toEqual([moved, moved, ['three', 'one']])
  expect(await all('-sort_order')).toEqual(
    [moved, moved, ['three', 'one']].map((some) => some.toReversed()),
  )
  expect(await all('created_at')).toEqual([first, first, ['one', 'three']])
})

it('knows of every link when its item was made and where it stands', async () => {
  for (const table of ['work_item_labels', 'work_item_assignees', 'module_items']) {
    const { rows } = await sql`
      select from ${sql.table(table)} l join work_items i on i.id = l.work_item_id
      where l.created_at <> i.created_at or l.sort_order <> i.sort_order`.execute(database.db)
    expect([table, rows.length]).toEqual([table, 0])
  }
})
