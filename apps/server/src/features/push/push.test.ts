import {
  accountApi,
  pushApi as api,
  authApi,
  MAX_PUSH_DEVICES,
  type PushSubscription,
  sessionsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserOn, fresh, setUp, strong } from '#features/auth/test-kit/browser.ts'
import { missing } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { openPushService, readAuthorization } from './test-kit/push-service.ts'

const { app, database, person } = await testServer({
  environment: { EGRESS_ALLOW: '127.0.0.1/32', WEB_URL: 'https://cairn.example.com' },
})
const Browser = browserOn(app)
const service = await openPushService()

const add = (client: Client, body: PushSubscription = service.subscribe().subscription) =>
  client.call(api.add, { body })
const idsOf = async (client: Client) => (await client.call(api.devices)).map(({ id }) => id)

describe('a device', () => {
  it('is listed for its owner only, who can remove it', async () => {
    const [ada, bob] = [await person('ada'), await person('bob')]
    const { subscription } = service.subscribe()
    const device = await add(ada, subscription)
    expect(device).toEqual({
      id: expect.any(String),
      endpoint: subscription.endpoint,
      user_agent: expect.any(String),
      created_at: expect.any(String),
      last_used_at: null,
    })
    expect(await ada.call(api.devices)).toEqual([device])
    expect(await bob.call(api.devices)).toEqual([])
    const at = { params: { id: device.id } }
    expect(await bob.attempt(api.remove, at)).toEqual(missing)
    expect(await bob.attempt(api.test, at)).toEqual(missing)
    expect(await ada.attempt(api.remove, at)).toEqual({ status: 204, body: null })
    expect(await idsOf(ada)).toEqual([])
  })

  it('stays one device when it subscribes again', async () => {
    const ada = await person('ada')
    const { subscription } = service.subscribe()
    const { id } = await add(ada, subscription)
    expect((await add(ada, subscription)).id).toBe(id)
    expect(await idsOf(ada)).toEqual([id])
  })

  it('belongs to the last user who turned it on in this browser', async () => {
    const [ada, bob] = [await person('ada'), await person('bob')]
    const { subscription } = service.subscribe()
    const first = await add(ada, subscription)
    const second = await add(bob, subscription)
    expect(second.id).not.toBe(first.id)
    expect(await idsOf(ada)).toEqual([])
    expect(await idsOf(bob)).toEqual([second.id])
  })

  it('is removed with the session in which it was added', async () => {
    const ada = await person('ada')
    await add(ada)
    const [session] = await ada.call(sessionsApi.list)
    await ada.call(sessionsApi.revoke, { params: { id: session?.id ?? '' } })
    const { rows } = await sql`
      select from push_devices where user_id = ${ada.user_id}`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('is removed when its user signs out', async () => {
    await setUp(app)
    const browser = new Browser()
    await browser.post(authApi.signUp.url, { email: fresh(), password: strong })
    const { subscription } = service.subscribe()
    const response = await browser.respond(api.add.url, subscription)
    expect(response.statusCode).toBe(201)
    await browser.post(authApi.signOut.url, {})
    const { rows } = await sql`
      select from push_devices where endpoint = ${subscription.endpoint}`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('is removed when the account is deactivated', async () => {
    const ada = await person('ada')
    await add(ada)
    await ada.call(accountApi.deactivate)
    const { rows } = await sql`
      select from push_devices where user_id = ${ada.user_id}`.execute(database.db)
    expect(rows).toEqual([])
  })

  it(`is refused after ${MAX_PUSH_DEVICES} others, also in parallel requests`, async () => {
    const ada = await person('ada')
    const answers = await Promise.all(
      Array.from({ length: MAX_PUSH_DEVICES + 3 }, () =>
        ada.attempt(api.add, { body: service.subscribe().subscription }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    const error = 'You can have up to 20 devices. Remove one first.'
    expect(refused).toEqual(Array(3).fill({ status: 400, body: { error } }))
    expect(await idsOf(ada)).toHaveLength(MAX_PUSH_DEVICES)
  })

  const { keys } = service.subscribe().subscription
  const notAService = { endpoint: ['This is not the URL of a push service.'] }
  it.each([
    ['a private address', { endpoint: 'https://10.0.0.1/push', keys }, notAService],
    ['an unencrypted URL', { endpoint: 'http://93.184.216.34/push', keys }, notAService],
    ['a URL with a password', { endpoint: 'https://a:b@93.184.216.34/', keys }, notAService],
    ['an endpoint that is no URL', { endpoint: 'push', keys }, notAService],
    [
      'an invalid key',
      { endpoint: `${service.origin}/x`, keys: { ...keys, p256dh: 'B'.repeat(87) } },
      { keys: ['This is not a public key.'] },
    ],
  ])('is refused with %s', async (_, body, answer) => {
    const ada = await person('ada')
    expect(await ada.attempt(api.add, { body })).toEqual({ status: 400, body: answer })
    expect(await idsOf(ada)).toEqual([])
  })
})

describe('a test notification', () => {
  it('is signed by this instance, encrypted, and saved as the last use', async () => {
    const ada = await person('ada')
    const browser = service.subscribe()
    const { id } = await add(ada, browser.subscription)
    expect(await ada.call(api.test, { params: { id } })).toEqual({ outcome: 'delivered' })
    expect(browser.messages()).toEqual([
      {
        ...{ title: 'Cairn', body: 'Notifications arrive on this device.', tag: 'test' },
        url: '/desktop/notifications/',
      },
    ])
    const headers = browser.raw()[0]?.headers
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { key, header, claims } = readAuthorization(headers?.authorization)
    expect(header).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(claims).toEqual({
      ...{ aud: service.origin, sub: 'https://cairn.example.com' },
      exp: expect.any(Number),
    })
    const inHours = (Number(claims.exp) - Date.now() / 1000) / 3600
    expect(inHours).toBeGreaterThan(1)
    expect(inHours).toBeLessThan(24)
    expect(await ada.call(api.key)).toEqual({ public_key: key })
    const [device] = await ada.call(api.devices)
    expect(device?.last_used_at).not.toBeNull()
  })

  it('is in the language of the user', async () => {
    const ada = await person('ada')
    await ada.call(accountApi.changeProfile, { body: { language: 'de' } })
    const browser = service.subscribe()
    const { id } = await add(ada, browser.subscription)
    await ada.call(api.test, { params: { id } })
    expect(browser.messages()).toMatchObject([
      { body: 'Benachrichtigungen kommen auf diesem Gerät an.' },
    ])
  })

  it.each([[404], [410]])('removes a device whose push service answers %s', async (status) => {
    const ada = await person('ada')
    const browser = service.subscribe()
    const { id } = await add(ada, browser.subscription)
    browser.answer({ status })
    expect(await ada.call(api.test, { params: { id } })).toEqual({ outcome: 'gone' })
    expect(await idsOf(ada)).toEqual([])
  })

  it.each([[403], [503]])('reports a failure when the service answers %s', async (status) => {
    const ada = await person('ada')
    const browser = service.subscribe()
    const { id } = await add(ada, browser.subscription)
    browser.answer({ status })
    expect(await ada.call(api.test, { params: { id } })).toEqual({ outcome: 'failed' })
    expect(await idsOf(ada)).toEqual([id])
  })
})

describe('preferences', () => {
  const defaults = {
    ...{ mention: true, comment: true, property_change: true, state_change: true },
    ...{ issue_completed: true, status_update: true, quiet_from: null, quiet_to: null },
  }

  it('include everything by default, and are separate for each user', async () => {
    const [ada, bob] = [await person('ada'), await person('bob')]
    expect(await ada.call(api.preferences)).toEqual(defaults)
    const body = { comment: false, quiet_from: '22:00', quiet_to: '07:30' }
    expect(await ada.call(api.changePreferences, { body })).toEqual({ ...defaults, ...body })
    expect(await ada.call(api.preferences)).toEqual({ ...defaults, ...body })
    expect(await bob.call(api.preferences)).toEqual(defaults)
  })

  it.each([
    [{ quiet_from: '22:00' }, { quiet_to: ['Quiet hours need a start and an end.'] }],
    [
      { quiet_from: '07:00', quiet_to: '07:00' },
      { quiet_to: ['Choose an end that differs from the start.'] },
    ],
  ])('refuse %o', async (body, answer) => {
    const ada = await person('ada')
    expect(await ada.attempt(api.changePreferences, { body })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await ada.call(api.preferences)).toEqual(defaults)
  })

  it.each([['24:00'], ['7:00'], ['07:60'], ['']])('refuse %o as a time', async (quiet_from) => {
    const ada = await person('ada')
    const body = { quiet_from, quiet_to: '08:00' }
    expect(await ada.attempt(api.changePreferences, { body })).toMatchObject({ status: 400 })
  })
})
