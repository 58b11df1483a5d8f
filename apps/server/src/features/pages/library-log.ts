import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'

const logs = new AsyncLocalStorage<FastifyBaseLogger>()
let isListening = false

/** The console itself, for everything that is not the library's. */
// biome-ignore lint/suspicious/noConsole: what is written there passes through `listen`
export const output = { error: console.error, warn: console.warn }

/** What is written to the console from inside `withLog` goes to that log. */
function listen() {
  isListening = true
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...words: unknown[]) => {
      const log = logs.getStore()
      if (log) log.debug({ library: format(...words) }, 'a page socket sent what cannot be read')
      else output[method](...words)
    }
  }
}

/** The library of the page socket writes to the console for each frame it cannot read: not to ours. */
export function withLog<T>(log: FastifyBaseLogger, run: () => T): T {
  if (!isListening) listen()
  return logs.run(log, run)
}
