import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#kernel/database/migrate.ts'
import { migrations } from '#migrations/index.ts'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()

// @cap:operations.upgrade-keeps-data
it('renames columns and tables with everything in them', async () => {
  await sql.raw('drop schema public cascade; create schema public').execute(db)
  const older = Object.entries(migrations).filter(([name]) => name < '0049')
  await migrate(db, Object.fromEntries(older))
  await sql`
    insert into users (username, email, password_hash, display_name)
    values ('a', 'a@cairn.test', 'none', 'Ada')`.execute(db)
  await sql`
    insert into made_things (user_id, key, entity_id)
    select id, 'sent twice', id from users`.execute(db)
  await sql`
    insert into mails (to_address, subject, text, status)
    values ('a', 'nobody could send it', '', 'kept'), ('b', 'waits', '', 'queued')`.execute(db)

  await migrate(db, migrations)

  const { rows: keys } = await sql`
    select key, entity_id = user_id as same, created_at is not null as dated
    from idempotency_keys`.execute(db)
  expect(keys).toEqual([{ key: 'sent twice', same: true, dated: true }])
  const { rows: mails } = await sql`select subject, status from mails order by subject`.execute(db)
  expect(mails).toEqual([
    { subject: 'nobody could send it', status: 'stored' },
    { subject: 'waits', status: 'queued' },
  ])
})
