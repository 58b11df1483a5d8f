import { AbortedTransactionError, sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { endWith } from './cancel.ts'
import type { Db, Tx } from './schema.ts'
import { sendAhead } from './send-ahead.ts'
import { effectOf } from './written-tables.ts'

const { db, watcher } = await testDatabase()

const insert = (on: Db, key: string, count = 1) =>
  sql`insert into throttles values (${key}, ${count}, now())`.execute(on)
const countOf = async (key: string) => {
  const { rows } = await sql<{ count: number }>`
    select count from throttles where key = ${key}`.execute(db)
  return rows[0]?.count
}

it.each([
  ['update only "users" set a = 1', ['users']],
  ['delete from public.users', ['users']],
  ['MERGE INTO "public"."users" u using x on true', ['users', '+users']],
  ["select 'update users', $$delete from users$$ -- insert into users", []],
  ["select e'it\\'s' as a; delete from users", ['users']],
  ['insert into users values ($1) on conflict do update set a = $2', ['users', '+users']],
  ['select from users for update', []],
  ['select from users for no key update of users', []],
  ['(select "update" from users) union select 1', []],
  ['update "Übung" set a = 1', ['Übung']],
  ['begin', []],
  ['select', []],
])('reads the tables written by %o', (statement, tables) => {
  expect(effectOf(statement)).toEqual({ tables, isUnknown: false })
})

it.each([
  'truncate users',
  'alter table users add column x int',
  'do $$ begin delete from users; end $$',
  'call anything()',
  'copy users from stdin',
  'select 1; drop table users',
  'with x as (select 1) update übung set a = 1',
])('does not claim to know what %o writes', (statement) => {
  expect(effectOf(statement).isUnknown).toBe(true)
})

it('clears every cache after a statement it cannot read, and only when that is committed', async () => {
  const clear = vi.fn()
  watcher.on(['sessions'], (projects) => clear('sessions', projects))
  watcher.on(['work_items'], (projects) => clear('work_items', projects))
  await sql`do $$ begin perform 1; end $$`.execute(db)
  expect(clear.mock.calls).toEqual([
    ['sessions', new Set()],
    ['work_items', new Set()],
  ])
  await db.transaction().execute(async (tx) => {
    await sql`create table of_this_test (id int)`.execute(tx)
    expect(clear).toHaveBeenCalledTimes(2)
  })
  expect(clear).toHaveBeenCalledTimes(4)
  const undone = db.transaction().execute(async (tx) => {
    await sql`drop table of_this_test`.execute(tx)
    throw new Error('never mind')
  })
  await expect(undone).rejects.toThrow('never mind')
  await sql`set application_name = 'x'`.execute(db)
  expect(clear).toHaveBeenCalledTimes(4)
})

it('runs nothing of a transaction outside of it after a failure', async () => {
  const key = crypto.randomUUID()
  await insert(db, key)
  const after = crypto.randomUUID()
  const failed = db.transaction().execute(async (tx) => {
    await insert(tx, key).catch(() => {})
    await insert(tx, after)
  })
  await expect(failed).rejects.toThrow('A statement of this transaction has failed')
  const committed = db.transaction().execute(async (tx) => {
    await insert(tx, key).catch(() => {})
    await sendAhead(tx, sql`insert into throttles values (${after}, 1, now())`)
  })
  await expect(committed).rejects.toThrow(AbortedTransactionError)
  expect(await countOf(after)).toBeUndefined()
})

it('cancels a transaction as a whole', async () => {
  const leaving = new AbortController()
  const key = crypto.randomUUID()
  const cancelled = endWith(leaving.signal, () =>
    db.transaction().execute(async (tx) => {
      await insert(tx, key)
      await sql`select pg_sleep(60), 'cancelled'`.execute(tx)
    }),
  )
  const failed = expect(cancelled).rejects.toMatchObject({ code: '57014' })
  const isSleeping = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where query like '%pg_sleep(60), ''cancelled''%' and wait_event = 'PgSleep'`.execute(db)
    return rows.length
  }
  await expect.poll(isSleeping).toBe(1)
  leaving.abort()
  await failed
  expect(await countOf(key)).toBeUndefined()
})

it('begins with the isolation and access it is asked for', async () => {
  const settings = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql`
        select current_setting('transaction_isolation') as isolation,
          current_setting('transaction_read_only') as read_only`.execute(tx)
      return rows
    })
  expect(settings).toEqual([{ isolation: 'repeatable read', read_only: 'on' }])
})

/** Resolves for both when both have arrived. */
function meeting() {
  let arrived = 0
  let open = () => {}
  const both = new Promise<void>((resolve) => {
    open = resolve
  })
  return async () => {
    arrived += 1
    if (arrived === 2) open()
    await both
  }
}

it('runs both of two transactions that wait for each other', async () => {
  const keys = [crypto.randomUUID(), crypto.randomUUID()]
  // Unlike a row lock this one is granted to the waiting session, even if another requests it again
  // first.
  const lock = (tx: Tx, n: number) => sql`select pg_advisory_xact_lock(4712, ${n}::int)`.execute(tx)
  const met = meeting()
  const both = keys.map((key, n) =>
    db.transaction().execute(async (tx) => {
      await lock(tx, n)
      await met()
      await insert(tx, key)
      await lock(tx, 1 - n)
    }),
  )
  await Promise.all(both)
  expect(await Promise.all(keys.map(countOf))).toEqual([1, 1])
})

// Four pairs: one that gives way without a pause takes the row again before the waiting one, and is
// in the way again, about once in ten times.
it('runs both also where the one that gives way finds other rows than before', async () => {
  const pairs = Array.from({ length: 4 }, async () => {
    const keys = [crypto.randomUUID(), crypto.randomUUID()]
    for (const key of keys) await insert(db, key)
    const raise = (tx: Tx, n: number) =>
      sql`
        update throttles set count = count + 1 where key = ${keys[n]}
        returning count, clock_timestamp()`.execute(tx)
    const met = meeting()
    const both = keys.map((_, n) =>
      db.transaction().execute(async (tx) => {
        await raise(tx, n)
        await met()
        await raise(tx, 1 - n)
      }),
    )
    await Promise.all(both)
    return Promise.all(keys.map(countOf))
  })
  expect(await Promise.all(pairs)).toEqual(Array(4).fill([3, 3]))
})
