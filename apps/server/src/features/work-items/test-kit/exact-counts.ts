import { workItemListsApi as lists, type WorkItem, type WorkItemGroup } from '@cairn/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#kernel/database/schema.ts'
import type { Client } from '#test/client.ts'
import { foldFacets, foldPropertyCounts } from '../service.ts'
import { rowsOf } from './items.ts'

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
export async function expectExact(client: Client, filter: { priority?: string } = {}) {
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
export async function expectCountedRight(db: Db) {
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
  await expectValuesCounted(db)
}

/** The same of the values of properties. */
export async function expectValuesCounted(db: Db) {
  await foldPropertyCounts(db)
  const { rows: stored } = await sql`
    select project_id, property_id, value, visible from property_counts where visible <> 0
    order by project_id, property_id, value`.execute(db)
  const { rows: counted } = await sql`
    select i.project_id, v.property_id, v.value, count(distinct i.id)::int as visible
    from work_items i join (
      select work_item_id, property_id, null as value from work_item_property_values
      union all
      select v.work_item_id, v.property_id, coalesce(v.ref_id::text, v.boolean_value::text)
      from work_item_property_values v join work_item_properties p on p.id = v.property_id
      where p.kind in ('option', 'person', 'boolean')
    ) v on v.work_item_id = i.id
    where i.is_listed group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  expect(stored).toEqual(counted)
}
