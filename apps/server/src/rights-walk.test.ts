import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  attachmentsApi,
  deployBoardsApi,
  exportsApi,
  GUEST,
  importsApi,
  instanceUsersApi,
  type LiveMessage,
  MEMBER,
  pagesApi,
  projectMembersApi,
  projectsApi,
  publicBoardApi,
  workItemListsApi,
  workItemsApi,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import { workItemsV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { fetchFile, png, send, share } from '#features/assets/test-kit/uploads.ts'
import { resetPassword } from '#features/auth/passwords.ts'
import { makeExports } from '#features/exports/service.ts'
import { unzip } from '#features/exports/test-kit/unzip.ts'
import { runImports } from '#features/imports/service.ts'
import { audiencesOf } from '#features/pages/emit.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { deliverQueuedMails, queueMail } from '#kernel/mail/delivery.ts'
import { startSmtpServer } from '#kernel/mail/smtp-test-server.ts'
import { testBucket } from '#test/bucket.ts'
import { Client } from '#test/client.ts'
import { DocumentSocket } from '#test/document-socket.ts'
import { LiveSocket } from '#test/live-socket.ts'
import { programOf } from '#test/programs.ts'
import { secondNode } from '#test/second-node.ts'
import { type TestServer, testServer } from '#test/server.ts'

/**
 * Everything that outlives the request it was permitted by (a door), times every way to lose the
 * right. While the door is open the right is taken away, and within a second nothing more is read or
 * written through it. `docs/security.md` shows the table this file walks over.
 */
const webRoot = await mkdtemp(path.join(os.tmpdir(), 'cairn-web-'))
await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><body><main></main></body>')
afterAll(() => rm(webRoot, { recursive: true, force: true }))
const bucket = await testBucket()
const here = await testServer({ webRoot })
const inBucket = await testServer({ environment: bucket.environment })
await here.app.listen({ port: 0, host: '127.0.0.1' })
await here.app.openPublicApi()
const other = await secondNode(here.app.deps, here.database.connection)
await other.app.openPublicApi()
afterAll(() => other.stop())
const mailServer = await startSmtpServer()
afterAll(() => mailServer[Symbol.asyncDispose]())
await sql`update instances set is_setup_done = true`.execute(here.database.db)
const root = await here.administrator('root')
const rootOfBucket = await inBucket.administrator('root')

afterEach(() => void vi.useRealTimers())

interface Scene {
  server: TestServer
  ada: Client
  /** The user whose rights are revoked. */
  mia: Client
  page: { id: string }
  item: { id: string }
  picture: string
}

async function openScene(server: TestServer): Promise<Scene> {
  const { ada, mia } = await server.projectOf('ada', ['mia', MEMBER])
  const page = await ada.call(pagesApi.create, { body: { name: 'Trail notes' } })
  const item = await ada.call(workItemsApi.create, { body: { name: 'Map the trail' } })
  const place = { entity_identifier: item.id, inProject: true }
  const picture = await share(ada, 'ISSUE_DESCRIPTION', place)
  return { server, ada, mia, page, item, picture }
}

const at = ({ id }: { id: string }) => ({ params: { id } })

/** Every way to lose a right, each by the API call users make. */
const ways = {
  async 'role lowered'({ ada, mia }: Scene) {
    const { id } = await mia.call(projectMembersApi.me)
    await ada.call(projectMembersApi.change, { params: { id }, body: { role: GUEST } })
  },
  async 'removed from project'({ ada, mia }: Scene) {
    await ada.call(projectMembersApi.remove, at(await mia.call(projectMembersApi.me)))
  },
  async 'removed from workspace'({ ada, mia }: Scene) {
    await ada.call(workspaceMembersApi.remove, at(await mia.call(workspaceMembersApi.me)))
  },
  async 'account deactivated'({ server, mia }: Scene) {
    const admin = server === here ? root : rootOfBucket
    await admin.call(instanceUsersApi.deactivate, { params: { id: mia.user_id } })
  },
  async 'made private'({ ada, page }: Scene) {
    await ada.call(pagesApi.changeAccess, { ...at(page), body: { access: 1 } })
  },
  async locked({ ada, page }: Scene) {
    await ada.call(pagesApi.lock, at(page))
  },
  async archived({ ada, page }: Scene) {
    await ada.call(pagesApi.archive, at(page))
  },
  async deleted({ ada, page, item }: Scene) {
    await ada.call(pagesApi.archive, at(page))
    await ada.call(pagesApi.remove, at(page))
    await ada.call(workItemsApi.remove, at(item))
  },
  async 'project deleted'({ ada }: Scene) {
    await ada.call(projectsApi.remove)
  },
  async 'workspace deleted'({ ada }: Scene) {
    await ada.call(workspacesApi.remove)
  },
  async 'signed out'({ server, mia }: Scene) {
    await sql`delete from sessions where user_id = ${mia.user_id}`.execute(server.database.db)
  },
  async 'password reset'({ server, mia }: Scene) {
    const { reset_link } = await root.call(instanceUsersApi.resetPassword, {
      params: { id: mia.user_id },
    })
    const { searchParams } = new URL(reset_link, 'http://cairn.test')
    const link = {
      uidb64: searchParams.get('uidb64') ?? '',
      token: searchParams.get('token') ?? '',
    }
    await resetPassword(server.database.db, link, 'seven cairns above the tarn')
  },
}
type Way = keyof typeof ways

/** What passed: nothing, or what. */
type Passed = '' | 'read' | 'write' | 'read, write'
const passed = (read: boolean, write = false): Passed => {
  if (read && write) return 'read, write'
  if (read) return 'read'
  return write ? 'write' : ''
}

interface Door {
  /** What passes while nothing changes. */
  full: Passed
  open(scene: Scene): Promise<() => Promise<Passed>>
  /** Where the row differs from "nothing passes": what stays permitted, or why it does not apply. */
  cells: Partial<Record<Way, { stays: Passed; why: string } | { why: string }>>
  /** Seconds until it ends, where that is not at once. */
  seconds?: number
}

const isSaved = (id: string) => (message: LiveMessage) =>
  message.kind === 'event' && message.event.type === 'page.saved' && message.event.page.id === id

/** Emits an event of the page to its readers, then one that mia receives in any case. */
async function emitPage({ server, ada, mia, page }: Scene) {
  const { db } = server.database
  const { project_id = '' } = ada.place
  const { rows } = await sql<{ access: number; workspace_id: string }>`
    select access, workspace_id from pages
    where id = ${page.id} and deleted_at is null`.execute(db)
  const marker = crypto.randomUUID()
  await db.transaction().execute(async (tx) => {
    for (const { access, workspace_id } of rows) {
      const seen = { access, owned_by: ada.user_id, project_ids: [project_id] } as const
      for (const audience of audiencesOf(workspace_id, seen as never)) {
        await emit(tx, { type: 'page.saved', page: { id: page.id } as never }, audience)
      }
    }
    await mark(tx, mia, marker)
  })
  return marker
}

const mark = (tx: Tx, { user_id }: Client, marker: string) =>
  emit(tx, { type: 'favorite.removed', ids: [marker] }, { to: [user_id], within: null })

const hears = (marker: string) => (message: LiveMessage) =>
  message.kind === 'event' &&
  message.event.type === 'favorite.removed' &&
  message.event.ids.includes(marker)

/** The same user on another node. */
const on = (app: Client['app'], client: Client) =>
  new Client(app, client.user_id, client.cookies, client.place, client.headers)

const liveSocket = (node: () => Client['app']): Door => ({
  full: 'read',
  async open(scene) {
    const socket = new LiveSocket(on(node(), scene.mia))
    await socket.ready()
    return async () => {
      const before = socket.heard.length
      const marker = await emitPage(scene)
      await socket.until(() => socket.closed || socket.heard.some(hears(marker)))
      return passed(socket.heard.slice(before).some(isSaved(scene.page.id)))
    }
  },
  cells: {
    locked: { why: 'a lock takes away writing, and the socket only reads' },
    archived: { why: 'archived pages can be read' },
  },
})

const replay: Door = {
  full: 'read',
  async open(scene) {
    const socket = new LiveSocket(scene.mia)
    const { cursor } = await socket.ready()
    await emitPage(scene)
    socket.socket.close()
    return async () => {
      const again = new LiveSocket(scene.mia, { cursor })
      const { db } = scene.server.database
      await again.until(
        () => again.closed || again.heard.some((message) => message.kind === 'ready'),
      )
      const marker = crypto.randomUUID()
      await db.transaction().execute((tx) => mark(tx, scene.mia, marker))
      await again.until(() => again.closed || again.heard.some(hears(marker)))
      again.socket.close()
      return passed(again.heard.some(isSaved(scene.page.id)))
    }
  },
  cells: {
    locked: { why: 'a lock takes away writing, and the socket only reads' },
    archived: { why: 'archived pages can be read' },
  },
}

const pageSocket = (node: () => Client['app']): Door => ({
  full: 'read, write',
  async open({ server, ada, mia, page }) {
    const one = await new DocumentSocket(on(node(), ada), page).ready()
    const two = await new DocumentSocket(on(node(), mia), page).ready()
    /** Both get an answer after everything sent before, unless a connection ends. */
    async function sync(sender: DocumentSocket, receiver: DocumentSocket) {
      const { rows } = await sql<{ is_locked: boolean }>`
        select is_locked from pages where id = ${page.id}`.execute(server.database.db)
      const heard = new Map([sender, receiver].map((socket) => [socket, socket.heard.length]))
      const answered = (socket: DocumentSocket) =>
        sender.left || socket.left || socket.heard.length > (heard.get(socket) ?? 0)
      sender.provider.sendStateless(rows[0]?.is_locked ? 'lock' : 'unlock')
      for (const socket of [sender, receiver]) await socket.until(() => answered(socket))
    }
    let count = 0
    return async () => {
      count += 1
      const [theirs, ours] = [`mia ${count};`, `ada ${count};`]
      two.say(theirs)
      await sync(two, one)
      one.say(ours)
      await sync(one, two)
      return passed(two.text().includes(ours), one.text().includes(theirs))
    }
  },
  cells: {
    locked: { stays: '', why: 'reading stays, writing ends' },
    archived: { stays: '', why: 'reading stays, writing ends' },
  },
})

const onlyPages = { why: 'concerns pages, and nothing of a page passes here' }
const ofPages = { 'made private': onlyPages, locked: onlyPages, archived: onlyPages }
const isNoSession = { why: 'belongs to the person, not to a session' }
const bySession = { 'signed out': isNoSession, 'password reset': isNoSession }

const hasName = (body: unknown) => JSON.stringify(body).includes('Map the trail')

const token = (node: () => Client['app']): Door => ({
  full: 'read, write',
  async open({ mia }) {
    const program = on(node(), await programOf(mia))
    return async () => {
      const read = await program.attempt(workItemsV1.list)
      const written = await program.attempt(workItemsV1.create, { body: { name: 'By a program' } })
      return passed(read.status === 200 && hasName(read.body), written.status < 300)
    }
  },
  cells: {
    ...ofPages,
    deleted: { stays: 'write', why: 'the deleted item is not read; others may be added' },
    'signed out': isNoSession,
  },
})

const cachedResponse: Door = {
  full: 'read, write',
  async open({ mia }) {
    const list = () => mia.attempt(workItemListsApi.project)
    await list()
    return async () => {
      const read = await list()
      const written = await mia.attempt(workItemsApi.create, { body: { name: 'Again' } })
      return passed(read.status === 200 && hasName(read.body), written.status < 300)
    }
  },
  cells: {
    ...ofPages,
    deleted: { stays: 'write', why: 'the deleted item is not read; others may be added' },
  },
}

const firstAnswers: Door = {
  full: 'read',
  open: async ({ mia }) => {
    const { slug, project_id } = mia.place
    const url = `/${slug}/projects/${project_id}/issues/`
    const open = () => mia.app.inject({ url, cookies: mia.cookies })
    await open()
    return async () => passed((await open()).body.includes(`projects/${project_id}/states/`))
  },
  cells: {
    ...ofPages,
    deleted: { why: 'the first answers hold no single items and pages' },
    'role lowered': { why: 'guests read the states and labels of their projects too' },
  },
}

const inProject = ({ place }: Client) =>
  `/api/assets/v2/workspaces/${place.slug}/projects/${place.project_id}/`

const signedAddress: Door = {
  full: 'read',
  async open({ mia, picture }) {
    const { location } = await fetchFile(mia, `${inProject(mia)}${picture}/`)
    return async () => passed((await mia.app.inject({ url: location })).statusCode === 200)
  },
  cells: ofPages,
}

const pageAddress: Door = {
  full: 'read',
  async open({ ada, mia, page }) {
    const place = { entity_identifier: page.id, inProject: true }
    const picture = await share(ada, 'PAGE_DESCRIPTION', place)
    const { location } = await fetchFile(mia, `${inProject(mia)}${picture}/`)
    return async () => passed((await mia.app.inject({ url: location })).statusCode === 200)
  },
  cells: {
    locked: { why: 'locked pages can be read' },
    archived: { why: 'archived pages can be read' },
  },
}

const bucketAddress: Door = {
  full: 'read',
  seconds: 60,
  async open({ mia, picture }) {
    const { location } = await fetchFile(mia, `${inProject(mia)}${picture}/`)
    return async () => passed((await fetch(location)).status === 200)
  },
  cells: { ...ofPages, 'password reset': { why: 'as after signing out' } },
}

const uploadForm: Door = {
  full: 'write',
  async open({ mia, item }) {
    const body = { name: 'notes.txt', type: 'text/plain', size: png.length }
    const ask = () => mia.call(attachmentsApi.create, { ...at(item), body })
    const forms = await Promise.all(Array.from({ length: 5 }, ask))
    return async () => {
      const form = forms.pop()
      if (!form) throw new Error('all forms are used')
      await send(mia.app, form, png)
      const params = { id: item.id, asset_id: form.asset_id }
      const { status } = await mia.attempt(attachmentsApi.complete, { params, body: {} })
      return passed(false, status < 300)
    }
  },
  cells: ofPages,
}

const latest = { per_page: '10', cursor: '10:0:0' }

const exportFile: Door = {
  full: 'read',
  async open({ server, mia }) {
    await mia.call(exportsApi.create, { body: { provider: 'csv' } })
    await makeExports(server.database.db, server.app.deps.storage)
    const [made] = (await mia.call(exportsApi.list, { query: latest })).results
    const url = made?.url ?? ''
    return async () =>
      passed((await mia.app.inject({ url, cookies: mia.cookies })).statusCode === 200)
  },
  cells: {
    ...ofPages,
    deleted: { stays: 'read', why: 'an export is a copy of what could be read when it was made' },
  },
}

const exportJob: Door = {
  full: 'read',
  async open({ server, mia }) {
    const { db } = server.database
    const { storage } = server.app.deps
    await mia.call(exportsApi.create, { body: { provider: 'csv' } })
    return async () => {
      await makeExports(db, storage)
      const { rows } = await sql<{ file_key: string | null }>`
        select file_key from exports where initiated_by = ${mia.user_id}`.execute(db)
      const stored = rows[0]?.file_key ? await storage.get(rows[0].file_key) : null
      if (!stored) return ''
      const files = unzip(await buffer(stored.stream))
      return passed([...files.values()].some((file) => String(file).includes('Map the trail')))
    }
  },
  cells: { ...ofPages, ...bySession },
}

const importJob: Door = {
  full: 'write',
  async open({ server, mia }) {
    const { db } = server.database
    const { slug, project_id } = mia.place
    const uploaded = await mia.app.inject({
      method: 'POST',
      url: `/api/workspaces/${slug}/projects/${project_id}/imports/?name=hikes.csv`,
      cookies: mia.cookies,
      headers: { 'content-type': 'text/csv' },
      payload: 'name\nFrom a file',
    })
    const body = { columns: ['name'] } as never
    await mia.call(importsApi.run, { params: { id: uploaded.json().id }, body })
    return async () => {
      await runImports(db, server.app.deps.storage)
      const { rows } = await sql`
        select id from work_items where project_id = ${project_id} and name = 'From a file'
      `.execute(db)
      return passed(false, rows.length > 0)
    }
  },
  cells: {
    ...ofPages,
    ...bySession,
    deleted: { why: 'an import adds items, and changes none' },
  },
}

const queuedMail: Door = {
  full: 'read',
  async open({ server, mia, item }) {
    const { db } = server.database
    const { rows } = await sql<{ workspace_id: string; email: string }>`
      select i.workspace_id, u.email from work_items i, users u
      where i.id = ${item.id} and u.id = ${mia.user_id}`.execute(db)
    const { workspace_id = '', email = '' } = rows[0] ?? {}
    const mail = { to: email, subject: 'Map the trail', text: 'News', html: '' }
    const scope = { recipient_id: mia.user_id, workspace_id, work_item_id: item.id }
    await queueMail(db, mail, scope)
    return async () => {
      await deliverQueuedMails(db, async () => mailServer.settings, here.app.log)
      return passed(mailServer.arrived.some(({ to }) => to.includes(email)))
    }
  },
  cells: { ...ofPages, ...bySession },
}

const publicSite: Door = {
  full: 'read',
  async open({ ada, mia }) {
    const { anchor } = await ada.call(deployBoardsApi.publish, { body: {} })
    const visitor = new Client(mia.app, '', {}, { anchor })
    return async () => {
      const { status, body } = await visitor.attempt(publicBoardApi.items)
      return passed(status === 200 && hasName(body))
    }
  },
  cells: {
    ...ofPages,
    ...Object.fromEntries(
      (
        [
          'role lowered',
          'removed from project',
          'removed from workspace',
          'account deactivated',
          'signed out',
          'password reset',
        ] as const
      ).map((way) => [way, { why: 'what is published is for anyone with the link' }]),
    ),
  },
}

const idempotentReply: Door = {
  full: 'read, write',
  async open({ ada, mia }) {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const again = new Client(mia.app, mia.user_id, mia.cookies, mia.place, headers)
    const ask = () => again.attempt(workItemsApi.create, { body: { name: 'Map the trail' } })
    const made = (await ask()).body as { id: string }
    await ada.call(workItemsApi.get, at(made))
    return async () => {
      const { status, body } = await ask()
      return status < 300 && (body as { id: string }).id === made.id ? 'read, write' : ''
    }
  },
  cells: { ...ofPages, deleted: { why: 'it answers with what mia made, which is still there' } },
}

const undo: Door = {
  full: 'write',
  async open({ mia }) {
    const { id } = await mia.call(workItemsApi.create, { body: { name: 'Gone' } })
    await mia.call(workItemsApi.remove, { params: { id } })
    const body = { issue_ids: [id] }
    return async () =>
      passed(false, (await mia.attempt(workItemsApi.bulkRestore, { body })).status < 300)
  },
  cells: { ...ofPages, deleted: { why: 'undo is what brings a deleted item back' } },
}

const node1 = () => here.app
const node2 = () => other.app

const doors: Record<string, Door> = {
  'Live socket': liveSocket(node1),
  'Live socket, changed on another node': liveSocket(node2),
  'Live socket that catches up': replay,
  'Page socket': pageSocket(node1),
  'Page socket, changed on another node': pageSocket(node2),
  'API token': token(node1),
  'API token, changed on another node': token(node2),
  'Remembered answer': cachedResponse,
  'First answers of a page': firstAnswers,
  'Signed address, folder': signedAddress,
  'Signed address, picture of a page': pageAddress,
  'Signed address, bucket': bucketAddress,
  'Signed upload form': uploadForm,
  'Export file': exportFile,
  'Export that waits': exportJob,
  'Import that waits': importJob,
  'Mail that waits': queuedMail,
  'Public site': publicSite,
  'Idempotent reply': idempotentReply,
  Undo: undo,
}

const names = Object.keys(ways) as Way[]
const serverOf = (door: Door) => (door === bucketAddress ? inBucket : here)

describe.each(Object.entries(doors))('%s', (_name, door) => {
  it('is open while nothing changes', async () => {
    const use = await door.open(await openScene(serverOf(door)))
    expect(await use()).toBe(door.full)
  })

  const walked = names.filter((way) => {
    const cell = door.cells[way]
    return !cell || 'stays' in cell
  })
  it.each(walked)('%s: nothing more passes within a second', async (way) => {
    const cell = door.cells[way]
    const stays = cell && 'stays' in cell ? cell.stays : ''
    const scene = await openScene(serverOf(door))
    const use = await door.open(scene)
    await ways[way](scene)
    if (door.seconds) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + door.seconds * 1000 })
    }
    // Takes milliseconds. Without a stricter timeout: it would depend on the other worker's
    // transactions on the shared database server and on how busy the machine is.
    await expect.poll(use).toBe(stays)
    for (const _again of [1, 2]) expect(await use()).toBe(stays)
  })
})

/** The table as the documentation shows it. */
function tableOf(): string {
  const notes: string[] = []
  const noteOf = (why: string) => {
    if (!notes.includes(why)) notes.push(why)
    return `<sup>${notes.indexOf(why) + 1}</sup>`
  }
  const shown = (door: Door, way: Way) => {
    const cell = door.cells[way]
    if (!cell) return door.seconds ? `≤ ${door.seconds} s` : 'ends'
    if (!('stays' in cell)) return `–${noteOf(cell.why)}`
    return `${cell.stays ? `${cell.stays} stays` : 'ends'}${noteOf(cell.why)}`
  }
  const rows = Object.entries(doors).map(
    ([name, door]) => `| ${[name, ...names.map((way) => shown(door, way))].join(' | ')} |`,
  )
  return [
    `| | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---').join('|')}|`,
    ...rows,
    '',
    ...notes.map((why, index) => `${index + 1}. ${why}`),
  ].join('\n')
}

it('is the table that the documentation shows', async () => {
  const file = path.resolve(import.meta.dirname, '../../../docs/security.md')
  const text = await readFile(file, 'utf8')
  const [, shown] = /<!-- rights walk -->\n(.*?)\n<!-- end -->/s.exec(text) ?? []
  expect(shown).toBe(tableOf())
})
