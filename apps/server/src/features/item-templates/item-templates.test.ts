import { addDays, dayInZone } from '@cairn/calendar'
import {
  itemTemplatesApi as api,
  applyItemTemplateEvent,
  GUEST,
  historyApi,
  type ItemTemplate,
  type ItemTemplateEvent,
  labelsApi,
  MEMBER,
  type NewWorkItemProperty,
  type Notification,
  notificationsApi,
  projectMembersApi,
  projectsApi,
  statesApi,
  type TemplateItem,
  type WorkItem,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { createDueItems } from './service.ts'

const { projectOf, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }

const today = dayInZone(Date.now(), 'UTC')
const later = (days: number) => addDays(today, days) ?? ''

const plain: TemplateItem = {
  ...{ name: 'Release', description_html: '<p>Steps</p>', priority: 'high' },
  ...{ state_id: null, type_id: null, estimate_point: null },
  ...{ label_ids: [], assignee_ids: [], module_ids: [] },
  ...{ start_after: null, due_after: 3, parent: null, property_values: {} },
}
const save = (client: Client, items: TemplateItem[] = [plain], name = 'Release') =>
  client.call(api.create, { body: { name, items } })
const at = ({ id }: { id: string }) => ({ params: { id } })

/** All items of the project, by number. */
async function itemsOf(client: Client): Promise<WorkItem[]> {
  const { rows } = await sql<{ id: string }>`
    select id from work_items where project_id = ${client.place.project_id}
    order by sequence_id`.execute(db)
  return Promise.all(
    rows.map(async ({ id }) => (await client.call(workItemsApi.get, at({ id }))) as WorkItem),
  )
}

describe('a template of items', () => {
  it('is made from an item with its sub-items, and makes them again', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const label = await ada.call(labelsApi.create, { body: { name: 'Ship', color: '#ff0000' } })
    const root = await ada.call(workItemsApi.create, {
      body: {
        ...{ name: 'Release', description_html: '<p>Steps</p>', priority: 'high' },
        ...{ label_ids: [label.id], assignee_ids: [mel.user_id] },
        ...{ start_date: today, target_date: later(3) },
      },
    })
    const below = await ada.call(workItemsApi.create, {
      body: { name: 'Write notes', parent_id: root.id },
    })
    await ada.call(workItemsApi.create, { body: { name: 'Ask Mel', parent_id: below.id } })
    const template = await mel.call(api.createFromItem, {
      ...at(root),
      body: { name: ' Monthly release ' },
    })
    expect(template).toMatchObject({ name: 'Monthly release', recurrence: null })
    expect(template.items.map(({ name, parent }) => [name, parent])).toEqual([
      ['Release', null],
      ['Write notes', 0],
      ['Ask Mel', 1],
    ])
    expect(template.items[0]).toMatchObject({
      ...{ label_ids: [label.id], assignee_ids: [mel.user_id], start_after: 0, due_after: 3 },
    })

    const made = await mel.call(workItemsApi.create, {
      body: { name: 'Release 2', priority: 'low', template_id: template.id },
    })
    expect(made).toMatchObject({ name: 'Release 2', priority: 'low', sub_issues_count: 1 })
    const [, , , again, notes, ask] = await itemsOf(ada)
    expect([again?.id, notes?.name, ask?.name]).toEqual([made.id, 'Write notes', 'Ask Mel'])
    expect([notes?.parent_id, ask?.parent_id]).toEqual([made.id, notes?.id])
    const history = await ada.call(historyApi.list, { ...at(made), query: {} })
    expect(history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'template', new_value: 'Monthly release' }),
      ]),
    )
  })

  it('leaves out what no longer exists', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const label = await ada.call(labelsApi.create, { body: { name: 'Ship', color: '#ff0000' } })
    const state = await ada.call(statesApi.create, { body: { name: 'Wait', color: '#ff0000' } })
    const sub = { ...plain, name: 'Sub', parent: 0, start_after: 1 }
    const gone = { label_ids: [label.id], assignee_ids: [mel.user_id], state_id: state.id }
    const template = await save(ada, [plain, { ...sub, ...gone }])
    await ada.call(labelsApi.remove, at(label))
    await ada.call(statesApi.remove, at(state))
    await mel.call(projectMembersApi.leave)
    await ada.call(workItemsApi.create, { body: { name: 'Again', template_id: template.id } })
    const [, made] = await itemsOf(ada)
    expect(made).toMatchObject({ name: 'Sub', label_ids: [], assignee_ids: [] })
    expect(made).toMatchObject({ start_date: later(1), target_date: later(3) })
  })

  it('has no lost values in the first item either, where the dialog still sends them', async () => {
    const { ada } = await projectOf('ada')
    const label = await ada.call(labelsApi.create, { body: { name: 'Ship', color: '#ff0000' } })
    const state = await ada.call(statesApi.create, { body: { name: 'Wait', color: '#ff0000' } })
    const lost = { label_ids: [label.id], state_id: state.id }
    const template = await save(ada, [{ ...plain, ...lost }])
    await ada.call(labelsApi.remove, at(label))
    await ada.call(statesApi.remove, at(state))
    const body = { name: 'Again', ...lost, template_id: template.id }
    expect(await ada.call(workItemsApi.create, { body })).toMatchObject({ label_ids: [] })
  })

  it('makes all of its items or none', async () => {
    const { ada } = await projectOf('ada')
    const template = await save(ada, [plain, { ...plain, name: 'Sub', parent: 0 }])
    const other = await ada.call(projectsApi.create, { body: { name: 'B', identifier: 'BBB' } })
    const body = { name: 'Again', template_id: template.id }
    expect(await ada.at({ project_id: other.id }).attempt(workItemsApi.create, { body })).toEqual({
      status: 400,
      body: { template_id: [`Invalid pk "${template.id}" - object does not exist.`] },
    })
    await ada.call(api.remove, at(template))
    expect((await ada.attempt(workItemsApi.create, { body })).status).toBe(400)
    expect(await itemsOf(ada)).toEqual([])
  })

  it('is changed and deleted by its creator or an admin, and seen by members only', async () => {
    const people = await projectOf('ada', ['mel', MEMBER], ['bob', MEMBER], ['gus', GUEST])
    const { ada, mel, bob, gus } = people
    const template = await save(mel)
    expect(await bob.call(api.list)).toEqual([template])
    expect(await gus.attempt(api.list)).toEqual(refused)
    const body = { name: 'Mine' }
    expect(await bob.attempt(api.change, { ...at(template), body })).toEqual(refused)
    expect(await bob.attempt(api.remove, at(template))).toEqual(refused)
    expect(await ada.call(api.change, { ...at(template), body })).toMatchObject(body)
    await mel.call(api.remove, at(template))
    expect(await mel.attempt(api.remove, at(template))).toEqual(missing)
    expect(await mel.call(api.list)).toEqual([])
  })

  it('is told to the other browsers', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    let list: ItemTemplate[] = []
    const events = await mel.eventsOf(async () => {
      const template = await save(ada)
      await ada.call(api.change, { ...at(template), body: { name: 'B' } })
      await save(ada, [plain], 'A')
    })
    for (const event of events as ItemTemplateEvent[]) list = applyItemTemplateEvent(list, event)
    expect(list).toEqual(await mel.call(api.list))
  })

  it.each([
    ['no items', []],
    ['a first item with a parent', [{ ...plain, parent: 0 }]],
    ['a parent that comes later', [plain, { ...plain, parent: 1 }]],
    ['a second item without a parent', [plain, plain]],
    ['a blank name', [{ ...plain, name: ' ' }]],
  ])('refuses %s', async (_what, items) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.create, { body: { name: 'X', items } })).toMatchObject({
      status: 400,
    })
    expect(await ada.call(api.list)).toEqual([])
  })
})

/** A type with properties, which is the default one of the project. */
async function typeOf(client: Client) {
  await client.call(projectsApi.change, { body: { is_issue_type_enabled: true } })
  const types = await client.call(workItemTypesApi.listOfWorkspace)
  const type = types.find(({ is_default }) => is_default)
  const type_id = type?.id ?? ''
  const define = (body: NewWorkItemProperty) =>
    client.call(workItemPropertiesApi.create, { params: { type_id }, body })
  return { type_id, define }
}

describe('property values of a template', () => {
  it('come from the item, and are those of the new ones', async () => {
    const { ada } = await projectOf('ada')
    const { type_id, define } = await typeOf(ada)
    const found = await define({ name: 'Found in', kind: 'text' })
    const checked = await define({ name: 'Checked by', kind: 'person', is_multi: true })
    const values = { [found.id]: '4.2', [checked.id]: [ada.user_id] }
    const root = await ada.call(workItemsApi.create, {
      body: { name: 'Release', type_id, property_values: values },
    })
    const body = { name: 'Notes', type_id, parent_id: root.id, property_values: values }
    await ada.call(workItemsApi.create, { body })
    const template = await ada.call(api.createFromItem, { ...at(root), body: { name: 'T' } })
    expect(template.items.map(({ property_values }) => property_values)).toEqual([values, values])
    const changed = { [found.id]: '5.0' }
    await ada.call(workItemsApi.create, {
      body: { name: 'Again', type_id, property_values: changed, template_id: template.id },
    })
    const [, , again, notes] = await itemsOf(ada)
    expect(again?.property_values).toEqual(changed)
    expect(notes?.property_values).toEqual(values)
  })

  it('leave out what no longer fits, and never ask for what is required', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { type_id, define } = await typeOf(ada)
    const [big, small] = [crypto.randomUUID(), crypto.randomUUID()]
    const size = await define({
      ...{ name: 'Sizes', kind: 'option', is_multi: true },
      options: [big, small].map((id, n) => ({ id, name: `Size ${n}`, color: '#ff0000' })),
    })
    const found = await define({ name: 'Found in', kind: 'text' })
    const checked = await define({ name: 'Checked by', kind: 'person' })
    const property_values = {
      ...{ [size.id]: [big, small], [found.id]: '4.2', [checked.id]: [mel.user_id] },
      [crypto.randomUUID()]: 'of another type',
    }
    const valued = { ...plain, type_id, property_values }
    const template = await save(ada, [valued, { ...valued, name: 'Sub', parent: 0 }])
    await ada.call(api.recur, { ...at(template), body: weekly })
    const one = (id: string) => ({ params: { type_id, id } })
    await ada.call(workItemPropertiesApi.remove, one(found.id))
    await ada.call(workItemPropertiesApi.change, {
      ...one(size.id),
      body: { removed_option_ids: [big] },
    })
    await mel.call(projectMembersApi.leave)
    // Nobody fills these in: one has a default, the other stays empty.
    const reason = await define({
      ...{ name: 'Reason', kind: 'text', is_required: true, default_value: 'Plan' },
    })
    await define({ name: 'Cost', kind: 'text', is_required: true })
    await isDueSince(template.id, 0)
    await createDueItems(db)
    const made = await itemsOf(ada)
    const left = { [size.id]: [small], [reason.id]: 'Plan' }
    expect(made.map((item) => item.property_values)).toEqual([left, left])
    const [after] = await ada.call(api.list)
    expect(after?.recurrence).toMatchObject({ is_paused: false, created_count: 1 })

    // The dialog asks for required values.
    const body = { name: 'By hand', type_id, property_values, template_id: template.id }
    expect(await ada.attempt(workItemsApi.create, { body })).toMatchObject({ status: 400 })
    expect(await itemsOf(ada)).toHaveLength(2)
  })

  it('are checked like those of items where they are sent', async () => {
    const { ada } = await projectOf('ada')
    const wrong = [{ nobody: 'x' }, { [crypto.randomUUID()]: ['x'] }]
    for (const property_values of wrong) {
      const items = [{ ...plain, property_values }]
      expect(await ada.attempt(api.create, { body: { name: 'X', items } })).toMatchObject({
        status: 400,
      })
    }
    const nul = { [crypto.randomUUID()]: 'a\0b' }
    const items = [{ ...plain, property_values: nul }]
    expect((await ada.attempt(api.create, { body: { name: 'X', items } })).status).toBe(400)
  })
})

const weekly = { rule: 'FREQ=WEEKLY', starts_on: today, time: '00:00', is_paused: false }

/** The next item of a template was due so many days ago. */
const isDueSince = (id: string, days: number) =>
  sql`update item_templates set next_at = now() - make_interval(days => ${days})
    where id = ${id}`.execute(db)

const newsOf = async (client: Client) => {
  const list = (await client.call(notificationsApi.list, { query: {} })) as Notification[]
  return list.map(({ data }) => ({ name: data.recurrence?.name, reason: data.recurrence?.reason }))
}

describe('an item that recurs', () => {
  it('says when it will, in the time zone of its project', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(projectsApi.change, { body: { timezone: 'Asia/Tokyo' } })
    const { id } = await save(ada)
    const start = later(10)
    const { recurrence } = await ada.call(api.recur, {
      ...at({ id }),
      body: { ...weekly, starts_on: start, time: '09:30' },
    })
    expect(recurrence).toMatchObject({
      next_at: expect.stringContaining(`${start}T00:30:00`),
      next_days: [10, 17, 24, 31, 38].map(later),
    })
    const paused = await ada.call(api.recur, {
      ...at({ id }),
      body: { ...weekly, is_paused: true },
    })
    expect(paused.recurrence).toMatchObject({ is_paused: true, next_at: null, next_days: [] })
    expect((await ada.call(api.endRecurrence, at({ id }))).recurrence).toBeNull()
  })

  it('is made once when it is due, also by several servers at once', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await save(ada, [plain, { ...plain, name: 'Sub', parent: 0 }])
    await ada.call(api.recur, { ...at({ id }), body: weekly })
    await Promise.all([createDueItems(db), createDueItems(db)])
    expect(await itemsOf(ada)).toEqual([])
    await isDueSince(id, 0)
    await Promise.all(Array.from({ length: 5 }, () => createDueItems(db)))
    const [root, sub, ...others] = await itemsOf(ada)
    expect(others).toEqual([])
    expect(root).toMatchObject({ name: 'Release', priority: 'high', target_date: later(3) })
    expect(sub).toMatchObject({ name: 'Sub', parent_id: root?.id })
    expect(root?.created_by).toBe(ada.user_id)
    const history = await ada.call(historyApi.list, { ...at({ id: root?.id ?? '' }), query: {} })
    expect(history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'recurrence', new_value: 'Release' }),
      ]),
    )
    const [template] = await ada.call(api.list)
    expect(template?.recurrence).toMatchObject({ created_count: 1 })
  })

  it('is made once for all that was missed while no server ran', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await save(ada)
    const body = { ...weekly, rule: 'FREQ=DAILY', starts_on: later(-100) }
    await ada.call(api.recur, { ...at({ id }), body })
    await isDueSince(id, 90)
    await createDueItems(db)
    await createDueItems(db)
    expect(await itemsOf(ada)).toHaveLength(1)
    const [template] = await ada.call(api.list)
    expect(Date.parse(template?.recurrence?.next_at ?? '')).toBeGreaterThan(Date.now())
  })

  it('ends with its rule', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await save(ada)
    const body = { ...weekly, rule: 'FREQ=DAILY;COUNT=1' }
    await ada.call(api.recur, { ...at({ id }), body })
    await isDueSince(id, 0)
    await createDueItems(db)
    await createDueItems(db)
    expect(await itemsOf(ada)).toHaveLength(1)
    const [template] = await ada.call(api.list)
    expect(template?.recurrence).toMatchObject({ next_at: null, next_days: [] })
  })

  it('pauses when the user who set it has left, and does not delay others', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const left = await save(mel, [plain], 'Left')
    const stays = await save(ada, [plain], 'Stays')
    await mel.call(api.recur, { ...at(left), body: weekly })
    await ada.call(api.recur, { ...at(stays), body: weekly })
    await mel.call(projectMembersApi.leave)
    await isDueSince(left.id, 2)
    await isDueSince(stays.id, 1)
    await createDueItems(db)
    expect(await itemsOf(ada)).toHaveLength(1)
    const paused = (await ada.call(api.list)).map(({ recurrence }) => recurrence?.is_paused)
    expect(paused).toEqual([true, false])
    // Who left is not notified; the admins are, who can resume it.
    expect(await newsOf(ada)).toEqual([{ name: 'Left', reason: 'left' }])
    expect(await mel.call(notificationsApi.countUnread)).toMatchObject({
      total_unread_notifications_count: 0,
    })
  })

  it('pauses when its item cannot be created, and notifies who set the rule', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await save(mel, [plain], 'Broken')
    await mel.call(api.recur, { ...at({ id }), body: weekly })
    // Longer than the title of a work item.
    await sql`update item_templates set items = jsonb_set(items, '{0,name}',
      to_jsonb(repeat('x', 300))) where id = ${id}`.execute(db)
    await isDueSince(id, 0)
    const events = await mel.eventsOf(() =>
      expect(createDueItems(db)).rejects.toThrow('some items were not created'),
    )
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['item_template.saved', 'notification.came']),
    )
    await createDueItems(db)
    expect(await newsOf(mel)).toEqual([{ name: 'Broken', reason: 'failed' }])
    expect(await newsOf(ada)).toEqual([])
    const [one] = (await mel.call(notificationsApi.list, { query: {} })) as Notification[]
    expect(one).toMatchObject({
      ...{ entity_name: 'item_template', entity_identifier: id, read_at: null },
      ...{ project: mel.place.project_id, is_mentioned_notification: false },
      data: { recurrence: { template_id: id, project_name: 'Trail Maps' } },
    })
    // It goes with the template.
    await mel.call(api.remove, at({ id }))
    expect(await newsOf(mel)).toEqual([])
  })

  it.each([
    ...[{ rule: 'FREQ=HOURLY' }, { rule: 'tomorrow' }, { time: '24:00' }, { time: '9' }],
    ...[{ starts_on: 'today' }, { starts_on: '2026-02-30' }],
  ])('refuses %o', async (wrong) => {
    const { ada } = await projectOf('ada')
    const { id } = await save(ada)
    const body = { ...weekly, ...wrong }
    expect(await ada.attempt(api.recur, { ...at({ id }), body })).toMatchObject({ status: 400 })
    expect((await ada.call(api.list))[0]?.recurrence).toBeNull()
  })
})
