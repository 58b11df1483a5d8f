import {
  epicsApi,
  intakeItemsApi,
  workItemListsApi as lists,
  MEMBER,
  type PropertyValues,
  projectMembersApi,
  projectsApi,
  type WorkItem,
  type WorkItemProperty,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, nobody, rowsOf } from '#features/work-items/test-kit/items.ts'
import {
  addProperty,
  newOptions,
  optionOf,
  typesOf,
} from '#features/work-items/test-kit/properties.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, database } = await testServer()
const { db } = database

const valuesOf = async (client: Client, id: string): Promise<PropertyValues> =>
  (await client.call(workItemsApi.get, { params: { id }, query: {} })).property_values
const change = (client: Client, id: string, body: object) =>
  client.call(workItemsApi.change, { params: { id }, body })
const attempt = (client: Client, id: string, body: object) =>
  client.attempt(workItemsApi.change, { params: { id }, body })
const bulk = (client: Client, issue_ids: string[], properties: object) =>
  client.attempt(workItemsApi.bulkChange, { body: { issue_ids, properties } })
const refusal = ({ id }: { id: string }, text: string) => ({
  status: 400,
  body: { property_values: { [id]: [text] } },
})
const required = 'This field is required.'

interface Line {
  comment: string
  old_value: string
  new_value: string
  old_identifier: string | null
  new_identifier: string | null
  property_id: string
}
const linesOf = async (id: string) => {
  const { rows } = await sql<Line>`
    select comment, old_value, new_value, old_identifier, new_identifier, property_id
    from activities where work_item_id = ${id} and field = 'property'
    order by created_at, ctid`.execute(db)
  return rows
}
const sentencesOf = async (id: string) =>
  (await linesOf(id)).map((line) => `${line.comment}: ${line.old_value} → ${line.new_value}`)

async function everyKind(client: Client) {
  const { bug } = await typesOf(client)
  const add = (kind: Parameters<typeof addProperty>[3], more = {}) =>
    addProperty(client, bug, `a ${kind}`, kind, more)
  const [text, number, boolean, date, datetime, link] = [
    await add('text'),
    await add('number', { decimals: 2 }),
    await add('boolean'),
    await add('date'),
    await add('datetime'),
    await add('link'),
  ]
  const option = await add('option', { options: newOptions('Major', 'Minor') })
  const person = await add('person', { is_multi: true })
  const item = await add('item', { is_multi: true })
  return { bug, text, number, boolean, date, datetime, link, option, person, item }
}

describe('a new item', () => {
  it('has values of every kind, wherever it is read', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { bug, ...of } = await everyKind(ada)
    const other = await addItem(ada, 'other')
    const sent = {
      ...{ [of.text.id]: ' 1.2 beta ', [of.number.id]: 12.5, [of.boolean.id]: false },
      ...{ [of.date.id]: '2026-02-28', [of.datetime.id]: '2026-02-28T23:30:00+01:00' },
      ...{ [of.link.id]: 'example.com/a', [of.option.id]: [optionOf(of.option, 'Minor')] },
      ...{ [of.person.id]: [mia.user_id, ada.user_id], [of.item.id]: [other.id.toUpperCase()] },
    }
    const stored = {
      ...sent,
      ...{ [of.text.id]: '1.2 beta', [of.datetime.id]: '2026-02-28T22:30:00.000Z' },
      ...{ [of.link.id]: 'http://example.com/a', [of.item.id]: [other.id] },
    }
    let id = ''
    const events = await mia.eventsOf(async () => {
      const made = await addItem(ada, 'item', { type_id: bug, property_values: sent })
      expect(made.property_values).toEqual(stored)
      id = made.id
    })
    expect(events).toMatchObject([{ work_item: { id, property_values: stored } }])
    expect(await valuesOf(mia, id)).toEqual(stored)
    const [row] = (await rowsOf(mia)).filter((one) => one.id === id)
    expect(row?.property_values).toEqual(stored)
    const feed = await mia.call(lists.sync, { query: {} })
    expect(feed.results.find((one) => one.id === id)?.property_values).toEqual(stored)
    expect(other.property_values).toEqual({})
  })

  it('gets what fits its properties, or is not made', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const { bug, ...of } = await everyKind(ada)
    const { task } = await typesOf(ada)
    const elsewhere = await addItem(eve, 'elsewhere')
    const attempts: [WorkItemProperty, unknown][] = [
      [of.text, 7],
      [of.text, 'x'.repeat(10_001)],
      [of.number, '7'],
      [of.number, 1.234],
      [of.number, 1e16],
      [of.boolean, 'true'],
      [of.date, '2026-02-30'],
      [of.date, '2026-02-28T00:00:00Z'],
      [of.datetime, '2026-02-28'],
      [of.link, 'javascript:alert(1)'],
      [of.option, nobody],
      [of.option, [nobody]],
      [of.option, of.option.options.map(({ id }) => id)],
      [of.person, [nobody]],
      [of.person, [eve.user_id]],
      [of.item, [elsewhere.id]],
      [of.text, { deep: true }],
    ]
    for (const [property, value] of attempts) {
      const body = { name: 'item', type_id: bug, property_values: { [property.id]: value } }
      const answer = await ada.attempt(workItemsApi.create, { body: body as never })
      expect(answer, `${property.kind} ${value}`).toMatchObject({ status: 400 })
    }
    const foreign = { name: 'item', type_id: task, property_values: { [of.text.id]: 'x' } }
    expect(await ada.attempt(workItemsApi.create, { body: foreign })).toEqual(
      refusal(of.text, `Invalid pk "${of.text.id}" - object does not exist.`),
    )
    const none = {
      name: 'item',
      type_id: bug,
      property_values: { [of.text.id]: '', [of.option.id]: [] },
    }
    expect((await ada.call(workItemsApi.create, { body: none })).property_values).toEqual({})
    expect(await rowsOf(ada)).toHaveLength(1)
  })

  it('has a default where nothing is said, and is refused without what is required', async () => {
    const { ada } = await projectOf('ada')
    const { bug, task } = await typesOf(ada)
    const severity = await addProperty(ada, bug, 'Severity', 'option', {
      ...{ options: newOptions('Major', 'Minor'), is_required: true },
    })
    const minor = optionOf(severity, 'Minor')
    const create = (body: object) =>
      ada.attempt(workItemsApi.create, { body: { name: 'item', ...body } })
    expect(await create({ type_id: bug })).toEqual(refusal(severity, required))
    expect(await create({})).toMatchObject({ status: 201 })
    const change = (body: object) =>
      ada.call(workItemPropertiesApi.change, { params: { type_id: bug, id: severity.id }, body })
    await change({ default_value: [minor] })
    expect(await create({ type_id: bug })).toMatchObject({
      ...{ status: 201, body: { property_values: { [severity.id]: [minor] } } },
    })
    const none = { type_id: bug, property_values: { [severity.id]: null } }
    expect(await create(none)).toEqual(refusal(severity, required))
    await change({ is_active: false })
    expect(await create(none)).toMatchObject({ status: 201, body: { property_values: {} } })
    // Also of the type an item gets without a choice.
    const days = await addProperty(ada, task, 'Days', 'number', { default_value: 3 })
    expect(await create({})).toMatchObject({ body: { property_values: { [days.id]: 3 } } })
    const params = { type_id: task, id: days.id }
    const body = { is_required: true, default_value: null }
    await ada.call(workItemPropertiesApi.change, { params, body })
    expect(await create({})).toEqual(refusal(days, required))
  })

  it('is not asked for anything by intake', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(projectsApi.change, { body: { inbox_view: true } })
    const { task } = await typesOf(ada)
    const days = await addProperty(ada, task, 'Days', 'number', { is_required: true })
    const { issue } = await ada.call(intakeItemsApi.create, { body: { issue: { name: 'Lost' } } })
    await ada.call(intakeItemsApi.change, { params: { id: issue.id }, body: { status: 1 } })
    expect(await valuesOf(ada, issue.id)).toEqual({})
    await change(ada, issue.id, { priority: 'low', property_values: { [days.id]: 2 } })
    expect(await valuesOf(ada, issue.id)).toEqual({ [days.id]: 2 })
  })
})

describe('a change', () => {
  it('is told in the history, with what was and what is', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { bug, ...of } = await everyKind(ada)
    const [major, minor] = [optionOf(of.option, 'Major'), optionOf(of.option, 'Minor')]
    const { id } = await addItem(ada, 'item', {
      ...{ type_id: bug, property_values: { [of.option.id]: [minor], [of.text.id]: 'one' } },
    })
    expect(await linesOf(id)).toEqual([])
    await change(ada, id, {
      property_values: {
        ...{ [of.option.id]: [major], [of.text.id]: null, [of.number.id]: 2 },
        [of.person.id]: [mia.user_id],
      },
    })
    await change(ada, id, { property_values: { [of.option.id]: [major], [of.person.id]: [] } })
    expect(await sentencesOf(id)).toEqual([
      'updated a text to: one → ',
      'updated a number to:  → 2',
      'updated a option to: Minor → Major',
      'added to a person :  → mia',
      'removed from a person : mia → ',
    ])
    expect((await linesOf(id))[2]).toMatchObject({
      ...{ old_identifier: minor, new_identifier: major, property_id: of.option.id },
    })
    expect(await valuesOf(ada, id)).toEqual({ [of.option.id]: [major], [of.number.id]: 2 })
  })

  it('does not clear what is required, and leaves what somebody else lost alone', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { bug } = await typesOf(ada)
    const tester = await addProperty(ada, bug, 'Tester', 'person', { is_multi: true })
    const { id } = await addItem(ada, 'item', { type_id: bug })
    const params = { type_id: bug, id: tester.id }
    await ada.call(workItemPropertiesApi.change, { params, body: { is_required: true } })
    await change(ada, id, { priority: 'high' })
    await change(ada, id, { property_values: { [tester.id]: [mia.user_id] } })
    const cleared = { property_values: { [tester.id]: null } }
    expect(await attempt(ada, id, cleared)).toEqual(refusal(tester, required))
    await mia.call(projectMembersApi.leave)
    const both = { property_values: { [tester.id]: [mia.user_id, ada.user_id] } }
    await change(ada, id, both)
    expect(await valuesOf(ada, id)).toEqual(both.property_values)
  })

  it('of the type takes the values along, by name or as it is told', async () => {
    const { ada } = await projectOf('ada')
    const { bug, story } = await typesOf(ada)
    const from = {
      severity: await addProperty(ada, bug, 'Severity', 'option', {
        options: newOptions('Major', 'Minor'),
      }),
      build: await addProperty(ada, bug, 'Build', 'number'),
      notes: await addProperty(ada, bug, 'Notes', 'text'),
      seen: await addProperty(ada, bug, 'Seen', 'boolean'),
    }
    const to = {
      severity: await addProperty(ada, story, 'severity', 'option', {
        options: newOptions('minor', 'Blocker'),
      }),
      release: await addProperty(ada, story, 'Release', 'text'),
      risk: await addProperty(ada, story, 'Risk', 'number', { default_value: 3 }),
    }
    const { id } = await addItem(ada, 'item', {
      type_id: bug,
      property_values: {
        ...{ [from.severity.id]: [optionOf(from.severity, 'Minor')], [from.build.id]: 17 },
        ...{ [from.notes.id]: 'slow', [from.seen.id]: true },
      },
    })
    await change(ada, id, {
      ...{ type_id: story, property_mapping: { [from.build.id]: to.release.id } },
    })
    expect(await valuesOf(ada, id)).toEqual({
      ...{ [to.severity.id]: [optionOf(to.severity, 'minor')], [to.release.id]: '17' },
      [to.risk.id]: 3,
    })
    expect((await sentencesOf(id)).toSorted()).toEqual(
      [
        'updated Severity to: Minor → ',
        'updated severity to:  → minor',
        'updated Build to: 17 → ',
        'updated Notes to: slow → ',
        'updated Seen to: true → ',
        'updated Release to:  → 17',
        'updated Risk to:  → 3',
      ].toSorted(),
    )
    await addProperty(ada, bug, 'Cause', 'text', { is_required: true })
    expect(await attempt(ada, id, { type_id: bug })).toMatchObject({ status: 400 })
    const left = await sql`
      select from work_item_property_values where work_item_id = ${id}`.execute(db)
    expect(left.rows).toHaveLength(3)
  })

  it('of many items at once adds to lists, and passes over items of other types', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { bug, ...of } = await everyKind(ada)
    const { task } = await typesOf(ada)
    const one = await addItem(ada, 'one', {
      ...{ type_id: bug, property_values: { [of.person.id]: [ada.user_id] } },
    })
    const two = await addItem(ada, 'two', { type_id: bug })
    const other = await addItem(ada, 'other')
    const all = [one.id, two.id, other.id]
    const done = { status: 200, body: { message: 'Bulk operation successful' } }
    const values = { [of.person.id]: [mia.user_id], [of.number.id]: 4 }
    expect(await bulk(ada, all, { property_values: values })).toEqual(done)
    expect(await valuesOf(ada, one.id)).toEqual({
      ...{ [of.person.id]: [ada.user_id, mia.user_id], [of.number.id]: 4 },
    })
    expect(await valuesOf(ada, two.id)).toEqual(values)
    expect(await valuesOf(ada, other.id)).toEqual({})
    const removed_property_values = { [of.person.id]: [mia.user_id] }
    expect(await bulk(ada, all, { removed_property_values })).toEqual(done)
    expect(await valuesOf(ada, two.id)).toEqual({ [of.number.id]: 4 })
    expect(await sentencesOf(two.id)).toHaveLength(3)
    expect(await bulk(ada, [other.id], { property_values: values })).toMatchObject({ status: 400 })
    const days = await addProperty(ada, task, 'a number', 'number', { is_required: true })
    const retyped = { type_id: task, property_values: { [days.id]: 5 } }
    expect(await bulk(ada, [one.id], { type_id: task })).toEqual(done)
    expect(await bulk(ada, [two.id], retyped)).toEqual(done)
    expect(await valuesOf(ada, one.id)).toEqual({ [days.id]: 4 })
    expect(await valuesOf(ada, two.id)).toEqual({ [days.id]: 5 })
    const bare = await addItem(ada, 'bare', { type_id: bug })
    expect(await bulk(ada, [bare.id], { type_id: task })).toEqual(refusal(days, required))
  })
})

describe('values', () => {
  async function tagged(client: Client) {
    const { bug, story } = await typesOf(client)
    const from = await addProperty(client, bug, 'Notes', 'text')
    const to = await addProperty(client, story, 'Notes', 'text')
    const item = await addItem(client, 'item', {
      ...{ type_id: bug, property_values: { [from.id]: 'slow' } },
    })
    return { bug, story, from, to, item }
  }

  it('go with an item to another project', async () => {
    const { ada } = await projectOf('ada')
    const { bug, story, from, to, item } = await tagged(ada)
    const project = async (name: string, type_ids: string[]) => {
      const body = { name, identifier: name.toUpperCase(), is_issue_type_enabled: true }
      const { id } = await ada.call(projectsApi.create, { body })
      const there = ada.at({ ...ada.place, project_id: id })
      await there.call(projectsApi.change, { body: { type_ids } })
      return there
    }
    const [sea, sky] = [await project('Sea', [bug]), await project('Sky', [story])]
    const move = (client: Client, there: Client) =>
      client.call(workItemsApi.move, {
        ...{ params: { id: item.id }, body: { project_id: there.place.project_id ?? '' } },
      })
    expect((await move(ada, sea)).property_values).toEqual({ [from.id]: 'slow' })
    const moved = await move(sea, sky)
    expect(moved).toMatchObject({ type_id: story, property_values: { [to.id]: 'slow' } })
    const { rows } = await sql<{ project_id: string }>`
      select project_id from work_item_property_values where work_item_id = ${item.id}`.execute(db)
    expect(rows).toEqual([{ project_id: sky.place.project_id }])
  })

  it('go with an item into an epic, and with all items of a type that is deleted', async () => {
    const { ada } = await projectOf('ada')
    const { bug, story, to, item } = await tagged(ada)
    const { type_id } = await ada.call(epicsApi.create, { body: { name: 'epic' } })
    const goal = await addProperty(ada, type_id ?? '', 'notes', 'text')
    await ada.call(workItemTypesApi.remove, {
      ...{ params: { id: bug }, query: { replacement: story } },
    })
    expect(await valuesOf(ada, item.id)).toEqual({ [to.id]: 'slow' })
    const raised = await ada.call(workItemTypesApi.convert, {
      ...{ params: { id: item.id }, body: { to: 'epic' } },
    })
    expect(raised.property_values).toEqual({ [goal.id]: 'slow' })
  })

  it('come back with a deleted item, and follow its place', async () => {
    const { ada } = await projectOf('ada')
    const { from, item } = await tagged(ada)
    await ada.call(workItemsApi.remove, { params: { id: item.id } })
    await ada.call(workItemsApi.bulkRestore, { body: { issue_ids: [item.id] } })
    expect(await valuesOf(ada, item.id)).toEqual({ [from.id]: 'slow' })
    const tester = await addProperty(ada, item.type_id ?? '', 'Tester', 'person')
    const property_values = { [tester.id]: [ada.user_id] }
    await change(ada, item.id, { property_values, sort_order: 12 })
    await change(ada, item.id, { sort_order: 13 })
    const { rows } = await sql`
      select v.sort_order from work_item_property_values v
      where v.work_item_id = ${item.id} and v.property_id = ${tester.id}`.execute(db)
    expect(rows).toEqual([{ sort_order: 13 }])
  })

  it('are read with a page of items in one statement', async () => {
    const { ada } = await projectOf('ada')
    const { bug, from } = await tagged(ada)
    for (let n = 0; n < 30; n += 1) {
      await addItem(ada, `item ${n}`, { type_id: bug, property_values: { [from.id]: `${n}` } })
    }
    const page = await ada.call(lists.project, { query: { per_page: '10' } })
    const rows = page.results as WorkItem[]
    expect(rows).toHaveLength(10)
    expect(rows.every((row) => typeof row.property_values[from.id] === 'string')).toBe(true)
  })
})
