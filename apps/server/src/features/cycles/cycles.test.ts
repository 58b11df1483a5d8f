import {
  cyclesApi as api,
  applyCycleEvent,
  type Cycle,
  type CycleEvent,
  cycleStatus,
  favoritesApi,
  GUEST,
  MEMBER,
  noCounts,
  overlapSentence,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  historyOf,
  missing,
  nobody,
  refused,
  rowsOf,
  signedOut,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import { testServer } from '#test/server.ts'
import {
  addCycle,
  ended,
  inDays,
  letEnd,
  open,
  putInto,
  running,
  upcoming,
} from './test-kit/cycles.ts'

const { projectOf, stranger, database, app } = await testServer()
const { db } = database
const done = { status: 204, body: null }
const overlap = { status: 400, body: { error: overlapSentence } }
const half = {
  status: 400,
  body: { error: 'Both start date and end date are either required or are to be null' },
}

describe('creating', () => {
  it('answers the whole cycle, its owner being who made it', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const cycle = await addCycle(mel, ' Sprint 1 ', { description: 'Offline maps', ...running })
    expect(cycle).toMatchObject({
      name: 'Sprint 1',
      description: 'Offline maps',
      owned_by_id: mel.user_id,
      created_by: mel.user_id,
      project_id: ada.place.project_id,
      status: 'CURRENT',
      sort_order: 65535,
      version: 2,
      progress_snapshot: {},
      logo_props: {},
      is_favorite: false,
      assignee_ids: [],
      archived_at: null,
      ...noCounts,
    })
    expect([cycle.start_date, cycle.end_date]).toEqual([
      `${running.start_date}T00:00:01+00:00`,
      `${running.end_date}T23:59:00+00:00`,
    ])
    const draft = await addCycle(ada, 'Sprint 1')
    expect(draft).toMatchObject({ status: 'DRAFT', start_date: null, sort_order: 55535 })
    expect(await ada.call(api.list)).toEqual([draft, cycle])
    expect(await open(ada, cycle.id)).toEqual({ ...cycle, sub_issues: 0 })
  })

  // @cap:cycles.create-and-edit
  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: ' ' }, { name: ['This field may not be blank.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ name: 'x', start_date: '2026-01-05' }, half.body],
    [{ name: 'x', end_date: '2026-01-05', start_date: null }, half.body],
    [
      { name: 'x', start_date: '2026-01-06', end_date: '2026-01-05' },
      { non_field_errors: ['Start date cannot exceed end date'] },
    ],
    [
      { name: 'x', start_date: '2026-02-30', end_date: '2026-03-05' },
      { start_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
    ],
    [{ name: 'x', start_date: 5, end_date: 6 }, { start_date: ['Not a valid string.'] }],
  ])('refuses %o, and makes nothing', async (body, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await ada.call(api.list)).toEqual([])
  })

  it('takes past days, and of a moment its day as it is written', async () => {
    const { ada } = await projectOf('ada')
    const moments = { start_date: '2025-01-06T22:00:00-05:00', end_date: '2025-01-17T01:00:00Z' }
    const cycle = await addCycle(ada, 'then', moments)
    expect([cycle.status, cycle.start_date?.slice(0, 10), cycle.end_date?.slice(0, 10)]).toEqual([
      'COMPLETED',
      '2025-01-06',
      '2025-01-17',
    ])
  })
})

// @cap:cycles.status-from-dates
it('stands by its days in the project’s time zone', async () => {
  const { ada } = await projectOf('ada')
  await ada.call(projectsApi.change, { body: { timezone: 'Asia/Kolkata' } })
  const cycle = await addCycle(ada, 'far', { start_date: '2025-01-06', end_date: '2025-01-17' })
  expect([cycle.start_date, cycle.end_date]).toEqual([
    '2025-01-06T00:00:01+05:30',
    '2025-01-17T23:59:00+05:30',
  ])
  const at = (moment: string) => cycleStatus(cycle, Date.parse(moment))
  expect(at('2025-01-05T18:29:00Z')).toBe('UPCOMING')
  expect(at('2025-01-05T18:31:00Z')).toBe('CURRENT')
  expect(at('2025-01-17T18:28:00Z')).toBe('CURRENT')
  expect(at('2025-01-17T18:30:00Z')).toBe('COMPLETED')
  const made = [
    await addCycle(ada, 'now', running),
    await addCycle(ada, 'later', upcoming),
    await addCycle(ada, 'some day'),
  ]
  expect([cycle, ...made].map(({ status }) => status)).toEqual([
    'COMPLETED',
    'CURRENT',
    'UPCOMING',
    'DRAFT',
  ])
  const named = async (cycle_view: string) => {
    const cycles = await ada.call(api.list, { query: { cycle_view } })
    return cycles.map(({ name }) => name)
  }
  expect(await named('current')).toEqual(['now'])
  expect(await named('upcoming')).toEqual(['later'])
  expect(await named('completed')).toEqual([cycle.name])
  expect(await named('draft')).toEqual(['some day'])
  expect(await named('incomplete')).toEqual(['some day', 'later', 'now'])
  expect(await named('all')).toHaveLength(4)
})

it('begins at once where it begins today, and does not begin anew', async () => {
  const { ada } = await projectOf('ada')
  const cycle = await addCycle(ada, 'today', { start_date: inDays(0), end_date: inDays(9) })
  expect(cycle.status).toBe('CURRENT')
  const params = { id: cycle.id }
  const body = { start_date: inDays(0), end_date: inDays(10) }
  const moved = await ada.call(api.change, { params, body })
  expect(moved.start_date).toBe(cycle.start_date)
})

describe('days another cycle has', () => {
  // @cap:cycles.date-overlap
  it('are refused by the check, on create and on update; one’s own are not', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const one = await addCycle(ada, 'one', { start_date: '2026-03-02', end_date: '2026-03-13' })
    const two = await addCycle(ada, 'two', { start_date: '2026-03-14', end_date: '2026-03-20' })
    const check = (start_date: string, end_date: string, cycle_id?: string) =>
      ada.call(api.dateCheck, { body: { start_date, end_date, ...(cycle_id && { cycle_id }) } })
    const clash = { error: overlapSentence, status: false }
    for (const [start_date, end_date] of [
      ['2026-02-20', '2026-03-02'],
      ['2026-03-05', '2026-03-06'],
      ['2026-03-13', '2026-03-13'],
      ['2026-01-01', '2026-12-31'],
    ] as const) {
      expect(await check(start_date, end_date)).toEqual(clash)
      const body = { name: 'x', start_date, end_date }
      expect(await ada.attempt(api.create, { body })).toEqual(overlap)
      const moved = await ada.attempt(api.change, { params: { id: one.id }, body })
      expect(moved.status).toBe(400)
    }
    expect(await check('2026-03-21', '2026-03-31')).toEqual({ status: true })
    expect(await check('2026-03-03', '2026-03-13', one.id)).toEqual({ status: true })
    expect(await check('2026-03-03', '2026-03-14', one.id)).toEqual(clash)
    const body = { end_date: '2026-03-14' }
    await letEnd(db, two.id)
    expect(await ada.attempt(api.change, { params: { id: one.id }, body })).toMatchObject({
      status: 400,
      body: { error: 'The Cycle has already been completed so it cannot be edited' },
    })
    expect(
      await addCycle(eve, 'elsewhere', { start_date: '2026-03-02', end_date: '2026-03-13' }),
    ).toMatchObject({ status: 'COMPLETED' })
    expect(await ada.attempt(api.dateCheck, { body: { start_date: '2026-03-02' } })).toEqual({
      status: 400,
      body: { error: 'Start date and end date both are required' },
    })
  })

  it('are given once, however many ask at the same time', async () => {
    const { ada } = await projectOf('ada')
    const create = (_: unknown, n: number) =>
      ada.attempt(api.create, {
        body: { name: `c${n}`, start_date: inDays(40 + n), end_date: inDays(60 + n) },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, create))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
    expect(await ada.call(api.list)).toHaveLength(1)
    const drafts = await Promise.all(['a', 'b'].map((name) => addCycle(ada, name)))
    const moves = await Promise.all(
      drafts.map(({ id }) => ada.attempt(api.change, { params: { id }, body: upcoming })),
    )
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})

describe('changing', () => {
  it('renames, moves, and takes the days away; a day alone keeps the other', async () => {
    const { ada } = await projectOf('ada')
    const cycle = await addCycle(ada, 'one', upcoming)
    const change = (body: object) => ada.call(api.change, { params: { id: cycle.id }, body })
    expect(await change({ name: 'two', description: 'd' })).toMatchObject({
      name: 'two',
      description: 'd',
      start_date: cycle.start_date,
    })
    const later = await change({ end_date: inDays(31) })
    expect(later.start_date).toBe(cycle.start_date)
    expect(later.end_date?.slice(0, 10)).toBe(inDays(31))
    const params = { id: cycle.id }
    expect(await ada.attempt(api.change, { params, body: { start_date: null } })).toEqual(half)
    expect(await ada.attempt(api.change, { params, body: { start_date: inDays(40) } })).toEqual({
      status: 400,
      body: { non_field_errors: ['Start date cannot exceed end date'] },
    })
    expect(await change({ start_date: null, end_date: null })).toMatchObject({ status: 'DRAFT' })
    expect(await ada.call(api.replace, { params, body: { name: 'three' } })).toMatchObject({
      name: 'three',
      description: 'd',
    })
    expect(await ada.attempt(api.change, { params: { id: nobody }, body: {} })).toEqual(missing)
  })
})

// @cap:cycles.completed-is-frozen
it('once over, takes nothing in and changes no more than its place', async () => {
  const { ada } = await projectOf('ada')
  const cycle = await addCycle(ada, 'over', running)
  const [inside, outside] = [await addItem(ada, 'inside'), await addItem(ada, 'outside')]
  await putInto(ada, cycle.id, [inside.id])
  await letEnd(db, cycle.id)
  const params = { id: cycle.id }
  const full = 'The Cycle has already been completed so no new issues can be added'
  expect(await ada.attempt(api.addItems, { params, body: { issues: [outside.id] } })).toEqual({
    status: 400,
    body: { error: full },
  })
  const bulk = { issue_ids: [outside.id], properties: { cycle_id: cycle.id } }
  expect(await ada.attempt(workItemsApi.bulkChange, { body: bulk })).toEqual({
    status: 400,
    body: { error: full },
  })
  expect(await ada.attempt(api.change, { params, body: { name: 'again' } })).toEqual({
    status: 400,
    body: { error: 'The Cycle has already been completed so it cannot be edited' },
  })
  const moved = await ada.call(api.change, { params, body: { name: 'again', sort_order: 5 } })
  expect(moved).toMatchObject({ name: 'over', sort_order: 5, total_issues: 1 })
})

describe('items', () => {
  // @cap:cycles.add-existing-items
  it('come in one go, move from one to the other, and leave; numbers and history follow', async () => {
    const { ada } = await projectOf('ada')
    const [a, b] = [await addCycle(ada, 'A', running), await addCycle(ada, 'B', upcoming)]
    const items = await Promise.all(['x', 'y', 'z'].map((name) => addItem(ada, name)))
    const [x = items[0], y = items[0]] = items
    const ids = items.map(({ id }) => id)
    const added = await ada.attempt(api.addItems, {
      params: { id: a.id },
      body: { issues: [...ids, ids[0] ?? ''] },
    })
    expect(added).toEqual({ status: 201, body: { message: 'success' } })
    await putInto(ada, a.id, ids)
    await putInto(ada, b.id, [x?.id ?? ''])
    await ada.call(api.removeItem, { params: { id: a.id, issue_id: y?.id ?? '' } })
    const gone = await ada.attempt(api.removeItem, {
      params: { id: a.id, issue_id: y?.id ?? '' },
    })
    expect(gone).toEqual(done)
    expect((await open(ada, a.id)).total_issues).toBe(1)
    expect((await open(ada, b.id)).total_issues).toBe(1)
    const sentences = async (id = '') =>
      (await historyOf(db, id)).map(({ verb, comment }) => `${verb}: ${comment}`).slice(1)
    expect(await sentences(x?.id)).toEqual([
      'created: added cycle A',
      'updated: updated cycle from A to B',
    ])
    expect(await sentences(y?.id)).toEqual([
      'created: added cycle A',
      'deleted: removed this issue from A',
    ])
    const params = { id: a.id }
    const list = await ada.call(api.items, { params, query: { cycle: b.id } })
    expect(list.results).toMatchObject([{ name: 'z', cycle_id: a.id }])
    await ada.call(workItemsApi.change, {
      params: { id: ids[2] ?? '' },
      body: { state_id: await stateOf(ada, 'completed') },
    })
    expect(await open(ada, a.id)).toMatchObject({ total_issues: 1, completed_issues: 1 })
    const query = { group_by: 'state_id', sub_group_by: 'state_id' }
    expect(await ada.attempt(api.items, { params, query })).toEqual({
      status: 400,
      body: { error: 'Group by and sub group by cannot have same parameters' },
    })
  })

  it('that cannot be in it are refused, and none moves', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    await ada.call(projectsApi.change, { body: { is_epic_enabled: true } })
    const { id } = await addCycle(ada, 'A')
    const [own, foreign] = [await addItem(ada, 'own'), await addItem(eve, 'foreign')]
    const epic = await app.inject({
      method: 'POST',
      url: `/api/workspaces/${ada.place.slug}/projects/${ada.place.project_id}/epics/`,
      cookies: ada.cookies,
      payload: { name: 'epic' },
    })
    for (const other of [foreign.id, nobody, epic.json().id as string]) {
      const body = { issues: [own.id, other] }
      expect(await ada.attempt(api.addItems, { params: { id }, body })).toEqual({
        status: 400,
        body: { issues: { 1: [`Invalid pk "${other}" - object does not exist.`] } },
      })
    }
    expect((await open(ada, id)).total_issues).toBe(0)
    for (const body of [{}, { issues: [] }]) {
      expect(await ada.attempt(api.addItems, { params: { id }, body })).toEqual({
        status: 400,
        body: { error: 'Issues are required' },
      })
    }
    const elsewhere = { params: { id: nobody }, body: { issues: [own.id] } }
    expect(await ada.attempt(api.addItems, elsewhere)).toEqual(missing)
    const strange = { params: { id, issue_id: foreign.id } }
    expect(await ada.attempt(api.removeItem, strange)).toEqual(missing)
  })

  it('that two people put into two cycles at once end up in one of them', async () => {
    const { ada } = await projectOf('ada')
    const cycles = [await addCycle(ada, 'A'), await addCycle(ada, 'B')]
    const items = await Promise.all(Array.from({ length: 10 }, (_, n) => addItem(ada, `i${n}`)))
    const ids = items.map(({ id }) => id)
    const puts = [...cycles, ...cycles].map(({ id }, n) =>
      putInto(ada, id, n % 2 ? ids.toReversed() : ids),
    )
    await Promise.all(puts)
    const totals = (await ada.call(api.list)).map(({ total_issues }) => total_issues)
    expect(totals.toSorted((a, b) => a - b)).toEqual([0, 10])
  })
})

it('that is deleted while items come in keeps none of them', async () => {
  const { ada } = await projectOf('ada')
  const items = await Promise.all(Array.from({ length: 6 }, (_, n) => addItem(ada, `i${n}`)))
  const issues = items.map(({ id }) => id)
  for (let round = 0; round < 6; round += 1) {
    const { id } = await addCycle(ada, `c${round}`)
    const params = { id }
    const bulk = { issue_ids: issues, properties: { cycle_id: id } }
    const answers = await Promise.all([
      ada.attempt(api.addItems, { params, body: { issues } }),
      ada.attempt(api.remove, { params }),
      ada.attempt(workItemsApi.bulkChange, { body: bulk }),
    ])
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    for (const item of await rowsOf(ada)) expect(item.cycle_id).not.toBe(id)
  }
})

describe('transferring', () => {
  // @cap:cycles.transfer-unfinished
  it('moves what is unfinished, keeps the rest, and freezes the numbers', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const [old, next] = [await addCycle(ada, 'old', running), await addCycle(ada, 'next', upcoming)]
    const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
    const ids: string[] = []
    for (const group of groups) {
      const state_id = await stateOf(ada, group)
      ids.push((await addItem(ada, group, { state_id, assignee_ids: [mel.user_id] })).id)
    }
    await putInto(ada, old.id, ids)
    const transfer = (new_cycle_id?: string | null, id = old.id) =>
      mel.attempt(api.transfer, { params: { id }, body: { new_cycle_id } as never })
    expect(await transfer(next.id)).toMatchObject({ status: 400 })
    await letEnd(db, old.id)
    const before = await ada.call(api.analytics, { params: { id: old.id } })
    expect(await transfer()).toEqual({ status: 400, body: { error: 'New Cycle Id is required' } })
    expect(await transfer(nobody)).toEqual(missing)
    expect(await transfer(next.id, nobody)).toEqual(missing)
    expect(await transfer(old.id)).toEqual({
      status: 400,
      body: { error: 'The cycle where the issues are transferred is already completed' },
    })
    const [first, second] = await Promise.all([transfer(next.id), transfer(next.id)])
    expect([first, second].map(({ status }) => status)).toEqual([200, 200])
    const names = async (id: string) =>
      ((await ada.call(api.items, { params: { id } })).results as { name: string }[])
        .map(({ name }) => name)
        .toSorted()
    expect(await names(next.id)).toEqual(['backlog', 'started', 'unstarted'])
    expect(await names(old.id)).toEqual(['cancelled', 'completed'])
    const frozen = { total_issues: 5, completed_issues: 1, cancelled_issues: 1, backlog_issues: 1 }
    expect(await open(ada, old.id)).toMatchObject({ ...frozen, progress_snapshot: frozen })
    expect(await ada.call(api.progress, { params: { id: old.id } })).toMatchObject(frozen)
    expect(await ada.call(api.analytics, { params: { id: old.id } })).toEqual(before)
    expect((await historyOf(db, ids[0] ?? '')).at(-1)?.comment).toBe(
      'updated cycle from old to next',
    )
  })
})

describe('undoing a transfer', () => {
  it('takes back what is still there, once, and the numbers are counted again', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const { id } = await addCycle(ada, 'A', running)
    const { id: next } = await addCycle(ada, 'B', upcoming)
    const items = [await addItem(ada, 'x'), await addItem(ada, 'y')]
    await putInto(
      ada,
      id,
      items.map((item) => item.id),
    )
    await letEnd(db, id)
    const body = { new_cycle_id: next }
    const { transfer_id } = await ada.call(api.transfer, { params: { id }, body })
    const params = { id, transfer_id }
    for (const wrong of [
      { id: next, transfer_id },
      { id, transfer_id: crypto.randomUUID() },
    ]) {
      expect(await ada.attempt(api.undoTransfer, { params: wrong })).toEqual(missing)
    }
    expect(await eve.attempt(api.undoTransfer, { params })).toEqual(missing)
    await ada.call(api.removeItem, { params: { id: next, issue_id: items[0]?.id ?? '' } })
    expect(await ada.call(api.undoTransfer, { params })).toEqual({ returned: 1, left: 1 })
    expect(await open(ada, id)).toMatchObject({ total_issues: 1, progress_snapshot: {} })
    expect(await open(ada, next)).toMatchObject({ total_issues: 0 })
    expect(await ada.attempt(api.undoTransfer, { params })).toEqual(missing)
  })
})

describe('archiving', () => {
  // @cap:cycles.archive-and-restore
  it('is for what is over; it leaves the favorites, changes no more, and comes back', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const cycle = await addCycle(ada, 'one', running)
    const params = { id: cycle.id }
    for (const client of [ada, mel])
      await client.call(api.addFavorite, { body: { cycle: cycle.id } })
    expect(await mel.attempt(api.archive, { params })).toEqual({
      status: 400,
      body: { error: 'Only completed cycles can be archived' },
    })
    const draft = await addCycle(ada, 'draft')
    expect(await mel.attempt(api.archive, { params: { id: draft.id } })).toMatchObject({
      status: 400,
    })
    await letEnd(db, cycle.id)
    const archived = await mel.call(api.archive, { params })
    expect(await ada.call(api.archive, { params })).toEqual(archived)
    expect(await ada.call(favoritesApi.list, { query: { all: 'true' } })).toEqual([])
    expect((await ada.call(api.list)).map(({ name }) => name)).toEqual(['draft'])
    expect(await ada.call(api.listArchived)).toMatchObject([
      { name: 'one', archived_at: archived.archived_at, is_favorite: false },
    ])
    expect(await ada.call(api.getArchived, { params })).toMatchObject({
      name: 'one',
      sub_issues: 0,
      total_estimate_points: 0,
      distribution: { assignees: [], labels: [] },
      estimate_distribution: {},
    })
    expect(await ada.attempt(api.get, { params })).toEqual(missing)
    expect(await ada.attempt(api.change, { params, body: { sort_order: 1 } })).toEqual({
      status: 400,
      body: { error: 'Archived cycle cannot be updated' },
    })
    expect(await mel.attempt(api.restore, { params })).toEqual(done)
    expect(await mel.attempt(api.restore, { params })).toEqual(done)
    expect(await ada.call(api.listArchived)).toEqual([])
    expect(await ada.attempt(api.getArchived, { params })).toEqual(missing)
    expect(await open(ada, cycle.id)).toMatchObject({ archived_at: null, status: 'COMPLETED' })
  })
})

describe('deleting', () => {
  // @cap:cycles.delete
  it('is for the owner and administrators; items stay and say where they were', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const own = await addCycle(mel, 'own', running)
    const item = await addItem(ada, 'item')
    await putInto(ada, own.id, [item.id])
    await ada.call(api.addFavorite, { body: { cycle: own.id } })
    const params = { id: own.id }
    expect(await max.attempt(api.remove, { params })).toEqual({
      status: 403,
      body: { error: 'Only admin or owner can delete the cycle' },
    })
    expect(await mel.attempt(api.remove, { params })).toEqual(done)
    expect(await mel.attempt(api.remove, { params })).toEqual(missing)
    expect(await ada.attempt(api.get, { params })).toEqual(missing)
    const seen = await ada.call(workItemsApi.get, { params: { id: item.id } })
    expect(seen.cycle_id).toBeNull()
    expect((await historyOf(db, item.id)).at(-1)).toMatchObject({
      verb: 'deleted',
      comment: 'removed this issue from own',
    })
    expect(await ada.call(favoritesApi.list, { query: { all: 'true' } })).toEqual([])
    const other = await addCycle(mel, 'other')
    expect(await ada.attempt(api.remove, { params: { id: other.id } })).toEqual(done)
    expect(await addCycle(ada, 'again', running)).toMatchObject({ status: 'CURRENT' })
  })
})

describe('who may', () => {
  // @cap:cycles.not-for-guests as decided: guests look at cycles, and change nothing
  it('guests read and change nothing; other projects and the signed out see nothing', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const cycle = await addCycle(ada, 'one', running)
    const item = await addItem(ada, 'hidden')
    await putInto(ada, cycle.id, [item.id])
    const params = { id: cycle.id, issue_id: item.id }
    const body = { name: 'x', issues: [item.id], new_cycle_id: cycle.id }
    const changes = [api.create, api.change, api.replace, api.remove, api.dateCheck, api.addItems]
    const more = [api.removeItem, api.transfer, api.archive, api.restore, api.listArchived]
    for (const call of [...changes, ...more, api.getArchived]) {
      for (const client of [gus, eve.at(ada.place)]) {
        expect(await client.attempt(call, { params, body } as never)).toEqual(refused)
      }
      expect(await stranger.at(ada.place).attempt(call, { params } as never)).toEqual(signedOut)
    }
    for (const call of [api.get, api.items, api.analytics, api.progress, api.days]) {
      expect(await eve.attempt(call, { params } as never)).toEqual(missing)
      expect(await eve.at(ada.place).attempt(call, { params } as never)).toEqual(refused)
    }
    expect(await gus.call(api.list)).toMatchObject([{ name: 'one', total_issues: 0 }])
    expect(await open(gus, cycle.id)).toMatchObject({ total_issues: 0 })
    expect((await gus.call(api.items, { params })).results).toEqual([])
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
    expect(await open(gus, cycle.id)).toMatchObject({ total_issues: 1 })
    expect((await gus.call(api.items, { params })).results).toHaveLength(1)
    expect(await ada.call(api.list)).toMatchObject([{ name: 'one', total_issues: 1 }])
  })
})

describe('a workspace', () => {
  it('lists the cycles of the projects one is in', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { eve } = await projectOf('eve')
    const other = await ada.call(projectsApi.create, { body: { name: 'Site', identifier: 'SITE' } })
    const one = await addCycle(ada, 'one', running)
    const two = await addCycle(ada.at({ project_id: other.id }), 'two')
    expect((await ada.call(api.listOfWorkspace)).map(({ id }) => id)).toEqual([two.id, one.id])
    expect((await mel.call(api.listOfWorkspace)).map(({ id }) => id)).toEqual([one.id])
    expect(await eve.at(ada.place).attempt(api.listOfWorkspace)).toEqual(refused)
    await ada.call(projectsApi.archive, { params: { project_id: other.id } })
    expect((await ada.call(api.listOfWorkspace)).map(({ id }) => id)).toEqual([one.id])
  })

  it('has one page of what runs, favorites first', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const one = await addCycle(ada, 'one', running)
    const item = await addItem(ada, 'x', { assignee_ids: [mel.user_id] })
    await putInto(ada, one.id, [item.id])
    await addCycle(ada, 'later', upcoming)
    const made: Cycle[] = []
    for (const [n, identifier] of ['AA', 'BB'].entries()) {
      const { id } = await ada.call(projectsApi.create, { body: { name: identifier, identifier } })
      const days = { start_date: inDays(-3), end_date: inDays(8 + n) }
      made.push(await addCycle(ada.at({ project_id: id }), identifier, days))
    }
    const names = async (query = {}) =>
      (await ada.call(api.active, { query })).results.map(({ name }) => name)
    expect(await names()).toEqual(['one', 'AA', 'BB'])
    const project_id = made[1]?.project_id ?? ''
    await ada.at({ project_id }).call(api.addFavorite, { body: { cycle: made[1]?.id ?? '' } })
    expect(await names()).toEqual(['BB', 'one', 'AA'])
    const first = await ada.call(api.active, { query: { per_page: '2', cursor: '2:0:0' } })
    expect(first).toMatchObject({ total_count: 3, next_page_results: true, next_cursor: '2:1:0' })
    expect(await names({ per_page: '2', cursor: first.next_cursor })).toEqual(['AA'])
    expect(await ada.attempt(api.active, { query: { cursor: 'x' } })).toMatchObject({ status: 400 })
    const page = await mel.call(api.active)
    expect(page.results).toMatchObject([
      {
        name: 'one',
        project_detail: { identifier: 'TRAIL' },
        distribution: { assignees: [{ assignee_id: mel.user_id, total_issues: 1 }] },
        estimate_distribution: {},
      },
    ])
    expect(await gus.attempt(api.active)).toEqual(refused)
  })
})

it('keeps how each person wants a cycle shown', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { id } = await addCycle(ada, 'one')
  const params = { id }
  const mine = await gus.call(api.properties, { params })
  expect(mine).toMatchObject({ cycle: id, user: gus.user_id, display_filters: { layout: 'list' } })
  const display_filters = { layout: 'kanban' }
  const saved = await gus.attempt(api.changeProperties, { params, body: { display_filters } })
  expect(saved).toMatchObject({ status: 201, body: { id: mine.id, display_filters } })
  expect(await gus.call(api.properties, { params })).toMatchObject({ display_filters })
  expect(await ada.call(api.properties, { params })).toMatchObject({
    display_filters: { layout: 'list' },
  })
  expect(await ada.attempt(api.properties, { params: { id: nobody } })).toEqual(missing)
})

it('is a favorite once', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { id } = await addCycle(ada, 'one')
  await addCycle(ada, 'two')
  const body = { cycle: id }
  expect(await gus.attempt(api.addFavorite, { body })).toEqual(done)
  expect(await gus.attempt(api.addFavorite, { body })).toEqual({
    status: 400,
    body: { error: 'The payload is not valid' },
  })
  expect((await gus.call(api.list)).map(({ name }) => name)).toEqual(['one', 'two'])
  expect((await ada.call(api.list)).map(({ name }) => name)).toEqual(['two', 'one'])
  expect(await gus.call(api.listFavorites)).toMatchObject([
    { entity_type: 'cycle', entity_identifier: id, entity_data: { name: 'one' } },
  ])
  expect(await gus.attempt(api.removeFavorite, { params: { id } })).toEqual(done)
  expect(await gus.attempt(api.removeFavorite, { params: { id } })).toEqual(missing)
})

it('other browsers hear enough to keep the list right', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const a = await addCycle(ada, 'a', running)
  const b = await addCycle(ada, 'b')
  await letEnd(db, a.id)
  const params = { id: b.id }
  for (const action of [
    () => addCycle(ada, 'c', upcoming),
    () => ada.call(api.change, { params, body: { name: 'bb', sort_order: 3 } }),
    () => ada.call(api.archive, { params: { id: a.id } }),
    () => ada.call(api.restore, { params: { id: a.id } }),
    () => ada.call(api.remove, { params }),
  ]) {
    const before = await mel.call(api.list)
    const heard = await ada.eventsOf(action)
    const events = heard.filter(({ type }) => type.startsWith('cycle.')) as CycleEvent[]
    const after = events.reduce((list, event) => applyCycleEvent(list, event), before)
    expect(after).toEqual(await mel.call(api.list))
  }
})

it('keeps ended days in mind when a cycle is given them', async () => {
  const { ada } = await projectOf('ada')
  const old = await addCycle(ada, 'old', ended)
  expect(await ada.attempt(api.create, { body: { name: 'x', ...ended } })).toEqual(overlap)
  await ada.call(api.archive, { params: { id: old.id } })
  expect(await ada.attempt(api.create, { body: { name: 'x', ...ended } })).toEqual(overlap)
})
