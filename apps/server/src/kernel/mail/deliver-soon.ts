import type { WriteWatcher } from '#kernel/database/write-watcher.ts'

/**
 * Delivers right after a mail was queued here, so that nobody waits for a code until the job's next
 * minute. Only added mails count: what a delivery notes about its own must not start another.
 */
export function deliverSoon(watcher: WriteWatcher, deliver: () => Promise<unknown>): void {
  let running = false
  let again = false
  async function run() {
    again = true
    if (running) return
    running = true
    try {
      while (again) {
        again = false
        await deliver()
      }
    } catch {
      // The job tries again, and says why it could not.
    } finally {
      running = false
    }
  }
  watcher.on(['+mails'], () => void run())
}
