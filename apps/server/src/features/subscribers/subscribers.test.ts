import {
  subscribersApi as api,
  commentsApi,
  epicSubscribersApi,
  epicsApi,
  GUEST,
  MEMBER,
  workItemsApi,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import {
  addItem,
  addItemOf,
  archive,
  missing,
  nobody,
  notForYou,
  refused,
  signedOut,
} from '#features/work-items/test-kit/items.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const mention = (id: string) =>
  `<mention-component entity_name="user_mention" entity_identifier="${id}"></mention-component>`
const already = { status: 400, body: { message: 'User already subscribed to the issue.' } }

it('come and go by their own choice, once', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const { id } = await addItem(ada, 'map')
  const input = { params: { id } }
  expect(await bob.call(api.isSubscribed, input)).toEqual({ subscribed: false })
  const answers = await Promise.all([1, 2, 3].map(() => bob.attempt(api.subscribe, input)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  expect(answers.find(({ status }) => status === 400)).toEqual(already)
  expect(answers.find(({ status }) => status === 201)?.body).toMatchObject({
    ...{ issue: id, subscriber: bob.user_id, project: ada.place.project_id },
    ...{ created_by: bob.user_id, updated_by: null, deleted_at: null },
  })
  expect(await bob.call(api.isSubscribed, input)).toEqual({ subscribed: true })
  await bob.call(api.unsubscribe, input)
  expect(await bob.attempt(api.unsubscribe, input)).toEqual(missing)
})

// @cap:detail.subscribe
it('come by acting, by being assigned and by being mentioned', async () => {
  const { ada, bob, mia, cleo, dan } = await projectOf(
    'ada',
    ['bob', MEMBER],
    ['mia', MEMBER],
    ['cleo', MEMBER],
    ['dan', MEMBER],
  )
  const { id } = await addItem(ada, 'map')
  const following = async () => {
    const people = await ada.call(api.list, { params: { id } })
    return people.filter((one) => one.is_subscribed).map((one) => one.member.display_name)
  }
  expect(await following()).toEqual(['ada'])
  await bob.call(workItemsApi.change, { params: { id }, body: { priority: 'high' } })
  expect(await following()).toEqual(['ada', 'bob'])
  await ada.call(workItemsApi.change, { params: { id }, body: { assignee_ids: [mia.user_id] } })
  expect(await following()).toEqual(['ada', 'bob', 'mia'])
  const comment_html = `<p>${mention(cleo.user_id)}</p>`
  await ada.call(commentsApi.create, { params: { id }, body: { comment_html } })
  expect(await following()).toEqual(['ada', 'bob', 'cleo', 'mia'])
  expect(await dan.call(api.isSubscribed, { params: { id } })).toEqual({ subscribed: false })
})

it('are listed with everybody of the project, added and removed by members', async () => {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await addItem(ada, 'map')
  const params = { id }
  const add = (subscriber: string) => bob.attempt(api.add, { params, body: { subscriber } })
  expect(await add(gus.user_id)).toMatchObject({
    status: 201,
    body: { subscriber: gus.user_id, created_by: bob.user_id },
  })
  expect(await add(gus.user_id)).toEqual(already)
  const unknown = (id: string) => ({
    status: 400,
    body: { subscriber: [`Invalid pk "${id}" - object does not exist.`] },
  })
  expect(await add(eve.user_id)).toEqual(unknown(eve.user_id))
  expect(await add(nobody)).toEqual(unknown(nobody))
  expect(await add(undefined as unknown as string)).toEqual({
    status: 400,
    body: { subscriber: ['This field is required.'] },
  })
  const people = await ada.call(api.list, { params })
  expect(people.map(({ member, is_subscribed }) => [member.display_name, is_subscribed])).toEqual([
    ['ada', true],
    ['bob', false],
    ['gus', true],
  ])
  await bob.call(api.remove, { params: { id, user_id: gus.user_id } })
  expect(await bob.attempt(api.remove, { params: { id, user_id: gus.user_id } })).toEqual(missing)
  expect(await gus.attempt(api.add, { params, body: { subscriber: gus.user_id } })).toEqual(refused)
  expect(await gus.attempt(api.remove, { params: { id, user_id: ada.user_id } })).toEqual(refused)
})

it('are not strangers, nor guests of items they may not see', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await addItem(ada, 'hers')
  const own = await addItemOf(db, ada, gus, 'mine')
  const input = { params: { id, user_id: ada.user_id } }
  for (const call of [api.isSubscribed, api.subscribe, api.unsubscribe, api.list]) {
    expect(await stranger.at(ada.place).attempt(call, input)).toEqual(signedOut)
    expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
    expect(await eve.attempt(call, input)).toEqual(missing)
    expect(await gus.attempt(call, input)).toEqual(notForYou)
  }
  await gus.call(api.subscribe, { params: { id: own.id } })
  await archive(ada, own.id)
  await gus.call(api.unsubscribe, { params: { id: own.id } })
})

it('follow many items at once, all or none', async () => {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const foreign = await addItem(eve, 'elsewhere')
  const [one, two] = [await addItem(ada, 'one'), await addItem(ada, 'two')]
  const many = (issue_ids?: string[]) => ({ body: issue_ids ? { issue_ids } : {} })
  const follows = async (id: string) =>
    (await bob.call(api.isSubscribed, { params: { id } })).subscribed
  for (const input of [many(), many([])]) {
    expect(await bob.attempt(api.subscribeToMany, input)).toEqual({
      status: 400,
      body: { error: 'Issue IDs are required' },
    })
  }
  const unknown = {
    status: 400,
    body: { issue_ids: [`Invalid pk "${foreign.id}" - object does not exist.`] },
  }
  expect(await bob.attempt(api.subscribeToMany, many([one.id, foreign.id]))).toEqual(unknown)
  expect(await follows(one.id)).toBe(false)
  await bob.call(api.subscribe, { params: { id: one.id } })
  const both = many([one.id.toUpperCase(), two.id, two.id])
  expect(await bob.call(api.subscribeToMany, both)).toEqual({ message: 'Subscribed' })
  expect([await follows(one.id), await follows(two.id)]).toEqual([true, true])
  expect((await gus.attempt(api.subscribeToMany, many([one.id]))).status).toBe(400)
  expect(await stranger.at(ada.place).attempt(api.subscribeToMany, both)).toEqual(signedOut)
  expect(await eve.at(ada.place).attempt(api.subscribeToMany, both)).toEqual(refused)
})

it('stand under epics/ too, for epics alone', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
  const plain = await addItem(ada, 'plain')
  const params = { id: epic.id }
  await bob.call(epicSubscribersApi.subscribe, { params })
  expect(await bob.call(epicSubscribersApi.isSubscribed, { params })).toEqual({ subscribed: true })
  await bob.call(epicSubscribersApi.unsubscribe, { params })
  await ada.call(epicSubscribersApi.add, { params, body: { subscriber: bob.user_id } })
  expect(await ada.call(epicSubscribersApi.list, { params })).toHaveLength(2)
  await ada.call(epicSubscribersApi.remove, { params: { ...params, user_id: bob.user_id } })
  for (const call of Object.values(epicSubscribersApi)) {
    const input = {
      params: { id: plain.id, user_id: bob.user_id },
      body: { subscriber: bob.user_id },
    }
    expect(await ada.attempt(call, input)).toEqual(missing)
  }
})
