import type { ClientBase } from 'pg'

const tables = [
  ...['work_items', 'work_item_assignees', 'work_item_labels', 'module_items'],
  ...['work_item_subscribers', 'work_item_names', 'activities'],
  'work_item_property_values',
]

/** How an index is dropped and restored. */
interface Aside {
  away: string
  back: string
}

/**
 * Drops the indexes during the COPY: building one from all rows is several times faster than
 * growing it row by row. Only if the new rows outnumber the existing ones; the tables are locked
 * meanwhile. Returns a function to restore them, in the same transaction.
 */
export async function setIndexesAside(
  client: ClientBase,
  items: number,
): Promise<() => Promise<void>> {
  const { rows: retained } = await client.query('select count(*)::int as there from work_items')
  if (retained[0].there >= items) return async () => {}
  const { rows: indexes } = await client.query<Aside>(
    `select format('drop index %s', i.indexrelid::regclass) as away,
      pg_get_indexdef(i.indexrelid) as back
    from pg_index i
    where i.indrelid = any($1::regclass[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  const { rows: keys } = await client.query<Aside>(
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as away,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname,
        pg_get_constraintdef(c.oid)) as back
    from pg_constraint c
    where c.conrelid = any($1::regclass[]) and c.contype in ('p', 'u')
      -- What other tables refer to stays.
      and not exists (
        select 1 from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid
      )`,
    [tables],
  )
  const aside = [...keys, ...indexes]
  for (const { away } of aside) await client.query(away)
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'")
    for (const { back } of aside) await client.query(back)
  }
}
