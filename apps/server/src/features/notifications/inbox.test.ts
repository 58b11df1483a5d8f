import {
  notificationsApi as api,
  commentsApi,
  GUEST,
  MEMBER,
  type Notification,
  subscribersApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { change as decide, openIntake, submit } from '#features/intake/test-kit/intake.ts'
import { addItem } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { notifyOfChanges, returnSnoozed } from './service.ts'

const { projectOf, workspaceOf, stranger, database } = await testServer()
const { db } = database

type Query = Record<string, string>

const listOf = async (client: Client, query: Query = {}): Promise<Notification[]> => {
  const answer = await client.call(api.list, { query })
  return Array.isArray(answer) ? answer : answer.results
}

const fieldsOf = async (client: Client, query: Query = {}) =>
  (await listOf(client, query)).map(({ data }) => data.issue_activity?.field)

const unreadOf = async (client: Client) => {
  const counts = await client.call(api.countUnread)
  return [counts.total_unread_notifications_count, counts.mention_unread_notifications_count]
}

const mention = ({ user_id }: Client) =>
  `<p><mention-component entity_name="user_mention" entity_identifier="${user_id}"></mention-component></p>`

const change = async (client: Client, id: string, body: object) => {
  await client.call(workItemsApi.change, { params: { id }, body })
  await notifyOfChanges(db)
}

const say = async (client: Client, id: string, comment_html: string) => {
  await client.call(commentsApi.create, { params: { id }, body: { comment_html } })
  await notifyOfChanges(db)
}

/** An item of Ada's that Bob is subscribed to; Ada is notified of his changes. */
async function followed() {
  const people = await projectOf('ada', ['bob', MEMBER], ['gil', GUEST])
  const item = await addItem(people.ada, 'Map of the ridge')
  await people.bob.call(subscribersApi.subscribe, { params: { id: item.id } })
  return { ...people, item }
}

describe('an inbox', () => {
  // @cap:notifications.inbox-list
  it('lists the newest first, mentions in a tab of their own, page by page', async () => {
    const { ada, bob, item } = await followed()
    await change(bob, item.id, { priority: 'high' })
    await change(bob, item.id, { name: 'Map of the long ridge' })
    await say(bob, item.id, '<p>Shall we?</p>')
    await say(bob, item.id, mention(ada))
    expect(await fieldsOf(ada)).toEqual(['comment', 'name', 'priority'])
    expect(await fieldsOf(ada, { order_by: 'created_at' })).toEqual(['priority', 'name', 'comment'])
    expect(await unreadOf(ada)).toEqual([3, 1])
    expect(await fieldsOf(ada, { all: 'true' })).toEqual(['comment', 'comment', 'name', 'priority'])
    expect(await fieldsOf(ada, { all: 'false' })).toEqual(['comment', 'name', 'priority'])
    expect((await ada.attempt(api.list, { query: { all: 'maybe' } })).status).toBe(400)
    const [mentioned] = await listOf(ada, { mentioned: 'true' })
    expect(mentioned).toMatchObject({
      entity_name: 'issue',
      entity_identifier: item.id,
      title: '',
      message: 'bob has mentioned you in a comment in issue Map of the long ridge',
      message_html: '<p>bob has mentioned you in a comment in issue Map of the long ridge</p>',
      message_stripped: 'bob has mentioned you in a comment in issue Map of the long ridge',
      sender: 'in_app:issue_activities:mentioned',
      receiver: ada.user_id,
      triggered_by: bob.user_id,
      triggered_by_details: { id: bob.user_id, display_name: 'bob' },
      is_mentioned_notification: true,
      is_inbox_issue: false,
      is_intake_issue: false,
      data: { issue: { name: 'Map of the long ridge', workspace_slug: ada.place.slug } },
    })
    const page = await ada.call(api.list, { query: { per_page: '2', cursor: '2:1:0' } })
    expect(page).toMatchObject({
      total_count: 3,
      total_pages: 2,
      count: 1,
      next_page_results: false,
      prev_page_results: true,
      results: [{ title: 'updated the priority to' }],
    })
  })

  // @cap:notifications.read-unread
  it('counts down what is read, and up again what is marked unread', async () => {
    const { ada, bob, item } = await followed()
    await change(bob, item.id, { priority: 'low' })
    await say(bob, item.id, mention(ada))
    const [row] = await listOf(ada)
    const params = { id: row?.id ?? '' }
    expect((await ada.call(api.read, { params })).read_at).toEqual(expect.any(String))
    // Repeating it does not change the counts.
    await ada.call(api.read, { params })
    expect(await unreadOf(ada)).toEqual([0, 1])
    expect(await fieldsOf(ada, { read: 'false' })).toEqual([])
    expect(await fieldsOf(ada, { read: 'true' })).toEqual(['priority'])
    expect((await ada.call(api.unread, { params })).read_at).toBeNull()
    expect(await unreadOf(ada)).toEqual([1, 1])
  })

  // @cap:notifications.archive
  it('puts away what is archived, and brings it back', async () => {
    const { ada, bob, item } = await followed()
    await change(bob, item.id, { priority: 'low' })
    const [row] = await listOf(ada)
    const params = { id: row?.id ?? '' }
    expect(await ada.call(api.archive, { params })).toMatchObject({
      archived_at: expect.any(String),
      read_at: null,
    })
    expect(await fieldsOf(ada)).toEqual([])
    expect(await unreadOf(ada)).toEqual([0, 0])
    expect(await fieldsOf(ada, { archived: 'true' })).toEqual(['priority'])
    expect((await ada.call(api.unarchive, { params })).archived_at).toBeNull()
    expect(await fieldsOf(ada)).toEqual(['priority'])
    expect(await unreadOf(ada)).toEqual([1, 0])
  })

  // @cap:notifications.snooze
  it('hides what is put off until its time has come', async () => {
    const { ada, bob, item } = await followed()
    await change(bob, item.id, { priority: 'low' })
    const [row] = await listOf(ada)
    const params = { id: row?.id ?? '' }
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const snoozed = await ada.call(api.change, { params, body: { snoozed_till: tomorrow } })
    expect(Date.parse(snoozed.snoozed_till ?? '')).toBe(Date.parse(tomorrow))
    expect(snoozed).toMatchObject({ read_at: null, archived_at: null })
    expect(await fieldsOf(ada)).toEqual([])
    expect(await fieldsOf(ada, { snoozed: 'true' })).toEqual(['priority'])
    expect(await unreadOf(ada)).toEqual([0, 0])
    // The snooze time has passed.
    await sql`update notifications set snoozed_till = now() - interval '1 second'
      where id = ${params.id}`.execute(db)
    expect(await fieldsOf(ada)).toEqual(['priority'])
    expect(await fieldsOf(ada, { snoozed: 'true' })).toEqual([])
    expect(await unreadOf(ada)).toEqual([1, 0])
    await sql`delete from events`.execute(db)
    expect(await returnSnoozed(db)).toBe(1)
    const { rows } = await sql`select type, to_users from events`.execute(db)
    expect(rows).toEqual([{ type: 'notification.came', to_users: [ada.user_id] }])
    expect(await returnSnoozed(db)).toBe(0)
    await ada.call(api.change, { params, body: { snoozed_till: tomorrow } })
    expect(await returnSnoozed(db)).toBe(0)
    await ada.call(api.change, { params, body: { snoozed_till: null } })
    expect(await fieldsOf(ada)).toEqual(['priority'])
  })

  it('loses what is removed', async () => {
    const { ada, bob, item } = await followed()
    await change(bob, item.id, { priority: 'low' })
    const params = { id: (await listOf(ada))[0]?.id ?? '' }
    await ada.call(api.remove, { params })
    expect(await listOf(ada)).toEqual([])
    expect(await ada.attempt(api.get, { params })).toMatchObject({ status: 404 })
  })

  it('hears of what comes and of what changes, and nobody else does', async () => {
    const { ada, bob, item } = await followed()
    await change(bob, item.id, { priority: 'low' })
    const { id = '' } = (await listOf(ada))[0] ?? {}
    await ada.call(api.read, { params: { id } })
    await ada.call(api.readAll, { body: {} })
    await ada.call(api.remove, { params: { id } })
    const { rows } = await sql<{ type: string; to_users: string[] }>`
      select type, to_users from events
      where type like 'notification.%' and ${ada.user_id} = any(to_users) order by id`.execute(db)
    expect(rows).toEqual([
      { type: 'notification.came', to_users: [ada.user_id] },
      { type: 'notification.saved', to_users: [ada.user_id] },
      { type: 'notification.removed', to_users: [ada.user_id] },
    ])
  })
})

// @cap:notifications.filters
describe('what one has to do with an item', () => {
  it('narrows the list, several reasons adding up', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const own = await addItem(ada, 'own')
    const given = await addItem(bob, 'given', { assignee_ids: [ada.user_id] })
    const watched = await addItem(bob, 'watched')
    await ada.call(subscribersApi.subscribe, { params: { id: watched.id } })
    await notifyOfChanges(db)
    await ada.call(api.readAll, { body: {} })
    for (const { id } of [own, given, watched]) await change(bob, id, { priority: 'urgent' })
    const names = async (query: Query) =>
      (await listOf(ada, { read: 'false', ...query })).map(({ data }) => data.issue?.name).sort()
    expect(await names({})).toEqual(['given', 'own', 'watched'])
    expect(await names({ type: 'all' })).toEqual(['given', 'own', 'watched'])
    expect(await names({ type: 'assigned' })).toEqual(['given'])
    expect(await names({ type: 'created' })).toEqual(['own'])
    expect(await names({ type: 'subscribed' })).toEqual(['watched'])
    expect(await names({ type: 'assigned,subscribed' })).toEqual(['given', 'watched'])
    expect(await names({ type: 'created', archived: 'true' })).toEqual([])
  })

  it('answers a guest who asks for what they created with nothing', async () => {
    const { bob, gil, ada } = await followed()
    await sql`update projects set guest_view_all_features = true
      where id = ${ada.place.project_id}`.execute(db)
    const { id } = await addItem(bob, 'for guests')
    await gil.call(subscribersApi.subscribe, { params: { id } })
    await change(bob, id, { priority: 'high' })
    expect(await fieldsOf(gil)).toEqual(['priority'])
    expect(await fieldsOf(gil, { type: 'subscribed' })).toEqual(['priority'])
    expect(await fieldsOf(gil, { type: 'subscribed,created' })).toEqual([])
  })

  it.each([
    [{ snoozed: 'maybe' }, { error: 'The required key does not exist.' }],
    [{ archived: '1' }, { error: 'The required key does not exist.' }],
    [{ read: 'perhaps' }, { error: 'Please provide valid detail' }],
    [{ type: 'assigned,nonsense' }, { error: 'Please provide valid detail' }],
    [{ order_by: 'receiver_id' }, { error: 'Please provide valid detail' }],
    [{ per_page: 'x', cursor: '2:0:0' }, { detail: 'Invalid per_page parameter.' }],
    [{ per_page: '2', cursor: 'nonsense' }, { detail: 'Invalid cursor parameter.' }],
  ])('refuses %j', async (query, body) => {
    const { ada } = await workspaceOf('ada')
    expect(await ada.attempt(api.list, { query })).toEqual({ status: 400, body })
  })
})

// @cap:notifications.mark-all-read
describe('marking all read', () => {
  async function four() {
    const people = await followed()
    const { ada, bob, item } = people
    const given = await addItem(bob, 'given', { assignee_ids: [ada.user_id] })
    await notifyOfChanges(db)
    await change(bob, item.id, { priority: 'low' })
    await say(bob, item.id, mention(ada))
    expect(await unreadOf(ada)).toEqual([2, 1])
    return { ...people, given }
  }

  it('empties one tab, the other, or both', async () => {
    const { ada } = await four()
    await ada.call(api.readAll, { body: { mentioned: true } })
    expect(await unreadOf(ada)).toEqual([2, 0])
    await ada.call(api.readAll, { body: { mentioned: false } })
    expect(await unreadOf(ada)).toEqual([0, 0])
    const again = await four()
    expect(await again.ada.call(api.readAll, { body: {} })).toEqual({ message: 'Successful' })
    expect(await unreadOf(again.ada)).toEqual([0, 0])
  })

  it('honours the filters, and touches neither what is put off nor what is put away', async () => {
    const { ada } = await four()
    await ada.call(api.readAll, { body: { type: 'assigned' } })
    expect(await unreadOf(ada)).toEqual([1, 1])
    const [row] = await listOf(ada, { read: 'false' })
    const params = { id: row?.id ?? '' }
    await ada.call(api.archive, { params })
    await ada.call(api.readAll, { body: {} })
    expect((await ada.call(api.get, { params })).read_at).toBeNull()
    await ada.call(api.readAll, { body: { archived: true } })
    expect((await ada.call(api.get, { params })).read_at).not.toBeNull()
  })

  it('refuses what is no filter', async () => {
    const { ada } = await four()
    const refused = await ada.attempt(api.readAll, { body: { type: 'nonsense' } })
    expect(refused).toEqual({ status: 400, body: { error: 'Please provide valid detail' } })
    expect(await unreadOf(ada)).toEqual([2, 1])
  })
})

// @cap:notifications.private
describe('nobody else', () => {
  it('reads, changes or removes what was told to somebody', async () => {
    const { ada, bob, item } = await followed()
    await change(bob, item.id, { priority: 'low' })
    const { id = '' } = (await listOf(ada))[0] ?? {}
    const elsewhere = (await projectOf('cleo')).cleo
    for (const call of [api.get, api.read, api.unread, api.archive, api.unarchive, api.remove]) {
      expect((await bob.attempt(call, { params: { id } })).status).toBe(404)
      expect((await elsewhere.attempt(call, { params: { id } })).status).toBe(404)
      expect((await elsewhere.at(ada.place).attempt(call, { params: { id } })).status).toBe(403)
      expect((await stranger.at(ada.place).attempt(call, { params: { id } })).status).toBe(401)
    }
    const patch = { params: { id }, body: { read_at: new Date().toISOString() } }
    expect((await bob.attempt(api.change, patch)).status).toBe(404)
    await bob.call(api.readAll, { body: {} })
    expect(await listOf(bob)).toEqual([])
    expect((await ada.call(api.get, { params: { id } })).read_at).toBeNull()
  })

  it('is told of items they may no longer see', async () => {
    const { ada, bob, item } = await followed()
    await change(ada, item.id, { priority: 'low' })
    expect(await unreadOf(bob)).toEqual([1, 0])
    const { id = '' } = (await listOf(bob))[0] ?? {}
    const gone = async () => {
      expect(await listOf(bob)).toEqual([])
      expect(await unreadOf(bob)).toEqual([0, 0])
      expect((await bob.attempt(api.read, { params: { id } })).status).toBe(404)
    }
    const role = (change: string) =>
      sql`update project_members set ${sql.raw(change)} where user_id = ${bob.user_id}`.execute(db)
    await role(`role = ${GUEST}`)
    await gone()
    await role(`role = ${MEMBER}, is_active = false`)
    await gone()
    await role('is_active = true')
    expect(await unreadOf(bob)).toEqual([1, 0])
    await ada.call(workItemsApi.remove, { params: { id: item.id } })
    await gone()
  })

  it('changes it to nonsense', async () => {
    const { ada, bob, item } = await followed()
    await change(bob, item.id, { priority: 'low' })
    const before = (await listOf(ada))[0]
    const params = { id: before?.id ?? '' }
    for (const body of [{ snoozed_till: 'soon' }, { read_at: 7 }, { archived_at: '2026-13-01' }]) {
      const answer = await ada.attempt(api.change, { params, body: body as object })
      expect(answer.status).toBe(400)
    }
    expect(await ada.call(api.get, { params })).toEqual(before)
  })
})

// @cap:notifications.intake-item
it('says of an item that waits in intake where it is', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  await openIntake(ada)
  const id = await submit(bob, 'A wish')
  await decide(ada, id, { issue: { priority: 'high' } })
  await notifyOfChanges(db)
  expect(await listOf(bob)).toMatchObject([
    { title: 'updated the priority to', is_inbox_issue: true, is_intake_issue: true },
  ])
  await decide(ada, id, { status: 1 })
  expect((await listOf(bob)).at(-1)).toMatchObject({
    is_inbox_issue: false,
    is_intake_issue: false,
  })
})
