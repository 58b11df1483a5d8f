import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { integrationsApi as api, instanceApi, labelsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const repository = { name: 'maps', owner: 'acme', repository_id: 7, url: 'https://github.com/a/m' }

/** Everything a refused request could have changed. */
const everything = async () =>
  (
    await sql`select
      (select count(*)::int from workspace_integrations) as installed,
      (select count(*)::int from github_repositories) as repositories,
      (select count(*)::int from github_repository_syncs) as syncs,
      (select count(*)::int from users where is_bot) as bots,
      (select max(id) from events) as last_event`.execute(database.db)
  ).rows

// @cap:integrations.none-configured
it('offers nothing where the operator named no app, and calls nobody outside', async () => {
  const { ada } = await projectOf('ada')
  const called: string[] = []
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('lookup', (_error, _address, _family, host) => called.push(host))
    socket.on('connectionAttempt', (address, port) => called.push(`${address} ${port}`))
  }
  subscribe('net.client.socket', watch)
  const params = { id: crypto.randomUUID() }
  const before = await everything()
  expect((await stranger.call(instanceApi.info)).config.github_app_name).toBe('')
  expect(await ada.call(api.list)).toEqual([])
  expect(await ada.call(api.listInstalled)).toEqual([])
  expect(await ada.call(api.listRepositories, { params, query: { page: '1' } })).toEqual({
    repositories: [],
    total_count: 0,
  })
  expect(await ada.call(api.listSyncs, { params })).toEqual([])
  expect(await ada.attempt(api.installGithub)).toEqual({
    status: 400,
    body: {
      error: 'No GitHub app is configured. Ask whoever runs this instance to name one.',
    },
  })
  expect(await ada.attempt(api.createSync, { params, body: repository })).toEqual(missing)
  expect(await ada.attempt(api.uninstall, { params })).toEqual(missing)
  expect(await ada.call(labelsApi.list)).toEqual([])
  expect(await everything()).toEqual(before)
  unsubscribe('net.client.socket', watch)
  const database = called.filter((one) => one === 'localhost' || /^(127\.|::1 |\/)/.test(one))
  expect(called).toEqual(database)
})

it('would see a call to the outside', async () => {
  const called = Promise.withResolvers<string>()
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('lookup', (_error, _address, _family, host) => called.resolve(host))
  }
  subscribe('net.client.socket', watch)
  await fetch('http://somewhere.invalid/').catch(() => undefined)
  expect(await called.promise).toBe('somewhere.invalid')
  unsubscribe('net.client.socket', watch)
})
