import { setTimeout as sleep } from 'node:timers/promises'
import { httpClient } from '../../http-client.ts'

const PAUSE_MS = 100
/** So many writes in a row must succeed before service counts as back. */
const STEADY = 20
const LIMIT_MS = 120_000
/** A write that waits longer than this counts as failed. */
const SLOW_MS = 3_000

/** One user who writes all the time and notes when that failed. */
export function startProbe(origin: string, { cookie, path }: { cookie: string; path: string }) {
  let lastFailure = 0
  let lastRefusal = 0
  let inARow = 0
  let isOver = false

  async function run() {
    while (!isOver) {
      const http = httpClient(origin, { cookie })
      const asked = Date.now()
      try {
        await http.expect(201, 'POST', path, { name: 'probe' })
        inARow += 1
      } catch {
        lastRefusal = Date.now()
      }
      if (lastRefusal >= asked || Date.now() - asked > SLOW_MS) {
        lastFailure = Date.now()
        inARow = 0
      }
      http.close()
      await sleep(PAUSE_MS)
    }
  }
  const running = run()
  return {
    /**
     * Milliseconds from now until the last failed write, and until the last of them that was refused
     * or lost, not only slow; 0 if there was none. What was killed is started again as soon as
     * service is back.
     */
    async untilSteady(restore: () => Promise<void>) {
      const began = Date.now()
      const steady = async () => {
        inARow = 0
        while (inARow < STEADY) {
          if (Date.now() - began > LIMIT_MS) throw new Error('Service did not come back')
          await sleep(PAUSE_MS)
        }
      }
      await steady()
      await restore()
      await steady()
      return {
        awayMs: Math.max(0, lastFailure - began),
        refusingMs: Math.max(0, lastRefusal - began),
      }
    },
    async stop() {
      isOver = true
      await running
    },
  }
}
