import {
  dashboardApi as api,
  type DashboardData,
  type DashboardDataQuery,
  type DashboardWidgetKey,
  dashboardTabs,
  dashboardWidgetKeys,
  tabFilters as filtersOfTab,
  GUEST,
  MEMBER,
  memberProfilesApi,
  priorities,
  projectsApi,
  relationsApi,
  stateGroups,
  summaryFilters,
  summaryKeys,
  type WidgetFilters,
  type WorkItem,
  workItemListsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, nobody, refused, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, workspaceOf, stranger, database } = await testServer()

const home = { query: { dashboard_type: 'home' } }
const open = (client: Client) => client.call(api.home, home)

async function read<Key extends DashboardWidgetKey>(
  client: Client,
  widget_key: Key,
  query: Omit<DashboardDataQuery, 'widget_key'> = {},
) {
  const { dashboard } = await open(client)
  const params = { id: dashboard.id }
  const data = await client.call(api.data, { params, query: { widget_key, ...query } })
  return data as DashboardData[Key]
}

/** Sets the filters of widgets, as their menus do. */
async function choose(
  client: Client,
  filters: WidgetFilters,
  keys: readonly DashboardWidgetKey[] = dashboardWidgetKeys,
) {
  const { dashboard, widgets } = await open(client)
  for (const { id: widget_id } of widgets.filter(({ key }) => keys.includes(key))) {
    const params = { id: dashboard.id, widget_id }
    await client.call(api.changeWidget, { params, body: { filters } })
  }
}

/** What the workspace list returns for the same filters. */
const listed = async (client: Client, query: Record<string, string>) =>
  (await client.call(workItemListsApi.workspace, { query })) as {
    results: WorkItem[]
    total_count: number
  }

const today = new Date().toISOString().slice(0, 10)
const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const missing = (name: string) => ({ status: 404, body: { error: `${name} not found` } })

// @cap:dashboard.created-on-first-read
describe('the home dashboard', () => {
  it('is made with its widgets when it is first read, once for each person', async () => {
    const { ada, bob } = await workspaceOf('ada', 'bob')
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(ada)))
    const { dashboard, widgets } = await open(ada)
    for (const answer of answers) expect(answer).toEqual({ dashboard, widgets })
    expect(dashboard).toEqual({
      id: expect.any(String),
      name: 'Home dashboard',
      description_html: '<p></p>',
      identifier: null,
      owned_by: ada.user_id,
      is_default: true,
      type_identifier: 'home',
      logo_props: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
      created_by: ada.user_id,
      updated_by: null,
      deleted_at: null,
    })
    expect(widgets.map(({ key }) => key)).toEqual(dashboardWidgetKeys)
    expect(widgets.every(({ is_visible }) => is_visible)).toBe(true)
    expect(widgets.map(({ widget_filters }) => widget_filters)).toEqual([
      {},
      { duration: 'this_week', tab: 'upcoming' },
      { duration: 'this_week', tab: 'upcoming' },
      { duration: 'this_week' },
      { duration: 'this_week' },
      {},
      {},
      {},
    ])
    expect((await open(bob)).dashboard.id).not.toBe(dashboard.id)
    expect(await ada.call(api.get, { params: { id: dashboard.id } })).toEqual(dashboard)
  })

  it('belongs to the person alone, wherever they read it', async () => {
    const { ada, bob } = await workspaceOf('ada', 'bob')
    const { eve } = await workspaceOf('eve')
    const { dashboard, widgets } = await open(ada)
    const params = { id: dashboard.id, widget_id: widgets[0]?.id ?? '' }
    for (const other of [bob, eve]) {
      await open(other)
      expect(await other.attempt(api.get, { params })).toEqual(missing('Dashboard'))
      expect(await other.attempt(api.data, { params })).toEqual(missing('Dashboard'))
      expect(await other.attempt(api.widget, { params })).toEqual(missing('Dashboard'))
      const body = { is_visible: false }
      expect(await other.attempt(api.changeWidget, { params, body })).toEqual(missing('Dashboard'))
    }
    expect(await eve.at(ada.place).attempt(api.home, home)).toEqual(refused)
    expect(await eve.at(ada.place).attempt(api.data, { params })).toEqual(refused)
    const signedOut = stranger.at(ada.place)
    expect((await signedOut.attempt(api.home, home)).status).toBe(401)
    expect((await signedOut.attempt(api.data, { params })).status).toBe(401)
    expect((await stranger.attempt(api.get, { params })).status).toBe(401)
    expect((await stranger.attempt(api.widget, { params })).status).toBe(401)
    expect((await open(ada)).widgets).toEqual(widgets)
  })
})

// @cap:dashboard.widget-filters
it('keeps a widget’s filters, its place and whether it is shown', async () => {
  const { ada } = await workspaceOf('ada')
  const { dashboard, widgets } = await open(ada)
  const [stats, assigned] = widgets
  const params = { id: dashboard.id, widget_id: assigned?.id ?? '' }
  const filters = {
    duration: 'custom' as const,
    tab: 'overdue' as const,
    custom_dates: ['2026-11-01', '2026-11-30'],
  }
  expect(await ada.call(api.changeWidget, { params, body: { filters } })).toEqual({
    message: 'successfully updated',
  })
  const retained = { ...assigned, widget_filters: filters }
  expect(await ada.call(api.widget, { params })).toEqual(retained)
  await ada.call(api.changeWidget, { params, body: { filters: { duration: 'none' } } })
  await ada.call(api.changeWidget, { params, body: { is_visible: false, sort_order: 1 } })
  const changed = { ...retained, widget_filters: { duration: 'none' }, is_visible: false }
  expect((await open(ada)).widgets.slice(0, 2)).toEqual([changed, stats])
  for (const body of [
    { filters: { duration: 'ever' } },
    { filters: { tab: 'gone' } },
    { filters: { custom_dates: ['soon'] } },
    { filters: null },
    { is_visible: 'yes' },
    { sort_order: 'first' },
  ]) {
    const answer = await ada.attempt(api.changeWidget, { params, body: body as object })
    expect(answer.status).toBe(400)
  }
  expect(await ada.call(api.widget, { params })).toEqual(changed)
})

// @cap:dashboard.not-found
it('says what is not there, and what is none of its kind', async () => {
  const { ada } = await workspaceOf('ada')
  const { id } = (await open(ada)).dashboard
  const nowhere = { id: nobody, widget_id: nobody }
  expect(await ada.attempt(api.get, { params: nowhere })).toEqual(missing('Dashboard'))
  expect(await ada.attempt(api.data, { params: nowhere })).toEqual(missing('Dashboard'))
  expect(await ada.attempt(api.widget, { params: nowhere })).toEqual(missing('Dashboard'))
  const params = { id, widget_id: nobody }
  expect(await ada.attempt(api.widget, { params })).toEqual(missing('Widget'))
  expect(await ada.attempt(api.changeWidget, { params, body: {} })).toEqual(missing('Widget'))
  for (const query of [{}, { dashboard_type: 'team' }]) {
    expect(await ada.attempt(api.home, { query })).toEqual({
      status: 400,
      body: { error: 'Please specify a valid dashboard type' },
    })
  }
  const ask = (query: object) => ada.attempt(api.data, { params, query })
  expect(await ask({ widget_key: 'weather' })).toEqual({
    status: 400,
    body: { error: 'Please specify a valid widget key' },
  })
  for (const widget_key of ['assigned_issues', 'created_issues']) {
    expect(await ask({ widget_key, issue_type: 'lost' })).toEqual({
      status: 400,
      body: { error: 'Please specify a valid issue type' },
    })
  }
  expect((await ask({})).body).toHaveProperty('assigned_issues_count', 0)
})

/** Items of every state group and priority, some of them late, some of Ada's and some of Bob's. */
async function furnished() {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  // Another project, which Ada is not a member of: nothing of it counts for her.
  const body = { name: 'Elsewhere', identifier: 'ELSE' }
  const elsewhere = bob.at({ project_id: (await bob.call(projectsApi.create, { body })).id })
  await addItem(elsewhere, 'not hers', { priority: 'urgent' })
  const days = [null, daysFromNow(-9), daysFromNow(-1), today, daysFromNow(1), daysFromNow(20)]
  const states = await Promise.all(stateGroups.map((group) => stateOf(ada, group)))
  for (let n = 0; n < 30; n++) {
    await addItem(n % 3 === 0 ? bob : ada, `item ${n}`, {
      state_id: states[n % 5],
      priority: priorities[(n * 2) % 5],
      target_date: days[n % 6],
      assignee_ids: [...(n % 4 !== 0 ? [ada.user_id] : []), ...(n % 2 === 0 ? [bob.user_id] : [])],
    })
  }
  for (const client of [ada, bob, gus]) await choose(client, { duration: 'none' })
  return { ada, bob, gus }
}

const openGroups = 'backlog,unstarted,started'
const tabFilters = {
  pending: { state_group: openGroups },
  completed: { state_group: 'completed' },
  overdue: { state_group: openGroups, target_date: `${daysFromNow(-1)};before` },
  upcoming: { state_group: openGroups, target_date: `${today};after` },
}

// @cap:dashboard.widget-data
describe('what a widget says is what the lists say', () => {
  it('counts in the overview', async () => {
    const { ada, bob } = await furnished()
    for (const client of [ada, bob]) {
      const count = async (query: Record<string, string>) =>
        (await listed(client, query)).total_count
      const mine = { assignees: client.user_id }
      expect(await read(client, 'overview_stats')).toEqual({
        assigned_issues_count: await count(mine),
        pending_issues_count: await count({ ...mine, ...tabFilters.overdue }),
        completed_issues_count: await count({ ...mine, ...tabFilters.completed }),
        created_issues_count: await count({ created_by: client.user_id }),
      })
    }
    const stats = await read(ada, 'overview_stats')
    for (const count of Object.values(stats)) expect(count).toBeGreaterThan(0)
  })

  it('shows the first five of each tab, the most urgent first', async () => {
    const { ada } = await furnished()
    for (const [widget, of] of [
      ['assigned_issues', { assignees: ada.user_id }],
      ['created_issues', { created_by: ada.user_id }],
    ] as const) {
      for (const issue_type of dashboardTabs) {
        const wanted = { ...of, ...tabFilters[issue_type], order_by: '-priority', per_page: '5' }
        const { results, total_count } = await listed(ada, wanted)
        expect(total_count).toBeGreaterThan(0)
        const shown = await read(ada, widget, { issue_type })
        expect(shown).toEqual({ issues: results, count: total_count })
        const ranks = shown.issues.map(({ priority }) => priorities.indexOf(priority))
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      }
    }
  })

  it('takes filters along, beside those of its tab, and brings relations when asked', async () => {
    const { ada } = await furnished()
    const week = `${daysFromNow(-3)};after,${daysFromNow(3)};before`
    const all = await listed(ada, {
      ...{ assignees: ada.user_id, state_group: openGroups, per_page: '1000' },
      target_date: `${daysFromNow(-3)};after,${daysFromNow(-1)};before`,
    })
    const overdue = await read(ada, 'assigned_issues', { issue_type: 'overdue', target_date: week })
    expect(overdue.count).toBe(all.total_count)
    expect(overdue.count).toBeGreaterThan(0)
    const urgent = await read(ada, 'assigned_issues', { issue_type: 'pending', priority: 'urgent' })
    expect(urgent.issues.every(({ priority }) => priority === 'urgent')).toBe(true)
    const none = await read(ada, 'assigned_issues', {
      issue_type: 'completed',
      state_group: 'started',
    })
    expect(none).toEqual({ issues: [], count: 0 })

    const [one, other] = urgent.issues
    const params = { id: one?.id ?? '' }
    const body = { relation_type: 'blocking' as const, issues: [other?.id ?? nobody] }
    await ada.call(relationsApi.create, { params, body })
    const related = await read(ada, 'assigned_issues', {
      ...{ issue_type: 'pending', priority: 'urgent', expand: 'issue_relation' },
    })
    const relations = related.issues.flatMap(({ issue_relation = [] }) => issue_relation)
    expect(relations).toHaveLength(1)
  })

  it('counts by state group and by priority, nothing included', async () => {
    const { ada } = await furnished()
    const target_date = `${daysFromNow(-2)};after,${daysFromNow(2)};before`
    for (const filters of [{}, { target_date }] as Record<string, string>[]) {
      const count = async (query: Record<string, string>) =>
        (await listed(ada, { assignees: ada.user_id, ...filters, ...query })).total_count
      const groups = await read(ada, 'issues_by_state_groups', filters)
      expect(groups).toEqual(
        await Promise.all(
          stateGroups.map(async (state) => ({ state, count: await count({ state_group: state }) })),
        ),
      )
      expect(await read(ada, 'issues_by_priority', filters)).toEqual(
        await Promise.all(
          priorities.map(async (priority) => ({ priority, count: await count({ priority }) })),
        ),
      )
    }
    const { eve } = await projectOf('eve')
    const nothing = stateGroups.map((state) => ({ state, count: 0 }))
    expect(await read(eve, 'issues_by_state_groups')).toEqual(nothing)
  })

  it('shows guests what they made themselves, and nothing else', async () => {
    const { ada, gus } = await furnished()
    // Users who can be assigned in the project although they are guests of the workspace.
    await sql`update project_members set role = ${MEMBER} where user_id = ${gus.user_id}`.execute(
      database.db,
    )
    const state_id = await stateOf(ada, 'started')
    await addItem(ada, 'theirs', { state_id, assignee_ids: [gus.user_id] })
    const { id } = await addItem(ada, 'own', { state_id, assignee_ids: [gus.user_id] })
    await sql`update work_items set created_by = ${gus.user_id} where id = ${id}`.execute(
      database.db,
    )
    const { issues, count } = await read(gus, 'assigned_issues', { issue_type: 'pending' })
    expect([issues.map(({ name }) => name), count]).toEqual([['own'], 1])
    const groups = await read(gus, 'issues_by_state_groups')
    expect(groups.find(({ state }) => state === 'started')?.count).toBe(1)
    const sum = (counts: { count: number }[]) => counts.reduce((all, one) => all + one.count, 0)
    expect(sum(groups)).toBe(1)
    expect(sum(await read(gus, 'issues_by_priority'))).toBe(1)
    const stats = await read(gus, 'overview_stats')
    expect(stats.assigned_issues_count).toBe(
      (await listed(gus, { assignees: gus.user_id })).total_count,
    )
    expect(stats).toMatchObject({ assigned_issues_count: 2, created_issues_count: 1 })
  })

  it('tells the last eight changes as one’s activity does', async () => {
    const { ada, bob } = await furnished()
    const { id } = await addItem(ada, 'busy')
    for (const priority of priorities) {
      await ada.call(workItemsApi.change, { params: { id }, body: { priority } })
    }
    const activity = await read(ada, 'recent_activity')
    const { results } = await ada.call(memberProfilesApi.activity, {
      params: { user_id: ada.user_id },
      query: { per_page: '8' },
    })
    expect(activity).toEqual(results)
    expect(activity).toHaveLength(8)
    expect(activity.every(({ actor }) => actor === ada.user_id)).toBe(true)
    expect(await read(bob, 'recent_activity')).not.toEqual(activity)
  })

  it('names the projects somebody was last busy in, then their others, four in all', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const projects = [ada.place.project_id]
    for (const identifier of ['A', 'B', 'C', 'D']) {
      const body = { name: `Project ${identifier}`, identifier }
      projects.push((await ada.call(projectsApi.create, { body })).id)
    }
    await addItem(ada.at({ project_id: projects[2] ?? '' }), 'first')
    await addItem(ada.at({ project_id: projects[4] ?? '' }), 'second')
    const recent = await read(ada, 'recent_projects')
    expect(recent.slice(0, 2)).toEqual([projects[4], projects[2]])
    expect(recent).toHaveLength(4)
    expect(new Set(recent).size).toBe(4)
    expect(await read(bob, 'recent_projects')).toEqual([projects[0]])
  })

  it('orders colleagues by what they have in hand, as far as one sees it', async () => {
    const { ada, bob, gus } = await furnished()
    const count = async (user_id: string) =>
      (await listed(ada, { assignees: user_id, state_group: 'unstarted,started' })).total_count
    const people = await read(ada, 'recent_collaborators')
    expect(people).toHaveLength(3)
    for (const { user_id, active_issue_count } of people) {
      expect(active_issue_count).toBe(await count(user_id))
    }
    const counts = people.map(({ active_issue_count }) => active_issue_count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(await read(ada, 'recent_collaborators', { search: 'BO' })).toEqual(
      people.filter(({ user_id }) => user_id === bob.user_id),
    )
    const rest = await read(ada, 'recent_collaborators', { per_page: '2', cursor: '2:1:0' })
    expect(rest).toEqual(people.slice(2))
    await sql`update workspace_members set is_active = false where user_id = ${gus.user_id}`.execute(
      database.db,
    )
    expect(await read(ada, 'recent_collaborators')).toHaveLength(2)
  })
})

// @cap:dashboard.widget-filters
describe('what was chosen in a widget holds until something else is', () => {
  const now = { today, weekStart: 0 } as const
  const asAddress = (filters: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, values.join(',')]))

  it('lists by the saved tab and days, where the request names none', async () => {
    const { ada } = await furnished()
    const of = { assignees: ada.user_id, order_by: '-priority', per_page: '5' }
    const chosen: WidgetFilters[] = [
      ...dashboardTabs.map((tab) => ({ duration: 'none' as const, tab })),
      ...dashboardTabs.map((tab) => ({ duration: 'this_month' as const, tab })),
      { duration: 'this_week', tab: 'upcoming' },
      { duration: 'today', tab: 'overdue' },
      { duration: 'this_year', tab: 'pending' },
      { duration: 'custom', tab: 'pending', custom_dates: [daysFromNow(-9), daysFromNow(1)] },
    ]
    const seen = new Set<number>()
    for (const filters of chosen) {
      await choose(ada, filters, ['assigned_issues'])
      const wanted = asAddress(filtersOfTab(filters.tab ?? 'pending', filters, now))
      const { results, total_count } = await listed(ada, { ...of, ...wanted })
      const shown = await read(ada, 'assigned_issues')
      expect([filters, shown]).toEqual([filters, { issues: results, count: total_count }])
      seen.add(total_count)
    }
    expect(seen.size).toBeGreaterThan(3)
  })

  it('counts by the saved days, unless the request names others', async () => {
    const { ada } = await furnished()
    const days = [daysFromNow(-2), daysFromNow(2)]
    await choose(ada, { duration: 'custom', custom_dates: days })
    const target_date = `${days[0]};after,${days[1]};before`
    for (const key of ['issues_by_state_groups', 'issues_by_priority'] as const) {
      const saved = await read(ada, key)
      expect(saved).toEqual(await read(ada, key, { target_date }))
      expect(saved).not.toEqual(await read(ada, key, { target_date: '' }))
    }
    await choose(ada, { duration: 'none' })
    for (const key of ['issues_by_state_groups', 'issues_by_priority'] as const) {
      expect(await read(ada, key)).toEqual(await read(ada, key, { target_date: '' }))
    }
  })

  it('begins the week with the day its reader chose', async () => {
    const { ada } = await projectOf('ada')
    await choose(ada, { duration: 'this_week', tab: 'pending' })
    for (let n = -7; n <= 7; n++) {
      await addItem(ada, `day ${n}`, { assignee_ids: [ada.user_id], target_date: daysFromNow(n) })
    }
    const week = await read(ada, 'assigned_issues')
    expect(week.count).toBe(7)
    const weekDay = new Date(today).getUTCDay()
    await sql`update profiles set start_of_the_week = ${weekDay} where user_id = ${ada.user_id}`.execute(
      database.db,
    )
    const names = (await read(ada, 'assigned_issues')).issues.map(({ name }) => name)
    expect(names).not.toContain('day -1')
    expect((await read(ada, 'assigned_issues')).count).toBe(7)
    const { due_this_week } = await ada.call(api.summary)
    expect(due_this_week).toBe(7)
  })
})

describe('the numbers over the home page', () => {
  it('count what the lists behind them show, for each reader', async () => {
    const { ada, bob, gus } = await furnished()
    const state_id = await stateOf(ada, 'completed')
    const { id } = await addItem(ada, 'done long ago', { state_id, assignee_ids: [ada.user_id] })
    await sql`update work_items set completed_at = now() - interval '9 days' where id = ${id}`.execute(
      database.db,
    )
    for (const client of [ada, bob, gus]) {
      const summary = await client.call(api.summary)
      const filters = summaryFilters(client.user_id, { today, weekStart: 0 })
      for (const key of summaryKeys) {
        const params = Object.entries(filters[key]).map(([name, values]) => [name, values.join()])
        const { total_count } = await listed(client, Object.fromEntries(params))
        expect([key, summary[key]]).toEqual([key, total_count])
      }
    }
    const numbers = await ada.call(api.summary)
    for (const key of summaryKeys) expect([key, numbers[key] > 0]).toEqual([key, true])
    expect(await gus.call(api.summary)).toEqual({
      ...{ assigned: 0, due_this_week: 0, overdue: 0, completed_lately: 0 },
    })
    const { eve } = await projectOf('eve')
    expect(await eve.at(ada.place).attempt(api.summary)).toEqual(refused)
  })
})
