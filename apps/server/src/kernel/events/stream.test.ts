import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { app, database } = await testServer()
const { stream } = app.deps

it('reads events in the order of their transactions, also where the number grows a digit', async () => {
  for (const xid of ['10', '9', '11', '8']) {
    await sql`
      insert into events (xid, type, payload) values (${xid}::xid8, 'test.said', '{}')`.execute(
      database.db,
    )
  }
  const read = await stream.since({ xid: '0', id: 0 }, 10)
  expect(read.map(({ xid }) => xid)).toEqual(['8', '9', '10', '11'])
  const rest = await stream.since({ xid: '9', id: Number.MAX_SAFE_INTEGER }, 10)
  expect(rest.map(({ xid }) => xid)).toEqual(['10', '11'])
})
