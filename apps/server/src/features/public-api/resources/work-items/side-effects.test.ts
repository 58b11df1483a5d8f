import {
  workItemsApi as appApi,
  attachmentsApi,
  commentsApi,
  historyApi,
  MEMBER,
  webhooksApi,
} from '@cairn/contract'
import { workItemsV1 as api, workItemCommentsV1, workItemLinksV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { notifyOfChanges } from '#features/notifications/service.ts'
import { openReceiver } from '#features/webhooks/test-kit/receiver.ts'
import { webhookCallerOf } from '#features/webhooks/test-kit/webhook-caller.ts'
import { stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { programServer } from '#test/programs.ts'

const { app, database, programsOf } = await programServer({
  environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
})
const { db } = database
const receiver = await openReceiver()
const deliverWebhooks = webhookCallerOf(app)

const everything = {
  ...{ project: true, issue: true, cycle: true, module: true, issue_comment: true },
}

interface NotificationRow {
  title: string
  triggered_by_id: string
  field: string | null
}

const inboxOf = async ({ user_id }: Client) => {
  await notifyOfChanges(db)
  const { rows } = await sql<NotificationRow>`
    select title, triggered_by_id, data -> 'issue_activity' ->> 'field' as field
    from notifications where receiver_id = ${user_id} order by created_at, id`.execute(db)
  return rows
}

// @cap:public-api.side-effects
it('a change by token is in history, inbox, live screens and webhooks like one made in the app', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const { url } = await ada.browser.call(webhooksApi.create, {
    body: { url: receiver.address(), ...everything },
  })
  const { id } = await ada.call(api.create, { body: { name: 'map', assignees: [mel.user_id] } })
  const params = { issue_id: id }
  expect(await inboxOf(mel)).toMatchObject([{ triggered_by_id: ada.user_id }])

  const state = await stateOf(ada.browser, 'started')
  const events = await ada.eventsOf(() => ada.call(api.change, { params, body: { state } }))
  expect(events).toMatchObject([{ type: 'work_item.saved', work_item: { id, state_id: state } }])

  const body = { comment_html: '<p>begun</p>' }
  const said = await ada.eventsOf(() => ada.call(workItemCommentsV1.create, { params, body }))
  expect(said.map(({ type }) => type)).toContain('comment.saved')
  const link = { url: 'https://example.com' }
  const linked = await ada.eventsOf(() => ada.call(workItemLinksV1.create, { params, body: link }))
  expect(linked.map(({ type }) => type)).toContain('link.saved')

  const history = await ada.browser.call(historyApi.list, { params: { id }, query: {} })
  expect(history.map((entry) => [entry.actor, 'field' in entry ? entry.field : 'talk'])).toEqual([
    ...[null, 'assignees', 'state', 'talk', 'link'].map((field) => [ada.user_id, field]),
  ])
  const notified = await inboxOf(mel)
  expect(notified.map(({ field }) => field)).toEqual(expect.arrayContaining(['state', 'comment']))
  expect(notified.every(({ triggered_by_id }) => triggered_by_id === ada.user_id)).toBe(true)
  expect(await inboxOf(ada)).toEqual([])

  await deliverWebhooks()
  const heard = receiver.receivedAt(url).map(({ body: { event, action, activity } }) => {
    return [event, action, activity.field]
  })
  expect(heard).toEqual(
    expect.arrayContaining([
      ['issue', 'created', null],
      ['issue', 'updated', 'state'],
      ['issue_comment', 'created', null],
    ]),
  )

  const gone = await ada.eventsOf(() => ada.call(api.remove, { params }))
  expect(gone).toMatchObject([{ type: 'work_item.removed', id }])
  await deliverWebhooks()
  expect(receiver.receivedAt(url).at(-1)?.body).toMatchObject({ event: 'issue', action: 'deleted' })
})

// @cap:public-api.side-effects
it('and the application reads what programs wrote', async () => {
  const { ada } = await programsOf('ada')
  const { id } = await ada.call(api.create, {
    body: { name: 'map', description_html: '<p>x</p>', priority: 'urgent' },
  })
  const params = { issue_id: id }
  await ada.call(workItemCommentsV1.create, { params, body: { comment_html: '<p>y</p>' } })
  const item = await ada.browser.call(appApi.get, { params: { id } })
  expect(item).toMatchObject({ name: 'map', description_html: '<p>x</p>', is_subscribed: true })
  const comments = await ada.browser.call(commentsApi.list, { params: { id } })
  expect(comments).toMatchObject([{ comment_html: '<p>y</p>', actor: ada.user_id }])
  expect(await ada.browser.call(attachmentsApi.list, { params: { id } })).toEqual([])
})
