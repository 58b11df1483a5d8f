import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { projectsApi, statesApi } from '@cairn/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const webRoot = await mkdtemp(path.join(os.tmpdir(), 'cairn-web-'))
await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><body><main></main></body>')
afterAll(() => rm(webRoot, { recursive: true, force: true }))
const { app, projectOf } = await testServer({ webRoot })

const opened = async (url: string, { cookies = {} }: Partial<Client> = {}) =>
  (await app.inject({ url, cookies })).body

/** The responses preloaded in the page of a URL. */
async function preloadedFor(url: string, who?: Client) {
  const page = await opened(url, who)
  const [, text = ''] = /<script id="first-answers" type="application\/json">(.*?)<\/script>/s.exec(
    page,
  ) as string[]
  return JSON.parse(text) as { cursor?: string; answers: Record<string, unknown> }
}

const listOf = ({ place }: Client) => `/${place.slug}/projects/${place.project_id}/issues/`

// A server that has just started compiles its code, which is slow on a busy machine.
beforeAll(async () => {
  const { ada } = await projectOf('ada')
  await preloadedFor(listOf(ada), ada)
  await preloadedFor(listOf(ada), ada)
})

it('is what each call would be answered by itself, to the same person', async () => {
  const { ada } = await projectOf('ada')
  const { cursor, answers } = await preloadedFor(listOf(ada), ada)
  expect(cursor).toMatch(/^\d+\.\d+\.\d+$/)
  expect(Object.keys(answers)).toHaveLength(14)
  for (const [url, answer] of Object.entries(answers)) {
    const { statusCode, body } = await app.inject({ url, cookies: ada.cookies })
    expect([url, statusCode, answer]).toEqual([url, 200, JSON.parse(body)])
  }
  expect(answers).toHaveProperty([`/api/workspaces/${ada.place.slug}/members/`])
})

it('tells a stranger what everybody may know, and that nobody is signed in', async () => {
  const { ada } = await projectOf('ada')
  for (const url of ['/', listOf(ada)]) {
    const { answers } = await preloadedFor(url)
    expect(Object.keys(answers).sort()).toEqual(['/api/instances/', '/api/users/session/'])
    expect(answers['/api/users/session/']).toEqual({ is_authenticated: false })
  }
})

it('tells nothing of a workspace to whom it is closed, whatever the address says', async () => {
  const { ada } = await projectOf('ada')
  const { eve } = await projectOf('eve')
  const { answers } = await preloadedFor(listOf(ada), eve)
  expect(Object.keys(answers).filter((url) => url.includes(String(ada.place.slug)))).toEqual([])
  expect(JSON.stringify(answers)).not.toContain(ada.user_id)
})

it.each(['/god-mode/', '/spaces/issues/abc', '/spaces'])('%s brings nothing', async (url) => {
  const { ada } = await projectOf('ada')
  expect(await preloadedFor(url, ada)).toEqual({ answers: {} })
})

it('ends with itself, whatever a name says', async () => {
  const { ada } = await projectOf('ada')
  const name = '</script><script>alert(1)</script> $& <!--'
  const { id } = await ada.call(statesApi.create, {
    body: { name, color: '#101214', group: 'started' },
  })
  await ada.call(projectsApi.change, { body: { description: name } })
  const page = await opened(listOf(ada), ada)
  expect(page.split('<script')).toHaveLength(2)
  expect(page.endsWith('</script></body>')).toBe(true)
  const { answers } = await preloadedFor(listOf(ada), ada)
  const states = Object.entries(answers).find(([url]) => url.endsWith('/states/'))?.[1]
  expect(states).toContainEqual(expect.objectContaining({ id, name }))
})
