import { workItemsApi as api, statesApi } from '@cairn/contract'
import { expect, it } from 'vitest'
import { connect } from '../apps/server/src/kernel/database/connect.ts'
import { testServer } from '../apps/server/src/test-kit/server.ts'

const { projectOf, database } = await testServer()
const { db, pool, watcher } = database

it('prepares a statement that comes again, and only such', async () => {
  const single = connect(database.connection, watcher, 1)
  const settings = single.db.selectFrom('instance_settings').where('key', '=', 'x')
  for (let times = 0; times < 4; times += 1) await settings.select('value').execute()
  await settings.select('updated_at').execute()
  const { rows } = await single.pool.query('select statement from pg_prepared_statements')
  expect(rows).toEqual([{ statement: 'select "value" from "instance_settings" where "key" = $1' }])
  await single.db.destroy()
})

it('prepares anew after a table changed under a plan', async () => {
  const single = connect(database.connection, watcher, 1)
  const settings = single.db.selectFrom('instance_settings').selectAll().where('key', '=', 'x')
  for (let times = 0; times < 5; times += 1) await settings.execute()
  await pool.query('alter table instance_settings alter value type varchar(5000)')
  await expect(settings.execute()).rejects.toMatchObject({ code: '0A000' })
  expect(await settings.execute()).toEqual([])
  await single.db.destroy()
})

it('fails with the cause, changes nothing and stays usable when an unread statement fails', async () => {
  const { ada } = await projectOf('ada')
  const told: string[] = []
  watcher.on(['work_item_numbers'], () => told.push('told'))
  const failing = db.transaction().execute(async (tx) => {
    await tx.updateTable('work_item_numbers').set({ last_number: 99 }).execute()
    const nowhere = { workspace_id: null, author_id: null, to_users: null }
    // No such type: jsonb refuses the text only when the database reads it.
    await tx
      .insertInto('events')
      .values({ type: 'x', project_id: null, ...nowhere, payload: '{not json' })
      .execute()
  })
  await expect(failing).rejects.toMatchObject({ code: '22P02' })
  expect(told).toEqual([])
  const item = await ada.call(api.create, { body: { name: 'Still here' } })
  expect(item.sequence_id).toBe(1)
})

it('names the cause, not "the transaction is aborted", to the statement that comes next', async () => {
  const failing = db.transaction().execute(async (tx) => {
    const nowhere = { workspace_id: null, author_id: null, to_users: null }
    await tx
      .insertInto('events')
      .values({ type: 'x', project_id: null, ...nowhere, payload: '{not json' })
      .execute()
    await tx.selectFrom('work_item_numbers').selectAll().execute()
  })
  await expect(failing).rejects.toMatchObject({ code: '22P02' })
})

it('finds the item for everyone who changes it at the same moment, each change in the history', async () => {
  const { ada } = await projectOf('ada')
  const states = await ada.call(statesApi.list)
  const { id } = await ada.call(api.create, { body: { name: 'Wanted' } })
  const asked = Array.from({ length: 12 }, (_, index) => ({
    state_id: states[index % states.length]?.id ?? '',
    name: `Wanted ${index}`,
  }))
  const answers = await Promise.all(
    asked.map((body) => ada.attempt(api.change, { params: { id }, body })),
  )
  expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 204))
  const { rows } = await pool.query(
    `select old_value, new_value from activities where work_item_id = $1 and field = 'name'
      order by created_at, epoch`,
    [id],
  )
  expect(rows).toHaveLength(12)
  // Each change was compared with what the one before it left: the old values form one chain.
  const olds = new Set(rows.map(({ old_value }) => old_value))
  expect(olds.size).toBe(12)
})

it('tells in the event exactly the row a reader finds afterwards', async () => {
  const { ada } = await projectOf('ada')
  const states = await ada.call(statesApi.list)
  const done = states.find(({ group }) => group === 'completed')?.id ?? ''
  const { id } = await ada.call(api.create, { body: { name: 'Exact' } })
  for (const body of [
    { name: ' Exactly ', priority: 'high' as const, sort_order: 12.5 },
    { state_id: done, assignee_ids: [ada.user_id], target_date: '2026-12-01' },
    { state_id: null, assignee_ids: [], description_html: '<p>Long</p>' },
  ]) {
    const events = await ada.eventsOf(() => ada.call(api.change, { params: { id }, body }))
    const { description_html, is_subscribed, ...row } = await ada.call(api.get, { params: { id } })
    expect(events).toEqual([{ type: 'work_item.saved', work_item: row }])
  }
})
