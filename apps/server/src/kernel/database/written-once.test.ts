import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { writtenOnce } from './written-once.ts'

const { db } = await testDatabase()

let times = 0
const sum = writtenOnce<{ isDoubled: boolean }, { a: number; b?: number | null }, { sum: number }>(
  ({ isDoubled }) => String(isDoubled),
  ({ isDoubled }, { a, b }) => {
    times += 1
    const factor = isDoubled ? sql`2 *` : sql``
    return sql`select ${factor} (${a}::int + coalesce(${b}::int, ${40})) as sum`
  },
)

const ask = async (isDoubled: boolean, values: { a: number; b?: number | null }) =>
  (await db.executeQuery(sum(db, { isDoubled }, values))).rows[0]?.sum

it('puts a text together once per shape, and gives it each time its own values', async () => {
  expect(await ask(false, { a: 1, b: 2 })).toBe(3)
  expect(await ask(false, { a: 10, b: 20 })).toBe(30)
  expect(await ask(true, { a: 1, b: 2 })).toBe(6)
  // Null is a value, and constants in the text stay.
  expect(await ask(false, { a: 2, b: null })).toBe(42)
  expect(await ask(true, { a: 2, b: null })).toBe(84)
  expect(times).toBe(2)
})

it('lets two that are asked at once not take each other’s values', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  const sums = await Promise.all(numbers.map((n) => ask(false, { a: n, b: n })))
  expect(sums).toEqual(numbers.map((n) => 2 * n))
})
