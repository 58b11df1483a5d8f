import {
  modulesApi as api,
  estimatesApi,
  noCounts,
  noPoints,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addItem, stateOf } from '#features/work-items/test-kit/items.ts'
import { testServer } from '#test/server.ts'

const { projectOf, database } = await testServer()
const { db } = database
const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const

/** Counts the rows one by one; `worth` gives the value of each point. */
async function recount(module_id: string, worth: ReadonlyMap<string, number>) {
  const { rows } = await sql<{ group: (typeof groups)[number]; point: string | null }>`
    select s."group", i.estimate_point as point from module_items m
    join work_items i on i.id = m.work_item_id join states s on s.id = i.state_id
    where m.module_id = ${module_id} and i.deleted_at is null and i.archived_at is null
      and not i.is_draft and not i.in_triage and not i.is_epic`.execute(db)
  const numbers = { ...noCounts, ...noPoints }
  for (const { group, point } of rows) {
    const value = worth.get(point ?? '') ?? 0
    numbers.total_issues += 1
    numbers[`${group}_issues`] += 1
    numbers.total_estimate_points += value
    numbers[`${group}_estimate_points`] += value
  }
  return numbers
}

const actions = ['state', 'join', 'leave', 'delete', 'archive', 'estimate', 'rest'] as const

const steps = fc.array(
  fc.record({ action: fc.constantFrom(...actions), n: fc.nat(7), to: fc.nat(5) }),
  { minLength: 1, maxLength: 14 },
)

it('counts what a recount counts, after any moves, states, deletions, archives and estimates', async () => {
  const { ada } = await projectOf('ada')
  const estimate = await ada.call(estimatesApi.create, {
    body: {
      estimate: { name: 'Points', type: 'points', last_used: true },
      estimate_points: ['1', '2.5', '8'].map((value, key) => ({ key: key + 1, value })),
    },
  })
  await ada.call(projectsApi.change, { body: { estimate: estimate.id } })
  const worth = new Map(estimate.points.map(({ id, value }) => [id, Number(value)]))
  const points = [...worth.keys()]
  const states = await Promise.all(groups.map((group) => stateOf(ada, group)))
  const modules = [
    await ada.call(api.create, { body: { name: 'A', status: 'completed' } }),
    await ada.call(api.create, { body: { name: 'B' } }),
  ]

  async function take(
    { action, to }: { action: (typeof actions)[number]; to: number },
    id: string,
  ) {
    const module = modules[to % 2]?.id ?? ''
    const change = (body: object) => ada.attempt(workItemsApi.change, { params: { id }, body })
    if (action === 'state') await change({ state_id: states[to % 5] })
    if (action === 'estimate') await change({ estimate_point: points[to % 4] ?? null })
    if (action === 'join') {
      await ada.attempt(api.addItems, { params: { id: module }, body: { issues: [id] } })
    }
    if (action === 'leave') {
      await ada.attempt(api.removeItem, { params: { id: module, item_id: id } })
    }
    if (action === 'delete' && to === 0) await ada.attempt(workItemsApi.remove, { params: { id } })
    if (action === 'archive') await ada.attempt(workItemsApi.archive, { params: { id } })
    if (action === 'rest') {
      const params = { id: modules[0]?.id ?? '' }
      await ada.attempt(to % 2 ? api.archive : api.restore, { params })
    }
  }

  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const items = await Promise.all(Array.from({ length: 8 }, (_, n) => addItem(ada, `i${n}`)))
      for (const { id } of items.slice(0, 5)) {
        await ada.call(api.changeOfItem, {
          params: { id },
          body: { modules: [modules[1]?.id ?? ''] },
        })
      }
      for (const step of taken) await take(step, items[step.n]?.id ?? '')
      const listed = [...(await ada.call(api.list)), ...(await ada.call(api.listArchived))]
      for (const { id, archived_at, ...shown } of listed) {
        const { total_estimate_points, completed_estimate_points, ...rest } = await recount(
          id,
          worth,
        )
        const { total_issues, completed_issues, cancelled_issues } = rest
        expect(shown).toMatchObject({
          ...{ total_issues, completed_issues, cancelled_issues },
          ...{ total_estimate_points, completed_estimate_points },
        })
        const detail = archived_at ? api.getArchived : api.get
        expect(await ada.call(detail, { params: { id } })).toMatchObject(await recount(id, worth))
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})
