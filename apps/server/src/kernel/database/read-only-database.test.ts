import { workItemsApi as api } from '@cairn/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { projectOf, database } = await testServer()
const { database: name, ...server } = database.connection

/** As a primary does that another one has replaced: it still answers, and refuses to write. */
async function setReadOnly(isOn: boolean) {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(
    `alter database ${name} set default_transaction_read_only = ${isOn ? 'on' : 'off'}`,
  )
  if (isOn) {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
  }
  await admin.end()
}

it('says that nothing was changed, and finds the new primary with a new connection', async () => {
  const { ada } = await projectOf('ada')
  const create = (item: string) => ada.attempt(api.create, { body: { name: item } })
  await setReadOnly(true)
  for (let n = 0; n < 20; n += 1) {
    expect(await create('refused')).toMatchObject({
      status: 503,
      body: {
        error: 'The database is not reachable right now. Nothing was changed; try again soon.',
      },
    })
  }
  await setReadOnly(false)
  // A connection that only read until now is replaced when it is refused, like those before.
  await expect.poll(async () => (await create('kept')).status).toBe(201)
  const { rows } = await sql<{ name: string }>`select name from work_items`.execute(database.db)
  expect(rows.map((item) => item.name)).toEqual(['kept'])
})
