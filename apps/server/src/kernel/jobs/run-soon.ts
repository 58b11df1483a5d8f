import type { WriteWatcher } from '#kernel/database/write-watcher.ts'

/** Whoever wrote is answered first, and what is written in one go is done in one. */
const SOON_MS = 50
/** While people write without a pause it is done this often, not after each of them. */
const PAUSE_MS = 250

export interface RunSoon {
  /** What runs is waited for, and nothing more begins. */
  stop(): Promise<void>
}

/**
 * Runs a job soon after rows were added to one of these tables here, so that nobody waits for its
 * next turn. Only added rows count: what a run notes about its own must not start another.
 */
export function runSoon(
  watcher: WriteWatcher,
  tables: readonly string[],
  job: () => Promise<unknown>,
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
        await job()
      }
    } catch {
      // The job's next turn tries again, and says why it could not.
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
