import { commentsApi, GUEST, MEMBER } from '@cairn/contract'
import {
  workItemCommentsV1 as api,
  issueCommentsV1,
  type NewCommentV1,
  workItemsV1,
} from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { archive, nobody } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { app, programsOf, refusesStrangers } = await programServer()

const addItem = async (client: Client, name = 'item', more = {}) =>
  (await client.call(workItemsV1.create, { body: { name, ...more } })).id
const say = (client: Client, issue_id: string, comment_html: string, more: NewCommentV1 = {}) =>
  client.call(api.create, { params: { issue_id }, body: { comment_html, ...more } })

// @cap:public-api.comments-links-activities
describe.each([
  ['work-items', api],
  ['issues', issueCommentsV1 as unknown as typeof api],
] as const)('comments under %s', (_tree, calls) => {
  it('are said, listed newest first, read, edited and deleted', async () => {
    const { ada } = await programsOf('ada')
    const issue_id = await addItem(ada)
    const body = { comment_html: '<p>Well <strong>done</strong></p>' }
    const comment = await ada.call(calls.create, { params: { issue_id }, body })
    expect(comment).toEqual({
      ...{ ...body, id: expect.any(String), comment_stripped: 'Well done', access: 'INTERNAL' },
      ...{ attachments: [], issue: issue_id, actor: ada.user_id, parent: null, is_member: true },
      ...{ project: ada.place.project_id, workspace: expect.any(String), edited_at: null },
      ...{ external_source: null, external_id: null, deleted_at: null },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      ...{ created_by: ada.user_id, updated_by: null },
    })
    const second = await ada.call(calls.create, { params: { issue_id }, body })
    const page = await ada.call(calls.list, { params: { issue_id } })
    expect(page.results).toEqual([second, comment])
    expect(page).toMatchObject({ total_count: 2, count: 2, next_page_results: false })
    const params = { issue_id, comment_id: comment.id }
    expect(await ada.call(calls.get, { params })).toEqual(comment)
    const edited = await ada.call(calls.change, {
      params,
      body: { comment_html: '<p>Better</p>', access: 'EXTERNAL' },
    })
    expect(edited).toMatchObject({ comment_stripped: 'Better', access: 'EXTERNAL' })
    expect(edited.edited_at).not.toBeNull()
    expect(await ada.attempt(calls.remove, { params })).toEqual(done)
    for (const call of [calls.get, calls.change, calls.remove]) {
      expect(await ada.attempt(call, { params, body } as never)).toEqual(missing)
    }
    expect(await ada.browser.call(commentsApi.list, { params: { id: issue_id } })).toHaveLength(1)
  })
})

it('names the comment it answers, in one flat list', async () => {
  const { ada } = await programsOf('ada')
  const issue_id = await addItem(ada)
  const first = await say(ada, issue_id, '<p>Which?</p>')
  const body = { comment_html: '<p>This</p>', parent: first.id }
  await ada.browser.call(commentsApi.create, { params: { id: issue_id }, body })
  const { results } = await ada.call(api.list, { params: { issue_id } })
  expect(results.map(({ parent }) => parent)).toEqual([first.id, null])
})

it('is only changed by whoever said it, and deleted by them and administrators', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const issue_id = await addItem(ada, 'own', { created_by: gus.user_id })
  const { id: comment_id } = await say(gus, issue_id, '<p>mine</p>')
  const params = { issue_id, comment_id }
  const body = { comment_html: '<p>yours</p>' }
  for (const client of [ada, mel]) {
    expect(await client.attempt(api.change, { params, body })).toEqual(notAllowed)
  }
  expect(await mel.attempt(api.remove, { params })).toEqual(notAllowed)
  expect(await gus.attempt(api.change, { params, body })).toMatchObject({ status: 200 })
  expect(await gus.attempt(api.change, { params, body: { access: 'EXTERNAL' } })).toEqual(
    notAllowed,
  )
  expect(await ada.attempt(api.remove, { params })).toEqual(done)
  const others = await addItem(ada)
  await say(ada, others, '<p>hidden</p>')
  expect(await gus.attempt(api.list, { params: { issue_id: others } })).toEqual(missing)
  expect(await gus.attempt(api.create, { params: { issue_id: others }, body })).toEqual(missing)
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, { params, body })
})

it('of what is archived is read, and nothing more is said', async () => {
  const { ada } = await programsOf('ada')
  const issue_id = await addItem(ada)
  await say(ada, issue_id, '<p>over</p>')
  await archive(ada.browser, issue_id)
  expect((await ada.call(api.list, { params: { issue_id } })).count).toBe(1)
  const body = { comment_html: '<p>x</p>' }
  expect(await ada.attempt(api.create, { params: { issue_id }, body })).toEqual(missing)
})

it('is cleaned, and refuses what it cannot be', async () => {
  const { ada } = await programsOf('ada')
  const issue_id = await addItem(ada)
  const html = '<p onclick="x()">a<script>alert(1)</script></p>'
  expect(await say(ada, issue_id, html)).toMatchObject({ comment_html: '<p>a</p>' })
  const refused = async (body: object) =>
    (await ada.attempt(api.create, { params: { issue_id }, body: body as never })).body
  expect(await refused({ access: 'x' })).toEqual({ access: ['"x" is not a valid choice.'] })
  expect(await refused({ comment_html: 5 })).toEqual({ comment_html: ['Not a valid string.'] })
  expect(await ada.attempt(api.list, { params: { issue_id: nobody } })).toEqual(missing)
})

// @cap:public-api.external-ids
it('is brought from elsewhere once in a project, with its author and moment', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const [issue_id, other] = [await addItem(ada), await addItem(ada)]
  const pair = { external_source: 'jira', external_id: '9' }
  const imported = { created_at: '2019-05-01T10:00:00Z', created_by: mel.user_id }
  const comment = await say(ada, issue_id, '<p>old</p>', { ...pair, ...imported })
  expect(comment).toMatchObject({ ...pair, actor: mel.user_id, created_by: mel.user_id })
  expect(Date.parse(comment.created_at)).toBe(Date.parse(imported.created_at))
  const taken = {
    status: 409,
    body: {
      error: 'Work item comment with the same external id and external source already exists',
      id: comment.id,
    },
  }
  for (const item of [issue_id, other]) {
    const params = { issue_id: item }
    expect(await ada.attempt(api.create, { params, body: pair })).toEqual(taken)
  }
  const half = await say(ada, other, '<p>x</p>', { external_source: 'jira' })
  const params = { issue_id: other, comment_id: half.id }
  expect(await ada.attempt(api.change, { params, body: { external_id: '9' } })).toEqual(taken)
  const own = { issue_id, comment_id: comment.id }
  await mel.call(api.change, { params: own, body: pair })
  const claimed = await say(mel, other, '<p>y</p>', { created_by: ada.user_id })
  expect(claimed.actor).toBe(mel.user_id)
  await ada.call(api.remove, { params: own })
  expect(await say(ada, other, '<p>again</p>', pair)).toMatchObject(pair)
})

// @cap:public-api.existing-clients
it('is listed without the slash, as one client asks', async () => {
  const { ada } = await programsOf('ada')
  const issue_id = await addItem(ada)
  await say(ada, issue_id, '<p>a</p>')
  const { slug, project_id } = ada.place
  const url = `/api/v1/workspaces/${slug}/projects/${project_id}/issues/${issue_id}/comments`
  expect((await app.inject({ url, headers: ada.headers })).json()).toMatchObject({ count: 1 })
})
