import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { tracePoints } from '#kernel/trace-points.ts'

/** Recurring work, run by the first node that claims it. */
export interface Schedule {
  name: string
  /** Five fields, UTC. */
  cron: string
  run(): Promise<unknown>
}

export interface Jobs {
  stop(): Promise<void>
}

/** pg-boss on our pool: it has its own schema and uses our connections. */
export async function startJobs(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  schedules: readonly Schedule[],
  { pollSeconds = 10, retrySeconds = 5 } = {},
): Promise<Jobs> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: 'jobs',
  })
  // While the database is unreachable this is logged every few seconds; it recovers by itself.
  boss.on('error', (error) => log.warn({ err: error }, 'jobs are waiting for the database'))
  await boss.start()
  for (const { name, cron, run } of schedules) {
    await boss.createQueue(name, {
      ...{ policy: 'singleton', retryLimit: 5, retryBackoff: true, retryDelay: retrySeconds },
    })
    const options = { pollingIntervalSeconds: pollSeconds, includeMetadata: true } as const
    await boss.work(name, options, async ([job]) => {
      const attempt = (job?.retryCount ?? 0) + 1
      await tracePoints.job.tracePromise(run, { queue: name, attempt, isScheduled: true })
    })
    await boss.schedule(name, cron)
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}

/** Starts the jobs after a delay, and retries while the database is unreachable. */
export function runJobs(
  start: () => Promise<Jobs>,
  log: FastifyBaseLogger,
  { firstMs = 1_000, retryMs = 5_000 } = {},
): Jobs {
  let stopped = false
  let starting: Promise<Jobs | undefined> | undefined
  let next = setTimeout(begin, firstMs)

  function begin() {
    starting = attempt()
  }

  async function attempt(): Promise<Jobs | undefined> {
    try {
      return await start()
    } catch (error) {
      log.warn({ err: error }, 'jobs did not start; trying again')
      if (!stopped) next = setTimeout(begin, retryMs)
      return undefined
    }
  }
  return {
    async stop() {
      stopped = true
      clearTimeout(next)
      await (await starting)?.stop()
    },
  }
}
