import { pagesApi as api, collaborationApi, GUEST, MEMBER, projectsApi } from '@cairn/contract'
import { mergeStates } from '@cairn/editor/page-document'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { testServer } from '#test/server.ts'
import { at, sending, stateOf, textOf, write } from './test-kit/pages.ts'

const { app, projectOf, stranger, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const saved = { status: 200, body: { message: 'Updated successfully' } }
const isLocked = { status: 400, body: { error_code: 4701, error_message: 'PAGE_LOCKED' } }
const isArchived = { status: 400, body: { error_code: 4702, error_message: 'PAGE_ARCHIVED' } }

describe('the text of a page', () => {
  it('is sent as bytes, and there are none until somebody wrote something', async () => {
    const { ada } = await projectOf('ada')
    const page = await write(ada)
    const { slug, project_id } = ada.place
    const url = `/api/workspaces/${slug}/projects/${project_id}/pages/${page.id}/description/`
    const { headers, rawPayload } = await app.inject({ url, cookies: ada.cookies })
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="page_description.bin"',
    })
    expect(rawPayload.length).toBe(0)
  })

  it('becomes one document for all who ask first at the same time', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const page = await write(ada, { description_html: '<p>Hello</p>' })
    const states = await Promise.all([ada, bob, ada, bob].map((who) => stateOf(who, page.id)))
    expect(new Set(states.map((state) => state.toString('base64'))).size).toBe(1)
    const body = { description_binary: Buffer.from(mergeStates(states)).toString('base64') }
    await ada.call(api.changeDescription, { ...at(page), body })
    expect(await textOf(ada, page)).toBe('<p>Hello</p>')
    expect(await ada.call(api.listVersions, at(page))).toEqual([])
  })

  it('is what the document says, whatever HTML came beside it', async () => {
    const { ada } = await projectOf('ada')
    const page = await write(ada)
    const body = {
      ...sending('<h1>Title</h1><p>True</p>'),
      description_html: '<p>False<script>alert(1)</script></p>',
      description: { type: 'doc', content: [] },
    }
    expect(await ada.attempt(api.changeDescription, { ...at(page), body })).toEqual(saved)
    const found = await ada.call(api.get, at(page))
    expect(found.description_html).toBe('<h1>Title</h1><p>True</p>')
    expect(found.description).toMatchObject({ type: 'doc', content: [{ type: 'heading' }, {}] })
    const { rows } = await sql<{ description_stripped: string }>`
      select description_stripped from pages where id = ${page.id}`.execute(db)
    expect(rows[0]?.description_stripped).toBe('Title\nTrue')
  })

  it('keeps the words of everybody who saves at the same time', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const page = await write(ada, { description_html: '<p>Start</p>' })
    const start = await stateOf(ada, page.id)
    const say = (who: typeof ada, words: string) =>
      who.call(api.changeDescription, {
        ...at(page),
        body: sending(`<p>Start</p><p>${words}</p>`, start),
      })
    await Promise.all([say(ada, 'from Ada'), say(bob, 'from Bob'), say(ada, 'and more')])
    const text = await textOf(ada, page)
    for (const words of ['Start', 'from Ada', 'from Bob', 'and more']) expect(text).toContain(words)
    expect(text.match(/Start/g)).toHaveLength(1)
  })

  it('is not stored without a document, and not at all where it is none', async () => {
    const { ada } = await projectOf('ada')
    const page = await write(ada, { description_html: '<p>Kept</p>' })
    const change = (body: object) => ada.attempt(api.changeDescription, { ...at(page), body })
    expect(await change({ description_html: '<p>x</p>' })).toEqual({
      status: 400,
      body: { error: 'No binary data provided' },
    })
    for (const description_binary of ['???', 'aGVsbG8=']) {
      expect(await change({ description_binary })).toEqual({
        status: 400,
        body: { description_binary: ['Invalid binary data'] },
      })
    }
    expect(await textOf(ada, page)).toBe('<p>Kept</p>')
  })

  it('is not stored where it is longer than anything anybody writes', async () => {
    const { ada } = await projectOf('ada')
    const doc = new Y.Doc()
    const lines = Array.from({ length: 60_000 }, () => new Y.XmlElement('paragraph'))
    doc.getXmlFragment('default').insert(0, lines)
    const body = { description_binary: Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64') }
    expect(await ada.attempt(api.create, { body })).toEqual({
      status: 400,
      body: { error: 'html content is not valid' },
    })
    expect(await ada.call(api.list)).toEqual([])
  })

  // @cap:pages.edit-rights
  // @cap:pages.lock
  it('is written by who may, and while the page is open for it', async () => {
    const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
    const page = await write(ada)
    const change = (who: typeof ada) =>
      who.attempt(api.changeDescription, { ...at(page), body: sending('<p>x</p>') })
    expect(await change(gus)).toEqual(refused)
    expect(await change(bob)).toEqual(saved)
    await ada.call(api.lock, at(page))
    expect(await change(ada)).toEqual(isLocked)
    await ada.call(api.unlock, at(page))
    await ada.call(api.archive, at(page))
    expect(await change(ada)).toEqual(isArchived)
    const random = { params: { id: crypto.randomUUID() }, body: sending('<p>x</p>') }
    expect(await ada.attempt(api.changeDescription, random)).toEqual(missing)
    expect((await stateOf(gus, page.id)).length).toBeGreaterThan(0)
  })

  it('is logged by whom it mentions', async () => {
    const { ada } = await projectOf('ada')
    const page = await write(ada)
    const [mark, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const mention = (id: string) =>
      `<p><mention-component id="${id}" entity_identifier="${ada.user_id}" entity_name="user_mention">@ada</mention-component></p>`
    const logged = async () => {
      const { rows } = await sql<{ transaction: string; entity_identifier: string }>`
        select transaction, entity_identifier from page_logs where page_id = ${page.id}`.execute(db)
      return rows
    }
    const change = (html: string) =>
      ada.call(api.change, { ...at(page), body: { description_html: html } })
    await change(mention(mark) + mention(mark))
    expect(await logged()).toEqual([{ transaction: mark, entity_identifier: ada.user_id }])
    await change(mention(other))
    expect(await logged()).toEqual([{ transaction: other, entity_identifier: ada.user_id }])
  })
})

describe('versions', () => {
  const say = (
    who: Awaited<ReturnType<typeof projectOf>>[string],
    page: { id: string },
    html: string,
  ) => who.call(api.change, { ...at(page), body: { description_html: html } })
  /** Simulates that everything so far was written long ago. */
  const later = (page: { id: string }) =>
    sql`
      update page_versions set last_saved_at = last_saved_at - interval '11 minutes'
      where page_id = ${page.id}`.execute(db)

  it('one for each sitting of each writer', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const page = await write(ada)
    await say(ada, page, '<p>one</p>')
    await say(ada, page, '<p>one and a half</p>')
    await say(bob, page, '<p>two</p>')
    await say(ada, page, '<p>three</p>')
    await later(page)
    await say(ada, page, '<p>four</p>')
    await say(ada, page, '<p>four</p>')
    const versions = await ada.call(api.listVersions, at(page))
    const texts = []
    for (const { id: version_id } of versions) {
      const version = await bob.call(api.getVersion, { params: { id: page.id, version_id } })
      texts.push([version.description_html, version.owned_by])
    }
    expect(texts).toEqual([
      ['<p>four</p>', ada.user_id],
      ['<p>three</p>', ada.user_id],
      ['<p>two</p>', bob.user_id],
      ['<p>one and a half</p>', ada.user_id],
    ])
  })

  // @cap:pages.versions
  it('at most twenty', async () => {
    const { ada } = await projectOf('ada')
    const page = await write(ada)
    for (let n = 1; n <= 22; n += 1) {
      await say(ada, page, `<p>${n}</p>`)
      await later(page)
    }
    const versions = await ada.call(api.listVersions, at(page))
    expect(versions).toHaveLength(20)
    const params = { id: page.id, version_id: versions.at(-1)?.id ?? '' }
    const oldest = await ada.call(api.getVersion, { params })
    expect(oldest).toMatchObject({ description_html: '<p>3</p>', page: page.id })
    expect(oldest.description_binary).toMatch(/^[\w+/]+=*$/)
  })

  // @cap:pages.versions
  it('can be restored, which adds one and loses none', async () => {
    const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
    const page = await write(ada)
    await say(ada, page, '<h2>First</h2><p>text</p>')
    await later(page)
    await say(ada, page, '<p>Second</p>')
    const [, first] = await ada.call(api.listVersions, at(page))
    const params = { id: page.id, version_id: first?.id ?? '' }
    expect(await gus.attempt(api.restoreVersion, { params })).toEqual(refused)
    await ada.call(api.lock, at(page))
    expect(await bob.attempt(api.restoreVersion, { params })).toEqual(isLocked)
    await ada.call(api.unlock, at(page))
    expect(await bob.attempt(api.restoreVersion, { params })).toEqual(saved)
    expect(await textOf(ada, page)).toBe('<h2>First</h2><p>text</p>')
    const versions = await ada.call(api.listVersions, at(page))
    expect(versions.map(({ owned_by }) => owned_by)).toEqual([
      ...[bob.user_id, ada.user_id, ada.user_id],
    ])
    expect(await ada.attempt(api.restoreVersion, { params })).toEqual(saved)
    expect(await ada.call(api.listVersions, at(page))).toHaveLength(4)
    await ada.call(api.archive, at(page))
    expect(await bob.attempt(api.restoreVersion, { params })).toEqual(isArchived)
    const unknown = { id: page.id, version_id: crypto.randomUUID() }
    expect(await ada.attempt(api.getVersion, { params: unknown })).toEqual(missing)
    const elsewhere = { ...params, id: (await write(ada)).id }
    expect(await ada.attempt(api.getVersion, { params: elsewhere })).toEqual(missing)
  })
})

describe('converting', () => {
  it('gives the other two forms of HTML', async () => {
    const { ada } = await projectOf('ada')
    const body = { description_html: '<p>Hi <strong>there</strong></p>', variant: 'document' }
    const answer = await ada.attempt(collaborationApi.convert, { body: body as object })
    expect(answer).toMatchObject({
      status: 200,
      body: { description: { type: 'doc' }, description_binary: expect.any(String) },
    })
    const part = { description_html: '<p>x</p>' }
    expect(await ada.attempt(collaborationApi.convert, { body: part })).toEqual({
      status: 400,
      body: { message: 'Missing required fields' },
    })
    expect((await stranger.attempt(collaborationApi.convert, { body: part })).status).toBe(401)
  })

  it('says that it is well', async () => {
    expect(await stranger.attempt(collaborationApi.health)).toEqual({
      status: 200,
      body: { status: 'OK' },
    })
    expect((await stranger.attempt(collaborationApi.collaborate)).status).toBe(426)
  })
})
