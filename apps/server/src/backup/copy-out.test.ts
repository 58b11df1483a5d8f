import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { CopyOut } from './copy-out.ts'

const { connection } = await testDatabase()
const client = new pg.Client(connection)
await client.connect()
atEndOfFile(() => client.end())

const isUsable = async () => {
  const { rows } = await client.query('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
}

it.each([
  ['no rows', 'select 1 where false', '', 0],
  ['a row without columns', 'select', '\n', 1],
  ['empty rows', `select '' from generate_series(1, 3)`, '\n\n\n', 3],
  [
    'one row of several megabytes',
    `select repeat('cairn', 1000000)`,
    `${'cairn'.repeat(1e6)}\n`,
    1,
  ],
  [
    'many rows of all lengths',
    `select repeat('x', n % 200) from generate_series(1, 100000) n`,
    Array.from({ length: 100_000 }, (_, n) => `${'x'.repeat((n + 1) % 200)}\n`).join(''),
    100_000,
  ],
])('reads %s', async (_, statement, expected, count) => {
  const rows = client.query(new CopyOut(`copy (${statement}) to stdout`))
  const read = await buffer(rows)
  expect(read.equals(Buffer.from(expected))).toBe(true)
  expect(rows.rowCount).toBe(count)
  await isUsable()
})

it('waits for who reads', async () => {
  const statement = `select repeat('x', 999) from generate_series(1, 20000)`
  const rows = client.query(new CopyOut(`copy (${statement}) to stdout`))
  let read = 0
  for await (const chunk of rows) {
    expect(rows.readableLength).toBeLessThan(3 * rows.readableHighWaterMark)
    read += chunk.length
    await isOtherwiseIdle()
  }
  expect(read).toBe(20_000_000)
  await isUsable()
})

const isOtherwiseIdle = () => new Promise((resolve) => setImmediate(resolve))

it('skips notices, and fails as the statement does, at once or in between', async () => {
  await client.query(`
    create function pg_temp.one_by_one(n int) returns int language plpgsql as $$
    begin
      if n % 1000 = 0 then raise notice 'at %', n; end if;
      return 100 / (50000 - n);
    end $$`)
  const copy = (select: string) => buffer(client.query(new CopyOut(`copy (${select}) to stdout`)))
  const ofMany = 'select pg_temp.one_by_one(n) from generate_series(1, 49999) n'
  expect(String(await copy(ofMany)).split('\n').length).toBe(50_000)
  await isUsable()
  await expect(copy(ofMany.replace('49999', '90000'))).rejects.toThrow('division by zero')
  await isUsable()
  await expect(copy('select from nowhere')).rejects.toThrow('"nowhere" does not exist')
  await isUsable()
})

it('fails when the connection is lost', async () => {
  const other = new pg.Client(connection)
  other.on('error', () => {})
  await other.connect()
  const { rows: found } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  const rows = other.query(
    new CopyOut(`copy (select repeat('x', 999) from generate_series(1, 100000)) to stdout`),
  )
  const reading = (async () => {
    for await (const _ of rows) {
      await client.query('select pg_terminate_backend($1)', [found[0]?.pid])
    }
  })()
  await expect(reading).rejects.toThrow(/terminat/)
})
