import { addDays, dayInZone } from '@cairn/calendar'
import {
  flowHistoryApi as api,
  type FlowHistory,
  type FlowPoint,
  MEMBER,
  projectsApi,
  type StateGroup,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { endBacklog, fillStateChanges } from './history-queries.ts'

const { projectOf, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const DAY = 24 * 3600

const today = dayInZone(Date.now(), 'UTC')
const ago = (days: number) => addDays(today, -days) ?? ''
const noon = (days: number) => `${ago(days)}T12:00:00Z`

const add = (client: Client, name: string, state_id?: string) =>
  client.call(workItemsApi.create, { body: { name, ...(state_id && { state_id }) } })
const move = (client: Client, id: string, state_id: string) =>
  client.call(workItemsApi.change, { params: { id }, body: { state_id } })

async function statesOf(client: Client) {
  const states = await client.call(statesApi.list)
  return Object.fromEntries(states.map(({ group, id }) => [group, id])) as Record<
    StateGroup,
    string
  >
}

/** [state, days ago it was entered], the first when the item was created. */
type Path = readonly (readonly [state_id: string, days: number])[]

/** An item whose history began some days ago. */
async function itemWith(client: Client, name: string, path: Path, completed?: number) {
  const { id } = await add(client, name, path.at(-1)?.[0])
  await sql`delete from state_changes where work_item_id = ${id}`.execute(db)
  for (const [index, [state_id, days]] of path.entries()) {
    await sql`
      insert into state_changes (work_item_id, at, from_state_id, to_state_id)
      values (${id}, ${noon(days)}, ${path[index - 1]?.[0] ?? null}, ${state_id})`.execute(db)
  }
  await sql`
    update work_items set created_at = ${noon(path[0]?.[1] ?? 0)},
      completed_at = ${completed === undefined ? null : noon(completed)}
    where id = ${id}`.execute(db)
  return id
}

const changesOf = async (id: string) => {
  const { rows } = await sql<{ from: string | null; to: string }>`
    select from_state_id as "from", to_state_id as "to" from state_changes
    where work_item_id = ${id} order by at`.execute(db)
  return rows.map(({ from, to }) => [from, to])
}

const month = { date_filter: 'last_30_days' }

describe('the record', () => {
  it('has every state an item enters, however it gets there', async () => {
    const { ada } = await projectOf('ada')
    const { backlog, started, completed, unstarted } = await statesOf(ada)
    const { id } = await add(ada, 'One')
    await move(ada, id, started)
    await ada.call(workItemsApi.change, { params: { id }, body: { name: 'Two' } })
    await move(ada, id, started)
    await ada.call(workItemsApi.bulkChange, {
      body: { issue_ids: [id], properties: { state_id: completed } },
    })
    await sql`update work_items set state_id = ${unstarted} where id = ${id}`.execute(db)
    expect(await changesOf(id)).toEqual([
      [null, backlog],
      [backlog, started],
      [started, completed],
      [completed, unstarted],
    ])
  })

  it('of items from before the record is made of their history, once', async () => {
    const { ada } = await projectOf('ada')
    const { backlog, started, completed } = await statesOf(ada)
    const { id } = await add(ada, 'Moved')
    await move(ada, id, started)
    const still = await add(ada, 'Never moved', started)
    await sql`delete from state_changes`.execute(db)
    await sql`
      insert into state_change_backlog (until) values (clock_timestamp())
      on conflict (is_only) do nothing`.execute(db)
    // By now the triggers record.
    await move(ada, id, completed)
    const fresh = await add(ada, 'Made after the upgrade')
    while (await fillStateChanges(db)) {
      // The next batch.
    }
    const all = [
      [null, backlog],
      [backlog, started],
      [started, completed],
    ]
    expect(await changesOf(id)).toEqual(all)
    expect(await changesOf(still.id)).toEqual([[null, started]])
    expect(await changesOf(fresh.id)).toEqual([[null, backlog]])
    await endBacklog(db)
    expect(await fillStateChanges(db)).toBe(false)
    expect(await changesOf(id)).toEqual(all)
  })

  it('ends with the item', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'Short')
    await sql`delete from work_items where id = ${id}`.execute(db)
    expect(await changesOf(id)).toEqual([])
  })
})

/** Four items of a project, and one of another project that only Ada sees. */
async function world() {
  const { ada, mel, eve } = await projectOf('ada', ['mel', MEMBER], ['eve', MEMBER])
  const states = await statesOf(ada)
  const { backlog, started, completed } = states
  const quick = await itemWith(
    ada,
    'Quick',
    [
      [backlog, 10],
      [started, 5],
      [completed, 3],
    ],
    3,
  )
  const slow = await itemWith(
    ada,
    'Slow',
    [
      [backlog, 20],
      [started, 9],
      [completed, 3],
    ],
    3,
  )
  const skipped = await itemWith(
    ada,
    'Skipped',
    [
      [backlog, 8],
      [completed, 1],
    ],
    1,
  )
  const open = await itemWith(ada, 'Open', [
    [backlog, 7],
    [started, 2],
  ])
  const other = await ada.call(projectsApi.create, { body: { name: 'Huts', identifier: 'HUTS' } })
  const huts = ada.at({ project_id: other.id })
  const secret = await itemWith(huts, 'Secret', [[(await statesOf(huts)).started, 2]])
  return { ada, mel, eve, states, huts, ids: { quick, slow, skipped, open, secret } }
}

const countsOn = (history: FlowHistory, days: number) => {
  const step = history.steps.find(({ to }) => to === ago(days))
  return Object.fromEntries(
    history.states.flatMap(({ key }, index) => {
      const count = step?.counts[index] ?? 0
      return count > 0 ? [[key, count]] : []
    }),
  )
}

// @cap:flow.charts
describe('charts of a project', () => {
  it('measure cycle and lead time of what was completed, on its day and in the period', async () => {
    const { mel } = await world()
    const history = await mel.call(api.projectHistory, { query: month })
    expect(history.lead).toEqual({ count: 3, median: 7 * DAY, most: expect.any(Number) })
    expect(history.cycle).toEqual({ count: 2, median: 4 * DAY, most: expect.any(Number) })
    const on = (days: number) => history.steps.find(({ from }) => from === ago(days))
    expect(on(3)).toMatchObject({
      cycle: { count: 2, median: 4 * DAY },
      lead: { count: 2, median: 12 * DAY },
    })
    expect(on(1)).toMatchObject({
      cycle: { count: 0, median: null },
      lead: { count: 1, median: 7 * DAY },
    })
    expect(on(2)).toMatchObject({ cycle: { count: 0 }, lead: { count: 0 } })
  })

  it('count the items in each state at the end of each day', async () => {
    const { ada, states } = await world()
    const { backlog, started, completed } = states
    const history = await ada.call(api.projectHistory, { query: month })
    expect(countsOn(history, 0)).toEqual({ [started]: 1, [completed]: 3 })
    expect(countsOn(history, 2)).toEqual({ [backlog]: 1, [started]: 1, [completed]: 2 })
    expect(countsOn(history, 4)).toEqual({ [backlog]: 2, [started]: 2 })
    expect(countsOn(history, 9)).toEqual({ [backlog]: 1, [started]: 1 })
    expect(countsOn(history, 15)).toEqual({ [backlog]: 1 })
    expect(countsOn(history, 25)).toEqual({})
  })

  it('measure the time in the states that were left', async () => {
    const { ada, states } = await world()
    const history = await ada.call(api.projectHistory, { query: month })
    const timeIn = (id: string) => history.times[history.states.findIndex(({ key }) => key === id)]
    expect(timeIn(states.started)).toMatchObject({ count: 2, median: 4 * DAY })
    expect(timeIn(states.backlog)).toMatchObject({ count: 4, median: 6 * DAY })
    expect(timeIn(states.completed)).toMatchObject({ count: 0, median: null })
  })

  it('list exactly the items behind each of their points', async () => {
    const { mel, states, ids } = await world()
    const behind = async (of: FlowPoint, from: string, to: string, key?: string) => {
      const query = { of, from, to, ...(key && { key }) }
      return mel.call(api.projectItems, { query })
    }
    const { from, to, ...history } = await mel.call(api.projectHistory, { query: month })
    for (const [step, { counts, cycle, lead, ...days }] of history.steps.entries()) {
      for (const [index, { key }] of history.states.entries()) {
        const { total } = await behind('count', days.from, days.to, key)
        expect([step, key, total]).toEqual([step, key, counts[index]])
      }
      expect((await behind('cycle', days.from, days.to)).total).toBe(cycle.count)
      expect((await behind('lead', days.from, days.to)).total).toBe(lead.count)
    }
    const slowFirst = await behind('cycle', from, to)
    expect(slowFirst.results.map(({ id, seconds }) => [id, seconds])).toEqual([
      [ids.slow, 6 * DAY],
      [ids.quick, 2 * DAY],
    ])
    const waited = await behind('time', from, to, states.backlog)
    expect(waited.results.map(({ name, seconds }) => [name, (seconds ?? 0) / DAY])).toEqual([
      ['Slow', 11],
      ['Skipped', 7],
      ['Open', 5],
      ['Quick', 5],
    ])
    const query = { of: 'lead' as const, from, to, offset: '2' }
    const rest = await mel.call(api.projectItems, { query })
    expect([rest.total, rest.results.map(({ name }) => name)]).toEqual([3, ['Quick']])
  })
})

describe('charts of a workspace', () => {
  it('count state groups of all projects the user is in, or of the chosen ones', async () => {
    const { ada, mel, huts } = await world()
    const ofAll = await ada.call(api.history, { query: month })
    expect(ofAll.states.map(({ key }) => key)).toEqual([
      ...['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
    ])
    expect(countsOn(ofAll, 0)).toEqual({ started: 2, completed: 3 })
    const { project_id } = huts.place
    const query = { ...month, project_ids: project_id }
    expect(countsOn(await ada.call(api.history, { query }), 0)).toEqual({ started: 1 })
    expect(countsOn(await mel.call(api.history, { query: month }), 0)).toEqual({
      ...{ started: 1, completed: 3 },
    })
    const point = { of: 'count' as const, from: ago(0), to: ago(0), key: 'started' }
    const seen = async (client: Client) =>
      (await client.call(api.items, { query: point })).results.map(({ name }) => name).sort()
    expect(await seen(ada)).toEqual(['Open', 'Secret'])
    expect(await seen(mel)).toEqual(['Open'])
    expect(await mel.at(huts.place).attempt(api.projectHistory)).toEqual(refused)
    expect(await mel.at(huts.place).attempt(api.projectItems, { query: point })).toEqual(refused)
  })

  it('refuse what is no point', async () => {
    const { ada } = await projectOf('ada')
    const attempt = (query: object) => ada.attempt(api.items, { query: query as never })
    const point = { of: 'lead', from: ago(1), to: ago(0) }
    for (const wrong of [
      ...[{ of: 'speed' }, { from: 'yesterday' }, { from: ago(0), to: ago(1) }, { of: 'count' }],
      ...[{ offset: '-1' }, { offset: '99999999' }, { project_ids: 'x' }],
    ]) {
      expect(await attempt({ ...point, ...wrong })).toMatchObject({ status: 400 })
    }
    expect(await attempt(point)).toEqual({ status: 200, body: { total: 0, results: [] } })
  })
})
