import { createHmac } from 'node:crypto'
import { webhooksApi as api, GUEST, MEMBER, type NewWebhook } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addItem, missing, refused, signedOut } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

import { openReceiver } from './test-kit/receiver.ts'
import { webhookCallerOf } from './test-kit/webhook-caller.ts'

const { app, database, workspaceOf, projectOf, stranger } = await testServer({
  environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
})
const { db } = database
const receiver = await openReceiver()
const deliverWebhooks = webhookCallerOf(app)

const everything = {
  ...{ project: true, issue: true, cycle: true, module: true, issue_comment: true },
}
const listen = (client: Client, more: Partial<NewWebhook> = {}) =>
  client.call(api.create, { body: { url: receiver.address(), ...everything, ...more } })

// @cap:webhooks.create
it('are made for everything or chosen events, and show their secret once', async () => {
  const { ada } = await workspaceOf('ada')
  const url = receiver.address()
  const made = await ada.call(api.create, { body: { url, issue: true, cycle: true } })
  const normal = {
    ...{ id: made.id, url, is_active: true, created_at: made.created_at },
    ...{ updated_at: made.updated_at, project: false, issue: true, cycle: true },
    ...{ module: false, issue_comment: false },
  }
  expect(made).toEqual({
    ...normal,
    secret_key: expect.stringMatching(/^wh_[0-9a-f]{32}$/),
    workspace: expect.any(String),
    ...{ created_by: ada.user_id, updated_by: null, deleted_at: null },
  })
  const all = await listen(ada)
  expect(await ada.call(api.get, { params: { id: made.id } })).toEqual(normal)
  const listed = await ada.call(api.list)
  expect(listed.map(({ id }) => id)).toEqual([all.id, made.id])
  expect(listed[1]).toEqual(normal)
  expect(JSON.stringify(listed)).not.toContain('secret')
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(w)::text as row from webhooks w where id = ${made.id}`.execute(db)
  expect(rows[0]?.row).not.toContain(made.secret_key)
})

// @cap:webhooks.manage
it('are changed, switched and removed', async () => {
  const { ada } = await workspaceOf('ada')
  const { id } = await listen(ada)
  const params = { id }
  const url = receiver.address()
  const changed = await ada.call(api.change, { params, body: { url, module: false } })
  expect(changed).toMatchObject({ url, module: false, issue: true, is_active: true })
  expect(changed).not.toHaveProperty('secret_key')
  await ada.call(api.change, { params, body: { is_active: false } })
  expect(await ada.call(api.get, { params })).toMatchObject({ is_active: false })
  await ada.call(api.change, { params, body: { is_active: true } })
  await ada.call(api.remove, { params })
  expect(await ada.call(api.list)).toEqual([])
  expect(await ada.attempt(api.get, { params })).toEqual(missing)
  expect(await ada.attempt(api.remove, { params })).toEqual(missing)
})

// @cap:webhooks.url-rules
it('refuse an address twice, and what cannot be called, and change nothing', async () => {
  const { ada, bob } = await workspaceOf('ada', 'bob')
  const { eve } = await workspaceOf('eve')
  const { id, url } = await listen(ada)
  const other = await listen(bob)
  expect(await bob.attempt(api.create, { body: { url } })).toEqual({
    status: 409,
    body: { error: 'URL already exists for the workspace' },
  })
  expect(await bob.attempt(api.change, { params: { id: other.id }, body: { url } })).toEqual({
    status: 400,
    body: { error: 'The payload is not valid' },
  })
  await listen(eve, { url })
  const before = await ada.call(api.list)
  for (const [wrong, sentence] of [
    ['https://localhost/x', ['Local URLs are not allowed.']],
    ['http://10.0.0.1/', 'URL resolves to a blocked IP address.'],
    ['gopher://x.example.org', ['Invalid schema. Only HTTP and HTTPS are allowed.']],
    ['http://', 'Invalid URL: No hostname found.'],
    ['words', ['Enter a valid URL.']],
    ['', ['This field may not be blank.']],
    ['http://host.invalid/', 'Hostname could not be resolved.'],
    [
      `http://x.example/${'x'.repeat(1024)}`,
      ['Ensure this field has no more than 1024 characters.'],
    ],
  ] as const) {
    const answer = { status: 400, body: { url: sentence } }
    expect(await ada.attempt(api.create, { body: { url: wrong } })).toEqual(answer)
    expect(await ada.attempt(api.change, { params: { id }, body: { url: wrong } })).toEqual(answer)
  }
  expect((await ada.attempt(api.create, { body: {} as NewWebhook })).body).toEqual({
    url: ['This field is required.'],
  })
  expect(await ada.call(api.list)).toEqual(before)
  // A removed webhook can be added again.
  await ada.call(api.remove, { params: { id } })
  await listen(ada, { url })
})

it('are there once, however often they are asked for at the same moment', async () => {
  const { ada } = await workspaceOf('ada')
  const body = { url: receiver.address() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ada.attempt(api.create, { body })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
})

// @cap:webhooks.manage
it('are for admins of their own workspace alone', async () => {
  const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', GUEST])
  const { eve } = await workspaceOf('eve')
  const { id, url } = await listen(ada)
  await addItem(ada, 'one')
  await deliverWebhooks()
  const [log] = await ada.call(api.logs, { params: { id } })
  const body = { url: receiver.address() }
  const calls = (client: Client) =>
    Promise.all([
      client.attempt(api.list),
      client.attempt(api.create, { body }),
      client.attempt(api.get, { params: { id } }),
      client.attempt(api.change, { params: { id }, body }),
      client.attempt(api.remove, { params: { id } }),
      client.attempt(api.regenerate, { params: { id } }),
      client.attempt(api.logs, { params: { id } }),
      client.attempt(api.sendAgain, { params: { id, log_id: log?.id ?? '' } }),
    ])
  const seven = (answer: object) => Array(8).fill(answer)
  expect(await calls(stranger.at(ada.place))).toEqual(seven(signedOut))
  expect(await calls(mia)).toEqual(seven(refused))
  expect(await calls(gus)).toEqual(seven(refused))
  expect(await calls(eve.at(ada.place))).toEqual(seven(refused))
  // In another workspace the id is not found.
  expect((await calls(eve)).slice(2)).toEqual(Array(6).fill(missing))
  expect(await ada.call(api.get, { params: { id } })).toMatchObject({ url })
  expect(receiver.receivedAt(url)).toHaveLength(1)
})

// @cap:webhooks.regenerate-secret
it('sign with a new secret at once, and with the old one no more', async () => {
  const { ada } = await projectOf('ada')
  const { id, url, secret_key: first } = await listen(ada)
  await addItem(ada, 'before')
  await deliverWebhooks()
  const again = await ada.call(api.regenerate, { params: { id } })
  expect(again).toMatchObject({ id, url, updated_by: ada.user_id })
  expect(again.secret_key).toMatch(/^wh_[0-9a-f]{32}$/)
  expect(again.secret_key).not.toBe(first)
  await addItem(ada, 'after')
  await deliverWebhooks()
  const signed = receiver.receivedAt(url).map(({ text, headers }) => {
    const by = (secret: string) => createHmac('sha256', secret).update(text).digest('hex')
    const signature = headers['x-cairn-signature']
    return [signature === by(first), signature === by(again.secret_key)]
  })
  expect(signed).toEqual([
    [true, false],
    [false, true],
  ])
})
