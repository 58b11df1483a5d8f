import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Tx } from './schema.ts'

const MAX_LENGTH = 64

/** What tells two requests for one thing from two requests for two. */
export function keyIn(headers: IncomingHttpHeaders): string | undefined {
  const { 'idempotency-key': key } = headers
  return typeof key === 'string' && key !== '' && key.length <= MAX_LENGTH ? key : undefined
}

interface Making<Made> {
  make: () => Promise<Made>
  find: (id: string) => Promise<Made>
}

/**
 * Makes a thing once per key, however often it is asked for. Who comes second waits for the first, and
 * makes it where that one failed: the key is written in the transaction of the thing.
 */
export async function once<Made extends { id: string }>(
  tx: Tx,
  { user_id }: { user_id: string },
  key: string | undefined,
  { make, find }: Making<Made>,
): Promise<Made> {
  if (key === undefined) return make()
  const { rows: first } = await sql`
    with old as (
      delete from made_things where user_id = ${user_id} and made_at < now() - interval '1 day'
    )
    insert into made_things (user_id, key) values (${user_id}, ${key})
    on conflict do nothing returning key`.execute(tx)
  if (first.length === 0) return find(await idOf(tx, user_id, key))
  const made = await make()
  await sql`
    update made_things set entity_id = ${made.id}
    where user_id = ${user_id} and key = ${key}`.execute(tx)
  return made
}

async function idOf(tx: Tx, user_id: string, key: string) {
  const { rows } = await sql<{ entity_id: string }>`
    select entity_id from made_things where user_id = ${user_id} and key = ${key}`.execute(tx)
  return rows[0]?.entity_id ?? ''
}
