import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { testDatabase } from '#test/database.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { RetryableFailure } from './retryable.ts'
import type { Db } from './schema.ts'

const database = await testDatabase()
const { db: other, watcher } = database

/** A node with one connection, so that every statement meets what was prepared before. */
function singleConnection() {
  const single = connect(database.connection, watcher, 1)
  atEndOfFile(() => single.db.destroy())
  const prepared = async () => {
    const { rows } = await single.pool.query('select statement from pg_prepared_statements')
    return rows.map(({ statement }) => statement)
  }
  return { ...single, prepared }
}

const settingsOf = (db: Db) => db.selectFrom('instance_settings').where('key', '=', 'x')
const all = (db: Db) => settingsOf(db).selectAll().execute()

async function prepare(db: Db) {
  for (let times = 0; times < 5; times += 1) await all(db)
}

let done = 0
const later: Record<string, (typeof migrations)[string]> = {}
/** As a newer version does at its start, while this one is still running. */
async function upgrade() {
  done += 1
  const column = sql.ref(`added_${done}`)
  later[`9${String(done).padStart(3, '0')}_test`] = {
    async up(db) {
      await sql`alter table instance_settings add column ${column} text`.execute(db)
    },
  }
  await migrate(other, { ...migrations, ...later })
}

it('prepares a statement that comes again, and only such', async () => {
  const { db, prepared } = singleConnection()
  for (let times = 0; times < 4; times += 1) await settingsOf(db).select('value').execute()
  await settingsOf(db).select('updated_at').execute()
  expect(await prepared()).toEqual(['select "value" from "instance_settings" where "key" = $1'])
})

it('prepares anew after a table changed under a plan', async () => {
  const { db, pool, prepared } = singleConnection()
  await prepare(db)
  await pool.query('alter table instance_settings alter value type varchar(5000)')
  expect(await all(db)).toEqual([])
  expect(await all(db)).toEqual([])
  expect(await prepared()).toHaveLength(1)
})

it('answers while a migration changes a table under prepared statements', async () => {
  const { db, prepared } = singleConnection()
  await prepare(db)
  await settingsOf(db).select('value').execute()
  await upgrade()
  expect(await all(db)).toEqual([])
  // Statements prepared before the migration are gone from the connection.
  expect(await prepared()).toHaveLength(1)
})

it('drops its own prepared statements with the migration it runs itself', async () => {
  const { db, prepared } = singleConnection()
  await prepare(db)
  await sql`alter table instance_settings add column own_change text`.execute(db)
  await sql`select 1`.execute(db)
  expect(await prepared()).toEqual([])
})

it('begins a transaction again whose first statement has a stale plan', async () => {
  const { db } = singleConnection()
  await prepare(db)
  await upgrade()
  const key = crypto.randomUUID()
  await db.transaction().execute(async (tx) => {
    expect(await all(tx)).toEqual([])
    await sql`insert into throttles values (${key}, 1, now())`.execute(tx)
  })
  const { rows } = await sql`select count from throttles where key = ${key}`.execute(other)
  expect(rows).toEqual([{ count: 1 }])
})

async function inTheMiddle(db: Db, between: (key: string) => Promise<unknown>) {
  const key = crypto.randomUUID()
  await sql`insert into throttles values (${key}, 1, now())`.execute(other)
  await prepare(db)
  const result = await db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ count: number }>`
        select count from throttles where key = ${key}`.execute(tx)
      await between(key)
      await all(tx)
      await sql`update throttles set count = ${10 + (rows[0]?.count ?? 0)} where key = ${key}`.execute(
        tx,
      )
    })
    .catch((error: unknown) => error)
  const { rows } = await sql`select count from throttles where key = ${key}`.execute(db)
  return { result, rows }
}

it('runs a transaction again where what it has read is still so', async () => {
  const { db } = singleConnection()
  const { result, rows } = await inTheMiddle(db, upgrade)
  expect([result, rows]).toEqual([undefined, [{ count: 11 }]])
})

it('runs a transaction from its start where it has read something else by then', async () => {
  const { db } = singleConnection()
  const { result, rows } = await inTheMiddle(db, async (key) => {
    await sql`update throttles set count = 5 where key = ${key}`.execute(other)
    await upgrade()
  })
  expect([result, rows]).toEqual([undefined, [{ count: 15 }]])
})

it('rolls back, as something to try again, what comes to that a second time', async () => {
  const { db, prepared } = singleConnection()
  const key = crypto.randomUUID()
  await sql`insert into throttles values (${key}, 1, now())`.execute(other)
  const raise = (on: Db) =>
    sql`update throttles set count = count + 1 where key = ${key}`.execute(on)
  const result = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`select count from throttles where key = ${key}`.execute(tx)
      await raise(other)
      await raise(tx)
    })
  await expect(result).rejects.toBeInstanceOf(RetryableFailure)
  // The connection can be reused: nothing of the transaction is left on it.
  const { rows } = await sql`select count from throttles where key = ${key}`.execute(db)
  expect(rows).toEqual([{ count: 3 }])
  expect(await all(db)).toEqual([])
  expect(await prepared()).not.toContain(undefined)
})
