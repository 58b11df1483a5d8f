import {
  historyApi as api,
  attachmentsApi,
  commentsApi,
  epicHistoryApi,
  epicsApi,
  GUEST,
  linksApi,
  modulesApi,
  ownActivitiesApi,
  reactionsApi,
  relationsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { send } from '#features/assets/test-kit/uploads.ts'
import { addCycle, addPoints, putInto } from '#features/cycles/test-kit/cycles.ts'
import { change, openIntake, submit } from '#features/intake/test-kit/intake.ts'
import {
  addItem,
  addItemOf,
  addLabel,
  archive,
  missing,
  notForYou,
  refused,
  signedOut,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, projectOf, stranger, database } = await testServer()
const { db } = database

const historyOf = (client: Client, id: string, query = {}) =>
  client.call(api.list, { params: { id }, query })
const sketch = async (client: Client, id: string, query = {}) =>
  (await historyOf(client, id, query)).map((entry) =>
    entry.activity_type === 'ACTIVITY' ? (entry.field ?? entry.verb) : entry.comment_stripped,
  )

async function lively() {
  const people = await projectOf('ada', ['gus', GUEST])
  const { ada } = people
  const { id } = await addItem(ada, 'map')
  const params = { id }
  const say = (comment_html: string) =>
    ada.call(commentsApi.create, { params, body: { comment_html } })
  await say('<p>first words</p>')
  await ada.call(workItemsApi.change, { params, body: { priority: 'high' } })
  await ada.call(reactionsApi.add, { params, body: { reaction: '128077' } })
  await say('<p>last words</p>')
  return { ...people, id }
}

it('tells changes and comments, apart or merged, the oldest first', async () => {
  const { ada, id } = await lively()
  for (const kind of ['issue', 'epic']) {
    const only = (what: string) => sketch(ada, id, { activity_type: `${kind}-${what}` })
    expect(await only('property')).toEqual(['created', 'priority'])
    expect(await only('comment')).toEqual(['first words', 'last words'])
  }
  const all = ['created', 'first words', 'priority', 'last words']
  expect(await sketch(ada, id)).toEqual(all)
  expect(await sketch(ada, id, { activity_type: 'anything' })).toEqual(all)
})

// @cap:detail.activity-log
it('tells every change of an item, in one entry per field, by whom, when, from what to what', async () => {
  const { ada } = await projectOf('ada')
  await openIntake(ada)
  const [parent, other] = [await addItem(ada, 'parent'), await addItem(ada, 'other')]
  const id = await submit(ada, 'map')
  const params = { id }
  const label = await addLabel(ada, 'Bug')
  const cycle = await addCycle(ada, 'Summer')
  const module = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
  const estimate_point = (await addPoints(db, ada, ['3'])).get('3') ?? ''
  const file = { name: 'notes.txt', type: 'text/plain', size: 4 }
  await change(ada, id, { status: 1 })
  await ada.call(workItemsApi.change, {
    params,
    body: {
      ...{ name: 'maps', priority: 'high', start_date: '2026-03-01', target_date: '2026-03-02' },
      ...{ label_ids: [label], assignee_ids: [ada.user_id], parent_id: parent.id },
      ...{ estimate_point, description_html: '<p>Lines</p>' },
    },
  })
  await ada.call(relationsApi.create, {
    params,
    body: { relation_type: 'blocking', issues: [other.id] },
  })
  await ada.call(linksApi.create, { params, body: { url: 'https://docs.example.com' } })
  const target = await ada.call(attachmentsApi.create, { params, body: file })
  await send(app, target, Buffer.from('rope'))
  await ada.call(attachmentsApi.complete, { params: { id, asset_id: target.asset_id }, body: {} })
  await putInto(ada, cycle.id, [id])
  await ada.call(modulesApi.addItems, { params: { id: module.id }, body: { issues: [id] } })
  await archive(ada, id)
  await ada.call(workItemsApi.restore, { params })

  const entries = (await historyOf(ada, id)).flatMap((entry) =>
    entry.activity_type === 'ACTIVITY' ? [entry] : [],
  )
  expect(entries.every(({ actor }) => actor === ada.user_id)).toBe(true)
  expect(entries.every(({ created_at }) => !Number.isNaN(Date.parse(created_at)))).toBe(true)
  const changes = entries.map(({ field, old_value, new_value }) => [field, old_value, new_value])
  const expected = [
    [null, null, null],
    ['state', 'Triage', 'Backlog'],
    ['intake', 'Pending', 'Accepted'],
    ['name', 'map', 'maps'],
    ['description', '<p></p>', '<p>Lines</p>'],
    ['priority', 'none', 'high'],
    ['start_date', '', '2026-03-01'],
    ['target_date', '', '2026-03-02'],
    ['parent', '', 'TRAIL-1'],
    ['estimate_points', null, '3'],
    ['labels', '', 'Bug'],
    ['assignees', '', 'ada'],
    ['blocking', '', 'TRAIL-2'],
    ['link', null, 'https://docs.example.com'],
    ['attachment', null, expect.any(String)],
    ['cycles', '', 'Summer'],
    ['modules', '', 'Offline'],
    ['state', 'Backlog', 'Done'],
    ['archived_at', null, 'manual_archive'],
    ['archived_at', 'archive', 'restore'],
  ]
  expect(changes).toHaveLength(expected.length)
  expect(changes).toEqual(expect.arrayContaining(expected))
})

it('shows each change whole', async () => {
  const { ada, id } = await lively()
  const [, change] = await historyOf(ada, id, { activity_type: 'issue-property' })
  expect(change).toEqual({
    activity_type: 'ACTIVITY',
    id: expect.any(String),
    ...{ verb: 'updated', field: 'priority', comment: 'updated the priority to' },
    ...{ old_value: 'none', new_value: 'high', old_identifier: null, new_identifier: null },
    ...{ property_id: null, property_name: null },
    ...{ issue: id, issue_comment: null, attachments: [], source_data: null },
    ...{ project: ada.place.project_id, workspace: expect.any(String) },
    ...{ actor: ada.user_id, created_by: ada.user_id, updated_by: null, deleted_at: null },
    ...{ created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
    epoch: expect.any(Number),
    actor_detail: expect.objectContaining({ id: ada.user_id, display_name: 'ada', is_bot: false }),
    issue_detail: {
      ...{ id, name: 'map', description: {}, description_html: '<p></p>', priority: 'high' },
      ...{ start_date: null, target_date: null, sequence_id: 1, sort_order: 65535 },
      is_draft: false,
    },
    project_detail: expect.objectContaining({ identifier: 'TRAIL', name: 'Trail Maps' }),
    workspace_detail: expect.objectContaining({ slug: ada.place.slug }),
  })
})

it('goes on from the last moment somebody holds', async () => {
  const { ada, id } = await lively()
  const [created] = await historyOf(ada, id)
  const rest = { created_at__gt: created?.created_at ?? '' }
  expect(await sketch(ada, id, rest)).toEqual(['first words', 'priority', 'last words'])
  const last = (await historyOf(ada, id)).at(-1)
  expect(await historyOf(ada, id, { created_at__gt: last?.created_at ?? '' })).toEqual([])
  const query = { created_at__gt: 'yesterday' }
  expect(await ada.attempt(api.list, { params: { id }, query })).toEqual({
    status: 400,
    body: { detail: 'Invalid created_at__gt parameter.' },
  })
})

it('is for those who may see the item, archived or not', async () => {
  const { ada, gus, id } = await lively()
  const { eve } = await projectOf('eve')
  const own = await addItemOf(db, ada, gus, 'mine')
  const input = { params: { id } }
  expect(await stranger.at(ada.place).attempt(api.list, input)).toEqual(signedOut)
  expect(await eve.at(ada.place).attempt(api.list, input)).toEqual(refused)
  expect(await eve.attempt(api.list, input)).toEqual(missing)
  expect(await gus.attempt(api.list, input)).toEqual(notForYou)
  await archive(ada, own.id)
  expect(await sketch(gus, own.id)).toEqual(['created', 'state', 'archived_at'])
})

it('is empty in an archived project', async () => {
  const { ada, id } = await lively()
  await sql`
    update projects set archived_at = now() where id = ${ada.place.project_id ?? ''}`.execute(db)
  expect(await historyOf(ada, id)).toEqual([])
})

it('stands under epics/ too, for epics alone', async () => {
  const { ada } = await projectOf('ada')
  const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
  const plain = await addItem(ada, 'plain')
  expect(await ada.call(epicHistoryApi.list, { params: { id: epic.id } })).toHaveLength(1)
  expect(await ada.attempt(epicHistoryApi.list, { params: { id: plain.id } })).toEqual(missing)
})

it('leaves what somebody said in their own activities, with the comment’s id', async () => {
  const { ada } = await lively()
  const { results } = await ada.call(ownActivitiesApi.list)
  expect(results.map(({ field }) => field)).toEqual([
    ...['comment', 'reaction', 'priority', 'comment', null],
  ])
  expect(results[0]?.issue_comment).toBe(results[0]?.new_identifier)
})
