import { expect, it } from 'vitest'
import { createLog } from '#kernel/log.ts'
import { testDatabase } from '#test/database.ts'
import { runJobs, startJobs } from './jobs.ts'

const { pool } = await testDatabase()
const log = createLog('silent')

it('runs what is due, and waits for it when stopping', async () => {
  let runs = 0
  const schedule = {
    name: 'count',
    cron: '0 0 1 1 *',
    async run() {
      runs += 1
    },
  }
  const jobs = await startJobs(pool, log, [schedule])
  const { rows } = await pool.query(`select name, cron from jobs.schedule`)
  expect(rows).toEqual([{ name: 'count', cron: '0 0 1 1 *' }])
  await pool.query(`insert into jobs.job (name) values ('count')`)
  await expect.poll(() => runs).toBe(1)
  await jobs.stop()
})

// @cap:operations.background-jobs
it('runs once however many nodes there are, and again where it failed', {
  timeout: 300_000,
}, async () => {
  const runs: string[] = []
  const scheduleAt = (node: string) => ({
    name: 'shared',
    cron: '0 0 1 1 *',
    async run() {
      runs.push(node)
      if (runs.length === 1) throw new Error('the first time fails')
    },
  })
  const quickly = { pollSeconds: 0.5, retrySeconds: 1 }
  // Both create what they share at the same moment.
  const nodes = await Promise.all(
    ['one', 'two'].map((node) => startJobs(pool, log, [scheduleAt(node)], quickly)),
  )
  await pool.query(`
    insert into jobs.job (name, retry_limit, retry_delay, retry_backoff) values ('shared', 5, 1, false)`)
  const states = async () =>
    (await pool.query(`select state, retry_count from jobs.job where name = 'shared'`)).rows
  await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'completed', retry_count: 1 }])
  expect(runs).toHaveLength(2)
  await Promise.all(nodes.map((node) => node.stop()))
  expect(runs).toHaveLength(2)
})

it('starts again where the database was away', async () => {
  let tries = 0
  let stopped = 0
  const jobs = runJobs(
    async () => {
      tries += 1
      if (tries === 1) throw new Error('away')
      return {
        async stop() {
          stopped += 1
        },
      }
    },
    log,
    { firstMs: 0, retryMs: 10 },
  )
  await expect.poll(() => tries).toBe(2)
  await jobs.stop()
  expect(stopped).toBe(1)
})
