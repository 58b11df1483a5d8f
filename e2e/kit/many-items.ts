import pg from 'pg'
import { connectionIn } from '../../apps/server/src/kernel/database/embedded/socket-folder.ts'

/**
 * Copies one item many times in the database: thousands of requests would take minutes. Call it
 * before the project is loaded, because no events are emitted.
 */
export async function multiply(id: string, count: number) {
  const client = new pg.Client(connectionIn(process.env.E2E_DATA ?? ''))
  await client.connect()
  try {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns
       from information_schema.columns
       where table_schema = 'public' and table_name = 'work_items' and is_generated = 'NEVER'`,
    )
    const columns = rows[0]?.columns
    await client.query(
      `insert into work_items (${columns})
       select ${columns} from (
         select (jsonb_populate_record(w, jsonb_build_object(
           'id', gen_random_uuid(), 'sequence_id', n, 'name', w.name || ' ' || n,
           'priority', case when n % 1000 = 0 then 'urgent' else w.priority end,
           'sort_order', w.sort_order + n, 'created_at', w.created_at + n * interval '1 ms'
         ))).*
         from work_items w cross join generate_series(2, $2::int) n where w.id = $1
       ) copies`,
      [id, count],
    )
  } finally {
    await client.end()
  }
}
