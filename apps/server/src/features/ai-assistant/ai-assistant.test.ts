import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aiAssistantApi as api, GUEST, instanceSettingsApi, MEMBER } from '@cairn/contract'
import { afterAll, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { app, administrator, projectOf, stranger } = await testServer({
  environment: { EGRESS_ALLOW: '127.0.0.0/8' },
})

/** Fake language model; the test sets the response and reads the request. */
const model = { status: 200, body: '', asked: '', key: '' }
const server = createServer((request, response) => {
  model.key = request.headers.authorization ?? ''
  request.on('data', (chunk) => {
    model.asked += chunk
  })
  request.on('end', () => response.writeHead(model.status).end(model.body))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
afterAll(() => server.close())
const { port } = server.address() as AddressInfo
app.deps.config.llmAddresses = { openai: `http://127.0.0.1:${port}/v1/chat/completions` }

const says = (content: string) => JSON.stringify({ choices: [{ message: { content } }] })
const body = { task: 'Shorten this.', prompt: 'A very long text.' }
const setKey = async (LLM_API_KEY: string) =>
  (await administrator('root')).call(instanceSettingsApi.change, { body: { LLM_API_KEY } })

it('asks for a key and a task, in this order', async () => {
  const { ada } = await projectOf('ada')
  for (const call of [api.askInWorkspace, api.askInProject]) {
    await setKey('')
    expect(await ada.attempt(call, { body })).toEqual({
      status: 400,
      body: { error: 'LLM provider API key and model are required' },
    })
    await setKey('sk-1')
    expect(await ada.attempt(call, { body: { task: ' ' } })).toEqual({
      status: 400,
      body: { error: 'Task is required' },
    })
  }
})

it('answers in the model’s words, made safe', async () => {
  const { ada } = await projectOf('ada')
  await setKey('sk-1')
  Object.assign(model, {
    status: 200,
    body: says('One\n<img src=x onerror=alert(1)>two'),
    asked: '',
  })
  const { response, response_html } = await ada.call(api.askInWorkspace, { body })
  expect(response).toBe('One\n<img src=x onerror=alert(1)>two')
  expect(response_html).toContain('One<br/>')
  expect(response_html).not.toContain('onerror')
  expect(model.key).toBe('Bearer sk-1')
  expect(JSON.parse(model.asked)).toEqual({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: 'Shorten this.\nA very long text.' }],
  })
  expect(await ada.call(api.askInProject, { body: { task: 'Hello' } })).toMatchObject({
    response,
    project_detail: { id: ada.place.project_id, identifier: 'TRAIL' },
    workspace_detail: { slug: ada.place.slug },
  })
})

it.each([
  [401, '{}'],
  [200, 'not json'],
  [200, '{}'],
])('tells nothing of the model’s own refusals (%i %o)', async (status, answer) => {
  const { ada } = await projectOf('ada')
  await setKey('sk-1')
  Object.assign(model, { status, body: answer })
  expect(await ada.attempt(api.askInWorkspace, { body })).toEqual({
    status: 500,
    body: { error: 'An internal error has occurred.' },
  })
})

it('is not for guests, strangers and other workspaces', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve', ['mel', MEMBER])
  for (const call of [api.askInWorkspace, api.askInProject]) {
    expect(await gus.attempt(call, { body })).toMatchObject({ status: 403 })
    expect(await eve.at(ada.place).attempt(call, { body })).toMatchObject({ status: 403 })
    expect(await stranger.at(ada.place).attempt(call, { body })).toMatchObject({ status: 401 })
  }
})
