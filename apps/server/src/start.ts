import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOwnDatabase } from './backup/point-in-time/start-own-database.ts'
import { type Config, ConfigNotValid, readConfig } from './config.ts'
import type { EmbeddedPostgres } from './kernel/database/embedded/start-embedded.ts'
import { explainStart } from './kernel/explain-start.ts'
import type { Restorer } from './kernel/http/app-type.ts'
import { createLog } from './kernel/log.ts'
import { type Served, serve } from './serve.ts'
import { stopSignal } from './stop-signal.ts'

type Log = ReturnType<typeof createLog>

/** One clear line and a non-zero exit. */
function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function configOrGiveUp() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigNotValid) return giveUp(error.message)
    throw error
  }
}

/**
 * How long running requests and jobs, or a migration, may take to end after a signal. Then only the
 * database is stopped, which has limits of its own.
 */
const PATIENCE_MS = 20_000

async function rejectOutOfPatience(): Promise<never> {
  if (!stopSignal.aborted) await once(stopSignal, 'abort')
  await sleep(PATIENCE_MS, undefined, { ref: false })
  throw stopSignal.reason
}

interface Open {
  served: Served
  embedded: EmbeddedPostgres | undefined
}

/** The database, and the server on it. */
async function open(config: Config, log: Log, restorer: Restorer): Promise<Open> {
  const { databaseUrl } = config

  /** A start that was stopped has failed only because of that. */
  function explain(error: unknown): never {
    if (stopSignal.aborted) process.exit(0)
    return giveUp(explainStart(error, config))
  }

  const embedded = databaseUrl
    ? undefined
    : await startOwnDatabase(config, log, stopSignal).catch(explain)
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? '' }
  const serving = serve(config, connection, log, { signal: stopSignal, restorer })
  const served = await Promise.race([serving, rejectOutOfPatience()]).catch(
    async (error: unknown) => {
      await embedded?.stop()
      return explain(error)
    },
  )
  return { served, embedded }
}

async function start() {
  const config = configOrGiveUp()
  const log = createLog(config.logLevel)

  // Before the first request. Without an address, not a byte of it is loaded.
  const tracing = config.tracing
    ? (await import('./tracing/start-tracing.ts')).startTracing(config.tracing, log)
    : undefined

  let stopping = false
  let isRestoring = false

  async function openHere() {
    const opened = await open(config, log, restorer)
    if (stopSignal.aborted) return opened
    process.stdout.write(`\n  Cairn is ready: ${opened.served.url}\n\n`)
    opened.embedded?.failed.then((error) => {
      log.error({ err: error }, 'the database is gone for good')
      process.stderr.write(`${error.message}\n`)
      void stop(1)
    })
    return opened
  }

  /** A second signal ends it. */
  async function drain() {
    if (config.drainSeconds === 0) return
    const opened = await Promise.race([opening, sleep(PATIENCE_MS)])
    opened?.served.leave()
    const second = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => second.abort())
    await sleep(1000 * config.drainSeconds, undefined, { signal: second.signal }).catch(() => {})
  }

  async function stop(code: number) {
    if (stopping) return
    stopping = true
    if (code === 0) await drain()
    // A restore may take longer.
    const opened = await Promise.race([opening, sleep(PATIENCE_MS)])
    const haveEnded = opened?.served.stop().then(() => true)
    const inTime = await Promise.race([haveEnded, sleep(PATIENCE_MS, false)])
    await Promise.all([opened?.embedded?.stop(), tracing?.stop()])
    process.exit(inTime ? code : 1)
  }

  const restorer: Restorer = {
    problem: null,
    begin(restore) {
      if (isRestoring || stopping) return
      isRestoring = true
      restorer.problem = null
      opening = restoreAndOpen(restore)
    },
  }

  /** The server is stopped meanwhile: nothing it remembers of the former data remains. */
  async function restoreAndOpen(restore: Parameters<Restorer['begin']>[0]) {
    const before = await opening
    await before.served.stop()
    await before.embedded?.stop()
    const { restoreAtSetUp } = await import('./backup/restore-at-set-up.ts')
    restorer.problem = await restoreAtSetUp({ ...restore, config, log })
    isRestoring = false
    return openHere()
  }

  let opening = openHere()
  await opening
  stopSignal.addEventListener('abort', () => void stop(0))
  // It came too late to break the start off.
  if (stopSignal.aborted) await stop(0)
}

// No top-level `await` in any module of a start: the built server is loaded without it.
void start()
