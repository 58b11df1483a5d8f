import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import type { Client } from './client.ts'

export interface TenantRow {
  id: string
  row: string
}

/** Every row of one workspace, by table: what isolation tests compare before and after. */
export async function tenantRows(db: Db, { place }: Client): Promise<Record<string, TenantRow[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.columns i using (table_schema, table_name)
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'workspace_id' and i.column_name = 'id'
      and i.data_type = 'uuid' and t.table_type = 'BASE TABLE' order by 1`.execute(db)
  const read = tables.map(async ({ name }) => {
    const { rows } = await sql<TenantRow>`
      select id, to_jsonb(t)::text as row from ${sql.table(name)} t
      where workspace_id = (select id from workspaces where slug = ${place.slug})
      order by id`.execute(db)
    return [name, rows] as const
  })
  return Object.fromEntries(await Promise.all(read))
}
