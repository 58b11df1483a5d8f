import {
  workItemPropertiesApi as api,
  MEMBER,
  type PropertyValues,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, missing, nobody, refused } from '#features/work-items/test-kit/items.ts'
import {
  addProperty,
  newOptions,
  optionOf,
  typesOf,
} from '#features/work-items/test-kit/properties.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { purgeValues } from './service.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const list = (client: Client) => client.call(api.list)
const change = (client: Client, { type_id, id }: { type_id: string; id: string }, body: object) =>
  client.call(api.change, { params: { type_id, id }, body })
const valuesOf = async (client: Client, id: string): Promise<PropertyValues> =>
  (await client.call(workItemsApi.get, { params: { id }, query: {} })).property_values

describe('the properties of a type', () => {
  it('are of every kind, and everybody in the workspace knows them', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { bug } = await typesOf(ada)
    const options = newOptions('Critical', 'Major')
    const events = await mia.eventsOf(async () => {
      await addProperty(ada, bug, ' Severity ', 'option', {
        ...{ options, is_required: true, help: 'How bad it is' },
        default_value: [options[1]?.id ?? ''],
      })
      await addProperty(ada, bug, 'Cost', 'number', {
        ...{ unit: '€', decimals: 2, default_value: 1.5 },
      })
      for (const kind of ['text', 'boolean', 'date', 'datetime', 'link'] as const) {
        await addProperty(ada, bug, `A ${kind}`, kind)
      }
      await addProperty(ada, bug, 'Testers', 'person', { is_multi: true })
      await addProperty(ada, bug, 'Causes', 'item', { is_multi: true, sort_order: 1 })
    })
    expect(events.map(({ type }) => type)).toEqual(Array(9).fill('work_item_property.saved'))
    const [causes, severity, cost, ...others] = await list(mia)
    expect(causes).toMatchObject({ name: 'Causes', kind: 'item', is_multi: true, sort_order: 1 })
    expect(severity).toMatchObject({
      ...{ type_id: bug, name: 'Severity', kind: 'option', is_required: true, is_active: true },
      ...{ help: 'How bad it is', default_value: [options[1]?.id] },
      options: [
        { name: 'Critical', color: '#000000' },
        { name: 'Major', is_active: true },
      ],
    })
    expect(cost).toMatchObject({ unit: '€', decimals: 2, default_value: 1.5, options: [] })
    expect(others.map(({ kind }) => kind)).toEqual([
      ...['text', 'boolean', 'date', 'datetime', 'link', 'person'],
    ])
  })

  it('are changed, put in order and removed, with their options', async () => {
    const { ada } = await projectOf('ada')
    const { bug } = await typesOf(ada)
    const [critical, major, minor] = newOptions('Critical', 'Major', 'Minor')
    const severity = await addProperty(ada, bug, 'Severity', 'option', {
      options: [critical, major, minor].flatMap((one) => one ?? []),
      default_value: [minor?.id ?? ''],
    })
    const [a = '', b = '', c = ''] = severity.options.map(({ id }) => id)
    const swapped = await change(ada, severity, {
      name: 'Impact',
      options: [
        { id: a, name: 'Major', sort_order: 9e5 },
        { id: b, name: 'Critical', is_active: false },
        { id: crypto.randomUUID(), name: 'Trivial' },
      ],
      removed_option_ids: [c],
    })
    expect(swapped).toMatchObject({ name: 'Impact', default_value: null })
    expect(swapped.options.map(({ name, is_active }) => [name, is_active])).toEqual([
      ['Critical', false],
      ['Major', true],
      ['Trivial', true],
    ])
    const params = { type_id: bug, id: severity.id }
    const events = await ada.eventsOf(() => ada.call(api.remove, { params }))
    expect(events).toMatchObject([{ type: 'work_item_property.removed', id: severity.id }])
    expect(await list(ada)).toEqual([])
    // Its name is free again.
    await addProperty(ada, bug, 'Impact', 'text')
  })

  it('keep to rules', async () => {
    const { ada } = await projectOf('ada')
    const { bug, task } = await typesOf(ada)
    const text = await addProperty(ada, bug, 'Found in', 'text')
    await addProperty(ada, task, 'Found in', 'number')
    const attempt = (body: object, type_id = bug) =>
      ada.attempt(api.create, { params: { type_id }, body: body as never })
    const taken = { status: 400, body: { name: ['A property with this name already exists.'] } }
    expect(await attempt({ name: 'fOUND IN', kind: 'link' })).toEqual(taken)
    expect(await attempt({ name: ' ', kind: 'link' })).toMatchObject({ status: 400 })
    expect(await attempt({ name: 'x', kind: 'color' })).toMatchObject({ status: 400 })
    expect(await attempt({ name: 'x', kind: 'text', is_multi: true })).toMatchObject({
      status: 400,
    })
    expect(await attempt({ name: 'x', kind: 'number', default_value: 'one' })).toMatchObject({
      ...{ status: 400, body: { default_value: expect.anything() } },
    })
    const options = newOptions('One', 'oNE')
    expect(await attempt({ name: 'x', kind: 'option', options })).toEqual({
      ...{ status: 400, body: { options: ['An option with this name already exists.'] } },
    })
    expect(await attempt({ name: 'x', kind: 'text', options })).toMatchObject({ status: 400 })
    expect(await attempt({ name: 'x', kind: 'text' }, nobody)).toEqual(missing)
    const [one] = newOptions('One')
    const own = await addProperty(ada, bug, 'Own', 'option', { options: one ? [one] : [] })
    const stolen = {
      name: 'x',
      kind: 'option',
      options: own.options.map(({ id }) => ({ id, name: 'Mine' })),
    }
    expect(await attempt(stolen)).toMatchObject({ status: 400 })
    const people = await addProperty(ada, bug, 'People', 'person', { is_multi: true })
    const single = { params: { type_id: bug, id: people.id }, body: { is_multi: false } }
    expect(await ada.attempt(api.change, single)).toMatchObject({ status: 400 })
    const elsewhere = { params: { type_id: task, id: text.id }, body: { name: 'x' } }
    expect(await ada.attempt(api.change, elsewhere)).toEqual(missing)
    expect((await list(ada)).map(({ name }) => name).toSorted()).toEqual([
      ...['Found in', 'Found in', 'Own', 'People'],
    ])
  })

  it('are for workspace admins to define', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { eve } = await projectOf('eve')
    const { bug: type_id } = await typesOf(ada)
    const { id } = await addProperty(ada, type_id, 'Found in', 'text')
    for (const [call, input] of [
      [api.create, { params: { type_id }, body: { name: 'Mine', kind: 'text' } }],
      [api.change, { params: { type_id, id }, body: { name: 'Mine' } }],
      [api.remove, { params: { type_id, id } }],
    ] as const) {
      expect(await mia.attempt(call, input as never)).toEqual(refused)
      expect(await eve.attempt(call, input as never)).toEqual(missing)
    }
    expect(await eve.at(ada.place).attempt(api.list)).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(api.list)).toMatchObject({ status: 401 })
    expect(await list(mia)).toMatchObject([{ name: 'Found in' }])
    expect(await list(eve)).toEqual([])
    await ada.call(workItemTypesApi.remove, { params: { id: type_id } })
    expect(await list(ada)).toEqual([])
  })
})

it('names the items that values refer to, as far as the reader sees them', async () => {
  const { ada } = await projectOf('ada')
  const { eve } = await projectOf('eve')
  const [one, other] = [await addItem(ada, 'one'), await addItem(eve, 'other')]
  const query = { ids: `${one.id},${other.id}` }
  expect(await ada.call(api.referencedItems, { query })).toEqual([
    {
      ...{ id: one.id, project_id: one.project_id, project_identifier: 'TRAIL', sequence_id: 1 },
      ...{ name: 'one', state_id: one.state_id, type_id: null },
    },
  ])
  expect(await ada.attempt(api.referencedItems, { query: { ids: 'x' } })).toMatchObject({
    status: 400,
  })
})

it('forgets the values of deleted properties and options soon', async () => {
  const { ada } = await projectOf('ada')
  const { bug } = await typesOf(ada)
  const text = await addProperty(ada, bug, 'Found in', 'text')
  const severity = await addProperty(ada, bug, 'Severity', 'option', {
    ...{ options: newOptions('Major', 'Minor'), is_multi: true },
  })
  const [major, minor] = [optionOf(severity, 'Major'), optionOf(severity, 'Minor')]
  const { id } = await addItem(ada, 'item', {
    type_id: bug,
    property_values: { [text.id]: '1.2', [severity.id]: [major, minor] },
  })
  await ada.call(api.remove, { params: { type_id: bug, id: text.id } })
  await change(ada, severity, { removed_option_ids: [major] })
  await purgeValues(db)
  expect(await valuesOf(ada, id)).toEqual({ [severity.id]: [minor] })
})

it('adds a property while items of its type are being written', async () => {
  const { ada } = await projectOf('ada')
  const { bug } = await typesOf(ada)
  const { id } = await addItem(ada, 'item', { type_id: bug })
  await db.transaction().execute(async (tx) => {
    // As writers do: an uncommitted change of an item, with its type shared.
    await sql`update work_items set name = 'other' where id = ${id}`.execute(tx)
    await sql`select from work_item_types where id = ${bug} for key share`.execute(tx)
    await addProperty(ada, bug, 'Found in', 'text', { is_required: true })
  })
  expect(await list(ada)).toHaveLength(1)
})
