import { addDays, dayInZone } from '@cairn/calendar'
import {
  analyticsApi as api,
  type Chart,
  cyclesApi,
  epicsApi,
  GUEST,
  intakeItemsApi,
  type KindCount,
  MEMBER,
  modulesApi,
  type NewWorkItem,
  projectsApi,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addLabel, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const no = (body: unknown) => ({ status: 400, body })

const today = dayInZone(Date.now(), 'UTC')
const ago = (days: number) => addDays(today, -days) ?? ''
const all = (count: number) => ({ count, filter_count: count })

const add = (client: Client, body: Partial<NewWorkItem> = {}) =>
  client.call(workItemsApi.create, { body: { name: 'walk', ...body } })
const madeOn = (table: string, id: string, day: string) =>
  sql`update ${sql.table(table)} set created_at = ${`${day}T12:00:00Z`} where id = ${id}`.execute(
    db,
  )
const addOn = async (client: Client, day: string, body: Partial<NewWorkItem> = {}) => {
  const item = await add(client, body)
  await madeOn('work_items', item.id, day)
  return item
}
/** A second project of the same workspace. */
async function anotherOf(client: Client, identifier = 'HUTS', body = {}) {
  const { id } = await client.call(projectsApi.create, {
    body: { name: identifier, identifier, ...body },
  })
  return client.at({ project_id: id })
}
const charts = (client: Client, query: Record<string, string>) =>
  client.call(api.charts, { query }) as Promise<Chart>
const custom = (client: Client, query: Record<string, string> = {}) =>
  charts(client, { type: 'custom-work-items', ...query })

describe('totals', () => {
  it('count people, projects, items, cycles and waiting intake', async () => {
    const { ada } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    await add(ada)
    await ada.call(cyclesApi.create, { body: { name: 'One' } })
    await ada.call(projectsApi.change, { body: { intake_view: true } })
    await ada.call(intakeItemsApi.create, { body: { issue: { name: 'a wish' } } })
    expect(await ada.call(api.totals)).toEqual({
      ...{ total_users: all(3), total_admins: all(1), total_members: all(1), total_guests: all(1) },
      ...{ total_projects: all(1), total_work_items: all(1) },
      ...{ total_cycles: all(1), total_intake: all(1) },
    })
  })

  it('are of the chosen projects, and never of those somebody is not in', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const huts = await anotherOf(ada)
    await add(ada)
    await add(huts)
    await add(huts)
    const of = async (client: Client, ...projects: (string | undefined)[]) => {
      const query = { project_ids: projects.join(',') }
      const { total_users, total_projects, total_work_items } = await client.call(api.totals, {
        query,
      })
      return [total_users?.count, total_projects?.count, total_work_items?.count]
    }
    expect(await of(ada)).toEqual([2, 2, 3])
    expect(await of(ada, huts.place.project_id)).toEqual([1, 1, 2])
    expect(await of(mel)).toEqual([2, 1, 1])
    expect(await of(mel, huts.place.project_id)).toEqual([0, 0, 0])
    await ada.call(projectsApi.archive)
    expect(await of(ada)).toEqual([2, 1, 2])
  })

  it.each([
    ['yesterday', 1, 1],
    ['last_7_days', 3, 1],
    ['last_30_days', 5, 1],
    ['last_3_months', 6, 1],
    ['last_6_months', 7, 0],
    ['some day', 7, 7],
    ['', 7, 7],
  ])(
    'of %o are narrowed by the reader’s days and compared with as many before',
    async (...wanted) => {
      const [date_filter, count, filter_count] = wanted
      const { ada } = await projectOf('ada')
      for (const days of [0, 1, 2, 8, 30, 45, 181]) await addOn(ada, ago(days))
      for (const tab of ['overview', 'work-items']) {
        const { total_work_items } = await ada.call(api.totals, { query: { tab, date_filter } })
        expect(total_work_items).toEqual({ count, filter_count })
      }
    },
  )

  it('of items go by the group of their state', async () => {
    const { ada } = await projectOf('ada')
    await add(ada)
    await add(ada, { state_id: await stateOf(ada, 'started') })
    await add(ada, { state_id: await stateOf(ada, 'completed') })
    await add(ada, { state_id: await stateOf(ada, 'cancelled') })
    const totals = {
      ...{ total_work_items: all(4), started_work_items: all(1), backlog_work_items: all(1) },
      ...{ un_started_work_items: all(0), completed_work_items: all(1) },
    }
    expect(await ada.call(api.totals, { query: { tab: 'work-items' } })).toEqual(totals)
    expect(await ada.call(api.projectTotals)).toEqual(totals)
  })

  it('are of epics where epics are asked for', async () => {
    const { ada } = await projectOf('ada')
    await add(ada)
    await ada.call(epicsApi.create, { body: { name: 'far' } })
    await ada.call(epicsApi.create, { body: { name: 'away' } })
    const query = { tab: 'work-items', epic: 'true' }
    expect(await ada.call(api.totals, { query })).toMatchObject({ total_work_items: all(2) })
    expect(await ada.call(api.projectTotals, { query })).toMatchObject({ total_work_items: all(2) })
  })

  it('refuse a tab nobody knows and ids that are none', async () => {
    const { ada } = await projectOf('ada')
    const attempt = (query: Record<string, string>) => ada.attempt(api.totals, { query })
    expect(await attempt({ tab: 'x' })).toEqual(no({ message: 'Invalid tab' }))
    expect(await attempt({ project_ids: 'x' })).toEqual(
      no({ error: 'Please provide valid detail' }),
    )
  })
})

describe('rows', () => {
  it('of projects name each the caller is in, empty ones too', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const huts = await anotherOf(ada)
    await add(huts, { state_id: await stateOf(huts, 'completed') })
    await add(huts)
    const rows = await ada.call(api.stats, { query: { type: 'work-items' } })
    const ids = [ada.place.project_id, huts.place.project_id].toSorted()
    expect(rows.map(({ project_id }) => project_id)).toEqual(ids)
    expect(rows).toContainEqual({
      ...{ project_id: huts.place.project_id, project__name: 'HUTS' },
      ...{ cancelled_work_items: 0, completed_work_items: 1, backlog_work_items: 1 },
      ...{ un_started_work_items: 0, started_work_items: 0 },
    })
    expect(await mel.call(api.stats, { query: { type: 'work-items' } })).toHaveLength(1)
    expect(await ada.attempt(api.stats)).toEqual(no({ message: 'Invalid type' }))
  })

  it('of assignees end with what nobody has', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await add(ada, { assignee_ids: [ada.user_id, mel.user_id] })
    await add(ada, { assignee_ids: [mel.user_id], state_id: await stateOf(ada, 'started') })
    await add(ada)
    const zero = {
      ...{ cancelled_work_items: 0, completed_work_items: 0 },
      ...{ backlog_work_items: 1, un_started_work_items: 0, started_work_items: 0 },
    }
    const query = { type: 'work-items' }
    expect(await ada.call(api.projectStats, { query })).toEqual([
      { display_name: 'ada', assignee_id: ada.user_id, avatar_url: null, ...zero },
      {
        ...{ display_name: 'mel', assignee_id: mel.user_id, avatar_url: null },
        ...{ ...zero, started_work_items: 1 },
      },
      { display_name: null, assignee_id: null, avatar_url: null, ...zero },
    ])
    expect(await ada.attempt(api.projectStats)).toEqual(no({ message: 'Invalid type' }))
  })
})

describe('the kinds of things', () => {
  it('are counted for the chosen projects and the period', async () => {
    const { ada } = await projectOf('ada', ['mel', MEMBER])
    const huts = await anotherOf(ada)
    await add(ada)
    await addOn(ada, ago(40))
    await huts.call(modulesApi.create, { body: { name: 'Roof' } })
    await ada.call(viewsApi.create, { body: { name: 'Late' } })
    const of = async (query: Record<string, string>) => {
      const kinds = (await ada.call(api.charts, { query })) as KindCount[]
      return Object.fromEntries(kinds.map(({ key, count }) => [key, count]))
    }
    const counted = { cycles: 0, intake: 0, pages: 0 }
    expect(await of({})).toMatchObject({ ...counted, work_items: 2, modules: 1, views: 1 })
    expect(await of({ date_filter: 'last_30_days' })).toMatchObject({ work_items: 1, members: 2 })
    expect(await of({ project_ids: huts.place.project_id ?? '' })).toMatchObject({
      ...{ ...counted, work_items: 0, modules: 1, members: 1, views: 0 },
    })
    const [first] = (await ada.call(api.charts, { query: { type: 'projects' } })) as KindCount[]
    expect(first).toEqual({ key: 'work_items', name: 'Work Items', count: 2 })
  })
})

describe('created against resolved', () => {
  const monthOf = (day: string) => `${day.slice(0, 7)}-01`

  it('has every month since the workspace began', async () => {
    const { ada } = await projectOf('ada')
    await sql`update workspaces set created_at = now() - interval '2 months'
      where slug = ${ada.place.slug}`.execute(db)
    const first = monthOf(dayInZone(Date.now(), 'UTC'))
    await addOn(ada, first)
    await addOn(ada, first, { state_id: await stateOf(ada, 'completed') })
    const { data, schema } = await charts(ada, { type: 'work-items' })
    expect(schema).toEqual({
      ...{ completed_issues: 'completed_issues', created_issues: 'created_issues' },
    })
    expect(data.length).toBeGreaterThanOrEqual(3)
    const row = { key: first, name: first, count: 2, completed_issues: 1, created_issues: 2 }
    expect(data.at(-1)).toEqual(row)
    expect(data.slice(0, -1).every(({ count }) => count === 0)).toBe(true)
    const stepsOf = async (date_filter: string) =>
      (await charts(ada, { type: 'work-items', date_filter })).data.map(({ key }) => key)
    expect(await stepsOf('yesterday')).toEqual([ago(1)])
    expect(await stepsOf('last_7_days')).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map(ago))
    expect(await stepsOf('last_30_days')).toHaveLength(31)
    const weeks = await stepsOf('last_3_months')
    expect([weeks.length, weeks[0], weeks[1]]).toEqual([13, ago(90), ago(83)])
    const year = await stepsOf('last_12_months')
    expect([year.length, year.every((day) => day.endsWith('-01'))]).toEqual([12, true])
    expect(await ada.call(api.projectCharts, { query: { type: 'work-items' } })).toEqual({
      data: [row],
      schema,
    })
  })

  it('of a cycle or module goes by the day something came into it', async () => {
    const { ada } = await projectOf('ada')
    const [first, last] = [ago(4), ago(-3)]
    const cycle = await ada.call(cyclesApi.create, {
      body: { name: 'One', start_date: first, end_date: last },
    })
    const module = await ada.call(modulesApi.create, {
      body: { name: 'Roof', start_date: first, target_date: last },
    })
    const item = await addOn(ada, ago(3), { state_id: await stateOf(ada, 'completed') })
    const issues = [item.id]
    await ada.call(cyclesApi.addItems, { params: { id: cycle.id }, body: { issues } })
    await ada.call(modulesApi.addItems, { params: { id: module.id }, body: { issues } })
    for (const place of [{ cycle_id: cycle.id }, { module_id: module.id }]) {
      const query = { type: 'work-items', ...place }
      const { data } = await ada.call(api.projectCharts, { query })
      expect([data.length, data[0]?.key, data.at(-1)?.key]).toEqual([8, first, last])
      expect(data.filter(({ count }) => count > 0)).toEqual([
        { key: today, name: today, count: 2, completed_issues: 1, created_issues: 1 },
      ])
      expect(await ada.call(api.projectTotals, { query })).toMatchObject({
        total_work_items: all(1),
      })
    }
  })

  it('is nothing where a cycle has no dates or is another project’s', async () => {
    const { ada } = await projectOf('ada')
    const huts = await anotherOf(ada)
    const { id } = await ada.call(cyclesApi.create, { body: { name: 'Some day' } })
    const nothing = { data: [], schema: {} }
    const query = { type: 'work-items', cycle_id: id }
    for (const client of [ada, huts]) {
      expect(await client.call(api.projectCharts, { query })).toEqual(nothing)
    }
    expect(await ada.attempt(api.projectCharts)).toEqual(no({ message: 'Invalid type' }))
  })
})

describe('a chart of one’s own', () => {
  it('is along priority unless something else is asked for', async () => {
    const { ada } = await projectOf('ada')
    await add(ada, { priority: 'urgent' })
    await add(ada, { priority: 'low' })
    await add(ada, { priority: 'low' })
    const chart = {
      data: [
        { key: 'low', name: 'low', count: 2 },
        { key: 'urgent', name: 'urgent', count: 1 },
      ],
      schema: {},
    }
    expect(await custom(ada)).toEqual(chart)
    const query = { type: 'custom-work-items' }
    expect(await ada.call(api.projectCharts, { query })).toEqual(chart)
  })

  it('counts an item once per row, and in every group it belongs to', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const [wet, dry] = [await addLabel(ada, 'wet'), await addLabel(ada, 'dry')]
    await add(ada, { priority: 'high', label_ids: [wet, dry], assignee_ids: [mel.user_id] })
    await add(ada, { priority: 'high', label_ids: [wet] })
    await add(ada, { priority: 'low' })
    expect(await custom(ada, { group_by: 'LABELS' })).toEqual({
      data: [
        { key: 'high', name: 'high', count: 2, [wet]: 2, [dry]: 1 },
        { key: 'low', name: 'low', count: 1, none: 1 },
      ],
      schema: { [wet]: 'wet', [dry]: 'dry', none: 'None' },
    })
    expect(await custom(ada, { x_axis: 'ASSIGNEES', group_by: 'LABELS' })).toEqual({
      data: [
        { key: mel.user_id, name: 'mel', count: 1, [wet]: 1, [dry]: 1 },
        { key: 'none', name: 'None', count: 2, [wet]: 1, none: 1 },
      ].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      schema: { [wet]: 'wet', [dry]: 'dry', none: 'None' },
    })
    const { data } = await custom(ada, { x_axis: 'LABELS' })
    expect(data.at(-1)).toEqual({ key: 'None', name: 'None', count: 1 })
  })

  it.each([
    ['STATES', 'STATE_GROUPS'],
    ['STATE_GROUPS', 'STATES'],
    ['LABELS', 'ASSIGNEES'],
    ['ASSIGNEES', 'CREATED_BY'],
    ['ESTIMATE_POINTS', 'CYCLES'],
    ['CYCLES', 'MODULES'],
    ['MODULES', 'ESTIMATE_POINTS'],
    ['START_DATE', 'TARGET_DATE'],
    ['CREATED_AT', 'COMPLETED_AT'],
    ['COMPLETED_AT', 'START_DATE'],
    ['CREATED_BY', 'LABELS'],
    ['TARGET_DATE', 'CREATED_AT'],
    ['PRIORITY', 'PRIORITY'],
  ])('can be along %s by %s', async (x_axis, group_by) => {
    const { ada } = await projectOf('ada')
    await add(ada, { start_date: '2026-03-01', target_date: '2026-03-02' })
    const flat = await custom(ada, { x_axis })
    expect(flat.data.map(({ count }) => count)).toEqual([1])
    const { data, schema } = await custom(ada, { x_axis, group_by })
    const [group = ''] = Object.keys(schema)
    expect(data).toEqual([expect.objectContaining({ count: 1, [group]: 1 })])
    if (x_axis === 'START_DATE') expect(flat.data[0]?.key).toBe('2026-03-01')
  })

  it('refuses axes nobody knows', async () => {
    const { ada } = await projectOf('ada')
    const attempt = (query: Record<string, string>) =>
      ada.attempt(api.charts, { query: { type: 'custom-work-items', ...query } })
    expect(await attempt({ x_axis: 'NAME' })).toEqual(no(['Invalid x_axis field: NAME']))
    expect(await attempt({ group_by: 'x' })).toEqual(no(['Invalid group_by field: x']))
    expect(await ada.attempt(api.charts, { query: { type: 'x' } })).toEqual(
      no({ message: 'Invalid type' }),
    )
  })
})

describe('who may ask', () => {
  const calls = Object.entries(api)

  // @cap:analytics.roles
  it.each(calls)('for %s: neither strangers, nor guests, nor other workspaces', async (_, call) => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    expect(await stranger.at(ada.place).attempt(call)).toMatchObject({ status: 401 })
    expect(await gus.attempt(call)).toEqual(refused)
    expect(await eve.at(ada.place).attempt(call)).toEqual(refused)
  })

  it('and a member who is a guest in a project counts only what they made there', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await sql`update project_members set role = ${GUEST} where user_id = ${mel.user_id}`.execute(db)
    await add(ada)
    const { id } = await add(ada)
    await sql`update work_items set created_by = ${mel.user_id} where id = ${id}`.execute(db)
    expect(await mel.call(api.totals)).toMatchObject({ total_work_items: all(1) })
    expect((await custom(mel)).data).toEqual([{ key: 'none', name: 'none', count: 1 }])
  })
})
