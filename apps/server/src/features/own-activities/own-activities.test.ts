import { ownActivitiesApi as api, GUEST, MEMBER, workItemsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { vacuumTable } from '#test/vacuum.ts'
import { idsOfPage, numberOfActivities } from './queries.ts'

const { database, projectOf } = await testServer()
const { db } = database

// @cap:account.activity-and-accounts
it('lists page by page what somebody did, the newest first', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  for (const name of ['one', 'two', 'three'])
    await ada.call(workItemsApi.create, { body: { name } })
  await bob.call(workItemsApi.create, { body: { name: 'bob’s' } })

  const first = await ada.call(api.list, { query: { per_page: '2' } })
  expect(first).toMatchObject({
    count: 2,
    total_count: 3,
    total_pages: 2,
    next_cursor: '2:1:0',
    next_page_results: true,
  })
  const names = (page: typeof first) => page.results.map(({ issue_detail }) => issue_detail?.name)
  expect(names(first)).toEqual(['three', 'two'])
  expect(names(await ada.call(api.list, { query: { cursor: '2:1:0' } }))).toEqual(['one'])
  const oldest = { order_by: 'created_at' }
  expect(names(await ada.call(api.list, { query: oldest }))).toEqual(['one', 'two', 'three'])
  expect(first.results[0]).toMatchObject({
    verb: 'created',
    field: null,
    actor: ada.user_id,
    actor_detail: { id: ada.user_id, display_name: 'ada' },
    project: ada.place.project_id,
    project_detail: { id: ada.place.project_id, identifier: 'TRAIL', name: 'Trail Maps' },
    workspace_detail: { name: 'Acme', slug: ada.place.slug, logo_url: null },
    source_data: null,
  })
  expect(await ada.attempt(api.list, { query: { per_page: 'x' } })).toEqual({
    status: 400,
    body: { detail: 'Invalid per_page parameter.' },
  })
})

// @cap:account.activity-and-accounts
it('reaches across all workspaces one is in', async () => {
  const { ada } = await projectOf('ada')
  const { bob } = await projectOf('bob')
  await sql`
    insert into workspace_members (workspace_id, user_id, role)
    select workspace_id, ${ada.user_id}, 15 from projects
    where id = ${bob.place.project_id}`.execute(db)
  await sql`
    insert into project_members (workspace_id, project_id, user_id, role)
    select workspace_id, id, ${ada.user_id}, 15 from projects
    where id = ${bob.place.project_id}`.execute(db)
  await ada.call(workItemsApi.create, { body: { name: 'at home' } })
  await ada.at(bob.place).call(workItemsApi.create, { body: { name: 'elsewhere' } })
  const { results } = await ada.call(api.list)
  expect(results.map((row) => [row.issue_detail?.name, row.workspace_detail.slug])).toEqual([
    ['elsewhere', bob.place.slug],
    ['at home', ada.place.slug],
  ])
})

it('says nothing of projects left, and nothing of items no longer one’s to see', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const { id } = await ada.call(workItemsApi.create, { body: { name: 'secret' } })
  await bob.call(workItemsApi.change, { params: { id }, body: { priority: 'high' } })
  const read = () => bob.call(api.list)
  const details = async () => (await read()).results.map(({ issue_detail }) => issue_detail?.name)
  expect(await details()).toEqual(['secret'])
  await sql`update project_members set role = ${GUEST} where user_id = ${bob.user_id}`.execute(db)
  expect(await details()).toEqual([undefined])
  await sql`update project_members set is_active = false where user_id = ${bob.user_id}`.execute(db)
  expect(await read()).toMatchObject({ total_count: 0, results: [] })
})

it('finds and counts pages of a long history in its index alone', async () => {
  const { ada } = await projectOf('ada')
  await sql`
    insert into activities (workspace_id, project_id, actor_id, verb, field, old_value, comment,
      epoch, created_at)
    select workspace_id, id, ${ada.user_id}, 'updated', 'name', repeat('x', 500), '', 1,
      now() - n * interval '1 second'
    from projects, generate_series(1, 30000) n where id = ${ada.place.project_id}`.execute(db)
  await sql`analyze`.execute(db)
  await vacuumTable(db, 'activities')
  const readers = { actor_id: ada.user_id, reader_id: ada.user_id }
  const page = { size: 10, page: 1500 }
  for (const query of [
    idsOfPage(db, readers, page, 'desc'),
    idsOfPage(db, readers, page, 'asc'),
    numberOfActivities(db, readers),
  ]) {
    const plan = JSON.stringify(await query.explain('json'))
    expect(plan).toContain('"Node Type":"Index Only Scan"')
    expect(plan).toContain('activities_actor_page_idx')
    expect(plan).not.toContain('"Node Type":"Seq Scan","Relation Name":"activities"')
  }
})
