import { attachmentsApi, MEMBER, projectMembersApi, workItemsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testBucket } from '#test/bucket.ts'
import type { Client } from '#test/client.ts'
import { programOf } from '#test/programs.ts'
import { testServer } from '#test/server.ts'
import { fetchFile, png, send, share } from './test-kit/uploads.ts'

const bucket = await testBucket()
const here = await testServer()
const elsewhere = await testServer({ environment: bucket.environment })
afterEach(() => void vi.useRealTimers())

/** Only the clock is faked; timers and the network stay real. */
const later = (seconds: number) => {
  const moment = Date.now() + seconds * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: moment })
}

/** When a signed URL expires, ours or a bucket's. */
function endOf(location: string): number {
  const { searchParams: query } = new URL(location, 'http://cairn.test')
  const stamp = query.get('X-Amz-Date')
  if (!stamp) return Number(query.get('expires'))
  const iso = stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
  return Date.parse(iso) + Number(query.get('X-Amz-Expires')) * 1000
}

/** A picture in a text and an attachment, each at its stable URL. */
async function filesOf(ada: Client): Promise<string[]> {
  const { id } = await ada.call(workItemsApi.create, { body: { name: 'Map the trail' } })
  const body = { name: 'notes.txt', type: 'text/plain', size: png.length }
  const attached = await ada.call(attachmentsApi.create, { params: { id }, body })
  await send(ada.app, attached, png)
  const params = { id, asset_id: attached.asset_id }
  await ada.call(attachmentsApi.complete, { params, body: {} })
  const entity_identifier = id
  const picture = await share(ada, 'ISSUE_DESCRIPTION', { entity_identifier, inProject: true })
  const { slug, project_id } = ada.place
  const inProject = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/`
  return [
    attached.asset_url ?? '',
    `${inProject}${picture}/`,
    `${inProject}download/${picture}/`,
    `/api/assets/v2/workspaces/${slug}/${picture}/`,
  ]
}

const follow = (client: Client, url: string) =>
  client.app.inject({ url, cookies: client.cookies, headers: { range: 'bytes=4-9' } })

describe.each([
  ['a folder', here],
  ['a bucket', elsewhere],
])('the signed address of a file in %s', (where, { database, projectOf }) => {
  it('ends within a minute, and the stable address gives a new one', async () => {
    const { ada } = await projectOf('ada')
    for (const url of await filesOf(ada)) {
      vi.useRealTimers()
      const first = await fetchFile(ada, url)
      expect(first.status).toBe(200)
      expect(endOf(first.location) - Date.now()).toBeGreaterThan(45_000)
      expect(endOf(first.location) - Date.now()).toBeLessThanOrEqual(60_000)
      // Browsers cache neither the redirect nor the content for longer than that.
      expect(first.redirect?.['cache-control']).toBe('private, no-cache')
      const [, seconds] =
        /^private, max-age=(\d+)$/.exec(`${first.headers?.['cache-control']}`) ?? []
      expect(Number(seconds)).toBeLessThanOrEqual(60)

      later(61)
      const second = await fetchFile(ada, url)
      expect([second.status, second.bytes?.equals(png)]).toEqual([200, true])
      expect(second.location).not.toBe(first.location)
    }
  })

  it('is the same for some seconds, so that a screen loads a picture once', async () => {
    const { ada } = await projectOf('ada')
    const [, picture = ''] = await filesOf(ada)
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 10_000) * 10_000 })
    const first = await fetchFile(ada, picture)
    later(9)
    expect((await fetchFile(ada, picture)).location).toBe(first.location)
  })

  it(`serves nothing to a reader who was removed ${where === 'a folder' ? 'at once' : 'a minute ago'}`, async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const urls = await filesOf(ada)
    const addresses: string[] = []
    for (const url of urls) addresses.push((await fetchFile(mia, url)).location)
    const { id } = await mia.call(projectMembersApi.me)
    await ada.call(projectMembersApi.remove, { params: { id } })
    if (where === 'a bucket') later(61)
    for (const address of addresses) {
      const fetched = where === 'a folder' ? follow(mia, address) : fetch(address)
      const answer = await fetched
      expect('statusCode' in answer ? answer.statusCode : answer.status).toBe(
        where === 'a folder' ? 404 : 403,
      )
    }
    for (const url of urls) expect([403, 404]).toContain((await fetchFile(mia, url)).status)
    for (const url of urls) expect((await fetchFile(ada, url)).status).toBe(200)
  })

  it('is not to be had by a session that ended', async () => {
    const { ada } = await projectOf('ada')
    const urls = await filesOf(ada)
    const addresses: string[] = []
    for (const url of urls) addresses.push((await fetchFile(ada, url)).location)
    await sql`delete from sessions where user_id = ${ada.user_id}`.execute(database.db)
    for (const url of urls) expect((await fetchFile(ada, url)).status).toBe(401)
    if (where === 'a bucket') return
    for (const address of addresses) expect((await follow(ada, address)).statusCode).toBe(404)
  })
})

describe('an expired address of a file in a folder', () => {
  const { projectOf, stranger, database } = here

  it('leads the browser of its reader on, so that a long download can be resumed', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    for (const url of await filesOf(ada)) {
      vi.useRealTimers()
      const { location } = await fetchFile(ada, url)
      const before = await follow(ada, location)
      expect([before.statusCode, before.rawPayload]).toEqual([206, png.subarray(4, 10)])

      later(61)
      const renewed = await follow(ada, location)
      expect(renewed.statusCode).toBe(302)
      const after = await follow(ada, String(renewed.headers.location))
      expect([after.statusCode, after.rawPayload]).toEqual([206, png.subarray(4, 10)])
      expect(after.headers.etag).toBe(before.headers.etag)
      expect(after.headers['content-disposition']).toBe(before.headers['content-disposition'])

      for (const other of [mia, stranger]) {
        expect((await follow(other, location)).statusCode).toBe(404)
      }
    }
  })

  it('does not lead to the file once the reader has lost access', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const [url = ''] = await filesOf(ada)
    const { location } = await fetchFile(mia, url)
    later(61)
    expect((await follow(mia, location)).statusCode).toBe(302)
    await sql`
      update project_members set is_active = false where user_id = ${mia.user_id}`.execute(
      database.db,
    )
    expect((await follow(mia, location)).statusCode).toBe(404)
  })
})

describe('the address of a file in a folder that a program was given', () => {
  it('ends with its token', async () => {
    await here.app.openPublicApi()
    const { ada } = await here.projectOf('ada')
    const [attached = ''] = await filesOf(ada)
    const [issue_id = '', asset_id = ''] = attached.match(/[0-9a-f-]{36}(?=\/)/g)?.slice(-2) ?? []
    const program = await programOf(ada)
    const url = `/api/v1/workspaces/${ada.place.slug}/projects/${ada.place.project_id}/issues/${issue_id}/issue-attachments/${asset_id}/`
    const { headers } = await program.app.inject({ url, headers: program.headers })
    const { pathname, search } = new URL(String(headers.location))
    expect((await here.app.inject({ url: pathname + search })).statusCode).toBe(200)
    await sql`
      update api_tokens set deleted_at = now() where user_id = ${ada.user_id}`.execute(
      here.database.db,
    )
    expect((await here.app.inject({ url: pathname + search })).statusCode).toBe(404)
  })
})

describe('the signed form of a file', () => {
  const { app, database, projectOf } = here

  it('takes nothing from a sender who was removed meanwhile', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const { id } = await ada.call(workItemsApi.create, { body: { name: 'Map the trail' } })
    const body = { name: 'notes.txt', type: 'text/plain', size: png.length }
    const [one, two] = [
      await mia.call(attachmentsApi.create, { params: { id }, body }),
      await mia.call(attachmentsApi.create, { params: { id }, body }),
    ]
    expect((await send(app, one, png)).status).toBe(204)
    await sql`
      update project_members set is_active = false where user_id = ${mia.user_id}`.execute(
      database.db,
    )
    expect((await send(app, two, png)).status).toBe(403)
  })
})
