import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  exportsApi as api,
  commentsApi,
  cyclesApi,
  epicsApi,
  estimatesApi,
  GUEST,
  linksApi,
  MEMBER,
  modulesApi,
  type NewExport,
  projectsApi,
  timeApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readRows } from '#features/imports/read-csv.ts'
import { addItem, addLabel, refused, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { makeExports, removeOldExports } from './service.ts'
import { cellsOf, unzip } from './test-kit/unzip.ts'

const { app, database, projectOf, stranger, files } = await testServer()
const { db } = database
const { storage } = app.deps

const page = { per_page: '10', cursor: '10:0:0' }
const historyOf = async (client: Client, query: Record<string, string> = page) =>
  (await client.call(api.list, { query })).results

const fetchFile = (client: Client, url: string) => app.inject({ url, cookies: client.cookies })

/** Requests an export, runs the job, and downloads it: the archive's files by name. */
async function exported(client: Client, body: NewExport) {
  await client.call(api.create, { body })
  await makeExports(db, storage)
  const [made] = await historyOf(client)
  expect(made?.status).toBe('completed')
  const answer = await fetchFile(client, made?.url ?? '')
  expect(answer.statusCode).toBe(200)
  return { made, answer, files: unzip(answer.rawPayload) }
}

const only = (unpacked: Map<string, Buffer>) => String([...unpacked.values()][0])

/** The rows of an exported CSV, keyed by column name. */
async function rowsOf(client: Client, body: Omit<NewExport, 'provider'> = {}) {
  const text = only((await exported(client, { provider: 'csv', ...body })).files)
  const [header = [], ...rows] = readRows(text, ',')
  return rows.map((cells) => Object.fromEntries(cells.map((cell, n) => [header[n], cell])))
}

async function anotherProject(client: Client, identifier: string) {
  const body = { name: identifier, identifier }
  const { id } = await client.call(projectsApi.create, { body })
  return client.at({ project_id: id })
}

describe('asking for an export', () => {
  // @cap:exports.create
  it.each(['csv', 'xlsx', 'json'])(
    'brings a %s of chosen projects, made by a job',
    async (provider) => {
      const { ada } = await projectOf('ada')
      await addItem(ada, 'Survey the ridge')
      const body = { provider, project: [ada.place.project_id ?? ''] }
      const events = await ada.eventsOf(async () => {
        expect(await ada.call(api.create, { body })).toEqual({
          message: 'Once the export is ready you will be able to download it',
        })
        const [queued] = await historyOf(ada)
        expect(queued).toMatchObject({
          status: 'queued',
          provider,
          url: null,
          project: body.project,
        })
        await makeExports(db, storage)
      })
      expect(events).toMatchObject([
        { type: 'export.saved', export: { status: 'processing' } },
        { type: 'export.saved', export: { status: 'completed', url: expect.any(String) } },
      ])
      const [made] = await historyOf(ada)
      const answer = await fetchFile(ada, made?.url ?? '')
      const day = made?.created_at.slice(0, 10)
      const name = `export-${ada.place.slug}-${made?.token.slice(0, 6)}-${day}.zip`
      expect(answer.headers['content-disposition']).toContain(`filename="${name}"`)
      expect([...unzip(answer.rawPayload).keys()]).toEqual([`${made?.workspace}.${provider}`])
    },
  )

  it('makes one file per project where several are asked for apart', async () => {
    const { ada } = await projectOf('ada')
    const huts = await anotherProject(ada, 'HUTS')
    await addItem(ada, 'ridge')
    await addItem(huts, 'roof')
    const project = [ada, huts].map(({ place }) => place.project_id ?? '')
    const body = { provider: 'json', project, multiple: true }
    const { files: unpacked } = await exported(ada, body)
    expect([...unpacked.keys()].toSorted()).toEqual(project.map((id) => `${id}.json`).toSorted())
    const names = project.map((id) => JSON.parse(String(unpacked.get(`${id}.json`)))[0].Name)
    expect(names).toEqual(['ridge', 'roof'])
  })

  it('wants a format there is, and projects of one’s own', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const attempt = (body: NewExport) => ada.attempt(api.create, { body })
    const unknown = { status: 400, body: { error: "Provider 'pdf' not found." } }
    expect(await attempt({ provider: 'pdf' })).toEqual(unknown)
    expect(await attempt({})).toMatchObject({ status: 400 })
    const foreign = eve.place.project_id ?? ''
    expect(await attempt({ provider: 'csv', project: [foreign] })).toEqual({
      status: 400,
      body: { project: [`Invalid pk "${foreign}" - object does not exist.`] },
    })
    expect(await historyOf(ada)).toEqual([])
  })

  it('is for admins and members', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const body = { provider: 'csv' }
    expect(await mel.attempt(api.create, { body })).toMatchObject({ status: 200 })
    for (const other of [gus, eve.at(ada.place)]) {
      expect(await other.attempt(api.create, { body })).toEqual(refused)
      expect(await other.attempt(api.list, { query: page })).toEqual(refused)
    }
    expect(await stranger.at(ada.place).attempt(api.create, { body })).toMatchObject({
      status: 401,
    })
  })
})

describe('what is exported', () => {
  // @cap:exports.content
  it('is every item of one’s projects, archived too, with all that is known of it', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    await ada.call(projectsApi.change, { body: { cycle_view: true, module_view: true } })
    const day = (text: string) => `${text}T00:00:00Z`
    const cycle = await ada.call(cyclesApi.create, {
      body: { name: 'Spring', start_date: day('2099-02-03'), end_date: day('2099-02-20') },
    })
    const module = await ada.call(modulesApi.create, { body: { name: 'Paths' } })
    const estimate = await ada.call(estimatesApi.create, {
      body: {
        estimate: { type: 'points' },
        estimate_points: [
          { key: 0, value: '5' },
          { key: 1, value: '8' },
        ],
      } as never,
    })
    const label = await addLabel(ada, 'snow')
    const parts = { cycle_id: cycle.id, module_ids: [module.id] }
    const item = await ada.call(workItemsApi.create, {
      body: {
        name: 'Survey the ridge',
        description_html: '<p>Take the <strong>long</strong> way.</p>',
        priority: 'high',
        start_date: '2025-02-03',
        target_date: '2025-02-04',
        label_ids: [label],
        assignee_ids: [bob.user_id],
        estimate_point: estimate.points[0]?.id ?? null,
        state_id: await stateOf(ada, 'completed'),
        plan: parts,
      },
    })
    const params = { id: item.id }
    await ada.call(linksApi.create, { params, body: { url: 'https://example.com/map' } })
    await bob.call(commentsApi.create, { params, body: { comment_html: '<p>On it</p>' } })
    await ada.call(workItemsApi.archive, { params })
    await addItem(ada, 'second')
    const removed = await addItem(ada, 'removed')
    await ada.call(workItemsApi.remove, { params: { id: removed.id } })

    const [first, second, ...more] = await rowsOf(ada)
    expect(more).toEqual([])
    const moment = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC\+0000$/
    expect(first).toEqual({
      ID: 'TRAIL-1',
      Project: 'Trail Maps',
      Name: 'Survey the ridge',
      Description: 'Take the long way.',
      State: 'Done',
      'Start Date': 'Mon, 03 Feb 2025',
      'Target Date': 'Tue, 04 Feb 2025',
      Priority: 'high',
      'Created By': 'ada',
      Labels: 'snow',
      'Cycle Name': 'Spring',
      'Cycle Start Date': expect.stringMatching(/^\w{3}, \d\d Feb 2099$/),
      'Cycle End Date': expect.stringMatching(/^\w{3}, \d\d Feb 2099$/),
      'Module Name': 'Paths',
      'Created At': expect.stringMatching(moment),
      'Updated At': expect.stringMatching(moment),
      'Completed At': expect.stringMatching(moment),
      'Archived At': expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4}$/),
      Comments: expect.stringMatching(/^On it \(.* UTC\+0000 by bob\)$/),
      Estimate: '5',
      Link: 'https://example.com/map',
      Assignees: 'bob',
      'Subscribers Count': '2',
      'Attachment Count': '0',
      'Attachment Links': '',
    })
    expect(second).toMatchObject({ ID: 'TRAIL-2', Name: 'second', Labels: '' })

    const { files: json } = await exported(ada, { provider: 'json' })
    const [object] = JSON.parse(only(json))
    expect(object).toMatchObject({
      ID: 'TRAIL-1',
      Labels: ['snow'],
      'Module Name': ['Paths'],
      Link: ['https://example.com/map'],
      Assignee: ['bob'],
      'Attachment Links': [],
      Comments: [
        { comment: 'On it', created_by: 'bob', created_at: expect.stringMatching(moment) },
      ],
    })
    const { files: workbook } = await exported(ada, { provider: 'xlsx' })
    const sheet = unzip([...workbook.values()][0] ?? Buffer.alloc(0)).get(
      'xl/worksheets/sheet1.xml',
    )
    const rows = cellsOf(String(sheet))
    expect(rows.map((row) => row[2])).toEqual(['Name', 'Survey the ridge', 'second'])
  })

  it('holds nothing of projects one is not in, nor of archived ones', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const huts = await anotherProject(ada, 'HUTS')
    const old = await anotherProject(ada, 'OLD')
    await addItem(ada, 'shared')
    await addItem(huts, 'only hers')
    await addItem(old, 'long ago')
    await ada.call(projectsApi.archive, { params: old.place })
    const namesFor = async (client: Client) => (await rowsOf(client)).map(({ Name }) => Name)
    expect(await namesFor(bob)).toEqual(['shared'])
    expect((await namesFor(ada)).toSorted()).toEqual(['only hers', 'shared'])
  })

  it('holds of a project where somebody is a restricted guest only what they made', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await addItem(ada, 'hidden')
    await addItem(mel, 'hers')
    await sql`update project_members set role = ${GUEST} where user_id = ${mel.user_id}`.execute(db)
    expect((await rowsOf(mel)).map(({ Name }) => Name)).toEqual(['hers'])
  })

  it('has epics, and neither drafts nor what waits in intake', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(projectsApi.change, { body: { is_epic_enabled: true } as never })
    await ada.call(epicsApi.create, { body: { name: 'epic' } })
    const waiting = await addItem(ada, 'waiting')
    await sql`
      update work_items set in_triage = true, state_id = (
        select id from states where project_id = ${ada.place.project_id} and "group" = 'triage'
      ) where id = ${waiting.id}`.execute(db)
    expect((await rowsOf(ada)).map(({ Name }) => Name)).toEqual(['epic'])
  })

  it('is read page by page, each item once', async () => {
    const { ada } = await projectOf('ada')
    await sql`
      insert into work_items (workspace_id, project_id, sequence_id, name, state_id)
      select p.workspace_id, p.id, n, 'item ' || n, (
        select id from states where project_id = p.id and "default" limit 1
      ) from projects p cross join generate_series(1, 1203) n
      where p.id = ${ada.place.project_id}`.execute(db)
    const names = (await rowsOf(ada)).map(({ Name }) => Name)
    expect(names).toEqual(Array.from({ length: 1203 }, (_, n) => `item ${n + 1}`))
  })

  // @cap:exports.formula-safe
  it('never begins a cell so that a spreadsheet would run it', async () => {
    const { ada } = await projectOf('ada')
    for (const name of ['=HYPERLINK("x")', '+1', '-1+2', '@SUM(A1)', '-4']) await addItem(ada, name)
    const { files: unpacked } = await exported(ada, { provider: 'csv' })
    const cells = only(unpacked)
      .split('\r\n')
      .map((line) => line.split(',')[2])
    expect(cells.slice(1, 6)).toEqual([
      `"'=HYPERLINK(""x"")"`,
      `"'+1"`,
      `"'-1+2"`,
      `"'@SUM(A1)"`,
      '"-4"',
    ])
  })
})

describe('the history', () => {
  // @cap:exports.history
  it('is paged, the newest first, with who, when, format and status', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    for (let n = 0; n < 12; n++) await ada.call(api.create, { body: { provider: 'csv' } })
    await bob.call(api.create, { body: { provider: 'json' } })
    const first = await ada.call(api.list, { query: page })
    expect(first).toMatchObject({ total_count: 13, count: 10, next_page_results: true })
    expect(first.results[0]).toMatchObject({
      provider: 'json',
      status: 'queued',
      initiated_by: bob.user_id,
      initiated_by_detail: { display_name: 'bob' },
      project: [ada.place.project_id],
      reason: null,
    })
    const rest = await historyOf(ada, { per_page: '10', cursor: first.next_cursor })
    expect(rest).toHaveLength(3)
    const oldest = await historyOf(ada, { ...page, order_by: 'created_at' })
    expect(oldest[0]?.id).toBe(rest.at(-1)?.id)
  })

  it.each([[{}], [{ per_page: '10' }], [{ cursor: '10:0:0' }]])(
    'wants both a size and a cursor, not %o',
    async (query) => {
      const { ada } = await projectOf('ada')
      expect(await ada.attempt(api.list, { query })).toEqual({
        status: 400,
        body: { error: 'per_page and cursor are required' },
      })
    },
  )

  it('refuses an order there is not', async () => {
    const { ada } = await projectOf('ada')
    const query = { ...page, order_by: 'file_key' }
    expect(await ada.attempt(api.list, { query })).toMatchObject({ status: 400 })
  })
})

describe('the file', () => {
  it('is for whoever asked for it alone', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    const { eve } = await projectOf('eve')
    const { made } = await exported(ada, { provider: 'csv' })
    const [seen] = await historyOf(bob)
    expect(seen).toMatchObject({ id: made?.id, status: 'completed', url: null })
    const statusFor = async (client: Client) =>
      (await fetchFile(client, made?.url ?? '')).statusCode
    expect(await statusFor(bob)).toBe(404)
    expect(await statusFor(eve)).toBe(403)
    expect(await statusFor(stranger)).toBe(401)
  })

  it('names to others only the projects they see', async () => {
    const { ada, bob, mel } = await projectOf('ada', 'bob', ['mel', MEMBER])
    const open = ada.place.project_id ?? ''
    const body = { name: 'Quiet', identifier: 'QUIET', network: 0 } as const
    const { id: secret } = await ada.call(projectsApi.create, { body })
    await exported(ada, { provider: 'csv' })
    const named = async (by: Client) => new Set((await historyOf(by))[0]?.project)
    expect(await named(mel)).toEqual(new Set([open]))
    expect(await named(bob)).toEqual(new Set([open, secret]))
    expect(await named(ada)).toEqual(new Set([open, secret]))
  })

  it('stays closed to whoever left one of its projects', async () => {
    const { ada } = await projectOf('ada')
    const { made } = await exported(ada, { provider: 'csv' })
    await sql`
      update project_members set is_active = false where user_id = ${ada.user_id}`.execute(db)
    expect((await historyOf(ada))[0]?.url).toBeNull()
    expect((await fetchFile(ada, made?.url ?? '')).statusCode).toBe(404)
  })

  // @cap:exports.history
  it('may be fetched for seven days, and is removed after eight', async () => {
    const { ada } = await projectOf('ada')
    const { made } = await exported(ada, { provider: 'csv' })
    const age = (days: number) =>
      sql`
        update exports set created_at = now() - make_interval(days => ${days})
        where id = ${made?.id}`.execute(db)
    const keyOf = async () =>
      (
        await sql<{ file_key: string | null }>`
        select file_key from exports where id = ${made?.id}`.execute(db)
      ).rows[0]?.file_key
    const key = (await keyOf()) ?? ''
    await age(6)
    expect((await fetchFile(ada, made?.url ?? '')).statusCode).toBe(200)
    await age(7)
    expect((await historyOf(ada))[0]).toMatchObject({ status: 'completed', url: null })
    expect((await fetchFile(ada, made?.url ?? '')).statusCode).toBe(404)
    await removeOldExports(db, storage)
    expect(await storage.head(key)).not.toBeNull()
    await age(9)
    await removeOldExports(db, storage)
    expect(await storage.head(key)).toBeNull()
    expect(await keyOf()).toBeNull()
  })

  it('is not there where its bytes are lost', async () => {
    const { ada } = await projectOf('ada')
    const { made } = await exported(ada, { provider: 'csv' })
    await rm(path.join(files, 'exports'), { recursive: true })
    expect((await fetchFile(ada, made?.url ?? '')).statusCode).toBe(404)
  })
})

describe('an export that cannot be made', () => {
  const reasonFor = async (client: Client, broken: Storage = storage) => {
    await client.call(api.create, { body: { provider: 'csv' } })
    await makeExports(db, broken)
    return (await historyOf(client))[0]
  }

  // @cap:exports.history
  it('says so, and why', async () => {
    const { ada } = await projectOf('ada')
    const full = Object.assign(Object.create(storage), {
      put: async () => {
        const { StorageFull } = await import('#kernel/storage/storage.ts')
        throw new StorageFull(new Error('ENOSPC'))
      },
    }) as Storage
    expect(await reasonFor(ada, full)).toMatchObject({
      status: 'failed',
      url: null,
      reason: expect.stringContaining('no room left'),
    })
  })

  it('is not made for whoever left meanwhile', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    await bob.call(api.create, { body: { provider: 'csv' } })
    await sql`
      update workspace_members set is_active = false where user_id = ${bob.user_id}`.execute(db)
    await makeExports(db, storage)
    expect((await historyOf(ada))[0]).toMatchObject({
      status: 'failed',
      reason: expect.any(String),
    })
  })

  it('is made again where a server died over it, but not for ever', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(api.create, { body: { provider: 'csv' } })
    const [{ id = '' } = {}] = await historyOf(ada)
    const die = (attempts: number) =>
      sql`
        update exports set status = 'processing', attempts = ${attempts},
          leased_until = now() - interval '1 second'
        where id = ${id}`.execute(db)
    await sql`
      update exports set status = 'processing', leased_until = now() + interval '1 minute'
      where id = ${id}`.execute(db)
    await makeExports(db, storage)
    expect((await historyOf(ada))[0]?.status).toBe('processing')
    await die(1)
    await makeExports(db, storage)
    expect((await historyOf(ada))[0]?.status).toBe('completed')
    await die(3)
    await makeExports(db, storage)
    expect((await historyOf(ada))[0]?.status).toBe('failed')
  })
})

it('has the time spent on each item, if a project tracks time', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'one')
  const name = 'Time Spent (Minutes)'
  expect((await rowsOf(ada))[0]).not.toHaveProperty([name])
  await ada.call(projectsApi.change, { body: { is_time_tracking_enabled: true } })
  await addItem(ada, 'other')
  for (const duration of [90, 15]) {
    await ada.call(timeApi.create, { params: { id }, body: { duration } })
  }
  expect((await rowsOf(ada)).map((row) => row[name])).toEqual(['105', '0'])
})
