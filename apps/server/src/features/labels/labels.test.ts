import {
  labelsApi as api,
  applyLabelEvent,
  GUEST,
  type Label,
  type LabelEvent,
  MEMBER,
  projectMembersApi,
  projectsApi,
  viewsApi,
  workItemListsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, workspaceOf, stranger, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const done = { status: 204, body: null }
const taken = {
  status: 400,
  body: { error: 'Label with the same name already exists in the project' },
}
const add = (client: Client, name: string, more: Partial<Label> = {}) =>
  client.call(api.create, { body: { name, ...more } })
const noSuch = (id: string) => ({
  status: 400,
  body: { parent: [`Invalid pk "${id}" - object does not exist.`] },
})

describe('creating', () => {
  it('puts each behind the last, whatever order was sent; members may too', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const bug = await add(ada, ' bug ', { color: '#EB144C', sort_order: 3 })
    expect(bug).toMatchObject({ name: 'bug', color: '#EB144C', sort_order: 65535, parent: null })
    const sub = await add(mel, 'crash', { parent: bug.id })
    expect(sub).toMatchObject({ color: '', parent: bug.id, sort_order: 75535 })
    expect(await mel.call(api.list)).toEqual([bug, sub])
    expect(await ada.call(api.get, { params: { id: sub.id } })).toEqual(sub)
  })

  it('gives twenty at once twenty places', async () => {
    const { ada } = await projectOf('ada')
    const labels = await Promise.all(Array.from({ length: 20 }, (_, n) => add(ada, `l${n}`)))
    const orders = labels.map(({ sort_order }) => sort_order).sort((a, b) => a - b)
    expect(orders).toEqual(Array.from({ length: 20 }, (_, n) => 65535 + n * 10000))
  })

  it('makes one of two with the same name at once; case makes another name', async () => {
    const { ada } = await projectOf('ada')
    const create = () => ada.attempt(api.create, { body: { name: 'bug' } })
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(await create()).toEqual(taken)
    expect(await add(ada, 'Bug')).toMatchObject({ name: 'Bug' })
  })

  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: ' ' }, { name: ['This field may not be blank.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ name: 'x', parent: 'y' }, { parent: ['“y” is not a valid UUID.'] }],
  ])('refuses %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await ada.call(api.list)).toEqual([])
  })

  it('of many passes over what is there', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    await add(ada, 'bug')
    const label_data = [{ name: 'bug' }, { name: 'docs', description: 'd' }, {}, { name: 'docs' }]
    const answer = await ada.attempt(api.createMany, { body: { label_data } })
    const labels = (await ada.call(api.list)).slice(1)
    expect(answer).toEqual({ status: 201, body: { labels } })
    expect(labels).toMatchObject([
      { name: 'docs', sort_order: 75535 },
      { name: 'Migrated', sort_order: 85535 },
    ])
    expect(labels[0]?.color).toMatch(/^#[0-9a-f]{6}$/)
    expect(await ada.call(api.createMany, { body: { label_data } })).toEqual({ labels: [] })
    expect(await gus.attempt(api.createMany, { body: { label_data } })).toEqual(refused)
    expect(await ada.attempt(api.createMany, { body: {} as never })).toEqual({
      status: 400,
      body: { label_data: ['This field is required.'] },
    })
  })
})

describe('changing', () => {
  it('renames, recolours, moves and groups', async () => {
    const { ada } = await projectOf('ada')
    const [bug, docs] = [await add(ada, 'bug'), await add(ada, 'docs')]
    const params = { id: docs.id }
    const body = { name: 'paper', color: '#000', parent: bug.id, sort_order: 1.5 }
    expect(await ada.call(api.change, { params, body })).toEqual({ ...docs, ...body })
    expect((await ada.call(api.list)).map(({ name }) => name)).toEqual(['paper', 'bug'])
    expect(await ada.call(api.change, { params, body: { parent: null } })).toMatchObject({
      parent: null,
      sort_order: 1.5,
    })
    expect(await ada.attempt(api.change, { params, body: { name: 'bug' } })).toEqual(taken)
    expect(await ada.call(api.replace, { params, body: { name: 'docs' } })).toMatchObject({
      name: 'docs',
    })
    expect(await ada.attempt(api.replace, { params, body: {} as never })).toEqual({
      status: 400,
      body: { name: ['This field is required.'] },
    })
  })

  it('makes no circle, not even two at once, and reaches into no other project', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const [a, b, c] = [await add(ada, 'a'), await add(ada, 'b'), await add(ada, 'c')]
    const put = ({ id }: Label, parent: string) =>
      ada.attempt(api.change, { params: { id }, body: { parent } })
    await put(b, a.id)
    await put(c, b.id)
    for (const parent of [a.id, b.id, c.id, (await add(eve, 'x')).id, crypto.randomUUID()]) {
      expect(await put(a, parent)).toEqual(noSuch(parent))
    }
    for (let round = 0; round < 5; round += 1) {
      const [d, e] = [await add(ada, `d${round}`), await add(ada, `e${round}`)]
      const answers = await Promise.all([put(d, e.id), put(e, d.id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    }
  })
})

// @cap:labels.delete
it('deleting takes the labels below, those on items and those in saved filters along', async () => {
  const { ada } = await projectOf('ada')
  const [a, z] = [await add(ada, 'a'), await add(ada, 'z')]
  const b = await add(ada, 'b', { parent: a.id })
  const c = await add(ada, 'c', { parent: b.id })
  const label_ids = [a.id, c.id, z.id]
  const item = await ada.call(workItemsApi.create, { body: { name: 'x', label_ids } })
  const filters = { labels: label_ids, priority: ['high'] }
  const view = await ada.call(viewsApi.create, { body: { name: 'v', filters: { labels: [a.id] } } })
  await ada.call(projectMembersApi.changeProperties, { body: { filters } })
  const params = { id: a.id }
  expect(await ada.attempt(api.remove, { params })).toEqual(done)
  const retained = await ada.call(projectMembersApi.properties)
  expect(retained.filters).toMatchObject({ labels: [z.id], priority: ['high'] })
  const { filters: left } = await ada.call(viewsApi.get, { params: { id: view.id } })
  expect(left.labels ?? []).toEqual([])
  expect(await ada.call(api.list)).toEqual([z])
  const seen = await ada.call(workItemsApi.get, { params: { id: item.id } })
  expect(seen.label_ids).toEqual([z.id])
  // Clients with a cache query by this timestamp.
  expect(Date.parse(seen.updated_at)).toBeGreaterThan(Date.parse(item.updated_at))
  const shown = async (query: Record<string, string>) =>
    (await ada.call(workItemListsApi.project, { query })).total_count
  expect(await shown({})).toBe(1)
  expect(await shown({ group_by: 'labels__id' })).toBe(1)
  expect(await shown({ labels: z.id })).toBe(1)
  expect(await ada.attempt(api.remove, { params })).toEqual(missing)
  expect(await ada.attempt(api.get, { params })).toEqual(missing)
  expect(await add(ada, 'a')).toMatchObject({ name: 'a' })
})

it('administrators change them, members add, guests read, others see nothing', async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await add(ada, 'bug')
  const params = { id }
  const body = { name: 'x' }
  for (const call of [api.change, api.replace, api.remove]) {
    for (const client of [mel, gus, eve.at(ada.place)]) {
      expect(await client.attempt(call, { params, body } as never)).toEqual(refused)
    }
    expect(await eve.attempt(call, { params, body } as never)).toEqual(missing)
    expect(await stranger.at(ada.place).attempt(call, { params } as never)).toMatchObject({
      status: 401,
    })
  }
  for (const client of [gus, eve.at(ada.place)]) {
    expect(await client.attempt(api.create, { body })).toEqual(refused)
  }
  expect(await gus.call(api.list)).toHaveLength(1)
  expect(await eve.attempt(api.get, { params })).toEqual(missing)
  expect(await eve.at(ada.place).attempt(api.list)).toEqual(refused)
})

it('the workspace’s list holds those of the projects one is in', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Two', identifier: 'TWO' } })
  const [one] = [await add(ada, 'one'), await add(ada.at({ project_id: id }), 'two')]
  expect(await mel.call(api.listOfWorkspace)).toEqual([one])
  expect((await ada.call(api.listOfWorkspace)).map(({ name }) => name)).toEqual(['one', 'two'])
  const { eve } = await workspaceOf('eve')
  expect(await eve.at(ada.place).attempt(api.listOfWorkspace)).toEqual(refused)
})

it('other browsers hear enough to keep the list right, guests’ too', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const [a, b] = [await add(ada, 'a'), await add(ada, 'b')]
  const params = { id: b.id }
  for (const action of [
    () => add(ada, 'c', { parent: a.id }),
    () => ada.call(api.createMany, { body: { label_data: [{}, { name: 'd' }] } }),
    () => ada.call(api.change, { params, body: { sort_order: 1, name: 'bb' } }),
    () => ada.call(api.remove, { params: { id: a.id } }),
  ]) {
    const before = await gus.call(api.list)
    const events = (await ada.eventsOf(action)) as LabelEvent[]
    expect(events.reduce(applyLabelEvent, before)).toEqual(await gus.call(api.list))
  }
  const { rows } = await sql<{ all: boolean }>`
    select bool_and(for_everyone) as all from events
    where project_id = ${ada.place.project_id} and type like 'label.%'`.execute(db)
  expect(rows).toEqual([{ all: true }])
})
