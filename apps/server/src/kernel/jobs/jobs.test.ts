import { expect, it } from 'vitest'
import { createLog } from '#kernel/log.ts'
import { testDatabase } from '#test/database.ts'
import { keepJobsRunning, startJobs } from './jobs.ts'

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

it('starts again where the database was away', async () => {
  let tries = 0
  let stopped = 0
  const jobs = keepJobsRunning(
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
