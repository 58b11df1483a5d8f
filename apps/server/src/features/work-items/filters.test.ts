import { workItemListsApi as lists, viewsApi, type WorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { addItem, addLabel, namesOf, stateOf } from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const { db } = database

/** A day relative to now, for readers in UTC. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

it('leaves out what is turned round, and what has nothing stays', async () => {
  const { ada } = await projectOf('ada')
  const bug = await addLabel(ada, 'Bug')
  const map = await addLabel(ada, 'Map')
  await addItem(ada, 'both', { label_ids: [bug, map], priority: 'high' })
  await addItem(ada, 'map', { label_ids: [map] })
  await addItem(ada, 'none', { assignee_ids: [ada.user_id] })
  const order_by = 'created_at'
  expect(await namesOf(ada, { labels__not: bug, order_by })).toEqual(['map', 'none'])
  expect(await namesOf(ada, { labels__not: `${bug},None`, order_by })).toEqual(['map'])
  expect(await namesOf(ada, { labels: map, labels__not: bug })).toEqual(['map'])
  expect(await namesOf(ada, { priority__not: 'high,low', order_by })).toEqual(['map', 'none'])
  expect(await namesOf(ada, { assignees__not: 'None' })).toEqual(['none'])
  const answer = await ada.attempt(lists.project, { query: { state__not: 'junk' } })
  expect(answer.status).toBe(400)
})

it('finds overdue what was due before the reader’s today and is open', async () => {
  const { ada } = await projectOf('ada')
  const done = await stateOf(ada, 'completed')
  await addItem(ada, 'late', { target_date: inDays(-1) })
  await addItem(ada, 'today', { target_date: inDays(0) })
  await addItem(ada, 'late and done', { target_date: inDays(-1), state_id: done })
  await addItem(ada, 'soon', { target_date: inDays(6) })
  await addItem(ada, 'some day')
  const due = (target_date: string) => namesOf(ada, { target_date, order_by: 'created_at' })
  expect(await due('overdue')).toEqual(['late'])
  expect(await due('today')).toEqual(['today'])
  expect(await due('overdue,today')).toEqual(['late', 'today'])
  expect(await due('7_days;within;fromnow')).toEqual(['today', 'soon'])
  expect(await due('overdue,None')).toEqual(['late', 'some day'])
  const { total_count } = await ada.call(lists.project, {
    query: { target_date: 'overdue', group_by: 'priority' },
  })
  expect(total_count).toBe(1)
})

it('shows what was done lately beside what is open', async () => {
  const { ada } = await projectOf('ada')
  const done = await stateOf(ada, 'completed')
  await addItem(ada, 'open')
  await addItem(ada, 'done now', { state_id: done })
  const { id } = await addItem(ada, 'done long ago', { state_id: done })
  await sql`update work_items set completed_at = now() - interval '20 days'
    where id = ${id}`.execute(db)
  const lately = (days: number) =>
    namesOf(ada, { completed_at: `None,${days}_days;after;ago`, order_by: 'created_at' })
  expect(await lately(7)).toEqual(['open', 'done now'])
  expect(await lately(30)).toEqual(['open', 'done now', 'done long ago'])
})

it('keeps them in views, for whoever reads those today', async () => {
  const { ada, ben } = await projectOf('ada', 'ben')
  const bug = await addLabel(ada, 'Bug')
  await addItem(ada, 'late bug', { target_date: inDays(-2), label_ids: [bug] })
  await addItem(ada, 'late', { target_date: inDays(-2) })
  const filters = { labels__not: [bug.toUpperCase()], target_date: ['overdue', 'someday'] }
  const view = await ada.call(viewsApi.create, { body: { name: 'Late', filters } })
  expect(view.query).toEqual({ labels__not: [bug], target_date: ['overdue'] })
  const { results } = await ben.call(viewsApi.items, { params: { id: view.id } })
  expect((results as WorkItem[]).map(({ name }) => name)).toEqual(['late'])
})
