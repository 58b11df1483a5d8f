import {
  olderAnalyticsApi as api,
  cyclesApi,
  GUEST,
  MEMBER,
  type NewWorkItem,
  workItemsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { addPoints } from '#features/cycles/test-kit/cycles.ts'
import { addLabel, missing, nobody, refused, stateOf } from '#features/work-items/test-kit/items.ts'
import { deliverQueuedMails } from '#kernel/mail/delivery.ts'
import { startSmtpServer } from '#kernel/mail/smtp-test-server.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database
const no = (error: string) => ({ status: 400, body: { error } })
const badAxes = no('x-axis and y-axis dimensions are required and the values should be valid')
const badSegment = no('Both segment and x axis cannot be same and segment should be valid')

const add = (client: Client, body: Partial<NewWorkItem> = {}) =>
  client.call(workItemsApi.create, { body: { name: 'walk', ...body } })
const priorities = { x_axis: 'priority', y_axis: 'issue_count' }

describe('the older chart', () => {
  it('goes from low to urgent, and then what has none', async () => {
    const { ada } = await projectOf('ada')
    for (const priority of ['none', 'urgent', 'low', 'urgent'] as const) {
      await add(ada, { priority })
    }
    const { total, distribution, extras } = await ada.call(api.chart, { query: priorities })
    expect(total).toBe(4)
    expect(Object.keys(distribution)).toEqual(['low', 'urgent', 'none'])
    expect(distribution.urgent).toEqual([{ dimension: 'urgent', count: 2 }])
    expect(extras).toEqual({
      ...{ state_details: {}, assignee_details: {}, label_details: {} },
      ...{ cycle_details: {}, module_details: {} },
    })
  })

  it('names what its ids stand for, and leaves out what has no value', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const wet = await addLabel(ada, 'wet')
    await add(ada, { assignee_ids: [mel.user_id], label_ids: [wet] })
    await add(ada, { assignee_ids: [mel.user_id] })
    await add(ada)
    const query = { x_axis: 'assignees__id', y_axis: 'issue_count', segment: 'labels__id' }
    const { total, distribution, extras } = await ada.call(api.chart, { query })
    const dimension = mel.user_id
    expect([total, distribution]).toEqual([
      3,
      {
        [dimension]: [
          { dimension, segment: wet, count: 1 },
          { dimension, segment: null, count: 1 },
        ],
      },
    ])
    expect(extras.assignee_details).toEqual([
      {
        ...{
          assignees__id: dimension,
          assignees__display_name: 'mel',
          assignees__avatar_url: null,
        },
        ...{ assignees__first_name: 'mel', assignees__last_name: '' },
      },
    ])
    expect(extras.label_details).toMatchObject([{ labels__id: wet, labels__name: 'wet' }])
  })

  it('has months without a zero before them, in their order', async () => {
    const { ada } = await projectOf('ada')
    for (const target_date of ['2026-10-05', '2026-09-01', '2026-09-30', '2025-12-31']) {
      await add(ada, { target_date })
    }
    const query = { x_axis: 'target_date', y_axis: 'issue_count' }
    const { distribution } = await ada.call(api.chart, { query })
    expect(Object.keys(distribution)).toEqual(['2025-12', '2026-9', '2026-10'])
    expect(distribution['2026-9']).toEqual([{ dimension: '2026-9', count: 2 }])
  })

  it('sums points, and counts only what is filtered for', async () => {
    const { ada } = await projectOf('ada')
    const points = await addPoints(db, ada, ['2', '5'])
    await add(ada, { priority: 'high', estimate_point: points.get('2') ?? '' })
    await add(ada, { priority: 'high', estimate_point: points.get('5') ?? '' })
    await add(ada, { priority: 'low' })
    const query = { x_axis: 'priority', y_axis: 'estimate', priority: 'high' }
    expect(await ada.call(api.chart, { query })).toMatchObject({
      total: 2,
      distribution: { high: [{ dimension: 'high', estimate: 7 }] },
    })
  })

  it.each([
    [{}, badAxes],
    [{ x_axis: 'name', y_axis: 'issue_count' }, badAxes],
    [{ x_axis: 'priority', y_axis: 'x' }, badAxes],
    [{ ...priorities, segment: 'priority' }, badSegment],
    [{ ...priorities, segment: 'name' }, badSegment],
  ])('refuses %o', async (query, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.chart, { query })).toEqual(answer)
    expect(await ada.attempt(api.export, { body: query })).toEqual(answer)
  })
})

it('summarises the items of the projects somebody is in', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const { eve } = await projectOf('eve')
  await add(eve)
  const points = await addPoints(db, ada, ['2', '5'])
  await add(ada, { assignee_ids: [mel.user_id], estimate_point: points.get('2') ?? '' })
  const done = { state_id: await stateOf(ada, 'completed'), assignee_ids: [ada.user_id] }
  await add(mel, { ...done, estimate_point: points.get('5') ?? '' })
  const person = (prefix: string, client: Client, count: number) =>
    expect.objectContaining({ [`${prefix}__id`]: client.user_id, count })
  const summary = await ada.call(api.summary)
  expect(summary).toMatchObject({
    ...{ total_issues: 2, open_issues: 1, open_estimate_sum: 2, total_estimate_sum: 7 },
    total_issues_classified: [
      { state_group: 'backlog', state_count: 1 },
      { state_group: 'completed', state_count: 1 },
    ],
    open_issues_classified: [{ state_group: 'backlog', state_count: 1 }],
    issue_completed_month_wise: [{ month: new Date().getUTCMonth() + 1, count: 1 }],
    most_issue_closed_user: [person('assignees', ada, 1)],
    pending_issue_user: [person('assignees', mel, 1)],
  })
  expect(summary.most_issue_created_user).toHaveLength(2)
  expect(await ada.call(api.summary, { query: { state_group: 'started' } })).toMatchObject({
    ...{ total_issues: 0, pending_issue_user: [], total_estimate_sum: null },
  })
})

describe('a definition', () => {
  const query_dict = { ...priorities, priority: ['high', 'x'] }

  // @cap:analytics.saved-and-mailed
  it('is saved, read, changed, run and removed', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await add(ada, { priority: 'high' })
    await add(ada, { priority: 'low' })
    const body = { name: ' Urgency ', query_dict }
    const view = await ada.call(api.createSaved, { body })
    expect(view).toMatchObject({ name: 'Urgency', description: '', query_dict })
    expect(view.query).toEqual({ priority: ['high'] })
    const second = await mel.call(api.createSaved, { body: { name: 'Other' } })
    expect(await mel.call(api.listSaved)).toEqual([second, view])
    const params = { id: view.id }
    expect(await mel.call(api.getSaved, { params })).toEqual(view)
    expect(await ada.call(api.runSaved, { params })).toEqual({
      total: 1,
      distribution: { high: [{ dimension: 'high', count: 1 }] },
    })
    const query = { segment: 'state__group' }
    expect(await ada.call(api.runSaved, { params, query })).toMatchObject({
      distribution: { high: [{ dimension: 'high', segment: 'backlog', count: 1 }] },
    })
    const changed = await mel.call(api.changeSaved, { params, body: { description: 'by week' } })
    expect(changed).toMatchObject({ name: 'Urgency', description: 'by week', query_dict })
    expect(await ada.attempt(api.removeSaved, { params })).toEqual({ status: 204, body: null })
    expect(await ada.attempt(api.getSaved, { params })).toEqual(missing)
    expect(await ada.call(api.listSaved)).toEqual([second])
    expect(await ada.attempt(api.runSaved, { params: { id: second.id } })).toEqual(
      no('x-axis and y-axis dimensions are required'),
    )
  })

  it('needs a name', async () => {
    const { ada } = await projectOf('ada')
    for (const name of ['', '  ']) {
      expect(await ada.attempt(api.createSaved, { body: { name } })).toEqual({
        status: 400,
        body: { name: ['This field may not be blank.'] },
      })
    }
    expect(await ada.call(api.listSaved)).toEqual([])
  })

  // @cap:analytics.saved-and-mailed
  it('is exported to a file that is mailed to whoever asked', async () => {
    await using server = await startSmtpServer()
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const cycle = await ada.call(cyclesApi.create, { body: { name: '=Spring "one"' } })
    const { id } = await add(ada, { priority: 'high' })
    await add(ada, { priority: 'low' })
    await ada.call(cyclesApi.addItems, { params: { id: cycle.id }, body: { issues: [id] } })
    const body = {
      ...{ x_axis: 'priority', y_axis: 'issue_count', segment: 'issue_cycle__cycle_id' },
      priority: ['high', 'low'],
    }
    const { message } = await mel.call(api.export, { body })
    expect(message).toMatch(/^Once the export is ready it will be emailed to you at mel-/)
    const quiet = { info: () => {}, warn: () => {} }
    await deliverQueuedMails(db, async () => server.settings, quiet)
    const [mail, ...more] = server.arrived
    expect(more).toEqual([])
    expect(mail?.to).toEqual([message.split(' ').at(-1)])
    expect(mail?.raw).toContain('Subject: Your export is ready')
    expect(mail?.raw).toContain(`filename=${mel.place.slug}-analytics.csv`)
    const lines = [
      `"Priority","Issue Count","'=Spring ""one""","None"`,
      '"low","1","0","1"',
      '"high","1","1","0"',
    ]
    expect(attachmentIn(mail?.raw ?? '')).toBe(lines.join('\r\n'))
  })
})

/** The last part of a mail, decoded. */
function attachmentIn(raw: string): string {
  const part = raw.split(/\r\n--[^\r\n]+\r\n/).findLast((one) => one.trim() !== '') ?? ''
  const [head = '', text = ''] = part.split('\r\n\r\n')
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString() : text
}

// @cap:analytics.roles
it.each(Object.entries(api))('keeps %s from strangers, guests and others', async (_, call) => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const params = { id: nobody }
  const input = { params, body: { name: 'x' } } as never
  expect(await stranger.at(ada.place).attempt(call, input)).toMatchObject({ status: 401 })
  expect(await gus.attempt(call, input)).toEqual(refused)
  expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
})
