import { raw } from '@cairn/work-item-query'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { endWith } from './cancel.ts'
import { runStatement } from './run-statement.ts'

const { db, pool } = await testDatabase()

const read = (statement: string, signal: AbortSignal) =>
  endWith(signal, () => runStatement(db, raw(statement)))

const running = async (text: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where query like ${`%${text}%`} and state = 'active' and pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.n
}

it('ends a statement on the database when whoever asked goes away, and only that one', async () => {
  const leaving = new AbortController()
  const given = read("select pg_sleep(60), 'given up'", leaving.signal)
  const failed = expect(given).rejects.toThrow('canceling statement')
  const retained = read("select pg_sleep(1), 'kept'", new AbortController().signal)
  await expect.poll(() => running('given up')).toBe(1)
  leaving.abort()
  await failed
  expect(await running('given up')).toBe(0)
  expect(await retained).toHaveLength(1)
})

it('does not begin for somebody who has left', async () => {
  await expect(read('select 1', AbortSignal.abort())).rejects.toThrow('aborted')
})

it('gives every connection back, fit for the next', async () => {
  for (let round = 0; round < 3; round += 1) {
    const leaving = new AbortController()
    const many = Array.from({ length: 20 }, () =>
      read("select pg_sleep(60), 'many'", leaving.signal),
    )
    const settled = Promise.allSettled(many)
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(10)
    leaving.abort()
    expect(new Set((await settled).map(({ status }) => status))).toEqual(new Set(['rejected']))
  }
  const answers = Array.from({ length: 30 }, (_, n) =>
    runStatement<{ n: number }>(db, raw(`select ${n} as n`)),
  )
  expect((await Promise.all(answers)).map(([row]) => row?.n)).toEqual(answers.map((_, n) => n))
  expect(pool.idleCount).toBe(pool.totalCount)
})
