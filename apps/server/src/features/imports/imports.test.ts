import {
  importsApi as api,
  cyclesApi,
  estimatesApi,
  exportsApi,
  GUEST,
  type ImportField,
  type ImportSettings,
  labelsApi,
  MAX_IMPORT_BYTES,
  MEMBER,
  modulesApi,
  projectsApi,
  type UploadedImport,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeExports } from '#features/exports/service.ts'
import { unzip } from '#features/exports/test-kit/unzip.ts'
import { expectValuesCounted } from '#features/work-items/test-kit/exact-counts.ts'
import {
  addItem,
  addLabel,
  dumpOf,
  historyOf,
  missing,
  nobody,
  refused,
  rowsOf,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import {
  addProperty,
  newOptions,
  optionOf,
  typesOf,
} from '#features/work-items/test-kit/properties.ts'
import type { Client } from '#test/client.ts'
import { SOON, startCpuTimer } from '#test/cpu-time.ts'
import { testServer } from '#test/server.ts'
import { removeOldImports, runImports } from './service.ts'

const { app, database, projectOf, stranger } = await testServer()
const { db } = database
const { storage } = app.deps

async function send(client: Client, content: string | Buffer, type = 'text/csv') {
  const { slug, project_id } = client.place
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/workspaces/${slug}/projects/${project_id}/imports/?name=hikes.csv`,
    cookies: client.cookies,
    headers: { 'content-type': type },
    payload: content,
  })
  return { status: statusCode, body: body === '' ? null : JSON.parse(body) }
}

async function upload(client: Client, content: string | Buffer): Promise<UploadedImport> {
  const { status, body } = await send(client, content)
  expect([status, body]).toEqual([201, expect.anything()])
  return body
}

type More = Omit<ImportSettings, 'columns'>
const settingsOf = ({ columns }: UploadedImport, more: More = {}): ImportSettings => ({
  columns: columns.map(({ suggested }) => suggested),
  ...more,
})

async function check(client: Client, content: string, more?: More) {
  const uploaded = await upload(client, content)
  const body = settingsOf(uploaded, more)
  return client.call(api.check, { params: { id: uploaded.id }, body })
}

/** Uploads, requests the run, and runs the job. */
async function run(client: Client, content: string | Buffer, more?: More) {
  const uploaded = await upload(client, content)
  const params = { id: uploaded.id }
  const body = settingsOf(uploaded, more)
  expect(await client.call(api.run, { params, body })).toMatchObject({ status: 'queued' })
  await runImports(db, storage)
  return client.call(api.get, { params })
}

const itemsOf = async (client: Client) =>
  (await rowsOf(client)).toSorted((one, other) => one.sequence_id - other.sequence_id)
const namesOf = async (client: Client) => (await itemsOf(client)).map(({ name }) => name)

const problemOf = async (client: Client, field: ImportField, cell: string, more?: More) => {
  const text = `name,${field}\nridge,"${cell.replaceAll('"', '""')}"\n`
  const { problems } = await check(client, text, more)
  return problems.map((problem) => [problem.row, problem.field, problem.message])
}

describe('a file', () => {
  it('is kept, and its columns are told with what they probably are', async () => {
    const { ada } = await projectOf('ada')
    const uploaded = await upload(ada, 'Title,Status,Colour\nridge,Todo,red\nvalley,,\n')
    expect(uploaded).toMatchObject({
      status: 'uploaded',
      file_name: 'hikes.csv',
      row_count: 2,
      project_name: 'Trail Maps',
      columns: [
        { name: 'Title', samples: ['ridge', 'valley'], suggested: 'name' },
        { name: 'Status', samples: ['Todo'], suggested: 'state' },
        { name: 'Colour', samples: ['red'], suggested: null },
      ],
    })
  })

  it.each([
    ['', 'The file is empty.'],
    ['Name\n', 'The file has no rows below its header.'],
    ['Name\n"ridge', 'A quotation mark is never closed.'],
  ])('that is no table is refused: %o', async (content, error) => {
    const { ada } = await projectOf('ada')
    expect(await send(ada, content)).toEqual({ status: 400, body: { error } })
  })

  it('of another type, or too large, is refused', async () => {
    const { ada } = await projectOf('ada')
    expect(await send(ada, '{}', 'application/json')).toMatchObject({ status: 415 })
    const large = Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x')
    expect(await send(ada, large)).toMatchObject({ status: 413 })
  })

  it.each([
    ['a first line of 9 MB', 'x'.repeat(9_000_000)],
    ['a quoted first line of 9 MB', `"${'x'.repeat(9_000_000)}"\na`],
    ['nothing but quotes', '""'.repeat(4_500_000)],
    ['nothing but commas', ','.repeat(9_000_000)],
    ['more columns than there may be', `${'a,'.repeat(501)}\nb`],
    ['a quotation mark that is never closed', `name\n"${'x'.repeat(9_000_000)}`],
  ])('with %s is refused at once', async (_, content) => {
    const { ada } = await projectOf('ada')
    const spent = startCpuTimer()
    const { status, body } = await send(ada, content)
    expect([status, body]).toEqual([400, { error: expect.any(String) }])
    expect(spent()).toBeLessThan(SOON)
  })

  it('with a cell of very many names has one problem with it', async () => {
    const { ada } = await projectOf('ada')
    const text = `name,assignees,labels\na,"${'b,'.repeat(400_000)}","${'c;'.repeat(101)}"\n`
    const { problems } = await check(ada, text)
    expect(problems.map(({ field, message }) => [field, message])).toEqual([
      ['assignees', 'The cell names more than 100 of them.'],
      ['labels', 'There is no label called “c”.'],
    ])
  })

  it('that is not run within a day goes, and one that was goes after eight', async () => {
    const { ada } = await projectOf('ada')
    const left = await upload(ada, 'Name\nridge\n')
    const done = await run(ada, 'Name\nvalley\n')
    const age = (id: string, days: number) =>
      sql`
        update imports set created_at = now() - make_interval(days => ${days})
        where id = ${id}`.execute(db)
    const keys = async () => {
      const { rows } = await sql<{ id: string; file_key: string | null }>`
        select id, file_key from imports where id in (${left.id}, ${done.id})`.execute(db)
      return new Map(rows.map(({ id, file_key }) => [id, file_key]))
    }
    const before = await keys()
    await age(left.id, 2)
    await age(done.id, 7)
    await removeOldImports(db, storage)
    expect([...(await keys()).keys()]).toEqual([done.id])
    expect(await storage.head(before.get(left.id) ?? '')).toBeNull()
    await age(done.id, 9)
    await removeOldImports(db, storage)
    expect(await keys()).toEqual(new Map([[done.id, null]]))
    expect(await storage.head(before.get(done.id) ?? '')).toBeNull()
  })
})

describe('the dry run', () => {
  // @cap:exports.import-csv-dry-run
  it('lists every problem by row and writes nothing', async () => {
    const { ada } = await projectOf('ada')
    const before = await dumpOf(db, ada.place.project_id ?? '')
    const report = await check(
      ada,
      [
        'Title,Status,Priority,Assignee,Labels,Start date,Due date,Estimate,Parent,Sprint,Module',
        'good,Todo,high,ada,,2026-01-01,2026-01-02,,,,',
        ',Nowhere,soon,zoe,snow,yesterday,2026-01-02,5,TRAIL-99,Spring,Paths',
        'also good,,,,,,,,,,',
        'reversed,,,,,2026-02-02,2026-02-01,,,,',
      ].join('\n'),
    )
    expect(report).toMatchObject({
      ...{ row_count: 4, good_count: 2, problem_count: 2, repeated_count: 0, new_labels: [] },
    })
    expect(report.problems).toEqual([
      { row: 3, field: 'state', message: 'There is no state called “Nowhere”.' },
      { row: 3, field: 'name', message: 'The name is missing.' },
      {
        row: 3,
        field: 'priority',
        message: '“soon” is not a priority. Use urgent, high, medium, low, none.',
      },
      {
        row: 3,
        field: 'start_date',
        message: '“yesterday” is not a date. Write it as 2026-12-31.',
      },
      { row: 3, field: 'parent', message: 'There is no work item TRAIL-99 you can see.' },
      { row: 3, field: 'estimate', message: 'The project uses no estimates.' },
      { row: 3, field: 'assignees', message: '“zoe” is not a member of the project.' },
      { row: 3, field: 'labels', message: 'There is no label called “snow”.' },
      { row: 3, field: 'cycle', message: 'There is no cycle called “Spring”.' },
      { row: 3, field: 'modules', message: 'There is no module called “Paths”.' },
      { row: 5, field: 'target_date', message: 'The due date is before the start date.' },
    ])
    expect(await dumpOf(db, ada.place.project_id ?? '')).toBe(before)
    expect(await ada.call(labelsApi.list)).toEqual([])
  })

  it('names labels that would be made, those of good rows alone', async () => {
    const { ada } = await projectOf('ada')
    await addLabel(ada, 'Snow')
    const text = 'name,labels,state\na,"snow, ice",\nb,ICE;wind,\nc,sun,Nowhere\n'
    const report = await check(ada, text, { create_labels: true })
    expect(report).toMatchObject({ good_count: 2, new_labels: ['ice', 'wind'] })
  })

  it('knows people apart, and whom one may assign', async () => {
    const { ada } = await projectOf('ada', ['ann', MEMBER], ['anna', MEMBER], ['gus', GUEST])
    await sql`update users set display_name = 'Ann Lee' where first_name in ('ann', 'anna')`.execute(
      db,
    )
    const several = '2 people are called “Ann Lee”. Use their e-mail address.'
    expect(await problemOf(ada, 'assignees', 'Ann Lee')).toEqual([[2, 'assignees', several]])
    const guest = '“gus” is a guest of the project and cannot be assigned.'
    expect(await problemOf(ada, 'assignees', 'gus')).toEqual([[2, 'assignees', guest]])
    expect(await problemOf(ada, 'assignees', 'ANN, ada')).toEqual([])
  })

  // @cap:imports.assignees
  it('leaves a row without an assignee unassigned, however many members have no name', async () => {
    const { ada } = await projectOf('ada', ['ann', MEMBER], ['bea', MEMBER])
    const nameless = (count: number) =>
      sql`update users set display_name = '', first_name = '', last_name = '' where id in (
        select id from users where first_name in ('ann', 'bea')
          and id in (select user_id from project_members where project_id = ${ada.place.project_id})
        order by email limit ${count})`.execute(db)
    for (const count of [1, 2]) {
      await nameless(count)
      const text = 'name,assignees\na,\nb," "\nc,;\n'
      expect(await check(ada, text)).toMatchObject({ good_count: 3, problems: [] })
    }
    await run(ada, 'name,assignees\nnobody,\n')
    const [item] = await rowsOf(ada)
    expect(item).toMatchObject({ name: 'nobody', assignee_ids: [] })
  })

  it('knows a person by address first, then by display name, then by full name', async () => {
    const { ada } = await projectOf('ada', ['ann', MEMBER], ['bea', MEMBER])
    const members = sql`(select user_id from project_members
      where project_id = ${ada.place.project_id})`
    // Named like the address, and the full name, of another user.
    const { rows } = await sql<{ email: string }>`
      update users set display_name = b.email, last_name = 'Moor'
      from (select email from users where first_name = 'bea' and id in ${members}) b
      where first_name = 'ann' and id in ${members} returning b.email`.execute(db)
    const bea = rows[0]?.email ?? ''
    expect(await problemOf(ada, 'assignees', bea)).toEqual([])
    expect(await problemOf(ada, 'assignees', 'Ann Moor')).toEqual([])
  })

  it('asks how to read a day that can be read two ways', async () => {
    const { ada } = await projectOf('ada')
    expect(await problemOf(ada, 'target_date', '03/02/2026')).toEqual([
      [2, 'target_date', expect.stringContaining('can be read two ways')],
    ])
    expect(await problemOf(ada, 'target_date', '03/02/2026', { day_order: 'day_first' })).toEqual(
      [],
    )
  })

  it('does not put items into cycles that are over', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(projectsApi.change, { body: { cycle_view: true } })
    const body = {
      name: 'Past',
      start_date: '2020-01-01T00:00:00Z',
      end_date: '2020-02-01T00:00:00Z',
    }
    await ada.call(cyclesApi.create, { body })
    const over = 'The cycle “past” is over.'
    expect(await problemOf(ada, 'cycle', 'past')).toEqual([[2, 'cycle', over]])
  })

  it('finds only parents one may see', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    await addItem(ada, 'seen')
    await addItem(eve, 'hers')
    await addItem(eve, 'hers too')
    expect(await problemOf(ada, 'parent', 'trail-1')).toEqual([])
    expect(await problemOf(ada, 'parent', 'TRAIL-2')).toHaveLength(1)
  })

  it.each([
    [['name'], 'The file has 2 columns.'],
    [[null, null], 'Choose the column with the names.'],
    [['name', 'name'], 'Two columns are chosen as name.'],
  ] as const)('wants a mapping that fits: %o', async (columns, sentence) => {
    const { ada } = await projectOf('ada')
    const { id } = await upload(ada, 'a,b\n1,2\n')
    const body = { columns: [...columns] }
    const answer = { status: 400, body: { columns: [sentence] } }
    expect(await ada.attempt(api.check, { params: { id }, body })).toEqual(answer)
    expect(await ada.attempt(api.run, { params: { id }, body })).toEqual(answer)
    const unknown = { columns: ['name', 'colour'] } as never
    expect(await ada.attempt(api.check, { params: { id }, body: unknown })).toMatchObject({
      status: 400,
    })
  })
})

describe('an import', () => {
  // @cap:exports.import-csv-run
  it('creates all good rows with all they say, and keeps the others in an error file', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    await ada.call(projectsApi.change, { body: { cycle_view: true, module_view: true } })
    const cycle = await ada.call(cyclesApi.create, { body: { name: 'Spring' } })
    const module = await ada.call(modulesApi.create, { body: { name: 'Paths, east' } })
    const estimate = await ada.call(estimatesApi.create, {
      body: {
        estimate: { type: 'points' },
        estimate_points: [
          { key: 0, value: '5' },
          { key: 1, value: '8' },
        ],
      } as never,
    })
    await ada.call(projectsApi.change, { body: { estimate: estimate.id } as never })
    const snow = await addLabel(ada, 'snow')
    const parent = await addItem(ada, 'parent')
    const done = await run(
      ada,
      [
        'Name,Description,State,Priority,Assignees,Labels,Start date,Due date,Estimate,Parent,Cycle,Modules',
        'ridge,"one\n\ntwo",done,High,bob,"snow, ice",2026-01-01,2026-01-02,5,trail-1,spring,"Paths, east"',
        'valley,,,,,,,,,,,',
        'broken,,Nowhere,,,,,,,,,',
      ].join('\r\n'),
      { create_labels: true },
    )
    expect(done).toMatchObject({
      ...{ status: 'completed', created_count: 2, problem_count: 1, repeated_count: 0 },
      can_undo: true,
      reason: null,
    })
    const [, ridge, valley] = await itemsOf(ada)
    const labels = await ada.call(labelsApi.list)
    const ice = labels.find(({ name }) => name === 'ice')?.id ?? ''
    expect(ridge).toMatchObject({
      sequence_id: 2,
      name: 'ridge',
      state_id: await stateOf(ada, 'completed'),
      completed_at: expect.any(String),
      priority: 'high',
      assignee_ids: [bob.user_id],
      label_ids: [snow, ice].toSorted(),
      start_date: '2026-01-01',
      target_date: '2026-01-02',
      estimate_point: estimate.points[0]?.id,
      parent_id: parent.id,
      cycle_id: cycle.id,
      module_ids: [module.id],
      created_by: ada.user_id,
    })
    expect(valley).toMatchObject({ sequence_id: 3, name: 'valley', priority: 'none' })
    const detail = await ada.call(workItemsApi.get, { params: { id: ridge?.id ?? '' } })
    expect(detail).toMatchObject({
      description_html: '<p>one</p><p>two</p>',
      is_subscribed: true,
    })
    const errors = await app.inject({ url: done.error_file ?? '', cookies: ada.cookies })
    expect(errors.headers['content-disposition']).toContain('hikes-errors.csv')
    expect(errors.body.split('\r\n')).toEqual([
      expect.stringMatching(/^"Name","Description".*"Problem"$/),
      expect.stringMatching(/^"broken",.*"There is no state called “Nowhere”\."$/),
    ])
  })

  it('leaves what a create leaves: history, followers, versions, events', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    await sql`
      update projects set default_assignee_id = ${bob.user_id}
      where id = ${ada.place.project_id}`.execute(db)
    const description_html = '<p>long way</p>'
    const made = await addItem(ada, 'ridge', { description_html, priority: 'low' })
    const events = await ada.eventsOf(() =>
      run(ada, 'name,description,priority\nridge,long way,low\n'),
    )
    const [, external] = await itemsOf(ada)
    const id = external?.id ?? ''
    const { id: _, sequence_id, sort_order, created_at, updated_at, ...same } = made
    expect({ ...external, deleted_at: null }).toMatchObject(same)
    expect(external?.sequence_id).toBe(sequence_id + 1)
    expect(external?.sort_order).toBe(sort_order + 10_000)
    expect(await historyOf(db, id)).toEqual(await historyOf(db, made.id))
    const { rows } = await sql`
      select i.description_stripped,
        array(select user_id::text from work_item_subscribers s where s.work_item_id = i.id
          order by 1) as followers,
        array(select user_id::text from work_item_assignees a where a.work_item_id = i.id) as people,
        (select jsonb_agg(jsonb_build_object('html', v.description_html, 'by', v.owned_by,
          'json', v.description_json)) from description_versions v where v.work_item_id = i.id) as versions
      from work_items i where i.id in (${made.id}, ${id})`.execute(db)
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(rows[0])
    expect(events.filter(({ type }) => type === 'work_item.saved')).toMatchObject([
      { work_item: { id, name: 'ridge', assignee_ids: [bob.user_id] } },
    ])
    expect(events.at(-1)).toMatchObject({ type: 'import.saved', import: { status: 'completed' } })
  })

  it('numbers its items without a gap, in the order of the file, beside others', async () => {
    const { ada } = await projectOf('ada')
    const rows = Array.from({ length: 1500 }, (_, n) => `item ${n}`)
    const [done] = await Promise.all([
      run(ada, `name\n${rows.join('\n')}\n`),
      ...Array.from({ length: 10 }, (_, n) => addItem(ada, `by hand ${n}`)),
    ])
    expect(done.created_count).toBe(1500)
    const { rows: all } = await sql<{ sequence_id: number; name: string }>`
      select sequence_id, name from work_items where project_id = ${ada.place.project_id}
      order by sequence_id`.execute(db)
    expect(all.map(({ sequence_id }) => sequence_id)).toEqual(
      Array.from({ length: 1510 }, (_, n) => n + 1),
    )
    expect(all.flatMap(({ name }) => (name.startsWith('item') ? name : []))).toEqual(rows)
  })

  it('tells of very many at once in one event', async () => {
    const { ada } = await projectOf('ada')
    const rows = Array.from({ length: 300 }, (_, n) => `item ${n}`)
    const events = await ada.eventsOf(() => run(ada, `name\n${rows.join('\n')}\n`))
    const types = events.map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('work_item.'))).toEqual(['work_item.many_saved'])
  })

  // @cap:exports.import-csv-run
  it('can be repeated: only rows that are not there yet are brought', async () => {
    const { ada } = await projectOf('ada')
    await run(ada, 'name,state\nridge,\nridge,\nvalley,Nowhere\n')
    expect(await namesOf(ada)).toEqual(['ridge', 'ridge'])
    const again = await run(ada, 'name,state\nridge,\nridge,\nvalley,Todo\nridge,\n')
    expect(again).toMatchObject({ created_count: 2, repeated_count: 2, problem_count: 0 })
    expect(await namesOf(ada)).toEqual(['ridge', 'ridge', 'valley', 'ridge'])
  })

  it('of the same file, run twice at once, brings it once', async () => {
    const { ada } = await projectOf('ada')
    for (let n = 0; n < 2; n++) {
      const uploaded = await upload(ada, 'name\nridge\nvalley\n')
      const body = settingsOf(uploaded)
      await ada.call(api.run, { params: { id: uploaded.id }, body })
    }
    await Promise.all([1, 2, 3].map(() => runImports(db, storage)))
    expect(await namesOf(ada)).toEqual(['ridge', 'valley'])
  })

  it('is run once, however often it is asked for', async () => {
    const { ada } = await projectOf('ada')
    const uploaded = await upload(ada, 'name\nridge\n')
    const params = { id: uploaded.id }
    const body = settingsOf(uploaded)
    const asked = await Promise.all(
      [1, 2, 3].map(async () => (await ada.attempt(api.run, { params, body })).status),
    )
    expect(asked.toSorted()).toEqual([200, 409, 409])
    await runImports(db, storage)
    await runImports(db, storage)
    expect(await namesOf(ada)).toEqual(['ridge'])
    expect(await ada.attempt(api.check, { params, body })).toMatchObject({ status: 409 })
  })

  // @cap:exports.import-csv-run
  it('leaves nothing behind where it fails half-way, and can be asked for again', async () => {
    const { ada } = await projectOf('ada')
    await sql`
      create function refuse_bad() returns trigger language plpgsql as $$ begin
        if exists (select from work_items where id = new.work_item_id and name = 'the last') then
          raise exception 'broken off';
        end if;
        return new;
      end $$`.execute(db)
    await sql`
      create trigger refuse_bad before insert on import_items
      for each row execute function refuse_bad()`.execute(db)
    const before = await dumpOf(db, ada.place.project_id ?? '')
    const text = 'name,labels\nfirst,new\nthe last,\n'
    const failed = await run(ada, text, { create_labels: true })
    expect(failed).toMatchObject({
      status: 'failed',
      created_count: 0,
      reason: expect.stringContaining('Nothing was imported'),
    })
    expect(await dumpOf(db, ada.place.project_id ?? '')).toBe(before)
    expect(await ada.call(labelsApi.list)).toEqual([])
    await sql`drop trigger refuse_bad on import_items`.execute(db)
    const uploaded = { params: { id: failed.id }, body: { columns: ['name', 'labels'] as never } }
    await ada.call(api.run, { ...uploaded, body: { ...uploaded.body, create_labels: true } })
    await runImports(db, storage)
    expect(await namesOf(ada)).toEqual(['first', 'the last'])
    // No numbers were skipped either.
    expect((await itemsOf(ada)).map(({ sequence_id }) => sequence_id)).toEqual([1, 2])
  })

  // @cap:exports.import-csv-run
  it('leaves nothing behind where it is cut off in the middle, and is run later', async () => {
    const { ada } = await projectOf('ada')
    const { project_id = '' } = ada.place
    const uploaded = await upload(ada, 'name,labels\nridge,new\nvalley,new\n')
    const params = { id: uploaded.id }
    await ada.call(api.run, { params, body: settingsOf(uploaded, { create_labels: true }) })
    const before = await dumpOf(db, project_id)
    await db.transaction().execute(async (tx) => {
      // It has inserted labels by the time it waits for this lock.
      await sql`
        select from work_item_numbers where project_id = ${project_id} for update`.execute(tx)
      const outcome = runImports(db, storage).then(
        () => 'done',
        () => 'cut off',
      )
      const waiting = async () =>
        (
          await sql<{ pid: number }>`
            select pid from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock'`.execute(db)
        ).rows[0]?.pid
      await expect.poll(waiting).toBeDefined()
      await sql`select pg_terminate_backend(${await waiting()})`.execute(db)
      expect(await outcome).toBe('cut off')
    })
    expect(await dumpOf(db, project_id)).toBe(before)
    expect(await ada.call(labelsApi.list)).toEqual([])
    expect((await ada.call(api.get, { params })).status).toBe('queued')
    await sql`
      update import_runs set leased_until = now() where import_id = ${params.id}`.execute(db)
    await runImports(db, storage)
    expect(await ada.call(api.get, { params })).toMatchObject({
      status: 'completed',
      created_count: 2,
    })
    expect((await itemsOf(ada)).map(({ sequence_id }) => sequence_id)).toEqual([1, 2])
  })

  it('is run after a server died over it, but not for ever', async () => {
    const { ada } = await projectOf('ada')
    const ask = async (text: string) => {
      const uploaded = await upload(ada, text)
      const params = { id: uploaded.id }
      await ada.call(api.run, { params, body: settingsOf(uploaded) })
      return params
    }
    const claimed = (id: string, attempts: number, until: string) =>
      sql`
        update import_runs set attempts = ${attempts}, leased_until = now() + ${until}::interval
        where import_id = ${id}`.execute(db)
    const first = await ask('name\nridge\n')
    await claimed(first.id, 1, '1 minute')
    await runImports(db, storage)
    expect((await ada.call(api.get, { params: first })).status).toBe('queued')
    await claimed(first.id, 1, '-1 second')
    await runImports(db, storage)
    expect((await ada.call(api.get, { params: first })).status).toBe('completed')
    const second = await ask('name\nvalley\n')
    await claimed(second.id, 3, '-1 second')
    await runImports(db, storage)
    expect((await ada.call(api.get, { params: second })).status).toBe('failed')
    expect(await namesOf(ada)).toEqual(['ridge'])
  })

  it('brings nothing for whoever may no longer add to the project', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const uploaded = await upload(mel, 'name\nridge\n')
    const params = { id: uploaded.id }
    await mel.call(api.run, { params, body: settingsOf(uploaded) })
    await sql`update project_members set role = ${GUEST} where user_id = ${mel.user_id}`.execute(db)
    await runImports(db, storage)
    expect(await ada.call(api.get, { params })).toMatchObject({
      status: 'failed',
      reason: 'The person who started this import can no longer add to this project.',
    })
    expect(await namesOf(ada)).toEqual([])
  })

  it('reads what was exported', async () => {
    const { ada } = await projectOf('ada')
    await addItem(ada, '=ridge', { target_date: '2026-02-03', priority: 'urgent' })
    await ada.call(exportsApi.create, { body: { provider: 'csv' } })
    await makeExports(db, storage)
    const query = { per_page: '10', cursor: '10:0:0' }
    const [made] = (await ada.call(exportsApi.list, { query })).results
    const answer = await app.inject({ url: made?.url ?? '', cookies: ada.cookies })
    const [csv = Buffer.alloc(0)] = unzip(answer.rawPayload).values()
    const { zoe } = await projectOf('zoe')
    const done = await run(zoe, csv)
    expect(done).toMatchObject({ created_count: 1, problem_count: 0 })
    expect(await itemsOf(zoe)).toMatchObject([
      { name: '=ridge', target_date: '2026-02-03', priority: 'urgent' },
    ])
  })
})

describe('undoing', () => {
  // @cap:exports.import-csv-run
  it('takes the whole import back, with labels only it uses', async () => {
    const { ada } = await projectOf('ada')
    await addItem(ada, 'before')
    const done = await run(ada, 'name,labels\nridge,ice\nvalley,sun\n', { create_labels: true })
    const labels = await ada.call(labelsApi.list)
    const sun = labels.find(({ name }) => name === 'sun')?.id ?? ''
    await addItem(ada, 'later', { label_ids: [sun] })
    const params = { id: done.id }
    const events = await ada.eventsOf(async () => {
      expect(await ada.call(api.undo, { params })).toMatchObject({
        status: 'undone',
        can_undo: false,
      })
    })
    expect(await namesOf(ada)).toEqual(['before', 'later'])
    expect((await ada.call(labelsApi.list)).map(({ name }) => name)).toEqual(['sun'])
    expect(events.filter(({ type }) => type === 'work_item.removed')).toHaveLength(2)
    expect(await ada.attempt(api.undo, { params })).toMatchObject({ status: 409 })
    const again = await run(ada, 'name,labels\nridge,ice\nvalley,sun\n', { create_labels: true })
    expect(again).toMatchObject({ created_count: 2, repeated_count: 0 })
  })

  it('is for whoever imported, and for admins of the project', async () => {
    const { ada, mel, bob } = await projectOf('ada', ['mel', MEMBER], ['bob', MEMBER])
    const done = await run(mel, 'name\nridge\n')
    const params = { id: done.id }
    expect(await bob.call(api.get, { params })).toMatchObject({ can_undo: false })
    expect(await bob.attempt(api.undo, { params })).toEqual(refused)
    expect(await ada.call(api.get, { params })).toMatchObject({ can_undo: true })
    expect(await ada.attempt(api.undo, { params })).toMatchObject({ status: 200 })
  })
})

describe('imports', () => {
  it('are listed to those who may import there, the newest first', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const one = await run(ada, 'name\nridge\n')
    const two = await run(mel, 'name\nvalley\n')
    await upload(ada, 'name\nnever run\n')
    const listFor = async (client: Client) => (await client.call(api.list)).results
    expect((await listFor(ada)).map(({ id }) => id)).toEqual([two.id, one.id])
    expect((await listFor(mel)).map(({ can_undo }) => can_undo)).toEqual([true, false])
    expect(await listFor(eve)).toEqual([])
    expect(await gus.attempt(api.list)).toEqual(refused)
    const page = await ada.call(api.list, { query: { per_page: '1', cursor: '1:1:0' } })
    expect(page).toMatchObject({ total_count: 2, results: [{ id: one.id }] })
  })

  it('are nobody’s who is not in the project', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const uploaded = await upload(ada, 'name\nridge\n')
    const params = { id: uploaded.id }
    const body = settingsOf(uploaded)
    for (const [call, input] of [
      [api.get, { params }],
      [api.check, { params, body }],
      [api.run, { params, body }],
      [api.undo, { params }],
      [api.errors, { params }],
    ] as const) {
      expect(await eve.attempt(call, input as never)).toEqual(missing)
      expect(await eve.at(ada.place).attempt(call, input as never)).toEqual(refused)
      expect(await gus.attempt(call, input as never)).toEqual(refused)
      const out = stranger.at(ada.place)
      expect(await out.attempt(call, input as never)).toMatchObject({ status: 401 })
      const lost = { ...input, params: { id: nobody } }
      expect(await ada.attempt(call, lost as never)).toEqual(missing)
    }
    expect(await send(gus, 'name\nx\n')).toEqual(refused)
    expect(await send(eve.at(ada.place), 'name\nx\n')).toEqual(refused)
  })
})

describe('columns of properties', () => {
  it('are suggested by their name, and read for the type of each row', async () => {
    const { ada } = await projectOf('ada')
    const { task, bug } = await typesOf(ada)
    const severity = await addProperty(ada, bug, 'Severity', 'option', {
      ...{ options: newOptions('Major', 'Minor'), is_multi: true },
    })
    const distance = await addProperty(ada, bug, 'Distance', 'number', { decimals: 1 })
    const seen = await addProperty(ada, bug, 'Seen on', 'date')
    const cause = await addProperty(ada, bug, 'Cause', 'item')
    const tester = await addProperty(ada, bug, 'Tester', 'person')
    const flag = await addProperty(ada, task, 'Severity', 'boolean', { default_value: true })
    const known = await addItem(ada, 'known')
    const file = [
      'Name,Type,Severity,distance,Seen on,Cause,Tester,Other',
      `ridge,Bug,"Minor, Major",12.5,2026-03-02,TRAIL-${known.sequence_id},ada,x`,
      'valley,Task,no,,,,,',
      'summit,,,,,,,',
      'bad,Bug,Huge,1.25,soon,TRAIL-99,nobody,',
      'foreign,Task,,3,,,,',
    ].join('\n')
    const uploaded = await upload(ada, file)
    expect(uploaded.columns.map(({ suggested }) => suggested)).toEqual([
      ...['name', 'type', 'property:Severity', 'property:Distance', 'property:Seen on'],
      ...['property:Cause', 'property:Tester', null],
    ])
    const { problems } = await check(ada, file)
    expect(problems.map(({ row, field, message }) => [row, field, message])).toEqual([
      [5, 'property:Severity', '“Huge” is not a value of Severity.'],
      [5, 'property:Distance', '“1.25” is not a value of Distance.'],
      [5, 'property:Seen on', '“soon” is not a value of Seen on.'],
      [5, 'property:Cause', '“TRAIL-99” is not a value of Cause.'],
      [5, 'property:Tester', '“nobody” is not a value of Tester.'],
      [6, 'property:Distance', 'Its type has no property “Distance”.'],
    ])
    expect(await run(ada, file)).toMatchObject({ created_count: 3, problem_count: 2 })
    await expectValuesCounted(database.db)
    const values = new Map(
      (await itemsOf(ada)).map(({ name, property_values }) => [name, property_values]),
    )
    expect(values.get('ridge')).toEqual({
      [severity.id]: [optionOf(severity, 'Minor'), optionOf(severity, 'Major')],
      ...{ [distance.id]: 12.5, [seen.id]: '2026-03-02', [cause.id]: [known.id] },
      [tester.id]: [expect.any(String)],
    })
    expect(values.get('valley')).toEqual({ [flag.id]: false })
    expect(values.get('summit')).toEqual({ [flag.id]: true })
  })

  it('must have a value where it is required', async () => {
    const { ada } = await projectOf('ada')
    const { bug } = await typesOf(ada)
    await addProperty(ada, bug, 'Build', 'text', { is_required: true })
    const { problems } = await check(ada, 'Name,Type,Build\nridge,Bug,\nvalley,Task,\n')
    expect(problems).toEqual([{ row: 2, field: 'property:Build', message: 'Build is required.' }])
  })
})
