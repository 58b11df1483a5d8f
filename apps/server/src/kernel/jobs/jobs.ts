import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/** Work that is done again and again, by whichever node comes first. */
export interface Schedule {
  name: string
  /** Five fields, UTC. */
  cron: string
  run(): Promise<unknown>
}

export interface Jobs {
  stop(): Promise<void>
}

/** pg-boss on the pool we have: its tables are in a schema of its own, its connections are ours. */
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
  // While the database is away it says so every few seconds; it comes back by itself.
  boss.on('error', (error) => log.warn({ err: error }, 'jobs are waiting for the database'))
  await boss.start()
  for (const { name, cron, run } of schedules) {
    await boss.createQueue(name, {
      ...{ policy: 'singleton', retryLimit: 5, retryBackoff: true, retryDelay: retrySeconds },
    })
    await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
      await run()
    })
    await boss.schedule(name, cron)
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}

/** Starts them after a while, and again where the database was away just then. */
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
