import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pagesApi as api, GUEST, MEMBER, projectsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { output } from '#product/documents/library-log.ts'
import { openDocuments } from '#product/documents/open-documents.ts'
import { Client } from '#test/client.ts'
import { DocumentSocket, type DocumentSocketOptions, portOf } from '#test/document-socket.ts'
import { secondNode } from '#test/second-node.ts'
import { testServer } from '#test/server.ts'
import { at, sending, textOf, write } from './test-kit/pages.ts'

const { app, projectOf, person, database } = await testServer()
const { db } = database
const address = await app.listen({ port: 0, host: '127.0.0.1' })
/** For the test that stops the server. */
const mortal = await testServer()
await mortal.app.listen({ port: 0, host: '127.0.0.1' })

const started: { kill(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.kill()
})

/** A separate Cairn process on the test's database. */
async function startProcess(port: number) {
  const { host, user, database: name, port: at } = database.connection
  const place = `host=${encodeURIComponent(host)}&port=${at}`
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cairn-pages-'))
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../main.ts')], {
    env: {
      ...{ PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', PORT: String(port) },
      ...{ DATA_DIR: dataDir, DATABASE_URL: `postgresql://${user}@/${name}?${place}` },
    },
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (data) => String(data).includes('Cairn is ready') && resolve()),
  )
  const running = {
    async kill() {
      child.kill('SIGKILL')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  started.push(running)
  return running
}

const open = (client: Client, page: { id: string }, options?: DocumentSocketOptions) =>
  new DocumentSocket(client, page, options).ready()

const refusal = async (client: Client, page: { id: string }, options?: DocumentSocketOptions) => {
  const browser = new DocumentSocket(client, page, options)
  return browser.until(() => browser.refused)
}

// @cap:realtime.page-collaboration
it('two people write one page, see each other and lose nothing', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada, { description_html: '<p>Start</p>' })
  const [one, two] = await Promise.all([open(ada, page), open(bob, page)])
  one.say('from Ada')
  two.say('from Bob')
  await Promise.all([one.hears('from Bob'), two.hears('from Ada')])
  expect(one.text()).toBe(two.text())
  expect(one.text().match(/Start/g)).toHaveLength(1)

  one.provider.setAwarenessField('user', { id: 'x', name: 'Eve', color: '#00ff00' })
  one.provider.setAwarenessField('cursor', { anchor: 1 })
  const shown = await two.until(() =>
    [...(two.provider.awareness?.getStates().values() ?? [])].find((state) => state.user),
  )
  // Users cannot appear under another user's name.
  expect(shown).toEqual({
    user: { id: ada.user_id, name: 'ada', color: '#00ff00' },
    cursor: { anchor: 1 },
  })

  await Promise.all([one.taken(), two.taken()])
  await openDocuments(db).settle(page.id)
  const text = await textOf(ada, page)
  for (const words of ['Start', 'from Ada', 'from Bob']) expect(text).toContain(words)
  expect((await ada.call(api.listVersions, at(page))).length).toBeGreaterThan(0)
})

it('is stored when the last one leaves', async () => {
  const { ada } = await projectOf('ada')
  const page = await write(ada)
  const browser = await open(ada, page)
  browser.say('Last words')
  await browser.taken()
  browser.close()
  await expect.poll(() => textOf(ada, page)).toBe('<p>Last words</p>')
})

it('is stored while somebody goes on writing, so that little is lost with the process', async () => {
  const { ada } = await projectOf('ada')
  const page = await write(ada)
  const browser = await open(ada, page)
  browser.say('First words')
  await expect.poll(() => textOf(ada, page)).toBe('<p>First words</p>')
  expect(browser.left).toBe(false)
})

it('comes back after the process was killed: from the database, and from who had it open', async () => {
  const { ada } = await projectOf('ada')
  const page = await write(ada)
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const port = portOf(probe)
  await new Promise((resolve) => probe.close(resolve))

  const first = await startProcess(port)
  const browser = await open(ada, page, { port })
  browser.say('Stored')
  await expect.poll(() => textOf(ada, page)).toBe('<p>Stored</p>')
  browser.say('Only taken')
  await browser.taken()
  await first.kill()
  await startProcess(port)
  const both = '<p>Stored</p><p>Only taken</p>'
  await expect.poll(() => textOf(ada, page), { timeout: 60_000 }).toBe(both)
}, 300_000)

it('is stored before the server stops', async () => {
  const { ada } = await mortal.projectOf('ada')
  const page = await write(ada)
  const browser = await open(ada, page)
  browser.say('Last words')
  await browser.taken()
  await mortal.app.close()
  const { description_html } = await mortal.database.db
    .selectFrom('pages')
    .select('description_html')
    .where('id', '=', page.id)
    .executeTakeFirstOrThrow()
  expect(description_html).toBe('<p>Last words</p>')
})

it('lets in nobody who may not see the page, and says no more than that', async () => {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const page = await write(ada)
  const secret = await write(ada, { access: 1 })
  const gone = { id: crypto.randomUUID() }
  expect(await refusal(bob, secret)).toBe('Page not found')
  expect(await refusal(bob, gone)).toBe('Page not found')
  expect(await refusal(gus, page)).toBe('Page not found')
  expect(await refusal(eve, page)).toBe('Page not found')
  expect(await refusal(eve.at(ada.place), page)).toBe('Page not found')
  expect(await refusal(ada, { id: 'not-an-id' })).toBe('Page not found')
  expect(await refusal(ada, page, { id: bob.user_id })).toBe('Authentication unsuccessful!')
  expect(await refusal(ada, page, { cookies: {} })).toBe('Credentials not provided')
  const other = { cookies: { 'session-id': 'x' } }
  expect(await refusal(ada, page, other)).toBe('Authentication unsuccessful!')
})

it('knows a page by one spelling of its id, so that its lock and privacy hold', async () => {
  const { ada } = await projectOf('ada')
  const page = await write(ada)
  expect(await refusal(ada, { id: page.id.toUpperCase() })).toBe('Page not found')
  const { project_id = '' } = ada.place
  const shouting = ada.at({ ...ada.place, project_id: project_id.toUpperCase() })
  const browser = await open(shouting, page, { id: ada.user_id.toUpperCase() })
  await ada.call(api.lock, at(page))
  await browser.until(() => browser.heard.includes('locked'))
  browser.say('after the lock')
  await openDocuments(db).settle(page.id)
  expect(await textOf(ada, page)).toBe('<p></p>')
})

it('is closed to pages of other sites', async () => {
  const { ada } = await projectOf('ada')
  const page = await write(ada)
  const cookie = `session-id=${ada.cookies['session-id']}`
  const headers = { cookie, origin: 'https://elsewhere.test' }
  const socket = new WebSocket(`${address.replace('http', 'ws')}/live/collaboration`, { headers })
  const answer = await new Promise<string>((resolve) => {
    socket.on('error', ({ message }) => resolve(message))
    socket.on('open', () => resolve('open'))
  })
  expect(answer).toContain('403')
  expect(await textOf(ada, page)).toBe('<p></p>')
})

it('takes nothing from those who only read', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
  const page = await write(ada, { description_html: '<p>Start</p>' })
  const [writer, reader] = [await open(ada, page), await open(gus, page)]
  expect(reader.provider.authorizedScope).toBe('readonly')
  reader.say('from a guest')
  writer.say('from Ada')
  await reader.hears('from Ada')
  await writer.taken()
  await openDocuments(db).settle(page.id)
  expect(await textOf(ada, page)).toBe('<p>Start</p><p>from Ada</p>')
})

// @cap:pages.lock
// @cap:realtime.page-state-broadcast
it('stops at once where the page is locked, archived or made private, and tells everybody', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada, { description_html: '<p>Start</p>' })
  const [owner, other] = await Promise.all([open(ada, page), open(bob, page)])
  const both = (signal: string) =>
    Promise.all([owner, other].map((one) => one.until(() => one.heard.includes(signal))))

  await ada.call(api.lock, at(page))
  await both('locked')
  other.say('too late')
  owner.say('me too')
  // Its response comes after those to earlier messages.
  owner.provider.sendStateless('lock')
  await owner.until(() => owner.heard.filter((one) => one === 'locked').length > 1)
  await openDocuments(db).settle(page.id)
  expect(await textOf(ada, page)).toBe('<p>Start</p>')

  await ada.call(api.unlock, at(page))
  await both('unlocked')
  await ada.call(api.archive, at(page))
  await both('archived')
  await ada.call(api.restore, at(page))
  await both('unarchived')
  await ada.call(api.changeAccess, { ...at(page), body: { access: 1 } })
  await other.until(() => other.left)
  owner.say('alone now')
  await owner.until(() => owner.heard.includes('made-private'))
  expect(other.text()).not.toContain('alone now')
})

it('believes nobody who says that a page is locked', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada)
  const [one, two] = [await open(ada, page), await open(bob, page)]
  two.provider.sendStateless('lock')
  two.provider.sendStateless('hello')
  two.provider.sendStateless('unlock')
  await one.until(() => one.heard.includes('unlocked'))
  expect(one.heard).toEqual(['unlocked'])
})

it('lets go of whoever leaves the project or signs out', async () => {
  const { ada, bob, cy } = await projectOf('ada', ['bob', MEMBER], ['cy', MEMBER])
  const page = await write(ada)
  const [one, two, three] = [await open(ada, page), await open(bob, page), await open(cy, page)]
  await db
    .updateTable('project_members')
    .set({ is_active: false })
    .where('user_id', '=', bob.user_id)
    .execute()
  await two.until(() => two.left)
  await db.deleteFrom('sessions').where('user_id', '=', cy.user_id).execute()
  await three.until(() => three.left)
  one.say('only us')
  await one.taken()
  expect(one.left).toBe(false)
  expect(two.text() + three.text()).not.toContain('only us')
})

it('a role that goes down takes the pen away, and back up gives it again', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
  const page = await write(ada)
  const [one, two] = [await open(ada, page), await open(bob, page)]
  const role = (to: number) =>
    db.updateTable('project_members').set({ role: to }).where('user_id', '=', bob.user_id).execute()
  await role(GUEST)
  two.say('as a guest')
  two.provider.sendStateless('unlock')
  await two.until(() => two.heard.includes('unlocked'))
  expect(one.text()).not.toContain('as a guest')
  await role(MEMBER)
  one.say('from Ada')
  await two.hears('from Ada')
})

it('what is saved by a call, or restored, is in every open browser at once', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada, { description_html: '<p>First</p>' })
  await ada.call(api.change, { ...at(page), body: { description_html: '<p>Original</p>' } })
  await sql`
    update page_versions set last_saved_at = last_saved_at - interval '1 hour'
    where page_id = ${page.id}`.execute(db)
  const [one, two] = [await open(ada, page), await open(bob, page)]
  const body = sending('<p>sent by a call</p>')
  await bob.call(api.changeDescription, { ...at(page), body })
  await Promise.all([one.hears('sent by a call'), two.hears('sent by a call')])
  one.say('not stored yet')
  await two.hears('not stored yet')

  const version_id = (await ada.call(api.listVersions, at(page))).at(-1)?.id ?? ''
  await ada.call(api.restoreVersion, { params: { id: page.id, version_id } })
  const restored = '<paragraph>Original</paragraph>'
  await Promise.all([one, two].map((each) => each.until(() => each.text() === restored)))
  expect(await textOf(ada, page)).toBe('<p>Original</p>')
  // The previous text is still available, including edits that were not stored yet.
  const [, before] = await ada.call(api.listVersions, at(page))
  const params = { id: page.id, version_id: before?.id ?? '' }
  const { description_html } = await ada.call(api.getVersion, { params })
  expect(description_html).toContain('not stored yet')
})

it('joins what another node stored meanwhile', async () => {
  const { ada } = await projectOf('ada')
  const page = await write(ada, { description_html: '<p>Start</p>' })
  const here = await open(ada, page)
  // Simulates another node that has the page open, which writes only to the database.
  const there = new Y.Doc()
  Y.applyUpdate(there, Y.encodeStateAsUpdate(here.doc))
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText('from there')])
  there.getXmlFragment('default').insert(1, [paragraph])
  await sql`
    update pages set description_binary = ${Buffer.from(Y.encodeStateAsUpdate(there))}
    where id = ${page.id}`.execute(db)
  here.say('from here')
  await here.taken()
  await openDocuments(db).settle(page.id)
  await here.hears('from there')
  const text = await textOf(ada, page)
  expect([text.includes('from here'), text.includes('from there')]).toEqual([true, true])
})

it('is written together by people on different nodes', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada, { description_html: '<p>Start</p>' })
  const node = await secondNode(app.deps, database.connection)
  const there = new Client(node.app, bob.user_id, bob.cookies, bob.place)
  const [one, two] = await Promise.all([open(ada, page), open(there, page)])
  one.say('from here')
  two.say('from there')
  await Promise.all([one.hears('from there'), two.hears('from here')])
  await ada.call(api.lock, at(page))
  await two.until(() => two.heard.includes('locked'))
  two.close()
  await node.stop()
  const text = await textOf(ada, page)
  expect([text.includes('from here'), text.includes('from there')]).toEqual([true, true])
  expect(text.match(/Start/g)).toHaveLength(1)
})

it('refuses what is longer than a page may be', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const page = await write(ada)
  const [one, two] = [await open(ada, page), await open(bob, page)]
  const long = 'x'.repeat(3_000_000)
  one.say(long)
  await one.taken()
  one.say(long)
  await one.until(() => one.left)
  two.say('still here')
  expect(two.text()).not.toContain(`${long}${long}`)
})

it('somebody who is in no workspace is a stranger', async () => {
  const { ada } = await projectOf('ada')
  const page = await write(ada)
  const sam = await person('sam')
  expect(await refusal(sam.at(ada.place), page)).toBe('Page not found')
})

it('ends when its session expires, though nobody writes anything', async () => {
  const { ada } = await projectOf('ada')
  const page = await write(ada)
  const browser = await open(ada, page)
  await sql`
    update sessions set expires_at = now() + interval '2 seconds'
    where user_id = ${ada.user_id}`.execute(db)
  await browser.until(() => browser.left)
})

it('notes frames that cannot be read in the log at debug level, and nowhere else', async () => {
  const { ada } = await projectOf('ada')
  const page = await ada.call(api.create, { body: { name: 'Trail notes' } })
  const cookie = Object.entries(ada.cookies).map(([name, value]) => `${name}=${value}`)
  const debug = vi.spyOn(app.deps.log, 'debug')
  const written = [vi.spyOn(output, 'error'), vi.spyOn(output, 'warn')]
  /** The name of the document, then an invalid update. */
  const notText = [page.id.length, ...Buffer.from(page.id), 0, 2, 3, 255, 255, 255]
  for (const frame of [[255, 255, 255], notText]) {
    const url = `${address.replace('http', 'ws')}/live/collaboration`
    const socket = new WebSocket(url, { headers: { cookie: cookie.join('; ') } })
    await new Promise((resolve) => socket.once('open', resolve))
    debug.mockClear()
    socket.send(Buffer.from(frame))
    socket.send(Buffer.from([255]))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(debug).toHaveBeenCalledWith(
      { library: expect.any(String) },
      'a page socket sent what cannot be read',
    )
  }
  const browser = await open(ada, page)
  debug.mockClear()
  browser.sendRaw(Buffer.from(notText))
  const noted = () => debug.mock.calls.map(([about]) => JSON.stringify(about)).join()
  await expect.poll(noted).toContain('Yjs update')
  for (const spy of written) expect(spy).not.toHaveBeenCalled()
})
