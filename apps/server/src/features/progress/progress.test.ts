import {
  cyclesApi as api,
  type Distribution,
  daysBetween,
  type EstimateDistribution,
  GUEST,
  MEMBER,
  projectMembersApi,
  workItemsApi,
} from '@cairn/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { foldCycleCounts, recordCycleDays } from '#features/cycles/service.ts'
import { addCycle, addPoints, inDays, putInto, running } from '#features/cycles/test-kit/cycles.ts'
import { groups, recount } from '#features/cycles/test-kit/recount.ts'
import { addItem, addLabel, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, database } = await testServer()
const { db } = database

type Step = {
  action: 'state' | 'move' | 'leave' | 'delete' | 'archive' | 'estimate'
  n: number
  to: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    action: fc.constantFrom('state', 'move', 'leave', 'delete', 'archive', 'estimate'),
    n: fc.nat(7),
    to: fc.nat(5),
  }),
  { minLength: 1, maxLength: 14 },
)

describe('numbers', () => {
  it('are what a recount says, after any moves, states, deletions, archives and estimates', async () => {
    const { ada } = await projectOf('ada')
    const points = [...(await addPoints(db, ada, ['1', '2.5', '8'])).values()]
    const cycles = [await addCycle(ada, 'A', running), await addCycle(ada, 'B')]
    const states = await Promise.all(groups.map((group) => stateOf(ada, group)))
    const items = async () =>
      Promise.all(Array.from({ length: 8 }, (_, n) => addItem(ada, `i${n}`)))

    async function take({ action, to }: Step, id: string) {
      const cycle = cycles[to % 2]?.id ?? ''
      const change = (body: object) => ada.attempt(workItemsApi.change, { params: { id }, body })
      if (action === 'state') await change({ state_id: states[to % 5] })
      if (action === 'estimate') await change({ estimate_point: points[to % 4] ?? null })
      if (action === 'move') {
        await ada.attempt(api.addItems, { params: { id: cycle }, body: { issues: [id] } })
      }
      if (action === 'leave') {
        await ada.attempt(api.removeItem, { params: { id: cycle, issue_id: id } })
      }
      if (action === 'delete' && to === 0)
        await ada.attempt(workItemsApi.remove, { params: { id } })
      if (action === 'archive') await ada.attempt(workItemsApi.archive, { params: { id } })
    }

    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (taken, folds) => {
        const ids = (await items()).map(({ id }) => id)
        await putInto(ada, cycles[0]?.id ?? '', ids.slice(0, 5))
        for (const step of taken) await take(step, ids[step.n] ?? '')
        if (folds) await foldCycleCounts(db)
        for (const { id } of cycles) {
          expect(await ada.call(api.progress, { params: { id } })).toEqual(await recount(db, id))
        }
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })

  it('follow what a point is worth, and add up nothing that is no point', async () => {
    const { ada } = await projectOf('ada')
    const points = await addPoints(db, ada, ['3', '5'])
    const { id } = await addCycle(ada, 'A', running)
    const item = await addItem(ada, 'x', { estimate_point: points.get('5') ?? '' })
    await putInto(ada, id, [item.id])
    const total = async () =>
      (await ada.call(api.progress, { params: { id } })).total_estimate_points
    expect(await total()).toBe(5)
    await sql`update estimate_points set value = '13' where id = ${points.get('5')}`.execute(db)
    expect(await total()).toBe(13)
    await sql`
      update estimates set type = 'categories'
      where project_id = ${ada.place.project_id}`.execute(db)
    expect(await total()).toBe(0)
  })
})

const analytics = (client: Client, id: string, type: 'issues' | 'points') =>
  client.call(api.analytics, { params: { id }, query: { type } })

describe('distribution', () => {
  it('tells who does what and what it is about, each item once per person and label', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const points = await addPoints(db, ada, ['2', '3'])
    const { id } = await addCycle(ada, 'A', running)
    const bug = await addLabel(ada, 'bug')
    const state_id = await stateOf(ada, 'completed')
    const both = await addItem(ada, 'both', {
      ...{ assignee_ids: [ada.user_id, mel.user_id], label_ids: [bug], state_id },
      estimate_point: points.get('2') ?? '',
    })
    const open = await addItem(ada, 'open', {
      assignee_ids: [mel.user_id],
      estimate_point: points.get('3') ?? '',
    })
    const nobodys = await addItem(ada, 'nobody’s')
    await putInto(ada, id, [both.id, open.id, nobodys.id])
    const { assignees, labels, completion_chart } = (await analytics(
      ada,
      id,
      'issues',
    )) as Distribution
    const row = (
      assignee_id: string | null,
      total_issues: number,
      completed_issues: number,
      pending_issues: number,
    ) => ({ assignee_id, total_issues, completed_issues, pending_issues })
    expect(assignees).toMatchObject([
      row(ada.user_id, 1, 1, 0),
      row(mel.user_id, 2, 1, 1),
      row(null, 1, 0, 1),
    ])
    expect(assignees[1]).toMatchObject({ display_name: 'mel', first_name: 'mel', avatar_url: null })
    expect(labels).toEqual([
      {
        ...{ label_id: bug, label_name: 'bug', color: '' },
        ...{ total_issues: 1, completed_issues: 1, pending_issues: 0 },
      },
      {
        ...{ label_id: null, label_name: null, color: null },
        ...{ total_issues: 2, completed_issues: 0, pending_issues: 2 },
      },
    ])
    expect(Object.keys(completion_chart)).toEqual(daysBetween(running.start_date, running.end_date))
    expect(completion_chart[running.start_date]).toBe(3)
    expect(completion_chart[running.end_date]).toBeNull()
    expect(completion_chart[inDays(0)]).toBe(2)

    const inPoints = (await analytics(ada, id, 'points')) as EstimateDistribution
    expect(inPoints.assignees).toMatchObject([
      { total_estimates: 2, completed_estimates: 2, pending_estimates: null },
      { total_estimates: 5, completed_estimates: 2, pending_estimates: 3 },
      { total_estimates: null, completed_estimates: null, pending_estimates: null },
    ])
    expect(inPoints.completion_chart?.[inDays(0)]).toBe(3)
  })

  it('is refused without days, empty in points that are none, and forgets who left', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const draft = await addCycle(ada, 'draft')
    expect(await ada.attempt(api.analytics, { params: { id: draft.id } })).toEqual({
      status: 400,
      body: { error: 'Cycle has no start or end date' },
    })
    const { id } = await addCycle(ada, 'A', running)
    const item = await addItem(ada, 'x', { assignee_ids: [mel.user_id] })
    await putInto(ada, id, [item.id])
    expect(await analytics(ada, id, 'points')).toEqual({
      assignees: [],
      labels: [],
      completion_chart: {},
    })
    const people = async () => (await ada.call(api.list)).find((one) => one.id === id)?.assignee_ids
    expect(await people()).toEqual([mel.user_id])
    const members = await ada.call(projectMembersApi.me)
    expect(members.role).toBeGreaterThan(GUEST)
    await mel.call(projectMembersApi.leave)
    expect(await people()).toEqual([])
    expect((await analytics(ada, id, 'issues')).assignees).toMatchObject([{ assignee_id: null }])
  })
})

describe('daily records', () => {
  // @cap:cycles.daily-progress
  it('are kept of a new cycle day by day, today being counted now', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addCycle(ada, 'A', { start_date: inDays(-3), end_date: inDays(3) })
    const item = await addItem(ada, 'x')
    await putInto(ada, id, [item.id])
    const days = () => ada.call(api.days, { params: { id } })
    await recordCycleDays(db)
    await recordCycleDays(db)
    await ada.call(workItemsApi.change, {
      params: { id: item.id },
      body: { state_id: await stateOf(ada, 'started') },
    })
    const rows = await days()
    expect(rows.map(({ date }) => date)).toEqual([inDays(-1), inDays(0)])
    expect(rows).toMatchObject([
      { progress_date: inDays(-1), total_issues: 1, backlog_issues: 1, started_issues: 0 },
      { progress_date: inDays(0), total_issues: 1, backlog_issues: 0, started_issues: 1 },
    ])
    await sql`
      update cycle_days set day = ${inDays(-3)} where cycle_id = ${id}`.execute(db)
    expect((await days()).map(({ backlog_issues }) => backlog_issues)).toEqual([1, 1, 1, 0])
    await sql`update cycles set version = 1 where id = ${id}`.execute(db)
    expect(await days()).toEqual([])
  })

  it('stay as they were when the cycle is over and its items move on', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addCycle(ada, 'A', { start_date: inDays(-2), end_date: inDays(0) })
    const items = [await addItem(ada, 'x'), await addItem(ada, 'y')]
    await putInto(
      ada,
      id,
      items.map((item) => item.id),
    )
    await recordCycleDays(db)
    await ada.call(api.change, { params: { id }, body: { end_date: inDays(-1) } })
    const { id: next } = await addCycle(ada, 'B', { start_date: inDays(1), end_date: inDays(3) })
    await ada.call(api.transfer, { params: { id }, body: { new_cycle_id: next } })
    const rows = await ada.call(api.days, { params: { id } })
    expect(rows).toMatchObject([{ date: inDays(-1), total_issues: 2 }])
  })

  it('are not shown to guests who see only their own items', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addCycle(ada, 'A', running)
    await recordCycleDays(db)
    expect(await ada.call(api.days, { params: { id } })).not.toEqual([])
    expect(await gus.call(api.days, { params: { id } })).toEqual([])
  })
})
