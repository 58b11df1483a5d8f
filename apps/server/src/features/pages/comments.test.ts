import {
  ADMIN,
  pageCommentsApi as api,
  GUEST,
  MEMBER,
  type NewPageComment,
  type Notification,
  notificationsApi,
  pagesApi,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { at, write } from './test-kit/pages.ts'

const { projectOf } = await testServer()

const say = (client: Client, page: { id: string }, body: Partial<NewPageComment> = {}) =>
  client.call(api.create, { ...at(page), body: { comment_html: '<p>Really?</p>', ...body } })
const listed = (client: Client, page: { id: string }) => client.call(api.list, at(page))
const on = (page: { id: string }, comment: { id: string }) => ({
  params: { id: page.id, comment_id: comment.id },
})

it('keeps threads with what they quote: answered, edited, resolved, reopened and deleted', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada, { description_html: '<p>Ship on Friday</p>' })
  const first = await say(ada, page, { quote: 'Friday', comment_html: '<p>Which?</p>' })
  expect(first).toMatchObject({
    ...{ page: page.id, parent: null, quote: 'Friday', comment_html: '<p>Which?</p>' },
    ...{ comment_stripped: 'Which?', created_by: ada.user_id, resolved_at: null, edited_at: null },
  })
  const answer = await say(bob, page, { parent: first.id, quote: 'not kept', comment_html: 'Next' })
  expect(answer).toMatchObject({ parent: first.id, quote: '' })
  expect((await listed(bob, page)).map(({ id }) => id)).toEqual([first.id, answer.id])

  const body = { comment_html: '<p>Next one<script>alert(1)</script></p>' }
  const edited = await bob.call(api.change, { ...on(page, answer), body })
  expect(edited).toMatchObject({ comment_html: '<p>Next one</p>', edited_at: expect.any(String) })

  const resolved = await bob.call(api.resolve, on(page, first))
  expect(resolved).toMatchObject({ resolved_by: bob.user_id, resolved_at: expect.any(String) })
  expect(await bob.call(api.resolve, on(page, first))).toEqual(resolved)
  expect(await ada.call(api.reopen, on(page, first))).toMatchObject({
    ...{ resolved_at: null, resolved_by: null },
  })

  await ada.call(api.remove, on(page, first))
  expect(await listed(ada, page)).toEqual([])
})

it('leaves editing to authors and deleting to them and administrators', async () => {
  const { ada, bob, cleo, gus } = await projectOf(
    'ada',
    ['bob', MEMBER],
    ['cleo', ADMIN],
    ['gus', GUEST],
  )
  const page = await write(ada)
  const first = await say(ada, page)
  const body = { comment_html: '<p>Not mine</p>' }
  expect((await bob.attempt(api.change, { ...on(page, first), body })).status).toBe(403)
  expect((await bob.attempt(api.remove, on(page, first))).status).toBe(403)
  await cleo.call(api.remove, on(page, first))
  expect(await listed(ada, page)).toEqual([])

  const refused = await gus.attempt(api.create, { ...at(page), body: { comment_html: 'x' } })
  expect(refused.status).toBe(400)
  expect((await gus.attempt(api.list, at(page))).status).toBe(400)
})

it('is only read where the page is locked or archived, and not seen where it is private', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada)
  const first = await say(bob, page)
  await ada.call(pagesApi.lock, at(page))
  const body = { comment_html: '<p>More</p>' }
  const writing = [
    bob.attempt(api.create, { ...at(page), body }),
    bob.attempt(api.change, { ...on(page, first), body }),
    bob.attempt(api.resolve, on(page, first)),
    bob.attempt(api.remove, on(page, first)),
  ]
  for (const { status, body: said } of await Promise.all(writing)) {
    expect([status, said]).toEqual([400, { error_code: 4701, error_message: 'PAGE_LOCKED' }])
  }
  expect(await listed(bob, page)).toEqual([first])
  await ada.call(pagesApi.unlock, at(page))
  await ada.call(pagesApi.archive, at(page))
  expect((await bob.attempt(api.create, { ...at(page), body })).status).toBe(400)
  expect(await listed(bob, page)).toEqual([first])
  await ada.call(pagesApi.restore, at(page))
  await ada.call(pagesApi.changeAccess, { ...at(page), body: { access: 1 } })
  expect((await bob.attempt(api.list, at(page))).status).toBe(404)
  expect((await bob.attempt(api.create, { ...at(page), body })).status).toBe(404)
})

it('refuses what is empty, and answers to what is no thread of the page', async () => {
  const { ada } = await projectOf('ada')
  const [page, other] = [await write(ada), await write(ada)]
  const first = await say(ada, page)
  const answer = await say(ada, page, { parent: first.id })
  for (const parent of [answer.id, (await say(ada, other)).id, crypto.randomUUID()]) {
    const refused = await ada.attempt(api.create, {
      ...at(page),
      body: { comment_html: '<p>x</p>', parent },
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ parent: [`Invalid pk "${parent}" - object does not exist.`] })
  }
  const empty = await ada.attempt(api.create, { ...at(page), body: { comment_html: '<p> </p>' } })
  expect(empty.status).toBe(400)
  expect((await ada.attempt(api.resolve, on(page, answer))).status).toBe(404)
  expect(
    (await ada.attempt(api.change, { ...on(other, first), body: { comment_html: 'x' } })).status,
  ).toBe(404)
  expect(await listed(ada, page)).toHaveLength(2)
})

it('notifies whom a comment mentions, once', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada, { name: 'Route' })
  const mention = `<mention-component id="${crypto.randomUUID()}" entity_name="user_mention" entity_identifier="${bob.user_id}">@bob</mention-component>`
  const first = await say(ada, page, { comment_html: `<p>${mention}</p>` })
  const body = { comment_html: `<p>${mention} please</p>` }
  await ada.call(api.change, { ...on(page, first), body })
  const inbox = (await bob.call(notificationsApi.list, {
    query: { mentioned: 'true' },
  })) as Notification[]
  expect(inbox.map(({ data }) => data.page)).toEqual([
    expect.objectContaining({ id: page.id, name: 'Route', comment_id: first.id }),
  ])
})
