import {
  workItemsApi as api,
  cyclesApi,
  workItemListsApi as lists,
  MEMBER,
  modulesApi,
  priorities,
} from '@cairn/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldCycleCounts } from '#features/cycles/service.ts'
import { addCycle, addPoints, running } from '#features/cycles/test-kit/cycles.ts'
import { groups, recount } from '#features/cycles/test-kit/recount.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { foldCounts, foldFacets } from './service.ts'
import { expectCountedRight, expectExact } from './test-kit/exact-counts.ts'
import { addItem, addLabel, rowsOf, stateOf, useTypes } from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const { db } = database

const WRITERS = 8

const actions = [
  ...(['state', 'labels', 'assignees', 'priority', 'type', 'estimate', 'parent'] as const),
  ...(['cycle', 'no cycle', 'module', 'many', 'create', 'archive', 'restore', 'delete'] as const),
] as const

interface Step {
  action: (typeof actions)[number]
  n: number
  to: number
}

const stepsOfAll: fc.Arbitrary<Step[][]> = fc.array(
  fc.array(fc.record({ action: fc.constantFrom(...actions), n: fc.nat(11), to: fc.nat(11) }), {
    ...{ minLength: 8, maxLength: 12 },
  }),
  { minLength: WRITERS, maxLength: WRITERS },
)

it('counts, facets and cycles are exact after eight writers at once, folded meanwhile', async () => {
  const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
  const labels = await Promise.all(['a', 'b', 'c'].map((name) => addLabel(ada, name)))
  const states = await Promise.all(groups.map((group) => stateOf(ada, group)))
  const points = [...(await addPoints(db, ada, ['1', '2.5', '8'])).values()]
  const types = (await useTypes(ada)).map(({ id }) => id)
  const cycles = [await addCycle(ada, 'A', running), await addCycle(ada, 'B')].map(({ id }) => id)
  const { id: module_id } = await ada.call(modulesApi.create, { body: { name: 'Maps' } })
  const people = [ada.user_id, mia.user_id]
  const some = <Value>(all: readonly Value[], n: number) => all.filter((_, at) => (n >> at) & 1)

  /** What one writer does to one of the items that all of them change. */
  function take(who: Client, { action, n, to }: Step, ids: readonly string[]) {
    const id = ids[n] ?? ''
    const other = ids[(n + 1 + (to % 5)) % ids.length] ?? ''
    const change = (body: object) => who.attempt(api.change, { params: { id }, body })
    const act: Record<Step['action'], () => Promise<{ status: number }>> = {
      state: () => change({ state_id: states[to % states.length] }),
      labels: () => change({ label_ids: some(labels, to) }),
      assignees: () => change({ assignee_ids: some(people, to) }),
      priority: () => change({ priority: priorities[to % priorities.length] }),
      type: () => change({ type_id: types[to % types.length] }),
      estimate: () => change({ estimate_point: points[to % 4] ?? null }),
      parent: () => change({ parent_id: to % 3 === 0 ? null : other }),
      cycle: () =>
        who.attempt(cyclesApi.addItems, {
          ...{ params: { id: cycles[to % 2] ?? '' }, body: { issues: [id, other] } },
        }),
      'no cycle': () =>
        who.attempt(cyclesApi.removeItem, { params: { id: cycles[to % 2] ?? '', issue_id: id } }),
      module: () =>
        who.attempt(modulesApi.addItems, { params: { id: module_id }, body: { issues: [id] } }),
      many: () =>
        who.attempt(api.bulkChange, {
          body: {
            issue_ids: [id, other],
            properties: { state_id: states[to % 5], label_ids: some(labels, to) },
          },
        }),
      create: () =>
        who.attempt(api.create, {
          body: { name: 'new', state_id: states[to % 5], label_ids: some(labels, to) },
        }),
      archive: () => who.attempt(api.archive, { params: { id } }),
      restore: () => who.attempt(api.restore, { params: { id } }),
      delete: () =>
        to === 0
          ? who.attempt(api.remove, { params: { id } })
          : who.attempt(api.get, { params: { id }, query: {} }),
    }
    return act[action]()
  }

  async function expectAllExact() {
    await expectExact(ada)
    await expectCountedRight(db)
    const rows = await rowsOf(ada, { per_page: '1000' })
    const grouped = await ada.call(lists.project, { query: { group_by: 'state_id' } })
    const totals = Object.entries(grouped.results).map(([id, { total_results }]) => [
      ...[id, total_results],
    ])
    expect(Object.fromEntries(totals)).toMatchObject(
      Object.fromEntries(
        [...Map.groupBy(rows, ({ state_id }) => state_id)].map(([id, all]) => [id, all.length]),
      ),
    )
    for (const id of cycles) {
      expect(await ada.call(cyclesApi.progress, { params: { id } })).toEqual(await recount(db, id))
    }
  }

  await fc.assert(
    fc.asyncProperty(stepsOfAll, async (all) => {
      const items = await Promise.all(Array.from({ length: 12 }, (_, n) => addItem(ada, `i${n}`)))
      const ids = items.map(({ id }) => id)
      let isOver = false
      async function write(steps: readonly Step[], number: number) {
        const statuses: number[] = []
        for (const step of steps) {
          statuses.push((await take(number % 2 ? mia : ada, step, ids)).status)
        }
        return statuses
      }
      async function fold() {
        while (!isOver) {
          for (const one of [foldCounts, foldFacets, foldCycleCounts]) await one(db)
        }
      }
      const folding = fold()
      const statuses = (await Promise.all(all.map(write))).flat()
      isOver = true
      await folding
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      await expectAllExact()
    }),
    { numRuns: 3, endOnFailure: true },
  )
})
