import type { ClientBase } from 'pg'

const tables = [
  ...['work_items', 'work_item_assignees', 'work_item_labels', 'module_items'],
  ...['work_item_subscribers', 'work_item_names', 'activities'],
]

/**
 * Takes the indexes away for the time of the COPY: to build one from all rows at once is several
 * times faster than to grow it row by row. Only where the new rows outnumber those that are there;
 * the tables are locked meanwhile. Answers how to put them back, in the same transaction.
 */
export async function setIndexesAside(
  client: ClientBase,
  items: number,
): Promise<() => Promise<void>> {
  const { rows: kept } = await client.query('select count(*)::int as there from work_items')
  if (kept[0].there >= items) return async () => {}
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = any($1::regclass[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'")
    for (const { definition } of rows) await client.query(definition)
  }
}
