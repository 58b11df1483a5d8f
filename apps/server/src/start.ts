import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigNotValid, readConfig } from './config.ts'
import { startEmbedded } from './kernel/database/embedded/start-embedded.ts'
import { explainStart } from './kernel/explain-start.ts'
import { createLog } from './kernel/log.ts'
import { serve } from './serve.ts'
import { stopSignal } from './stop-signal.ts'

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

async function start() {
  const config = configOrGiveUp()
  const log = createLog(config.logLevel)
  const { dataDir, databaseUrl } = config

  /** A start that was stopped has failed only because of that. */
  function explain(error: unknown): never {
    if (stopSignal.aborted) process.exit(0)
    return giveUp(explainStart(error, config))
  }

  const embedded = databaseUrl
    ? undefined
    : await startEmbedded({ dataDir, log, signal: stopSignal }).catch(explain)
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? '' }

  // Before the first request. Without an address, not a byte of it is loaded.
  const tracing = config.tracing
    ? (await import('./tracing/start-tracing.ts')).startTracing(config.tracing, log)
    : undefined

  const serving = serve(config, connection, log, stopSignal)
  const served = await Promise.race([serving, rejectOutOfPatience()]).catch(
    async (error: unknown) => {
      await embedded?.stop()
      return explain(error)
    },
  )

  let stopping = false
  async function stop(code: number) {
    if (stopping) return
    stopping = true
    const haveEnded = served.stop().then(() => true)
    const inTime = await Promise.race([haveEnded, sleep(PATIENCE_MS, false)])
    await Promise.all([embedded?.stop(), tracing?.stop()])
    process.exit(inTime ? code : 1)
  }

  stopSignal.addEventListener('abort', () => void stop(0))
  // It came too late to break the start off.
  if (stopSignal.aborted) return stop(0)

  process.stdout.write(`\n  Cairn is ready: ${served.url}\n\n`)
  embedded?.failed.then((error) => {
    log.error({ err: error }, 'the database is gone for good')
    process.stderr.write(`${error.message}\n`)
    void stop(1)
  })
}

// No top-level `await` in any module of a start: the built server is loaded without it.
void start()
