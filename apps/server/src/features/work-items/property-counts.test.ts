import {
  workItemsApi as api,
  workItemListsApi as lists,
  MEMBER,
  type PropertyKind,
  type PropertyValue,
  projectsApi,
  propertyField,
  type WorkItem,
  type WorkItemGroup,
  type WorkItemProperty,
  workItemPropertiesApi,
  workItemTypesApi,
} from '@cairn/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { purgeValues } from '#features/work-item-properties/service.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { foldCounts, foldPropertyCounts } from './service.ts'
import { expectValuesCounted } from './test-kit/exact-counts.ts'
import { addItem, archive, rowsOf } from './test-kit/items.ts'
import { addProperty, newOptions, typesOf } from './test-kit/properties.ts'

const { projectOf, database } = await testServer()
const { db } = database

/** The same properties of two types, so that a change of type takes values along. */
async function addProperties(ada: Client, type_id: string) {
  const add = (name: string, kind: PropertyKind, more = {}) =>
    addProperty(ada, type_id, name, kind, more)
  return [
    await add('Severity', 'option', { options: newOptions('Minor', 'Major', 'Huge') }),
    await add('Areas', 'option', { is_multi: true, options: newOptions('Map', 'Sync', 'Web') }),
    await add('Testers', 'person', { is_multi: true }),
    await add('Regression', 'boolean'),
    await add('Effort', 'number'),
  ] as const
}

const totalOf = async (client: Client, query: Record<string, string>) =>
  (await client.call(lists.project, { query: { ...query, per_page: '1' } })).total_count

/** Compares the totals of filtered lists and of boards with the values of the rows. */
async function expectTotals(client: Client, properties: readonly WorkItemProperty[]) {
  const rows = await rowsOf(client)
  for (const property of properties) {
    const key = propertyField(property)
    const valuesOf = ({ property_values }: WorkItem) => {
      const value = property_values[property.id] ?? []
      return (Array.isArray(value) ? value : [value]).map(String)
    }
    const having = (wanted: readonly string[]) =>
      rows.filter((row) => valuesOf(row).some((value) => wanted.includes(value))).length
    const none = rows.filter((row) => valuesOf(row).length === 0).length
    const { is_multi } = property
    const found = {
      ...{ property: property.name, is_multi, none: await totalOf(client, { [key]: 'None' }) },
      any: await totalOf(client, { [`${key}__not`]: 'None' }),
    }
    expect(found).toEqual({ property: property.name, is_multi, none, any: rows.length - none })
    if (property.kind === 'number') continue
    const values = [...new Set(rows.flatMap(valuesOf))]
    const page = await client.call(lists.project, { query: { group_by: key, per_page: '1' } })
    const groups = Object.entries(page.results as Record<string, WorkItemGroup>)
      .map(([id, { total_results }]) => [id, total_results] as const)
      .filter(([, total]) => total > 0)
    const expected = [...values.map((value) => [value, having([value])] as const)]
    if (none > 0) expected.push(['None', none])
    expect([property.name, Object.fromEntries(groups)]).toEqual([
      property.name,
      Object.fromEntries(expected),
    ])
    const [one = 'None', other = 'None'] = values
    if (values.length < 2) continue
    expect(await totalOf(client, { [key]: one })).toBe(having([one]))
    expect(await totalOf(client, { [`${key}__not`]: one })).toBe(rows.length - having([one]))
    expect(await totalOf(client, { [key]: `${one},${other}` })).toBe(having([one, other]))
    expect(await totalOf(client, { [key]: `${one},None` })).toBe(having([one]) + none)
  }
}

const actions = [
  ...(['severity', 'areas', 'testers', 'regression', 'effort', 'nothing', 'type'] as const),
  ...(['many', 'create', 'archive', 'restore', 'delete', 'undelete', 'move', 'return'] as const),
  ...(['option', 'retype'] as const),
] as const

interface Step {
  action: (typeof actions)[number]
  n: number
  to: number
}

const WRITERS = 8

const stepsOfAll: fc.Arbitrary<Step[][]> = fc.array(
  fc.array(fc.record({ action: fc.constantFrom(...actions), n: fc.nat(11), to: fc.nat(11) }), {
    ...{ minLength: 8, maxLength: 12 },
  }),
  { minLength: WRITERS, maxLength: WRITERS },
)

it('counts the values of properties exactly after eight writers at once, folded meanwhile', async () => {
  const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
  const { task, bug } = await typesOf(ada)
  const project = await ada.call(projectsApi.create, {
    body: { name: 'Sync', identifier: `S${crypto.randomUUID().slice(0, 4)}`, network: 2 },
  })
  const there = ada.at({ ...ada.place, project_id: project.id })
  const ofTask = await addProperties(ada, task)
  const ofBug = await addProperties(ada, bug)
  const people = [ada.user_id, mia.user_id]
  const some = <Value>(all: readonly Value[], n: number) => all.filter((_, at) => (n >> at) & 1)

  /** A value of both types' property; the one of another type is refused. */
  function chosen(
    action: string,
    to: number,
    [severity, areas, testers, flag, effort]: typeof ofTask,
  ) {
    const optionsOf = ({ options }: WorkItemProperty) => options.map(({ id }) => id)
    const values: Record<string, [WorkItemProperty, PropertyValue]> = {
      severity: [severity, optionsOf(severity).slice(to % 3, (to % 3) + 1)],
      areas: [areas, some(optionsOf(areas), to)],
      testers: [testers, some(people, to)],
      regression: [flag, to % 2 === 0],
      effort: [effort, to],
    }
    const [property, value]: [WorkItemProperty, PropertyValue | null] = values[action] ?? [
      ...([effort, null] as const),
    ]
    return { [property.id]: value }
  }

  function take(who: Client, { action, n, to }: Step, ids: readonly string[]) {
    const id = ids[n] ?? ''
    const other = ids[(n + 1 + (to % 5)) % ids.length] ?? ''
    const params = { id }
    const change = (body: object) => who.attempt(api.change, { params, body })
    const properties = to % 3 === 0 ? ofBug : ofTask
    const act: Partial<Record<Step['action'], () => Promise<{ status: number }>>> = {
      nothing: () =>
        change({
          property_values: Object.fromEntries(properties.map((property) => [property.id, null])),
        }),
      type: () => change({ type_id: to % 2 === 0 ? task : bug }),
      many: () =>
        who.attempt(api.bulkChange, {
          body: {
            issue_ids: [id, other],
            properties: { property_values: chosen('areas', to, ofTask) },
          },
        }),
      create: () =>
        who.attempt(api.create, {
          body: {
            ...{ name: 'new', type_id: task },
            property_values: { ...chosen('areas', to, ofTask), ...chosen('effort', to, ofTask) },
          },
        }),
      archive: () => who.attempt(api.archive, { params }),
      restore: () => who.attempt(api.restore, { params }),
      delete: () => who.attempt(api.remove, { params }),
      undelete: () => who.attempt(api.bulkRestore, { body: { issue_ids: [id] } }),
      move: () => ada.attempt(api.move, { params, body: { project_id: project.id } }),
      return: () =>
        there.attempt(api.move, { params, body: { project_id: ada.place.project_id ?? '' } }),
      option: () =>
        to > 1
          ? change({ property_values: chosen('areas', to, ofTask) })
          : ada.attempt(workItemPropertiesApi.change, {
              params: { type_id: task, id: ofTask[1].id },
              body: { removed_option_ids: [ofTask[1].options[to]?.id ?? ''] },
            }),
      retype: () =>
        who.attempt(api.bulkChange, {
          body: { issue_ids: [id, other], properties: { type_id: to % 2 === 0 ? task : bug } },
        }),
    }
    return act[action]?.() ?? change({ property_values: chosen(action, to, properties) })
  }

  await fc.assert(
    fc.asyncProperty(stepsOfAll, async (all) => {
      const items = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          addItem(ada, `i${n}`, { type_id: n % 2 ? task : bug }),
        ),
      )
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
          await foldPropertyCounts(db)
          await foldCounts(db)
          await purgeValues(db)
        }
      }
      const folding = fold()
      const statuses = (await Promise.all(all.map(write))).flat()
      isOver = true
      await folding
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      // Not folded yet, and folded.
      await expectTotals(ada, [...ofTask, ...ofBug])
      await expectValuesCounted(db)
      await expectTotals(ada, [...ofTask, ...ofBug])
      await expectTotals(there, ofTask)
    }),
    { numRuns: 3, endOnFailure: true },
  )
})

it('follows a type, a property and an option that are removed, and what has left the lists', async () => {
  const { ada } = await projectOf('ada')
  const { task, bug } = await typesOf(ada)
  const properties = await addProperties(ada, bug)
  const [severity, areas, , flag] = properties
  const optionIds = areas.options.map(({ id }) => id)
  const items: { id: string }[] = []
  for (let n = 0; n < 6; n += 1) {
    const property_values = {
      [severity.id]: [severity.options[n % 2]?.id ?? ''],
      [areas.id]: optionIds.slice(n % 3),
      ...(n > 0 && { [flag.id]: n % 2 === 0 }),
    }
    items.push(await addItem(ada, `i${n}`, { type_id: bug, property_values }))
  }
  const id = (n: number) => items[n]?.id ?? ''
  const steps = [
    () => archive(ada, id(0)),
    () => ada.call(api.remove, { params: { id: id(1) } }),
    () => ada.call(api.restore, { params: { id: id(0) } }),
    () =>
      ada.call(workItemPropertiesApi.change, {
        params: { type_id: bug, id: areas.id },
        body: { removed_option_ids: [optionIds[2] ?? ''] },
      }),
    () => ada.call(workItemPropertiesApi.remove, { params: { type_id: bug, id: severity.id } }),
    () => ada.call(workItemTypesApi.remove, { params: { id: bug }, query: { replacement: task } }),
  ]
  await expectTotals(ada, properties)
  for (const [n, step] of steps.entries()) {
    await step()
    await purgeValues(db)
    if (n % 2 === 0) await foldPropertyCounts(db)
    await expectTotals(ada, properties)
  }
  await expectValuesCounted(db)
})

it('does not count with a project that is deleted for good', async () => {
  const { ada } = await projectOf('ada')
  const { bug } = await typesOf(ada)
  const [severity] = await addProperties(ada, bug)
  const property_values = { [severity.id]: [severity.options[0]?.id ?? ''] }
  await addItem(ada, 'one', { type_id: bug, property_values })
  await foldPropertyCounts(db)
  await addItem(ada, 'two', { type_id: bug, property_values })
  const { project_id = '' } = ada.place
  await sql`delete from projects where id = ${project_id}`.execute(db)
  await foldPropertyCounts(db)
  const { rows } = await sql`
    select from property_counts where project_id = ${project_id}
    union all select from property_count_changes where project_id = ${project_id}`.execute(db)
  expect(rows).toEqual([])
})
