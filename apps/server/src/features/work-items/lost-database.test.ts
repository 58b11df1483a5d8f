import { workItemsApi as api, type WorkItemPatch } from '@cairn/contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addItem } from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const { db, pool } = database
const away = {
  status: 503,
  body: { error: 'The database is not reachable right now. Nothing was changed; try again soon.' },
}
const unknown = {
  status: 503,
  body: {
    error:
      'The database went away before it answered. It is not known whether the change was made: look before you try again.',
  },
}

const change = (client: Client, id: string, body: WorkItemPatch) =>
  client.attempt(api.change, { params: { id }, body })

/** Everything a change writes. */
const standing = async (id: string) => {
  const { rows } = await sql`
    select i.name, i.updated_at,
      (select count(*) from activities a where a.work_item_id = i.id) as activities,
      (select count(*) from events e where e.payload #>> '{work_item,id}' = ${id}) as events
    from work_items i where i.id = ${id}`.execute(db)
  return rows[0]
}

/** Terminates backends that wait for a lock, as if the database went away. */
const cutOff = async () => {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** Changing only the name is one statement; with labels it is a transaction. */
const ways = { 'a statement': {}, 'a transaction': { label_ids: [] } }

// A connection that has seen the statements several times pipelines them.
const moments = [
  ['at its first step, on a new connection', 'work_items', 0],
  ['at its first step', 'work_items', 6],
  ['between its row and its event', 'events', 6],
] as const

it.each(
  Object.entries(ways).flatMap(([way, rest]) =>
    moments.map((moment) => [way, ...moment, rest] as const),
  ),
)(
  'says so and leaves nothing half-written when %s loses its database %s',
  async (_way, _moment, table, before, rest) => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'whole')
    for (let n = 0; n < before; n += 1) await change(ada, id, { name: `whole ${n}`, ...rest })
    const was = await standing(id)
    const blocker = await pool.connect()
    try {
      await blocker.query(`begin; lock table ${table} in exclusive mode`)
      const cut = change(ada, id, { name: 'half', ...rest })
      await expect.poll(cutOff).toBe(1)
      expect(await cut).toEqual(away)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect(await standing(id)).toEqual(was)
    expect(await change(ada, id, { name: 'again', ...rest })).toEqual({ status: 204, body: null })
    expect(await standing(id)).toMatchObject({ name: 'again' })
  },
)

const COMMITTING = 4711

/** Every commit that wrote an event waits while another session holds the lock. */
async function blockCommits() {
  await sql`
    create function wait_to_commit() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${sql.lit(COMMITTING)});
      return null;
    end $$`.execute(db)
  await sql`
    create constraint trigger events_wait after insert on events deferrable initially deferred
      for each row execute function wait_to_commit()`.execute(db)
}

const connected = new Map<number, PoolClient>()
const seen = new WeakSet<PoolClient>()
pool.on('acquire', (client) => {
  if (seen.has(client)) return
  seen.add(client)
  client.query<{ pid: number }>('select pg_backend_pid() as pid').then(
    ({ rows }) => connected.set(rows[0]?.pid ?? 0, client),
    () => {},
  )
})

/** Cuts the connection of a session that waits to commit: the database does not notice. */
const cutLine = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and objid = ${COMMITTING} and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  for (const { pid } of rows) connected.get(pid)?.connection.stream.destroy()
  return rows.length
}

it('does not claim to know what became of a change when the line is cut while it is committed', async () => {
  const { ada } = await projectOf('ada')
  const items = [await addItem(ada, 'a statement'), await addItem(ada, 'a transaction')] as const
  await blockCommits()
  const blocker = await pool.connect()
  try {
    for (const [n, { id, name }] of items.entries()) {
      await blocker.query('select pg_advisory_lock($1)', [COMMITTING])
      const cut = change(ada, id, { name: 'made', ...Object.values(ways)[n] })
      await expect.poll(cutLine).toBe(1)
      expect(await cut).toEqual(unknown)
      expect(await standing(id)).toMatchObject({ name })
      await blocker.query('select pg_advisory_unlock($1)', [COMMITTING])
      await expect.poll(() => standing(id)).toMatchObject({ name: 'made' })
    }
  } finally {
    blocker.release()
  }
  const [{ id }] = items
  expect(await change(ada, id, { name: 'again' })).toEqual({ status: 204, body: null })
})
