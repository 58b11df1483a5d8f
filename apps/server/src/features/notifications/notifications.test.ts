import {
  commentsApi,
  cyclesApi,
  deployBoardsApi,
  draftsApi,
  epicsApi,
  GUEST,
  MEMBER,
  modulesApi,
  projectsApi,
  publicDiscussionApi,
  reactionsApi,
  subscribersApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { change as decide, openIntake, submit } from '#features/intake/test-kit/intake.ts'
import {
  addItem,
  addItemOf,
  addLabel,
  archive,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import { connect } from '#kernel/database/connect.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { runSoon } from '#kernel/jobs/run-soon.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { newsTables, notifyOfChanges } from './service.ts'

const { projectOf, database } = await testServer()
const { db } = database

const mention = ({ user_id }: Client) =>
  `<mention-component entity_name="user_mention" entity_identifier="${user_id}"></mention-component>`
const change = (client: Client, id: string, body: object) =>
  client.call(workItemsApi.change, { params: { id }, body })
const say = (client: Client, id: string, comment_html: string) =>
  client.call(commentsApi.create, { params: { id }, body: { comment_html } })

interface Row {
  sender: string
  title: string
  message: string | null
  data: { issue: object; issue_activity: { field: string | null; issue_comment?: string } }
  entity_name: string
  entity_identifier: string
  triggered_by_id: string
}

const inboxOf = async ({ user_id }: Client) => {
  const { rows } = await sql<Row>`
    select * from notifications where receiver_id = ${user_id} order by created_at, id`.execute(db)
  return rows
}

/** Notifications received since: `kind field`, in order. */
async function newsOf(client: Client, action: () => Promise<unknown>) {
  await notifyOfChanges(db)
  const before = (await inboxOf(client)).length
  await action()
  await notifyOfChanges(db)
  return (await inboxOf(client))
    .slice(before)
    .map(({ sender, data }) => `${sender.split(':')[2]} ${data.issue_activity.field}`)
}

describe('a change', () => {
  // @cap:notifications.who-gets-one
  // @cap:comments.mentions-and-images
  it('tells those who follow, once per field, and never who made it', async () => {
    const { ada, bob, cleo, dan } = await projectOf(
      'ada',
      ['bob', MEMBER],
      ['cleo', MEMBER],
      ['dan', MEMBER],
    )
    const { id } = await addItem(ada, 'map', { assignee_ids: [cleo.user_id] })
    for (const one of [bob, dan]) await one.call(subscribersApi.subscribe, { params: { id } })
    await sql`update project_members set is_active = false where user_id = ${dan.user_id}`.execute(
      db,
    )
    const label = await addLabel(ada, 'bug')
    await notifyOfChanges(db)
    const body = { priority: 'high', state_id: await stateOf(ada, 'started'), label_ids: [label] }
    await change(bob, id, { ...body, assignee_ids: [bob.user_id] })
    await notifyOfChanges(db)
    const kinds = async (client: Client) =>
      (await inboxOf(client)).map(({ sender, title }) => [sender.split(':')[2], title])
    const titles = [
      ...['updated the priority to', 'updated the state to', 'added label ', 'added assignee '],
      'removed assignee ',
    ]
    expect(await kinds(ada)).toEqual(titles.map((title) => ['created', title]))
    expect(await kinds(cleo)).toEqual([
      ['assigned', 'added assignee '],
      ...titles.map((title) => ['subscribed', title]),
    ])
    expect(await inboxOf(bob)).toEqual([])
    expect(await inboxOf(dan)).toEqual([])

    const [first] = await inboxOf(ada)
    expect(first).toMatchObject({
      ...{ entity_name: 'issue', entity_identifier: id, triggered_by_id: bob.user_id },
      ...{ message: null, read_at: null, snoozed_till: null, archived_at: null },
      data: {
        issue: {
          ...{ id, name: 'map', identifier: 'TRAIL', sequence_id: 1, state_group: 'started' },
          ...{ state_name: 'In Progress', project_id: ada.place.project_id },
          workspace_slug: ada.place.slug,
        },
        issue_activity: {
          ...{ verb: 'updated', field: 'priority', old_value: 'none', new_value: 'high' },
          ...{ actor: bob.user_id, old_identifier: null, new_identifier: null, issue_comment: '' },
        },
      },
    })
    await say(cleo, id, `<p>you, ${mention(ada)}</p>`)
    const [news, ...more] = await newsOf(ada, async () => {})
    expect([news, more]).toEqual([undefined, []])
    expect((await inboxOf(ada)).at(-1)).toMatchObject({
      sender: 'in_app:issue_activities:mentioned',
      title: '',
      message: 'cleo has mentioned you in a comment in issue map',
    })
    expect((await inboxOf(bob)).at(-1)).toMatchObject({
      sender: 'in_app:issue_activities:assigned',
      title: 'created a comment',
      data: { issue_activity: { issue_comment: 'you,' } },
    })
  })

  it('of comments, archiving and restoring is told; creating tells assignees alone', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const create = (more: object) => addItem(ada, 'map', more)
    expect(await newsOf(bob, () => create({}))).toEqual([])
    let id = ''
    const assigned = await newsOf(bob, async () => {
      id = (await create({ assignee_ids: [bob.user_id] })).id
    })
    expect(assigned).toEqual(['assigned assignees'])
    const { id: comment_id } = await say(ada, id, '<p>one</p>')
    const params = { id, comment_id }
    const body = { comment_html: '<p>two</p>' }
    const edit = () => ada.call(commentsApi.change, { params, body })
    expect(await newsOf(bob, edit)).toEqual(['assigned comment'])
    expect(await newsOf(bob, edit)).toEqual([])
    const remove = () => ada.call(commentsApi.remove, { params })
    expect(await newsOf(bob, remove)).toEqual(['assigned comment'])
    expect((await inboxOf(bob)).at(-1)?.data.issue_activity.issue_comment).toBe('')
    expect(await newsOf(bob, () => archive(ada, id))).toEqual([
      'assigned state',
      'assigned archived_at',
    ])
    const restore = () => ada.call(workItemsApi.restore, { params: { id } })
    expect(await newsOf(bob, restore)).toEqual(['assigned archived_at'])
  })

  it('of an epic says that it is one', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const body = { name: 'far', assignee_ids: [bob.user_id] }
    expect(await newsOf(bob, () => ada.call(epicsApi.create, { body }))).toHaveLength(1)
    expect(await inboxOf(bob)).toMatchObject([{ entity_name: 'epic', title: 'added assignee ' }])
  })

  // @cap:notifications.what-does-not
  it('of votes, cycles, modules, drafts and decisions in intake is not told', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { id } = await addItem(ada, 'map', { assignee_ids: [bob.user_id] })
    await openIntake(ada)
    const request = await submit(bob, 'a wish')
    await ada.call(projectsApi.change, { body: { cycle_view: true, module_view: true } })
    const cycle = await ada.call(cyclesApi.create, { body: { name: 'one' } })
    const module = await ada.call(modulesApi.create, { body: { name: 'one' } })
    const { anchor } = await ada.call(deployBoardsApi.publish, { body: { is_votes_enabled: true } })
    const quiet = await newsOf(bob, async () => {
      await ada.call(cyclesApi.addItems, { params: { id: cycle.id }, body: { issues: [id] } })
      await ada.call(cyclesApi.removeItem, { params: { id: cycle.id, issue_id: id } })
      await ada.call(modulesApi.addItems, { params: { id: module.id }, body: { issues: [id] } })
      await ada.call(draftsApi.create, { body: { name: 'a thought', assignee_ids: [bob.user_id] } })
      await ada.call(publicDiscussionApi.vote, { params: { anchor, id }, body: {} })
      await decide(ada, request, { status: -1 })
    })
    expect(quiet).toEqual([])
  })

  // @cap:notifications.what-does-not
  it('of reactions, descriptions, dates moved in bulk and deletion is not told', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { id } = await addItem(ada, 'map', { assignee_ids: [bob.user_id] })
    const params = { id }
    const { id: comment_id } = await say(ada, id, '<p>one</p>')
    const body = { reaction: '128077' }
    const quiet = await newsOf(bob, async () => {
      await ada.call(reactionsApi.add, { params, body })
      await ada.call(commentsApi.react, { params: { comment_id }, body })
      await change(ada, id, { description_html: '<p>long</p>' })
      const updates = [{ id, start_date: '2026-01-01', target_date: '2026-02-01' }]
      await ada.call(workItemsApi.changeDates, { body: { updates } })
      await ada.call(workItemsApi.remove, { params })
    })
    expect(quiet).toEqual([])
    const { rows } = await sql`select id from activities where not is_notified`.execute(db)
    expect(rows).toEqual([])
  })

  it('is told to no guest who may not see the item', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addItem(ada, 'secret')
    const body = { subscriber: gus.user_id }
    await ada.call(subscribersApi.add, { params: { id }, body })
    const own = await addItemOf(db, ada, gus, 'mine')
    await ada.call(subscribersApi.add, { params: { id: own.id }, body })
    const news = await newsOf(gus, async () => {
      await say(ada, id, `<p>${mention(gus)}</p>`)
      await change(ada, id, { priority: 'high' })
      await change(ada, own.id, { priority: 'low' })
    })
    expect(news).toEqual(['created priority'])
  })
})

describe('a mention', () => {
  // @cap:editor.mentions
  it('in a description tells each person once, however long one goes on writing', async () => {
    const { ada, bob, cleo } = await projectOf('ada', ['bob', MEMBER], ['cleo', MEMBER])
    let id = ''
    const born = await newsOf(bob, async () => {
      id = (await addItem(ada, 'map', { description_html: `<p>${mention(bob)}</p>` })).id
    })
    expect(born).toEqual(['mentioned null'])
    expect((await inboxOf(bob)).at(-1)).toMatchObject({
      message: 'You have been mentioned in the issue map',
      data: { issue: { workspace_slug: ada.place.slug } },
    })
    const write = (text: string, ...people: Client[]) =>
      change(ada, id, { description_html: `<p>${text}${people.map(mention).join('')}</p>` })
    expect(await newsOf(cleo, () => write('one', bob, cleo))).toEqual(['mentioned description'])
    expect(await newsOf(cleo, () => write('two', bob, cleo))).toEqual([])
    expect(await newsOf(cleo, () => write('three', bob))).toEqual([])
    expect(await newsOf(bob, () => write('four', bob, ada))).toEqual([])
    expect(await inboxOf(ada)).toEqual([])
  })

  it('of a change is the only word its receiver gets of it', async () => {
    const { ada, bob, cleo } = await projectOf('ada', ['bob', MEMBER], ['cleo', MEMBER])
    const { id } = await addItem(ada, 'map', { assignee_ids: [bob.user_id, cleo.user_id] })
    const both = { priority: 'high', description_html: `<p>${mention(bob)}</p>` }
    expect(await newsOf(bob, () => change(ada, id, both))).toEqual(['mentioned description'])
    expect((await newsOf(cleo, async () => {})).length).toBe(0)
    expect((await inboxOf(cleo)).at(-1)).toMatchObject({ title: 'updated the priority to' })
  })

  it('of somebody who is not in the project tells nobody', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const { id } = await addItem(ada, 'map')
    expect(await newsOf(eve, () => say(ada, id, `<p>${mention(eve)}</p>`))).toEqual([])
  })
})

describe('the job', () => {
  /** Many changes of many items, not yet notified. */
  async function busy(items: number, changes: number) {
    const people = await projectOf('ada', ['bob', MEMBER])
    const { ada, bob } = people
    const issue_ids: string[] = []
    for (let n = 0; n < items; n++) {
      const { id } = await addItem(ada, `map ${n}`, { assignee_ids: [bob.user_id] })
      issue_ids.push(id)
    }
    for (let n = 0; n < changes; n++) {
      const properties = {
        priority: n % 2 ? 'low' : 'high',
        start_date: `2026-01-${n + 10}`,
      } as const
      await ada.call(workItemsApi.bulkChange, { body: { issue_ids, properties } })
    }
    return { ...people, rows: items * (1 + 2 * changes) }
  }

  it('tells each row once, with several nodes at it at once', async () => {
    const { bob, rows } = await busy(10, 15)
    const nodes = [1, 2, 3].map(() => connect(database.connection, new WriteWatcher(), 2))
    const notified = await Promise.all(
      [db, ...nodes.map((node) => node.db)].flatMap((node) => [
        notifyOfChanges(node),
        notifyOfChanges(node),
      ]),
    )
    expect(notified.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(rows)
    const inbox = await inboxOf(bob)
    const activities = inbox.map(({ data }) => (data.issue_activity as { id?: string }).id)
    expect(activities).toHaveLength(rows)
    expect(new Set(activities).size).toBe(rows)
    await Promise.all(nodes.map((node) => node.db.destroy()))
  })

  it('begins again where a node died before it was done', async () => {
    const { bob, rows } = await busy(1, 2)
    await sql`
      create function fail_once() returns trigger language plpgsql as $$
      begin raise exception 'power cut'; end $$`.execute(db)
    await sql`
      create trigger power_cut before update of is_notified on activities
      for each statement execute function fail_once()`.execute(db)
    await expect(notifyOfChanges(db)).rejects.toThrow('power cut')
    expect(await inboxOf(bob)).toEqual([])
    await sql`drop trigger power_cut on activities`.execute(db)
    await notifyOfChanges(db)
    await notifyOfChanges(db)
    expect(await inboxOf(bob)).toHaveLength(rows)
  })

  it('runs as soon as there is something to tell', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { id } = await addItem(ada, 'map', { assignee_ids: [bob.user_id] })
    runSoon(database.watcher, newsTables, () => notifyOfChanges(db))
    await change(ada, id, { priority: 'high' })
    await expect.poll(async () => (await inboxOf(bob)).length).toBe(2)
  })
})
