import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { expectValuesCounted } from '../apps/server/src/features/work-items/test-kit/exact-counts.ts'
import { testDatabase } from '../apps/server/src/test-kit/database.ts'
import { fillWorkspace } from './generator/fill.ts'
import { adminOf } from './plans/admin.ts'
import { lookAround } from './plans/lists.ts'
import { propertyLists } from './plans/property-lists.ts'
import { listenTo, readPlans } from './plans/read-plans.ts'

const { db, pool, connection } = await testDatabase()
const statements = listenTo(pool)
const client = new pg.Client(connection)
await client.connect()
afterAll(() => client.end())
const filled = await fillWorkspace(client, {
  ...{ items: 20_000, projects: 1, people: 8, slug: 'plans', history: false },
  ...{ properties: 8, plain: true },
})
const me = adminOf(filled)
const known = { ...(await lookAround(client, me)), newcomer: '', type: '', rareType: '' }

it('fills in the counts that writers would have', () => expectValuesCounted(db))

it.each(propertyLists(filled).map((list) => [list.name, list] as const))(
  'a list %s is read through indexes, and sorts and counts no project',
  async (_name, list) => {
    // A board shows fifty rows of each of its ten columns, with eight values each.
    const { faults } = await readPlans({ db, client, statements, known }, list, 8_000)
    expect(faults).toEqual([])
  },
)
