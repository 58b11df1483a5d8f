import { ConfigNotValid, readConfig } from './config.ts'
import { startEmbedded } from './kernel/database/embedded/start-embedded.ts'
import { explainStart } from './kernel/explain-start.ts'
import { createLog } from './kernel/log.ts'
import { serve } from './serve.ts'

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

async function start() {
  const config = configOrGiveUp()
  const log = createLog(config.logLevel)
  const { databaseUrl } = config

  const embedded = databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log }).catch((error: unknown) =>
        giveUp(explainStart(error, config)),
      )
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? '' }

  // Before the first request. Without an address, not a byte of it is loaded.
  const tracing = config.tracing
    ? (await import('./tracing/start-tracing.ts')).startTracing(config.tracing, log)
    : undefined

  const served = await serve(config, connection, log).catch(async (error: unknown) => {
    await embedded?.stop()
    return giveUp(explainStart(error, config))
  })

  process.stdout.write(`\n  Cairn is ready: ${served.url}\n\n`)

  let stopping = false
  async function stop(code: number) {
    if (stopping) return
    stopping = true
    const impatient = setTimeout(() => process.exit(1), 20_000)
    impatient.unref()
    await served.stop()
    await Promise.all([embedded?.stop(), tracing?.stop()])
    process.exit(code)
  }

  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  embedded?.failed.then((error) => {
    log.error({ err: error }, 'the database is gone for good')
    process.stderr.write(`${error.message}\n`)
    void stop(1)
  })
}

// No top-level `await` in any module of a start: the built server is loaded without it.
void start()
