import { type Config, ConfigNotValid, readConfig } from './config.ts'
import { type EmbeddedPostgres, startEmbedded } from './kernel/database/embedded/start-embedded.ts'
import { explainStart } from './kernel/explain-start.ts'
import type { Restorer } from './kernel/http/app-type.ts'
import { createLog } from './kernel/log.ts'
import { type Served, serve } from './serve.ts'

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

interface Open {
  served: Served
  embedded: EmbeddedPostgres | undefined
}

/** The database, and the server on it. */
async function open(config: Config, log: Log, restorer: Restorer): Promise<Open> {
  const { databaseUrl } = config
  const embedded = databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log }).catch((error: unknown) =>
        giveUp(explainStart(error, config)),
      )
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? '' }
  const served = await serve(config, connection, log, restorer).catch(async (error: unknown) => {
    await embedded?.stop()
    return giveUp(explainStart(error, config))
  })
  process.stdout.write(`\n  Cairn is ready: ${served.url}\n\n`)
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
  let opening: Promise<Open> | undefined

  async function stop(code: number) {
    if (stopping) return
    stopping = true
    const impatient = setTimeout(() => process.exit(1), 20_000)
    impatient.unref()
    const opened = await opening
    await opened?.served.stop()
    await Promise.all([opened?.embedded?.stop(), tracing?.stop()])
    process.exit(code)
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

  async function openHere() {
    const opened = await open(config, log, restorer)
    opened.embedded?.failed.then((error) => {
      log.error({ err: error }, 'the database is gone for good')
      process.stderr.write(`${error.message}\n`)
      void stop(1)
    })
    return opened
  }

  /** The server is stopped meanwhile: nothing it remembers of the former data remains. */
  async function restoreAndOpen(restore: Parameters<Restorer['begin']>[0]) {
    const before = await opening
    await before?.served.stop()
    await before?.embedded?.stop()
    const { restoreAtSetUp } = await import('./backup/restore-at-set-up.ts')
    restorer.problem = await restoreAtSetUp({ ...restore, config, log })
    isRestoring = false
    return openHere()
  }

  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  opening = openHere()
  await opening
}

// No top-level `await` in any module of a start: the built server is loaded without it.
void start()
