import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../apps/server/src/test-kit/database.ts'
import { fillWorkspace } from './generator/fill.ts'
import { adminOf } from './plans/admin.ts'
import { lists, lookAround } from './plans/lists.ts'
import { addNewcomer } from './plans/newcomer.ts'
import { listenTo, readPlans } from './plans/read-plans.ts'
import { addTypes } from './plans/types.ts'

const { db, pool, connection } = await testDatabase()
const statements = listenTo(pool)
const client = new pg.Client(connection)
await client.connect()
afterAll(() => client.end())
const wanted = { items: 20_000, projects: 1, people: 20, slug: 'plans', history: false }
const me = adminOf(await fillWorkspace(client, wanted))
const known = {
  ...(await lookAround(client, me)),
  newcomer: await addNewcomer(client, me),
  ...(await addTypes(db, client, me)),
}
// Otherwise autovacuum decides, on a busy machine at any moment, what the planner knows of them.
await client.query('vacuum analyze')

/**
 * The queries of every screen; `npm run bench -- plans` checks all of them, with a million items.
 */
const common = [
  ...['?order_by=created_at', '?order_by=-created_at', '?order_by=sort_order', '?order_by=name'],
  ...['?order_by=-priority', '?order_by=target_date', '?order_by=-target_date'],
  ...['?order_by=state__name', '?order_by=labels__name', '?order_by=type__name'],
  ...['?group_by=type_id', '?group_by=type_id&order_by=sort_order'],
  ...['?issue_type=$type', '?issue_type=$rareType', '?issue_type=None'],
  ...['?group_by=state_id&order_by=sort_order', '?group_by=priority', '?group_by=state_id'],
  ...[
    '?assignees=$person',
    '?assignees=$newcomer',
    '?labels=$label',
    '?cycle=$cycle',
    '?cursor=50:20:0',
  ],
]
const asked = lists.filter(({ name }) => common.some((query) => name === `project ${query}`))

it('knows the lists by their names', () => expect(asked).toHaveLength(common.length))

it.each(asked.map((list) => [list.name, list] as const))(
  '%s is read through indexes, and sorts no project',
  async (_name, list) => {
    const { faults } = await readPlans({ db, client, statements, known }, list, 15_000)
    expect(faults).toEqual([])
  },
)
