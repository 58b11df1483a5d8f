import {
  accountApi,
  analyticsApi as api,
  type Chart,
  type ChartAxis,
  chartAxes,
  cyclesApi,
  type DaySpan,
  durations,
  estimatesApi,
  filtersOfAxis,
  filtersOfCreated,
  filtersOfPoint,
  filtersOfScope,
  flowFilters,
  flowKeys,
  type ListFilters,
  MEMBER,
  modulesApi,
  type NewWorkItem,
  priorities,
  projectsApi,
  stateGroups,
  workItemListsApi,
} from '@cairn/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, addLabel, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, database } = await testServer()
const { db } = database

const DAY = 86_400_000

/** A second implementation of the calendar to compare with the server's. */
const dayIn = (moment: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)
const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
const isWithin = (day: string | undefined, { from, to }: DaySpan) =>
  day !== undefined && day >= from && day <= to

/** How many items the list behind a number shows. */
async function listed(client: Client, filters: ListFilters) {
  const query = Object.fromEntries(
    Object.entries(filters).map(([key, values]) => [key, values.join(',')]),
  )
  const page = await client.call(workItemListsApi.workspace, { query: { ...query, per_page: '1' } })
  return (page as { total_count: number }).total_count
}

interface Made {
  project_id: string
  group: string
  createdAt: number
  completedAt: number | undefined
  due: string | undefined
}

async function twoProjects() {
  const { ada } = await projectOf('ada')
  const body = { name: 'Huts', identifier: 'HUTS' }
  const huts = ada.at({ project_id: (await ada.call(projectsApi.create, { body })).id })
  const places = await Promise.all(
    [ada, huts].map(async (client) => ({
      client,
      states: await Promise.all(stateGroups.map((group) => stateOf(client, group))),
    })),
  )
  return { ada, huts, places }
}

/** Times fall on both sides of midnight, in several zones, and of the ends of periods. */
const someItem = fc.record({
  place: fc.nat(1),
  group: fc.nat(stateGroups.length - 1),
  back: fc.oneof(
    fc.constantFrom(0, 1, 2, 7, 8, 15, 16, 30, 31, 61, 90, 91, 181, 182, 363, 364, 500),
    fc.nat(420),
  ),
  minutes: fc.nat(1439),
  done: fc.nat(60),
  due: fc.option(fc.integer({ min: -3, max: 3 })),
})

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Europe/Berlin',
]

describe('numbers are what a naive count comes to', () => {
  it.each(zones)(
    'in %s, for every period',
    async (timezone) => {
      const { ada, places } = await twoProjects()
      await ada.call(accountApi.change, { body: { user_timezone: timezone } })
      await fc.assert(
        fc.asyncProperty(fc.array(someItem, { minLength: 24, maxLength: 24 }), async (items) => {
          await sql`update work_items set deleted_at = now()
            where project_id = any(${places.map(({ client }) => client.place.project_id)})`.execute(
            db,
          )
          const now = Date.now()
          const made: Made[] = []
          for (const { place, group, back, minutes, done, due } of items) {
            const { client, states } = places[place] ?? places[0] ?? {}
            if (!client || !states) throw new Error('no place')
            const due_day = due === null ? undefined : shifted(dayIn(now, timezone), due)
            const more: Partial<NewWorkItem> = {
              state_id: states[group] ?? '',
              ...(due_day && { target_date: due_day }),
            }
            const { id } = await addItem(client, 'walk', more)
            const createdAt = Math.min(now, now - back * DAY - minutes * 60_000)
            const isDone = stateGroups[group] === 'completed'
            const completedAt = isDone ? Math.min(now, createdAt + done * DAY) : undefined
            await sql`update work_items set created_at = ${new Date(createdAt).toISOString()},
              completed_at = ${completedAt ? new Date(completedAt).toISOString() : null}
              where id = ${id}`.execute(db)
            made.push({
              ...{ project_id: client.place.project_id ?? '', group: stateGroups[group] ?? '' },
              ...{ createdAt, completedAt, due: due_day },
            })
          }
          for (const date_filter of durations) await compare(ada, timezone, date_filter, made)
        }),
        { numRuns: 2 },
      )
    },
    120_000,
  )

  async function compare(ada: Client, timezone: string, date_filter: string, made: Made[]) {
    const flow = await ada.call(api.flow, { query: { date_filter } })
    const { today } = flow
    const days = made.map((one) => ({
      ...one,
      created: dayIn(one.createdAt, timezone),
      completed: one.completedAt === undefined ? undefined : dayIn(one.completedAt, timezone),
    }))
    const span = { from: flow.from, to: flow.to }
    const firsts: Record<string, string> = {
      yesterday: shifted(today, -1),
      last_7_days: shifted(today, -7),
      last_30_days: shifted(today, -30),
      last_3_months: shifted(today, -90),
      last_6_months: shifted(today, -181),
    }
    if (date_filter !== 'last_12_months') expect(span.from).toBe(firsts[date_filter])
    else expect(span.from).toMatch(/-01$/)
    expect(span.to).toBe(date_filter === 'yesterday' ? firsts.yesterday : today)
    const length = (Date.parse(span.to) - Date.parse(span.from)) / DAY + 1
    const previous = { from: shifted(span.from, -length), to: shifted(span.from, -1) }

    const count = (line: 'created' | 'completed', within: DaySpan, project_id?: string) =>
      days.filter(
        (one) => isWithin(one[line], within) && (!project_id || one.project_id === project_id),
      ).length
    for (const line of ['created', 'completed'] as const) {
      expect([date_filter, line, flow[line]]).toEqual([
        ...[date_filter, line],
        { count: count(line, span), filter_count: count(line, previous) },
      ])
      for (const step of flow.steps) expect(step[line]).toBe(count(line, step))
    }
    // The steps cover the period without gaps.
    expect(flow.steps[0]?.from).toBe(span.from)
    expect(flow.steps.at(-1)?.to).toBe(span.to)
    for (const [index, step] of flow.steps.entries()) {
      const next = flow.steps[index + 1]
      if (next) expect(next.from).toBe(shifted(step.to, 1))
    }
    expect(flow.steps.length).toBeLessThanOrEqual(45)
    const isOpen = ({ group }: Made) => group !== 'completed' && group !== 'cancelled'
    const isLate = (one: Made) => isOpen(one) && one.due !== undefined && one.due < today
    expect(flow.open).toBe(days.filter(isOpen).length)
    expect(flow.overdue).toBe(days.filter(isLate).length)
    for (const row of flow.projects) {
      const own = days.filter(({ project_id }) => project_id === row.project_id)
      expect(row).toEqual({
        project_id: row.project_id,
        created: count('created', span, row.project_id),
        completed: count('completed', span, row.project_id),
        open: own.filter(isOpen).length,
        overdue: own.filter(isLate).length,
        steps: flow.steps.map((step) => count('completed', step, row.project_id)),
      })
    }

    const inPeriod = days.filter(({ created }) => isWithin(created, span))
    const ofGroup = (among: readonly Made[], group: string) =>
      among.filter((one) => one.group === group).length
    const totals = await ada.call(api.totals, { query: { tab: 'work-items', date_filter } })
    expect(totals.total_work_items).toEqual(flow.created)
    expect(totals.started_work_items?.count).toBe(ofGroup(inPeriod, 'started'))
    expect(totals.completed_work_items?.count).toBe(ofGroup(inPeriod, 'completed'))
    const rows = await ada.call(api.stats, { query: { type: 'work-items', date_filter } })
    for (const row of rows) {
      const own = inPeriod.filter(({ project_id }) => project_id === row.project_id)
      expect([
        ...[row.backlog_work_items, row.un_started_work_items, row.started_work_items],
        ...[row.completed_work_items, row.cancelled_work_items],
      ]).toEqual(stateGroups.map((group) => ofGroup(own, group)))
    }
    const query = { type: 'custom-work-items', x_axis: 'CREATED_AT', date_filter }
    const chart = (await ada.call(api.charts, { query })) as Chart
    for (const { key, count: drawn } of chart.data) {
      expect(drawn).toBe(days.filter(({ created }) => created === key).length)
    }
    const course = (await ada.call(api.charts, {
      query: { type: 'work-items', date_filter },
    })) as Chart
    expect(
      course.data.map(({ key, created_issues, completed_issues }) => ({
        ...{ from: key, created: created_issues, completed: completed_issues },
      })),
    ).toEqual(flow.steps.map(({ to: _, ...step }) => step))
  }
})

describe('every number opens the items it counts', () => {
  async function furnished() {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { project_id = '' } = ada.place
    await ada.call(accountApi.change, { body: { user_timezone: 'America/Los_Angeles' } })
    await ada.call(projectsApi.change, { body: { cycle_view: true, module_view: true } })
    const states = await Promise.all(stateGroups.map((group) => stateOf(ada, group)))
    const labels = [await addLabel(ada, 'wet'), await addLabel(ada, 'dry')]
    const cycle = await ada.call(cyclesApi.create, { body: { name: 'Spring' } })
    const module = await ada.call(modulesApi.create, { body: { name: 'Paper' } })
    const estimate = await ada.call(estimatesApi.create, {
      body: {
        estimate: { name: 'Points', type: 'points', last_used: true },
        estimate_points: [
          { key: 1, value: '2' },
          { key: 2, value: '5' },
        ],
      },
    })
    await ada.call(projectsApi.change, { body: { estimate: estimate.id } })
    const today = dayIn(Date.now(), 'America/Los_Angeles')
    const ids: string[] = []
    for (let n = 0; n < 20; n++) {
      const { id } = await addItem(n % 3 === 0 ? bob : ada, `item ${n}`, {
        state_id: states[n % 5],
        priority: priorities[(n * 2) % 5],
        start_date: n % 2 === 0 ? shifted(today, -9) : null,
        target_date: [null, shifted(today, -1), shifted(today, 3)][n % 3],
        assignee_ids: [
          ...(n % 4 === 0 ? [ada.user_id] : []),
          ...(n % 2 === 0 ? [bob.user_id] : []),
        ],
        label_ids: labels.slice(0, n % 3),
        estimate_point: n % 4 === 3 ? null : estimate.points[n % 2]?.id,
      })
      ids.push(id)
      // Late evening in that zone, the next morning in UTC.
      const at = `${shifted(today, -n * 4)}T05:30:00Z`
      await sql`update work_items set created_at = ${at}, completed_at = case
        when completed_at is null then null else ${at}::timestamptz + interval '1 day' end
        where id = ${id}`.execute(db)
    }
    const every = (step: number) => ({ issues: ids.filter((_, n) => n % step === 0) })
    await ada.call(cyclesApi.addItems, { params: { id: cycle.id }, body: every(3) })
    await ada.call(modulesApi.addItems, { params: { id: module.id }, body: every(2) })
    return { ada, project_id, cycle, module }
  }

  it('in the flow, of all projects, chosen ones, a cycle and a module', async () => {
    const { ada, project_id, cycle, module } = await furnished()
    for (const [date_filter, scope] of [
      ['last_30_days', { project_ids: [] }],
      ['last_3_months', { project_ids: [project_id] }],
      ['', { project_ids: [project_id], cycle_id: cycle.id }],
      ['', { project_ids: [project_id], module_id: module.id }],
    ] as const) {
      const { project_ids, ...plan } = scope
      const query = { date_filter, project_ids: project_ids.join(','), ...plan }
      const flow =
        Object.keys(plan).length > 0
          ? await ada.call(api.projectFlow, { query })
          : await ada.call(api.flow, { query })
      const base = filtersOfScope(scope)
      const filters = flowFilters(base, flow, flow.today)
      for (const key of flowKeys) {
        const value = flow[key]
        const count = typeof value === 'number' ? value : value.count
        expect([key, count]).toEqual([key, await listed(ada, filters[key])])
      }
      for (const step of flow.steps.filter(({ created, completed }) => created + completed > 0)) {
        for (const line of ['created', 'completed'] as const) {
          expect(step[line]).toBe(await listed(ada, filtersOfPoint(base, line, step)))
        }
      }
      expect(flow.created.count).toBeGreaterThan(3)
    }
  })

  it('along every axis, and in every group', async () => {
    const { ada } = await furnished()
    const { from, to } = await ada.call(api.flow, { query: { date_filter: 'last_3_months' } })
    const base = filtersOfCreated({}, { from, to })
    const groupOf = (x: ChartAxis): ChartAxis => (x === 'PRIORITY' ? 'ESTIMATE_POINTS' : 'PRIORITY')
    for (const x of chartAxes) {
      const group = groupOf(x)
      const query = {
        ...{ type: 'custom-work-items', date_filter: 'last_3_months', x_axis: x, group_by: group },
      }
      const { data, schema, points } = (await ada.call(api.charts, { query })) as Chart
      expect(data.length).toBeGreaterThan(0)
      for (const row of data) {
        const filters = filtersOfAxis(base, x, row.key, points)
        expect([x, row.key, row.count]).toEqual([x, row.key, await listed(ada, filters)])
        for (const key of Object.keys(schema).slice(0, 2)) {
          const there = await listed(ada, filtersOfAxis(filters, group, key, points))
          expect([x, row.key, key, row[key] ?? 0]).toEqual([x, row.key, key, there])
        }
      }
    }
  }, 60_000)
})
