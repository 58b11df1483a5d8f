import pg from 'pg'
import { type ConnectionOptions, clientOptions } from '#kernel/database/connect.ts'

/** A connection without timeouts: copying a large table takes long. */
export async function openClient(to: ConnectionOptions): Promise<pg.Client> {
  const options =
    '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
  const client = new pg.Client({ ...clientOptions(to), application_name: 'cairn backup', options })
  // Pending queries reject with the error; nothing else has to handle it.
  client.on('error', () => {})
  await client.connect()
  return client
}
