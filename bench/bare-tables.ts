import type pg from 'pg'

/** Tables that `writes.ts` writes, each with its key. */
const keys: Readonly<Record<string, string>> = {
  work_items: 'id',
  work_item_numbers: 'project_id',
  work_item_labels: 'work_item_id, label_id',
  work_item_assignees: 'work_item_id, user_id',
  work_item_subscribers: 'work_item_id, user_id',
  work_item_names: 'work_item_id',
  work_item_counts: 'id',
  description_versions: 'id',
  comments: 'id',
  activities: 'id',
  events: 'xid, id',
  search_changes: 'id',
}
const emptyOnes = new Set(['activities', 'events', 'search_changes', 'work_item_counts'])

/**
 * Copies of the tables in a schema `bare`, with only their keys: what storing the rows would cost
 * the database without reads and checks.
 */
export async function makeBareTables(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists bare cascade')
  await client.query('create schema bare')
  // No key: a row only marks what to recount.
  await client.query('create table bare.uncounted_items (like uncounted_items)')
  for (const [table, key] of Object.entries(keys)) {
    const like = 'including defaults including identity including generated'
    await client.query(`create table bare.${table} (like public.${table} ${like})`)
    if (!emptyOnes.has(table)) await copyAll(client, table)
    await client.query(`alter table bare.${table} add primary key (${key})`)
  }
  await client.query('vacuum analyze')
}

async function copyAll(client: pg.Client, table: string) {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows[0]?.columns
  await client.query(
    `insert into bare.${table} (${columns}) select ${columns} from public.${table}`,
  )
}
