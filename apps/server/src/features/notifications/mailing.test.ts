import {
  accountApi,
  commentsApi,
  GUEST,
  MEMBER,
  type Notification,
  notificationsApi,
  projectMembersApi,
  subscribersApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addItem, addItemOf, addLabel, stateOf } from '#features/work-items/test-kit/items.ts'
import {
  addProperty,
  newOptions,
  optionOf,
  typesOf,
} from '#features/work-items/test-kit/properties.ts'
import { connect } from '#kernel/database/connect.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { createLog } from '#kernel/log.ts'
import { deliverQueuedMails } from '#kernel/mail/delivery.ts'
import type { SmtpSettings } from '#kernel/mail/smtp.ts'
import { closedPort, settingsFor, startSmtpServer } from '#kernel/mail/smtp-test-server.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { mailNews, notifyOfChanges } from './service.ts'

const { projectOf, database } = await testServer()
const { db } = database
const log = createLog('silent')
const origin = 'https://cairn.example'
const post = { hasSmtp: true, origin }

beforeEach(async () => {
  await notifyOfChanges(db)
  await sql`delete from notification_mails`.execute(db)
  await sql`delete from mails`.execute(db)
})

const mention = ({ user_id }: Client) =>
  `<mention-component entity_name="user_mention" entity_identifier="${user_id}"></mention-component>`
const change = (client: Client, id: string, body: object) =>
  client.call(workItemsApi.change, { params: { id }, body })
const say = (client: Client, id: string, comment_html: string) =>
  client.call(commentsApi.create, { params: { id }, body: { comment_html } })

const everything = {
  ...{ property_change: true, state_change: true, issue_completed: true },
  ...{ comment: true, mention: true },
}
type Switches = Partial<typeof everything>
const turn = (client: Client, body: Switches) => client.call(accountApi.changePreferences, { body })
const emailOf = async (client: Client) => (await client.call(accountApi.me)).email

/** An item of Ada's that Bob is subscribed to with all notifications on. */
async function followed() {
  const people = await projectOf('ada', ['bob', MEMBER], ['cleo', MEMBER])
  const { id } = await addItem(people.ada, 'Draw <the> map')
  await people.bob.call(subscribersApi.subscribe, { params: { id } })
  await turn(people.bob, everything)
  return { ...people, id }
}

/** Simulates that the collection period has passed. */
async function wait() {
  await notifyOfChanges(db)
  await sql`update notification_mails set created_at = created_at - interval '4 minutes'`.execute(
    db,
  )
}

async function written(client: Client) {
  const email = await emailOf(client)
  const { rows } = await sql<{ subject: string; text: string; html: string }>`
    select subject, text, html from mails where to_address = ${email} order by created_at`.execute(
    db,
  )
  return rows
}

async function mailsTo(client: Client) {
  await wait()
  await mailNews(db, post)
  return written(client)
}

const inboxOf = async ({ user_id }: Client) => {
  const { rows } = await sql<{ id: string }>`
    select id from notifications where receiver_id = ${user_id}`.execute(db)
  return rows
}

const deliver = (settings: SmtpSettings) => deliverQueuedMails(db, async () => settings, log)
const withoutMoments = (text = '') =>
  text.replace(/\w+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M/g, 'today')

describe('a mail', () => {
  it('names properties of types and their values, like the inbox', async () => {
    const { ada, bob, id } = await followed()
    const { bug } = await typesOf(ada)
    const options = newOptions('Minor', 'Major')
    const severity = await addProperty(ada, bug, 'Severity', 'option', { options })
    const open = await addProperty(ada, bug, 'Customer waits', 'boolean')
    await change(ada, id, { type_id: bug })
    await mailsTo(bob)
    await sql`delete from mails`.execute(db)
    const [minor, major] = [optionOf(severity, 'Minor'), optionOf(severity, 'Major')]
    await change(ada, id, { property_values: { [severity.id]: [minor] } })
    await change(ada, id, { property_values: { [severity.id]: [major], [open.id]: true } })
    const [mail, ...more] = await mailsTo(bob)
    expect(more).toEqual([])
    expect(mail?.text).toContain('• Severity: none → Major\n• Customer waits: none → yes\n')
    const news = (await bob.call(notificationsApi.list, { query: {} })) as Notification[]
    const about = news.map(({ data }) => data.issue_activity)
    expect(about).toContainEqual(
      expect.objectContaining({
        ...{ field: 'property', property_name: 'Severity' },
        ...{ old_value: 'Minor', new_value: 'Major' },
      }),
    )
    // Whoever wants no mails about properties gets none about these.
    await sql`delete from mails`.execute(db)
    await turn(bob, { property_change: false })
    await change(ada, id, { property_values: { [severity.id]: [minor] } })
    expect(await mailsTo(bob)).toEqual([])
  })

  it('says who did what to which item, in plain text and in HTML', async () => {
    const { ada, bob, cleo, id } = await followed()
    const label = await addLabel(ada, 'bug & co')
    await change(ada, id, { priority: 'high', label_ids: [label], target_date: '2031-03-05' })
    await say(ada, id, `<p>Please <b>look</b>, ${mention(cleo)}</p><p>It is a &lt; b.</p>`)
    await change(cleo, id, { state_id: await stateOf(ada, 'completed') })
    const item = await ada.call(workItemsApi.get, { params: { id } })
    const key = `TRAIL-${item.sequence_id}`
    const { slug } = ada.place
    const [mail, ...more] = await mailsTo(bob)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`${key} Draw <the> map`)
    expect(withoutMoments(mail?.text)).toBe(`ada made changes, today:
• Priority: none → high
• Due date: none → March 5, 2031
• Label added: bug & co

ada commented, today:
“Please look, @cleo
It is a < b.”

cleo made changes, today:
• State: Backlog → Done

${key} Draw <the> map, in Trail Maps:

${origin}/${slug}/browse/${key}/

Choose which emails you get:

${origin}/${slug}/settings/account/notifications/
`)
    expect(withoutMoments(mail?.html)).toBe(`<p>ada made changes, today:<br>
• Priority: none → high<br>
• Due date: none → March 5, 2031<br>
• Label added: bug &amp; co</p>
<p>ada commented, today:<br>
“Please look, @cleo<br>
It is a &lt; b.”</p>
<p>cleo made changes, today:<br>
• State: Backlog → Done</p>
<p>${key} Draw &lt;the&gt; map, in Trail Maps:</p>
<p><a href="${origin}/${slug}/browse/${key}/">${origin}/${slug}/browse/${key}/</a></p>
<p>Choose which emails you get:</p>
<p><a href="${origin}/${slug}/settings/account/notifications/">${origin}/${slug}/settings/account/notifications/</a></p>`)
  })

  it('of a mention says where, and quotes the comment as it is by then', async () => {
    const { ada, bob, cleo, id } = await followed()
    const { id: comment_id } = await say(ada, id, `<p>first, ${mention(bob)}</p>`)
    const body = { comment_html: `<p>second, ${mention(bob)}</p>` }
    await ada.call(commentsApi.change, { params: { id, comment_id }, body })
    await change(cleo, id, { description_html: `<p>${mention(bob)}</p>` })
    const mails = await mailsTo(bob)
    expect(mails).toHaveLength(1)
    expect(withoutMoments(mails[0]?.text)).toMatch(
      /^ada mentioned you in a comment, today:\n“second, @bob”\n\ncleo mentioned you in the description, today\.\n\nTRAIL/,
    )
  })

  it('is written in the language of its reader, and tells an answer from a comment', async () => {
    const { ada, bob, cleo, id } = await followed()
    await bob.call(accountApi.changeProfile, { body: { language: 'de' } })
    await cleo.call(subscribersApi.subscribe, { params: { id } })
    await turn(cleo, everything)
    const { id: parent } = await say(ada, id, '<p>When?</p>')
    await ada.call(commentsApi.create, {
      params: { id },
      body: { comment_html: '<p>Today</p>', parent },
    })
    await change(ada, id, { priority: 'high' })
    const [german] = await mailsTo(bob)
    const [english] = await written(cleo)
    expect(german?.text).toMatch(/ada hat kommentiert, .* um \d\d:\d\d:\n“When\?”/)
    expect(german?.text).toMatch(/ada hat geantwortet, .*:\n“Today”/)
    expect(german?.text).toContain('• Priorität: ohne → hoch')
    expect(german?.text).toContain('Wähle, welche E-Mails du bekommst:')
    expect(english?.text).toMatch(/ada replied, .*:\n“Today”/)
    expect(english?.text).toContain('• Priority: none → high')
  })

  it('says when in the time zone of its reader, and cuts what is long', async () => {
    const { ada, bob, id } = await followed()
    await bob.call(accountApi.change, { body: { user_timezone: 'Pacific/Honolulu' } })
    await say(ada, id, `<p>${'🗺'.repeat(1001)}</p>`)
    await notifyOfChanges(db)
    await sql`
      update notifications set created_at = '2031-03-05 01:30:00Z'
      where receiver_id = ${bob.user_id}`.execute(db)
    const [mail] = await mailsTo(bob)
    expect(mail?.text).toContain(
      `ada commented, March 4, 2031 at 3:30 PM:\n“${'🗺'.repeat(1000)}…”\n`,
    )
  })

  it('says nobody’s name where the daily jobs were at it, or who did it is gone', async () => {
    const { ada, bob, cleo, id } = await followed()
    await change(cleo, id, { priority: 'low' })
    await notifyOfChanges(db)
    await sql`
      update notifications set triggered_by_id = null where receiver_id = ${bob.user_id}`.execute(
      db,
    )
    await change(ada, id, { state_id: await stateOf(ada, 'cancelled') })
    await sql`
      update activities set comment = 'Automation updated the state to '
      where work_item_id = ${id} and field = 'state'`.execute(db)
    const [mail] = await mailsTo(bob)
    expect(withoutMoments(mail?.text)).toMatch(
      /^Someone made changes, today:\n• Priority: none → low\n\nCairn made changes, today:\n• State: Backlog → Cancelled\n/,
    )
  })

  it('has no links where nobody knows the address of this Cairn', async () => {
    const { ada, bob, id } = await followed()
    await say(ada, id, '<p>Look.</p>')
    await wait()
    await mailNews(db, { hasSmtp: true, origin: undefined })
    const [mail] = await written(bob)
    expect(withoutMoments(mail?.text)).toBe('ada commented, today:\n“Look.”\n')
  })
})

describe('the switches', () => {
  const nothing = {
    ...{ property_change: false, state_change: false, issue_completed: false },
    ...{ comment: false, mention: false },
  }
  const actions = {
    property: ({ ada, id }) => change(ada, id, { priority: 'high' }),
    start: async ({ ada, id }) => change(ada, id, { state_id: await stateOf(ada, 'started') }),
    complete: async ({ ada, id }) => change(ada, id, { state_id: await stateOf(ada, 'completed') }),
    comment: ({ ada, id }) => say(ada, id, '<p>Look.</p>'),
    mention: ({ ada, bob, id }) => say(ada, id, `<p>${mention(bob)}</p>`),
  } satisfies Record<string, (at: Awaited<ReturnType<typeof followed>>) => Promise<unknown>>

  // @cap:account.email-preferences
  // @cap:notifications.email-batch
  it.each<[string, Switches, (keyof typeof actions)[]]>([
    ['none', {}, []],
    ['property_change', { property_change: true }, ['property']],
    ['state_change', { state_change: true }, ['start', 'complete']],
    ['issue_completed', { issue_completed: true }, ['complete']],
    ['comment', { comment: true }, ['comment']],
    ['mention', { mention: true }, ['mention']],
    ['all', everything, ['property', 'start', 'complete', 'comment', 'mention']],
  ])(
    'with %s on let just that be mailed, and everything into the inbox',
    async (_, on, expected) => {
      const at = await followed()
      await turn(at.bob, { ...nothing, ...on })
      const mailed: string[] = []
      for (const [name, action] of Object.entries(actions)) {
        const [before, inbox] = [(await mailsTo(at.bob)).length, (await inboxOf(at.bob)).length]
        await action(at)
        if ((await mailsTo(at.bob)).length > before) mailed.push(name)
        expect(await inboxOf(at.bob)).toHaveLength(inbox + 1)
      }
      expect(mailed).toEqual(expected)
    },
  )

  it('hold for what waits when one is turned off, and not for what was before it was on', async () => {
    const { ada, bob, id } = await followed()
    await say(ada, id, '<p>Look.</p>')
    await notifyOfChanges(db)
    await turn(bob, { comment: false })
    await say(ada, id, '<p>Look again.</p>')
    expect(await mailsTo(bob)).toEqual([])
    await turn(bob, { comment: true })
    expect(await mailsTo(bob)).toEqual([])
  })
})

describe('a burst of changes', () => {
  // @cap:notifications.email-batch
  it('is one mail for each person and item, some minutes after the first of it', async () => {
    const { ada, bob, cleo, id } = await followed()
    const { id: other } = await addItem(ada, 'Other', { assignee_ids: [bob.user_id] })
    await turn(cleo, everything)
    await cleo.call(subscribersApi.subscribe, { params: { id } })
    for (const priority of ['low', 'medium', 'high', 'urgent']) await change(ada, id, { priority })
    await say(bob, id, '<p>Stop it.</p>')
    await notifyOfChanges(db)
    await mailNews(db, post)
    expect(await written(bob)).toEqual([])

    await sql`
      update notification_mails set created_at = created_at - interval '4 minutes'
      where notification_id in (
        select notification_id from notification_mails order by created_at limit 1
      )`.execute(db)
    await change(ada, id, { name: 'Atlas' })
    await change(ada, other, { priority: 'low' })
    const news = await mailsTo(bob)
    expect(news.map(({ subject }) => subject).sort()).toEqual(['TRAIL-1 Atlas', 'TRAIL-2 Other'])
    const first = news.find(({ subject }) => subject === 'TRAIL-1 Atlas')
    expect(withoutMoments(first?.text)).toMatch(
      /^ada made changes, today:\n• Priority: none → urgent\n• Name: Draw <the> map → Atlas\n\nTRAIL/,
    )
    expect(await mailsTo(cleo)).toHaveLength(1)
    expect(await mailsTo(ada)).toHaveLength(1)
    expect(await mailsTo(bob)).toHaveLength(2)
    await change(ada, id, { priority: 'none' })
    expect(await mailsTo(bob)).toHaveLength(3)
  })

  it('that leaves everything as it was is no mail, and neither is one’s own', async () => {
    const { ada, bob, id } = await followed()
    await change(ada, id, { priority: 'low' })
    await change(ada, id, { priority: 'none' })
    await change(bob, id, { priority: 'high' })
    await say(bob, id, `<p>${mention(bob)}</p>`)
    expect(await mailsTo(bob)).toEqual([])
    expect(await inboxOf(bob)).toHaveLength(2)
  })
})

describe('nothing is mailed', () => {
  const ends: [string, (at: Awaited<ReturnType<typeof followed>>) => Promise<unknown>][] = [
    [
      'to whom the project was closed',
      async ({ ada, bob }) => {
        const { id } = await bob.call(projectMembersApi.me)
        return ada.call(projectMembersApi.remove, { params: { id } })
      },
    ],
    ['to whom left the project', ({ bob }) => bob.call(projectMembersApi.leave)],
    ['to whom left the workspace', ({ bob }) => bob.call(workspacesApi.leave)],
    [
      'to an account that was closed',
      ({ bob }) => sql`update users set is_active = false where id = ${bob.user_id}`.execute(db),
    ],
    [
      'of an item that was deleted',
      ({ ada, id }) => ada.call(workItemsApi.remove, { params: { id } }),
    ],
    [
      'of a project that was deleted',
      ({ ada }) =>
        sql`update projects set deleted_at = now() where id = ${ada.place.project_id}`.execute(db),
    ],
    [
      'of what its receiver removed',
      ({ bob }) =>
        sql`
          update notifications set deleted_at = now()
          where receiver_id = ${bob.user_id}`.execute(db),
    ],
  ]

  it.each(ends)('%s meanwhile', async (_why, end) => {
    const at = await followed()
    const { ada, bob, id } = at
    const email = await emailOf(bob)
    await say(ada, id, '<p>Secret.</p>')
    await wait()
    await end(at)
    expect(await mailNews(db, post)).toBe(1)
    const { rows } = await sql`select 1 from mails where to_address = ${email}`.execute(db)
    expect(rows).toEqual([])
    expect(await mailNews(db, post)).toBe(0)
  })

  it('to a guest who may no longer see the item', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const items = [await addItemOf(db, ada, gus, 'mine'), await addItem(ada, 'theirs')]
    const open = (isOpen: boolean) =>
      sql`
        update projects set guest_view_all_features = ${isOpen}
        where id = ${ada.place.project_id}`.execute(db)
    await open(true)
    for (const { id } of items) {
      const params = { id }
      await ada.call(subscribersApi.add, { params, body: { subscriber: gus.user_id } })
      await say(ada, id, '<p>Look.</p>')
    }
    await wait()
    await open(false)
    expect((await mailsTo(gus)).map(({ subject }) => subject)).toEqual(['TRAIL-1 mine'])
  })

  it('of a comment that was deleted, but that it was', async () => {
    const { ada, bob, id } = await followed()
    const { id: comment_id } = await say(ada, id, '<p>Secret.</p>')
    await ada.call(commentsApi.remove, { params: { id, comment_id } })
    const [mail] = await mailsTo(bob)
    expect(mail?.text).toContain('• Comment removed\n')
    expect(mail?.text).not.toContain('Secret')
  })

  it('nor kept for an administrator, where no mail server is set', async () => {
    const { ada, bob, id } = await followed()
    await say(ada, id, '<p>Look.</p>')
    await wait()
    expect(await mailNews(db, { hasSmtp: false, origin })).toBe(1)
    expect(await mailsTo(bob)).toEqual([])
  })
})

describe('the job', () => {
  // @cap:notifications.email-batch
  it('mails everything once, with several nodes at it at once', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    await turn(bob, everything)
    const items: string[] = []
    for (let n = 0; n < 12; n++) {
      items.push((await addItem(ada, `map ${n}`, { assignee_ids: [bob.user_id] })).id)
    }
    for (const priority of ['low', 'high'] as const) {
      const body = { issue_ids: items, properties: { priority } }
      await ada.call(workItemsApi.bulkChange, { body })
    }
    await wait()
    const nodes = [1, 2, 3].map(() => connect(database.connection, new WriteWatcher(), 2))
    const taken = await Promise.all(
      [db, ...nodes.map((node) => node.db)].flatMap((node) => [
        mailNews(node, post),
        mailNews(node, post),
      ]),
    )
    expect(taken.reduce((sum, one) => sum + one)).toBe(36)
    const mails = await written(bob)
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(12)
    expect(mails).toHaveLength(12)
    for (const { text } of mails) expect(text).toContain('• Priority: none → high\n')
    await Promise.all(nodes.map((node) => node.db.destroy()))
  })

  it('begins again where a node died before it was done', async () => {
    const { ada, bob, id } = await followed()
    await say(ada, id, '<p>Look.</p>')
    await wait()
    await sql`
      create function fail_mail() returns trigger language plpgsql as $$
      begin raise exception 'power cut'; end $$`.execute(db)
    await sql`
      create trigger power_cut before insert on mails
      for each statement execute function fail_mail()`.execute(db)
    await expect(mailNews(db, post)).rejects.toThrow('power cut')
    await sql`drop trigger power_cut on mails`.execute(db)
    expect(await written(bob)).toEqual([])
    await mailNews(db, post)
    await mailNews(db, post)
    expect(await written(bob)).toHaveLength(1)
  })

  it('loses nothing while the mail server is down', async () => {
    const { ada, bob, id } = await followed()
    await say(ada, id, '<p>Look.</p>')
    expect(await mailsTo(bob)).toHaveLength(1)
    await deliver(settingsFor(await closedPort()))
    await say(ada, id, '<p>Look again.</p>')
    expect(await mailsTo(bob)).toHaveLength(2)

    await using server = await startSmtpServer()
    await sql`update mails set next_attempt_at = now()`.execute(db)
    await deliver(server.settings)
    await deliver(server.settings)
    const email = await emailOf(bob)
    expect(server.arrived.map(({ to }) => to)).toEqual([[email], [email]])
    const raw = server.arrived.map((mail) => mail.raw).join('')
    expect(raw).toMatch(/^Subject: TRAIL-1 Draw <the> map\r?$/m)
    expect(raw).toContain('Look.')
    expect(raw).toContain('Look again.')
    expect(raw).toContain('Content-Type: text/html')
  })
})
