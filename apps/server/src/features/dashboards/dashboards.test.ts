import {
  ADMIN,
  dashboardsApi as api,
  type BuiltDashboard,
  type BuiltWidgetData,
  cyclesApi,
  dashboardAccess,
  estimatesApi,
  filtersOfGroup,
  filtersOfPoint,
  filtersOfWidget,
  firstWidgetQuery,
  GUEST,
  type ListFilters,
  labelsApi,
  MAX_WIDGETS,
  MEMBER,
  modulesApi,
  type NewBuiltWidget,
  priorities,
  projectsApi,
  stateGroups,
  type WidgetQuery,
  type WorkItem,
  widgetGroupKeys,
  workItemListsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, nobody, refused, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { stepsOf } from './data.ts'

const { projectOf, stranger, database } = await testServer()
const { shared } = dashboardAccess
const gone = { status: 404, body: { error: 'Dashboard not found' } }

const build = (client: Client, more: object = {}) =>
  client.call(api.create, { body: { name: 'Release health', ...more } })

const addWidget = (client: Client, { id }: BuiltDashboard, body: NewBuiltWidget) =>
  client.call(api.createWidget, { params: { id }, body })

const queryOf = (query: Partial<WidgetQuery>): WidgetQuery => ({ ...firstWidgetQuery, ...query })

/** What the list behind a number shows. */
async function listed(client: Client, filters: ListFilters) {
  const query = Object.fromEntries(
    Object.entries(filters).map(([key, values]) => [key, values.join(',')]),
  )
  const page = await client.call(workItemListsApi.workspace, { query })
  return page as { results: WorkItem[]; total_count: number }
}

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Two projects with items of every kind; Gus is a guest of the first, Mia a member of none. */
async function furnished() {
  const { ada, bob, gus, mia } = await projectOf(
    'ada',
    ['bob', MEMBER],
    ['gus', GUEST],
    ['mia', MEMBER],
  )
  await sql`delete from project_members where user_id = ${mia.user_id}`.execute(database.db)
  const body = { name: 'Elsewhere', identifier: 'ELSE' }
  const secret = ada.at({ project_id: (await ada.call(projectsApi.create, { body })).id })
  const states = await Promise.all(stateGroups.map((group) => stateOf(ada, group)))
  const labels = await Promise.all(
    ['red', 'blue'].map(async (name) => (await ada.call(labelsApi.create, { body: { name } })).id),
  )
  await ada.call(projectsApi.change, {
    params: { project_id: ada.place.project_id ?? '' },
    body: { cycle_view: true, module_view: true },
  })
  const dates = { start_date: dayFromNow(-3), end_date: dayFromNow(9) }
  const cycle = await ada.call(cyclesApi.create, { body: { name: 'Cycle 24', ...dates } })
  const module = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
  const estimate = await ada.call(estimatesApi.create, {
    body: {
      estimate: { name: 'Points', type: 'points', last_used: true },
      estimate_points: [
        { key: 1, value: '2' },
        { key: 2, value: '5' },
      ],
    },
  })
  await ada.call(projectsApi.change, {
    params: { project_id: ada.place.project_id ?? '' },
    body: { estimate: estimate.id },
  })
  const ids: string[] = []
  for (let n = 0; n < 24; n++) {
    const { id } = await addItem(n % 3 === 0 ? bob : ada, `item ${n}`, {
      state_id: states[n % 5],
      priority: priorities[(n * 2) % 5],
      target_date: [null, dayFromNow(-1), dayFromNow(3)][n % 3],
      assignee_ids: [...(n % 4 === 0 ? [ada.user_id] : []), ...(n % 2 === 0 ? [bob.user_id] : [])],
      label_ids: labels.slice(0, n % 3),
      estimate_point: estimate.points[n % 2]?.id,
    })
    ids.push(id)
    await sql`update work_items set created_at = now() - ${n} * interval '1 day',
      completed_at = case when completed_at is null then null
        else now() - ${n % 7} * interval '1 day' end where id = ${id}`.execute(database.db)
  }
  const every = (step: number) => ({ issues: ids.filter((_, n) => n % step === 0) })
  await ada.call(cyclesApi.addItems, { params: { id: cycle.id }, body: every(3) })
  await ada.call(modulesApi.addItems, { params: { id: module.id }, body: every(5) })
  for (let n = 0; n < 4; n++) await addItem(secret, `secret ${n}`, { priority: 'urgent' })
  return { ada, bob, gus, mia, secret, cycle, labels }
}

describe('a dashboard', () => {
  it('is built for a workspace or a project, renamed, shared and removed', async () => {
    const { ada } = await projectOf('ada')
    const own = await build(ada)
    expect(own).toMatchObject({ name: 'Release health', access: 0, project: null })
    const project = ada.place.project_id
    const ofProject = await build(ada, { name: 'Trail', project, access: shared })
    expect(ofProject).toMatchObject({ project, access: shared, owned_by: ada.user_id })
    expect((await ada.call(api.list)).map(({ name }) => name)).toEqual(['Release health', 'Trail'])
    const params = { id: own.id }
    const changed = await ada.call(api.change, { params, body: { name: ' Health ', access: 1 } })
    expect(changed).toMatchObject({ name: 'Health', access: shared })
    expect(await ada.call(api.get, { params })).toEqual(changed)
    await ada.call(api.remove, { params })
    expect(await ada.attempt(api.get, { params })).toEqual(gone)
    for (const body of [{ name: '  ' }, { name: '' }, { name: 'x', access: 7 }]) {
      expect((await ada.attempt(api.create, { body })).status).toBe(400)
    }
    const elsewhere = { name: 'x', project: nobody }
    expect((await ada.attempt(api.create, { body: elsewhere })).status).toBe(400)
    expect(await ada.call(api.list)).toHaveLength(1)
  })

  it('holds widgets, each with a place, a size and a query', async () => {
    const { ada } = await projectOf('ada')
    const dashboard = await build(ada)
    const { id } = dashboard
    const first = await addWidget(ada, dashboard, { kind: 'number', title: 'Open' })
    expect(first).toMatchObject({ width: 3, height: 1, query: firstWidgetQuery })
    const second = await addWidget(ada, dashboard, { kind: 'bar', width: 12, height: 4 })
    expect(second.sort_order).toBeGreaterThan(first.sort_order)
    const params = { id, widget_id: second.id }
    const filters = { priority: ['urgent', 'unheard of'], assignees: ['None'] }
    const body = { sort_order: -1, width: 4, query: queryOf({ filters, measure: 'points' }) }
    const moved = await ada.call(api.changeWidget, { params, body })
    expect(moved.query.filters).toEqual({ assignees: ['None'], priority: ['urgent'] })
    expect(await ada.call(api.widgets, { params: { id } })).toEqual([moved, first])
    for (const wrong of [
      { width: 5 },
      { height: 0 },
      { height: 7 },
      { kind: 'pie' },
      { query: { ...firstWidgetQuery, group_by: 'name' } },
      { query: { ...firstWidgetQuery, limit: 0 } },
      { query: {} },
      { title: 'x'.repeat(256) },
    ]) {
      const answer = await ada.attempt(api.changeWidget, { params, body: wrong as object })
      expect([wrong, answer.status]).toEqual([wrong, 400])
    }
    await ada.call(api.removeWidget, { params })
    expect(await ada.call(api.widgets, { params: { id } })).toEqual([first])
    const missing = { status: 404, body: { error: 'Widget not found' } }
    expect(await ada.attempt(api.changeWidget, { params, body: {} })).toEqual(missing)
    expect(await ada.attempt(api.removeWidget, { params })).toEqual(missing)
    expect(await ada.attempt(api.data, { params })).toEqual(missing)
  })

  it('has so many widgets and no more', async () => {
    const { ada } = await projectOf('ada')
    const dashboard = await build(ada)
    for (let n = 0; n < MAX_WIDGETS; n++) await addWidget(ada, dashboard, { kind: 'number' })
    const params = { id: dashboard.id }
    const answer = await ada.attempt(api.createWidget, { params, body: { kind: 'number' } })
    expect(answer.status).toBe(400)
    expect(await ada.call(api.widgets, { params })).toHaveLength(MAX_WIDGETS)
  })
})

describe('who sees and changes it', () => {
  it('keeps a private one from everybody else', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', ADMIN])
    const { eve } = await projectOf('eve')
    const dashboard = await build(bob)
    const widget = await addWidget(bob, dashboard, { kind: 'number' })
    const params = { id: dashboard.id, widget_id: widget.id }
    for (const [client, answer] of [
      [ada, gone],
      [eve.at(ada.place), refused],
    ] as const) {
      const body = { name: 'mine now' }
      expect(await client.attempt(api.get, { params })).toEqual(answer)
      expect(await client.attempt(api.change, { params, body })).toEqual(answer)
      expect(await client.attempt(api.remove, { params })).toEqual(answer)
      expect(await client.attempt(api.widgets, { params })).toEqual(answer)
      expect(await client.attempt(api.createWidget, { params, body: { kind: 'bar' } })).toEqual(
        answer,
      )
      expect(await client.attempt(api.changeWidget, { params, body: { width: 4 } })).toEqual(answer)
      expect(await client.attempt(api.removeWidget, { params })).toEqual(answer)
      expect(await client.attempt(api.data, { params })).toEqual(answer)
    }
    // It is not found in their own workspace either.
    expect(await eve.attempt(api.get, { params })).toEqual(gone)
    expect((await stranger.at(ada.place).attempt(api.get, { params })).status).toBe(401)
    expect(await ada.call(api.list)).toEqual([])
    expect(await bob.call(api.widgets, { params })).toEqual([widget])
  })

  it('lets its owner and admins change a shared one, and everybody read it', async () => {
    const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
    const dashboard = await build(ada, { access: shared })
    const params = { id: dashboard.id }
    for (const reader of [bob, gus]) expect(await reader.call(api.list)).toEqual([dashboard])
    for (const reader of [bob, gus]) {
      const body = { name: 'other' }
      expect((await reader.attempt(api.change, { params, body })).status).toBe(403)
      expect((await reader.attempt(api.remove, { params })).status).toBe(403)
      const widget = { kind: 'bar' as const }
      expect((await reader.attempt(api.createWidget, { params, body: widget })).status).toBe(403)
    }
    expect((await gus.attempt(api.create, { body: { name: 'x' } })).status).toBe(403)
    const ofBob = await build(bob, { access: shared })
    const renamed = { params: { id: ofBob.id }, body: { name: 'By an admin' } }
    expect(await ada.call(api.change, renamed)).toMatchObject({ name: 'By an admin' })
  })

  it('shows one of a project to its members, as long as they are', async () => {
    const { ada, bob, mia } = await furnished()
    const project = ada.place.project_id
    const dashboard = await build(bob, { project, access: shared })
    expect(await ada.call(api.list)).toEqual([dashboard])
    expect(await mia.call(api.list)).toEqual([])
    const params = { id: dashboard.id }
    expect(await mia.attempt(api.get, { params })).toEqual(gone)
    expect((await mia.attempt(api.create, { body: { name: 'x', project } })).status).toBe(400)
    await sql`update project_members set is_active = false where user_id = ${bob.user_id}`.execute(
      database.db,
    )
    expect(await bob.attempt(api.get, { params })).toEqual(gone)
    expect(await bob.attempt(api.remove, { params })).toEqual(gone)
    expect(await ada.call(api.get, { params })).toEqual(dashboard)
  })

  it('is taken from other readers when it is shared no longer', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const dashboard = await build(ada, { access: shared })
    const params = { id: dashboard.id }
    expect(await bob.call(api.get, { params })).toEqual(dashboard)
    await ada.call(api.change, { params, body: { access: dashboardAccess.private } })
    expect(await bob.attempt(api.get, { params })).toEqual(gone)
    const { rows } = await sql<{ to_users: string[] }>`
      select to_users from events where type = 'dashboard.removed'
        and payload ->> 'id' = ${dashboard.id}`.execute(database.db)
    expect(rows).toEqual([{ to_users: [bob.user_id] }])
    // An admin who makes another person's dashboard private loses access to it.
    const ofBob = await build(bob, { access: shared })
    const hide = { params: { id: ofBob.id }, body: { access: dashboardAccess.private } }
    expect(await ada.call(api.change, hide)).toMatchObject({ access: 0, owned_by: bob.user_id })
    expect(await ada.attempt(api.get, { params: { id: ofBob.id } })).toEqual(gone)
    expect(await bob.call(api.get, { params: { id: ofBob.id } })).toMatchObject({ access: 0 })
  })
})

describe('what a widget counts is what the list behind it shows', () => {
  async function dataOf(client: Client, dashboard: BuiltDashboard, widget_id: string) {
    const params = { id: dashboard.id, widget_id }
    return (await client.call(api.data, { params })) as BuiltWidgetData
  }

  it('for every grouping and several filters, to each reader', async () => {
    const { ada, bob, gus, mia, labels } = await furnished()
    const someFilters: WidgetQuery['filters'][] = [
      {},
      { state_group: ['backlog', 'unstarted', 'started'] },
      { assignees: [bob.user_id, 'None'], priority: ['urgent', 'high', 'none'] },
      { labels },
      { target_date: [`${dayFromNow(0)};before`] },
      { project: [ada.place.project_id ?? ''], created_by: [ada.user_id] },
    ]
    for (const project of [null, ada.place.project_id]) {
      const dashboard = await build(ada, { access: shared, project })
      for (const filters of project ? someFilters.slice(0, 3) : someFilters) {
        for (const group_by of widgetGroupKeys) {
          const query = queryOf({ filters, group_by, limit: 50 })
          const { id } = await addWidget(ada, dashboard, { kind: 'bar', query })
          const readers = group_by === 'priority' ? [ada, bob, gus, mia] : [ada, gus]
          for (const reader of project ? readers.filter((one) => one !== mia) : readers) {
            const base = filtersOfWidget(dashboard, query)
            const { total, groups } = await dataOf(reader, dashboard, id)
            expect(total).toBe((await listed(reader, base)).total_count)
            for (const { key, value } of groups) {
              const there = await listed(reader, filtersOfGroup(base, group_by, key))
              expect([group_by, key, value]).toEqual([group_by, key, there.total_count])
            }
          }
          const params = { id: dashboard.id, widget_id: id }
          await ada.call(api.removeWidget, { params })
        }
      }
    }
  }, 120_000)

  it('in the cells of a table', async () => {
    const { ada } = await furnished()
    const dashboard = await build(ada)
    const query = queryOf({ group_by: 'assignees__id', sub_group_by: 'priority' })
    const { id } = await addWidget(ada, dashboard, { kind: 'table', query })
    const { cells } = await dataOf(ada, dashboard, id)
    expect(cells.length).toBeGreaterThan(5)
    for (const { key, sub_key, value } of cells) {
      const row = filtersOfGroup({}, 'assignees__id', key)
      const there = await listed(ada, filtersOfGroup(row, 'priority', sub_key))
      expect([key, sub_key, value]).toEqual([key, sub_key, there.total_count])
    }
  })

  it('along its lines, day by day, week by week and month by month', async () => {
    const { ada, gus } = await furnished()
    const dashboard = await build(ada, { access: shared })
    for (const [interval, periods] of [
      ['day', 14],
      ['week', 4],
      ['month', 3],
    ] as const) {
      const query = queryOf({ interval, periods, filters: { priority: ['urgent', 'low'] } })
      const { id } = await addWidget(ada, dashboard, { kind: 'line', query })
      for (const reader of [ada, gus]) {
        const { points } = await dataOf(reader, dashboard, id)
        expect(points).toHaveLength(periods)
        for (const point of points) {
          for (const line of ['created', 'completed'] as const) {
            const filters = filtersOfPoint({ ...query.filters }, line, point)
            const there = await listed(reader, filters)
            expect([line, point.from, point[line]]).toEqual([line, point.from, there.total_count])
          }
        }
        const sum = points.reduce((all, { created }) => all + created, 0)
        if (reader === ada) expect(sum).toBeGreaterThan(1)
      }
    }
  })

  it('adds up points, and leaves out what has none', async () => {
    const { ada } = await furnished()
    const dashboard = await build(ada)
    const worth: Record<string, number> = {}
    const { rows } = await sql<{ id: string; value: string }>`
      select id, value from estimate_points where project_id = ${ada.place.project_id}`.execute(
      database.db,
    )
    for (const { id, value } of rows) worth[id] = Number(value)
    const sumOf = (items: WorkItem[]) =>
      items.reduce((sum, { estimate_point }) => sum + (worth[estimate_point ?? ''] ?? 0), 0)
    const query = queryOf({ measure: 'points', group_by: 'priority' })
    const { id } = await addWidget(ada, dashboard, { kind: 'donut', query })
    const { total, groups } = await dataOf(ada, dashboard, id)
    expect(total).toBe(sumOf((await listed(ada, { per_page: ['1000'] })).results))
    expect(total).toBeGreaterThan(20)
    for (const { key, value } of groups) {
      expect(value).toBe(sumOf((await listed(ada, { priority: [key] })).results))
    }
  })

  it('lists the first of them, and what a cycle has left', async () => {
    const { ada, mia, cycle } = await furnished()
    const dashboard = await build(ada, { access: shared })
    const query = queryOf({ limit: 3, filters: { state_group: ['started'] } })
    const list = await addWidget(ada, dashboard, { kind: 'list', query })
    const shown = await dataOf(ada, dashboard, list.id)
    const there = await listed(ada, { state_group: ['started'], order_by: ['-priority'] })
    expect(shown.items).toEqual(there.results.slice(0, 3))
    expect(shown.total).toBe(there.total_count)
    expect(await dataOf(mia, dashboard, list.id)).toMatchObject({ total: 0, items: [] })
    const burndown = await addWidget(ada, dashboard, {
      ...{ kind: 'burndown', query: queryOf({ cycle_id: cycle.id }) },
    })
    const left = { cycle: [cycle.id], state_group: ['backlog', 'unstarted', 'started'] }
    const { total } = await dataOf(ada, dashboard, burndown.id)
    expect(total).toBe((await listed(ada, left)).total_count)
    expect(total).toBeGreaterThan(0)
    expect((await dataOf(mia, dashboard, burndown.id)).total).toBe(0)
  })

  it('shows guests only what they made, and others nothing of secret projects', async () => {
    const { ada, bob, gus, mia } = await furnished()
    const dashboard = await build(ada, { access: shared })
    const query = queryOf({ group_by: 'project_id' })
    const { id } = await addWidget(ada, dashboard, { kind: 'bar', query })
    const totals = []
    for (const reader of [ada, bob, gus, mia]) {
      totals.push((await dataOf(reader, dashboard, id)).total)
    }
    expect(totals).toEqual([28, 24, 0, 0])
    const { groups } = await dataOf(bob, dashboard, id)
    expect(groups.map(({ key }) => key)).toEqual([ada.place.project_id])
  })
})

it('steps through days, weeks and months up to today', () => {
  expect(stepsOf('day', 2, '2026-03-01')).toEqual([
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-01' },
  ])
  expect(stepsOf('week', 2, '2026-11-17')).toEqual([
    { from: '2026-11-09', to: '2026-11-15' },
    { from: '2026-11-16', to: '2026-11-22' },
  ])
  expect(stepsOf('month', 3, '2026-01-31')).toEqual([
    { from: '2025-11-01', to: '2025-11-30' },
    { from: '2025-12-01', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-01-31' },
  ])
})
