import type { IncomingHttpHeaders } from 'node:http'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kernel/database/schema.ts'

const MAX_LENGTH = 64

/** The key that a client repeats when it sends the same request again. */
export function keyIn(headers: IncomingHttpHeaders): string | undefined {
  const { 'idempotency-key': key } = headers
  return typeof key === 'string' && key !== '' && key.length <= MAX_LENGTH ? key : undefined
}

interface Creation<Created> {
  create: () => Promise<Created>
  find: (id: string) => Promise<Created>
}

const forgetting = (user_id: string) => sql`
  delete from idempotency_keys where user_id = ${user_id} and created_at < now() - interval '1 day'`

/**
 * Writes the key as steps of a statement that creates one row, if `from` has one; `claimed` is
 * empty if the key is already known. Then the statement creates nothing, and `idempotent` finds the
 * row.
 */
export const claimingKey = (
  { user_id, key, id }: { user_id: string; key: string | undefined; id: string },
  from: RawBuilder<unknown>,
) => sql`
  forgotten as (${forgetting(user_id)}),
  claimed as (
    insert into idempotency_keys (user_id, key, entity_id)
    select ${user_id}, ${key}, ${id} from ${from}
    on conflict do nothing returning key
  ),`

/**
 * Creates one row per key, however often the request is sent. The second request waits for the first,
 * and creates the row if that one failed: the key is written in the transaction of the row.
 */
export async function idempotent<Created extends { id: string }>(
  tx: Tx,
  { user_id }: { user_id: string },
  key: string | undefined,
  { create, find }: Creation<Created>,
): Promise<Created> {
  if (key === undefined) return create()
  const { rows: first } = await sql`
    with old as (${forgetting(user_id)})
    insert into idempotency_keys (user_id, key) values (${user_id}, ${key})
    on conflict do nothing returning key`.execute(tx)
  if (first.length === 0) return find(await idOf(tx, user_id, key))
  const created = await create()
  await sql`
    update idempotency_keys set entity_id = ${created.id}
    where user_id = ${user_id} and key = ${key}`.execute(tx)
  return created
}

async function idOf(tx: Tx, user_id: string, key: string) {
  const { rows } = await sql<{ entity_id: string }>`
    select entity_id from idempotency_keys where user_id = ${user_id} and key = ${key}`.execute(tx)
  return rows[0]?.entity_id ?? ''
}
