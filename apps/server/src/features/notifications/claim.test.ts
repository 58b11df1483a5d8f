import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addItem } from '#features/work-items/test-kit/items.ts'
import { testServer } from '#test/server.ts'
import { vacuumTable } from '#test/vacuum.ts'
import { claimChanges, claiming } from './queries.ts'

const { database, projectOf } = await testServer()
const { db } = database

interface Step {
  'Index Name'?: string
  Plans?: Step[]
}

const indexesOf = (step: Step): string[] => [
  ...(step['Index Name'] ? [step['Index Name']] : []),
  ...(step.Plans ?? []).flatMap(indexesOf),
]

it('looks up each change by its item, also when the planner believes that nothing waits', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'one')
  // A typical history: long, and already notified.
  await sql`
    insert into activities (workspace_id, project_id, work_item_id, verb, comment, epoch, is_notified)
    select workspace_id, project_id, id, 'updated', 'notified', n, true
    from work_items, generate_series(1, 20000) n where work_items.id = ${id}`.execute(db)
  await sql`update activities set is_notified = true`.execute(db)
  await vacuumTable(db, 'activities')

  const { sql: text, parameters } = claiming(500).compile(db)
  const { rows } = await database.pool.query(`explain (format json) ${text}`, [...parameters])
  const [{ Plan }] = rows[0]['QUERY PLAN']
  const unnotified = indexesOf(Plan).filter((name) => name === 'activities_unnotified_idx')
  // Once, to find the oldest; using it elsewhere would make the query quadratic.
  expect(unnotified).toHaveLength(1)
})

it('takes each change once, by its first row, and leaves what another node took', async () => {
  const { ada } = await projectOf('ada')
  await sql`update activities set is_notified = true`.execute(db)
  const { id } = await addItem(ada, 'two', { assignee_ids: [ada.user_id] })
  await addItem(ada, 'three')
  await db.transaction().execute(async (tx) => {
    const firsts = await claimChanges(tx, 10)
    expect(firsts).toHaveLength(2)
    expect(await db.transaction().execute((other) => claimChanges(other, 10))).toEqual([])
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from activities where work_item_id = ${id} and not is_notified`.execute(
      tx,
    )
    expect(rows[0]?.n).toBe(2)
  })
})
