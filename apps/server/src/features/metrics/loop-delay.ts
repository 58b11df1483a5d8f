import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Finer would wake an idle process more often. */
const EVERY_MS = 20

export interface LoopDelay {
  /** The longest delay since the last reading, in seconds; 0 at the first. */
  read(): number
  stop(): void
}

/** Starts measuring at the first reading: a server that is not monitored has no cost. */
export function loopDelay(): LoopDelay {
  let measured: ReturnType<typeof monitorEventLoopDelay> | undefined
  return {
    read() {
      if (!measured) {
        measured = monitorEventLoopDelay({ resolution: EVERY_MS })
        measured.enable()
        return 0
      }
      const { max, count } = measured
      measured.reset()
      return count === 0 ? 0 : Math.max(0, max / 1e9 - EVERY_MS / 1000)
    },
    stop: () => measured?.disable(),
  }
}
