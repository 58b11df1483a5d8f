import { isPropertyField } from '@cairn/contract'
import {
  answerList,
  CannotAnswer,
  type ListQuery,
  QueryNotValid,
  readListQuery,
} from '@cairn/work-item-query'
import {
  answerByHand,
  randomParams,
  randomReader,
  randomWorld,
  sqliteWorld,
} from '@cairn/work-item-query/test-kit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { postgresWorld } from './test-kit/postgres-world.ts'

const { db } = await testDatabase()

/** What a query asks of properties. */
const asksFor = ({ order, group, subGroup, filters }: ListQuery, pql = '') => ({
  ordered: isPropertyField(order.key),
  grouped: [group, subGroup].some((key) => key !== null && isPropertyField(key)),
  filtered: filters.properties !== undefined || pql.includes('['),
})

// @cap:list.sorting
// @cap:list.multi-valued-groups
// @cap:filters.every-key
// @cap:filters.none-value
// @cap:filters.dates
// @cap:query.local
it('PostgreSQL and SQLite answer any query on any items as it reads by hand', async () => {
  const trees = { answered: 0, copied: 0, found: 0 }
  const properties = { ordered: 0, grouped: 0, filtered: 0 }
  const copied = { ordered: 0, grouped: 0, filtered: 0 }
  await fc.assert(
    fc.asyncProperty(
      randomWorld,
      randomReader,
      fc.array(randomParams, { minLength: 40, maxLength: 40 }),
      async (world, reader, addresses) => {
        const source = await postgresWorld(db, world)
        const browser = sqliteWorld(world)
        for (const params of addresses) {
          try {
            const query = readListQuery(params, reader)
            const right = answerByHand(world, query)
            expect(await answerList(source, query)).toEqual(right)
            const isTree = Number(query.filters.where !== undefined)
            trees.answered += isTree
            trees.found += isTree * Number(right.total_results > 0)
            const asked = asksFor(query, params.pql)
            const names = ['ordered', 'grouped', 'filtered'] as const
            const isFound = right.total_results > 1
            for (const name of names) properties[name] += Number(asked[name] && isFound)
            expect(await answerList(browser, query)).toEqual(right)
            trees.copied += isTree
            for (const name of names) copied[name] += Number(asked[name] && isFound)
          } catch (error) {
            if (!(error instanceof QueryNotValid || error instanceof CannotAnswer)) throw error
          }
        }
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
  // Ensures that enough was compared.
  expect(trees.answered).toBeGreaterThan(200)
  expect(Math.min(trees.copied, trees.found)).toBeGreaterThan(80)
  expect(Math.min(...Object.values(properties))).toBeGreaterThan(40)
  expect(Math.min(...Object.values(copied))).toBeGreaterThan(10)
}, 300_000)
