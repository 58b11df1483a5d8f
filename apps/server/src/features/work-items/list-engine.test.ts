import { answerList, CannotAnswer, QueryNotValid, readListQuery } from '@cairn/work-item-query'
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

// @cap:list.sorting
// @cap:list.multi-valued-groups
// @cap:filters.every-key
// @cap:filters.none-value
// @cap:filters.dates
it('PostgreSQL and SQLite answer any query on any items as it reads by hand', async () => {
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
            expect(await answerList(browser, query)).toEqual(right)
          } catch (error) {
            if (!(error instanceof QueryNotValid || error instanceof CannotAnswer)) throw error
          }
        }
      },
    ),
    { numRuns: 25, endOnFailure: true },
  )
}, 300_000)
