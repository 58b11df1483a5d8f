import {
  workItemsApi as api,
  GUEST,
  labelsApi,
  workItemListsApi as lists,
  MEMBER,
  modulesApi,
  type WorkItem,
  type WorkItemGroup,
  workItemTypesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { foldCounts, foldFacets } from './service.ts'
import {
  addItem,
  addItemOf,
  addLabel,
  archive,
  rowsOf,
  stateOf,
  useTypes,
} from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const { db } = database

/** The group values of a row. */
const valuesIn: Record<string, (row: WorkItem) => (string | null)[]> = {
  labels__id: ({ label_ids }) => label_ids,
  assignees__id: ({ assignee_ids }) => assignee_ids,
  issue_module__module_id: ({ module_ids }) => module_ids,
  created_by: ({ created_by }) => [created_by],
  type_id: ({ type_id }) => [type_id],
}

function tally(rows: readonly WorkItem[], key: string): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const row of rows) {
    const values = valuesIn[key]?.(row) ?? []
    for (const value of values.length > 0 ? values : [null]) {
      totals[value ?? 'None'] = (totals[value ?? 'None'] ?? 0) + 1
    }
  }
  return totals
}

/** For every kind of group, compares the totals of lists with their rows. */
async function expectExact(client: Client, filter: { priority?: string } = {}) {
  const all = await rowsOf(client)
  const rows = all.filter(({ priority }) => !filter.priority || priority === filter.priority)
  for (const key of Object.keys(valuesIn)) {
    const query = { group_by: key, per_page: '1', ...filter }
    const page = await client.call(lists.project, { query })
    const groups = Object.entries(page.results as Record<string, WorkItemGroup>)
    const totals = Object.fromEntries(groups.map(([id, group]) => [id, group.total_results]))
    expect({ key, totals, total: page.total_count }).toEqual({
      key,
      totals: tally(rows, key),
      total: rows.length,
    })
  }
  const parents = await client.call(lists.project, { query: { sub_issue: 'false', per_page: '1' } })
  expect(parents.total_count).toBe(all.filter((row) => !row.parent_id).length)
}

/** Compares the maintained counts with a full recount. */
async function expectCountedRight() {
  await foldFacets(db)
  const order = 'order by project_id, facet, value, state_id, priority'
  const { rows: cachedTotals } = await sql`
    select project_id, facet, value, state_id, priority, visible from facet_counts
    where visible <> 0 ${sql.raw(order)}`.execute(db)
  const { rows: counted } = await sql`
    select project_id, f.facet, f.value, state_id, priority, count(*)::int as visible
    from work_item_profiles p,
      facets_of(p.labels, p.assignees, p.modules, p.created_by, p.is_child, p.type_id) f
    group by 1, 2, 3, 4, 5 ${sql.raw(order)}`.execute(db)
  expect(cachedTotals).toEqual(counted)
}

it('keeps totals by label, person, module, author and type exact through every change, folded or not', async () => {
  const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', GUEST])
  const labels = [await addLabel(ada, 'a'), await addLabel(ada, 'b'), await addLabel(ada, 'c')]
  const { id: module_id } = await ada.call(modulesApi.create, { body: { name: 'Maps' } })
  const done = await stateOf(ada, 'completed')
  const [task, bug] = await useTypes(ada)
  const one = await addItem(ada, 'one', { label_ids: labels, assignee_ids: [ada.user_id] })
  const two = await addItem(mia, 'two', { priority: 'high', assignee_ids: [mia.user_id] })
  const three = await addItem(ada, 'three', { parent_id: one.id })
  await addItemOf(db, ada, gus, 'four')

  const actions = [
    () => ada.call(api.change, { params: { id: one.id }, body: { label_ids: [labels[1] ?? ''] } }),
    () => ada.call(api.change, { params: { id: two.id }, body: { label_ids: labels } }),
    () => ada.call(api.change, { params: { id: one.id }, body: { priority: 'high' } }),
    () => ada.call(api.change, { params: { id: two.id }, body: { type_id: bug?.id ?? null } }),
    () => ada.call(api.change, { params: { id: three.id }, body: { type_id: null } }),
    () => ada.call(api.change, { params: { id: two.id }, body: { state_id: done } }),
    () => ada.call(api.change, { params: { id: three.id }, body: { parent_id: null } }),
    () =>
      ada.call(modulesApi.addItems, {
        params: { id: module_id },
        body: { issues: [one.id, two.id] },
      }),
    () => archive(ada, one.id),
    () => ada.call(labelsApi.remove, { params: { id: labels[1] ?? '' } }),
    () =>
      ada.call(api.bulkChange, {
        body: {
          issue_ids: [two.id, three.id],
          properties: { assignee_ids: [ada.user_id], label_ids: [labels[2] ?? ''] },
        },
      }),
    () => ada.call(api.restore, { params: { id: one.id } }),
    () => ada.call(modulesApi.remove, { params: { id: module_id } }),
    () =>
      ada.call(workItemTypesApi.remove, {
        params: { id: bug?.id ?? '' },
        query: { replacement: task?.id ?? '' },
      }),
    () => ada.call(api.remove, { params: { id: two.id } }),
  ]
  await expectExact(ada)
  for (const [n, action] of actions.entries()) {
    await action()
    if (n % 3 === 0) await foldFacets(db)
    await expectExact(ada)
  }
  await expectExact(ada, { priority: 'high' })
  await expectExact(gus)
  await expectCountedRight()
})

it('counts right what is changed by many while it is folded', async () => {
  const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
  const labels = [await addLabel(ada, 'a'), await addLabel(ada, 'b')]
  const states = [await stateOf(ada, 'started'), await stateOf(ada, 'completed')]
  const items = await Promise.all(Array.from({ length: 6 }, (_, n) => addItem(ada, `i${n}`)))
  const change = (who: Client, n: number) => {
    const id = items[n % items.length]?.id ?? ''
    const body =
      n % 2 === 0
        ? { label_ids: labels.slice(0, n % 3) }
        : { state_id: states[n % 4 === 1 ? 0 : 1] ?? '', assignee_ids: [who.user_id] }
    return who.attempt(api.change, { params: { id }, body })
  }
  const changes = Array.from({ length: 60 }, (_, n) => change(n % 3 === 0 ? mia : ada, n * 7))
  const creations = Array.from({ length: 20 }, (_, n) =>
    addItem(n % 2 ? ada : mia, `new ${n}`, {
      label_ids: labels.slice(n % 3),
      state_id: states[n % 2],
    }),
  )
  const folds = Array.from({ length: 5 }, () => foldFacets(db).then(() => foldCounts(db)))
  await Promise.all([...changes, ...creations, ...folds])
  await expectExact(ada)
  await expectCountedRight()
})
