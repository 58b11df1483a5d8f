import { metricsApi as api, labelsApi, workItemsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addItem } from '#features/work-items/test-kit/items.ts'
import { startJobs } from '#kernel/jobs/jobs.ts'
import { testServer } from '#test/server.ts'
import { metric } from './exposition.ts'

const token = 'a token of sixteen or more'
const { app, database, administrator, projectOf, stranger } = await testServer({
  environment: { METRICS_TOKEN: token },
})
const { db, pool } = database

const read = (authorization: string) =>
  app.inject({ url: api.read.url, headers: { authorization } })

/** Every sample, by its name and labels. */
async function samples() {
  const { body, headers } = await read(`Bearer ${token}`)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value] = /^(.*) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

// @cap:operations.logs-and-metrics
it('tells an operator which routes are slow or fail, and what waits', {
  timeout: 300_000,
}, async () => {
  const { ada } = await projectOf('ada')
  await addItem(ada, 'counted')
  await ada.attempt(workItemsApi.create, { body: { name: '' } })
  await sql`alter table labels rename to stickers`.execute(db)
  await ada.attempt(labelsApi.create, { body: { name: 'fails' } })
  await sql`alter table stickers rename to labels`.execute(db)
  await sql`
    insert into mails (to_address, subject, text, created_at)
    values ('ada@cairn.test', '', '', now() - interval '1 hour')`.execute(db)
  const fails = { name: 'fails', cron: '0 0 1 1 *', run: () => Promise.reject(new Error('no')) }
  const jobs = await startJobs(pool, app.log, [fails], { pollSeconds: 0.5 })
  await pool.query(`insert into jobs.job (name, retry_limit) values ('fails', 0)`)

  const items = 'method="POST",route="/api/workspaces/:slug/projects/:project_id/issues/"'
  const labels = 'method="POST",route="/api/workspaces/:slug/projects/:project_id/issue-labels/"'
  await expect
    .poll(samples, { timeout: 60_000 })
    .toMatchObject({ 'cairn_jobs_in_trouble{job="fails",state="failed"}': 1 })
  await jobs.stop()
  const found = await samples()
  expect(found).toMatchObject({
    [`cairn_http_answers_total{${items},status="2xx"}`]: 1,
    [`cairn_http_answers_total{${items},status="4xx"}`]: 1,
    [`cairn_http_answers_total{${labels},status="5xx"}`]: 1,
    [`cairn_http_answer_seconds_count{${items}}`]: 2,
    [`cairn_http_answer_seconds_bucket{${items},le="+Inf"}`]: 2,
    'cairn_queue_depth{queue="mails"}': 1,
    'cairn_queue_depth{queue="webhooks"}': 0,
    ...{ cairn_webhooks_failing: 0, cairn_mails_failed: 0, cairn_files_bytes: 0 },
    ...{ cairn_storage_usable: 1, cairn_event_loop_delay_seconds: expect.any(Number) },
    'cairn_info{version="0.1.0"}': 1,
  })
  expect(found[`cairn_http_slowest_seconds{${items}}`]).toBeGreaterThan(0)
  expect(found['cairn_queue_age_seconds{queue="mails"}']).toBeGreaterThanOrEqual(3600)
  expect(found.cairn_memory_bytes).toBeGreaterThan(10_000_000)
  expect(found.cairn_database_bytes).toBeGreaterThan(1_000_000)
})

it('is for administrators and whoever shows the token; for others there is no such page', async () => {
  const { ada } = await projectOf('ada')
  const root = await administrator('root')
  const nothing = { status: 404, body: { error: 'Page not found.' } }
  expect(await ada.attempt(api.read)).toEqual(nothing)
  expect(await stranger.attempt(api.read)).toEqual(nothing)
  for (const wrong of ['', 'Bearer ', 'Bearer undefined', `Bearer ${token}x`, token]) {
    expect((await read(wrong)).statusCode).toBe(404)
  }
  const { statusCode } = await app.inject({ url: api.read.url, cookies: root.cookies })
  expect(statusCode).toBe(200)
})

it('counts an address nobody knows without keeping it', async () => {
  const before = app.measured.size
  for (const n of [1, 2, 3]) await app.inject({ url: `/nowhere/${n}` })
  expect(app.measured.size - before).toBeLessThanOrEqual(1)
})

it('writes values so that they can be read again', () => {
  expect(metric('x', 'gauge', 'An x.', [{ labels: { a: 'q"\\\n' }, value: 1.5 }])).toBe(
    '# HELP x An x.\n# TYPE x gauge\nx{a="q\\"\\\\\\n"} 1.5\n',
  )
})
