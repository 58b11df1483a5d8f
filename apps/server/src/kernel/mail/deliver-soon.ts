import type { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { type RunSoon, runSoon } from '#kernel/jobs/run-soon.ts'

/** Delivers right after a mail was queued here, so that nobody waits for a code. */
export const deliverSoon = (watcher: WriteWatcher, deliver: () => Promise<unknown>): RunSoon =>
  runSoon(watcher, ['mails'], deliver)
