import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../apps/server/src/test-kit/database.ts'
import { fillWorkspace } from './generator/fill.ts'

const { pool, connection } = await testDatabase()
const wanted = { items: 5_000, projects: 7, people: 20, slug: 'filled', history: true }
// Not from the pool: its pipeline has no COPY.
const client = new pg.Client(connection)
await client.connect()
const filled = await fillWorkspace(client, wanted)
afterAll(() => client.end())

const select = async (statement: string) => (await pool.query(statement)).rows

it('makes as many items, projects and people as asked for', async () => {
  expect(
    await select(`select
      (select count(*) from work_items) as items, (select count(*) from projects) as projects,
      (select count(*) from users) as people, (select count(*) from activities) as activities`),
  ).toEqual([{ items: 5_000, projects: 7, people: 20, activities: 5_000 }])
})

it('gives each project fewer items than the one before', () => {
  const sizes = filled.projects.map(({ size }) => size)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  expect(sizes.reduce((sum, size) => sum + size)).toBe(5_000)
})

it('keeps counts that equal a recount', async () => {
  const retained = await select(`select state_id, priority, sum(visible)::int as visible
    from work_item_counts group by state_id, priority order by state_id, priority`)
  const counted = await select(`select state_id, priority, count(*)::int as visible
    from work_items where is_listed group by state_id, priority order by state_id, priority`)
  expect(retained).toEqual(counted)
})

it('keeps counts by label, person, module, author and parent that equal a recount', async () => {
  const order = 'order by 1, 2, 3, 4, 5'
  const retained = await select(`select project_id, facet, value, state_id, priority, visible
    from facet_counts ${order}`)
  const counted = await select(`
    select project_id, f.facet, f.value, state_id, priority, count(*)::int as visible
    from work_item_profiles p, facets_of(p.labels, p.assignees, p.modules, p.created_by, p.is_child, p.type_id) f
    group by 1, 2, 3, 4, 5 ${order}`)
  expect(retained).toEqual(counted)
  expect(retained.length).toBeGreaterThan(1_000)
})

it('numbers the items of each project one by one, and knows the last number', async () => {
  const numbered = await select(`
    select project_id, count(*)::int as items, count(distinct sequence_id)::int as numbers,
      min(sequence_id) as first, max(sequence_id) as last from work_items group by project_id`)
  for (const { items, numbers, first, last } of numbered) {
    expect({ numbers, first, last }).toEqual({ numbers: items, first: 1, last: items })
  }
  const wrong = await select(`select * from work_item_numbers n
    where last_number <> (select count(*) from work_items i where i.project_id = n.project_id)`)
  expect(wrong).toEqual([])
})

it('leaves no row that refers to nothing, though nothing checked while it was copied', async () => {
  const references = await select(`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      quote_ident(a.attname) as column, quote_ident(b.attname) as key
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)
  expect(references.length).toBeGreaterThan(20)
  for (const { child, parent, column, key } of references) {
    const orphans = await select(`select 1 from ${child} c where c.${column} is not null
      and not exists (select 1 from ${parent} p where p.${key} = c.${column})`)
    expect([child, column, orphans.length]).toEqual([child, column, 0])
  }
})

it('puts every index back', async () => {
  const there = await select(`select indexrelid::regclass::text as name from pg_index
    where indrelid = 'work_items'::regclass order by name`)
  expect(there).toContainEqual({ name: 'work_items_sequence_key' })
  expect(there.length).toBeGreaterThanOrEqual(8)
})

it('keeps parents, states, labels and people inside their project', async () => {
  const strays = await select(`select
    (select count(*) from work_items i join work_items p on p.id = i.parent_id
      where p.project_id <> i.project_id) as parents,
    (select count(*) from work_items i join states s on s.id = i.state_id
      where s.project_id <> i.project_id) as states,
    (select count(*) from work_item_labels l join work_items i on i.id = l.work_item_id
      join labels b on b.id = l.label_id where b.project_id <> i.project_id) as labels,
    (select count(*) from work_item_assignees a join work_items i on i.id = a.work_item_id
      where not exists (select 1 from project_members m where m.project_id = i.project_id
        and m.user_id = a.user_id and m.role >= 15)) as people`)
  expect(strays).toEqual([{ parents: 0, states: 0, labels: 0, people: 0 }])
})

it('lets its administrator in', async () => {
  const doors = await select(`select is_setup_done, email from instances, instance_admins a
    join users u on u.id = a.user_id`)
  expect(doors).toEqual([{ is_setup_done: true, email: filled.email }])
})

it('counts right without a superuser too, where the triggers stay awake', async () => {
  // Roles belong to the whole cluster, which other test files share.
  const role = `plain_${crypto.randomUUID().replaceAll('-', '')}`
  await client.query(`create role ${role}; grant all on all tables in schema public to ${role}`)
  await client.query(`grant all on all sequences in schema public to ${role}; set role ${role}`)
  await fillWorkspace(client, { ...wanted, items: 300, slug: 'plain', history: false })
  await client.query('reset role')
  const wrong = await select(`
    select s.id from states s where s.workspace_id = (select id from workspaces where slug = 'plain')
      and (select coalesce(sum(visible), 0) from work_item_counts c where c.state_id = s.id)
      <> (select count(*) from work_items i where i.state_id = s.id and i.deleted_at is null
        and i.archived_at is null and not i.is_draft)`)
  expect(wrong).toEqual([])
})
