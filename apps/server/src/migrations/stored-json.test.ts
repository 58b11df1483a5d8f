import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#kernel/database/migrate.ts'
import { migrations } from '#migrations/index.ts'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()

/** Resets the database to the state before a migration. */
async function goBackTo(name: string) {
  await sql.raw('drop schema public cascade; create schema public').execute(db)
  const older = Object.entries(migrations).filter(([one]) => one < name)
  await migrate(db, Object.fromEntries(older))
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const lists = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
const large = JSON.stringify({ a: 'x'.repeat(70_000) })

// @cap:operations.upgrade-keeps-data
it('mends stored JSON that no list could show, and leaves everything else', async () => {
  await goBackTo('0043')
  await sql`
    insert into users (username, email, password_hash, display_name)
    values ('a', 'a@cairn.test', 'none', 'Ada')`.execute(db)
  await sql`
    insert into workspaces (name, slug, owner_id) select 'Acme', 'acme', id from users`.execute(db)
  const logos = {
    deep: nested(4_400),
    lists: lists(4_400),
    large,
    just: nested(20),
    plain: '{"in_use": "emoji", "emoji": {"value": "127956"}}',
  }
  for (const [name, logo] of Object.entries(logos)) {
    await sql`
      insert into projects (workspace_id, name, identifier, network, logo_props)
      select id, ${name}, upper(${name}), 2, ${logo}::jsonb from workspaces`.execute(db)
  }
  await sql`
    insert into views (workspace_id, owned_by, name, display_filters, display_properties)
    select w.id, u.id, 'Deep', ${nested(30)}::jsonb, '{"key": true}' from workspaces w, users u`.execute(
    db,
  )
  const text = JSON.stringify({ type: 'doc', text: 'x'.repeat(2_000_000) })
  for (const [name, description] of Object.entries({
    text,
    list: nested(400),
    deep: nested(4_400),
  })) {
    await sql`
      insert into stickies (workspace_id, owner_id, name, description, sort_order)
      select w.id, u.id, ${name}, ${description}::jsonb, 1 from workspaces w, users u`.execute(db)
  }
  await sql`
    insert into assets (workspace_id, entity_type, asset, attributes, size)
    select id, 'ISSUE_ATTACHMENT', 'key', ${{ name: 'photo\u202egpj.exe', type: 'a/b', size: 1 }}, 1
    from workspaces`.execute(db)

  await migrate(db, migrations)

  const { rows: projects } = await sql`
    select name, logo_props from projects where name = any(${Object.keys(logos)})`.execute(db)
  expect(Object.fromEntries(projects.map((row) => Object.values(row as object)))).toEqual({
    ...{ deep: {}, lists: {}, large: {} },
    just: JSON.parse(logos.just),
    plain: JSON.parse(logos.plain),
  })
  const { rows: views } = await sql`
    select display_filters, display_properties from views`.execute(db)
  // A later migration sets this for every workspace view.
  const table = { layout: 'spreadsheet', group_by: null, sub_group_by: null }
  expect(views).toEqual([
    { display_filters: { ...table, order_by: '-created_at' }, display_properties: { key: true } },
  ])
  const { rows: stickies } = await sql`select name, description from stickies`.execute(db)
  expect(Object.fromEntries(stickies.map((row) => Object.values(row as object)))).toEqual({
    ...{ text: JSON.parse(text), list: JSON.parse(nested(400)), deep: {} },
  })
  const { rows: assets } = await sql`select attributes from assets`.execute(db)
  expect(assets).toEqual([{ attributes: { name: 'photogpj.exe', type: 'a/b', size: 1 } }])
})
