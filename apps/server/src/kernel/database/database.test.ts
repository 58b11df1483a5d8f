import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { testDatabase } from '#test/database.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { isoFromDatabase } from './connect.ts'
import { listen } from './listener.ts'
import { DatabaseTooNew, type Migrations, migrate, OlderServersRun } from './migrate.ts'
import { nodeName } from './nodes.ts'
import type { Tx } from './schema.ts'
import { sendAhead } from './send-ahead.ts'
import { WriteWatcher } from './write-watcher.ts'
import { effectOf } from './written-tables.ts'

const { db, watcher, connection } = await testDatabase()

it('runs each migration once, also when two nodes start together', async () => {
  let runs = 0
  const later = {
    ...migrations,
    '9000_test': {
      async up(tx: Kysely<unknown>) {
        runs += 1
        await sql`create table migrated_once (id int)`.execute(tx)
      },
    },
  }
  const done = await Promise.all([migrate(db, later), migrate(db, later)])
  expect(done.flat()).toEqual(['9000_test'])
  expect(runs).toBe(1)
})

it('leaves the database as it was when a migration fails', async () => {
  const broken = {
    ...migrations,
    '9000_test': { up: async () => {} },
    '9001_broken': {
      async up(tx: Kysely<unknown>) {
        await sql`create table half_done (id int)`.execute(tx)
        throw new Error('no further')
      },
    },
  }
  await expect(migrate(db, broken)).rejects.toThrow('no further')
  const { rows } = await sql`select to_regclass('half_done') as it`.execute(db)
  expect(rows).toEqual([{ it: null }])
})

it('refuses a database that a newer version wrote, and names what it does not know', async () => {
  await expect(migrate(db, migrations)).rejects.toThrow(DatabaseTooNew)
  await expect(migrate(db, migrations)).rejects.toThrow(/newer Cairn \(it knows 9000_test\)/)
})

describe('a rolling upgrade', () => {
  const latest = Object.keys(migrations).at(-1) ?? ''
  const up = async () => {}
  const serverThatKnows = (schema: string) => nodeName({ version: '0.0.9', schema, port: 3001 })
  const next: Migrations = { ...migrations, '9000_test': { up }, '9100_wider': { up } }
  const withLast = (toleratedSince?: string): Migrations => ({
    ...next,
    '9200_last': { up, ...(toleratedSince && { toleratedSince }) },
  })

  it('is refused while a server of an older version runs that would not work beside it', async () => {
    await migrate(db, next)
    const older = listen(connection, ['cairn_test'], { name: serverThatKnows('9000_test') })
    atEndOfFile(() => older.stop())
    await expect.poll(() => older.connected).toBe(true)
    await expect(migrate(db, withLast())).rejects.toThrow(OlderServersRun)
    await expect(migrate(db, withLast('9100_wider'))).rejects.toThrow(
      'Servers of an older version are running on this database, and would not work after this upgrade (9200_last). Stop them first, then start this one.',
    )
    const { rows } = await sql<{ name: string }>`
      select name from migrations where name = '9200_last'`.execute(db)
    expect(rows).toEqual([])

    // The same upgrade, once that server is gone.
    await older.stop()
    const versions = async () =>
      (await migrate(db, withLast('9100_wider')).catch(String)).toString()
    await expect.poll(versions).toBe('9200_last')
  })

  it('lets a server start again that is one version older, and none that is older still', async () => {
    expect(await migrate(db, next)).toEqual([])
    const { '9100_wider': _later, ...before } = next
    await expect(migrate(db, before)).rejects.toThrow(DatabaseTooNew)
    await expect(migrate(db, before)).rejects.toThrow(/9100_wider|9200_last/)
  })

  it('goes on beside a server that tolerates it', async () => {
    const older = listen(connection, ['cairn_test'], { name: serverThatKnows(latest) })
    atEndOfFile(() => older.stop())
    await expect.poll(() => older.connected).toBe(true)
    const wider = { ...withLast('9100_wider'), '9300_added': { up, toleratedSince: latest } }
    expect(await migrate(db, wider)).toEqual(['9300_added'])
  })
})

it.each([
  ['select * from users', []],
  ['insert into "events" ("a") values (1)', ['events', '+events']],
  ['with x as (delete from sessions where a) update users set b = 1', ['sessions', 'users']],
])('knows that %o writes %o', (statement, tables) => {
  expect(effectOf(statement)).toEqual({ tables, isUnknown: false })
})

it('tells of a write when it is committed, not before and not when it is taken back', async () => {
  let calls = 0
  watcher.on(['throttles'], () => {
    calls += 1
  })
  const write = (on: typeof db) =>
    sql`insert into throttles values (${crypto.randomUUID()}, 1, now())`.execute(on)
  await write(db)
  expect(calls).toBe(1)
  await db.transaction().execute(async (tx) => {
    await write(tx)
    await write(tx)
    expect(calls).toBe(1)
  })
  expect(calls).toBe(2)
  await db
    .transaction()
    .execute(async (tx) => {
      await write(tx)
      throw new Error('never mind')
    })
    .catch(() => {})
  expect(calls).toBe(2)
})

it('sends ahead what nobody waits for, in order and all or nothing', async () => {
  let calls = 0
  watcher.on(['throttles'], () => {
    calls += 1
  })
  const key = crypto.randomUUID()
  const write = (tx: Tx, count: number) =>
    sendAhead(tx, sql`insert into throttles values (${key}, ${count}, now())`)
  const written = async (on: typeof db) => {
    const { rows } = await sql<{ count: number }>`
      select count from throttles where key = ${key}`.execute(on)
    return rows[0]?.count
  }
  const twice = { code: '23505' }

  const caught = db.transaction().execute(async (tx) => {
    await write(tx, 1)
    expect(await written(tx)).toBe(1)
    await write(tx, 2)
    await written(tx)
  })
  await expect(caught).rejects.toMatchObject(twice)
  const uncaught = db.transaction().execute(async (tx) => {
    await write(tx, 1)
    await write(tx, 2)
  })
  await expect(uncaught).rejects.toMatchObject(twice)
  expect([await written(db), calls]).toEqual([undefined, 0])

  await db.transaction().execute((tx) => write(tx, 3))
  expect([await written(db), calls]).toEqual([3, 1])
})

it('calls a listener of several tables once', () => {
  const several = new WriteWatcher()
  let calls = 0
  several.on(['a', 'b'], () => {
    calls += 1
  })
  several.invalidate(['a', 'b', 'c'])
  expect(calls).toBe(1)
})

it('speaks ISO 8601 and builds no Date', async () => {
  expect(isoFromDatabase('2026-11-15 02:15:00.123456+00')).toBe('2026-11-15T02:15:00.123456Z')
  const { rows } = await sql<{ at: unknown; day: unknown; n: unknown }>`
    select timestamptz '2026-11-15 03:00+01' as at, date '2026-11-15' as day, 3::bigint as n`.execute(
    db,
  )
  expect(rows).toEqual([{ at: '2026-11-15T02:00:00Z', day: '2026-11-15', n: 3 }])
})
