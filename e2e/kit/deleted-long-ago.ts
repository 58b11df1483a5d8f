import pg from 'pg'
import { connectionIn } from '../../apps/server/src/kernel/database/embedded/socket-folder.ts'

export async function withDatabase<T>(
  work: (client: pg.Client) => Promise<T>,
  dataDir = process.env.E2E_DATA ?? '',
): Promise<T> {
  const client = new pg.Client(connectionIn(dataDir))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Backdates the deletion of an item by so many days. */
export const ageDeletion = (id: string, days: number) =>
  withDatabase((client) =>
    client.query(
      'update work_items set deleted_at = now() - make_interval(days => $2) where id = $1',
      [id, days],
    ),
  )

/** Makes the server run a scheduled job within seconds. */
export const runJob = (name: string) =>
  withDatabase((client) => client.query('insert into jobs.job (name) values ($1)', [name]))

/** Rows the server still has of an item and a file. */
export const countRows = (work_item_id: string, asset_id: string) =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select (select count(*) from work_items where id = $1)::int
        + (select count(*) from assets where id = $2)::int as count`,
      [work_item_id, asset_id],
    )
    return rows[0]?.count
  })
