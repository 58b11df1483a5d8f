import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { root } from '#config'
import { type Migrations, migrate } from '#kernel/database/migrate.ts'
import { testDatabase } from '#test/database.ts'
import { migrations } from './index.ts'

const { db } = await testDatabase()

/** The last migration of each released version. */
const releases: Record<string, string> = { '0.1.0': '0040_integrations' }

const upTo = (last: string): Migrations =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last))

const migrateAnew = async (last: string) => {
  await sql.raw('drop schema public cascade; create schema public').execute(db)
  await migrate(db, upTo(last))
}

it('knows the last migration of every version in the change log', async () => {
  const log = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')
  const versions = [...log.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  expect(versions).toEqual(Object.keys(releases))
  for (const last of Object.values(releases)) expect(migrations).toHaveProperty(last)
})

// @cap:operations.upgrade-keeps-data
it.each(Object.entries(releases))('upgrades a database of version %s', async (_version, last) => {
  await migrateAnew(last)
  await sql
    .raw(
      `insert into users (username, email, password_hash, display_name)
        values ('ada', 'ada@cairn.test', 'none', 'Ada');
      insert into workspaces (name, slug, owner_id) select 'Acme', 'acme', id from users
        where username = 'ada';
      insert into workspace_members (workspace_id, user_id, role)
        select w.id, w.owner_id, 20 from workspaces w;
      insert into projects (workspace_id, name, identifier, network)
        select id, 'Trail Maps', 'TRAIL', 2 from workspaces;
      insert into project_members (workspace_id, project_id, user_id, role)
        select m.workspace_id, p.id, m.user_id, 20 from workspace_members m, projects p`,
    )
    .execute(db)
  await migrate(db, migrations)
  const { rows } = await sql`
    select u.display_name, w.slug, p.identifier, pm.role
    from project_members pm join projects p on p.id = pm.project_id
    join workspaces w on w.id = pm.workspace_id join users u on u.id = pm.user_id`.execute(db)
  expect(rows).toEqual([{ display_name: 'Ada', slug: 'acme', identifier: 'TRAIL', role: 20 }])
  const { rows: done } = await sql<{ name: string }>`select name from migrations`.execute(db)
  expect(done.map(({ name }) => name).toSorted()).toEqual(Object.keys(migrations).toSorted())
})

/** What an older server relies on: columns with their types, and what it may leave empty. */
async function readColumns() {
  const { rows } = await sql<{ name: string; type: string; needs_value: boolean }>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''
        as needs_value
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped`.execute(db)
  return new Map(rows.map(({ name, ...column }) => [name, column]))
}
const tableOf = (name: string) => name.split('.')[0]

/** How the second schema would disturb a server that was written for the first. */
function disturbances(
  before: Awaited<ReturnType<typeof readColumns>>,
  after: Awaited<ReturnType<typeof readColumns>>,
): string[] {
  const tables = new Set([...before.keys()].map(tableOf))
  const gone = [...before].flatMap(([name, { type }]) =>
    after.get(name)?.type === type ? [] : [`${name} is gone or changed`],
  )
  const wanting = [...after].flatMap(([name, { needs_value }]) =>
    needs_value && tables.has(tableOf(name)) && !before.get(name)?.needs_value
      ? [`${name} must be filled in`]
      : [],
  )
  return [...gone, ...wanting]
}

it('finds a migration that an older server would not survive', async () => {
  await migrate(db, migrations)
  const before = await readColumns()
  const disturbing = {
    drop: 'drop column description cascade',
    fill: 'add column added uuid not null',
  }
  for (const change of Object.values(disturbing)) {
    await sql.raw(`alter table cycles ${change}`).execute(db)
  }
  expect(disturbances(before, await readColumns())).toEqual([
    'cycles.description is gone or changed',
    'cycles.added must be filled in',
  ])
})

const tolerant = Object.entries(migrations).flatMap(([name, { toleratedSince }]) =>
  toleratedSince ? [[name, toleratedSince] as const] : [],
)

it.each(tolerant)('applies %s beside servers that know %s', async (name, toleratedSince) => {
  const names = Object.keys(migrations)
  expect(names).toContain(toleratedSince)
  expect(names.indexOf(toleratedSince)).toBeLessThan(names.indexOf(name))
  await migrateAnew(names[names.indexOf(name) - 1] ?? '')
  const before = await readColumns()
  await migrate(db, upTo(name))
  const since = names.slice(names.indexOf(toleratedSince) + 1, names.indexOf(name) + 1)
  const found = disturbances(before, await readColumns())
  // What it removes must have been unused since the migration it names.
  const mayRemove = since.length > 1
  expect(found.filter((one) => !(mayRemove && one.endsWith('is gone or changed')))).toEqual([])
})

it('counts the values of properties that a database has before the upgrade', async () => {
  await migrateAnew('0099_cheaper_counts')
  const property = (kind: string) => `
    insert into work_item_properties (workspace_id, type_id, name, kind, is_multi)
      select workspace_id, id, '${kind}', '${kind}', '${kind}' in ('option', 'item')
      from work_item_types`
  await sql
    .raw(
      `insert into users (username, email, password_hash, display_name)
        values ('ada', 'ada@cairn.test', 'none', 'Ada');
      insert into workspaces (name, slug, owner_id) select 'Acme', 'acme', id from users;
      insert into projects (workspace_id, name, identifier)
        select id, 'Trail Maps', 'TRAIL' from workspaces;
      insert into states (workspace_id, project_id, name, color, "group")
        select workspace_id, id, 'Todo', '#000', 'backlog' from projects;
      insert into work_item_types (workspace_id, name) select id, 'Task' from workspaces;
      ${['option', 'boolean', 'number', 'item'].map(property).join(';')};
      insert into work_items (workspace_id, project_id, name, sequence_id, state_id, type_id,
          archived_at)
        select s.workspace_id, s.project_id, n::text, n, s.id, t.id,
          case when n = 5 then current_date end
        from states s, work_item_types t, generate_series(1, 5) n;
      insert into work_item_property_values (work_item_id, property_id, place, project_id,
          created_at, sort_order, ref_id, boolean_value, number_value)
        select i.id, p.id, place, i.project_id, i.created_at, i.sort_order,
          case when p.kind in ('option', 'item')
            then format('00000000-0000-4000-8000-00000000000%s', place)::uuid end,
          case when p.kind = 'boolean' then i.sequence_id < 3 end,
          case when p.kind = 'number' then i.sequence_id end
        from work_items i, work_item_properties p, generate_series(0, 1) place
        where (p.kind in ('option', 'item') or place = 0) and i.sequence_id > place`,
    )
    .execute(db)
  await migrate(db, migrations)
  const { rows } = await sql`
    select p.kind, right(c.value, 5) as value, c.visible
    from property_counts c join work_item_properties p on p.id = c.property_id
    order by p.kind, c.value nulls last`.execute(db)
  expect(rows).toEqual([
    { kind: 'boolean', value: 'false', visible: 2 },
    { kind: 'boolean', value: 'true', visible: 2 },
    { kind: 'boolean', value: null, visible: 4 },
    { kind: 'item', value: null, visible: 4 },
    { kind: 'number', value: null, visible: 4 },
    { kind: 'option', value: '00000', visible: 4 },
    { kind: 'option', value: '00001', visible: 3 },
    { kind: 'option', value: null, visible: 4 },
  ])
})
