import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { connect } from './connect.ts'

const database = await testDatabase()
const { pool, watcher } = database

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
