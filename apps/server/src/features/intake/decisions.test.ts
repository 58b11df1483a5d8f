import {
  intakeItemsApi as api,
  GUEST,
  historyApi,
  type IntakeEdits,
  MEMBER,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  addLabel,
  dumpOf,
  historyOf,
  missing,
  namesOf,
  nobody,
  refused,
  rowsOf,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { wakeSnoozed } from './service.ts'
import { attempt, change, FUTURE, namesIn, openIntake, PAST, submit } from './test-kit/intake.ts'

const { projectOf, database } = await testServer()
const { db } = database

async function intakeOf() {
  const people = await projectOf('ada', ['max', MEMBER], ['gus', GUEST])
  await openIntake(people.ada)
  return people
}

const statusOf = async (client: Client, id: string) => {
  const { status, snoozed_till, duplicate_to } = await client.call(api.get, { params: { id } })
  return { status, snoozed_till, duplicate_to }
}

const closed = (word: string) => ({
  status: 400,
  body: { error: `This work item is already ${word}.` },
})

describe('accepting', () => {
  it('takes an item out of the triage into the default state, after the others there', async () => {
    const { ada, max, gus } = await intakeOf()
    const first = await addItem(ada, 'there before')
    const id = await submit(gus, 'his')
    const answer = await change(max, id, { status: 1 })
    const backlog = await stateOf(ada, 'backlog')
    expect(answer).toMatchObject({ status: 1, issue: { state_id: backlog, name: 'his' } })
    expect(answer.issue.sort_order).toBe(first.sort_order + 10_000)
    expect(await namesOf(ada)).toEqual(['his', 'there before'])
    expect(await namesIn(ada)).toEqual([])
    expect(await namesIn(ada, { status: '1' })).toEqual(['his'])
    expect(await historyOf(db, id)).toMatchObject([
      { verb: 'created' },
      { verb: 'updated', field: 'state', old_value: 'Triage', new_value: 'Backlog' },
      {
        ...{ verb: '1', field: 'intake', comment: 'updated the intake status' },
        ...{ old_value: 'Pending', new_value: 'Accepted' },
      },
    ])
    const entries = await ada.call(historyApi.list, { params: { id } })
    expect(entries.map((entry) => 'verb' in entry && entry.verb)).toContain('1')
  })

  // @cap:intake.accept
  it('takes the edits along, planning included, in one go', async () => {
    const { ada, max, gus } = await intakeOf()
    const label = await addLabel(ada, 'Bug')
    const { rows } = await sql<{ cycle_id: string; module_id: string }>`
      with place as (select workspace_id, id from projects where id = ${ada.place.project_id}),
      cycle as (
        insert into cycles (workspace_id, project_id, name) select workspace_id, id, 'Sprint'
        from place returning id
      ), module as (
        insert into modules (workspace_id, project_id, name) select workspace_id, id, 'Huts'
        from place returning id
      )
      select cycle.id as cycle_id, module.id as module_id from cycle, module`.execute(db)
    const { cycle_id = '', module_id = '' } = rows[0] ?? {}
    const id = await submit(gus, 'his')
    const started = await stateOf(ada, 'started')
    const issue: IntakeEdits = {
      ...{ name: 'Mend the roof', state_id: started, label_ids: [label], cycle_id },
      ...{ assignee_ids: [max.user_id], target_date: '2030-01-01', module_ids: [module_id] },
      priority: 'urgent',
    }
    await change(max, id, { status: 1, issue })
    const [row] = await rowsOf(ada)
    expect(row).toMatchObject({ ...issue, id, state__group: 'started' })
  })

  it('does nothing of it when one part is refused', async () => {
    const { ada, gus } = await intakeOf()
    const id = await submit(gus, 'his')
    const before = await dumpOf(db, ada.place.project_id ?? '')
    for (const issue of [
      { name: ' ' },
      { name: 'x', label_ids: [nobody] },
      { name: 'x', cycle_id: nobody },
      { name: 'x', module_ids: [nobody] },
      { name: 'x', state_id: nobody },
    ]) {
      expect(await attempt(ada, id, { status: 1, issue })).toMatchObject({ status: 400 })
    }
    expect(await dumpOf(db, ada.place.project_id ?? '')).toBe(before)
    expect(await statusOf(ada, id)).toMatchObject({ status: -2 })
  })
})

describe('declining, snoozing and marking as duplicate', () => {
  // @cap:intake.decline
  it('declines: closed, and still in no list', async () => {
    const { ada, max } = await intakeOf()
    const id = await submit(ada, 'no')
    const { issue } = await change(max, id, { status: -1 })
    expect(issue.state__group).toBe('triage')
    expect(await namesIn(ada)).toEqual([])
    expect(await namesIn(ada, { status: '-1' })).toEqual(['no'])
    expect(await namesOf(ada)).toEqual([])
    expect((await historyOf(db, id)).at(-1)).toMatchObject({
      ...{ verb: '-1', old_value: 'Pending', new_value: 'Rejected' },
    })
  })

  it('snoozes by a date, with or without saying so, and wakes without one', async () => {
    const { ada } = await intakeOf()
    const id = await submit(ada, 'later')
    const asleep = { status: 0, snoozed_till: FUTURE.replace('Z', '.000000Z') }
    await change(ada, id, { status: 0, snoozed_till: FUTURE })
    expect(await statusOf(ada, id)).toMatchObject({ status: 0 })
    expect(Date.parse((await statusOf(ada, id)).snoozed_till ?? '')).toBe(
      Date.parse(asleep.snoozed_till),
    )
    expect(await namesIn(ada)).toEqual([])
    await change(ada, id, { snoozed_till: null })
    expect(await statusOf(ada, id)).toMatchObject({ status: -2, snoozed_till: null })
    expect(await namesIn(ada)).toEqual(['later'])
    await change(ada, id, { snoozed_till: FUTURE })
    expect(await statusOf(ada, id)).toMatchObject({ status: 0 })
    await change(ada, id, { status: -2, snoozed_till: null })
    expect(await statusOf(ada, id)).toMatchObject({ status: -2, snoozed_till: null })
    await change(ada, id, { status: 0, snoozed_till: FUTURE })
    expect(await change(ada, id, { status: 1 })).toMatchObject({ status: 1, snoozed_till: null })
    const words = (await historyOf(db, id)).filter(({ field }) => field === 'intake')
    expect(words.map(({ verb }) => verb)).toEqual(['0', '-2', '0', '-2', '0', '1'])
  })

  // @cap:intake.snooze
  it('comes back by the clock when its time has come, and by itself until then', async () => {
    const { ada } = await intakeOf()
    const [due, later] = [await submit(ada, 'due'), await submit(ada, 'later')]
    await change(ada, due, { status: 0, snoozed_till: PAST })
    await change(ada, later, { status: 0, snoozed_till: FUTURE })
    expect(await namesIn(ada)).toEqual(['due'])
    await Promise.all([wakeSnoozed(db), wakeSnoozed(db)])
    expect(await statusOf(ada, due)).toEqual({
      ...{ status: -2, snoozed_till: null, duplicate_to: null },
    })
    expect(await statusOf(ada, later)).toMatchObject({ status: 0 })
    const words = (await historyOf(db, due)).filter(({ verb }) => verb === '-2')
    expect(words).toMatchObject([{ old_value: 'Snoozed', new_value: 'Pending' }])
  })

  // @cap:intake.duplicate
  it('marks a duplicate of what the one who marks it can see', async () => {
    const { ada, gus } = await intakeOf()
    const { bob } = await projectOf('bob')
    const foreign = await addItem(bob, 'theirs')
    const original = await addItem(ada, 'the first report')
    const id = await submit(gus, 'again')
    for (const duplicate_to of [foreign.id, nobody, id]) {
      expect(await attempt(ada, id, { status: 2, duplicate_to })).toEqual({
        status: 400,
        body: { duplicate_to: [`Invalid pk "${duplicate_to}" - object does not exist.`] },
      })
    }
    expect(await attempt(ada, id, { status: 2 })).toEqual({
      status: 400,
      body: { duplicate_to: ['This field is required.'] },
    })
    const marked = await change(ada, id, { status: 2, duplicate_to: original.id })
    expect(marked).toMatchObject({
      ...{ status: 2, duplicate_to: original.id },
      duplicate_issue_detail: { id: original.id, name: 'the first report', sequence_id: 1 },
      issue: { state__group: 'triage' },
    })
    // A guest who sees only their own items sees nothing of another user's item.
    const seen = await gus.call(api.get, { params: { id } })
    expect(seen).toMatchObject({ status: 2, duplicate_issue_detail: null })
    await ada.call(workItemsApi.remove, { params: { id: original.id } })
    expect((await ada.call(api.get, { params: { id } })).duplicate_issue_detail).toBeNull()
  })

  it.each([
    [{ status: 9 }, { status: ['"9" is not a valid choice.'] }],
    [{ status: 0 }, { snoozed_till: ['This field is required.'] }],
    [{ status: 0, snoozed_till: 'soon' }, 'snoozed_till'],
    [{ status: 2, duplicate_to: 'that one' }, 'duplicate_to'],
  ])('refuses %o', async (body, answer) => {
    const { ada } = await intakeOf()
    const id = await submit(ada, 'x')
    const { status, body: said } = await attempt(ada, id, body)
    expect(status).toBe(400)
    if (typeof answer === 'string') expect(said).toHaveProperty(answer)
    else expect(said).toEqual(answer)
    expect(await statusOf(ada, id)).toMatchObject({ status: -2 })
  })
})

describe('who decides', () => {
  // @cap:intake.roles as decided: members decide too
  it('administrators and members; a guest’s attempt is refused and changes nothing', async () => {
    const { ada, max, gus } = await intakeOf()
    const original = await addItem(ada, 'first')
    const id = await submit(gus, 'his')
    const before = await dumpOf(db, ada.place.project_id ?? '')
    for (const body of [
      { status: 1 },
      { status: -1 },
      { status: 0, snoozed_till: FUTURE },
      { snoozed_till: FUTURE },
      { status: 2, duplicate_to: original.id },
      { status: 1, issue: { name: 'mine' } },
    ]) {
      expect(await attempt(gus, id, body)).toEqual(refused)
    }
    expect(await dumpOf(db, ada.place.project_id ?? '')).toBe(before)
    expect(await change(max, id, { status: 0, snoozed_till: FUTURE })).toMatchObject({ status: 0 })
    expect(await change(ada, id, { status: -1 })).toMatchObject({ status: -1 })
  })

  it.each([
    [{ status: 1 }, 'accepted'],
    [{ status: -1 }, 'rejected'],
  ] as const)('is over after %o: whoever comes later is told', async (body, word) => {
    const { ada, max } = await intakeOf()
    const id = await submit(ada, 'x')
    await change(ada, id, body)
    for (const later of [{ status: -2 }, { status: -1 }, { status: 1 }, { snoozed_till: null }]) {
      expect(await attempt(max, id, later)).toEqual(closed(word))
    }
  })

  it('lets one of many who decide at once win, and tells the others', async () => {
    const { ada, max, gus } = await intakeOf()
    for (let round = 0; round < 5; round += 1) {
      const id = await submit(gus, `round ${round}`)
      const answers = await Promise.all([
        attempt(ada, id, { status: 1, issue: { name: 'by ada' } }),
        attempt(max, id, { status: -1 }),
        attempt(max, id, { status: 1, issue: { name: 'by max' } }),
        attempt(ada, id, { status: -1 }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
      const words = (await historyOf(db, id)).filter(({ field }) => field === 'intake')
      expect(words).toHaveLength(1)
    }
  })

  it('cannot decide on what was deleted meanwhile, nor delete it twice', async () => {
    const { ada, gus } = await intakeOf()
    const id = await submit(gus, 'his')
    const [removed, accepted] = await Promise.all([
      gus.attempt(api.remove, { params: { id } }),
      attempt(ada, id, { status: 1 }),
    ])
    expect([removed.status, accepted.status].toSorted()).toSatisfy((statuses: number[]) =>
      ['200,204', '204,404'].includes(statuses.join()),
    )
    if (accepted.status === 404) expect(accepted).toEqual(missing)
  })
})

it('keeps its items while the switch is off', async () => {
  const { ada } = await intakeOf()
  await submit(ada, 'kept')
  await ada.call(projectsApi.change, { body: { inbox_view: false } })
  expect(await namesOf(ada)).toEqual([])
  await openIntake(ada)
  expect(await namesIn(ada)).toEqual(['kept'])
})
