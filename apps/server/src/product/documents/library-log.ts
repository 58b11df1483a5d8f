import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'

const logs = new AsyncLocalStorage<FastifyBaseLogger>()

/** The original console, for everything but the library's output. */
// biome-ignore lint/suspicious/noConsole: what is written there passes through `redirected`
export const output = { error: console.error, warn: console.warn }

const redirect =
  (method: keyof typeof output) =>
  (...words: unknown[]) => {
    const log = logs.getStore()
    if (log) log.debug({ library: format(...words) }, 'a page socket sent what cannot be read')
    else output[method](...words)
  }
const redirected = { error: redirect('error'), warn: redirect('warn') }

/**
 * The page socket library writes to the console for each frame it cannot parse: while it runs, its
 * output goes to this log instead.
 */
export function withLog<T>(log: FastifyBaseLogger, run: () => T): T {
  // biome-ignore lint/suspicious/noConsole: other code may have replaced the method meanwhile
  if (console.error !== redirected.error) Object.assign(console, redirected)
  return logs.run(log, run)
}
