import { commentsApi, GUEST, MEMBER, workItemsApi } from '@cairn/contract'
import { expect, it } from 'vitest'
import { addItem, namesOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, projectOf } = await testServer()

/** Sends a request like a browser, which may repeat it. */
async function send({ place, cookies }: Client, path: string, key: string, payload: object) {
  const url = `/api/workspaces/${place.slug}/projects/${place.project_id}/${path}`
  const headers = { 'idempotency-key': key }
  const answer = await app.inject({ method: 'POST', url, cookies, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

// @cap:errors.double-submit
it('makes one item of ten equal requests at once, and answers each with it', async () => {
  const { ada } = await projectOf('ada')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(ada, 'issues/', 'k-1', { name: 'Tarn' })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await namesOf(ada)).toEqual(['Tarn'])
  await send(ada, 'issues/', 'k-2', { name: 'Ford' })
  expect((await namesOf(ada)).toSorted()).toEqual(['Ford', 'Tarn'])
})

it('keeps no key of what was refused, and lets everybody have keys of their own', async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  expect((await send(ada, 'issues/', 'k', { name: ' ' })).status).toBe(400)
  expect((await send(ada, 'issues/', 'k', { name: 'Tarn' })).status).toBe(201)
  expect((await send(mel, 'issues/', 'k', { name: 'Ford' })).status).toBe(201)
  expect((await send(gus, 'issues/', 'k', { name: 'Scree' })).status).toBe(403)
  // Too long for a key: it is ignored.
  const long = 'k'.repeat(65)
  for (const name of ['One', 'Two']) await send(ada, 'issues/', long, { name })
  expect((await namesOf(ada)).toSorted()).toEqual(['Ford', 'One', 'Tarn', 'Two'])
})

it('finds nothing by a key where what it made is not', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  const first = await send(ada, `issues/${id}/comments/`, 'k', { comment_html: '<p>Steep</p>' })
  const again = await send(ada, `issues/${id}/comments/`, 'k', { comment_html: '<p>Steep</p>' })
  expect(again).toEqual(first)
  expect(await ada.call(commentsApi.list, { params: { id } })).toHaveLength(1)
  expect((await send(ada, 'issues/', 'k', { name: 'Tarn' })).status).toBe(404)
  const other = await ada.call(workItemsApi.create, { body: { name: 'other' } })
  const there = await send(ada, `issues/${other.id}/comments/`, 'k', { comment_html: '<p>S</p>' })
  expect(there.status).toBe(404)
})
