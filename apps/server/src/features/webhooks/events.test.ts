import {
  commentsApi,
  cyclesApi,
  epicsApi,
  labelsApi,
  linksApi,
  MEMBER,
  modulesApi,
  type NewWebhook,
  projectsApi,
  reactionsApi,
  statesApi,
  webhooksApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addCycle, putInto, running, upcoming } from '#features/cycles/test-kit/cycles.ts'
import { change as decide, openIntake, submit } from '#features/intake/test-kit/intake.ts'
import { addItem, addLabel, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

import { calledForTables, noticeChanges } from './service.ts'
import { openReceiver } from './test-kit/receiver.ts'
import { webhookCallerOf } from './test-kit/webhook-caller.ts'

const { app, database, projectOf } = await testServer({
  environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
})
const { db } = database
const receiver = await openReceiver()
const deliverWebhooks = webhookCallerOf(app)

const everything = {
  ...{ project: true, issue: true, cycle: true, module: true, issue_comment: true },
}
const listen = (client: Client, events: Partial<NewWebhook> = everything) =>
  client.call(webhooksApi.create, { body: { url: receiver.address(), ...events } })

/** The webhook events caused by these actions. */
function ear(url: string) {
  let heard = 0
  return async (...actions: Promise<unknown>[]) => {
    await Promise.all(actions)
    await deliverWebhooks()
    const all = receiver.receivedAt(url).slice(heard)
    heard += all.length
    return all.map(({ body }) => body)
  }
}

type Heard = Awaited<ReturnType<ReturnType<typeof ear>>>
const sketch = (heard: Heard) =>
  heard.map(({ event, action, activity }) => [event, action, activity.field]).toSorted()

// @cap:webhooks.events
it('hear of items: made, changed field by field, and deleted', async () => {
  const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
  const { url, id: webhook_id } = await listen(ada)
  const hears = ear(url)
  const label = await addLabel(ada, 'Bug')
  const wanted = { assignee_ids: [mia.user_id], priority: 'high', label_ids: [label] }
  const [made, ...rest] = await hears(addItem(ada, 'map', wanted))
  expect(rest).toEqual([])
  expect(made).toEqual({
    ...{ event: 'issue', action: 'created', webhook_id, workspace_id: expect.any(String) },
    data: expect.objectContaining({
      ...{ name: 'map', priority: 'high', sequence_id: 1, description_html: '<p></p>' },
      ...{ project: ada.place.project_id, cycle: null, module: [] },
      labels: [{ id: label, name: 'Bug', color: expect.any(String) }],
      assignees: [
        {
          ...{ id: mia.user_id, first_name: 'mia', last_name: '', display_name: 'mia' },
          ...{ email: expect.stringMatching(/^mia-/), avatar: '', avatar_url: null },
        },
      ],
      state: {
        id: expect.any(String),
        name: 'Backlog',
        color: expect.any(String),
        group: 'backlog',
      },
    }),
    activity: {
      ...{ field: null, old_value: null, new_value: null },
      ...{ old_identifier: null, new_identifier: null },
      actor: expect.objectContaining({ id: ada.user_id, display_name: 'ada' }),
    },
  })
  const id = String(made?.data.id)
  const params = { id }

  const [renamed, ...none] = await hears(
    mia.call(workItemsApi.change, { params, body: { name: 'maps', priority: 'high' } }),
  )
  expect(none).toEqual([])
  expect(renamed).toMatchObject({
    ...{ event: 'issue', action: 'updated', data: { id, name: 'maps' } },
    activity: { field: 'name', old_value: 'map', new_value: 'maps', actor: { id: mia.user_id } },
  })

  const second = await addLabel(ada, 'Later')
  const many = {
    label_ids: [second],
    state_id: await stateOf(ada, 'started'),
    priority: 'low' as const,
  }
  const changed = await hears(
    ada.call(workItemsApi.change, {
      params,
      body: { ...many, start_date: '2026-05-01', description_html: '<p>Lines</p>' },
    }),
  )
  expect(sketch(changed)).toEqual([
    ['issue', 'updated', 'description'],
    ['issue', 'updated', 'labels'],
    ['issue', 'updated', 'priority'],
    ['issue', 'updated', 'start_date'],
    ['issue', 'updated', 'state'],
  ])
  const labels = changed.find(({ activity }) => activity.field === 'labels')
  expect(labels?.activity).toMatchObject({ old_value: 'Bug', new_value: 'Later' })
  const state = changed.find(({ activity }) => activity.field === 'state')
  expect(state?.activity).toMatchObject({ old_value: 'Backlog', new_identifier: many.state_id })

  // Continued edits share one history row, but each save is a change.
  for (const text of ['<p>Lines and</p>', '<p>Lines and dots</p>']) {
    const [words] = await hears(
      ada.call(workItemsApi.change, { params, body: { description_html: text } }),
    )
    expect(words).toMatchObject({ data: { description_html: text } })
  }
  expect(await hears(ada.call(reactionsApi.add, { params, body: { reaction: '128077' } }))).toEqual(
    [],
  )
  const gone = await hears(ada.call(workItemsApi.remove, { params }))
  expect(gone).toMatchObject([{ event: 'issue', action: 'deleted', data: { id } }])
  expect(gone[0]?.data).toEqual({ id })
})

// @cap:webhooks.events
it('hear of many at once, of epics and of sub-items, each once', async () => {
  const { ada } = await projectOf('ada')
  const hears = ear((await listen(ada)).url)
  const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
  const items = await Promise.all(['a', 'b', 'c'].map((name) => addItem(ada, name)))
  expect(sketch(await hears())).toEqual(Array(4).fill(['issue', 'created', null]))
  const issue_ids = items.map(({ id }) => id)
  const many = await hears(
    ada.call(workItemsApi.bulkChange, {
      body: { issue_ids, properties: { priority: 'urgent' } },
    }),
  )
  expect(many.map(({ data }) => data.id).toSorted()).toEqual(issue_ids.toSorted())
  expect(sketch(many)).toEqual(Array(3).fill(['issue', 'updated', 'priority']))
  const [first = '', second = ''] = issue_ids
  const nested = { params: { id: second }, body: { parent_id: first } }
  expect(sketch(await hears(ada.call(workItemsApi.change, nested)))).toContainEqual([
    ...['issue', 'updated', 'parent'],
  ])
  const gone = await hears(ada.call(workItemsApi.remove, { params: { id: first } }))
  expect(gone.map(({ action, data }) => [action, data.id]).toSorted()).toEqual(
    [first, second].map((id) => ['deleted', id]).toSorted(),
  )
  expect(epic.id).toBeTruthy()
})

// @cap:webhooks.events
it('hear of comments', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  const hears = ear((await listen(ada, { issue_comment: true })).url)
  const [said] = await hears(
    ada.call(commentsApi.create, { params: { id }, body: { comment_html: '<p>Hello</p>' } }),
  )
  expect(said).toMatchObject({
    ...{ event: 'issue_comment', action: 'created', activity: { field: null } },
    data: { comment_html: '<p>Hello</p>', issue: id, actor: ada.user_id, is_member: true },
  })
  expect(said?.data).not.toHaveProperty('comment_stripped')
  expect(said?.data).not.toHaveProperty('comment_json')
  const params = { id, comment_id: String(said?.data.id) }
  const [edited] = await hears(
    ada.call(commentsApi.change, { params, body: { comment_html: '<p>Hi</p>' } }),
  )
  expect(edited?.activity).toMatchObject({ field: 'comment_html', old_value: '<p>Hello</p>' })
  const shown = await hears(ada.call(commentsApi.change, { params, body: { access: 'EXTERNAL' } }))
  expect(sketch(shown)).toEqual([['issue_comment', 'updated', 'access']])
  const [gone] = await hears(ada.call(commentsApi.remove, { params }))
  expect(gone).toMatchObject({ action: 'deleted', data: { id: params.comment_id } })
})

// @cap:webhooks.events
it('hear of cycles and modules, and of what goes into and out of them', async () => {
  const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
  const items = [await addItem(ada, 'a'), await addItem(ada, 'b')]
  const ids = items.map(({ id }) => id)
  const [id = ''] = ids
  const hears = ear((await listen(ada, { cycle: true, module: true })).url)

  const [begun] = await hears(addCycle(ada, 'Spring', running))
  expect(begun).toMatchObject({
    ...{ event: 'cycle', action: 'created' },
    data: {
      ...{ name: 'Spring', total_issues: 0, completed_issues: 0, cancelled_issues: 0 },
      ...{ started_issues: 0, unstarted_issues: 0, backlog_issues: 0 },
      ...{ total_estimates: 0, completed_estimates: 0, started_estimates: 0 },
    },
    activity: { actor: { id: ada.user_id } },
  })
  const cycle = String(begun?.data.id)
  const renamed = await hears(
    mia.call(cyclesApi.change, {
      params: { id: cycle },
      body: { name: 'Summer', description: 'Long', ...running },
    }),
  )
  expect(sketch(renamed)).toEqual([
    ['cycle', 'updated', 'description'],
    ['cycle', 'updated', 'name'],
  ])
  expect(renamed[0]?.activity.actor).toMatchObject({ id: mia.user_id })
  const added = await hears(putInto(ada, cycle, ids))
  expect(sketch(added)).toEqual(Array(2).fill(['cycle_issue', 'created', 'cycle']))
  expect(added.find(({ data }) => data.issue === id)).toMatchObject({
    data: { issue: id, cycle, project: ada.place.project_id, sub_issues_count: 0 },
    activity: { new_value: 'Summer', new_identifier: cycle },
  })
  const next = await addCycle(ada, 'Autumn', upcoming)
  const moved = await hears(putInto(ada, next.id, [id]))
  expect(sketch(moved)).toEqual([
    ['cycle', 'created', null],
    ['cycle_issue', 'updated', 'cycle'],
  ])
  const out = { params: { id: next.id, issue_id: id } }
  expect(await hears(ada.call(cyclesApi.removeItem, out))).toMatchObject([
    { event: 'cycle_issue', action: 'deleted', data: { issue: id, cycle: next.id } },
  ])
  expect(sketch(await hears(ada.call(cyclesApi.remove, { params: { id: next.id } })))).toEqual([
    ['cycle', 'deleted', null],
  ])

  const member_ids = [ada.user_id]
  const [made, ...rest] = await hears(
    ada.call(modulesApi.create, { body: { name: 'Offline', member_ids } }),
  )
  expect(rest).toEqual([])
  expect(made).toMatchObject({
    ...{ event: 'module', action: 'created' },
    data: { name: 'Offline', members: member_ids, total_issues: 0 },
  })
  const module = String(made?.data.id)
  const params = { id: module }
  const changed = await hears(
    ada.call(modulesApi.change, {
      params,
      body: { status: 'planned', name: 'Offline', member_ids: [mia.user_id], sort_order: 7 },
    }),
  )
  expect(sketch(changed)).toEqual([
    ['module', 'updated', 'member_ids'],
    ['module', 'updated', 'sort_order'],
    ['module', 'updated', 'status'],
  ])
  expect(changed.find(({ activity }) => activity.field === 'status')?.activity).toMatchObject({
    ...{ old_value: 'backlog', new_value: 'planned' },
  })
  const into = await hears(ada.call(modulesApi.addItems, { params, body: { issues: ids } }))
  expect(sketch(into)).toEqual(Array(2).fill(['module_issue', 'created', 'module']))
  expect(into.every(({ data }) => data.module === module)).toBe(true)
  const removed = await hears(ada.call(modulesApi.remove, { params }))
  expect(sketch(removed)).toEqual([
    ['module', 'deleted', null],
    ['module_issue', 'deleted', 'module'],
    ['module_issue', 'deleted', 'module'],
  ])
})

// @cap:webhooks.events
it('hear of projects, which take along in silence what is in them', async () => {
  const { ada } = await projectOf('ada')
  const hears = ear((await listen(ada)).url)
  const [made, ...rest] = await hears(
    ada.call(projectsApi.create, { body: { name: 'Huts', identifier: 'HUT' } }),
  )
  expect(rest).toEqual([])
  expect(made).toMatchObject({
    ...{ event: 'project', action: 'created' },
    data: {
      ...{ name: 'Huts', total_members: 1, total_cycles: 0, total_modules: 0 },
      ...{ is_member: true, member_role: 20, is_deployed: false, sort_order: expect.any(Number) },
    },
  })
  const there = ada.at({ project_id: String(made?.data.id) })
  const changed = await hears(
    there.call(projectsApi.change, {
      body: { name: 'Huts', description: 'Up there', cycle_view: false, project_lead: null },
    }),
  )
  expect(sketch(changed)).toEqual([
    ['project', 'updated', 'cycle_view'],
    ['project', 'updated', 'description'],
  ])
  expect(changed[0]?.activity).toMatchObject({ field: 'cycle_view', new_value: false })
  await there.call(projectsApi.change, { body: { cycle_view: true } })
  await hears(addCycle(there, 'Winter'), addItem(there, 'stove'))
  const archived = await hears(there.call(projectsApi.archive))
  expect(sketch(archived)).toEqual([['project', 'updated', 'archived_at']])
  const gone = await hears(
    there.call(projectsApi.remove, { params: { id: there.place.project_id ?? '' } }),
  )
  expect(gone).toMatchObject([
    { event: 'project', action: 'deleted', data: { id: there.place.project_id } },
  ])
})

// @cap:webhooks.events
it('hear of intake: submitted, edited, decided', async () => {
  const { ada } = await projectOf('ada')
  await openIntake(ada)
  const hears = ear((await listen(ada, { issue: true })).url)
  const submitted = await hears(submit(ada, 'idea'))
  expect(submitted).toMatchObject([
    { event: 'intake_issue', action: 'created', data: { issue: { name: 'idea' } } },
  ])
  const id = String((submitted[0]?.data.issue as { id: string } | undefined)?.id)
  expect(sketch(await hears(decide(ada, id, { issue: { name: 'plan' } })))).toEqual([
    ['intake_issue', 'updated', 'name'],
  ])
  expect(sketch(await hears(decide(ada, id, { status: 1 })))).toEqual([
    ['intake_issue', 'updated', 'status'],
    ['issue', 'updated', 'state'],
  ])
})

it('hear of what they asked for, while they are on, and in their own workspace', async () => {
  const { ada } = await projectOf('ada')
  const { eve } = await projectOf('eve')
  const quiet = await listen(ada, { cycle: true })
  const off = await listen(ada, { ...everything, is_active: false })
  const elsewhere = await listen(eve)
  const on = await listen(ada)
  await addItem(ada, 'one')
  await ada.call(labelsApi.create, { body: { name: 'nobody hears of labels' } })
  await ada.call(statesApi.create, { body: { name: 'Held', color: '#123456', group: 'started' } })
  await deliverWebhooks()
  const counts = [quiet, off, elsewhere, on].map(({ url }) => receiver.receivedAt(url).length)
  expect(counts).toEqual([0, 0, 0, 1])

  await ada.call(webhooksApi.change, { params: { id: off.id }, body: { is_active: true } })
  await ada.call(webhooksApi.change, { params: { id: on.id }, body: { is_active: false } })
  await addItem(ada, 'two')
  await deliverWebhooks()
  const heard = (url: string) => receiver.receivedAt(url).map(({ body }) => body.data.name)
  expect(heard(off.url)).toEqual(['two'])
  expect(heard(on.url)).toEqual(['one'])
})

it('hear of everything once, however many look at the same time, and of what commits late', async () => {
  const { ada } = await projectOf('ada')
  const { url, id } = await listen(ada, { issue: true })
  const { place, user_id } = ada
  const { id: item } = await addItem(ada, 'late')
  await Promise.all(Array.from({ length: 4 }, () => noticeChanges(db)))
  // A transaction that began before others, and ends after them.
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const late = db.transaction().execute(async (tx) => {
    await sql`
      insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field,
        comment, new_value)
      select workspace_id, id, ${item}, ${user_id}, 'updated', 'priority', '', 'low'
      from projects where id = ${place.project_id}`.execute(tx)
    begun.resolve()
    await gate.promise
  })
  await begun.promise
  await addItem(ada, 'early')
  await expect.poll(() => noticeChanges(db)).toBe('more to come')
  gate.resolve()
  await late
  await Promise.all(Array.from({ length: 4 }, () => noticeChanges(db)))
  await expect.poll(() => noticeChanges(db)).toBe('all')
  const { rows } = await sql<{ received: string }>`
    select event || ' ' || action || ' ' || coalesce(field, '') as received from webhook_calls
    where webhook_id = ${id} order by id`.execute(db)
  expect(rows.map(({ received }) => received.trim())).toEqual([
    ...['issue created', 'issue updated priority', 'issue created'],
  ])
  await deliverWebhooks()
  expect(receiver.receivedAt(url)).toHaveLength(3)
})

it('are told without waking those who tell', async () => {
  const { ada } = await projectOf('ada')
  const { url } = await listen(ada)
  await addItem(ada, 'map')
  let woken = 0
  database.watcher.on(
    calledForTables.map((table) => `+${table}`),
    () => {
      woken += 1
    },
  )
  await deliverWebhooks()
  expect(receiver.receivedAt(url)).toHaveLength(1)
  expect(woken).toBe(0)
  await addItem(ada, 'and on')
  expect(woken).toBeGreaterThan(0)
})

it('queues nothing where nobody listens', async () => {
  const { ada } = await projectOf('ada')
  await addItem(ada, 'unheard')
  await addCycle(ada, 'unheard')
  const { rows } = await sql`
    select from webhook_calls where project_id = ${ada.place.project_id ?? ''}`.execute(db)
  expect(rows).toEqual([])
})

it('hear of links on an item as changes of it', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  const hears = ear((await listen(ada)).url)
  const body = { url: 'https://docs.example.com' }
  expect(sketch(await hears(ada.call(linksApi.create, { params: { id }, body })))).toEqual([
    ['issue', 'updated', 'link'],
  ])
})
