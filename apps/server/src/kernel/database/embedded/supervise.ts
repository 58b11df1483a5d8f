import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { endLeftovers } from './leftovers.ts'
import type { Log } from './log.ts'
import { type Postmaster, spawnPostmaster, stopPostmaster, untilReady } from './postmaster.ts'
import { trimServerLog } from './server-log.ts'
import { EmbeddedStartError } from './start-error.ts'

const delays = [0, 250, 500, 1000, 2000, 5000]
const longestDelay = 10_000
const mostFailedStarts = 6
/** After running this long, its next end is a new incident and it is restarted at once. */
const healthyAfter = 1000

export interface Supervisor {
  failed: Promise<Error>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL, and restarts it whenever it ends by itself. Throws if the first start fails.
 */
export async function supervise(
  cluster: Cluster,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<Supervisor> {
  const stopping = new AbortController()
  const failed = Promise.withResolvers<Error>()
  let current: Postmaster | undefined
  let attempt = 0

  async function start(signal?: AbortSignal): Promise<Postmaster | undefined> {
    await endLeftovers(cluster, log, signal)
    signal?.throwIfAborted()
    if (stopping.signal.aborted) return undefined
    current = await spawnPostmaster(cluster)
    try {
      await untilReady(current, cluster, log, signal)
      return current
    } catch (error) {
      await stopPostmaster(current, log)
      throw error
    }
  }

  async function superviseProcess(first: Postmaster): Promise<void> {
    let postmaster: Postmaster | undefined = first
    while (postmaster) {
      const began = Date.now()
      const end = await postmaster.ended
      if (stopping.signal.aborted) return
      log.error({ end }, 'PostgreSQL ended by itself; starting it again')
      if (Date.now() - began > healthyAfter) attempt = 0
      postmaster = await startAgain()
    }
  }

  async function startAgain(): Promise<Postmaster | undefined> {
    for (let failures = 0; ; ) {
      const delay = delays[attempt++] ?? longestDelay
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return undefined
      try {
        const postmaster = await start()
        if (!stopping.signal.aborted) log.info('PostgreSQL runs again')
        // stop() may have been called before there was anything to stop
        else if (postmaster) await stopPostmaster(postmaster, log)
        return postmaster
      } catch (error) {
        if (stopping.signal.aborted) return undefined
        log.error({ reason: (error as Error).message }, 'PostgreSQL could not be started again')
        const mayPass = error instanceof EmbeddedStartError && error.diskFull
        if (!mayPass) failures++
        if (failures < mostFailedStarts) continue
        failed.resolve(error as Error)
        return undefined
      }
    }
  }

  const trim = () =>
    trimServerLog(cluster.logFile).catch((err) => log.warn({ err }, 'log not trimmed'))
  const trimming = setInterval(trim, 3_600_000).unref()

  // However Cairn ends, unless it is killed, its PostgreSQL is stopped too.
  const goToo = () => current?.signal('SIGINT')
  process.once('exit', goToo)

  function leave(): void {
    clearInterval(trimming)
    process.off('exit', goToo)
  }

  const first = await start(signal).catch((error) => {
    leave()
    throw error
  })
  const running = superviseProcess(first!)
  return {
    failed: failed.promise,
    async stop() {
      stopping.abort()
      if (current) await stopPostmaster(current, log)
      await running
      leave()
    },
  }
}
