import { GUEST, projectsApi, type StateGroup, statesApi, workItemsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { archiveOldItems, closeOldItems } from './service.ts'

const { projectOf, database } = await testServer()
const { db } = database

async function stateIn(client: Client, group: StateGroup) {
  const states = await client.call(statesApi.list)
  return states.find((state) => state.group === group)?.id ?? ''
}

/** An item not changed for this many days. */
async function itemFor(client: Client, group: StateGroup, days: number): Promise<string> {
  const body = { name: `${group} for ${days} days`, state_id: await stateIn(client, group) }
  const { id } = await client.call(workItemsApi.create, { body })
  await sql`update work_items set updated_at = now() - make_interval(days => ${days})
    where id = ${id}`.execute(db)
  return id
}

interface Row {
  name: string
  group: StateGroup
  archived: boolean
  completed: boolean
}
const itemsOf = async ({ place }: Client) =>
  (
    await sql<Row>`
      select i.name, s."group", i.archived_at is not null as archived,
        i.completed_at is not null as completed
      from work_items i join states s on s.id = i.state_id
      where i.project_id = ${place.project_id} order by i.sequence_id`.execute(db)
  ).rows
const archivedIn = async (client: Client) =>
  (await itemsOf(client)).filter(({ archived }) => archived).map(({ name }) => name)

const historyOf = async (id: string) =>
  (
    await sql`
      select verb, field, old_value, new_value, new_identifier, comment, actor_id
      from activities where work_item_id = ${id} and verb <> 'created'`.execute(db)
  ).rows

async function putInCycle({ place }: Client, id: string, days: number) {
  await sql`
    with cycle as (
      insert into cycles (workspace_id, project_id, name, start_date, end_date)
      select workspace_id, id, 'c', now() - interval '1 year', now() + make_interval(days => ${days})
      from projects where id = ${place.project_id} returning id
    )
    update work_items set cycle_id = (select id from cycle) where id = ${id}`.execute(db)
  await age(id)
}
async function putInModule({ place }: Client, id: string, target: string | null) {
  await sql`
    with module as (
      insert into modules (workspace_id, project_id, name, target_date)
      select workspace_id, id, gen_random_uuid(), ${target}::date
      from projects where id = ${place.project_id} returning id
    )
    insert into module_items (module_id, work_item_id)
    select id, ${id} from module`.execute(db)
  await age(id)
}
const age = (id: string) =>
  sql`update work_items set updated_at = now() - interval '400 days' where id = ${id}`.execute(db)

// @cap:projects.auto-archive
it('archives what was completed or cancelled and left alone so long, with history', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const old = await itemFor(ada, 'completed', 61)
  await itemFor(ada, 'cancelled', 60)
  await itemFor(ada, 'completed', 59)
  await itemFor(ada, 'started', 500)
  const running = await itemFor(ada, 'completed', 401)
  await putInCycle(ada, running, 1)
  const over = await itemFor(ada, 'completed', 402)
  await putInCycle(ada, over, -1)
  const planned = await itemFor(ada, 'completed', 403)
  await putInModule(ada, planned, null)
  const late = await itemFor(ada, 'completed', 404)
  await putInModule(ada, late, '2020-01-01')

  await archiveOldItems(db)
  expect(await archivedIn(ada)).toEqual([])
  await ada.call(projectsApi.change, { body: { archive_in: 2 } })
  const events = await gus.eventsOf(() => archiveOldItems(db))
  expect(await archivedIn(ada)).toEqual([
    'completed for 61 days',
    'cancelled for 60 days',
    'completed for 402 days',
    'completed for 404 days',
  ])
  expect(events).toHaveLength(4)
  expect(events).toContainEqual({
    type: 'work_item.removed',
    id: old,
    project_id: ada.place.project_id,
  })
  expect(await historyOf(old)).toEqual([
    {
      verb: 'updated',
      field: 'archived_at',
      old_value: null,
      new_value: 'archive',
      new_identifier: null,
      comment: 'Automation has archived the issue',
      actor_id: ada.user_id,
    },
  ])
  expect(await gus.eventsOf(() => archiveOldItems(db))).toEqual([])
})

// @cap:projects.auto-close
it('moves what was left open so long to the chosen state, else the first cancelled one', async () => {
  const { ada } = await projectOf('ada')
  const cancelled = await stateIn(ada, 'cancelled')
  const old = await itemFor(ada, 'started', 31)
  await itemFor(ada, 'backlog', 29)
  await itemFor(ada, 'completed', 100)
  const running = await itemFor(ada, 'unstarted', 401)
  await putInCycle(ada, running, 1)
  await ada.call(projectsApi.change, { body: { close_in: 1 } })
  await closeOldItems(db)
  const groups = async () => (await itemsOf(ada)).map(({ group }) => group)
  expect(await groups()).toEqual(['cancelled', 'backlog', 'completed', 'unstarted'])
  expect(await historyOf(old)).toEqual([
    {
      verb: 'updated',
      field: 'state',
      old_value: null,
      new_value: 'Cancelled',
      new_identifier: cancelled,
      comment: 'Automation updated the state to ',
      actor_id: ada.user_id,
    },
  ])

  const shelved = { name: 'Shelved', color: '#000', group: 'cancelled' as const }
  const { id } = await ada.call(statesApi.create, { body: shelved })
  await ada.call(projectsApi.change, { body: { default_state: id } })
  const next = await itemFor(ada, 'unstarted', 40)
  const events = await ada.eventsOf(() => closeOldItems(db))
  expect(events).toMatchObject([{ type: 'work_item.saved', work_item: { id: next, state_id: id } }])
  expect(await ada.call(workItemsApi.get, { params: { id: next } })).toMatchObject({
    state_id: id,
    completed_at: null,
  })
})

// @cap:states.completion-stamp
it('stamps the completion where items are closed as done', async () => {
  const { ada } = await projectOf('ada')
  await itemFor(ada, 'started', 40)
  const default_state = await stateIn(ada, 'completed')
  await ada.call(projectsApi.change, { body: { close_in: 1, default_state } })
  await closeOldItems(db)
  expect(await itemsOf(ada)).toMatchObject([{ group: 'completed', completed: true }])
})

it('works through hundreds, leaves archived projects alone, and one failure stops no other', async () => {
  const { ada } = await projectOf('ada')
  const { bob } = await projectOf('bob')
  const { eve } = await projectOf('eve')
  for (const client of [ada, bob, eve]) {
    await itemFor(client, 'completed', 40)
    await client.call(projectsApi.change, { body: { archive_in: 1 } })
  }
  await sql`
    insert into work_items (workspace_id, project_id, sequence_id, name, state_id, updated_at)
    select workspace_id, project_id, 1000 + n, 'more', state_id, now() - interval '50 days'
    from work_items, generate_series(1, 450) as n
    where project_id = ${ada.place.project_id}`.execute(db)
  await eve.call(projectsApi.archive)
  await sql
    .raw(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`)
    .execute(db)
  await sql
    .raw(`
    create trigger refused before update on work_items for each row
    when (new.project_id = '${bob.place.project_id}') execute function refuse()`)
    .execute(db)
  await expect(archiveOldItems(db)).rejects.toThrow('some projects were left out')
  expect(await archivedIn(ada)).toHaveLength(451)
  expect(await archivedIn(bob)).toEqual([])
  expect(await archivedIn(eve)).toEqual([])
})
