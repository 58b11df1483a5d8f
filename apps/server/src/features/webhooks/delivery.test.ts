import { createHmac } from 'node:crypto'
import {
  ADMIN,
  webhooksApi as api,
  type NewWebhook,
  projectsApi,
  type WebhookLog,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, missing } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

import { noticeChanges, removeOldCalls } from './service.ts'
import { openReceiver } from './test-kit/receiver.ts'
import { webhookCallerOf } from './test-kit/webhook-caller.ts'

const { app, database, projectOf } = await testServer({
  environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', WEB_URL: 'https://cairn.example.com' },
})
const { db } = database
const receiver = await openReceiver()
const deliverWebhooks = webhookCallerOf(app)

const listen = (client: Client, more: Partial<NewWebhook> = {}) =>
  client.call(api.create, { body: { url: receiver.address(), issue: true, ...more } })
const logsOf = (client: Client, id: string): Promise<WebhookLog[]> =>
  client.call(api.logs, { params: { id } })

/** Makes all queued calls due, as after hours. */
async function letTimePass(webhook_id: string) {
  await sql`
    update webhook_calls set due_at = now()
    where webhook_id = ${webhook_id} and due_at is not null`.execute(db)
  await deliverWebhooks()
}

// @cap:webhooks.signed-delivery
it('is JSON with an id of its own and a signature that verifies', async () => {
  const { ada } = await projectOf('ada')
  const { url, secret_key, id } = await listen(ada)
  await addItem(ada, 'ünïcode 🪨')
  await addItem(ada, 'two')
  await deliverWebhooks()
  const received = receiver.receivedAt(url)
  expect(received.map(({ body }) => body.data.name)).toEqual(['ünïcode 🪨', 'two'])
  for (const { headers, text } of received) {
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Cairn\/\d/),
      'x-cairn-event': 'issue',
      'x-cairn-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-cairn-signature': createHmac('sha256', secret_key).update(text).digest('hex'),
    })
  }
  expect(new Set(received.map(({ headers }) => headers['x-cairn-delivery'])).size).toBe(2)
  const logs = await logsOf(ada, id)
  expect(logs.map(({ id: one }) => one).toReversed()).toEqual(
    received.map(({ headers }) => headers['x-cairn-delivery']),
  )
})

// @cap:webhooks.log
it('is written down with request, answer and retry count, without the secret', async () => {
  const { ada } = await projectOf('ada')
  const { url, id, secret_key } = await listen(ada)
  receiver.answer(url, {
    ...{ status: 503, headers: { 'x-reason': 'full' } },
    body: Buffer.from(`later\0${'x'.repeat(100_000)}`),
  })
  await addItem(ada, 'map')
  await deliverWebhooks()
  receiver.answer(url, { status: 204 })
  await letTimePass(id)
  const [second, first, ...rest] = await logsOf(ada, id)
  expect(rest).toEqual([])
  const text = receiver.receivedAt(url)[0]?.text
  expect(first).toEqual({
    id: expect.any(String),
    ...{ workspace: expect.any(String), webhook: id, event_type: 'issue' },
    ...{ request_method: 'created', request_body: text, response_status: '503' },
    request_headers: expect.stringMatching(/X-Cairn-Signature: [0-9a-f]{64}/),
    response_headers: expect.stringContaining('x-reason: full'),
    response_body: expect.stringMatching(/^laterx+$/),
    ...{ retry_count: 0, is_replay: false, is_delivered: false, next_try_at: null },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    ...{ created_by: null, updated_by: null, deleted_at: null },
  })
  expect(first?.response_body.length).toBeLessThanOrEqual(65_536)
  expect(second).toMatchObject({
    ...{ response_status: '204', response_body: '', retry_count: 1, is_delivered: true },
    request_body: text,
  })
  expect(JSON.stringify([first, second])).not.toContain(secret_key)
  expect(receiver.receivedAt(url).map((received) => received.text)).toEqual([text, text])
})

// @cap:webhooks.retry-and-deactivate
it('counts only where the receiver says so, and is tried eight times', async () => {
  const { ada } = await projectOf('ada')
  const { url, id } = await listen(ada)
  const elsewhere = receiver.address()
  receiver.answer(url, { status: 302, headers: { location: elsewhere } })
  await addItem(ada, 'map')
  await deliverWebhooks()
  const [first] = await logsOf(ada, id)
  expect(first).toMatchObject({ response_status: '302', is_delivered: false, retry_count: 0 })
  expect(receiver.receivedAt(elsewhere)).toEqual([])
  const pause = (Date.parse(first?.next_try_at ?? '') - Date.parse(first?.created_at ?? '')) / 1000
  expect(pause).toBeGreaterThan(50)
  expect(pause).toBeLessThan(70)
  // Nothing is sent before it is due.
  await deliverWebhooks()
  expect(receiver.receivedAt(url)).toHaveLength(1)
  receiver.answer(url, 'hang up')
  for (let n = 0; n < 9; n++) await letTimePass(id)
  const logs = await logsOf(ada, id)
  expect(logs.map(({ retry_count }) => retry_count)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
  expect(logs[0]).toMatchObject({
    ...{ response_status: '500', response_headers: '', next_try_at: null },
    response_body: 'The host closed the connection.',
  })
  // One day is less than three: it is still on.
  expect(await ada.call(api.get, { params: { id } })).toMatchObject({ is_active: true })
})

// @cap:webhooks.retry-and-deactivate
it('is given up after three days of failures, and its owner told', async () => {
  const { ada, bob } = await projectOf('ada', 'bob')
  const { url, id } = await listen(bob)
  receiver.answer(url, { status: 500 })
  const failingFor = (hours: number) =>
    sql`
      update webhooks set failing_since = now() - make_interval(hours => ${hours})
      where id = ${id}`.execute(db)
  const mails = async () => {
    const { rows } = await sql<{ to_address: string; subject: string; text: string }>`
      select to_address, subject, text from mails where text like ${`%${id}%`}`.execute(db)
    return rows
  }
  await addItem(ada, 'one')
  await deliverWebhooks()
  await failingFor(71)
  await letTimePass(id)
  expect(await ada.call(api.get, { params: { id } })).toMatchObject({ is_active: true })
  expect(await mails()).toEqual([])
  // After one success the days are counted from zero.
  receiver.answer(url, { status: 200 })
  await letTimePass(id)
  receiver.answer(url, { status: 500 })
  await addItem(ada, 'two')
  await deliverWebhooks()
  expect(await ada.call(api.get, { params: { id } })).toMatchObject({ is_active: true })

  await failingFor(73)
  await addItem(ada, 'three')
  await deliverWebhooks()
  expect(await ada.call(api.get, { params: { id } })).toMatchObject({ is_active: false })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.to_address).toMatch(/^bob-/)
  expect(mail?.subject).toBe('Your webhook was turned off')
  expect(mail?.text).toContain(url)
  expect(mail?.text).toContain(
    `https://cairn.example.com/${ada.place.slug}/settings/webhooks/${id}/`,
  )
  const before = receiver.receivedAt(url).length
  await letTimePass(id)
  expect(receiver.receivedAt(url)).toHaveLength(before)

  // An admin switches it on again: it gets events from then on.
  receiver.answer(url, { status: 200 })
  await addItem(ada, 'unheard')
  await ada.call(api.change, { params: { id }, body: { is_active: true } })
  await addItem(ada, 'four')
  await deliverWebhooks()
  const heard = receiver.receivedAt(url).slice(before)
  expect(heard.map(({ body }) => body.data.name)).toEqual(['four'])
})

// @cap:webhooks.url-rules
it('looks at the address again each time', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await listen(ada)
  await sql`update webhooks set url = 'http://10.0.0.1/hook' where id = ${id}`.execute(db)
  await addItem(ada, 'map')
  await deliverWebhooks()
  expect(await logsOf(ada, id)).toMatchObject([
    { response_status: '500', response_body: expect.stringContaining('not a public address') },
  ])
})

it('is sent again by hand, in the same words', async () => {
  const { ada } = await projectOf('ada')
  const { url, id } = await listen(ada)
  receiver.answer(url, { status: 500 })
  const item = await addItem(ada, 'map')
  await deliverWebhooks()
  const [failed] = await logsOf(ada, id)
  const params = { id, log_id: failed?.id ?? '' }
  const again = await ada.call(api.sendAgain, { params })
  expect(again).toMatchObject({ response_status: '500', is_replay: true, created_by: ada.user_id })
  expect((await logsOf(ada, id))[1]?.next_try_at).toBe(failed?.next_try_at)

  receiver.answer(url, { status: 200 })
  const { secret_key } = await ada.call(api.regenerate, { params: { id } })
  const worked = await ada.call(api.sendAgain, { params })
  expect(worked).toMatchObject({ is_delivered: true, request_body: failed?.request_body })
  expect(worked.request_headers).toContain(
    createHmac('sha256', secret_key).update(worked.request_body).digest('hex'),
  )
  // Delivered calls are not sent again.
  await letTimePass(id)
  expect(receiver.receivedAt(url)).toHaveLength(3)
  expect(new Set(receiver.receivedAt(url).map(({ body }) => body.data.id))).toEqual(
    new Set([item.id]),
  )
  const nobody = { id, log_id: crypto.randomUUID() }
  expect(await ada.attempt(api.sendAgain, { params: nobody })).toEqual(missing)
  const other = await listen(ada)
  const elsewhere = { ...params, id: other.id }
  expect(await ada.attempt(api.sendAgain, { params: elsewhere })).toEqual(missing)
})

it('waits for no other receiver, and is not done twice by two nodes', async () => {
  const { ada } = await projectOf('ada')
  const hooks = await Promise.all([listen(ada), listen(ada), listen(ada)])
  for (let n = 0; n < 5; n++) await addItem(ada, `item ${n}`)
  await Promise.all([deliverWebhooks(), deliverWebhooks(), deliverWebhooks()])
  await deliverWebhooks()
  for (const { url } of hooks) {
    const names = receiver.receivedAt(url).map(({ body }) => body.data.name)
    expect(names).toEqual(['item 0', 'item 1', 'item 2', 'item 3', 'item 4'])
  }
})

it('is not held up by what cannot be told', async () => {
  const { ada } = await projectOf('ada')
  const { url, id } = await listen(ada)
  await sql`
    insert into webhook_calls (webhook_id, project_id, event, action, entity_id)
    values (${id}, ${ada.place.project_id ?? ''}, 'unknown', 'created', ${id})`.execute(db)
  await addItem(ada, 'map')
  await deliverWebhooks()
  expect(receiver.receivedAt(url).map(({ body }) => body.data.name)).toEqual(['map'])
  const { rows } = await sql<{ tries: number; waits: boolean }>`
    select tries, due_at > now() as waits from webhook_calls
    where webhook_id = ${id} and event = 'unknown'`.execute(db)
  expect(rows).toEqual([{ tries: 1, waits: true }])
})

it('is left to others when its node dies, once its lease is over', async () => {
  const { ada } = await projectOf('ada')
  const { url, id } = await listen(ada)
  const lease = (seconds: number) =>
    sql`
      update webhooks set leased_until = now() + make_interval(secs => ${seconds})
      where id = ${id}`.execute(db)
  await lease(60)
  await addItem(ada, 'map')
  await deliverWebhooks()
  expect(receiver.receivedAt(url)).toEqual([])
  await lease(-1)
  await deliverWebhooks()
  expect(receiver.receivedAt(url)).toHaveLength(1)
})

it('ends with its webhook, and is forgotten after thirty days', async () => {
  const { ada } = await projectOf('ada')
  const [gone, retained] = [await listen(ada), await listen(ada)]
  receiver.answer(gone.url, { status: 500 })
  await addItem(ada, 'map')
  await deliverWebhooks()
  await ada.call(api.remove, { params: { id: gone.id } })
  await letTimePass(gone.id)
  expect(receiver.receivedAt(gone.url)).toHaveLength(1)
  expect(await ada.attempt(api.logs, { params: { id: gone.id } })).toEqual(missing)

  await addItem(ada, 'newer')
  await deliverWebhooks()
  await sql`
    update webhook_calls set created_at = now() - interval '31 days'
    where webhook_id = ${retained.id} and body like '%"map"%'`.execute(db)
  await removeOldCalls(db)
  expect((await logsOf(ada, retained.id)).map(({ request_body }) => request_body)).toEqual([
    expect.stringContaining('newer'),
  ])
})

describe('a webhook belongs to its workspace', () => {
  const ends: [string, (ada: Client) => Promise<unknown>][] = [
    ['archived', (ada) => ada.call(projectsApi.archive)],
    ['deleted', (ada) => ada.call(projectsApi.remove)],
  ]
  it.each(ends)('and tells nothing more of a project that was %s meanwhile', async (_how, end) => {
    const { ada } = await projectOf('ada')
    const { url, id } = await listen(ada)
    receiver.answer(url, { status: 500 })
    await addItem(ada, 'tried before')
    await deliverWebhooks()
    const [log] = await logsOf(ada, id)
    await addItem(ada, 'waits')
    await expect.poll(() => noticeChanges(db)).not.toBe('more to come')
    await end(ada)
    await letTimePass(id)
    expect(receiver.receivedAt(url).map(({ body }) => body.data.name)).toEqual(['tried before'])
    const params = { id, log_id: log?.id ?? '' }
    expect(await ada.attempt(api.sendAgain, { params })).toMatchObject({ status: 404 })
  })

  it('and tells nothing more once that is deleted', async () => {
    const { ada } = await projectOf('ada')
    const { url, id } = await listen(ada)
    await addItem(ada, 'waits')
    await expect.poll(() => noticeChanges(db)).not.toBe('more to come')
    await ada.call(workspacesApi.remove)
    await letTimePass(id)
    expect(receiver.receivedAt(url)).toEqual([])
  })

  it('and goes on when the admin who made it was removed or deactivated', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', ADMIN])
    const { url } = await listen(bob)
    const { id } = await bob.call(workspaceMembersApi.me)
    await ada.call(workspaceMembersApi.remove, { params: { id } })
    await addItem(ada, 'after the removal')
    await sql`update users set is_active = false where id = ${bob.user_id}`.execute(db)
    await addItem(ada, 'after the deactivation')
    await deliverWebhooks()
    expect(receiver.receivedAt(url).map(({ body }) => body.data.name)).toEqual([
      'after the removal',
      'after the deactivation',
    ])
  })
})
