import {
  revertsApi as api,
  cyclesApi,
  GUEST,
  MEMBER,
  modulesApi,
  type Reversion,
  workItemsApi,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import { addCycle, letEnd, running } from '#features/cycles/test-kit/cycles.ts'
import {
  addItem,
  addItemOf,
  addLabel,
  archive,
  dumpOf,
  historyOf,
  nobody,
  refused,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, database } = await testServer()
const { db } = database

const revert = (client: Client, ...changes: Reversion[]) =>
  client.attempt(api.revert, { body: { changes } })
const read = (client: Client, id: string) =>
  client.call(workItemsApi.get, { params: { id }, query: {} })
const change = (client: Client, id: string, body: object) =>
  client.call(workItemsApi.change, { params: { id }, body })
const reverted = (...ids: string[]) => ({ status: 200, body: { reverted: ids, skipped: [] } })
const skipped = (id: string, field: string | null, changed_by: string | null) => ({
  status: 200,
  body: { reverted: [], skipped: [{ id, field, changed_by }] },
})

it('takes a change back, and repeats it, with a line in the history each', async () => {
  const { ada } = await projectOf('ada')
  const { id, state_id, sort_order } = await addItem(ada, 'Contour lines')
  const started = await stateOf(ada, 'started')
  await change(ada, id, { state_id: started, sort_order: 7, priority: 'high', name: 'Lines' })
  const before = { state_id, sort_order, priority: 'none', name: 'Contour lines' } as const
  const after = { state_id: started, sort_order: 7, priority: 'high', name: ' Lines ' } as const
  expect(await revert(ada, { id, expected: after, values: before })).toEqual(reverted(id))
  expect(await read(ada, id)).toMatchObject(before)
  expect(await revert(ada, { id, expected: before, values: after })).toEqual(reverted(id))
  expect(await read(ada, id)).toMatchObject({ ...after, name: 'Lines' })
  const states = (await historyOf(db, id)).filter(({ field }) => field === 'state')
  expect(states.map(({ new_value }) => new_value)).toEqual([
    'In Progress',
    expect.any(String),
    'In Progress',
  ])
})

it('overwrites nothing that somebody else did, and says who did it', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const { id, state_id } = await addItem(ada, 'Contour lines')
  const [started, done] = [await stateOf(ada, 'started'), await stateOf(ada, 'completed')]
  await change(ada, id, { state_id: started })
  await change(mel, id, { state_id: done })
  // A later change of another field does not hide the actor.
  await change(ada, id, { priority: 'low' })
  const undone = { id, expected: { state_id: started }, values: { state_id } }
  expect(await revert(ada, undone)).toEqual(skipped(id, 'state_id', mel.user_id))
  expect(await read(ada, id)).toMatchObject({ state_id: done, priority: 'low' })
  await change(mel, id, { sort_order: 12 })
  const moved = { id, expected: { sort_order: 3 }, values: { sort_order: 1 } }
  expect(await revert(ada, moved)).toEqual(skipped(id, 'sort_order', mel.user_id))
})

it('takes back what it can of many, and leaves what is gone', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const items = await Promise.all(['a', 'b', 'c', 'd'].map((name) => addItem(ada, name)))
  for (const { id } of items) await change(ada, id, { priority: 'urgent' })
  const [untouched, touched, deleted, put] = items
  await change(mel, touched?.id ?? '', { priority: 'low' })
  await ada.call(workItemsApi.remove, { params: { id: deleted?.id ?? '' } })
  await archive(ada, put?.id ?? '')
  const changes = items.map(({ id }) => ({
    id,
    expected: { priority: 'urgent' as const },
    values: { priority: 'none' as const },
  }))
  const body = await ada.call(api.revert, { body: { changes } })
  expect(body.reverted).toEqual([untouched?.id])
  expect(body.skipped).toHaveLength(3)
  expect(body.skipped).toEqual(
    expect.arrayContaining([
      { id: touched?.id, field: 'priority', changed_by: mel.user_id },
      { id: deleted?.id, field: null, changed_by: null },
      { id: put?.id, field: null, changed_by: null },
    ]),
  )
  expect((await read(ada, touched?.id ?? '')).priority).toBe('low')
})

it('writes the other fields of an item when asked to, and tells what stands in those it left', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const { id, state_id } = await addItem(ada, 'Contour lines', { target_date: '2026-11-20' })
  const started = await stateOf(ada, 'started')
  await change(mel, id, { target_date: '2026-11-24', priority: 'high' })
  const body = await ada.call(api.revert, {
    body: {
      partly: true,
      changes: [
        {
          id,
          // Both users set the same priority, so there is no conflict.
          expected: { state_id, target_date: '2026-11-20', priority: 'none' },
          values: { state_id: started, target_date: '2026-11-28', priority: 'high' },
        },
      ],
    },
  })
  const theirs = { value: '2026-11-24', changed_by: mel.user_id, changed_at: expect.any(String) }
  expect(body).toEqual({ reverted: [id], skipped: [{ id, field: 'target_date', ...theirs }] })
  const now = { state_id: started, target_date: '2026-11-24', priority: 'high' }
  expect(await read(ada, id)).toMatchObject(now)
  await change(mel, id, { name: 'Lines' })
  const named = { id, expected: { name: 'Contour lines' }, values: { name: 'Contours' } }
  const again = await ada.call(api.revert, { body: { partly: true, changes: [named] } })
  expect(again.skipped).toMatchObject([{ field: 'name', value: 'Lines', changed_by: mel.user_id }])
  expect(await read(ada, id)).toMatchObject({ ...now, name: 'Lines' })
})

it('takes its own labels, people and modules out again, and leaves those of others', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const [old, own, theirs] = await Promise.all(
    ['Old', 'Own', 'Theirs'].map((name) => addLabel(ada, name)),
  )
  const [inside, added] = await Promise.all(
    ['Inside', 'Added'].map((name) => ada.call(modulesApi.create, { body: { name } })),
  )
  const ids = (...some: (string | undefined)[]) => some.flatMap((one) => one ?? [])
  const { id } = await addItem(ada, 'Contour lines', {
    label_ids: ids(old),
    plan: { module_ids: ids(inside?.id) },
  })
  await change(ada, id, { label_ids: ids(own), assignee_ids: [ada.user_id] })
  await ada.call(modulesApi.changeOfItem, {
    params: { id },
    body: { modules: ids(added?.id), removed_modules: ids(inside?.id) },
  })
  await change(mel, id, { label_ids: ids(own, theirs), assignee_ids: [ada.user_id, mel.user_id] })
  const outcome = await revert(ada, {
    id,
    expected: {
      label_ids: ids(own),
      assignee_ids: [ada.user_id],
      module_ids: ids(added?.id),
    },
    values: { label_ids: ids(old), assignee_ids: [], module_ids: ids(inside?.id) },
  })
  expect(outcome).toEqual(reverted(id))
  const item = await read(ada, id)
  expect(item.label_ids.toSorted()).toEqual(ids(old, theirs).toSorted())
  expect(item.assignee_ids).toEqual([mel.user_id])
  expect(item.module_ids).toEqual(ids(inside?.id))
})

it('puts an item back into the cycle it was in, also when that is over, and into no other', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'Contour lines')
  const cycle = await addCycle(ada, 'Summer', running)
  await ada.call(cyclesApi.addItems, { params: { id: cycle.id }, body: { issues: [id] } })
  await ada.call(cyclesApi.removeItem, { params: { id: cycle.id, issue_id: id } })
  await letEnd(db, cycle.id)
  const back = { expected: { cycle_id: null }, values: { cycle_id: cycle.id } }
  expect(await revert(ada, { id, ...back })).toEqual(reverted(id))
  expect((await read(ada, id)).cycle_id).toBe(cycle.id)
  const stranger = await addItem(ada, 'Never in it')
  expect(await revert(ada, { id: stranger.id, ...back })).toMatchObject({ status: 400 })
})

it('is for those who may change the item, and changes nothing otherwise', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await addItem(ada, 'Contour lines')
  const own = await addItemOf(db, ada, gus, 'Reported by a guest')
  const before = await dumpOf(db, ada.place.project_id ?? '')
  const urgent = { expected: {}, values: { priority: 'urgent' as const } }
  const planned = { expected: {}, values: { cycle_id: null } }
  expect(await revert(gus, { id, ...urgent })).not.toMatchObject(reverted(id))
  expect(await revert(gus, { id: own.id, ...planned })).toEqual(refused)
  expect(await revert(eve, { id, ...urgent })).toEqual(skipped(id, null, null))
  expect(await revert(eve.at(ada.place), { id, ...urgent })).not.toMatchObject({ status: 200 })
  const unknown = { id, expected: {}, values: { state_id: nobody } }
  expect(await revert(ada, unknown)).toMatchObject({ status: 400 })
  expect(await dumpOf(db, ada.place.project_id ?? '')).toBe(before)
  expect(await revert(gus, { id: own.id, ...urgent })).toEqual(reverted(own.id))
})
