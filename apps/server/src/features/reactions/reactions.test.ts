import {
  reactionsApi as api,
  applyReactionEvent,
  epicReactionsApi,
  epicsApi,
  GUEST,
  type LiveEvent,
  MEMBER,
  type ReactionEvent,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  addItem,
  addItemOf,
  archive,
  historyOf,
  missing,
  notForYou,
  refused,
  signedOut,
  updatedAt,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const react = (client: Client, id: string, reaction: string) =>
  client.call(api.add, { params: { id }, body: { reaction } })

it('are listed the newest first, and move the item’s clock', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const { id } = await addItem(ada, 'map')
  const before = await updatedAt(db, id)
  const thumb = await react(ada, id, '128077')
  expect(thumb).toMatchObject({
    ...{ reaction: '128077', actor: ada.user_id, issue: id, project: ada.place.project_id },
    actor_detail: { display_name: 'ada' },
  })
  const between = await updatedAt(db, id)
  expect(between).not.toBe(before)
  const heart = await react(bob, id, '129505')
  expect(await ada.call(api.list, { params: { id } })).toEqual([heart, thumb])
  const params = { id, reaction: '128077' }
  expect(await bob.attempt(api.remove, { params })).toEqual(missing)
  await ada.call(api.remove, { params })
  await bob.call(api.remove, { params: { id, reaction: heart.id } })
  expect(await ada.call(api.list, { params: { id } })).toEqual([])
  expect(await updatedAt(db, id)).not.toBe(between)
  expect((await historyOf(db, id)).slice(1)).toMatchObject([
    { verb: 'created', field: 'reaction', new_value: '128077', comment: 'added the reaction' },
    { verb: 'created', field: 'reaction', new_value: '129505' },
    { verb: 'deleted', field: 'reaction', old_value: '128077', comment: 'removed the reaction' },
    { verb: 'deleted', field: 'reaction', old_value: '129505' },
  ])
})

it('make one row of the same one sent many times at once', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  const input = { params: { id }, body: { reaction: '128077' } }
  const answers = await Promise.all([1, 2, 3, 4].map(() => ada.attempt(api.add, input)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  expect(answers.filter(({ status }) => status === 400).map(({ body }) => body)).toEqual(
    Array(3).fill({ error: 'The payload is not valid' }),
  )
  const { rows } = await sql`
    select id from work_item_reactions where work_item_id = ${id}`.execute(db)
  expect(rows).toHaveLength(1)
  expect(await historyOf(db, id)).toHaveLength(2)
  await ada.call(api.remove, { params: { id, reaction: '128077' } })
  expect(await ada.attempt(api.add, input)).toMatchObject({ status: 201 })
})

it('are not for strangers, nor for guests on others’ items, nor for archived ones', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await addItem(ada, 'hers')
  const own = await addItemOf(db, ada, gus, 'mine')
  const input = { params: { id, reaction: '128077' }, body: { reaction: '128077' } }
  for (const call of [api.list, api.add, api.remove]) {
    expect(await stranger.at(ada.place).attempt(call, input)).toEqual(signedOut)
    expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
    expect(await eve.attempt(call, input)).toEqual(missing)
    expect(await gus.attempt(call, input)).toEqual(notForYou)
  }
  await react(gus, own.id, '128064')
  await archive(ada, own.id)
  expect(await gus.call(api.list, { params: { id: own.id } })).toHaveLength(1)
  for (const call of [api.add, api.remove]) {
    const params = { id: own.id, reaction: '128064' }
    expect(await gus.attempt(call, { ...input, params })).toEqual(missing)
  }
  const long = { params: { id }, body: { reaction: 'x'.repeat(21) } }
  expect(await ada.attempt(api.add, long)).toEqual({
    status: 400,
    body: { reaction: ['Ensure this field has no more than 20 characters.'] },
  })
})

it('stand under epics/ too, for epics alone', async () => {
  const { ada } = await projectOf('ada')
  const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
  const plain = await addItem(ada, 'plain')
  const body = { reaction: '9992' }
  await ada.call(epicReactionsApi.add, { params: { id: epic.id }, body })
  expect(await ada.call(epicReactionsApi.list, { params: { id: epic.id } })).toHaveLength(1)
  await ada.call(epicReactionsApi.remove, { params: { id: epic.id, reaction: '9992' } })
  const input = { params: { id: plain.id, reaction: '9992' }, body }
  for (const call of Object.values(epicReactionsApi)) {
    expect(await ada.attempt(call, input)).toEqual(missing)
  }
})

it('tell other browsers enough to keep their list right', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  await react(ada, id, '128064')
  const isOurs = (event: LiveEvent): event is ReactionEvent => event.type.startsWith('reaction.')
  for (const action of [
    () => react(ada, id, '128077'),
    () => ada.call(api.remove, { params: { id, reaction: '128064' } }),
  ]) {
    const before = await ada.call(api.list, { params: { id } })
    const events = (await ada.eventsOf(action)).filter(isOurs)
    const after = await ada.call(api.list, { params: { id } })
    expect(events.reduce(applyReactionEvent, before)).toEqual(after)
  }
})
