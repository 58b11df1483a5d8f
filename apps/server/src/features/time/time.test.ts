import { addDays, dayInZone } from '@cairn/calendar'
import {
  timeApi as api,
  applyTimeEvent,
  GUEST,
  type LiveEvent,
  MAX_WORK_LOG_MINUTES,
  MEMBER,
  projectsApi,
  type TimeEvent,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addCycle, addPoints } from '#features/cycles/test-kit/cycles.ts'
import {
  addItem,
  historyOf,
  missing,
  nobody,
  notForYou,
  refused,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { anotherProject, log, trackTime } from './test-kit/time.ts'

const { projectOf, person, database } = await testServer()
const { db } = database

const today = () => dayInZone(Date.now(), 'UTC')
const spentOn = async (client: Client, id: string) =>
  (await client.call(api.ofItem, { params: { id } })).spent
const isOfTime = (event: LiveEvent): event is TimeEvent =>
  event.type.startsWith('work_log.') || event.type === 'timer.changed'

/** A timer that was started so long ago. */
const letRun = (client: Client, minutes: number) =>
  sql`update running_timers set started_at = now() - make_interval(mins => ${minutes})
    where user_id = ${client.user_id}`.execute(db)

describe('entries', () => {
  it('are added, changed and removed, with a line in the history', async () => {
    const { ada } = await projectOf('ada')
    await trackTime(ada)
    const { id } = await addItem(ada, 'one')
    const entry = await log(ada, id, 90, { description: 'Paired on it', day: '2026-02-28' })
    expect(entry).toMatchObject({
      ...{ issue: id, project: ada.place.project_id, logged_by: ada.user_id, duration: 90 },
      ...{ day: '2026-02-28', description: 'Paired on it', created_by: ada.user_id },
    })
    const params = { id, worklog_id: entry.id }
    const body = { duration: 120, description: '' }
    const changed = await ada.call(api.change, { params, body })
    expect(changed).toMatchObject({ ...body, day: '2026-02-28', updated_by: ada.user_id })
    const newer = await log(ada, id, 15)
    expect([today(), addDays(today(), 1)]).toContain(newer.day)
    expect(await ada.call(api.ofItem, { params })).toEqual({
      ...{ spent: 135, estimated: null, sub_items_spent: 0 },
      people: [{ user_id: ada.user_id, spent: 135 }],
      logs: [newer, changed],
    })
    await ada.call(api.change, { params, body: { description: 'Only the note' } })
    await ada.call(api.remove, { params })
    expect(await ada.attempt(api.change, { params, body })).toEqual(missing)
    expect(await spentOn(ada, id)).toBe(15)
    expect((await historyOf(db, id)).slice(1)).toEqual([
      expect.objectContaining({ verb: 'created', field: 'time', new_value: '90' }),
      expect.objectContaining({ verb: 'updated', old_value: '90', new_value: '120' }),
      expect.objectContaining({ verb: 'created', field: 'time', new_value: '15' }),
      expect.objectContaining({ verb: 'deleted', old_value: '120', new_value: '' }),
    ])
  })

  it('are emitted, and tell a browser the same as reading again', async () => {
    const { ada } = await projectOf('ada')
    await trackTime(ada)
    const { id } = await addItem(ada, 'one')
    const entry = await log(ada, id, 90)
    const params = { id, worklog_id: entry.id }
    for (const change of [
      () => log(ada, id, 30, { day: '2026-01-05' }),
      () => ada.call(api.change, { params, body: { duration: 5, day: '2026-01-01' } }),
      () => ada.call(api.remove, { params }),
    ]) {
      const before = await ada.call(api.ofItem, { params })
      const events = (await ada.eventsOf(change)).filter(isOfTime)
      expect(events).toHaveLength(1)
      const after = await ada.call(api.ofItem, { params })
      expect(events.reduce(applyTimeEvent, before)).toEqual(after)
    }
  })

  it.each([
    [{}],
    [{ duration: 0 }],
    [{ duration: -5 }],
    [{ duration: 1.5 }],
    [{ duration: MAX_WORK_LOG_MINUTES + 1 }],
    [{ duration: 'long' }],
    [{ duration: 90, day: '2026-02-30' }],
    [{ duration: 90, day: 'today' }],
    [{ duration: 90, description: 'x'.repeat(2001) }],
  ])('%o is refused, and changes nothing', async (body) => {
    const { ada } = await projectOf('ada')
    await trackTime(ada)
    const { id } = await addItem(ada, 'one')
    expect(await ada.attempt(api.create, { params: { id }, body: body as never })).toMatchObject({
      status: 400,
    })
    const entry = await log(ada, id, 10)
    const params = { id, worklog_id: entry.id }
    if (Object.keys(body).length > 0) {
      expect(await ada.attempt(api.change, { params, body: body as never })).toMatchObject({
        status: 400,
      })
    }
    expect(await spentOn(ada, id)).toBe(10)
  })

  it('belong to who logged them; project admins change those of others, too', async () => {
    const { ada, mel, may } = await projectOf('ada', ['mel', MEMBER], ['may', MEMBER])
    await trackTime(ada)
    const { id } = await addItem(ada, 'one')
    const entry = await log(mel, id, 60)
    const params = { id, worklog_id: entry.id }
    expect(await may.attempt(api.change, { params, body: { duration: 1 } })).toEqual(refused)
    expect(await may.attempt(api.remove, { params })).toEqual(refused)
    await mel.call(api.change, { params, body: { duration: 61 } })
    expect(await ada.call(api.change, { params, body: { duration: 62 } })).toMatchObject({
      ...{ duration: 62, logged_by: mel.user_id, updated_by: ada.user_id },
    })
    await ada.call(api.remove, { params })
    expect(await spentOn(may, id)).toBe(0)
  })

  it('are for guests where they may comment, and for nobody from outside', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    await trackTime(ada)
    const others = await addItem(ada, 'others')
    const own = await addItem(ada, 'own')
    await sql`update work_items set created_by = ${gus.user_id} where id = ${own.id}`.execute(db)
    await log(ada, others.id, 100)
    await log(gus, own.id, 30)
    const of = (id: string) => ({ params: { id } })
    expect(await gus.attempt(api.create, { ...of(others.id), body: { duration: 5 } })).toEqual(
      notForYou,
    )
    expect(await gus.attempt(api.ofItem, of(others.id))).toEqual(notForYou)
    expect(await gus.attempt(api.startTimer, of(others.id))).toEqual(notForYou)
    // Sums of what they see.
    expect((await gus.call(api.ofProject)).spent).toBe(30)
    expect((await ada.call(api.ofProject)).spent).toBe(130)
    const eve = (await person('eve')).at(ada.place)
    for (const call of [api.ofItem, api.ofProject, api.ofPerson, api.timesheet]) {
      const params = { id: own.id, user_id: ada.user_id }
      const query = { from: '2026-01-01', to: '2026-01-02' }
      expect(await eve.attempt(call, { params, query } as never)).toMatchObject({ status: 403 })
    }
  })
})

describe('a project that does not track time', () => {
  it('shows none and takes none, and keeps what it has', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const params = { id }
    const disabled = {
      status: 400,
      body: { error: 'Time tracking is disabled for this project' },
    }
    expect(await ada.attempt(api.create, { params, body: { duration: 5 } })).toEqual(disabled)
    expect(await ada.attempt(api.startTimer, { params })).toEqual(disabled)
    await trackTime(ada)
    const { id: worklog_id } = await log(ada, id, 45, { day: '2026-03-02' })
    await ada.call(api.startTimer, { params })

    await trackTime(ada, false)
    expect(await ada.call(api.ofItem, { params })).toMatchObject({ spent: 0, logs: [] })
    expect((await ada.call(api.ofProject)).spent).toBe(0)
    const { user_id } = ada
    expect(await ada.call(api.ofPerson, { params: { user_id } })).toEqual({
      ...{ spent: 0, projects: [] },
    })
    const query = { from: '2026-03-02', to: '2026-03-08' }
    expect(await ada.call(api.timesheet, { params: { user_id }, query })).toMatchObject({
      ...{ items: [], logs: [] },
    })
    expect(await ada.call(api.timer)).toEqual({ timer: null })
    expect(await ada.attempt(api.remove, { params: { id, worklog_id } })).toEqual(disabled)

    await trackTime(ada)
    expect(await spentOn(ada, id)).toBe(45)
    expect((await ada.call(api.timer)).timer).toMatchObject({ item: { id } })
  })
})

// @cap:time.log
describe('the timer', () => {
  it('runs until it is stopped, and logs every started minute on the day of its start', async () => {
    const { ada } = await projectOf('ada')
    await trackTime(ada)
    const { id, sequence_id, name } = await addItem(ada, 'one')
    expect(await ada.call(api.timer)).toEqual({ timer: null })
    const { timer, stopped } = await ada.call(api.startTimer, { params: { id } })
    expect(stopped).toBeNull()
    expect(timer).toEqual({
      started_at: expect.any(String),
      workspace_slug: ada.place.slug,
      item: {
        ...{ id, sequence_id, name, project_id: ada.place.project_id },
        project_identifier: 'TRAIL',
      },
    })
    expect(await ada.call(api.timer)).toEqual({ timer })
    // Started again, it goes on.
    expect(await ada.call(api.startTimer, { params: { id } })).toEqual({ timer, stopped: null })
    await letRun(ada, 3 * 24 * 60 + 4)
    const entry = await ada.call(api.stopTimer)
    expect(entry).toMatchObject({ issue: id, duration: 3 * 24 * 60 + 5, logged_by: ada.user_id })
    expect([addDays(today(), -4), addDays(today(), -3)]).toContain(entry.day)
    expect(await ada.call(api.timer)).toEqual({ timer: null })
    expect(await ada.attempt(api.stopTimer)).toEqual({
      ...{ status: 404, body: { error: 'No timer is running' } },
    })
  })

  it('runs once per person: the next one stops it, and logs its time', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await trackTime(ada)
    const there = await anotherProject(ada)
    const [one, other] = [await addItem(ada, 'one'), await addItem(there, 'other')]
    await ada.call(api.startTimer, { params: { id: one.id } })
    await mel.call(api.startTimer, { params: { id: one.id } })
    await letRun(ada, 29)
    const events = await ada.eventsOf(() =>
      there.call(api.startTimer, { params: { id: other.id } }),
    )
    expect(events.filter(isOfTime)).toEqual([
      expect.objectContaining({
        type: 'work_log.saved',
        log: expect.objectContaining({ issue: one.id, duration: 30 }),
      }),
      expect.objectContaining({ type: 'timer.changed' }),
    ])
    expect((await ada.call(api.timer)).timer?.item.id).toBe(other.id)
    expect((await mel.call(api.timer)).timer?.item.id).toBe(one.id)
  })

  it('runs once also if many are started at the same time, on both of two items', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await trackTime(ada)
    const items = [await addItem(ada, 'one'), await addItem(ada, 'other')]
    const starts = Array.from({ length: 16 }, (_, n) =>
      (n % 4 < 2 ? ada : mel).call(api.startTimer, { params: { id: items[n % 2]?.id ?? '' } }),
    )
    const answers = await Promise.all(starts)
    const stopped = answers.filter((answer) => answer.stopped)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from running_timers
      where project_id = ${ada.place.project_id}`.execute(db)
    expect(rows[0]?.n).toBe(2)
    // Each switch is an entry of one started minute.
    expect((await ada.call(api.ofProject)).spent).toBe(stopped.length)
  })

  it('is discarded without an entry', async () => {
    const { ada } = await projectOf('ada')
    await trackTime(ada)
    const { id } = await addItem(ada, 'one')
    await ada.call(api.startTimer, { params: { id } })
    const events = await ada.eventsOf(() => ada.call(api.discardTimer))
    expect(events.filter(isOfTime)).toEqual([
      expect.objectContaining({ type: 'timer.changed', timer: null }),
    ])
    expect(await ada.attempt(api.stopTimer)).toMatchObject({ status: 404 })
    expect(await spentOn(ada, id)).toBe(0)
  })

  it('moves with its item, logs on an archived one, and ends with a deleted one', async () => {
    const { ada } = await projectOf('ada')
    await trackTime(ada)
    const there = await anotherProject(ada)
    const { id } = await addItem(ada, 'one')
    const params = { id }
    await ada.call(api.startTimer, { params })
    const project_id = there.place.project_id ?? ''
    await ada.call(workItemsApi.move, { params, body: { project_id } })
    expect((await ada.call(api.timer)).timer?.item).toMatchObject({ id, project_id })
    await sql`update work_items set archived_at = now() where id = ${id}`.execute(db)
    expect(await ada.call(api.stopTimer)).toMatchObject({ issue: id, project: project_id })

    const gone = await addItem(ada, 'gone')
    await ada.call(api.startTimer, { params: { id: gone.id } })
    await ada.call(workItemsApi.remove, { params: { id: gone.id } })
    expect(await ada.call(api.timer)).toEqual({ timer: null })
    expect(await ada.attempt(api.stopTimer)).toMatchObject({ status: 404 })
    const next = await addItem(ada, 'next')
    const { stopped } = await ada.call(api.startTimer, { params: { id: next.id } })
    expect(stopped).toBeNull()
  })

  it('ends for a user who leaves the project, on the items of others', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await trackTime(ada)
    const { id } = await addItem(ada, 'one')
    await mel.call(api.startTimer, { params: { id } })
    await sql`update project_members set is_active = false
      where user_id = ${mel.user_id}`.execute(db)
    expect(await mel.call(api.timer)).toEqual({ timer: null })
    expect(await mel.attempt(api.stopTimer)).toMatchObject({ status: 404 })
    expect(await spentOn(ada, id)).toBe(0)
  })
})

describe('estimates', () => {
  it('stand beside the spent time where the project estimates in hours', async () => {
    const { ada } = await projectOf('ada')
    await trackTime(ada)
    const points = await addPoints(db, ada, ['0.5', '8'], 'time')
    const cycle = await addCycle(ada, 'Sprint')
    const plan = { cycle_id: cycle.id }
    const { id } = await addItem(ada, 'one', { estimate_point: points.get('8'), plan })
    await addItem(ada, 'other', { estimate_point: points.get('0.5') })
    await log(ada, id, 340)
    expect(await ada.call(api.ofItem, { params: { id } })).toMatchObject({
      ...{ spent: 340, estimated: 480 },
    })
    const cycle_id = cycle.id
    expect(await ada.call(api.ofCycle, { params: { cycle_id } })).toMatchObject({
      ...{ spent: 340, estimated: 480 },
    })
    expect((await ada.call(api.ofProject)).estimated).toBe(510)
    expect(await ada.attempt(api.ofCycle, { params: { cycle_id: nobody } })).toEqual(missing)
    expect(await ada.attempt(api.ofModule, { params: { module_id: nobody } })).toEqual(missing)
  })
})

// @cap:time.timesheet
describe('a timesheet', () => {
  const week = { from: '2026-03-02', to: '2026-03-08' }

  it('has the entries of the days, and their items, of all projects', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await trackTime(ada)
    const there = await anotherProject(ada)
    const [one, other] = [await addItem(ada, 'one'), await addItem(there, 'other')]
    const monday = await log(ada, one.id, 60, { day: '2026-03-02' })
    const sunday = await log(there, other.id, 30, { day: '2026-03-08' })
    await log(ada, one.id, 5, { day: '2026-03-01' })
    await log(ada, one.id, 5, { day: '2026-03-09' })
    await log(mel, one.id, 7, { day: '2026-03-03' })
    const params = { user_id: ada.user_id }
    const sheet = await ada.call(api.timesheet, { params, query: week })
    expect(sheet.logs).toEqual([monday, sunday])
    expect(sheet.items.map(({ name, project_identifier }) => [project_identifier, name])).toEqual([
      ['SYNC', 'other'],
      ['TRAIL', 'one'],
    ])
  })

  it('of others is for admins: of the workspace, and of projects for these', async () => {
    const { ada, mel, may } = await projectOf('ada', ['mel', MEMBER], ['may', MEMBER])
    await trackTime(ada)
    const there = await anotherProject(ada)
    await sql`
      insert into project_members (workspace_id, project_id, user_id, role)
      select workspace_id, ${there.place.project_id}, user_id, role from project_members
      where project_id = ${ada.place.project_id} and user_id <> ${ada.user_id}`.execute(db)
    const [one, other] = [await addItem(ada, 'one'), await addItem(there, 'other')]
    await log(mel, one.id, 60, { day: '2026-03-02' })
    await log(mel.at(there.place), other.id, 30, { day: '2026-03-03' })
    const ofMel = { params: { user_id: mel.user_id }, query: week }
    expect((await ada.call(api.timesheet, ofMel)).logs).toHaveLength(2)
    expect(await may.attempt(api.timesheet, ofMel)).toEqual(refused)
    await sql`update project_members set role = 20
      where user_id = ${may.user_id} and project_id = ${there.place.project_id}`.execute(db)
    expect((await may.call(api.timesheet, ofMel)).logs).toMatchObject([{ duration: 30 }])
  })

  it.each([
    [{ from: '2026-03-08', to: '2026-03-02' }],
    [{ from: '2026-01-01', to: '2026-12-31' }],
    [{ from: 'x', to: '2026-03-02' }],
    [{}],
  ])('of %o is refused', async (query) => {
    const { ada } = await projectOf('ada')
    const params = { user_id: ada.user_id }
    expect(await ada.attempt(api.timesheet, { params, query: query as never })).toMatchObject({
      status: 400,
    })
  })
})

it('the switch is a setting of the project', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  await trackTime(ada)
  expect((await mel.call(projectsApi.get)).is_time_tracking_enabled).toBe(true)
})
