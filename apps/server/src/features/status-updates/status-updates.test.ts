import {
  statusUpdatesApi as api,
  epicsApi,
  GUEST,
  initiativesApi,
  MEMBER,
  type Notification,
  notificationsApi,
  projectMembersApi,
  projectsApi,
  type StatusUpdate,
  subscribersApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { addItem, missing, nobody, refused } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf } = await testServer()
const no = (body: unknown) => ({ status: 400, body })
const news = { health: 'at_risk', text: 'Two weeks late' } as const

const post = (client: Client, body: object = news) =>
  client.call(api.createForProject, { body: { ...news, ...body } })
const textsOf = (updates: readonly StatusUpdate[]) => updates.map(({ text }) => text)
const listOf = async (client: Client) => textsOf(await client.call(api.listOfProject, {}))
const inboxOf = async (client: Client) =>
  (await client.call(notificationsApi.list, { query: {} })) as Notification[]
const unreadOf = async (client: Client) =>
  (await client.call(notificationsApi.countUnread)).total_unread_notifications_count
const projectIdOf = (client: Client) => client.place.project_id ?? ''

describe('an update of a project', () => {
  it('says how it is doing, newest first, as many as are asked for', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const update = await post(mel, { text: '  first ' })
    expect(update).toMatchObject({
      ...{ health: 'at_risk', text: 'first', created_by: mel.user_id },
      ...{ project_id: projectIdOf(ada), epic_id: null, initiative_id: null },
    })
    await post(ada, { text: 'second', health: 'on_track' })
    expect(await listOf(ada)).toEqual(['second', 'first'])
    expect(textsOf(await ada.call(api.listOfProject, { query: { limit: '1' } }))).toEqual([
      'second',
    ])
    for (const limit of ['0', '-1', '1000', 'all']) {
      expect(await ada.attempt(api.listOfProject, { query: { limit } })).toMatchObject({
        status: 400,
      })
    }
  })

  it('needs words and one of three healths', async () => {
    const { ada } = await projectOf('ada')
    const attempt = (body: object) => ada.attempt(api.createForProject, { body: body as never })
    expect(await attempt({ ...news, text: ' \n ' })).toEqual(
      no({ text: ['This field may not be blank.'] }),
    )
    for (const body of [
      { ...news, health: 'fine' },
      { text: 'x' },
      { ...news, text: 'x'.repeat(10_001) },
    ]) {
      expect(await attempt(body)).toMatchObject({ status: 400 })
    }
    expect(await listOf(ada)).toEqual([])
  })

  it('is changed and removed by its author and by admins of the project', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const params = { id: (await post(mel)).id }
    const change = (client: Client, body: object) => client.attempt(api.change, { params, body })
    expect(await change(mel, { text: 'mine' })).toMatchObject({ body: { text: 'mine' } })
    expect(await change(ada, { health: 'off_track' })).toMatchObject({
      body: { text: 'mine', health: 'off_track', updated_by: ada.user_id },
    })
    expect(await change(max, { text: 'theirs' })).toEqual(refused)
    expect(await max.attempt(api.remove, { params })).toEqual(refused)
    expect(await change(mel, { text: ' ' })).toMatchObject({ status: 400 })
    expect(await ada.attempt(api.remove, { params })).toEqual({ status: 204, body: null })
    expect(await change(mel, { text: 'gone' })).toEqual(missing)
    expect(await listOf(ada)).toEqual([])
  })

  it('is its author’s no longer once they left the project or became a guest there', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const [ofMel, ofMax] = [await post(mel), await post(max)]
    await mel.call(projectMembersApi.leave)
    const attempt = (client: Client, { id }: StatusUpdate) =>
      client.attempt(api.change, { params: { id }, body: { text: 'x' } })
    expect(await attempt(mel, ofMel)).toEqual(missing)
    const row = (await ada.call(projectsApi.members)).find(({ member }) => member === max.user_id)
    await ada.call(projectMembersApi.change, {
      params: { id: row?.id ?? '' },
      body: { role: GUEST },
    })
    expect(await attempt(max, ofMax)).toEqual(refused)
  })

  it('is written by no guest, and read only by guests who see all', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const { id } = await post(ada)
    expect(await gus.attempt(api.createForProject, { body: news })).toEqual(refused)
    expect(await listOf(gus)).toEqual([])
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
    expect(await listOf(gus)).toEqual(['Two weeks late'])
    expect(await gus.attempt(api.remove, { params: { id } })).toEqual(refused)
    expect(await eve.attempt(api.remove, { params: { id } })).toEqual(missing)
    expect(await ada.attempt(api.remove, { params: { id: nobody } })).toEqual(missing)
  })

  it('is told of to those in the project', async () => {
    const { ada } = await projectOf('ada')
    let id = ''
    const typesOf = async (change: () => Promise<unknown>) =>
      (await ada.eventsOf(change)).map(({ type }) => type)
    expect(
      await typesOf(async () => {
        id = (await post(ada)).id
      }),
    ).toEqual(['status_update.saved'])
    expect(await typesOf(() => ada.call(api.remove, { params: { id } }))).toEqual([
      'status_update.removed',
    ])
  })
})

describe('the followers', () => {
  it('of a project are who works in it: they find the update in their inbox, as it is now', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { id } = await post(ada)
    expect(await inboxOf(mel)).toMatchObject([
      {
        ...{ entity_name: 'status_update', entity_identifier: id, triggered_by: ada.user_id },
        ...{ is_mentioned_notification: false, is_intake_issue: false },
        data: {
          update: {
            ...{ id, health: 'at_risk', text: 'Two weeks late', key: null, initiative_id: null },
            project_id: projectIdOf(ada),
          },
        },
      },
    ])
    expect([await unreadOf(mel), await unreadOf(ada), await unreadOf(gus)]).toEqual([1, 0, 0])
    await ada.call(api.change, { params: { id }, body: { health: 'on_track', text: 'In time' } })
    const [notification] = await inboxOf(mel)
    expect(notification?.data.update).toMatchObject({ health: 'on_track', text: 'In time' })
    const params = { id: notification?.id ?? '' }
    expect(await mel.call(notificationsApi.read, { params })).toMatchObject({
      entity_identifier: id,
    })
    expect(await unreadOf(mel)).toBe(0)
    const events = await mel.eventsOf(() => ada.call(api.remove, { params: { id } }))
    expect(events.map(({ type }) => type)).toContain('notification.came')
    expect(await inboxOf(mel)).toEqual([])
  })

  it('hear no more of it once they left, and are asked for as subscribed', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await post(ada)
    const count = async (type: string) => {
      const list = await mel.call(notificationsApi.list, { query: { type } })
      return Array.isArray(list) ? list.length : 0
    }
    expect([await count('subscribed'), await count('assigned'), await count('created')]).toEqual([
      1, 0, 0,
    ])
    await mel.call(projectMembersApi.leave)
    expect([await inboxOf(mel), await unreadOf(mel)]).toEqual([[], 0])
  })

  it('of an epic are its subscribers', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER])
    const epic = await ada.call(epicsApi.create, { body: { name: 'Summit' } })
    await mel.call(subscribersApi.subscribe, { params: { id: epic.id } })
    const update = await ada.call(api.createForEpic, { params: { id: epic.id }, body: news })
    expect(update).toMatchObject({ epic_id: epic.id, project_id: projectIdOf(ada) })
    const [notification] = await inboxOf(mel)
    expect(notification?.data.update).toMatchObject({ name: 'Summit', id: update.id })
    expect(notification?.data.update?.key).toMatch(/^[A-Z0-9]+-1$/)
    expect(await inboxOf(max)).toEqual([])
    expect(textsOf(await max.call(api.listOfEpic, { params: { id: epic.id } }))).toEqual([
      'Two weeks late',
    ])
    expect(await listOf(max)).toEqual([])
  })

  it('of an initiative are its lead, its members and who made it', async () => {
    const people = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER], ['joe', MEMBER])
    const { ada, mel, max, joe } = people
    const { id } = await ada.call(initiativesApi.create, {
      body: { name: 'North', lead_id: mel.user_id, member_ids: [max.user_id] },
    })
    const update = { params: { id }, body: news }
    expect(await joe.attempt(api.createForInitiative, update)).toEqual(refused)
    await max.call(api.createForInitiative, update)
    const unread = [await unreadOf(ada), await unreadOf(mel), await unreadOf(max)]
    expect([...unread, await unreadOf(joe)]).toEqual([1, 1, 0, 0])
    expect((await inboxOf(ada))[0]?.data.update).toMatchObject({ name: 'North', initiative_id: id })
    expect(textsOf(await joe.call(api.listOfInitiative, { params: { id } }))).toEqual([
      'Two weeks late',
    ])
  })
})

describe('an initiative', () => {
  it('shows the updates of its projects and epics that the reader may see', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const secret = ada.at({
      project_id: (
        await ada.call(projectsApi.create, {
          body: { name: 'Huts', identifier: 'HUTS', network: 0 },
        })
      ).id,
    })
    const epic = await ada.call(epicsApi.create, { body: { name: 'Summit' } })
    const { id } = await ada.call(initiativesApi.create, {
      body: {
        ...{ name: 'North', epic_ids: [epic.id] },
        project_ids: [projectIdOf(ada), projectIdOf(secret)],
      },
    })
    await post(ada, { text: 'project' })
    await post(secret, { text: 'secret' })
    await ada.call(api.createForEpic, {
      params: { id: epic.id },
      body: { ...news, text: 'epic' },
    })
    await ada.call(api.createForInitiative, { params: { id }, body: { ...news, text: 'own' } })
    const seen = async (client: Client) =>
      textsOf(await client.call(api.listOfInitiative, { params: { id } }))
    expect(await seen(ada)).toEqual(['own', 'epic', 'secret', 'project'])
    expect(await seen(mel)).toEqual(['own', 'epic', 'project'])
    const two = await ada.call(api.listOfInitiative, { params: { id }, query: { limit: '2' } })
    expect(textsOf(two)).toEqual(['own', 'epic'])
  })
})

describe('an epic', () => {
  it('takes its updates along into another project, and only epics have any', async () => {
    const { ada } = await projectOf('ada')
    const item = await addItem(ada, 'plain')
    const attempt = (id: string) => ada.attempt(api.createForEpic, { params: { id }, body: news })
    expect(await attempt(item.id)).toEqual(missing)
    expect(await attempt(nobody)).toEqual(missing)
    const there = await ada.call(projectsApi.create, {
      body: { name: 'Huts', identifier: 'HUTS', is_epic_enabled: true },
    })
    const epic = await ada.call(epicsApi.create, { body: { name: 'Summit' } })
    const params = { id: epic.id }
    await ada.call(api.createForEpic, { params, body: news })
    // It can be moved only as a plain item; its updates are hidden until it is an epic again.
    await ada.call(workItemTypesApi.convert, { params, body: { to: 'issue' } })
    expect(await ada.attempt(api.listOfEpic, { params })).toEqual(missing)
    await ada.call(workItemsApi.move, { params, body: { project_id: there.id } })
    const moved = ada.at({ project_id: there.id })
    await moved.call(workItemTypesApi.convert, { params, body: { to: 'epic' } })
    expect(await moved.call(api.listOfEpic, { params })).toHaveLength(1)
    expect(await ada.attempt(api.listOfEpic, { params })).toEqual(missing)
  })
})
