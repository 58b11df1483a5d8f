import {
  accountApi,
  pagesApi as api,
  GUEST,
  MEMBER,
  type Notification,
  notificationsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { mailNews } from '#features/notifications/service.ts'
import { openDocuments } from '#product/documents/open-documents.ts'
import type { Client } from '#test/client.ts'
import { DocumentSocket } from '#test/document-socket.ts'
import { testServer } from '#test/server.ts'
import { at, sending, stateOf, write } from './test-kit/pages.ts'

const { app, projectOf, person, database } = await testServer()
const { db } = database
await app.listen({ port: 0, host: '127.0.0.1' })

const naming = ({ user_id }: { user_id: string }, id: string = crypto.randomUUID()) =>
  `<p><mention-component id="${id}" entity_name="user_mention" entity_identifier="${user_id}">@x</mention-component></p>`

const inbox = async (client: Client) =>
  (await client.call(notificationsApi.list, { query: { mentioned: 'true' } })) as Notification[]
const heard = async (client: Client) => (await inbox(client)).length

const patch = (client: Client, page: { id: string }, description_html: string) =>
  client.call(api.change, { ...at(page), body: { description_html } })

it('tells whom a page mentions, once, with the page as it is called now', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada, { name: 'Route' })
  const mention = naming(bob)
  await patch(ada, page, mention)
  await patch(ada, page, `${mention}<p>More</p>`)
  await ada.call(api.change, { ...at(page), body: { name: 'Route 2027' } })
  const [one, ...others] = await inbox(bob)
  expect(others).toEqual([])
  expect(one).toMatchObject({
    entity_name: 'page',
    entity_identifier: page.id,
    project: ada.place.project_id,
    triggered_by: ada.user_id,
    is_mentioned_notification: true,
    message_stripped: 'You have been mentioned in the page Route',
    data: {
      page: {
        ...{ id: page.id, name: 'Route 2027', comment_id: null },
        project_id: ada.place.project_id,
      },
    },
  })
  expect(await bob.call(notificationsApi.countUnread)).toMatchObject({
    mention_unread_notifications_count: 1,
  })
  // Removed and added again it is the same mention; a second one is different.
  await patch(ada, page, '<p>Nobody</p>')
  await patch(ada, page, mention)
  expect(await heard(bob)).toBe(1)
  await patch(ada, page, mention + naming(bob))
  expect(await heard(bob)).toBe(2)
  expect(await heard(ada)).toBe(0)
})

it('tells it of what is sent as a document, of new pages, and not of copies', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const made = await write(ada, { name: 'Born so', description_html: naming(bob) })
  expect(await heard(bob)).toBe(1)
  const copy = await ada.call(api.duplicate, at(made))
  const state = await stateOf(ada, copy.id)
  const body = sending(`${copy.description_html}<p>Changed</p>`, state)
  await ada.call(api.changeDescription, { ...at(copy), body })
  expect(await heard(bob)).toBe(1)
  const page = await write(ada)
  await ada.call(api.changeDescription, { ...at(page), body: sending(naming(bob)) })
  expect(await heard(bob)).toBe(2)
})

it('tells nobody who may not read the page, nor of having mentioned oneself', async () => {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const stranger = await person('stranger')
  const page = await write(ada, { access: 1 })
  await patch(ada, page, [ada, bob, gus, stranger].map((one) => naming(one)).join(''))
  await ada.call(api.changeAccess, { ...at(page), body: { access: 0 } })
  expect(await Promise.all([ada, bob, gus].map(heard))).toEqual([0, 0, 0])

  const open = await write(ada, { description_html: naming(gus) + naming(bob) })
  expect(await Promise.all([bob, gus].map(heard))).toEqual([1, 0])
  await ada.call(api.changeAccess, { ...at(open), body: { access: 1 } })
  expect(await heard(bob)).toBe(0)
})

it('tells it of what is written together: by whom it can have been written, and once', async () => {
  const { ada, bob, cleo } = await projectOf('ada', ['bob', MEMBER], ['cleo', MEMBER])
  const page = await write(ada, { name: 'Together' })
  const [one, two] = [new DocumentSocket(ada, page), new DocumentSocket(bob, page)]
  await Promise.all([one.ready(), two.ready()])
  one.mention(bob.user_id)
  await one.taken()
  // Stored under his name, but not written by him alone.
  two.say('from Bob')
  await two.taken()
  await openDocuments(db).settle(page.id)
  expect(await inbox(bob)).toMatchObject([{ triggered_by: ada.user_id }])
  two.mention(bob.user_id)
  two.mention(cleo.user_id)
  await two.taken()
  await openDocuments(db).settle(page.id)
  expect(await heard(bob)).toBe(1)
  expect(await inbox(cleo)).toMatchObject([{ triggered_by: bob.user_id }])
})

it('mails it to whom wants mentions by mail', async () => {
  const { ada, bob, cleo } = await projectOf('ada', ['bob', MEMBER], ['cleo', MEMBER])
  await bob.call(accountApi.changePreferences, { body: { mention: true } })
  await cleo.call(accountApi.changePreferences, { body: { mention: false } })
  const page = await write(ada, { name: 'Route', description_html: naming(bob) + naming(cleo) })
  await patch(ada, page, naming(bob))
  await sql`update notification_mails set created_at = now() - interval '5 minutes'`.execute(db)
  await mailNews(db, { hasSmtp: true, origin: 'https://cairn.example' })
  const { rows } = await sql<{ subject: string; text: string; recipient_id: string }>`
    select subject, text, recipient_id from mails
    where recipient_id in (${bob.user_id}, ${cleo.user_id})`.execute(db)
  expect(rows).toMatchObject([{ subject: 'Route', recipient_id: bob.user_id }])
  expect(rows[0]?.text).toContain('ada mentioned you in the page “Route”.')
  expect(rows[0]?.text).toContain(`/pages/${page.id}/`)
})
