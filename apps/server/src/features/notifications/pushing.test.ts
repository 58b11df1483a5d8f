import {
  accountApi,
  commentsApi,
  GUEST,
  MEMBER,
  notificationsApi,
  type PushPreferencesPatch,
  projectMembersApi,
  projectsApi,
  pushApi,
  statusUpdatesApi,
  subscribersApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPushClient } from '#features/push/service.ts'
import { openPushService } from '#features/push/test-kit/push-service.ts'
import { addItem, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { notifyOfChanges, pushNews, returnSnoozed } from './service.ts'

const { app, projectOf, database } = await testServer({
  environment: { EGRESS_ALLOW: '127.0.0.1/32' },
})
const { db } = database
const { config, secrets, log } = app.deps
const service = await openPushService()
const client = createPushClient(db, config, secrets)

beforeEach(async () => {
  await notifyOfChanges(db)
  await sql`delete from push_messages`.execute(db)
})

const mention = ({ user_id }: Client) =>
  `<mention-component entity_name="user_mention" entity_identifier="${user_id}"></mention-component>`
const change = (client: Client, id: string, body: object) =>
  client.call(workItemsApi.change, { params: { id }, body })
const say = (client: Client, id: string, comment_html: string) =>
  client.call(commentsApi.create, { params: { id }, body: { comment_html } })
const choose = (client: Client, body: PushPreferencesPatch) =>
  client.call(pushApi.changePreferences, { body })

async function deviceOf(client: Client) {
  const browser = service.subscribe()
  const { id } = await client.call(pushApi.add, { body: browser.subscription })
  return { ...browser, id }
}

/** An item of ada that bob follows; bob has a device. */
async function followed() {
  const people = await projectOf('ada', ['bob', MEMBER])
  const { id, sequence_id } = await addItem(people.ada, 'Draw <the> map')
  await people.bob.call(subscribersApi.subscribe, { params: { id } })
  const device = await deviceOf(people.bob)
  const { identifier } = await people.ada.call(projectsApi.get, {
    params: { id: people.ada.place.project_id ?? '' },
  })
  return { ...people, id, key: `${identifier}-${sequence_id}`, device }
}

async function push() {
  await notifyOfChanges(db)
  await pushNews({ db, client, log })
}

/** Makes all queued messages due, and sends them. */
async function letTimePass() {
  await sql`update push_messages set due_at = now()`.execute(db)
  await pushNews({ db, client, log })
}

const waiting = async () => {
  const { rows } = await sql<{ tries: number; seconds: number }>`
    select tries, extract(epoch from due_at - now())::float8 as seconds
    from push_messages`.execute(db)
  return rows
}

describe('a notification', () => {
  it('is sent with its item, the event, and the URL', async () => {
    const { ada, bob, id, key, device } = await followed()
    await say(ada, id, `<p>Where is ${mention(bob)}?\n Here.</p>`)
    await push()
    expect(device.messages()).toEqual([
      {
        title: `${key} Draw <the> map`,
        body: 'ada mentioned you in a comment: Where is @bob? Here.',
        url: `/${ada.place.slug}/browse/${key}/`,
        ...{ tag: id, key, unread: 1 },
      },
    ])
    expect(device.raw()[0]?.headers.topic).toBe(id.replaceAll('-', ''))
    expect(await waiting()).toEqual([])
  })

  it('is sent to every device of the receiver, and to no other', async () => {
    const { ada, bob, id, device } = await followed()
    const [second, own] = [await deviceOf(bob), await deviceOf(ada)]
    await change(ada, id, { priority: 'high' })
    await push()
    expect(device.messages().map(({ body }) => body)).toEqual(['ada: Priority: none → high'])
    expect(second.messages()).toEqual(device.messages())
    expect(own.messages()).toEqual([])
  })

  it('is shortened if it is long', async () => {
    const { ada, id, device } = await followed()
    await change(ada, id, { name: '\u{1}'.repeat(250) })
    await say(ada, id, `<p>${'🪨'.repeat(3000)}</p>`)
    await push()
    expect(device.messages()[0]?.body).toMatch(/^ada commented: 🪨{100,300}…$/u)
    // Push services accept no more than this.
    expect(device.raw()[0]?.body.length).toBeLessThanOrEqual(4096)
  })

  it('is one message for each item, a mention before other changes', async () => {
    const { ada, bob, id, device } = await followed()
    const description_html = `<p>Ask ${mention(bob)}</p>`
    await change(ada, id, { description_html })
    await change(ada, id, { priority: 'high' })
    await change(ada, id, { priority: 'low' })
    await push()
    expect(device.messages().map(({ body }) => body)).toEqual([
      'ada mentioned you in the description',
    ])
  })

  it('is in the language of the receiver', async () => {
    const { ada, bob, id, device } = await followed()
    await bob.call(accountApi.changeProfile, { body: { language: 'de' } })
    await say(ada, id, `<p>${mention(bob)}</p>`)
    await push()
    expect(device.messages().map(({ body }) => body)).toEqual([
      'ada hat dich in einem Kommentar erwähnt: @bob',
    ])
  })

  it('is sent again when its snooze ends, also days later, unless it was read', async () => {
    const { ada, bob, id, device } = await followed()
    const endSnooze = async () => {
      await sql`
        update notifications set snoozed_till = now(), created_at = now() - interval '9 days',
          updated_at = now() - interval '9 days' where snoozed_till is not null`.execute(db)
      await returnSnoozed(db)
      await pushNews({ db, client, log })
    }
    await say(ada, id, '<p>Look</p>')
    await push()
    const inbox = await bob.call(notificationsApi.list, { query: {} })
    const [news] = Array.isArray(inbox) ? inbox : inbox.results
    const at = { params: { id: news?.id ?? '' } }
    const snoozed_till = new Date(Date.now() + 86_400_000).toISOString()
    await bob.call(notificationsApi.change, { ...at, body: { snoozed_till } })
    await endSnooze()
    expect(device.messages().map(({ body }) => body)).toEqual(Array(2).fill('ada commented: Look'))
    const read_at = new Date().toISOString()
    await bob.call(notificationsApi.change, { ...at, body: { snoozed_till, read_at } })
    await endSnooze()
    expect(device.messages()).toHaveLength(2)
  })

  it('is also sent for a status update', async () => {
    const { ada, bob, device } = await followed()
    await bob.call(statusUpdatesApi.createForProject, { body: { health: 'on_track', text: 'Own' } })
    await ada.call(statusUpdatesApi.createForProject, {
      body: { health: 'at_risk', text: 'Snow on the pass' },
    })
    await push()
    const { slug, project_id } = ada.place
    expect(device.messages()).toMatchObject([
      {
        body: 'ada posted an update: At risk. Snow on the pass',
        url: `/${slug}/projects/${project_id}/overview/`,
      },
    ])
  })
})

describe('kinds', () => {
  it.each<[string, PushPreferencesPatch, string[]]>([
    ['comments', { comment: false }, ['ada: Priority: none → high']],
    ['properties', { property_change: false }, ['ada commented: Look']],
  ])('without %s', async (_, preferences, bodies) => {
    const { ada, bob, id, device } = await followed()
    await choose(bob, preferences)
    await change(ada, id, { priority: 'high' })
    await push()
    await say(ada, id, '<p>Look</p>')
    await push()
    expect(device.messages().map(({ body }) => body)).toEqual(bodies)
  })

  it('distinguish a completed item from other states', async () => {
    const { ada, bob, id, device } = await followed()
    await choose(bob, { state_change: false, issue_completed: true })
    await change(ada, id, { state_id: await stateOf(ada, 'started') })
    await push()
    expect(device.messages()).toEqual([])
    await change(ada, id, { state_id: await stateOf(ada, 'completed') })
    await push()
    expect(device.messages()).toHaveLength(1)
  })

  it('are checked again when a message is sent', async () => {
    const { ada, bob, id, device } = await followed()
    await say(ada, id, '<p>Look</p>')
    await notifyOfChanges(db)
    await choose(bob, { comment: false })
    await push()
    expect(device.messages()).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

describe('quiet hours', () => {
  /** From an hour ago to in two hours, in the user's time zone. */
  async function quietNow(client: Client, zone: string) {
    await client.call(accountApi.change, { body: { user_timezone: zone } })
    const at = (hours: number) =>
      new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(
        Date.now() + hours * 3_600_000,
      )
    await choose(client, { quiet_from: at(-1), quiet_to: at(2) })
    return { end: () => choose(client, { quiet_from: at(-3), quiet_to: at(-2) }) }
  }

  it.each([['Asia/Tokyo'], ['America/Los_Angeles'], ['UTC']])(
    'delay messages until they end in %s',
    async (zone) => {
      const { ada, bob, id, device } = await followed()
      const quiet = await quietNow(bob, zone)
      await say(ada, id, '<p>Look</p>')
      await push()
      expect(device.messages()).toEqual([])
      const [one, ...others] = await waiting()
      expect(others).toEqual([])
      expect(one?.tries).toBe(0)
      expect(Math.abs((one?.seconds ?? 0) - 7_200)).toBeLessThan(120)
      await letTimePass()
      expect(device.messages()).toEqual([])
      await quiet.end()
      await letTimePass()
      expect(device.messages().map(({ body }) => body)).toEqual(['ada commented: Look'])
    },
  )

  it('drop notifications that were read meanwhile', async () => {
    const { ada, bob, id, device } = await followed()
    const quiet = await quietNow(bob, 'Asia/Tokyo')
    await say(ada, id, '<p>Look</p>')
    await push()
    await bob.call(notificationsApi.readAll, { body: {} })
    await quiet.end()
    await letTimePass()
    expect(device.messages()).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

describe('permissions', () => {
  it('are checked when the message is sent', async () => {
    const { ada, bob, id, device } = await followed()
    await say(ada, id, '<p>Look</p>')
    await notifyOfChanges(db)
    const membership = await bob.call(projectMembersApi.me)
    await ada.call(projectMembersApi.remove, { params: { id: membership.id } })
    await push()
    expect(device.messages()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('end with the session of the device', async () => {
    const { ada, bob, id, device } = await followed()
    await say(ada, id, '<p>Look</p>')
    await notifyOfChanges(db)
    await sql`
      update sessions set expires_at = now() where user_id = ${bob.user_id}`.execute(db)
    await pushNews({ db, client, log })
    expect(device.messages()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('hide items of others from a guest', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addItem(ada, 'Secret')
    const device = await deviceOf(gus)
    await change(ada, id, { description_html: `<p>${mention(gus)}</p>` })
    await push()
    expect(device.messages()).toEqual([])
  })

  it('hide a deleted comment', async () => {
    const { ada, id, device } = await followed()
    const comment = await say(ada, id, '<p>Look</p>')
    await notifyOfChanges(db)
    await ada.call(commentsApi.remove, { params: { id, comment_id: comment.id } })
    await pushNews({ db, client, log })
    expect(device.messages()).toEqual([])
  })
})

describe('a push service', () => {
  it.each([[404], [410]])('that answers %s ends the subscription', async (status) => {
    const { ada, bob, id, device } = await followed()
    device.answer({ status })
    await say(ada, id, '<p>Look</p>')
    await push()
    expect(device.raw()).toHaveLength(1)
    expect(await bob.call(pushApi.devices)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it.each([[429], [500], [503]])('that answers %s gets a retry later', async (status) => {
    const { ada, id, device } = await followed()
    device.answer({ status })
    await say(ada, id, '<p>Look</p>')
    await push()
    await push()
    expect(device.raw()).toHaveLength(1)
    const [first] = await waiting()
    expect(first).toMatchObject({ tries: 1 })
    expect(first?.seconds).toBeGreaterThan(50)
    device.answer({ status: 201 })
    await letTimePass()
    expect(device.raw()).toHaveLength(2)
    expect(await waiting()).toEqual([])
  })

  it('that sends Retry-After gets the retry then', async () => {
    const { ada, id, device } = await followed()
    device.answer({ status: 429, headers: { 'retry-after': '600' } })
    await say(ada, id, '<p>Look</p>')
    await push()
    const [first] = await waiting()
    expect(Math.abs((first?.seconds ?? 0) - 600)).toBeLessThan(30)
  })

  it('that refuses a message gets no retry, and the device stays', async () => {
    const { ada, bob, id, device } = await followed()
    device.answer({ status: 400 })
    await say(ada, id, '<p>Look</p>')
    await push()
    expect(await waiting()).toEqual([])
    expect(await bob.call(pushApi.devices)).toHaveLength(1)
  })

  it('gets eight tries', async () => {
    const { ada, id, device } = await followed()
    device.answer({ status: 503 })
    await say(ada, id, '<p>Look</p>')
    await push()
    for (let turn = 0; turn < 9; turn++) await letTimePass()
    expect(device.raw()).toHaveLength(8)
    expect(await waiting()).toEqual([])
  })
})
