import os from 'node:os'
import { healthApi as api, labelsApi, webhooksApi } from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listen } from '#kernel/database/listener.ts'
import { nodeName } from '#kernel/database/nodes.ts'
import { type Measured, steps } from '#kernel/http/measure.ts'
import { startJobs } from '#kernel/jobs/jobs.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { testServer } from '#test/server.ts'
import { version } from '../../version.ts'
import { findProblems } from './problems.ts'
import { estimateQuantile, listNotableRoutes } from './routes-measured.ts'

const { app, database, administrator, person, projectOf, stranger } = await testServer({
  environment: { DATA_DIR: os.tmpdir(), POINT_IN_TIME: 'yes' },
})
const { db, pool } = database
const root = await administrator('root')
const read = () => root.call(api.read)
const codes = async () => (await read()).problems.map(({ code }) => code)

it('shows an instance without trouble: figures of everything, and no problem but the missing backups', async () => {
  const report = await read()
  expect(report.problems).toEqual([
    { code: 'backups_off', level: 'warning', subject: null, value: null },
  ])
  expect(report.queues.map(({ queue, waiting }) => [queue, waiting])).toEqual(
    ['mails', 'webhooks', 'exports', 'imports', 'links'].map((queue) => [queue, 0]),
  )
  expect(report).toMatchObject({
    ...{ jobs: [], webhooks: { count: 0, first: [] } },
    mails: { is_server_configured: false, failed: 0, last_failed_at: null, last_error: null },
    storage: { destination: 'folder', is_usable: true, error: null, files_bytes: 0 },
    backups: { is_enabled: false, next_at: null, last_completed_at: null, last_problem: null },
    versions: { cairn: version, node: process.versions.node, is_database_embedded: true },
  })
  expect(report.storage.database_bytes).toBeGreaterThan(1_000_000)
  expect(report.storage.disk_free_bytes).toBeGreaterThan(0)
  expect(report.versions.postgresql).toMatch(/^\d+/)
  expect(report.versions.schema).toMatch(/^\d{4}_/)
})

it('lists the servers that run on the database, and notices another version', async () => {
  await expect
    .poll(async () => (await read()).nodes)
    .toMatchObject([{ version, is_this: true, name: expect.stringContaining(os.hostname()) }])
  const other = listen(database.connection, [], {
    name: nodeName({ version: '0.0.9', schema: '0001_foundation', port: 3001 }),
  })
  atEndOfFile(() => other.stop())
  await expect
    .poll(async () => (await read()).nodes.map((node) => [node.version, node.is_this]))
    .toEqual([
      [version, true],
      ['0.0.9', false],
    ])
  expect(await codes()).toContain('versions_differ')
  await other.stop()
  await expect.poll(async () => (await read()).nodes).toHaveLength(1)
  expect(await codes()).not.toContain('versions_differ')
})

it('says what waits too long, what failed and why', { timeout: 60_000 }, async () => {
  const { ada } = await projectOf('ada')
  await sql`
    insert into mails (to_address, subject, text, created_at)
    values ('ada@cairn.test', '', '', now() - interval '1 hour')`.execute(db)
  await sql`
    insert into mails (to_address, subject, text, status, last_error)
    values ('gus@cairn.test', '', '', 'failed', '550 no such mailbox')`.execute(db)
  const { id } = await ada.call(webhooksApi.create, { body: { url: 'https://93.184.216.34/a' } })
  await sql`update webhooks set failing_since = now() where id = ${id}`.execute(db)
  await sql`alter table labels rename to stickers`.execute(db)
  await ada.attempt(labelsApi.create, { body: { name: 'fails' } })
  await sql`alter table stickers rename to labels`.execute(db)
  const run = () => Promise.reject(new Error('no space for the purge'))
  const jobs = await startJobs(pool, app.log, [{ name: 'purge', cron: '0 0 1 1 *', run }], {
    pollSeconds: 0.5,
  })
  await pool.query(`insert into jobs.job (name, retry_limit) values ('purge', 0)`)
  await expect.poll(codes, { timeout: 30_000 }).toContain('job_failed')
  await jobs.stop()

  const report = await read()
  expect(report.problems).toMatchObject([
    { code: 'job_failed', level: 'problem', subject: 'purge' },
    { code: 'backups_off', level: 'warning' },
    { code: 'queue_stuck', level: 'warning', subject: 'mails' },
    { code: 'server_errors', level: 'warning', value: 1 },
    { code: 'webhooks_failing', level: 'warning', value: 1 },
    { code: 'mails_failed', level: 'warning', value: 1 },
  ])
  expect(report.jobs).toMatchObject([
    { name: 'purge', is_retried: false, count: 1, error: 'no space for the purge' },
  ])
  expect(report.mails).toMatchObject({ failed: 1, last_error: '550 no such mailbox' })
  expect(report.webhooks).toMatchObject({
    count: 1,
    first: [{ id, workspace_name: 'Acme', may_open: false, last_status: null }],
  })
  expect(report.routes[0]).toMatchObject({
    ...{ method: 'POST', count: 1, errors: 1 },
    route: '/api/workspaces/:slug/projects/:project_id/issue-labels/',
  })

  // Once the job was completed, its failure is history.
  await pool.query(`
    insert into jobs.job (name, state, completed_on)
    values ('purge', 'completed', clock_timestamp() + interval '1 second')`)
  expect((await read()).jobs).toEqual([])
})

it('links a webhook only for an administrator who may open it', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await ada.call(webhooksApi.create, { body: { url: 'https://93.184.216.34/b' } })
  await sql`update webhooks set failing_since = now() where id = ${id}`.execute(db)
  await sql`
    insert into workspace_members (workspace_id, user_id, role)
    select workspace_id, ${root.user_id}, 20 from webhooks where id = ${id}`.execute(db)
  const { first } = (await read()).webhooks
  expect(first.find((each) => each.id === id)?.may_open).toBe(true)
})

describe('backups', async () => {
  const settings = (change: ReturnType<typeof sql>) =>
    sql`update backup_settings set ${change}`.execute(db)

  it('are a problem once the last one failed', async () => {
    await sql`
      insert into backup_runs (status, problem, started_at, ended_at)
      values ('failed', 'disk_full', now(), now())`.execute(db)
    expect(await codes()).toContain('backup_failed')
    expect((await read()).problems[0]).toMatchObject({ subject: 'disk_full' })
    await sql`delete from backup_runs`.execute(db)
  })

  it('are a problem if one was due and was not made', async () => {
    const hour = (new Date().getUTCHours() + 24 - 8) % 24
    await settings(sql`
      is_enabled = true, frequency = 'daily', hour = ${hour}, time_zone = 'UTC',
      scheduled_from = now() - interval '3 days'`)
    expect(await codes()).toContain('backup_overdue')
    await sql`
      insert into backup_runs (status, started_at, ended_at, size)
      values ('completed', now(), now(), 4096)`.execute(db)
    expect(await codes()).not.toContain('backup_overdue')
    expect((await read()).backups).toMatchObject({ is_enabled: true, last_size: 4096 })
    await settings(sql`is_enabled = false`)
  })
})

it('says what a full disk and a broken storage need', async () => {
  const report = await read()
  const figures = { ...report, recentErrors: 0, isBackupOverdue: false }
  const storage = { ...report.storage, is_usable: false, error: 'read only', disk_free_bytes: 5 }
  expect(findProblems({ ...figures, storage })).toMatchObject([
    { code: 'storage_unusable', level: 'problem', subject: 'read only' },
    { code: 'disk_low', level: 'problem', value: 5 },
    ...report.problems.filter(({ code }) => code !== 'server_errors'),
  ])
  const half = { ...storage, is_usable: true, disk_free_bytes: 500e6 }
  expect(findProblems({ ...figures, storage: half })).toContainEqual(
    expect.objectContaining({ code: 'disk_low', level: 'warning' }),
  )
})

it('says that the log is not archived, since its disk fills up', async () => {
  const report = await read()
  expect(report.backups.archiving_failed_at).toBeNull()
  const backups = { ...report.backups, archiving_failed_at: report.checked_at }
  expect(
    findProblems({ ...report, backups, recentErrors: 0, isBackupOverdue: false }),
  ).toContainEqual(expect.objectContaining({ code: 'archiving_failed', level: 'problem' }))
})

it('is for administrators of the instance only', async () => {
  const ada = await person('ada')
  for (const visitor of [ada, stranger]) {
    expect((await visitor.attempt(api.read)).status).toBeOneOf([401, 403])
  }
})

describe('the slowest routes', () => {
  const measured = (route: string, times: number[], errors = 0): Measured => {
    const within = new Array<number>(steps.length + 1).fill(0)
    for (const ms of times) {
      const step = steps.findIndex((most) => ms <= most)
      within[step < 0 ? steps.length : step]! += 1
    }
    return {
      ...{ method: 'GET', route, count: times.length, within, failedAt: undefined },
      ms: times.reduce((sum, ms) => sum + ms, 0),
      slowestMs: Math.max(...times),
      byStatus: new Map([['5xx', errors]]),
    }
  }

  it('are estimated within the step where the quantile lies', () => {
    const even = measured('/', [...Array(90).fill(8), ...Array(10).fill(80)])
    expect(estimateQuantile(even, 0.5)).toBeGreaterThan(5)
    expect(estimateQuantile(even, 0.5)).toBeLessThanOrEqual(10)
    expect(estimateQuantile(even, 0.95)).toBeGreaterThan(50)
    expect(estimateQuantile(even, 0.95)).toBeLessThanOrEqual(80)
    expect(estimateQuantile(measured('/', [9_000]), 0.95)).toBeLessThanOrEqual(9_000)
    expect(estimateQuantile(measured('/', [2]), 0.95)).toBeLessThanOrEqual(2)
  })

  it('come after those with errors, at most ten of each', () => {
    const routes = Array.from({ length: 30 }, (_, n) => measured(`/${n}`, [n], n < 12 ? n : 0))
    const found = listNotableRoutes(routes).map(({ route }) => route)
    expect(found.slice(0, 10)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `/${n}`))
    expect(found.slice(10)).toHaveLength(10)
    expect(found[10]).toBe('/29')
  })
})
