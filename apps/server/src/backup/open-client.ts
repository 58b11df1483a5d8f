import pg from 'pg'
import { type ConnectionOptions, clientOptions } from '#kernel/database/connect.ts'

/** One connection that nobody hurries: a large table takes as long as it takes. */
export async function openClient(to: ConnectionOptions): Promise<pg.Client> {
  const options =
    '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
  const client = new pg.Client({ ...clientOptions(to), application_name: 'cairn backup', options })
  // Whoever waits for an answer hears of it; nobody else has to.
  client.on('error', () => {})
  await client.connect()
  return client
}
