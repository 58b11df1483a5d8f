import { workItemsApi as api, intakeItemsApi, type LiveEvent, projectsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emittedItem } from '#features/work-items/service.ts'
import { connect } from '#kernel/database/connect.ts'
import { testServer } from '#test/server.ts'
import { startTimeOf } from '#test/start-time.ts'
import { followEvents, type Position } from './stream.ts'

const { app, database, projectOf } = await testServer()
const { stream, listener } = app.deps
const { db, watcher } = database

const say = (xid: string) =>
  sql`insert into events (xid, type, payload) values (${xid}::xid8, 'test.said', '{}')`.execute(db)

/** A position before which everything is settled. */
const now = async (): Promise<Position> => {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(db)
  return { xid: rows[0]?.xid ?? '', id: 0 }
}

const heardSince = async (position: Position) => {
  const events = await stream.since(position, 100)
  return events?.map(({ json }) => JSON.parse(json) as LiveEvent)
}

it('reads events in the order of their transactions, also where the number grows a digit', async () => {
  for (const xid of ['10', '9', '11', '8']) await say(xid)
  const read = await stream.since({ xid: '0', id: 0 }, 10)
  expect(read?.map(({ xid }) => xid)).toEqual(['8', '9', '10', '11'])
  const rest = await stream.since(read?.[1] ?? { xid: '9', id: 0 }, 10)
  expect(rest?.map(({ xid }) => xid)).toEqual(['10', '11'])
})

it('tells of an item how it stands when it is told', async () => {
  const { ada } = await projectOf('ada')
  const before = await now()
  const { id } = await ada.call(api.create, { body: { name: 'first' } })
  await ada.call(api.change, { params: { id }, body: { name: 'second' } })
  await ada.call(api.change, { params: { id }, body: { start_date: '2026-03-01' } })
  const work_item = expect.objectContaining({ id, name: 'second', start_date: '2026-03-01' })
  await expect
    .poll(() => heardSince(before))
    .toEqual(Array.from({ length: 3 }, () => ({ type: 'work_item.saved', work_item })))
})

it('says nothing more of an item that is gone, or of one in another project to those of the first', async () => {
  const { ada } = await projectOf('ada')
  const { project_id } = ada.place
  const project = await ada.call(projectsApi.create, {
    body: { name: 'Elsewhere', identifier: 'ELSE' },
  })
  const gone = await ada.call(api.create, { body: { name: 'gone' } })
  const moved = await ada.call(api.create, { body: { name: 'moved' } })
  const before = await now()
  await ada.call(api.change, { params: { id: gone.id }, body: { name: 'still gone' } })
  await ada.call(api.remove, { params: { id: gone.id } })
  await ada.call(api.change, { params: { id: moved.id }, body: { name: 'still moved' } })
  await ada.call(api.move, { params: { id: moved.id }, body: { project_id: project.id } })
  const there = expect.objectContaining({ id: moved.id, project_id: project.id })
  await expect
    .poll(() => heardSince(before))
    .toEqual([
      { type: 'work_item.removed', id: gone.id, project_id },
      { type: 'work_item.removed', id: moved.id, project_id },
      { type: 'work_item.saved', work_item: there },
    ])
})

it('says nothing of what waits in intake', async () => {
  const { ada } = await projectOf('ada')
  await ada.call(projectsApi.change, { body: { intake_view: true } })
  const before = await now()
  const { issue } = await ada.call(intakeItemsApi.create, { body: { issue: { name: 'reported' } } })
  const seen = await ada.call(api.create, { body: { name: 'seen' } })
  const ids = async () =>
    (await heardSince(before))?.flatMap((event) =>
      event.type === 'work_item.saved' ? event.work_item.id : [],
    )
  await expect.poll(ids).toEqual([seen.id])
  expect(issue.id).not.toBe(seen.id)
})

it('does not look back over more than it is asked to', async () => {
  for (const xid of ['20', '21', '22']) await say(xid)
  const from = { xid: '20', id: 0 }
  expect(await stream.since(from, 3)).toBeUndefined()
})

it('hears what a replica commits as primary, under a number that was unused when it began', async () => {
  const { xid } = await now()
  const fresh = await followEvents(db, listener, watcher, emittedItem, () => {})
  const heard: string[] = []
  fresh.subscribe((events) => heard.push(...events.map((event) => event.xid)))
  // The number of a transaction that wrote nothing, which the replica did not learn of.
  await say(xid)
  await expect.poll(() => heard).toContain(xid)
  fresh.stop()
})

it('forgets at its start what another server’s database brought from its future', async () => {
  const future = '4000000000000'
  await say(future)
  const fresh = await followEvents(db, listener, watcher, emittedItem, () => {})
  fresh.stop()
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from events where xid = ${future}::xid8`.execute(db)
  expect(rows[0]?.n).toBe(0)
  // A browser that received it there cannot continue from it here.
  expect(await stream.since({ xid: future, id: 1 }, 10)).toBeUndefined()
})

describe('after a failover', () => {
  /** Two events of which a replica that became the primary has only the first. */
  async function loseOne() {
    const { xid } = await now()
    await say(xid)
    await say(xid)
    // Transactions of other databases of this server may be running.
    const both = () => stream.since({ xid, id: 0 }, 10)
    await expect.poll(both).toHaveLength(2)
    const [retained, lost] = (await both()) ?? []
    if (!retained || !lost) throw new Error('Two events were said.')
    const forget = () =>
      sql`delete from events where xid = ${xid}::xid8 and id = ${lost.id}`.execute(db)
    return { retained, lost, forget }
  }

  it('nobody continues from an event that was lost, and others go on', async () => {
    const { retained, lost, forget } = await loseOne()
    expect(await stream.since(lost, 10)).toEqual([])
    await forget()
    expect(await stream.since(lost, 10)).toBeUndefined()
    expect(await stream.since(retained, 10)).toEqual([])
  })

  it('who heard a lost event is sent away, and what the replica commits under its number is heard', async () => {
    const { retained, lost, forget } = await loseOne()
    let failures = 0
    const onFailure = () => {
      failures += 1
    }
    const fresh = await followEvents(db, listener, watcher, emittedItem, onFailure)
    expect(fresh.position()).toEqual({ xid: lost.xid, id: lost.id })
    const heard: number[] = []
    let replaced = 0
    fresh.subscribe(
      (events) => heard.push(...events.map(({ id }) => id)),
      () => {
        replaced += 1
      },
    )
    // The database is away for a moment.
    await sql`alter table events rename to events_away`.execute(db)
    await expect.poll(() => failures).toBeGreaterThan(0)
    await sql`alter table events_away rename to events`.execute(db)
    await forget()
    await expect.poll(() => replaced).toBe(1)
    expect(fresh.position()).toEqual({ xid: retained.xid, id: retained.id })
    await say(lost.xid)
    await expect.poll(() => heard).toHaveLength(1)
    expect(replaced).toBe(1)
    fresh.stop()
  })

  it('an earlier event that was lost is noticed, though a pooler let no query fail', async () => {
    const { retained, lost, forget } = await loseOne()
    const server = await startTimeOf(database)
    const { db: pooled } = connect(database.connection, watcher)
    const failures: unknown[] = []
    const fresh = await followEvents(pooled, listener, watcher, emittedItem, (error) =>
      failures.push(error),
    )
    let replaced = 0
    const heard: number[] = []
    fresh.subscribe(
      (events) => heard.push(...events.map(({ id }) => id)),
      () => {
        replaced += 1
      },
    )
    await say((await now()).xid)
    await expect.poll(() => heard).toHaveLength(1)
    await forget()
    await server.replace()
    await expect.poll(() => replaced).toBe(1)
    expect(fresh.position().id).toBe(heard[0])
    expect(retained.id).toBeLessThan(lost.id)
    expect(failures).toEqual([])
    fresh.stop()
    await pooled.destroy()
    await server.forget()
  })
})
