import type { AddressInfo } from 'node:net'
import {
  descriptionVersionsApi,
  documentsApi,
  GUEST,
  intakeItemsApi,
  MEMBER,
  pagesApi,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import { expect, it, onTestFinished } from 'vitest'
import { openIntake, submit } from '#features/intake/test-kit/intake.ts'
import { addItem, archive, historyOf } from '#features/work-items/test-kit/items.ts'
import { changingRights } from '#test/changing-rights.ts'
import type { Client } from '#test/client.ts'
import { DocumentSocket } from '#test/document-socket.ts'
import { secondNode } from '#test/second-node.ts'
import { testServer } from '#test/server.ts'

const { app, projectOf, database } = await testServer()
const { db } = database
await app.listen({ port: 0, host: '127.0.0.1' })

const at = ({ id }: { id: string }) => ({ params: { id } })
const socket = (client: Client, item: { id: string }) =>
  new DocumentSocket(client, item, { type: 'work_item' })
const open = (client: Client, item: { id: string }) => socket(client, item).ready()
const textOf = async (client: Client, item: { id: string }) =>
  (await client.call(workItemsApi.get, { ...at(item), query: {} })).description_html
const write = (client: Client, item: { id: string }, description_html: string) =>
  client.call(workItemsApi.change, { ...at(item), body: { description_html } })

/** Waits until earlier events have reached the writer: events are delivered in order. */
async function caughtUp(client: Client) {
  const other = await addItem(client, 'Other')
  const browser = await open(client, other)
  await write(client, other, '<p>later</p>')
  await browser.hears('later')
}

let asked = 0
/** Resolves when the server confirms that it has stored what was sent before. */
async function saved(browser: DocumentSocket) {
  asked += 1
  const answer = `saved ${asked}`
  browser.provider.sendStateless(`save ${asked}`)
  await browser.until(() => browser.heard.includes(answer))
}

it('two people write one description: nothing is lost, and it is one line of history', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const item = await addItem(ada, 'Ford', { description_html: '<p>Start</p>' })
  const [one, two] = await Promise.all([open(ada, item), open(bob, item)])
  // Both opened it at the same time, and it is one document.
  expect(one.text().match(/Start/g)).toHaveLength(1)
  one.say('from Ada')
  await two.hears('from Ada')
  two.say('from Bob')
  await one.hears('from Bob')
  expect(one.text()).toBe(two.text())
  await saved(one)
  const text = '<p>Start</p><p>from Ada</p><p>from Bob</p>'
  expect(await textOf(bob, item)).toBe(text)

  one.say('more')
  await saved(one)
  one.say('and more')
  await saved(one)
  const changes = (await historyOf(db, item.id)).filter(({ field }) => field === 'description')
  expect(changes.length).toBeLessThanOrEqual(2)
  const { results } = await ada.call(descriptionVersionsApi.list, { ...at(item), query: {} })
  expect(results.length).toBeLessThanOrEqual(3)
})

it('is written on where somebody’s rights change all the time', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const { eve } = await projectOf('eve')
  const item = await addItem(ada, 'Ford', { description_html: '<p>Start</p>' })
  const [one, two] = await Promise.all([open(ada, item), open(bob, item)])
  await using _churn = changingRights(db, eve.user_id)
  one.say('from Ada')
  await two.hears('from Ada')
  await write(ada, item, '<p>by a program</p>')
  await two.hears('by a program')
})

it('a call that writes the text meanwhile joins what is being written', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const item = await addItem(ada, 'Ford', { description_html: '<p>Start</p>' })
  const browser = await open(ada, item)
  browser.say('typed')
  await browser.taken()
  await write(bob, item, '<p>Start</p><p>by a program</p>')
  await browser.hears('by a program')
  await saved(browser)
  const text = await textOf(ada, item)
  for (const words of ['Start', 'typed', 'by a program']) expect(text).toContain(words)
  expect(text.match(/Start/g)).toHaveLength(1)
})

it('follows a text that was written while nobody had it open', async () => {
  const { ada } = await projectOf('ada')
  const item = await addItem(ada, 'Ford')
  const first = await open(ada, item)
  first.say('one')
  await saved(first)
  first.close()
  await write(ada, item, '<p>one</p><p>two</p>')
  const again = await open(ada, item)
  // The document may still be open on the server after its last reader left; an event updates it.
  await again.hears('two')
  expect(again.text()).toBe('<paragraph>one</paragraph><paragraph>two</paragraph>')
})

it('is one text on two nodes', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const item = await addItem(ada, 'Ford', { description_html: '<p>Start</p>' })
  const node = await secondNode(app.deps, database.connection)
  onTestFinished(() => node.stop())
  const { port } = node.app.server.address() as AddressInfo
  const one = await open(ada, item)
  const two = await new DocumentSocket(bob, item, { type: 'work_item', port }).ready()
  one.say('here')
  await saved(one)
  await two.hears('here')
  two.say('there')
  await saved(two)
  await one.hears('there')
  expect(await textOf(ada, item)).toBe('<p>Start</p><p>here</p><p>there</p>')
})

it('lets in nobody who may not see the item', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const item = await addItem(ada, 'Ford')
  for (const client of [gus, eve, eve.at(ada.place)]) {
    const browser = socket(client, item)
    expect(await browser.until(() => browser.refused)).toBe('Page not found')
    const read = await client.attempt(documentsApi.work_item.get, at(item))
    expect(read.status).toBeGreaterThanOrEqual(403)
  }
})

it('takes nothing from a guest who only reads, nor where the item is archived', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
  const item = await addItem(ada, 'Ford', { description_html: '<p>Start</p>' })
  const [writer, reader] = [await open(ada, item), await open(gus, item)]
  reader.say('from a guest')
  writer.say('from Ada')
  await reader.hears('from Ada')
  await saved(writer)
  expect(await textOf(ada, item)).toBe('<p>Start</p><p>from Ada</p>')
  const body = { description_binary: 'AAA=' }
  const refused = await gus.attempt(documentsApi.work_item.change, { ...at(item), body })
  expect(refused.status).toBe(403)

  await archive(ada, item.id)
  await caughtUp(ada)
  const late = await open(ada, item)
  expect(late.provider.authorizedScope).toBe('readonly')
  writer.say('too late')
  await saved(writer)
  expect(await textOf(ada, item)).toBe('<p>Start</p><p>from Ada</p>')
})

it('closes for whoever leaves the project, and where the item is deleted', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const item = await addItem(ada, 'Ford')
  const [one, two] = [await open(ada, item), await open(bob, item)]
  await db
    .updateTable('project_members')
    .set({ is_active: false })
    .where('user_id', '=', bob.user_id)
    .execute()
  await two.until(() => two.left)
  await ada.call(workItemsApi.remove, at(item))
  await one.until(() => one.left)
})

it('is another document than a page with the same id', async () => {
  const { ada } = await projectOf('ada')
  const { eve } = await projectOf('eve')
  const item = await addItem(ada, 'Ford', { description_html: '<p>Secret</p>' })
  const here = await open(ada, item)
  await eve.call(pagesApi.create, { body: { id: item.id, name: 'Mine' } })
  const there = await new DocumentSocket(eve, item).ready()
  here.say('of Ada')
  await saved(here)
  there.say('of Eve')
  await there.taken()
  expect(there.text()).toBe('<paragraph>of Eve</paragraph>')
  expect(here.text()).not.toContain('of Eve')
})

it('goes by ordinary calls where the live service is away', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const item = await addItem(ada, 'Ford', { description_html: '<p>Start</p>' })
  const browser = await open(ada, item)
  const { slug, project_id } = bob.place
  const url = `/api/workspaces/${slug}/projects/${project_id}/issues/${item.id}/document/`
  const { rawPayload } = await app.inject({ url, cookies: bob.cookies })
  const { Doc, XmlElement, XmlText, applyUpdate, encodeStateAsUpdate } = await import('yjs')
  const doc = new Doc()
  applyUpdate(doc, rawPayload)
  const paragraph = new XmlElement('paragraph')
  paragraph.insert(0, [new XmlText('by a call')])
  doc.getXmlFragment('default').push([paragraph])
  const description_binary = Buffer.from(encodeStateAsUpdate(doc)).toString('base64')
  await bob.call(documentsApi.work_item.change, { ...at(item), body: { description_binary } })
  await browser.hears('by a call')
  expect(await textOf(ada, item)).toBe('<p>Start</p><p>by a call</p>')
  const nonsense = { ...at(item), body: { description_binary: btoa('no document') } }
  expect((await bob.attempt(documentsApi.work_item.change, nonsense)).status).toBe(400)
})

it('what waits in intake is written by who may write it there, until it is decided', async () => {
  const { ada, gus, gil } = await projectOf('ada', ['gus', GUEST], ['gil', GUEST])
  await openIntake(ada)
  const issue = { id: await submit(gus, 'Ford', { description_html: '<p>Start</p>' }) }
  const intake = (client: Client) => new DocumentSocket(client, issue, { type: 'intake_item' })
  const other = intake(gil)
  expect(await other.until(() => other.refused)).toBe('Page not found')
  const [one, two] = [await intake(gus).ready(), await intake(ada).ready()]
  one.say('from Gus')
  await two.hears('from Gus')
  two.say('from Ada')
  await saved(two)
  const read = () => ada.call(intakeItemsApi.get, { ...at(issue), query: {} })
  expect((await read()).issue.description_html).toBe('<p>Start</p><p>from Gus</p><p>from Ada</p>')

  await ada.call(intakeItemsApi.change, { ...at(issue), body: { status: -1 } })
  await caughtUp(ada)
  one.say('too late')
  two.say('too late')
  await saved(two)
  expect((await read()).issue.description_html).not.toContain('too late')
})
