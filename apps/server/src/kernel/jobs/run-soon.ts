import type { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { tracePoints } from '#kernel/trace-points.ts'

/** The writing request is answered first, and rows written together are handled in one run. */
const SOON_MS = 50
/** During continuous writes the job runs at this interval, not after each write. */
const PAUSE_MS = 250

export interface RunSoon {
  /** Waits for the current run and starts no other. */
  stop(): Promise<void>
}

/**
 * Runs a job soon after this process inserted rows into one of these tables, instead of at its next
 * scheduled run. Only inserts count: updates a run makes to its own rows must not start another.
 */
export function runSoon(
  watcher: WriteWatcher,
  tables: readonly string[],
  job: () => Promise<unknown>,
  queue = tables.join(),
): RunSoon {
  let running: Promise<void> | undefined
  let again = false
  let isDue = false
  let isOver = false
  let began = Number.NEGATIVE_INFINITY
  function run() {
    isDue = false
    if (isOver) return
    began = performance.now()
    again = true
    running ??= runAll().finally(() => {
      running = undefined
    })
  }
  async function runAll() {
    try {
      while (again && !isOver) {
        again = false
        await tracePoints.job.tracePromise(job, { queue })
      }
    } catch {
      // The next run of the job retries and logs the reason.
    }
  }
  watcher.on(
    tables.map((table) => `+${table}`),
    () => {
      if (isDue) return
      isDue = true
      const pause = began + PAUSE_MS - performance.now()
      setTimeout(run, Math.max(SOON_MS, pause)).unref()
    },
  )
  return {
    async stop() {
      isOver = true
      await running
    },
  }
}
