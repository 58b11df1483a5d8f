import { workItemsApi as api } from '@cairn/contract'
import { sql } from 'kysely'
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
const patience = { timeout: 10_000 }

const rename = (client: Client, id: string, name: string) =>
  client.attempt(api.change, { params: { id }, body: { name } })

/** Everything a change writes. */
const standing = async (id: string) => {
  const { rows } = await sql`
    select i.name, i.updated_at,
      (select count(*) from activities a where a.work_item_id = i.id) as activities,
      (select count(*) from events e where e.payload #>> '{work_item,id}' = ${id}) as events
    from work_items i where i.id = ${id}`.execute(db)
  return rows[0]
}

/** Ends whoever stands in line for a lock, as a database that goes away would. */
const cutOff = async () => {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

// A connection that has seen the statements a few times sends them together.
it.each([
  ['at its first statement, on a new connection', 'work_items', 0],
  ['at its first statement', 'work_items', 6],
  ['between its row and its event', 'events', 6],
])(
  'says so and leaves nothing half-written when the database goes %s',
  async (_, table, before) => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'whole')
    for (let n = 0; n < before; n += 1) await rename(ada, id, `whole ${n}`)
    const was = await standing(id)
    const blocker = await pool.connect()
    try {
      await blocker.query(`begin; lock table ${table} in exclusive mode`)
      const cut = rename(ada, id, 'half')
      await expect.poll(cutOff, patience).toBe(1)
      expect(await cut).toEqual(away)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect(await standing(id)).toEqual(was)
    expect(await rename(ada, id, 'again')).toEqual({ status: 204, body: null })
    expect(await standing(id)).toMatchObject({ name: 'again' })
  },
)
